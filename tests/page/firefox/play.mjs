// node play.mjs FIREFOX {url, code, words}: somebody comes to a room by its link, takes the open seat, plays a round by clicking what
// is lit, loses the line and is back. `words` are those on what is pressed. What was found is what was done.

import { browse } from "./browse.mjs";

await browse(async (page, { url, code, words }) => {
  const done = [];
  await page.evaluateOnNewDocument(() => {
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(...more) { super(...more); (window.sockets ??= []).push(this); }
    };
  });
  const press = async (label) => {
    await page.locator(`::-p-aria([name="${label}"][role="button"])`).click();
    done.push(label);
  };
  await page.goto(`${url}/r/${code}`);
  await press(words.join);
  await press(words.ready);
  await page.locator(`::-p-aria([name="${words.board}"][role="group"])`).wait();
  done.push("board");
  const step = () => page.evaluate((words) => {
    const seen = (e) => e.checkVisibility() && !e.disabled && e.getAttribute("aria-disabled") !== "true";
    const sheet = [...document.querySelectorAll("dialog[open], [role=dialog]")].at(-1);
    if (sheet) {
      for (const group of sheet.querySelectorAll("[role=radiogroup]"))
        if (!group.querySelector("[aria-checked=true]")) group.querySelector("[role=radio]")?.click();
      const last = [...sheet.querySelectorAll("button")].filter(seen).at(-1);
      last?.click();
      return last ? "sheet" : "";
    }
    const lit = [...document.querySelectorAll("[data-hex]")].filter((e) => seen(e) && e.getAttribute("aria-label").includes(words.lit));
    if (lit.length && (window.walks = (window.walks ?? 0) + 1) <= 2) { lit[0].click(); return "walk"; }
    const end = [...document.querySelectorAll("button")].find((e) => seen(e) && e.textContent.trim() === words.end);
    end?.click();
    return end ? "end" : "";
  }, words);
  const until = async (wanted) => {
    for (let tries = 0; tries < 600; tries++) {
      const deed = await step();
      if (deed) done.push(deed);
      if (deed === wanted) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`it never came to ${wanted}: ${done}`);
  };
  await until("end");
  await page.evaluate(() => { window.sockets.at(-1).close(); window.walks = 0; });
  await until("walk");
  done.push("back");
  return done;
});
