// The player's rules and search against the program's: the same boards give the same depth, cluster size and best first moves.
// GRIDLOCK is the path of the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { CAR_COLOURS, coloursOf } from "../../src/draw/play/engine/colours.js";
import { EXITS, boardPicture, boardRows, moveText, parseBoard } from "../../src/draw/play/engine/rules.js";
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

test("a piece has the same colour on the page and in pictures", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "gridlock-colours-"));
  const picture = (text, exit) => {
    execFileSync(program, ["render", text, "--exit", exit, "--force", "-o", join(folder, "board.svg")]);
    return readFileSync(join(folder, "board.svg"), "utf8");
  };
  // the bodies are the only rounded rectangles of this size with an outline; their places tell which piece is which
  const fills = (svg) => new Map([...svg.matchAll(/<g transform="translate\((\d+) (\d+)\)( rotate\(90\))?">\s*<rect fill="(#\w+)"[^>]*stroke=/g)].map(([, x, y, turned, fill]) => {
    const [column, row] = turned ? [(x - 54) / 60, (y - 4) / 60] : [(x - 4) / 60, (y - 6) / 60];
    return [`${Math.floor(column - 32 / 60 + 0.01)},${Math.floor(row - 32 / 60 + 0.01)}`, fill];
  }));
  try {
    const seen = { 2: [], 3: [] };
    const few = [...boardsOf("jams40.txt").slice(0, 12).map((text) => ({ text, exit: "right" })), ...randomBoards(24, 7), { text: "BBCCDDoEEFFGGoHHIIJJoAAoooooKKLLMMoNNPPQQoRRSSTTo", exit: "right" }];
    for (const { text, exit } of few) {
      const { board, position } = parseBoard(text, exit);
      const [drawn, numbers] = [fills(picture(text, exit)), coloursOf(board, position)];
      assert.equal(drawn.size, board.pieces.length, text);
      for (const [index, { name, vertical, line, length }] of board.pieces.entries()) {
        const fill = drawn.get(vertical ? `${line},${position[index]}` : `${position[index]},${line}`);
        const before = index === 0 ? fill : (seen[length][numbers[index]] ??= fill);
        assert.equal(fill, before, `${text}, exit ${exit}: ${name}`);
      }
    }
    assert.equal(new Set(seen[2]).size, CAR_COLOURS, "every colour of cars was compared");
    assert.ok(new Set(seen[3]).size >= 4, "and those of trucks");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("boards of other shapes, with the primary in any row", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "gridlock-shapes-"));
  const given = [
    ["AA.B.....B........CC.DDD", "6x4", "right"], ["..A..A......BB.", "3x5", "down"], ["BB..CC..AA..D......D.", "7x3", "left"],
    ["......AA.B.....B....................", "6x6", "right"], ["x.B.C..B.CAA..DE...DEFF..", "5x5", "right"], [".BB......A...A..", "4x4", "up"],
  ];
  try {
    for (const [text, shape, exit] of given) {
      const page = join(folder, "page.html");
      execFileSync(program, ["play", text, "--size", shape, "--exit", exit, "--force", "-o", page]);
      const [, data] = /id="data">(.*?)<\/script>/s.exec(readFileSync(page, "utf8"));
      const [[onPage, side, depth, states]] = JSON.parse(data).rows;
      const { board, position } = parseBoard(onPage, side);
      const cluster = new Cluster(board, position, "moves").explore(400_000);
      assert.deepEqual([cluster.distance(position), cluster.states], [depth, states], text);
      assert.equal(boardRows(board, position, ".").join(""), text);
      const [columns, rows] = shape.split("x").map(Number);
      assert.deepEqual([boardRows(board, position)[0].length, boardRows(board, position).length], [columns, rows]);
      // the picture of the page can be pasted to the program
      const picture = execFileSync(program, ["solve", "-", "--exit", exit, "--json"], { input: boardPicture(board, position), encoding: "utf8" });
      assert.equal(JSON.parse(picture).moves, depth, text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the same texts are boards, and errors have the same words", { skip }, () => {
  const wrong = [".BB.AAB.........", "B...AA.BB.......", "B...AA..........", "BBBBAA..........", "................", "A...A...........", "....AAA........."];
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
