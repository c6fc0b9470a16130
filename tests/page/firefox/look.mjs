// node look.mjs FIREFOX {addresses, strange}: opens each address, waits for what it shows, and runs `strange` in it, a function that
// lists what should not be there. What was found is, for each address, its title, its text and what was strange.

import { browse } from "./browse.mjs";

await browse(async (page, { addresses, strange }) => {
  const found = [];
  for (const address of addresses) {
    await page.goto(address, { waitUntil: "networkidle0" });
    await page.waitForSelector("main, [role=main], [role=alert]");
    found.push(await page.evaluate(`({ title: document.title, text: document.body.innerText, strange: (${strange})() })`));
  }
  return found;
});
