// Playing on the page in a browser: by pointer and keyboard, hints, solutions, going back and forth, and what is kept of it.
import assert from "node:assert/strict";
import { moveText, slide } from "../../src/draw/play/engine/pieces.js";
import { quarterTurns, solved } from "./engine.mjs";
import { anotherTab, CARD, check, drag, figures, focused, name, openCards, opened, placeOf, play, screenshot, settled, text } from "./page.mjs";

const { pages, jams } = await openCards();

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
    const again = await anotherTab(context, jams);
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

check("what gives the answer away is hidden until it is asked for", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page, context) => {
    for (const id of ["left-shown", "chart-panel"]) assert.ok(!(await page.isVisible(`#${id}`)), id);
    await drag(page, board, solution[0]);
    assert.doesNotMatch(await text(page, "message"), /moves? left|closer/);
    await page.click("#left-button");
    assert.equal((await figures(page)).left, solution.length - 1);
    assert.ok(await page.isVisible("#chart svg"));
    const again = await anotherTab(context, jams);
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

check("the page opens again at the last puzzle, and the car drives out when it is solved", async () => {
  const { board, solution } = await solved(CARD);
  await pages.visit(jams, async (page, context) => {
    const reopened = async () => {
      await page.waitForTimeout(600); // until the page has noted where it is
      const again = await anotherTab(context, jams);
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
