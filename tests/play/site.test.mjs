// Every page of the site that scripts/site.sh makes, at three sizes, light and dark: axe finds no fault, nothing sticks out, and nothing is
// requested from elsewhere. GRIDLOCK is the path of the program, CHROMIUM that of the browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Pages, skip } from "./page.mjs";

const SIZES = [[1280, 800], [390, 844], [844, 390]];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pages = new Pages();
let site = "";
before(async () => {
  if (skip) return;
  await pages.open();
  site = join(pages.folder, "site");
  execFileSync(fileURLToPath(new URL("../../scripts/site.sh", import.meta.url)), [site], { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, SITE: "https://example.org/rush/" } });
});
after(() => (skip ? null : pages.close()));

const pagesOf = () => readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html"));

test("every page is linked from the first and leads back, every link leads somewhere, and a link to it looks like something", { skip }, () => {
  const linksOf = (name) => [...readFileSync(join(site, name), "utf8").split('<script id="engine">')[0].matchAll(/(?:href|src)="([^"#:]+)(?:#[^"]*)?"/g)].map(([, target]) => join(dirname(name), target));
  const fromFirst = linksOf("index.html");
  for (const name of pagesOf()) {
    assert.ok(name === "index.html" || fromFirst.includes(name), `${name} is not linked`);
    assert.ok(linksOf(name).includes("index.html"), `${name} does not lead back`);
    for (const target of linksOf(name)) assert.ok(existsSync(join(site, target)), `${name} leads to ${target}`);
    const page = readFileSync(join(site, name), "utf8");
    for (const part of ['<meta name="description" content="', '<meta property="og:image" content="https://example.org/rush/gallery/', '<link rel="manifest"', '<link rel="icon"', "<title>"]) {
      assert.match(page, new RegExp(`${part}[^"<]{4}|${part} href`), `${name}: ${part}`);
    }
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    assert.ok(!policy || policy.includes("manifest-src 'self'"), `${name} may load its manifest`);
  }
});

test("no page of the site has a fault", { skip, timeout: 1_800_000 }, async () => {
  const names = pagesOf();
  assert.ok(names.includes("index.html") && names.includes(join("gallery", "index.html")) && names.length >= 9, names.join());
  const faults = [];
  for (const name of names) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await pages.browser.newContext({ colorScheme });
      const page = await context.newPage();
      page.on("console", (message) => faults.push(`${name}: ${message.text()}`));
      page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || faults.push(`${name} requests ${request.url()}`));
      for (const [width, height] of SIZES) {
        const where = `${name}, ${width}×${height}, ${colorScheme}`;
        await page.setViewportSize({ width, height });
        await page.goto(pathToFileURL(join(site, name)).href);
        if (await page.evaluate(() => document.querySelector("#hint-button") !== null)) {
          await page.waitForFunction(() => document.querySelector("#hint-button").ariaDisabled === "false");
        }
        await page.evaluate(axe);
        const found = await page.evaluate(async () => (await window.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
        faults.push(...found.map((fault) => `${where}: ${fault}`));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) faults.push(`${where}: is ${wide} wide`);
      }
      await context.close();
    }
  }
  assert.deepEqual(faults, []);
});
