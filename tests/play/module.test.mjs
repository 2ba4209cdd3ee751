// The module for browsers against the library in native code: boards of all exits in both metrics, and the rows of databases.
// GRIDLOCK is the path of the program. BOARDS and ROWS are how many random boards and how many rows of 6×6 are compared.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CAR_COLOURS, coloursOf } from "../../src/draw/play/engine/colours.js";
import { BoardError, Database, Engine, METRICS, TooManyStates } from "../../src/draw/play/engine/engine.js";
import { moveText, slide } from "../../src/draw/play/engine/pieces.js";
import { SolvedRows } from "../../src/draw/play/engine/solved.js";
import { Questions } from "../../src/draw/play/engine/worker.js";
import { EXITS, MODULE, denseText, engine, numbers, quarterTurns, randomBoards } from "./engine.mjs";

const program = process.env.GRIDLOCK ?? "";
const skip = existsSync(program) ? false : "GRIDLOCK names no program";
const BOARDS = Number(process.env.BOARDS ?? 2_000);
const ROWS = Number(process.env.ROWS ?? 200);
let folder = "";
before(() => (folder = mkdtempSync(join(tmpdir(), "gridlock-module-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
const dataOf = (name) => readFileSync(new URL(`../../data/${name}`, import.meta.url));
const boardsOf = (name) => String(dataOf(name)).trim().split("\n").map((line) => line.split(/\s+/)[1]);

// What the program says about boards with one exit, in their order. It finds clusters on pairs of half states, and best moves level by level.
function answers(boards, exit, metric) {
  writeFileSync(join(folder, "boards.txt"), boards.map((board) => `${board}\n`).join(""));
  try {
    return lines(run("solve", "boards.txt", "--exit", exit, "--metric", metric, "--json", "--all-first", "--cluster", "--max-states", "400000"));
  } catch (error) {
    return lines(error.stdout); // a board without a solution is a failure of the command, not of the test
  }
}

const lines = (text) => text.trim().split("\n").map((line) => JSON.parse(line));

async function compare(boards, exit, metric) {
  if (boards.length === 0) return;
  const found = answers(boards, exit, metric);
  assert.equal(found.length, boards.length);
  for (const [index, text] of boards.entries()) {
    const board = await engine.open(text, exit).explore({ metric, maxStates: 400_000 });
    const { depth, best } = board.look();
    const { cluster_size, fewest_moves, fewest_steps, first_moves } = found[index];
    assert.equal(board.explored.states, cluster_size, text);
    assert.equal(depth, metric === "moves" ? fewest_moves : fewest_steps, text);
    assert.deepEqual(best.map((move) => moveText(board, move)).sort(), (first_moves ?? []).sort(), text);
    board.close();
  }
}

for (const name of ["top23.txt", "rows45.txt", "jams40.txt"]) {
  test(`the boards of ${name}`, { skip }, async () => {
    for (const metric of METRICS) await compare(boardsOf(name), "right", metric);
  });
}

test(`${BOARDS} random boards of 4×4 to 7×7, some with walls, with exits on all sides`, { skip, timeout: 1_200_000 }, async () => {
  const small = [];
  // boards of many states are left out to save time
  for (const { text, exit } of randomBoards(2 * BOARDS, 7)) {
    if (small.length === BOARDS) break;
    const board = engine.open(text, exit);
    const isSmall = await board.explore({ maxStates: 8_000 }).then(() => true, (error) => assert.ok(error instanceof TooManyStates));
    if (isSmall) small.push({ text, exit });
    board.close();
  }
  assert.equal(small.length, BOARDS);
  for (const exit of EXITS) {
    const boards = small.filter((board) => board.exit === exit).map((board) => board.text);
    assert.ok(boards.length > BOARDS / 8);
    for (const metric of METRICS) await compare(boards, exit, metric);
  }
});

test("every position of a solution is one step nearer, and the solution that is found alone is as short", async () => {
  for (const { text, exit } of [{ text: boardsOf("top23.txt")[0], exit: "right" }, ...randomBoards(60, 6)]) {
    for (const metric of METRICS) {
      const board = engine.open(text, exit);
      const isKnown = await board.explore({ metric, maxStates: 20_000 }).then(() => true, () => false);
      if (!isKnown) continue;
      const cost = (moves) => (metric === "moves" ? moves.length : moves.reduce((sum, move) => sum + Math.abs(move.distance), 0));
      const alone = board.solve({ metric });
      assert.equal(alone === null, board.look().depth === null);
      for (const moves of alone === null ? [] : [alone, board.solution()]) {
        assert.equal(cost(moves), board.look().depth);
        let at = board.start;
        for (const move of moves) {
          const [back, ahead] = board.look(at).free[move.piece];
          assert.ok(move.distance >= -back && move.distance <= ahead && move.distance !== 0, text);
          at = slide(at, move);
        }
        assert.ok(board.look(at).isSolved);
        assert.deepEqual(board.replay(moves.map((move) => moveText(board, move)).join(",")), moves);
      }
    }
  }
});

test("boards of other sizes, pieces of any length, the primary in any line", { skip }, async () => {
  const given = [
    ["AAoBoo oooBoo oooooo CCoDDD", "right"], ["ooA ooA ooo ooo BBo", "down"], ["BBooCCo oAAooDo oooooDo", "left"],
    ["ooAoooo ooAoooo ooooooo BBBBooo ooooooo ooooooo", "down"], ["BBBBBB AAoCoo oooCoo oooCoo oooooo oooooo", "right"], ["oAAAoBoo oooooBoo oooooBoo oooooooo oooooooo oooooooo", "right"],
  ];
  for (const [drawn, exit] of given) {
    const [width, height, text] = [drawn.indexOf(" "), drawn.split(" ").length, drawn.replaceAll(" ", "")];
    const rows = drawn.replaceAll(" ", "\n");
    const board = await engine.open(rows, exit).explore();
    assert.deepEqual([board.width, board.height, board.exit, board.draw().text], [width, height, exit, text]);
    const [said] = lines(execFileSync(program, ["solve", "-", "--exit", exit, "--json", "--cluster"], { input: board.draw().drawing, encoding: "utf8" }));
    assert.deepEqual([board.look().depth, board.explored.states], [said.moves, said.cluster_size], text);
    assert.equal(engine.open(board.key).key, board.key);
  }
});

test("the same texts are boards, and errors have the same words and name the cell", { skip }, () => {
  const wrong = [".BB.AAB.........", "B...AA.BB.......", "B...AA..........", "................", "A...A..........."];
  for (const text of wrong) {
    let said = "";
    try {
      execFileSync(program, ["analyse", text], { stdio: ["ignore", "ignore", "pipe"] });
    } catch (error) {
      said = String(error.stderr);
    }
    assert.throws(() => engine.open(text), (error) => error instanceof BoardError && said.includes(error.message), `${text}: ${said}`);
  }
  assert.throws(() => engine.open(wrong[0]), ({ row, column, rows }) => row === 2 && column === 3 && rows.join() === ".BB.,AAB.");
  assert.throws(() => engine.open("#oBBoAAoCoooCoooo@north"), /'north' is not an exit/);
});

test("boards are found in what people paste", () => {
  const text = "oBBoAAoCoooCDDoo";
  const dots = text.replaceAll("o", ".");
  const drawing = engine.open(text).draw().drawing;
  const analysis = `this board    unsolved state\n${drawing.split("\n").map((line) => `${line.padEnd(14)} ${line.replace("B", ".")}`).join("\n")}\n\ncluster  19 states\n`;
  const forms = [
    text, ` ${dots}\n`, `02 ${text} 48`, `${text} Jam-1`, dots.match(/.{4}/g).join("\r\n"), drawing, analysis, `https://example.org/play.html#${text}/2`,
    text.replaceAll("o", "_"), text.replaceAll("o", "-"), `Jam-1,${text}`, `name,board\nJam-1,"${text}"\n`, `moves board cluster_size\n02 ${text} 19`,
  ];
  for (const form of forms) assert.equal(engine.open(form, "right").key, text, form);
  assert.equal(engine.open(engine.open("AAoB\noooB\noooo").draw().drawing).key, "4x3:AAoBoooBoooo");
  for (const { text: turned, exit } of quarterTurns(text)) {
    const again = engine.open(engine.open(turned, exit).draw().drawing);
    assert.deepEqual([again.draw().text, again.exit], [turned, exit], "the arrow is the exit");
  }
  // a link says which exit it means
  assert.deepEqual(["x.html#oBBoAAoCoooCoooo/C+1", "x.html#oBBoAAoCoooCoooo@left"].map((link) => engine.open(link, "left").exit), ["right", "left"]);
  assert.equal(engine.open("x.html#oBBoAAoCoooCoooo/C+1").moves, "C+1");
});

test("slices find the same, can be stopped, and keep to the limit", async () => {
  const board = engine.open("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM");
  const controller = new AbortController();
  const stopped = board.explore({ onProgress: () => controller.abort(new Error("enough")), signal: controller.signal });
  await assert.rejects(stopped, /enough/);
  await board.explore();
  assert.deepEqual([board.explored.states, board.look().depth], [24_132, 49]);
  assert.equal(board.explored.counts.reduce((sum, count) => sum + count), 24_132);
  await board.explore({ metric: "steps" });
  assert.equal(board.look().depth, 93);
  await assert.rejects(engine.open(board.key).explore({ maxStates: 24_131 }), TooManyStates);
  assert.throws(() => board.solve({ maxStates: 10 }), TooManyStates);
  board.close();
  assert.equal(board.look().depth, null, "it opens again, unexplored");
});

test("what can't be meant is refused", async () => {
  const board = engine.open("oBBoAAoCoooCoooo");
  assert.throws(() => board.solution(), /not explored/);
  assert.throws(() => board.solve({ metric: "cells" }), /unknown metric cells/);
  await assert.rejects(board.explore({ metric: "Moves" }), /unknown metric Moves/);
  const database = new Database(engine, dataOf("rush4-all.ranks"));
  for (const row of [-1, 0.5, "7", NaN, undefined, 2 ** 32, database.rows]) {
    for (const name of ["get", "facts"]) assert.throws(() => database[name](row), /there is no row/, `${name}(${row})`);
  }
  assert.equal(database.get(database.rows - 1).row, database.rows - 1);
  database.close();
});

test("a panic becomes a message, and boards and databases open again in another instance", async () => {
  const own = await Engine.of(MODULE);
  const board = own.open("oBBoAAoCoooCoooo");
  const database = new Database(own, dataOf("rush4-all.ranks"));
  const row = database.get(7);
  // a request that no caller of the library makes: more room than there is
  const panic = () => assert.throws(() => own.call("open_board", { length: 2 ** 31 }), /capacity|memory|bounds/i);
  panic();
  assert.equal(board.look().free.length, board.pieces.length);
  assert.deepEqual(database.get(7), row);
  panic();
  database.close();
  board.close();
  assert.deepEqual(database.get(7), row);
  assert.equal(board.look().free.length, board.pieces.length);
});

// Databases

// Rows as a file in the published order.
function published(rows) {
  const order = (a, b) => b.moves - a.moves || b.states - a.states || (a.board.replaceAll("o", ".") < b.board.replaceAll("o", ".") ? 1 : -1);
  return [...rows].sort(order).map(({ moves, board, states }) => `${String(moves).padStart(2, "0")} ${board} ${states}\n`).join("");
}

for (const name of ["rush4-all", "rush5-all"]) {
  test(`every row of ${name}`, () => {
    const bytes = dataOf(`${name}.ranks`);
    const database = new Database(engine, bytes);
    const rows = Array.from({ length: database.rows }, (_, row) => database.get(row));
    const text = published(rows);
    // the file says the SHA-256 of its rows as text in the published order
    assert.equal(createHash("sha256").update(text).digest("hex"), Buffer.from(bytes.subarray(36, 68)).toString("hex"));
    for (const { row, id, board } of rows.filter((_, k) => k % 97 === 0)) {
      assert.equal(database.rowOf(id), row);
      assert.equal(database.find(board).row, row);
    }
    database.close();
  });
}

test("every row of boards of other rules", { skip }, () => {
  for (const rules of ["5x4 --walls 0..1", "3 --walls 0..2", "4x6 --walls 0", "6x4 --walls 0 --primary-row 1 --lengths 2..4"]) {
    run("generate", "--size", ...rules.split(" "), "--quiet", "-o", "other.ranks", "--force");
    const bytes = readFileSync(join(folder, "other.ranks"));
    const database = new Database(engine, bytes);
    const rows = Array.from({ length: database.rows }, (_, row) => database.get(row));
    const text = published(rows.map((row) => ({ ...row, board: row.board.split(":").at(-1) })));
    assert.equal(createHash("sha256").update(text).digest("hex"), Buffer.from(bytes.subarray(36, 68)).toString("hex"), rules);
    for (const { row, id, board } of rows.filter((_, k) => k % 7 === 0)) {
      assert.equal(database.rowOf(id), row);
      assert.equal(database.find(board).row, row);
    }
    database.close();
  }
});

test("random rows of 6×6 and their numbers are the program's", { skip, timeout: 1_200_000 }, () => {
  const database = new Database(engine, dataOf("rush6-all.ranks"));
  const random = numbers(44);
  const level = { walls: [0, 3] };
  const rows = Array.from({ length: ROWS }, () => database.get(database.at(level, random(2 ** 32) / 2 ** 32)));
  for (const walls of [0, 1, 2, 3]) assert.ok(rows.some((row) => row.walls === walls));
  // the program refuses a row that is not its own
  writeFileSync(join(folder, "rows.txt"), published(rows));
  run("verify", "rows.txt");
  for (const { row, id, board } of rows.slice(0, 20)) {
    assert.equal(database.rowOf(id), row);
    assert.deepEqual([database.find(board).row, database.find(board).id], [row, id]);
  }
  database.close();
});

test("a level gives the rows that pass, and every board is known or not for a reason", { skip }, async () => {
  run("select", "@rush5", "--moves", "5..8", "--walls", "0..1", "--pieces", "..9", "-o", "part.ranks");
  const bytes = readFileSync(join(folder, "part.ranks"));
  const database = new Database(engine, bytes);
  const level = { moves: [6, 7], walls: [1, 1], pieces: [6, 6] };
  const all = Array.from({ length: database.rows }, (_, row) => database.get(row));
  const pieces = ({ board }) => new Set(board.replaceAll(/[ox]/g, "")).size;
  const wanted = all.filter((row) => row.moves >= 6 && row.moves <= 7 && row.walls === 1 && pieces(row) === 6).map(({ row }) => row);
  const found = [];
  for (let row = database.first(level); row !== null; row = database.first(level, row + 1)) found.push(row);
  assert.deepEqual(found, wanted);
  assert.ok(wanted.length > 3);
  const passing = all.filter((row) => row.moves >= 6 && row.moves <= 7 && row.walls === 1).map(({ row }) => row);
  for (const share of [0, 0.3, 0.999]) assert.equal(database.at(level, share), passing[Math.floor(share * passing.length)]);
  assert.equal(database.at({ moves: [99, 99] }, 0), null);
  assert.equal(database.first({ moves: [99, 99] }), null);
  const { row, board, moves } = all[17];
  assert.deepEqual(database.facts(row), { walls: all[17].walls, moves });
  assert.equal(database.find(board).distance, moves);
  const reason = (text) => database.find(text).reason;
  assert.equal(reason("oBBoAAoCoooCoooo"), "size");
  assert.deepEqual(database.find("ooooo" + "AAoBo" + "oooBo" + "ooooo" + "ooooo"), { reason: "row", line: 3 });
  assert.deepEqual(database.find("ooooo" + "ooooo" + "AAoBo" + "oooBo" + "CCooo").reason, "irrelevant");
  assert.equal(reason("ooooo" + "ooooo" + "AAoBB" + "ooooo" + "ooooo"), "unsolvable");
  assert.equal(reason("xoxox" + "ooooo" + "AAooo" + "ooooo" + "ooooo"), "walls");
  database.close();
});

test("what was solved is avoided, and a puzzle of each share is another one", async () => {
  const questions = new Questions(Promise.resolve(engine));
  const ask = async (name, ...values) => {
    const { found, failed } = await questions.answer({ ask: name, values });
    assert.equal(failed, undefined);
    return found;
  };
  const file = new Blob([denseText(dataOf("rush5-all.ranks"))]);
  const solved = new SolvedRows(await ask("open", file, 100_000, ""));
  const level = { moves: [14, 16], walls: [0, 2] };
  const seen = new Set();
  for (let found; !seen.has((found = await ask("choose", level, 0.4, null)).row); ) {
    assert.ok(found.moves >= 14 && found.moves <= 16 && found.walls <= 2);
    seen.add(found.row);
    solved.add(found.row);
    await ask("markSolved", found.row);
    if (seen.size === 40) break;
  }
  await ask("open", file, 100_000, solved.toText());
  const facts = await ask("prepare");
  assert.ok(seen.size > 3 && facts.length === seen.size && facts.every(({ moves }) => moves >= 14 && moves <= 16), `${seen.size} puzzles`);
  assert.equal(new Set((await ask("several", level, [0.1, 0.2, 0.2, 0.3])).map(({ row }) => row)).size, 4);
  assert.equal(await ask("choose", { moves: [99, 99] }, 0.5, null), null);
});

test("the rows that were solved are kept as text", () => {
  const rows = [0, 1, 2, 7, 8, 130, 131, 40_000, 2_577_411];
  const solved = new SolvedRows(2_577_412);
  for (const row of [...rows].reverse()) assert.ok(solved.add(row));
  assert.ok(!solved.add(130) && !solved.add(2_577_412));
  const again = new SolvedRows(2_577_412, solved.toText());
  assert.deepEqual([[...again], again.count, again.has(129), again.has(130)], [rows, rows.length, false, true]);
  for (const text of ["", "%", "gICAgICAgICAgICAgA=="]) assert.deepEqual([...new SolvedRows(100, text)], []);
});

test("a damaged file says so", () => {
  const bytes = dataOf("rush5-all.ranks");
  const read = (changed) => {
    const database = new Database(engine, changed);
    try {
      database.readAll();
    } finally {
      database.close();
    }
  };
  read(bytes);
  for (let at = 0; at < bytes.length; at += 211) {
    const changed = Uint8Array.from(bytes);
    changed[at] ^= 1 << (at % 8);
    assert.throws(() => read(changed), /damaged|truncated|rank file|rows version/, `byte ${at}`);
  }
  for (const end of [0, 50, 100, bytes.length - 1]) assert.throws(() => read(bytes.subarray(0, end)));
});

test("a piece has the same colour on the page and in pictures", { skip }, () => {
  const picture = (text, exit) => {
    run("render", text, "--exit", exit, "--force", "-o", "board.svg");
    return readFileSync(join(folder, "board.svg"), "utf8");
  };
  // the bodies are the only rounded rectangles of this size with an outline; their places tell which piece is which
  const fills = (svg) => new Map([...svg.matchAll(/<g transform="translate\((\d+) (\d+)\)( rotate\(90\))?">\s*<rect fill="(#\w+)"[^>]*stroke=/g)].map(([, x, y, turned, fill]) => {
    const [column, row] = turned ? [(x - 54) / 60, (y - 4) / 60] : [(x - 4) / 60, (y - 6) / 60];
    return [`${Math.floor(column - 32 / 60 + 0.01)},${Math.floor(row - 32 / 60 + 0.01)}`, fill];
  }));
  const seen = { 2: [], 3: [] };
  const few = [...boardsOf("jams40.txt").slice(0, 12).map((text) => ({ text, exit: "right" })), ...randomBoards(24, 7), { text: "BBCCDDoEEFFGGoHHIIJJoAAoooooKKLLMMoNNPPQQoRRSSTTo", exit: "right" }];
  for (const { text, exit } of few) {
    const board = engine.open(text, exit);
    const [drawn, colours] = [fills(picture(text, exit)), coloursOf(board)];
    assert.equal(drawn.size, board.pieces.length, text);
    for (const [index, { name, vertical, line, length }] of board.pieces.entries()) {
      const fill = drawn.get(vertical ? `${line},${board.start[index]}` : `${board.start[index]},${line}`);
      const before = index === 0 ? fill : (seen[length][colours[index]] ??= fill);
      assert.equal(fill, before, `${text}, exit ${exit}: ${name}`);
    }
  }
  assert.equal(new Set(seen[2]).size, CAR_COLOURS, "every colour of cars was compared");
  assert.ok(new Set(seen[3]).size >= 4, "and those of trucks");
});
