// The page's reader of rank files against the program: every row of 4×4 and 5×5, and random rows of 6×6.
// GRIDLOCK is the path of the program. ROWS=20000 RANKS=5000 for the long test: so many rows of 6×6, and so many ranks there and back.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Collection } from "../../src/draw/play/engine/collection.js";
import { RankFile, RankFileError } from "../../src/draw/play/engine/ranks.js";
import { clusterOf, goalLines, rowOf } from "../../src/draw/play/engine/rows.js";
import { moveText, parseBoard, slide } from "../../src/draw/play/engine/rules.js";
import { Cluster } from "../../src/draw/play/engine/search.js";
import { SolvedRows } from "../../src/draw/play/engine/solved.js";
import { serve } from "../../src/draw/play/engine/worker.js";

const program = process.env.GRIDLOCK ?? "";
const skip = existsSync(program) ? false : "GRIDLOCK names no program";
const ROWS = Number(process.env.ROWS ?? 400);
const RANKS = Number(process.env.RANKS ?? 40);
const LIMIT = 2_000_000;
let folder = "";
before(() => (folder = mkdtempSync(join(tmpdir(), "gridlock-ranks-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

const bytesOf = (name) => new Uint8Array(readFileSync(new URL(`../../data/${name}`, import.meta.url)));
const run = (...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const line = ({ depth, text, size }) => `${String(depth).padStart(2, "0")} ${text} ${size}\n`;

// The collection in the page that the program writes for a database.
function collectionOf(...args) {
  run("play", ...args, "-o", "page.html", "--force");
  const html = readFileSync(join(folder, "page.html"), "utf8");
  const part = (id) => new RegExp(`id="${id}">(.*?)</script>`, "s").exec(html)[1];
  const { collection } = JSON.parse(part("data"));
  return { collection: new Collection(part("ranks"), collection.checkpoints, LIMIT), counts: collection.counts, html, ranks: part("ranks") };
}

// Rows by their numbers, which rise. They are reached from one another, which is faster than one by one.
function rowsOf(collection, numbers) {
  const { file } = collection;
  const found = [];
  for (const [k, { walls, firstRow, rows }] of file.blocks.entries()) {
    const own = numbers.filter((row) => row >= firstRow && row < firstRow + rows);
    if (own.length === 0) continue;
    const { ranks, moves } = file.block(k);
    collection.candidatesOf(walls).unrankAll(own.map((row) => ranks[row - firstRow]), (candidate, at) => {
      const cluster = clusterOf(candidate, file.metric, LIMIT);
      const row = rowOf(cluster);
      assert.equal(row.depth, moves[own[at] - firstRow]);
      found.push({ walls, rank: ranks[own[at] - firstRow], lines: goalLines(cluster), ...row });
      return true;
    });
  }
  assert.equal(found.length, numbers.length);
  return found;
}

for (const n of [4, 5]) {
  test(`every row of ${n}×${n}`, () => {
    const collection = new Collection(Buffer.from(bytesOf(`rush${n}-all.ranks`)).toString("base64"), [], LIMIT);
    const rows = rowsOf(collection, [...Array(collection.file.rows).keys()]);
    const published = (a, b) => b.depth - a.depth || b.size - a.size || (a.text.replaceAll("o", ".") < b.text.replaceAll("o", ".") ? 1 : -1);
    const text = rows.sort(published).map(line).join("");
    assert.equal(createHash("sha256").update(text).digest("hex"), collection.file.sha256);
  });
}

const SETS = [["@rush6", 2_577_412, ROWS], ["@rush6-all --walls 3", 533_928, ROWS / 10], ["@rush6-all --walls 4..", 268_869, ROWS / 25]];
for (const [name, total, wanted] of SETS) test(`random rows of ${name} and their ranks are the program's`, { skip }, () => {
  const { collection, counts, html } = collectionOf(...name.split(" "));
  const { file } = collection;
  assert.equal(file.rows, total);
  assert.equal(counts.reduce((sum, [, , , count]) => sum + count, 0), file.rows);
  assert.ok(html.length <= 1.34 * file.bytes.length + 210_000, `${html.length} bytes`);
  let state = 44;
  const random = (below) => Math.floor(((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32) * below);
  const numbers = new Set();
  while (numbers.size < wanted) numbers.add(random(file.rows));
  const rows = rowsOf(collection, [...numbers].sort((a, b) => a - b));
  // the program refuses a row that is not its own, and says the rank of each
  writeFileSync(join(folder, "rows.txt"), rows.map(line).join(""));
  run("select", "rows.txt", "--force", "-o", "rows.ranks");
  const own = new RankFile(new Uint8Array(readFileSync(join(folder, "rows.ranks"))));
  const ranks = own.blocks.flatMap(({ walls }, k) => [...own.block(k).ranks].map((rank) => `${walls}/${rank}`));
  assert.deepEqual(rows.map(({ walls, rank }) => `${walls}/${rank}`), ranks);
  for (let k = 0; k < (RANKS * wanted) / ROWS; k += 1) {
    const { walls, rank, lines } = rows[random(rows.length)];
    assert.equal(collection.candidatesOf(walls).rank(lines), rank);
    assert.deepEqual(goalLines(clusterOf(collection.candidatesOf(walls).unrank(rank), "moves", LIMIT)), lines);
  }
});

test("a page gets the cluster of a puzzle with it, and what was solved is avoided", () => {
  const base64 = Buffer.from(bytesOf("rush5-all.ranks")).toString("base64");
  const ask = (name, ...values) => {
    const { found, failed } = serve({ ask: name, values });
    assert.equal(failed, undefined);
    return found;
  };
  const solved = new SolvedRows(ask("open", base64, [], LIMIT, ""));
  const level = { moves: [14, 16], walls: [0, 2], pieces: [0, Infinity] };
  const seen = new Set();
  for (let found; !seen.has((found = ask("choose", level, 0.4, null)).row); ) {
    const { row, text, depth, cluster: fields } = found;
    const { board, position } = parseBoard(text);
    const cluster = Cluster.fromMessage(board, "moves", structuredClone(fields));
    const fresh = new Cluster(board, position, "moves").explore(LIMIT);
    assert.deepEqual([cluster.distance(position), cluster.histogram], [depth, fresh.histogram]);
    for (let at = position, left = depth; left > 0; left -= 1) {
      const names = (moves) => moves.map((move) => moveText(board, move)).sort();
      assert.deepEqual(names(cluster.bestMoves(at)), names(fresh.bestMoves(at)));
      at = slide(at, cluster.bestMoves(at)[0]);
    }
    seen.add(row);
    solved.add(row);
    ask("markSolved", row);
  }
  const all = ask("open", base64, [], LIMIT, solved.toText()) && ask("prepare");
  assert.ok(seen.size > 3 && all.length === seen.size && all.every(([, moves]) => moves >= 14 && moves <= 16), `${seen.size} puzzles`);
  assert.ok(ask("several", level, [0.1, 0.2, 0.3]).every(({ row }) => seen.has(row)), "all of the level were solved");
});

test("the rows that were solved are kept as text", () => {
  const numbers = [0, 1, 2, 7, 8, 130, 131, 40_000, 2_577_411];
  const solved = new SolvedRows(2_577_412);
  for (const row of [...numbers].reverse()) assert.ok(solved.add(row));
  assert.ok(!solved.add(130) && !solved.add(2_577_412));
  const again = new SolvedRows(2_577_412, solved.toText());
  assert.deepEqual([[...again], again.count, again.has(129), again.has(130)], [numbers, numbers.length, false, true]);
  for (const text of ["", "%", "gICAgICAgICAgICAgA=="]) assert.deepEqual([...new SolvedRows(100, text)], []);
});

test("a selection holds the rows that pass, and every board is known or not for a reason", { skip }, () => {
  const { collection } = collectionOf("@rush5", "--moves", "5..8", "--walls", "0..1", "--pieces", "..9");
  const rows = rowsOf(collection, [...Array(collection.file.rows).keys()]);
  const expected = run("select", "@rush5", "--moves", "5..8", "--walls", "0..1", "--pieces", "..9");
  assert.deepEqual(rows.map(line).sort(), expected.trim().split("\n").map((row) => `${row}\n`).sort());
  const level = { moves: [6, 7], walls: [1, 1], pieces: [6, 6] };
  const wanted = [...rows.entries()].filter(([, { depth, walls, text }]) => depth >= 6 && depth <= 7 && walls === 1 && new Set(text.replaceAll(/[ox]/g, "")).size === 6).map(([row]) => row);
  for (const share of [0, 0.3, 0.7, 0.999]) assert.ok(wanted.includes(collection.choose(level, share)), `${share}`);
  const all = new Set();
  for (let row; (row = collection.choose(level, 0.5, (row) => all.has(row))) >= 0; ) all.add(row);
  assert.deepEqual([...all].sort((a, b) => a - b), wanted, "what is avoided is not chosen again");
  for (const row of [0, 17, rows.length - 1]) {
    const { text, depth, size, walls } = rows[row];
    const { cluster, ...found } = collection.puzzle(row);
    assert.deepEqual(found, { row, walls, text, depth, size });
    assert.equal(cluster.states, size);
    const { rank } = rows[row];
    assert.equal(collection.rowOfId(`5-${walls}-${rank}`), row);
    assert.deepEqual(collection.find(text, "right"), { row, id: `5-${walls}-${rank}`, walls, text, depth, size, distance: depth });
  }
  const reason = (text, exit = "right") => collection.find(text, exit).reason;
  assert.equal(reason("oBBoAAoCoooCoooo"), "size");
  assert.deepEqual(collection.find("ooooo" + "AAoBo" + "oooBo" + "ooooo" + "ooooo", "right"), { reason: "row", line: 2 });
  assert.equal(reason("ooooo" + "ooooo" + "AAoBo" + "oooBo" + "CCooo"), "irrelevant");
  assert.equal(reason("ooooo" + "ooooo" + "AAoBB" + "ooooo" + "ooooo"), "unsolvable");
  assert.equal(reason("xoxox" + "ooooo" + "AAooo" + "ooooo" + "ooooo"), "walls");
});

test("a damaged file says so", () => {
  const bytes = bytesOf("rush5-all.ranks");
  const read = (changed) => {
    const file = new RankFile(changed);
    for (const k of file.blocks.keys()) file.block(k);
  };
  read(bytes);
  for (let at = 0; at < bytes.length; at += 53) {
    const changed = bytes.slice();
    changed[at] ^= 1 << (at % 8);
    assert.throws(() => read(changed), RankFileError, `byte ${at}`);
  }
  for (const end of [0, 50, 100, bytes.length - 1]) assert.throws(() => read(bytes.slice(0, end)), RankFileError);
});
