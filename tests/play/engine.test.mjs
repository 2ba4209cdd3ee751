// Tests of the player's rules, search and records, which need no browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { coloursOf, paintsOf, touches } from "../../src/draw/play/engine/colours.js";
import { History } from "../../src/draw/play/engine/history.js";
import { findBoard, findId, linkOf, parseLink, parseMoves } from "../../src/draw/play/engine/links.js";
import { chosen, dailyIndex, factsOf, levelsOf, puzzlesOf } from "../../src/draw/play/engine/puzzles.js";
import {
  boardPicture, boardRows, boardText, cellsOf, freedom, isLegal, isSolved, moveInWords, moveText, obstacle, parseBoard, slide,
} from "../../src/draw/play/engine/rules.js";
import { Cluster, shortestSolution } from "../../src/draw/play/engine/search.js";
import { TooManyStates } from "../../src/draw/play/engine/state_set.js";
import { Store } from "../../src/draw/play/engine/store.js";
import { answer } from "../../src/draw/play/engine/worker.js";
import { legalMoves, plainDepths, quarterTurns, randomBoards } from "./plain.mjs";

const HARDEST = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

test("errors point at the cell", () => {
  const error = (text, exit = "right") => {
    try {
      parseBoard(text, exit);
    } catch (caught) {
      return [caught.cell, caught.message];
    }
    throw new Error(`${text} is a board`);
  };
  assert.deepEqual(error(""), [null, "a board has 16, 25, 36, 49 or 64 characters (4×4 to 8×8), this one has 0"]);
  assert.deepEqual(error(".BB.AAB........."), [6, "row 2, column 3: piece 'B' is not straight"]);
  assert.equal(error("B...AA.BB.......")[0], 7);
  assert.equal(error("B...AA..........")[1], "row 1, column 1: piece 'B' has length 1; pieces have length 2 or more, and a wall is written x");
  assert.equal(error("BBBBAA..........")[0], 3);
  assert.equal(error("....AA.é........")[0], 7);
  assert.match(error("................")[1], /^there is no piece 'A', which would be the primary$/);
  assert.match(error("A...A...........")[1], /the primary is vertical, so it can't leave the board on the side 'right'; choose another exit$/);
  assert.match(error("....AA..........", "up")[1], /the primary is horizontal, so it can't leave the board on the side 'up'/);
});

test("pieces slide until something stops them", () => {
  const { board, position } = parseBoard("oBBoAAoCoooCoooo");
  const index = (name) => board.pieces.findIndex((piece) => piece.name === name);
  assert.deepEqual(freedom(board, position, index("A")), { back: 0, ahead: 1 });
  assert.deepEqual(freedom(board, position, index("B")), { back: 1, ahead: 1 });
  assert.deepEqual(freedom(board, position, index("C")), { back: 1, ahead: 1 });
  assert.equal(obstacle(board, position, index("A"), 1), "C");
  assert.equal(obstacle(board, position, index("A"), -1), "edge");
  const down = { piece: index("C"), distance: 1 };
  assert.deepEqual([moveText(board, down), moveInWords(board, down)], ["C+1", "C down 1"]);
  for (const distance of [0, 2, 0.5, -2]) assert.equal(isLegal(board, position, { piece: index("C"), distance }), false);
  const solved = slide(slide(position, down), { piece: 0, distance: 2 });
  assert.equal(isSolved(board, position), false);
  assert.equal(isSolved(board, solved), true);
  assert.equal(boardText(board, solved), "oBBoooAAoooCoooC");
});

test("a board that is not square, with its primary in the first row, lies on a square", () => {
  const text = "AA.B.....B........CC.DDD~~~~~~~~~~~~";
  const { board, position } = parseBoard(text);
  assert.deepEqual(boardRows(board, position), ["AAoBoo", "oooBoo", "oooooo", "CCoDDD"]);
  assert.equal(boardText(board, position, "."), text);
  assert.equal(boardPicture(board, position).split("\n")[1], "│ A A . B . . →");
  assert.equal(boardPicture(board, position).split("\n").length, 6);
  const b = board.pieces.findIndex((piece) => piece.name === "B");
  assert.deepEqual([freedom(board, position, b), obstacle(board, slide(position, { piece: b, distance: 1 }), b, 1)], [{ back: 0, ahead: 1 }, "D"]);
  assert.equal(obstacle(board, position, board.pieces.findIndex((piece) => piece.name === "C"), -1), "edge");
  assert.equal(factsOf(board, position).walls, 0);
  // B has to leave the first row: two moves, five steps
  const depth = (metric) => new Cluster(board, position, metric).explore(100_000).distance(position);
  assert.deepEqual([depth("moves"), depth("steps")], [2, 5]);
  const down = parseBoard("~~.A~~.A~~..~~BB", "down");
  assert.equal(boardPicture(down.board, down.position).split("\n").at(-1), "└───↓─┘");
});

test("known boards have their depths", () => {
  const known = [
    ["BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", 24_132, 49, 93],
    ["GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.", 4_780, 51, null],
    [HARDEST, 2_332, 60, null],
  ];
  for (const [text, states, moves, steps] of known) {
    const { board, position } = parseBoard(text);
    const cluster = new Cluster(board, position, "moves").explore(100_000);
    assert.deepEqual([cluster.states, cluster.distance(position)], [states, moves]);
    assert.equal(cluster.histogram.reduce((sum, count) => sum + count), states);
    if (steps !== null) assert.equal(new Cluster(board, position, "steps").explore(100_000).distance(position), steps);
  }
});

test("the search agrees with a plain one on every state of random boards", () => {
  for (const { text, exit } of randomBoards(60, 5)) {
    const { board, position } = parseBoard(text, exit);
    for (const metric of ["moves", "steps"]) {
      const depths = plainDepths(board, position, metric, 3_000);
      if (depths === null) continue;
      const cluster = new Cluster(board, position, metric).explore(3_000);
      assert.equal(cluster.states, depths.size, text);
      for (const [key, depth] of depths) {
        const state = key.split(",").map(Number);
        assert.equal(cluster.distance(state), depth, `${text} ${key}`);
        const best = legalMoves(board, state, metric).filter((move) => depth !== null && depths.get(slide(state, move).join()) === depth - 1);
        const sorted = (moves) => moves.map((move) => moveText(board, move)).sort();
        assert.deepEqual(sorted(cluster.bestMoves(state)), sorted(best), `${text} ${key}`);
      }
    }
  }
});

test("solutions are shortest and legal, found either way", () => {
  for (const { text, exit } of [{ text: HARDEST, exit: "right" }, ...randomBoards(40, 6)]) {
    const { board, position } = parseBoard(text, exit);
    for (const metric of ["moves", "steps"]) {
      let cluster;
      try {
        cluster = new Cluster(board, position, metric).explore(20_000);
      } catch (error) {
        assert.ok(error instanceof TooManyStates);
        continue;
      }
      const found = shortestSolution(board, position, metric, 20_000);
      assert.equal(found === null, !cluster.isSolvable);
      for (const moves of cluster.isSolvable ? [found, cluster.solution(position)] : []) {
        const end = moves.reduce((at, move) => (assert.ok(isLegal(board, at, move)), slide(at, move)), position);
        assert.ok(isSolved(board, end));
        const cost = metric === "moves" ? moves.length : moves.reduce((sum, move) => sum + Math.abs(move.distance), 0);
        assert.equal(cost, cluster.distance(position));
      }
    }
  }
});

test("an 8×8 board uses all 64 bits of a state", () => {
  // two cars and walls in the first and last lines, where the shifts and the sign bit matter
  const text = "BBooooCCoooooooDooooooxDoAAooooooooooooooooooooEooooooxEFFooooGG";
  const { board, position } = parseBoard(text);
  const depths = plainDepths(board, position, "moves", 200_000);
  const cluster = new Cluster(board, position, "moves").explore(200_000);
  assert.equal(cluster.states, depths.size);
  for (const [key, depth] of depths) assert.equal(cluster.distance(key.split(",").map(Number)), depth);
});

test("a cluster that is too large gives its solution alone", () => {
  const messages = [];
  const request = { text: HARDEST, exit: "right", metric: "moves", limit: 2_331, solutionLimit: 2_332 };
  answer(request, (message) => messages.push(message));
  assert.equal(messages.at(-1).solution.length, 60);
  answer({ ...request, limit: 2_332 }, (message) => messages.push(message));
  const { board, position } = parseBoard(HARDEST);
  const cluster = Cluster.fromMessage(board, "moves", structuredClone(messages.at(-1).cluster));
  assert.deepEqual([cluster.states, cluster.distance(position), cluster.bestMoves(position).length], [2_332, 60, 1]);
  answer({ ...request, limit: 10, solutionLimit: 10 }, (message) => messages.push(message));
  assert.deepEqual(messages.at(-1), { tooLarge: true });
});

test("the history counts as the generator does", () => {
  const { board, position } = parseBoard("oBBoAAoCoooCoooo");
  const history = new History(position);
  const [b, c] = ["B", "C"].map((name) => board.pieces.findIndex((piece) => piece.name === name));
  const counts = () => [history.now.moves, history.now.steps];
  history.play({ piece: b, distance: 1 });
  history.play({ piece: b, distance: -2 });
  assert.deepEqual(counts(), [1, 1], "one slide of one cell would do");
  history.play({ piece: b, distance: 1 });
  assert.deepEqual([counts(), history.canUndo], [[0, 0], false], "back where it was");
  history.play({ piece: c, distance: 1 });
  history.play({ piece: 0, distance: 2 });
  assert.deepEqual([counts(), isSolved(board, history.now.position)], [[2, 3], true]);
  history.restart();
  assert.deepEqual([counts(), history.now.position, history.line], [[0, 0], position, []]);
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
  for (const exit of quarterTurns("oBBoAAoCoooCDDoo")) {
    const { board, position } = parseBoard(exit.text, exit.exit);
    const moves = new Cluster(board, position, "moves").explore(1_000).solution(position);
    const link = linkOf(board, position, moves);
    const read = parseLink(link);
    assert.deepEqual([read.board, read.position, read.moves], [board, position, moves]);
    assert.deepEqual(parseLink(encodeURIComponent(link)).moves, moves);
  }
  assert.deepEqual(parseLink(`${HARDEST}/60`).moves, [], "the number of moves, as older links have it");
  assert.throws(() => parseLink(`${HARDEST}/A+9`), /move 1, 'A\+9': something stands in the way/);
  assert.throws(() => parseLink(`${HARDEST}/A+1,?`), /move 2|move 1/);
  assert.throws(() => parseLink(`${HARDEST}@north`), /'north' is not an exit/);
  assert.throws(() => parseLink("%E0%A4%A"), /damaged/);
  const { board, position } = parseBoard("oBBoAAoCoooCoooo");
  assert.throws(() => parseMoves(board, position, "Q+1"), /there is no piece 'Q'/);
});

test("boards are found in what people paste", () => {
  const text = "oBBoAAoCoooCDDoo";
  const dots = text.replaceAll("o", ".");
  const { board, position } = parseBoard(text);
  for (const pasted of [text, ` ${dots}\n`, `02 ${text} 48`, `${text} Jam-1`, dots.match(/.{4}/g).join("\r\n"), boardPicture(board, position), `https://example.org/play.html#${text}/2`]) {
    assert.equal(findBoard(pasted).text.replaceAll(".", "o"), text, pasted);
  }
  const frame = boardPicture(board, position).trimEnd();
  const analysis = `this board    unsolved state\n${frame.split("\n").map((line) => `${line.padEnd(14)} ${line.replace("B", ".")}`).join("\n")}\n\ncluster  19 states\n`;
  assert.deepEqual(findBoard(analysis), { text: dots, exit: "right", moves: "" }, "the first frame of two");
  for (const turned of quarterTurns(text)) {
    const parsed = parseBoard(turned.text, turned.exit);
    const found = findBoard(boardPicture(parsed.board, parsed.position));
    assert.deepEqual([found.text.replaceAll(".", "o"), found.exit], [turned.text, turned.exit]);
  }
  // a board of 4×2 on its square, with the exit on every side
  for (const turned of quarterTurns("AAoBoooB~~~~~~~~")) {
    const parsed = parseBoard(turned.text, turned.exit);
    const picture = boardPicture(parsed.board, parsed.position);
    const { text, exit } = findBoard(picture);
    const again = parseBoard(text, exit);
    assert.equal(boardPicture(again.board, again.position), picture);
  }
  assert.equal(findBoard("AA.\n..B\n..B").text, "~AA.~..B~..B~~~~", "3×3");
});

test("a board that is not square is put on its square beside the exit that was chosen", () => {
  const rows = "oooo\nBooo\nBoAA\noooo\noCCo\noooo";
  assert.deepEqual([findBoard(rows, "left").text.slice(0, 6), findBoard(rows).text.slice(0, 6)], ["oooo~~", "~~oooo"]);
  const wide = "ooAoooo\nooAoooo\noooBBoo\nooooooo";
  assert.deepEqual([findBoard(wide, "down").text.slice(0, 7), findBoard(wide, "up").text.slice(0, 7)], ["~~~~~~~", "ooAoooo"]);
});

test("boards are pasted in the forms that the program reads", () => {
  const text = "oBBoAAoCoxoCoooo";
  const forms = ["_BB_AA_C_#_C____", "-BB-AA-C-x-C----", "_BB_\nAA_C\n_#_C\n____", `Jam-1,${text}`, `name,board\nJam-1,"${text}"\n`, `moves board cluster_size\n02 ${text} 19`];
  for (const form of forms) {
    const found = findBoard(form);
    assert.deepEqual([found.text.replaceAll(".", "o"), found.exit], [text, null], form);
  }
});

test("a link says which exit it means, and ids are told from boards", () => {
  const exits = ["play.html#oBBoAAoCoooCoooo/C+1", "play.html#oBBoAAoCoooCoooo@left"].map((link) => findBoard(link, "left").exit);
  assert.deepEqual(exits, ["right", "left"]);
  const ids = ["6-1-1027474756", " #6-1-1027474756\n", "https://example.org/rush6.html#6-1-1027474756", "oBBoAAoCoooCoooo", "6-1"];
  assert.deepEqual(ids.map(findId), ["6-1-1027474756", "6-1-1027474756", "6-1-1027474756", null, null]);
});

test("pieces that touch never have the same colour", () => {
  let crowded = 0;
  for (const { text, exit } of randomBoards(200, 8, 30)) {
    const { board, position } = parseBoard(text, exit);
    const colours = coloursOf(board, position);
    if (board.pieces.length > 14) crowded += 1;
    for (const [a, one] of board.pieces.entries()) {
      for (const [b, other] of board.pieces.entries()) {
        if (a >= b || one.length !== other.length || a === 0) continue;
        const side = touches(board, cellsOf(board, position, a), cellsOf(board, position, b));
        assert.ok(!side || colours[a] !== colours[b], `${text}: ${one.name} and ${other.name}`);
      }
    }
  }
  assert.ok(crowded > 20, "some boards are crowded");
});

test("given colours are used, other pieces have those of the page", () => {
  const { board, position } = parseBoard("oBBoAAoCoooCDDDo");
  const plain = paintsOf(board, position);
  assert.deepEqual(plain.map(({ fill }) => fill), ["var(--primary)", "var(--car-0)", "var(--car-1)", "var(--truck-0)"]);
  const [row] = puzzlesOf([["oBBoAAoCoooCDDDo", "right", 2, 19, null]], { 0: { A: ["#00ff00", "#14171c"], C: ["#000080", "#ffffff"], B: 5 } });
  const paints = paintsOf(board, position, row.paints);
  assert.deepEqual(paints.map(({ fill, ink }) => [fill, ink]), [
    ["#00ff00", "#14171c"],
    ["var(--car-5)", "var(--car-5-ink)"],
    ["#000080", "#ffffff"],
    ["var(--truck-0)", "var(--truck-0-ink)"],
  ]);
});

test("puzzles are filtered and sorted", () => {
  const rows = [["oBBoAAoCoooCoooo", "right", 2, 19, null], ["oBBxAAoCoooCoooo", "right", 3, 7, "Wall"], ["oBBoAAoCoooCDDoo", "right", null, null, null]];
  const puzzles = puzzlesOf(rows);
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
