// The player's rules and search against those of the program: the same boards give the same depth, cluster size and best first moves.
// GRIDLOCK is the path of the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { EXITS, moveText, parseBoard } from "../../src/draw/play/engine/rules.js";
import { Cluster } from "../../src/draw/play/engine/search.js";
import { randomBoards } from "./plain.mjs";

const program = process.env.GRIDLOCK ?? "";
const skip = existsSync(program) ? false : "GRIDLOCK names no program";

// What the program says about boards with one exit, in their order.
function answers(boards, exit, metric) {
  const folder = mkdtempSync(join(tmpdir(), "gridlock-rules-"));
  try {
    const file = join(folder, "boards.txt");
    writeFileSync(file, boards.map((board) => `${board}\n`).join(""));
    const options = ["solve", file, "--exit", exit, "--metric", metric, "--json", "--all-first", "--cluster", "--max-states", "400000"];
    let output;
    try {
      output = execFileSync(program, options, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 });
    } catch (error) {
      output = error.stdout; // a board without a solution is a failure of the command, not of the test
    }
    return output.trim().split("\n").map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compare(boards, exit, metric) {
  const found = answers(boards, exit, metric);
  assert.equal(found.length, boards.length);
  for (const [index, text] of boards.entries()) {
    const { board, position } = parseBoard(text, exit);
    const cluster = new Cluster(board, position, metric).explore(400_000);
    const { cluster_size, fewest_moves, fewest_steps, first_moves } = found[index];
    assert.equal(cluster.states, cluster_size, text);
    assert.equal(cluster.distance(position), metric === "moves" ? fewest_moves : fewest_steps, text);
    const best = cluster.bestMoves(position).map((move) => moveText(board, move));
    assert.deepEqual(best.sort(), (first_moves ?? []).sort(), text);
  }
}

const fileOf = (name) => readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8").trim().split("\n");
const boardsOf = (name) => fileOf(name).map((line) => line.split(/\s+/)[1]);

for (const name of ["top23.txt", "rows45.txt", "jams40.txt"]) {
  test(`the boards of ${name}`, { skip }, () => {
    for (const metric of ["moves", "steps"]) compare(boardsOf(name), "right", metric);
  });
}

test("500 random boards of 4×4 to 7×7, some with walls, with exits on all sides", { skip }, () => {
  // boards of a few hundred thousand states are left out to save time
  const small = randomBoards(900, 7).filter(({ text, exit }) => {
    const { board, position } = parseBoard(text, exit);
    try {
      return new Cluster(board, position, "moves").explore(8_000).states > 0;
    } catch {
      return false;
    }
  });
  assert.ok(small.length >= 500, `${small.length} boards`);
  for (const exit of EXITS) {
    const boards = small.slice(0, 500).filter((board) => board.exit === exit).map((board) => board.text);
    for (const metric of ["moves", "steps"]) compare(boards, exit, metric);
  }
});

test("the same texts are boards, and errors have the same words", { skip }, () => {
  const wrong = [".BB.AAB.........", "B...AA.BB.......", "B...AA..........", "BBBBAA..........", "................", "A...A...........", "....AAA.........", "AA.............."];
  for (const text of wrong) {
    let said = "";
    try {
      execFileSync(program, ["analyse", text], { stdio: ["ignore", "ignore", "pipe"] });
    } catch (error) {
      said = String(error.stderr);
    }
    assert.throws(() => parseBoard(text), (error) => said.includes(error.message), `${text}: ${said}`);
  }
});
