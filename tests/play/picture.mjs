// A picture of a page, while the first moves of its first puzzle are made, and the moves left and all best moves are shown.
//
//   node picture.mjs play.html play.png        CHROMIUM=path uses another browser than /usr/bin/chromium
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, picture] = process.argv.slice(2).map((path) => resolve(path));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const tab = await browser.newPage({ viewport: { width: 1200, height: 860 } });
await tab.goto(pathToFileURL(page).href);
await tab.waitForFunction(() => !["", "…"].includes(document.querySelector("#left-figure").textContent));
await tab.click("#left-button");
for (const key of ["h", "h", "h", "h", "b"]) await tab.keyboard.press(key);
await tab.waitForTimeout(500);
await tab.screenshot({ path: picture });
await browser.close();
