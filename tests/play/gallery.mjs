// Pictures of a page in light and dark, whole.
//
//   node gallery.mjs index.html FOLDER        CHROMIUM=path uses another browser than /usr/bin/chromium
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, folder] = process.argv.slice(2).map((path) => resolve(path));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const colorScheme of ["light", "dark"]) {
  const tab = await browser.newPage({ viewport: { width: 1000, height: 800 }, colorScheme });
  await tab.goto(pathToFileURL(page).href);
  await tab.screenshot({ path: join(folder, `${colorScheme}.png`), fullPage: true });
}
await browser.close();
