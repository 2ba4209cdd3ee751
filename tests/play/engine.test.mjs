// Tests of what the page keeps and shows, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { coloursOf, paintsOf, touches } from "../../src/draw/play/engine/colours.js";
import { History } from "../../src/draw/play/engine/history.js";
import { findId, linkOf, openLink } from "../../src/draw/play/engine/links.js";
import { cellsOf, moveInWords, moveText, neighbour, slide } from "../../src/draw/play/engine/pieces.js";
import { chosen, dailyIndex, levelsOf, puzzlesOf } from "../../src/draw/play/engine/puzzles.js";
import { Store } from "../../src/draw/play/engine/store.js";
import { bytesOf, release } from "../../src/draw/play/engine/unpacked.js";
import { denseText, engine, quarterTurns, randomBoards } from "./engine.mjs";

const HARDEST = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

test("what stands beside a piece is named, and moves are in words", () => {
  const board = engine.open("oBBoAAoCoooCoooo");
  const index = (name) => board.pieces.findIndex((piece) => piece.name === name);
  const beside = (name, direction, position = board.start) => neighbour(board, position, index(name), direction);
  assert.deepEqual([beside("A", -1), beside("B", 1, slide(board.start, { piece: index("B"), distance: 1 }))], ["edge", "edge"]);
  assert.equal(beside("A", 1, slide(board.start, { piece: 0, distance: 1 })), "C");
  const walled = engine.open("oBBxAAoCoooCoooo");
  assert.equal(neighbour(walled, walled.start, walled.pieces.findIndex(({ name }) => name === "B"), 1), "wall");
  const down = { piece: index("C"), distance: 1 };
  assert.deepEqual([moveText(board, down), moveInWords(board, down)], ["C+1", "C down 1"]);
});

test("the history counts as the generator does", () => {
  const board = engine.open("oBBoAAoCoooCoooo");
  const history = new History(board.start);
  const [b, c] = ["B", "C"].map((name) => board.pieces.findIndex((piece) => piece.name === name));
  const counts = () => [history.now.moves, history.now.steps];
  history.play({ piece: b, distance: 1 });
  history.play({ piece: b, distance: -2 });
  assert.deepEqual(counts(), [1, 1], "one slide of one cell would do");
  history.play({ piece: b, distance: 1 });
  assert.deepEqual([counts(), history.canUndo], [[0, 0], false], "back where it was");
  history.play({ piece: c, distance: 1 });
  history.play({ piece: 0, distance: 2 });
  assert.deepEqual([counts(), board.look(history.now.position).isSolved], [[2, 3], true]);
  history.restart();
  assert.deepEqual([counts(), history.now.position, history.line], [[0, 0], board.start, []]);
  history.undo();
  assert.deepEqual([counts(), history.line.length], [[2, 3], 2]);
  history.undo();
  history.undo();
  history.undo();
  assert.deepEqual([counts(), history.canUndo], [[0, 0], false]);
  history.redo();
  history.play({ piece: b, distance: 1 });
  assert.deepEqual([counts(), history.canRedo], [[2, 2], false], "a new move ends what could be redone");
  history.noteHelp();
  history.play({ piece: b, distance: -1 });
  assert.equal(history.now.helped, true, "help is not forgotten when a move is taken back by another");
  history.restart();
  assert.equal(history.now.helped, false);
});

test("links come back", () => {
  for (const { text, exit } of [...quarterTurns("oBBoAAoCoooCDDoo"), { text: "AAoB\noooB\noooo", exit: "right" }]) {
    const board = engine.open(text, exit);
    const moves = board.solve();
    const link = linkOf(board, moves);
    for (const written of [link, encodeURIComponent(link)]) {
      const read = openLink(engine, written);
      assert.deepEqual([read.board.key, read.board.exit, read.moves], [board.key, exit, moves]);
    }
  }
  assert.deepEqual(openLink(engine, `${HARDEST}/60`).moves, [], "the number of moves, as older links have it");
  assert.throws(() => openLink(engine, `${HARDEST}/A+9`), /move 1, 'A\+9': something stands in the way/);
  assert.throws(() => openLink(engine, `${HARDEST}/A+1,?`), /move 2|move 1/);
  assert.throws(() => openLink(engine, `${HARDEST}@north`), /'north' is not an exit/);
  assert.throws(() => openLink(engine, "%E0%A4%A"), /damaged/);
  assert.throws(() => engine.open("oBBoAAoCoooCoooo").replay("Q+1"), /there is no piece 'Q'/);
});

test("ids are told from boards", () => {
  const ids = ["6-1-1027474756", " #6-1-1027474756\n", "https://example.org/rush6.html#6-1-1027474756", "oBBoAAoCoooCoooo", "6-1"];
  assert.deepEqual(ids.map(findId), ["6-1-1027474756", "6-1-1027474756", "6-1-1027474756", null, null]);
});

test("pieces that touch never have the same colour", () => {
  let crowded = 0;
  for (const { text, exit } of randomBoards(200, 8, 30)) {
    const board = engine.open(text, exit);
    const colours = coloursOf(board);
    if (board.pieces.length > 14) crowded += 1;
    for (const [a, one] of board.pieces.entries()) {
      for (const [b, other] of board.pieces.entries()) {
        if (a >= b || one.length !== other.length || a === 0) continue;
        const side = touches(board, cellsOf(board, board.start, a), cellsOf(board, board.start, b));
        assert.ok(!side || colours[a] !== colours[b], `${text}: ${one.name} and ${other.name}`);
      }
    }
  }
  assert.ok(crowded > 20, "some boards are crowded");
});

test("given colours are used, other pieces have those of the page", () => {
  const board = engine.open("oBBoAAoCoooCDDDo");
  const byName = (paints) => Object.fromEntries(board.pieces.map(({ name }, index) => [name, [paints[index].fill, paints[index].ink]]));
  const own = (palette) => [`var(--${palette})`, `var(--${palette}-ink)`];
  assert.deepEqual(byName(paintsOf(board)), { A: own("primary"), B: own("car-0"), C: own("car-1"), D: own("truck-0") });
  const [row] = puzzlesOf(engine, [["oBBoAAoCoooCDDDo", 2, 19, null]], { 0: { A: ["#00ff00", "#14171c"], C: ["#000080", "#ffffff"], B: 5 } });
  assert.deepEqual(byName(paintsOf(board, row.paints)), { A: ["#00ff00", "#14171c"], B: own("car-5"), C: ["#000080", "#ffffff"], D: own("truck-0") });
});

test("puzzles are filtered and sorted", () => {
  const rows = [["oBBoAAoCoooCoooo", 2, 19, null], ["oBBxAAoCoooCoooo", 3, 7, "Wall"], ["oBBoAAoCoooCDDoo", null, null, null]];
  const puzzles = puzzlesOf(engine, rows);
  const open = { ...Object.fromEntries(["depth", "side", "pieces", "walls", "size", "level"].map((name) => [name, [null, null]])), state: "all" };
  const numbers = (filter, sort = "number", descending = false, solved = () => false) =>
    chosen(puzzles, { filter: { ...open, ...filter }, sort, descending }, solved).map((puzzle) => puzzle.number);
  assert.deepEqual(numbers({}), [1, 2, 3]);
  assert.deepEqual(numbers({}, "depth", true), [2, 1, 3], "an unknown depth comes last");
  assert.deepEqual(numbers({ walls: [1, null] }), [2]);
  assert.deepEqual(numbers({ depth: [null, 2] }), [1]);
  assert.deepEqual(numbers({ level: [3, 4] }), [2]);
  assert.deepEqual(numbers({ size: [5, 10] }), [2]);
  assert.deepEqual(numbers({ pieces: [4, 4] }), [3]);
  assert.deepEqual([numbers({ side: [4, 4] }), numbers({ side: [5, null] })], [[1, 2, 3], []]);
  assert.deepEqual(numbers({ state: "unsolved" }, "number", false, (puzzle) => puzzle.number === 2), [1, 3]);
});

test("levels have about as many puzzles each, and all puzzles of one depth", () => {
  const of = (...depths) => levelsOf(depths.map((depth) => ({ depth })));
  assert.deepEqual(of(5, 1, 2, 3, 4, 6, 7, 8), [[1, 2], [3, 4], [5, 6], [7, 8]]);
  assert.deepEqual(of(2, 2, 2, 2, 2, 3, 9, null), [[2, 2], [3, 3], [9, 9]]);
  assert.deepEqual(of(4, 4, null), [], "one depth is no choice");
  assert.deepEqual(of(), []);
});

test("every day has its puzzle", () => {
  const days = Array.from({ length: 366 }, (_, day) => dailyIndex(new Date(2024, 0, 1 + day, 12), 50));
  assert.ok(days.every((index) => index >= 0 && index < 50));
  assert.ok(new Set(days).size > 45, "over a year nearly all of fifty are drawn");
  assert.equal(dailyIndex(new Date(2024, 4, 5, 0, 1), 50), dailyIndex(new Date(2024, 4, 5, 23, 59), 50));
});

test("dense text is read, and bytes are given back", () => {
  for (let length = 0; length < 200; length += 1) {
    for (const byte of [(k) => (k * k * 89 + length * 41) % 256, () => 0, () => 255]) {
      const bytes = Array.from({ length }, (_, k) => byte(k));
      assert.deepEqual([...bytesOf(Buffer.from(denseText(bytes)))], bytes);
    }
  }
  const bytes = new Uint8Array(1000);
  release(bytes);
  assert.equal(bytes.length, 0);
});

test("results are kept, and broken storage does not matter", () => {
  const values = new Map();
  const storage = { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
  const store = new Store(storage);
  assert.equal(store.keeps, true);
  store.note("b", 12, false);
  store.note("b", 10, true);
  store.note("b", 14, false);
  store.theme = "dark";
  assert.deepEqual(new Store(storage).result("b"), { best: 10, star: true });
  assert.equal(new Store(storage).theme, "dark");
  assert.equal(store.result("__proto__"), undefined);
  assert.equal(store.isOn("letters"), undefined);
  store.turn("letters", false);
  store.noteLast("/first.html", "oBBoAAoCoooCoooo");
  assert.deepEqual([new Store(storage).isOn("letters"), new Store(storage).lastOf("/first.html")], [false, "oBBoAAoCoooCoooo"]);
  for (let page = 0; page < 50; page += 1) store.noteLast(`/${page}.html`, "x");
  assert.deepEqual([store.lastOf("/first.html"), store.lastOf("/0.html")], [undefined, "x"], "the page left longest ago is forgotten");
  store.noteHelped("b", true);
  assert.ok(new Store(storage).isHelped("b"));
  store.noteHelped("b", false);
  assert.ok(!new Store(storage).isHelped("b"));
  const broken = { getItem: () => { throw new Error("forbidden"); }, setItem: () => { throw new Error("forbidden"); } };
  for (const bad of [null, broken]) {
    const kept = new Store(bad);
    kept.note("b", 3, true);
    assert.deepEqual([kept.keeps, kept.result("b")], [false, { best: 3, star: true }]);
  }
  for (const text of ["nonsense", "null", "[]", '{"results":{"b":{"best":"<b>"},"c":7}}', '{"results":5}', '{"last":{"p":7},"switches":{"letters":"no"},"helped":"b"}']) {
    values.set("gridlock-play", text);
    const kept = new Store(storage);
    assert.deepEqual([kept.result("b"), kept.lastOf("p"), kept.isOn("letters")], [undefined, undefined, undefined], text);
  }
});

test("two tabs keep what each of them has changed", () => {
  const values = new Map();
  const storage = { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
  const [one, other] = [new Store(storage), new Store(storage)];
  one.theme = "dark";
  one.note("b", 12, false);
  other.turn("letters", true);
  other.note("c", 7, true);
  other.note("b", 14, true);
  one.noteLast("/one.html", "x");
  const kept = new Store(storage);
  assert.deepEqual([kept.theme, kept.isOn("letters"), kept.lastOf("/one.html")], ["dark", true, "x"]);
  assert.deepEqual([kept.result("b"), kept.result("c")], [{ best: 12, star: true }, { best: 7, star: true }]);
  assert.deepEqual([one.isOn("letters"), one.result("c")], [undefined, { best: 7, star: true }], "settings of another tab wait, its results count");
});
