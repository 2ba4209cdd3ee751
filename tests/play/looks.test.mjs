// How the page looks in a browser: small screens and touch, colours, letters, accessibility, print, and boards of any size.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { solved } from "./engine.mjs";
import { CARD, check, chooseTheme, dataFile, drag, figures, HARDEST, openCards, opened, paste, placeOf, screenshot, settled, text } from "./page.mjs";

const { pages, jams } = await openCards();

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
