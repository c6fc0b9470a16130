// Firefox with one page, in which nothing odd may happen. `browse` prints, as JSON, what the visit gave and what was odd.

import puppeteer from "puppeteer-core";

const [executablePath, json] = process.argv.slice(2);

export async function browse(visit) {
  const odd = [];
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(40000);
    page.on("pageerror", (error) => odd.push(`uncaught: ${error}`));
    page.on("console", (message) => { if (message.type() === "error") odd.push(`console: ${message.text()}`); });
    page.on("dialog", (dialog) => { odd.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
    const found = await visit(page, JSON.parse(json));
    console.log(JSON.stringify({ found, odd }));
  } finally {
    await browser.close();
  }
}
