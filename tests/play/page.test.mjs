// The page in a browser: playing by pointer, keyboard and touch, hints, solutions, links, storage, and what must never happen.
// GRIDLOCK is the path of the program, CHROMIUM of the browser. With SCREENSHOTS=folder, pictures of the page are kept there.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { moveText, slide } from "../../src/draw/play/engine/pieces.js";
import { Pages, chooseTheme, dataFile, drag, figures, opened, placeOf, settled, skip, text } from "./page.mjs";
import { quarterTurns, solved } from "./engine.mjs";

const CARD = readFileSync(dataFile("jams40.txt"), "utf8").split("\n")[0].split(" ")[1];
const HARDEST = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
const pages = new Pages();
let jams = "";

before(async () => {
  if (skip) return;
  await pages.open();
  jams = pages.write("jams.html", dataFile("jams40.txt"), "--title", "The forty cards");
});
after(() => (skip ? null : pages.close()));

const check = (name, body) => test(name, { skip, timeout: 300_000 }, body);

const screenshot = async (page, name) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

check("a card is played to the end by dragging, and the result is kept", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page, context) => {
    assert.equal(await text(page, "puzzle-name"), "Jam-1");
    assert.deepEqual(await figures(page), { moves: 0, steps: 0, left: solution.length });
    for (const [index, move] of solution.entries()) {
      await drag(page, board, move);
      const { moves, left } = await figures(page);
      assert.deepEqual([moves, left], [index + 1, solution.length - index - 1]);
    }
    assert.match(await text(page, "solved"), /Solved in 8 moves\s+That is the fewest possible\./);
    assert.equal(await page.locator("#best-figure .star").count(), 1);
    assert.match(await text(page, "list-count"), /40 puzzles, 1 solved/);
    await screenshot(page, "solved");
    await page.locator("#solved button", { hasText: "Next puzzle" }).click();
    await page.waitForFunction(() => document.querySelector("#puzzle-name").textContent === "Jam-2");
    const again = await context.newPage();
    await again.goto(jams);
    assert.equal(await again.locator("#list .badge.star").count(), 1, "kept in the browser");
    await again.click("#filters summary");
    await again.selectOption("#state-select", "unsolved");
    assert.match(await text(again, "list-count"), /^39 of 40 puzzles, 1 solved$/);
  });
});

check("an address that is followed just before the page keeps its own is opened", async () => {
  const { board, solution } = await solved(CARD);
  // the event comes a second late, after the page has kept its own address
  const prepare = () => {
    window.addEventListener("hashchange", (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      setTimeout(() => window.dispatchEvent(new HashChangeEvent("hashchange")), 1000);
    });
  };
  const body = async (page) => {
    const other = await page.locator("#list a").nth(2).getAttribute("href");
    await drag(page, board, solution[0]);
    await page.evaluate((address) => (location.hash = address), other);
    await page.waitForFunction(() => document.querySelector("#puzzle-name").textContent === "Jam-3", null, { timeout: 20_000 });
  };
  await pages.visit(jams, body, { prepare });
});

check("a card is played to the end by keyboard", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page) => {
    for (const { piece, distance } of solution) {
      const { name, vertical } = board.pieces[piece];
      for (let tabs = 0; tabs < 60; tabs += 1) {
        if ((await page.evaluate(() => document.activeElement?.dataset?.piece)) === name) break;
        await page.keyboard.press("Tab");
      }
      assert.equal(await page.evaluate(() => document.activeElement?.dataset?.piece), name, "Tab chooses every piece");
      const key = vertical ? (distance > 0 ? "ArrowDown" : "ArrowUp") : distance > 0 ? "ArrowRight" : "ArrowLeft";
      for (let cell = 0; cell < Math.abs(distance); cell += 1) await page.keyboard.press(key);
      // back to the first stop of the page, so that Tab comes to every piece again
      await page.evaluate(() => document.activeElement.blur());
      await page.evaluate(() => document.querySelector("#previous-button").focus());
    }
    assert.deepEqual(await figures(page), { moves: 8, steps: solution.reduce((sum, move) => sum + Math.abs(move.distance), 0), left: 0 });
    assert.match(await text(page, "solved"), /fewest possible/);
  });
});

check("arrow keys choose across the line, and say why a piece can't move", async () => {
  await pages.visit(jams, async (page) => {
    await page.locator('[data-piece="A"]').focus();
    const focused = () => page.evaluate(() => document.activeElement.dataset.piece);
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await focused(), "A");
    await page.locator('[data-piece="A"]').focus();
    await page.keyboard.press("ArrowLeft");
    assert.match(await text(page, "message"), /^The striped car can’t move left: the truck in column 1, rows 2 to 4, is in the way\.$/);
    assert.equal((await figures(page)).moves, 0);
    const width = await page.locator('[data-piece="A"]').evaluate((piece) => getComputedStyle(piece).outlineStyle);
    assert.notEqual(width, "none", "the focus can be seen");
  });
});

check("a piece stops at what stands in its way", async () => {
  const { board } = await solved(CARD);
  const index = board.pieces.findIndex((piece) => piece.name === "A");
  await pages.visit(jams, async (page) => {
    const [column] = await placeOf(page, "A");
    await drag(page, board, { piece: index, distance: 5 });
    const grid = CARD.slice(12, 18);
    const free = /^[.o]*/.exec(grid.slice(column + 2))[0].length;
    assert.deepEqual(await placeOf(page, "A"), [column + free, 2]);
    await drag(page, board, { piece: index, distance: 0.3 });
    assert.deepEqual(await placeOf(page, "A"), [column + free, 2], "it snaps back to its cell");
  });
});

check("undo, redo and restart go back and forth without end", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page) => {
    for (const move of solution.slice(0, 4)) await drag(page, board, move);
    const moves = async () => (await figures(page)).moves;
    await page.keyboard.press("u");
    await page.keyboard.press("Control+z");
    assert.equal(await moves(), 2);
    await page.keyboard.press("y");
    await page.keyboard.press("Control+y");
    assert.equal(await moves(), 4);
    await page.keyboard.press("r");
    assert.equal(await moves(), 0);
    await page.click("#undo-button");
    assert.equal(await moves(), 4, "a restart can be undone");
    for (let k = 0; k < 4; k += 1) await page.click("#undo-button");
    assert.ok(await page.isDisabled("#undo-button"));
    for (let k = 0; k < 5; k += 1) await page.click("#redo-button");
    assert.equal(await moves(), 0, "the restart is the last that can be redone");
  });
});

check("hints are best moves, and win no star", async () => {
  const { board, best, depth, solution } = await solved(CARD);
  await pages.visit(jams, async (page) => {
    await page.keyboard.press("h");
    assert.match(await text(page, "message"), /^Hint: /);
    assert.equal(await page.locator(".marks .arrow").count(), 1);
    await page.keyboard.press("h");
    assert.deepEqual([(await figures(page)).left, await text(page, "left-change")], [7, "▼ 1"]);
    await page.keyboard.press("u");
    await page.keyboard.press("b");
    assert.equal(await page.locator(".marks .arrow").count(), best.length, "all best moves");
    await screenshot(page, "best-moves");
    await page.keyboard.press("b");
    const away = board.pieces.flatMap((_, piece) => [-1, 1].map((distance) => ({ piece, distance }))).find((move) => {
      const [back, ahead] = board.look().free[move.piece];
      return (move.distance < 0 ? back : ahead) > 0 && board.look(slide(board.start, move)).depth > depth;
    });
    if (away) {
      await drag(page, board, away);
      assert.equal(await text(page, "left-change"), "▲ 1", "further away can be seen");
      await page.keyboard.press("u");
    }
    while ((await figures(page)).left > 0) {
      await page.keyboard.press("h");
      await page.keyboard.press("h");
    }
    assert.match(await text(page, "solved"), /Solved in 8 moves with hints\s+The fewest possible are 8\. With hints there is no star/);
    assert.deepEqual([await page.locator("#best-figure .star").count(), await page.locator("#best-figure .tick").count()], [0, 1]);
    assert.match(await page.locator("#list a").first().innerText(), /with hints/);
    // what the hints showed wins nothing after a restart either
    await page.keyboard.press("r");
    await page.waitForTimeout(300);
    for (const move of solution) await drag(page, board, move);
    assert.match(await text(page, "solved"), /with hints/);
    const easy = (await text(page, "puzzle-facts")).match(/\d+/)[0];
    await opened(page, () => page.keyboard.press("Enter"));
    assert.ok(Number((await text(page, "puzzle-facts")).match(/\d+/)[0]) <= Number(easy), "the next one is not harder");
  });
});

check("the solution plays, pauses, goes back and can be taken over", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page) => {
    await drag(page, board, solution[0]);
    await page.keyboard.press("s");
    await page.waitForFunction(() => document.querySelector("#solution-place").textContent === "move 0 of 7");
    await page.click("#from-start");
    await page.waitForFunction(() => document.querySelector("#solution-place").textContent === "move 0 of 8");
    assert.equal(await page.locator("#solution-moves button").count(), 8);
    await screenshot(page, "solution");
    await page.click("#solution-last");
    assert.deepEqual(await placeOf(page, "A"), [4, 2]);
    await page.keyboard.press(",");
    assert.equal(await text(page, "solution-place"), "move 7 of 8");
    await page.click("#solution-first");
    await page.locator("#solution-speed").fill("10");
    await page.click("#solution-play");
    await page.waitForFunction(() => document.querySelector("#solution-place").textContent === "move 8 of 8");
    await page.waitForFunction(() => document.querySelector("#solution-play").getAttribute("aria-label") === "Play");
    await page.locator("#solution-moves button").nth(2).click();
    await page.click("#solution-adopt");
    const { moves, left } = await figures(page);
    assert.deepEqual([moves, left, await text(page, "message")], [3, 5, ""]);
    await page.click("#undo-button");
    await page.keyboard.press("s");
    await page.keyboard.press("s");
    assert.equal((await figures(page)).moves, 2, "closing goes back to one's own position");
  });
});

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

check("a phone 320 pixels wide: touch, no scrolling sideways", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page, context) => {
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
    await screenshot(page, "phone");
    const session = await context.newCDPSession(page);
    const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    for (const { piece, distance } of solution) {
      const { name, vertical } = board.pieces[piece];
      const box = await page.locator(`[data-piece="${name}"]`).boundingBox();
      const cell = (await page.locator(".ground").boundingBox()).width / board.width;
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const at = (share) => [{ x: from.x + (vertical ? 0 : distance * cell * share), y: from.y + (vertical ? distance * cell * share : 0) }];
      await touch("touchStart", at(0));
      for (const share of [0.3, 0.6, 1]) await touch("touchMove", at(share));
      await touch("touchEnd", []);
      await page.waitForTimeout(200);
    }
    assert.equal(await page.evaluate(() => window.scrollY), 0, "dragging does not scroll");
    assert.deepEqual([(await figures(page)).moves, (await figures(page)).left], [8, 0]);
    await screenshot(page, "phone-solved");
  }, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
});

const SCREENS = { desk: [1280, 800], large: [1920, 1080], phone: [390, 844], landscape: [844, 390], small: [320, 568] };

for (const [name, [width, height]] of Object.entries(SCREENS)) {
  check(`board and buttons are in sight together: ${name}, ${width} by ${height}`, async () => {
    await pages.visit(jams, async (page) => {
      const box = (id) => page.locator(`#${id}`).boundingBox();
      const isInSight = async (id) => {
        const { x, y, width: across, height: down } = await box(id);
        assert.ok(x >= 0 && y >= 0 && x + across <= width && y + down <= height, `${id}: ${x}, ${y}, ${across} by ${down}`);
      };
      for (const id of ["board", "undo-button", "hint-button", "solution-button", "message"]) await isInSight(id);
      const title = await box("title");
      if (width >= 900) assert.ok(Math.abs(title.x - (await box("board")).x) < 1, "board and title begin at one line");
      const at = (await box("hint-button")).y;
      await page.keyboard.press("b");
      await page.evaluate(() => (document.querySelector("#message").textContent = "words ".repeat(60)));
      assert.equal((await box("hint-button")).y, at, "a long message moves no button");
      await page.keyboard.press("b");
      await page.click("#solution-button");
      await page.waitForFunction(() => document.querySelector("#solution-place").textContent === "move 0 of 8");
      assert.equal(await page.evaluate(() => document.activeElement.id), "solution-play", "the focus goes with the buttons");
      const tops = [];
      for (const button of ["first", "back", "play", "forward", "last", "close"]) {
        await isInSight(`solution-${button}`);
        tops.push((await box(`solution-${button}`)).y);
      }
      assert.equal(new Set(tops).size, 1, "the buttons are in one row");
      for (const id of ["board", "solution-moves"]) await isInSight(id);
      await page.click("#solution-close");
      assert.equal(await page.evaluate(() => document.activeElement.id), "solution-button");
      // a puzzle chosen far down in the list comes into sight, board and all
      await page.locator("#list a").nth(38).scrollIntoViewIfNeeded();
      await page.locator("#list a").nth(38).click();
      await page.waitForFunction(() => document.querySelector("#puzzle-name").textContent === "Jam-39");
      await page.waitForFunction(() => {
        const boxes = ["#board", "#hint-button"].map((id) => document.querySelector(id).getBoundingClientRect());
        return boxes.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
      });
      assert.equal(await page.evaluate(() => document.activeElement.id), "puzzle-name");
      await isInSight("hint-button");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, "nothing sticks out");
    }, { viewport: { width, height }, left: false });
  });
}

check("moves of a long solution are in whole rows", async () => {
  await pages.visit(`${jams}#${HARDEST}`, async (page) => {
    await page.keyboard.press("s");
    await page.waitForFunction(() => document.querySelector("#solution-place").textContent === "move 0 of 60");
    for (const id of ["solution-last", "solution-back", "solution-first"]) {
      await page.click(`#${id}`);
      await page.waitForTimeout(100);
      const cut = await page.locator("#solution-moves").evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        const rows = [...list.querySelectorAll("button")].map((button) => button.getBoundingClientRect());
        return rows.filter((row) => (row.top < top - 1 && row.bottom > top + 1) || (row.top < bottom - 1 && row.bottom > bottom + 1)).length;
      });
      assert.equal(cut, 0, id);
      const current = page.locator('#solution-moves [aria-current="step"]');
      if ((await current.count()) > 0) assert.ok(await current.isVisible());
    }
  });
});

check("what gives the answer away is hidden until it is asked for", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page, context) => {
    for (const id of ["left-shown", "chart-panel"]) assert.ok(!(await page.isVisible(`#${id}`)), id);
    await drag(page, board, solution[0]);
    assert.doesNotMatch(await text(page, "message"), /moves? left|closer/);
    await page.click("#left-button");
    assert.equal((await figures(page)).left, solution.length - 1);
    assert.ok(await page.isVisible("#chart svg"));
    const again = await context.newPage();
    await again.goto(jams);
    assert.ok(await again.isVisible("#left-shown"), "the browser keeps it");
    await page.click("#left-hide");
    assert.ok(!(await page.isVisible("#chart-panel")));
    assert.ok(await page.isVisible("#left-button"));
    // showing and hiding shifts neither the board nor a button
    for (const [width, height] of [[1280, 800], [390, 844], [844, 390], [320, 640]]) {
      await page.setViewportSize({ width, height });
      const places = () => page.locator("#board, .figures dt, .controls button").evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
      const hidden = await places();
      assert.equal(hidden.length, 11);
      await page.evaluate(() => document.querySelector("#left-button").click());
      assert.ok(await page.isVisible("#left-shown"));
      assert.deepEqual(await places(), hidden, `${width}×${height}`);
      await page.evaluate(() => document.querySelector("#left-hide").click());
      assert.deepEqual(await places(), hidden);
    }
  }, { left: false });
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

check("a simple page has levels, a board and three buttons, and nothing to read but numbers", async () => {
  await pages.visit(pages.write("simple.html", dataFile("jams40.txt"), "--simple"), async (page) => {
    // the text of all elements that can be seen
    const seen = () => page.evaluate(() => {
      const isSeen = (element) => element.checkVisibility() && !element.closest("script, style") && element.getBoundingClientRect().width > 1;
      const texts = [...document.querySelectorAll("body *")].filter((element) => isSeen(element) && ![...document.querySelectorAll("body *")].some((other) => other.contains(element) && other.offsetWidth === 1));
      return texts.flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim())).filter(Boolean);
    });
    assert.deepEqual(await seen(), ["1", "2", "3", "4"]);
    assert.equal(await page.locator("button:visible:not(.piece):not(.levels *)").count(), 3);
    await opened(page, () => page.locator("#levels button").nth(2).click());
    assert.equal(await page.locator("#levels button").nth(2).getAttribute("aria-pressed"), "true");
    while (!(await page.isVisible("#solved"))) await page.click("#hint-button");
    assert.deepEqual(await seen(), ["1", "2", "3", "4"]);
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    assert.deepEqual(await page.evaluate(async () => (await window.axe.run()).violations.map(({ id }) => id)), []);
    await opened(page, () => page.locator("#solved button.main").click());
  }, { left: false, viewport: { width: 390, height: 844 } });
});

check("letters and patterns are for those who ask, and on in high contrast", async () => {
  await pages.visit(jams, async (page) => {
    const look = async () => [
      await page.locator('[data-piece="B"] .letter').isVisible(),
      await page.locator('[data-piece="B"] .pattern').evaluate((pattern) => getComputedStyle(pattern).backgroundImage !== "none"),
    ];
    assert.deepEqual(await look(), [false, false], "quiet pieces");
    await page.keyboard.press("s");
    assert.deepEqual(await look(), [true, false], "the moves of a solution name pieces");
    await page.keyboard.press("s");
    await chooseTheme(page, "contrast");
    assert.deepEqual(await look(), [true, true]);
    await page.click("#settings-button");
    await page.uncheck("#patterns-switch");
    await page.keyboard.press("Escape");
    assert.deepEqual(await look(), [true, false]);
    await chooseTheme(page, "light");
    await page.click("#settings-button");
    await page.check("#letters-switch");
    await page.reload();
    await settled(page);
    assert.deepEqual(await look(), [true, false], "the choice is kept");
  });
});

check("the page opens again at the last puzzle, and the car drives out when it is solved", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page, context) => {
    const reopened = async () => {
      await page.waitForTimeout(600); // until the page has noted where it is
      const again = await context.newPage();
      await again.goto(jams);
      await settled(again);
      const seen = [await text(again, "puzzle-name"), (await figures(again)).moves];
      await again.close();
      return seen;
    };
    for (const move of solution) await drag(page, board, move);
    const isOut = () => {
      const [piece, ground] = ['[data-piece="A"]', "#board"].map((name) => document.querySelector(name).getBoundingClientRect());
      return piece.left >= ground.right - 1;
    };
    await page.waitForFunction(isOut);
    await page.keyboard.press("u");
    await page.waitForFunction(() => {
      const [piece, ground] = ['[data-piece="A"]', "#board"].map((name) => document.querySelector(name).getBoundingClientRect());
      return piece.right < ground.right;
    });
    assert.deepEqual(await reopened(), ["Jam-1", 7]);
    await page.click("#random-button");
    await page.waitForFunction(() => document.querySelector("#puzzle-name").textContent !== "Jam-1");
    assert.deepEqual(await reopened(), [await text(page, "puzzle-name"), 0]);
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

check("given colours are shown, with letters that can be read on them", async () => {
  const list = "id,orientation,col,row,length,colour\nA,H,1,3,2,lime\nB,V,3,1,3,#ffff00\nC,V,6,4,3,navy\nD,H,1,6,2,\n";
  writeFileSync(join(pages.folder, "painted.csv"), list);
  await pages.visit(pages.write("painted.html", "painted.csv"), async (page) => {
    const look = (name) => page.locator(`[data-piece="${name}"] .body`).evaluate((body) => [getComputedStyle(body).backgroundColor, getComputedStyle(body).color]);
    const [black, white] = ["rgb(20, 23, 28)", "rgb(255, 255, 255)"];
    assert.deepEqual(await look("A"), ["rgb(0, 255, 0)", black]);
    assert.deepEqual(await look("B"), ["rgb(255, 255, 0)", black]);
    assert.deepEqual(await look("C"), ["rgb(0, 0, 128)", white]);
    assert.match(await page.locator('[data-piece="A"]').getAttribute("aria-label"), /^A, the striped piece, /);
    assert.equal(await page.locator("#list rect").evaluateAll((bodies) => bodies.filter((body) => getComputedStyle(body).fill === "rgb(0, 0, 128)").length), 1);
    await screenshot(page, "painted");
  });
});

check("a hostile title and hostile names stay text", async () => {
  const title = "</title></script><script>alert(1)</script><img src=x onerror=alert(2)>\"'{{engine}}";
  const address = pages.write("hostile.html", dataFile("jams40.txt"), "--title", title, "--limit", "3");
  await pages.visit(address, async (page) => {
    assert.equal(await text(page, "title"), title);
    assert.equal(await page.title(), title);
    assert.equal(await page.locator("img").count(), 0);
  });
  await pages.visit(`${address}#<img src=x onerror=alert(3)>`, async (page) => {
    assert.match(await text(page, "open-error"), /characters|unexpected|has length|no board/);
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

check("single keys can be turned off", async () => {
  await pages.visit(jams, async (page) => {
    await page.click("#settings-button");
    await page.uncheck("#keys-switch");
    await page.keyboard.press("Escape");
    for (const key of ["h", "s", "n", "?"]) await page.keyboard.press(key);
    assert.equal(await page.locator(".marks .arrow").count(), 0);
    assert.equal(await page.locator("dialog[open], #solution:not([hidden])").count(), 0);
    await page.locator('[data-piece="B"]').focus();
    await page.keyboard.press("ArrowRight");
    assert.equal((await figures(page)).moves, 1, "arrows move pieces as before");
    await page.keyboard.press("Control+z");
    assert.equal((await figures(page)).moves, 0);
    await page.reload();
    await settled(page);
    await page.keyboard.press("h");
    assert.equal(await page.locator(".marks .arrow").count(), 0, "the choice is kept");
  });
});

check("the primary has stripes, whatever its colour, on the board and in the list", async () => {
  for (const theme of ["light", "dark", "contrast"]) {
    await pages.visit(jams, async (page) => {
      await chooseTheme(page, theme);
      const stripes = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundImage));
      assert.match((await stripes('[data-piece="A"] .stripes'))[0], /^linear-gradient\(.*(rgb\(255, 255, 255\)|rgb\(20, 23, 28\))/);
      assert.equal((await stripes(".stripes")).length, 1, "no other piece has them");
      const [near, far] = await page.locator("#list a:first-child .small").first().locator(".stripe").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      const body = await page.locator("#list .small").first().locator("rect:has(+ .stripe.near)").boundingBox();
      assert.ok(near.top > body.y && far.bottom < body.y + body.height && near.bottom < far.top, JSON.stringify([near, far, body]));
      const exit = await page.locator(".exit").evaluate((one) => [one.getBoundingClientRect().width, parseFloat(getComputedStyle(one, "::after").borderLeftWidth)]);
      assert.ok(exit[1] > 0.85 * exit[0] - 1 && exit[1] > 14, exit.join()); // borders are whole pixels
      await screenshot(page, `stripes-${theme}`);
    }, { viewport: { width: 390, height: 844 } });
  }
});

check("Enter opens the next puzzle, Escape closes the card, and back is the puzzle before", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page) => {
    for (const move of solution) await drag(page, board, move);
    await page.keyboard.press("Escape");
    assert.ok(!(await page.isVisible("#solved")));
    await page.keyboard.press("u");
    await page.keyboard.press("y");
    await page.locator('[data-piece="A"]').focus();
    await opened(page, () => page.keyboard.press("Enter"));
    assert.equal(await name(page), "Jam-2");
    await opened(page, () => page.locator("#list a").nth(20).click());
    await opened(page, () => page.click("#previous-button"));
    assert.equal(await name(page), "Jam-2");
    await opened(page, () => page.click("#previous-button"));
    assert.equal(await name(page), "Jam-1");
  });
});

check("a solution that is taken over to its end counts as hints do; Enter goes on from its button, and Escape closes its panel from a field", async () => {
  await pages.visit(jams, async (page) => {
    await page.click("#solution-button");
    await page.waitForFunction(() => document.querySelector("#solution-place").textContent === "move 0 of 8");
    await page.click("#solution-last");
    await page.click("#solution-adopt");
    assert.match(await text(page, "solved"), /Solved in 8 moves with hints/);
    assert.equal(await page.locator("#best-figure .tick, #puzzle-name .tick, #list a:first-child .badge .tick").count(), 3);
    assert.match(await page.locator("#list a").first().innerText(), /with hints/);
    assert.match(await text(page, "list-count"), /40 puzzles, 1 solved/);
    assert.equal(await focused(page), "solution-button");
    await opened(page, () => page.keyboard.press("Enter"));
    assert.ok(!(await page.isVisible("#solution")));
    await page.keyboard.press("s");
    await page.focus("#solution-speed");
    await page.keyboard.press("Escape");
    assert.ok(!(await page.isVisible("#solution")));
  });
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

check("exits on every side, and steps", async () => {
  for (const { exit, text: board } of quarterTurns("oBBoAAoCoooCoooo")) {
    const { board: parsed, solution } = await solved(board, exit);
    const address = pages.write(`${exit}.html`, board, "--exit", exit, "--metric", "steps");
    await pages.visit(address, async (page) => {
      assert.equal(await text(page, "left-label"), "steps left");
      for (const move of solution) await drag(page, parsed, move);
      assert.equal((await figures(page)).left, 0);
      await screenshot(page, `exit-${exit}`);
    });
  }
});

check("nothing serious for people with disabilities", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const audit = async (page, where) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    const told = serious.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
    assert.deepEqual(told, []);
  };
  for (const theme of ["light", "dark", "contrast"]) {
    await pages.visit(jams, async (page) => {
      await chooseTheme(page, theme);
      await screenshot(page, theme);
      await page.click("#filters summary");
      await page.keyboard.press("s");
      await page.waitForFunction(() => document.querySelector("#solution-place").textContent === "move 0 of 8");
      await audit(page, `${theme}, solution and filters`);
      await page.keyboard.press("?");
      await audit(page, `${theme}, help`);
      await screenshot(page, `help-${theme}`);
      await page.keyboard.press("Escape");
      await page.click("#open-button");
      await page.fill("#open-text", "AAB");
      await page.click("#open-form button.main");
      await audit(page, `${theme}, open a board`);
    });
  }
});

check("motion is reduced and the page prints as a card", async () => {
  await pages.visit(jams, async (page) => {
    assert.equal(await page.locator('[data-piece="A"]').evaluate((piece) => getComputedStyle(piece).transitionDuration), "0s");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.isVisible(".controls"), false);
    assert.equal(await page.isVisible("#list"), false);
    assert.ok(await page.isVisible("#print-text"));
    await screenshot(page, "print");
    for (const theme of ["dark", "contrast"]) {
      await page.emulateMedia({ media: "screen" });
      await chooseTheme(page, theme);
      await page.emulateMedia({ media: "print" });
      const colours = await page.evaluate(() => [document.body, document.querySelector(".ground")].map((one) => getComputedStyle(one).backgroundColor));
      assert.deepEqual(colours, ["rgb(255, 255, 255)", "rgb(223, 227, 232)"], `${theme} is printed light`);
    }
  }, { reducedMotion: "reduce" });
});

// Pastes a text onto the page.
const paste = (page, pasted) => page.evaluate((text) => {
  const data = new DataTransfer();
  data.setData("text", text);
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}, pasted);
const name = (page) => text(page, "puzzle-name");
const focused = (page) => page.evaluate(() => document.activeElement.dataset.piece ?? document.activeElement.id);
const play = async (page, moves) => {
  for (let k = 0; k < 2 * moves; k += 1) await page.keyboard.press("h");
};

check("the board of a low screen stays in sight, and that of a printed page stands above its text", async () => {
  await pages.visit(jams, async (page) => {
    await page.evaluate(() => scrollTo(0, 600));
    const { y, height } = await page.locator("#board").boundingBox();
    assert.ok(y >= 0 && y + height <= 390, `${y}, ${height}`);
  }, { viewport: { width: 844, height: 390 } });
  await pages.visit(jams, async (page) => {
    await page.emulateMedia({ media: "print" });
    const [board, words] = [await page.locator("#board").boundingBox(), await page.locator("#print-text").boundingBox()];
    assert.ok(board.y + board.height <= words.y + 1, `${board.y + board.height}, ${words.y}`);
  });
});

check("Back goes through all puzzles to the first one, and a position that is solved says so for itself", async () => {
  const { board, solution } = await solved("oBBoAAoCoooCoooo");
  const done = solution.map((move) => moveText(board, move)).join(",");
  await pages.visit(jams, async (page) => {
    await opened(page, () => page.keyboard.press("n"));
    assert.equal(await name(page), "Jam-2");
    await opened(page, () => page.goBack());
    assert.equal(await name(page), "Jam-1");
    await play(page, 8);
    assert.match(await text(page, "solved"), /Solved in 8 moves/);
    // without another puzzle in between, so that nothing else hides the card
    await page.evaluate((hash) => (location.hash = hash), `oBBoAAoCoooCoooo/${done}`);
    await page.waitForFunction(() => /Solved in 2 moves/.test(document.querySelector("#solved").textContent));
    await page.waitForFunction(() => /fewest possible/.test(document.querySelector("#solved").textContent));
    assert.ok(await page.isVisible("#solved"));
    assert.equal(await text(page, "best-figure"), "–", "an address solves nothing");
    await page.evaluate(() => (location.hash = "oBBoAAoCoooCoooo/C+1"));
    await page.waitForFunction(() => document.querySelector("#solved").hidden);
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector("#solved").hidden);
    assert.match(await text(page, "solved"), /Solved in 2 moves/);
  });
});

check("hints are remembered: no reloading, undoing or finishing later wins their star", async () => {
  await pages.visit(jams, async (page) => {
    const stars = () => page.locator("#best-figure .star").count();
    await play(page, 8);
    assert.match(await text(page, "solved"), /no star/);
    await page.reload();
    await settled(page);
    await page.keyboard.press("u");
    await page.keyboard.press("y");
    assert.match(await text(page, "solved"), /no star/);
    assert.equal(await stars(), 0);
    await opened(page, () => page.keyboard.press("n"));
    const moves = (await figures(page)).left;
    await play(page, 2);
    await page.reload();
    await settled(page);
    const [start, line] = new URL(page.url()).hash.slice(1).split("/");
    const { board } = await solved(start);
    for (const move of board.solution(board.replay(line).reduce(slide, board.start))) await drag(page, board, move);
    assert.deepEqual(await figures(page).then(({ moves: made, left }) => [made, left]), [moves, 0]);
    assert.equal(await stars(), 0);
    const again = async () => {
      await page.waitForTimeout(300); // the pieces arrive
      for (const move of board.solution()) await drag(page, board, move);
    };
    await page.keyboard.press("r");
    await again();
    assert.equal(await stars(), 0, "on the moves that a hint showed");
    // another time, on one's own
    await opened(page, () => page.keyboard.press("n"));
    await opened(page, () => page.keyboard.press("p"));
    await again();
    assert.equal(await stars(), 1);
  });
});

check("two tabs keep each other's settings, and a move just before reloading is not lost", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page, context) => {
    const other = await context.newPage();
    await other.goto(jams);
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
  const never = () => (window.Worker = class { postMessage() {} terminate() {} });
  const context = await pages.browser.newContext();
  try {
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await page.addInitScript(never);
    await page.goto(`${jams}#BBoooooCCooooGooooooGAAooFooooooFHoDDoooHoEEooooo`); // the search takes seconds
    await page.waitForFunction(() => document.querySelector("#chart-text").textContent.startsWith("searching"));
    await page.keyboard.press("s");
    for (const id of ["last", "play", "forward", "back", "adopt"]) await page.click(`#solution-${id}`);
    assert.deepEqual([faults, await page.isVisible("#solution")], [[], false]);
  } finally {
    await context.close();
  }
});

check("the keyboard keeps its place", async () => {
  await pages.visit(jams, async (page) => {
    await page.locator('[data-piece="B"]').focus();
    await opened(page, () => page.keyboard.press("n"));
    assert.equal(await focused(page), "A", "on the next board");
    const moves = (await figures(page)).left;
    await play(page, moves);
    await page.locator("#solved button", { hasText: "Next puzzle" }).focus();
    await opened(page, () => page.keyboard.press("Enter"));
    assert.equal(await focused(page), "A", "after the card");
    await play(page, 1);
    await page.locator("#undo-button").focus();
    for (let k = 0; k < 2; k += 1) await page.keyboard.press("Enter");
    await page.waitForTimeout(100);
    assert.ok(await page.isDisabled("#undo-button"));
    assert.deepEqual([await focused(page), (await figures(page)).moves], ["undo-button", 0]);
  });
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

check("a simple page opens no panels by keyboard", async () => {
  await pages.visit(pages.write("keys.html", dataFile("jams40.txt"), "--simple"), async (page) => {
    for (const key of ["s", "?", "b", "n"]) await page.keyboard.press(key);
    await paste(page, "no board");
    assert.deepEqual(await page.evaluate(() => [document.querySelectorAll("dialog[open]").length, document.querySelector("#solution").hidden]), [0, true]);
    await page.keyboard.press("h");
    assert.equal(await page.locator(".marks .arrow").count(), 1);
  }, { left: false });
});

check("the board is seen in the colours of a system with high contrast", async () => {
  await pages.visit(jams, async (page) => {
    const colours = await page.evaluate(() => ['[data-piece="A"] .body', '[data-piece="B"] .body', ".ground", ".board"].map((part) => getComputedStyle(document.querySelector(part)).backgroundColor));
    assert.equal(new Set(colours).size, 4, colours.join());
    await screenshot(page, "forced-colours");
  }, { forcedColors: "active" });
});

check("what is printed is the puzzle, on one sheet", async () => {
  const { board, solution } = await solved(CARD);
  const sheets = async (page) => (await page.pdf({ format: "A4", landscape: true })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  await pages.visit(jams, async (page) => {
    for (const move of solution) await drag(page, board, move);
    const start = await placeOf(page, "A");
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    assert.notDeepEqual(await placeOf(page, "A"), start);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator('[data-piece="A"]').evaluate((piece) => getComputedStyle(piece).translate), "none", "the red car stands on the board");
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    assert.deepEqual(await placeOf(page, "A"), start);
    assert.equal(await sheets(page), 1);
  });
  await pages.visit(pages.write("print.html", dataFile("jams40.txt"), "--simple"), async (page) => assert.equal(await sheets(page), 1), { left: false });
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

check("boards of any size: a bus, a limousine, the exit in the first row, 10×9", async () => {
  const rows = ["AAAoBooo", "ooooBooo", "ooooBooo", "ooooBooo", "oooooooo", "oCCCCCoo", "oooooooo", "oooooooo", "oooooooo"];
  const { board, solution } = await solved(rows.map((row) => `${row}oo`).join("\n"));
  assert.deepEqual([board.width, board.height, solution.length], [10, 9, 2]);
  await pages.visit(`${jams}#${board.key}`, async (page) => {
    assert.equal((await figures(page)).left, 2);
    const { width, height } = await page.locator(".ground").boundingBox();
    assert.ok(Math.abs(width / height - 10 / 9) < 0.01, `${width} × ${height}`);
    await screenshot(page, "any-board");
    for (const move of solution) await drag(page, board, move);
    assert.match(await text(page, "solved"), /fewest possible/);
  });
});

check("the page stays responsive while it searches", async () => {
  const large = "BBoooooCCooooGooooooGAAooFooooooFHoDDoooHoEEooooo";
  await pages.visit(`${jams}#${large}`, async (page) => {
    const longest = await page.evaluate(() => window.longest);
    assert.ok(longest < 1000, `${longest} ms without a turn for others`);
  }, { prepare: () => {
    window.longest = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
    }, 10);
  } });
});
