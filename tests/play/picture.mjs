// Pictures of a page in Chromium.
//
//   node picture.mjs play.html play.png     while the first moves of its first puzzle are made, and the moves left and all best moves are shown
//   node picture.mjs index.html FOLDER      whole, in light and in dark
//
// CHROMIUM=path uses another browser than /usr/bin/chromium.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, picture] = process.argv.slice(2).map((path) => resolve(path));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const opened = async (settings) => {
  const tab = await browser.newPage(settings);
  await tab.goto(pathToFileURL(page).href);
  return tab;
};
if (picture.endsWith(".png")) {
  const tab = await opened({ viewport: { width: 1200, height: 860 } });
  await tab.waitForFunction(() => !["", "…"].includes(document.querySelector("#left-figure").textContent));
  await tab.click("#left-button");
  for (const key of ["h", "h", "h", "h", "b"]) await tab.keyboard.press(key);
  await tab.waitForTimeout(500);
  await tab.screenshot({ path: picture });
} else {
  for (const colorScheme of ["light", "dark"]) {
    const tab = await opened({ viewport: { width: 1000, height: 800 }, colorScheme });
    await tab.screenshot({ path: join(picture, `${colorScheme}.png`), fullPage: true });
  }
}
await browser.close();
