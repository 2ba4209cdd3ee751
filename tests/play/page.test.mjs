// The page in a browser as a collection: links, levels, lists, results, storage, and what must never happen.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { moveText } from "../../src/draw/play/engine/pieces.js";
import { solved } from "./engine.mjs";
import { anotherTab, CARD, check, chooseTheme, dataFile, drag, figures, HARDEST, name, openCards, opened, paste, screenshot, settled, text } from "./page.mjs";

const { pages, jams } = await openCards();

check("links go in and out", async () => {
  const { board, solution } = await solved(HARDEST);
  const moves = solution.slice(0, 3).map((move) => moveText(board, move)).join(",");
  const keepCopies = () => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (copied) => (window.copied = copied) } });
  await pages.visit(`${jams}#${HARDEST}/60`, async (page) => {
    assert.equal(await text(page, "puzzle-name"), "Your board");
    assert.deepEqual(await figures(page), { moves: 0, steps: 0, left: 60 });
    for (const move of solution.slice(0, 3)) await drag(page, board, move);
    await page.click("#copy-link");
    assert.equal(await page.evaluate(() => window.copied), `${jams}#${HARDEST}/${moves}`);
    assert.match(await text(page, "message"), /^The link with your moves has been copied\. It works on this computer only/);
    await page.click("#copy-text");
    assert.match(await page.evaluate(() => window.copied), /┌─────────────┐\n│[^]+→\n[^]+From the start: 60 moves, 2,332 positions/);
    await page.waitForFunction((end) => location.hash.endsWith(end), moves);
    await page.reload();
    await settled(page);
    assert.deepEqual([(await figures(page)).moves, (await figures(page)).left], [3, 57], "reloading keeps the position");
  }, { prepare: keepCopies });
  await pages.visit(`${jams}#oBBoAAoCoooCooo`, async (page) => {
    assert.match(await text(page, "open-error"), /this one has 15/);
    assert.match(await text(page, "message"), /^The link can’t be opened: .*15/);
    assert.ok(!page.url().includes("oBBoAAoCoooCooo#") && !page.url().endsWith("#oBBoAAoCoooCooo"), "the address is clean");
    await page.fill("#open-text", ".BB.\nAAB.\n....\n....");
    await page.click("#open-form button.main");
    assert.match(await text(page, "open-error"), /row 2, column 3: piece 'B' is not straight/);
    assert.equal(await text(page, "open-mark"), ".BB.\nAAB.\n  ^");
    await page.fill("#open-text", "02 oBBoAAoCoooCoooo 19");
    await opened(page, () => page.click("#open-form button.main"));
    assert.equal((await figures(page)).left, 2);
    await page.goBack();
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text", "oBBoAAoCoooCDDoo");
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    });
    await page.waitForFunction(() => location.hash === "#oBBoAAoCoooCDDoo");
  });
});

check("a page that may not store still works", async () => {
  const { board, solution } = await solved(CARD);
  const forbid = () => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } });
  await pages.visit(jams, async (page) => {
    for (const move of solution) await drag(page, board, move);
    assert.match(await text(page, "solved"), /fewest possible/);
    assert.match(await text(page, "list-count"), /1 solved/);
    await chooseTheme(page, "dark");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  }, { prepare: forbid, left: false });
});

check("a level of which all is solved offers the next one, and a file with the hardest first opens with an easy puzzle", async () => {
  pages.run("generate", "--size", "4", "--quiet", "-o", "rush4.txt");
  const rows = readFileSync(join(pages.folder, "rush4.txt"), "utf8").trim().split("\n");
  const few = [...new Map(rows.map((row) => [Number(row.split(" ")[0]), row]))].sort(([a], [b]) => b - a).map(([, row]) => row); // one for each number of moves
  assert.ok(few.length >= 6);
  writeFileSync(join(pages.folder, "few.txt"), `${few.join("\n")}\n`);
  await pages.visit(pages.write("few.html", "few.txt"), async (page) => {
    const depth = async () => Number(/^(\d+) move/.exec(await text(page, "puzzle-facts"))[1]);
    assert.deepEqual([await depth(), await text(page, "puzzle-name")], [1, "No. 1"], "counted in the order of the list");
    await page.selectOption("#level-select", "0");
    const level = page.locator("#list a");
    for (let k = 0, count = await level.count(); k < count; k += 1) {
      if ((await level.nth(k).getAttribute("aria-current")) === null) await opened(page, () => level.nth(k).click());
      for (let moves = await depth(); moves > 0; moves -= 1) {
        await page.keyboard.press("h");
        await page.keyboard.press("h");
      }
    }
    const least = await depth();
    await opened(page, () => page.locator("#solved button", { hasText: "Next level" }).click());
    assert.ok((await depth()) > least);
    assert.equal(await page.locator("#level-select").inputValue(), "1");
  });
});

check("levels, the day's puzzle of a level, and filters by board size and walls", async () => {
  writeFileSync(join(pages.folder, "mixed.txt"), `02 oBBoAAoCoooCoooo 19\n60 ${HARDEST} 2332\n${readFileSync(dataFile("jams40.txt"), "utf8").split("\n").slice(0, 8).join("\n")}\n`);
  await pages.visit(pages.write("mixed.html", "mixed.txt"), async (page) => {
    const count = async () => Number(/^\d+/.exec(await text(page, "list-count"))[0]);
    const levels = await page.locator("#level-select option").allInnerTexts();
    assert.match(levels.join("|"), /^All levels\|Level 1: 2–\d+ moves\|.*60 moves$/);
    await page.selectOption("#level-select", { index: levels.length - 1 });
    assert.ok((await count()) < 10);
    const [, least] = /: (\d+)/.exec(levels.at(-1));
    await page.click("#level-daily-button");
    await page.waitForFunction(() => document.querySelector("#message").textContent.startsWith("Today’s puzzle of the level is "));
    await settled(page);
    assert.ok((await figures(page)).left >= Number(least));
    await page.click("#filters summary");
    await page.click("#clear-filters");
    assert.equal(await count(), 10);
    await page.locator('[data-range="side"]').nth(1).fill("5");
    assert.equal(await count(), 1);
    await page.click("#clear-filters");
    await page.locator('[data-range="walls"]').first().fill("1");
    assert.equal(await count(), 1);
    assert.match(await page.locator("#list a").innerText(), /60 moves\s+2,332 positions/);
    const clipped = await page.locator("[data-range]").evaluateAll((fields) => fields.filter((field) => field.scrollWidth > field.clientWidth).length);
    assert.equal(clipped, 0, "placeholders have room");
  });
});

check("a thousand rows, sorted and filtered", async () => {
  pages.run("generate", "--size", "5", "--walls", "0", "--quiet", "-o", "rush5.txt");
  const address = pages.write("many.html", "rush5.txt");
  await pages.visit(address, async (page) => {
    assert.equal(await text(page, "title"), "Rush Hour: 1,000 puzzles");
    assert.match(await text(page, "list-count"), /^1,000 puzzles, 0 solved$/);
    assert.match(await text(page, "left-out"), /holds the first 1,000 puzzles; 730 more were left out/);
    assert.equal(await page.locator("#list a").count(), 48);
    await page.locator("#more-button").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelectorAll("#list a").length > 48);
    await page.click("#filters summary");
    await page.selectOption("#sort-select", "depth");
    await page.selectOption("#order-select", "down");
    const depths = await page.locator("#list .facts.moves").allInnerTexts();
    const numbers = depths.map((fact) => Number(/^\d+/.exec(fact)[0]));
    assert.deepEqual(numbers, numbers.slice().sort((a, b) => b - a));
    await page.locator('[data-range="depth"]').first().fill(String(numbers[0]));
    const count = Number(/^\d+/.exec(await text(page, "list-count"))[0]);
    assert.equal(count, numbers.filter((number) => number === numbers[0]).length);
    await page.keyboard.press("Tab");
    await page.evaluate(() => document.activeElement.blur());
    await opened(page, () => page.keyboard.press("n"));
    assert.equal((await figures(page)).left, numbers[0], "next follows the list");
    await page.click("#clear-filters");
    await page.click("#daily-button");
    await page.waitForFunction(() => document.querySelector("#message").textContent !== "");
    const day = await text(page, "message");
    assert.match(day, /^Today’s puzzle, the same for everyone, is No\. \d+\.$/);
    await page.click("#next-button");
    await page.waitForFunction(() => document.querySelector("#message").textContent === "");
    await page.click("#daily-button");
    await page.waitForFunction((said) => document.querySelector("#message").textContent === said, day);
    await screenshot(page, "list");
  });
});

check("a cluster above the limit gives its solution alone", async () => {
  const address = pages.write("large.html", HARDEST, "--max-states", "2000");
  await pages.visit(address, async (page) => {
    assert.match(await text(page, "chart-text"), /More than 2,000 positions can be reached here, so there are no hints/);
    assert.ok(await page.isDisabled("#hint-button"));
    await page.click("#solution-button");
    await page.waitForFunction(() => document.querySelector("#solution-place").textContent === "move 0 of 60");
    await page.keyboard.press(".");
    await page.click("#solution-adopt");
    await page.click("#solution-button");
    await page.waitForFunction(() => document.querySelector("#solution-place").textContent === "move 0 of 59");
  });
});

check("a board that can't be solved says so, on the page and in the command", async () => {
  await pages.visit(`${jams}#ooooAAoxoooooooo`, async (page) => {
    assert.match(await text(page, "chart-text"), /can’t be solved/);
    assert.match(await text(page, "message"), /can’t be solved/);
    assert.ok(await page.isDisabled("#solution-button"));
  });
  assert.throws(() => pages.write("shut.html", "ooooAAoxoooooooo"), (error) => error.status === 1 && /can't be solved/.test(error.stderr));
});

check("results go to another browser as a file", async () => {
  const { board, solution } = await solved(CARD);
  let saved = "";
  await pages.visit(jams, async (page) => {
    for (const move of solution) await drag(page, board, move);
    await page.click("#settings-button");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-results")]);
    saved = join(pages.folder, download.suggestedFilename());
    await download.saveAs(saved);
  });
  await pages.visit(jams, async (page) => {
    await page.click("#settings-button");
    await page.setInputFiles("#results-file", dataFile("jams40.txt"));
    await page.waitForFunction(() => /holds no results/.test(document.querySelector("#results-note").textContent));
    await page.setInputFiles("#results-file", saved);
    await page.waitForFunction(() => document.querySelector("#results-note").textContent === "1 result added.");
    assert.match(await text(page, "list-count"), /40 puzzles, 1 solved/);
    assert.equal(await page.locator("#best-figure .star").count(), 1);
    await page.keyboard.press("Escape");
    await page.click("#settings-button");
    assert.equal(await text(page, "results-note"), "");
  });
});

check("today's puzzle is one for everyone, and another for the level", async () => {
  await pages.visit(jams, async (page) => {
    assert.match(await text(page, "daily-button"), /Today’s, \d+ [A-Z][a-z]+/);
    assert.ok(!(await page.isVisible("#level-daily-button")));
    const daily = async () => {
      await page.click("#daily-button");
      await page.waitForFunction(() => /Today’s puzzle, the same for everyone/.test(document.querySelector("#message").textContent));
      return name(page);
    };
    const first = await daily();
    await page.selectOption("#level-select", "0");
    assert.equal(await daily(), first);
    await page.click("#level-daily-button");
    await page.waitForFunction(() => /Today’s puzzle of the level/.test(document.querySelector("#message").textContent));
  });
});

check("a number on the screen can be typed in", async () => {
  await pages.visit(pages.write("numbers.html", "@rush4", "--limit", "12", "--sample", "12", "--seed", "1"), async (page) => {
    await page.click("#open-button");
    await page.fill("#open-text", "No. 7");
    await opened(page, () => page.click("#open-form button.main"));
    assert.equal(await name(page), "No. 7");
    await page.click("#open-button");
    await page.fill("#open-text", "99");
    await page.click("#open-form button.main");
    await page.waitForFunction(() => /no puzzle No. 99/.test(document.querySelector("#known").textContent));
    assert.ok(!page.url().endsWith("No.99"));
  });
});

check("two tabs keep each other's settings, and a move just before reloading is not lost", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page, context) => {
    const other = await anotherTab(context, jams);
    await chooseTheme(other, "dark");
    await drag(page, board, solution[0]);
    await page.keyboard.press("h");
    await page.keyboard.press("h");
    await page.reload();
    await settled(page);
    assert.equal((await figures(page)).moves, 2);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  });
});

check("the dialog reads other shapes, links and ids as they are meant", async () => {
  await pages.visit(jams, async (page) => {
    const open = async (typed, exit) => {
      await page.click("#open-button");
      await page.fill("#open-text", typed);
      await page.selectOption("#open-exit", exit);
      await page.click("#open-form button.main");
    };
    await opened(page, () => open("oooo\nBooo\nBoAA\noooo\noCCo\noooo", "left"));
    assert.equal((await figures(page)).left, 2);
    await open("x.html#oBBoAAoCoooCoooo/C+1", "left");
    await page.waitForFunction(() => location.hash === "#oBBoAAoCoooCoooo/C+1", null, { timeout: 20_000 });
    await open("#6-1-1027474756", "right");
    assert.match(await text(page, "open-error"), /6-1-1027474756 is an id/);
  });
});

check("damaged addresses and keys in the middle of a search do no harm", async () => {
  await pages.visit(`${jams}#%E0%A4%A`, async (page) => {
    assert.match(await text(page, "open-error"), /damaged/);
  });
  // Neither the worker nor the search in the page, which takes its turns by messages, comes to an end.
  const never = () => {
    window.Worker = class { postMessage() {} terminate() {} };
    window.MessageChannel = class { port1 = {}; port2 = { postMessage() {} }; };
  };
  const context = await pages.browser.newContext();
  try {
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await page.addInitScript(never);
    await page.goto(`${jams}#BBoooooCCooooGooooooGAAooFooooooFHoDDoooHoEEooooo`); // a cluster of several turns
    await page.waitForFunction(() => document.querySelector("#chart-text").textContent.startsWith("searching"));
    await page.keyboard.press("s");
    for (const id of ["last", "play", "forward", "back", "adopt"]) await page.click(`#solution-${id}`);
    assert.deepEqual([faults, await page.isVisible("#solution"), (await text(page, "chart-text")).startsWith("searching")], [[], false, true]);
  } finally {
    await context.close();
  }
});

check("a page of one board has no next one, and a board that occurs twice is listed once", async () => {
  const { board, solution } = await solved("oBBoAAoCoooCoooo");
  await pages.visit(pages.write("one.html", "oBBoAAoCoooCoooo"), async (page) => {
    assert.ok(!(await page.isVisible("#next-button")));
    await drag(page, board, solution[0]);
    await page.keyboard.press("n");
    await page.keyboard.press("p");
    assert.equal((await figures(page)).moves, 1);
    assert.match(await text(page, "message"), /no other puzzle/);
    await paste(page, "name,board\nMine,_BB_AA_C___CDD__");
    await page.waitForFunction(() => document.querySelector("#puzzle-name").textContent === "Your board");
  });
  writeFileSync(join(pages.folder, "twice.txt"), "oBBoAAoCoooCoooo\noBBoAAoCoooCDDoo\noBBoAAoCoooCoooo\noBBoAAoooooooooo\n");
  await pages.visit(pages.write("twice.html", "twice.txt"), async (page) => {
    assert.equal(await text(page, "title"), "Rush Hour: 3 puzzles");
    const names = [];
    for (let k = 0; k < 3; k += 1) {
      await opened(page, () => page.keyboard.press("n"));
      names.push(await name(page));
    }
    assert.deepEqual(names.sort(), ["No. 1", "No. 2", "No. 3"], "Next comes to all of them");
  });
});

check("a page in a frame opens the board of its address and tells the page around it when that is solved", async () => {
  writeFileSync(join(pages.folder, "embedding.html"), '<!DOCTYPE html><title>t</title><iframe src="jams.html#oBBoAAoCoooCoooo" width="900" height="800"></iframe><script>onmessage = ({ data }) => (window.told = data);</script>');
  await pages.visit(pathToFileURL(join(pages.folder, "embedding.html")).href, async (page) => {
    const frame = page.frameLocator("iframe");
    await frame.locator("#hint-button[aria-disabled=false]").waitFor();
    await frame.locator("#solution-button").click();
    await frame.locator("#solution-last").click();
    await frame.locator("#solution-adopt").click();
    await frame.locator("#solved").waitFor();
    assert.equal(await page.evaluate(() => window.told), undefined, "the reader made no move");
    await frame.locator("#restart-button").click();
    for (let k = 0; k < 4; k += 1) await frame.locator("#hint-button").click();
    await page.waitForFunction(() => window.told !== undefined);
    const { seconds, ...told } = await page.evaluate(() => window.told);
    assert.deepEqual(told, { type: "solved", board: "oBBoAAoCoooCoooo", moves: 2, steps: 3, fewest: 2, helped: true, star: false });
    assert.ok(seconds > 0 && seconds < 600);
  }, { left: false, search: false });
});
