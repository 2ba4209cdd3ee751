// The page with all puzzles of 6×6 in a browser, on a phone's size by touch: the first visit, levels, playing, coming back, and boards that are
// known or not. GRIDLOCK is the path of the program, CHROMIUM of the browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { solved } from "./engine.mjs";
import { Pages, drag, settled, skip, text } from "./page.mjs";

const pages = new Pages();
let address = "";
before(async () => {
  if (skip) return;
  await pages.open();
  address = pages.write("rush6.html", "@rush6");
});
after(() => (skip ? null : pages.close()));

const check = (name, body) => test(name, { skip, timeout: 300_000 }, body);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, left: false };
const isNumber = () => /^No\. [\d,]+$/.test(document.querySelector("#puzzle-name").textContent);

// Does what opens another puzzle, and waits until its name is shown and its hints are known.
async function another(page, act) {
  const name = await text(page, "puzzle-name");
  await act();
  await page.waitForFunction((before) => document.querySelector("#puzzle-name").textContent !== before, name);
  await settled(page);
}

const facts = async (page) => Object.fromEntries([...(await text(page, "puzzle-facts")).matchAll(/(\d+) (move|piece|wall)/g)].map(([, count, noun]) => [noun, Number(count)]));

check("a first visit: an easy puzzle, solved by hints, then another easy one, which is there again after reloading", async () => {
  await pages.visit(address, async (page) => {
    assert.match(await text(page, "title"), /2,577,412/);
    assert.ok(await page.locator("#first-hint").isVisible());
    const first = await facts(page);
    assert.ok(first.move >= 4 && first.move <= 6, `${first.move} moves`);
    for (let k = 0; k < 2 * first.move; k += 1) await page.tap("#hint-button");
    assert.ok(await page.locator("#solved").isVisible() && !(await page.locator("#first-hint").isVisible()));
    await another(page, () => page.locator("#solved button.main").tap());
    assert.ok((await facts(page)).move <= first.move, "after hints the next one is not harder");
    const name = await text(page, "puzzle-name");
    await page.waitForFunction(() => location.hash !== "");
    await page.reload();
    await page.waitForFunction(isNumber);
    assert.equal(await text(page, "puzzle-name"), name);
  }, phone);
});

check("what was solved is marked and not offered again, and some solved puzzles offer the next level", async () => {
  await pages.visit(address, async (page) => {
    const solve = async () => {
      const { board, solution } = await solved(new URL(page.url()).hash.slice(1).split("/")[0]);
      await page.evaluate(() => scrollTo(0, 0));
      for (const move of solution) await drag(page, board, move);
      return () => drag(page, board, solution.at(-1));
    };
    const buttons = page.locator("#levels button");
    await another(page, () => buttons.nth(0).tap());
    const names = [];
    for (let k = 0; k < 3; k += 1) {
      assert.ok((await facts(page)).move <= 3);
      assert.equal(await page.locator("#puzzle-name .icon").count(), 0);
      names.push(await text(page, "puzzle-name"));
      const finish = await solve();
      if (k === 0) {
        // the same puzzle again and again counts once
        for (let again = 0; again < 3; again += 1) {
          await page.tap("#undo-button");
          await page.waitForTimeout(300);
          await finish();
        }
      }
      assert.equal(await page.locator("#puzzle-name .icon").count(), 1);
      const next = page.locator("#solved button.main");
      assert.match(await next.innerText(), k < 2 ? /^Harder puzzle$/ : /^Next level: 4 to 6 moves$/);
      await another(page, () => next.tap());
    }
    assert.ok((await facts(page)).move >= 4);
    assert.equal(new Set(names).size, 3);
    assert.equal(await buttons.nth(1).getAttribute("aria-pressed"), "true");
    await solve();
    assert.match(await text(page, "level-count"), /, 1 solved$/);
    // the rows are known without the results, too
    const last = await text(page, "puzzle-name");
    await page.waitForTimeout(600);
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("gridlock-play"));
      localStorage.setItem("gridlock-play", JSON.stringify({ ...stored, results: {} }));
    });
    await page.reload();
    await page.waitForFunction(() => / 4 solved|, 4 solved/.test(document.querySelector("#level-count").textContent));
    await page.waitForFunction((name) => document.querySelector("#puzzle-name").textContent === name, last);
    assert.equal(await page.locator("#puzzle-name .icon.tick").count(), 1);
  }, phone);
});

check("a level is drawn over the chart and limits what is chosen; today's puzzle is the same for everybody", async () => {
  await pages.visit(address, async (page) => {
    const bars = page.locator("#level-bars");
    await bars.scrollIntoViewIfNeeded();
    const box = await bars.boundingBox();
    await page.mouse.move(box.x + box.width * 0.35, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.45, box.y + 30);
    await page.mouse.up();
    const [, least, most] = /(\d+) to (\d+)/.exec(await text(page, "level-range")).map(Number);
    assert.ok(least >= 20 && most <= 30 && least < most);
    await page.locator("#level-fields select").nth(1).selectOption("0"); // walls, most
    assert.ok(Number((await text(page, "level-count")).replace(/[^\d]/g, "")) < 476_118);
    await page.focus("#level-least");
    await page.keyboard.press("ArrowRight");
    assert.match(await text(page, "level-range"), new RegExp(`^${least + 1} to ${most}`));
    await another(page, () => page.tap("#random-button"));
    const { move, wall } = await facts(page);
    assert.ok(move > least && move <= most && wall === undefined);
    await page.tap("#near-button");
    await page.waitForFunction(() => document.querySelectorAll("#near li").length === 12);
    await another(page, () => page.tap("#daily-button"));
    const daily = await text(page, "puzzle-name");
    await another(page, () => page.tap("#random-button"));
    await another(page, () => page.tap("#daily-button"));
    assert.equal(await text(page, "puzzle-name"), daily);
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    assert.deepEqual(await page.evaluate(async () => (await window.axe.run()).violations.map(({ id }) => id)), []);
  }, phone);
});

check("boards of a link are looked up", async () => {
  await pages.visit(address, async (page) => {
    const known = async (board) => {
      await page.evaluate((hash) => (location.hash = hash), board);
      await page.waitForFunction(() => document.querySelector("#known").textContent !== "");
      return text(page, "known");
    };
    assert.match(await known("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"), /of 2,577,412, 60 moves\. Its id is 6-1-1027474756/);
    // an id opens the same board
    await page.evaluate(() => (location.hash = "6-2-1027474756"));
    await page.waitForFunction(() => document.querySelector("#known").textContent.startsWith("No puzzle of this page"));
    await page.evaluate(() => (location.hash = "6-1-1027474756"));
    await page.waitForFunction(() => location.hash === "#IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM");
    await page.waitForFunction(() => document.querySelector("#puzzle-name").textContent === "No. 1,418,677");
    assert.match(await known("ooooBoooooBoAAooooCCoooooooooo" + "ooDDoo"), /as many without the car in row 4\.$/);
    assert.match(await known("AAoBoo" + "oooBoo" + "oooooooooooo" + "CCoooooooooo"), /have the striped piece in row 3/);
    // ids are typed as well
    await page.click("#open-button");
    await page.fill("#open-text", "https://example.org/rush6.html#6-1-1027474756");
    await page.click("#open-form button.main");
    await page.waitForFunction(() => document.querySelector("#puzzle-name").textContent === "No. 1,418,677");
  }, phone);
});

check("a search that takes long says so, and gives way to another one", async () => {
  await pages.visit(address, async (page) => {
    const least = page.locator("#level-fields fieldset").nth(1).locator("select").first();
    await least.selectOption("16");
    await page.waitForFunction(() => document.querySelector("#level-count").textContent === "26 puzzles"); // once all has come
    // the worker gets its questions a second later, so that a search takes long on every machine
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message) {
        setTimeout(() => post.call(this, message), 1000);
      };
    });
    await page.click("#random-button");
    await page.waitForFunction(() => document.querySelector("#level-count").textContent === "searching …" && document.querySelector("#random-button").ariaDisabled === "true");
    await least.selectOption("10");
    assert.match(await text(page, "level-count"), /^[\d,]+ puzzles$/);
    await another(page, () => page.click("#random-button"));
    assert.ok((await facts(page)).piece >= 10);
  }, { left: false });
});

check("on a narrow phone all levels and numbers can be read", async () => {
  await pages.visit(address, async (page) => {
    const inside = (selector, room) => page.locator(selector).evaluateAll((all, space) => all.filter((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().width + space > one.clientWidth;
    }).length, room);
    assert.equal(await inside("#levels button", 4), 0);
    const widths = await page.locator("#level-fields select").evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
    assert.ok(widths.length === 4 && widths.every((width) => width >= 70), widths.join());
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  }, { ...phone, viewport: { width: 320, height: 640 } });
});

check("nothing of the panel of levels is cut on 1280 by 800", async () => {
  await pages.visit(address, async (page) => {
    const beyond = (selector) => page.locator(selector).evaluate((one) => one.scrollHeight - one.clientHeight);
    await another(page, () => page.locator("#levels button").nth(1).click());
    assert.ok(await page.isVisible("#level-daily-button"));
    assert.deepEqual([await beyond("#level-panel"), await beyond("html")], [0, 0]);
    await page.click("#settings-button");
    for (const name of ["details", "left"]) await page.check(`#${name}-switch`);
    await page.keyboard.press("Escape");
    assert.ok(await page.isVisible("#chart svg"));
    assert.equal(await beyond("#level-panel"), 0);
  }, { viewport: { width: 1280, height: 800 }, left: false });
});

// The server sends the next part of the page when the test says so.
check("a slow network sees the board first, a bar, and no buttons of another page", async () => {
  const html = readFileSync(fileURLToPath(address), "utf8");
  const cuts = ['<script type="application/json" id="data">', 'id="ranks">'].map((text) => html.indexOf(text));
  const parts = [0, cuts[0], cuts[1] + 1_000_000].map((from, k, all) => html.slice(from, all[k + 1]));
  let send = null;
  const server = createServer((request, answer) => {
    if (request.url !== "/") return answer.writeHead(404).end();
    answer.setHeader("content-type", "text/html");
    send = () => (parts.length > 1 ? answer.write(parts.shift()) : answer.end(parts.shift()));
    send();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await pages.browser.newPage({ viewport: { width: 390, height: 844 } });
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`, { waitUntil: "commit" });
    await page.waitForFunction(() => document.querySelector("#copy-dialog"));
    const buttons = () => page.locator("button, select, summary").evaluateAll((all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).length);
    assert.deepEqual([await buttons(), await text(page, "puzzle-name")], [0, "One moment …"]);
    send();
    await page.waitForFunction(isNumber);
    await page.waitForFunction(() => document.querySelector("#loading").value > 10);
    assert.ok(await page.isVisible("#loading") && await page.isVisible("#level-panel") && !(await page.isVisible("#list-panel")));
    const bar = await page.locator("#loading").boundingBox();
    assert.ok(bar.y + bar.height <= 844, "the bar is in sight");
    const name = await text(page, "puzzle-name");
    for (const button of ["#next-button", "#levels button:nth-child(2)"]) {
      await page.keyboard.press("h");
      await page.click(button);
      assert.match(await text(page, "message"), /still loading/);
    }
    assert.equal(await text(page, "puzzle-name"), name);
    send();
    await another(page, () => {});
    assert.ok(!(await page.isVisible("#loading")));
  } finally {
    await page.close();
    server.close();
  }
});
