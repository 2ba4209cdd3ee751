// Pages for the tests: made by the program, opened from the disk in a browser, and watched for messages and requests.
// GRIDLOCK is the path of the program, CHROMIUM of the browser. With SCREENSHOTS=folder, pictures of the page are kept there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const program = process.env.GRIDLOCK ?? "";
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

// Why the tests of the page can't run here; false if they can.
export const skip = !existsSync(program) ? "GRIDLOCK names no program" : !existsSync(executablePath) ? `there is no ${executablePath}` : false;

export const dataFile = (name) => fileURLToPath(new URL(`../../data/${name}`, import.meta.url));

export const CARD = readFileSync(dataFile("jams40.txt"), "utf8").split("\n")[0].split(" ")[1];
export const HARDEST = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

// A test of a page.
export const check = (name, body) => test(name, { skip, timeout: 300_000 }, body);

// A browser and a folder of pages.
export class Pages {
  async open() {
    this.folder = mkdtempSync(join(tmpdir(), "gridlock-play-"));
    this.browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    return this;
  }

  async close() {
    await this.browser?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  // Runs the program in the folder.
  run(...args) {
    return execFileSync(program, args, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
  }

  // Writes a page and returns its address.
  write(name, ...args) {
    this.run("play", ...args, "-o", name);
    return pathToFileURL(join(this.folder, name)).href;
  }

  // Opens a page, waits until its search is done, runs `body`, and then checks that nothing was said on the console and nothing was
  // requested from elsewhere. `prepare` runs in the page before its own scripts. The moves left are shown unless `left` is false, as it is
  // for a new reader. With `search` false there is none to wait for.
  async visit(address, body, { prepare = null, left = true, search = true, ...options } = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    context.setDefaultTimeout(120_000); // busy machines are slow
    const page = await context.newPage();
    const faults = [];
    page.on("console", (message) => faults.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => (faults.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
    page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || faults.push(`request: ${request.url()}`));
    if (prepare) await page.addInitScript(prepare);
    try {
      if (left) await showLeft(context, address);
      await page.goto(address);
      if (search) await settled(page);
      await body(page, context);
    } finally {
      await context.close();
    }
    assert.deepEqual(faults, []);
  }
}

// Another tab of the same browser with the page, its search done.
export async function anotherTab(context, address) {
  const page = await context.newPage();
  await page.goto(address);
  await settled(page);
  return page;
}

// Presses Show on a page of the context. The browser keeps that for the others.
async function showLeft(context, address) {
  const page = await context.newPage();
  await page.goto(address.split("#")[0]);
  await page.click("#left-button");
  await page.close();
}

// Chooses a theme in the settings.
export async function chooseTheme(page, theme) {
  await page.click("#settings-button");
  await page.selectOption("#theme-select", theme);
  await page.keyboard.press("Escape");
}

// Waits until the search is done.
export async function settled(page) {
  await page.waitForFunction(() => !["", "…"].includes(document.querySelector("#left-figure").textContent));
}

// Does what opens another puzzle, and waits until that is shown and searched. The browser follows an address only after `act` has returned.
export async function opened(page, act) {
  const name = await page.locator("#puzzle-name").textContent();
  await act();
  await page.waitForFunction((before) => document.querySelector("#puzzle-name").textContent !== before, name);
  await settled(page);
}

export const text = (page, id) => page.locator(`#${id}`).innerText();

// Moves, steps and moves left, as the page shows them.
export async function figures(page) {
  const read = async (id) => Number((await text(page, id)).replaceAll(",", ""));
  return { moves: await read("moves-figure"), steps: await read("steps-figure"), left: await read("left-figure") };
}

// Drags a piece by some cells with the mouse, slowly enough for the page to see the way.
export async function drag(page, board, { piece, distance }) {
  const { name, vertical } = board.pieces[piece];
  const box = await page.locator(`[data-piece="${name}"]`).boundingBox();
  const ground = await page.locator(".ground").boundingBox();
  const cell = ground.width / board.width;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [dx, dy] = vertical ? [0, distance * cell] : [distance * cell, 0];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
  await page.waitForTimeout(200); // the piece arrives
}

// The column and row at which a piece stands.
export function placeOf(page, name) {
  return page.locator(`[data-piece="${name}"]`).evaluate((piece) => ["--column", "--row"].map((property) => Number(piece.style.getPropertyValue(property))));
}

// A browser for the tests of a file, and the address of a page with the forty cards.
export async function openCards() {
  const pages = new Pages();
  if (skip) return { pages, jams: "" };
  after(() => pages.close());
  await pages.open();
  return { pages, jams: pages.write("jams.html", dataFile("jams40.txt"), "--title", "The forty cards") };
}

export const screenshot = async (page, name) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

// Pastes a text onto the page.
export const paste = (page, pasted) => page.evaluate((text) => {
  const data = new DataTransfer();
  data.setData("text", text);
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}, pasted);

export const name = (page) => text(page, "puzzle-name");
export const focused = (page) => page.evaluate(() => document.activeElement.dataset.piece ?? document.activeElement.id);

// Plays this number of best moves, each with a hint and the move that it shows.
export const play = async (page, moves) => {
  for (let k = 0; k < 2 * moves; k += 1) await page.keyboard.press("h");
};
