// node look.mjs FIREFOX {visits, strange}: opens each address, waits until so many of the texts can be read, and runs `strange` in it,
// a function that lists what should not be there. What was found is, for each address, its title, its text and what was strange.

import { browse } from "./browse.mjs";

const canBeRead = (texts, least) => texts.filter((text) => document.body.innerText.includes(text)).length >= least;

await browse(async (page, { visits, strange }) => {
  const found = [];
  for (const { address, texts, least } of visits) {
    await page.goto(address, { waitUntil: "networkidle0" });
    await page.waitForSelector("main, [role=main], [role=alert]");
    await page.waitForFunction(canBeRead, {}, texts, least);
    found.push(await page.evaluate(`({ title: document.title, text: document.body.innerText, strange: (${strange})() })`));
  }
  return found;
});
