// The page in Firefox: it opens without errors, a puzzle is solved by keys, a hint and the chart work. GRIDLOCK is the path of the program,
// FIREFOX of the browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch } from "puppeteer-core";
import { solved } from "./engine.mjs";

const CARDS = fileURLToPath(new URL("../../data/jams40.txt", import.meta.url));
const CARD = readFileSync(CARDS, "utf8").split("\n")[0].split(" ")[1];

test("a puzzle is solved by keys in Firefox, and a hint and the chart work", { timeout: 180_000 }, async () => {
  const { board, solution } = await solved(CARD);
  const folder = mkdtempSync(join(tmpdir(), "gridlock-firefox-"));
  const browser = await launch({ browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox" });
  try {
    execFileSync(process.env.GRIDLOCK, ["play", CARDS, "-o", "jams.html"], { cwd: folder, stdio: "ignore" });
    const page = await browser.newPage();
    const faults = [];
    page.on("console", (message) => faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(pathToFileURL(join(folder, "jams.html")).href);
    const text = (id) => page.$eval(`#${id}`, (element) => element.innerText);
    const hasHints = () => page.waitForFunction(() => document.querySelector("#hint-button").ariaDisabled === "false");
    await hasHints();
    for (const { piece, distance } of solution) {
      const { name, vertical } = board.pieces[piece];
      await page.focus(`[data-piece="${name}"]`);
      const key = vertical ? (distance > 0 ? "ArrowDown" : "ArrowUp") : distance > 0 ? "ArrowRight" : "ArrowLeft";
      for (let cell = 0; cell < Math.abs(distance); cell += 1) await page.keyboard.press(key);
    }
    assert.match(await text("solved"), /Solved in 8 moves\s+That is the fewest possible\./);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#puzzle-name").textContent === "Jam-2");
    await hasHints();
    await page.keyboard.press("h");
    assert.match(await text("message"), /^Hint: /);
    assert.equal((await page.$$(".marks .arrow")).length, 1);
    await page.click("#left-button");
    assert.match(await text("chart-text"), /^[\d,]+ positions can be reached/);
    assert.ok((await page.$$("#chart .bar")).length > 5);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
