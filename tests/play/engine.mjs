// The module for the tests, and random boards.
import { readFileSync } from "node:fs";
import { Engine } from "../../src/draw/play/engine/engine.js";

export const EXITS = ["right", "left", "up", "down"];
export const MODULE = readFileSync(new URL("../../src/draw/play/engine/engine.wasm", import.meta.url));
export const engine = await Engine.of(MODULE);

// A board with its cluster explored, what is known of its start, and a shortest solution.
export async function solved(text, exit = "right", metric = "moves") {
  const board = await engine.open(text, exit).explore({ metric, maxStates: 1_000_000 });
  return { board, solution: board.solution(), ...board.look() };
}

// The dense text of bytes by its definition, on a large number for every 13 bytes.
export function denseText(bytes) {
  const sign = (value) => String.fromCharCode(value + (value < 25 ? 35 : 36));
  let text = "";
  for (let begin = 0; begin < bytes.length; begin += 13) {
    const part = [...bytes.slice(begin, begin + 13)];
    let bits = part.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
    for (let left = part.length * 8; left > 0; left -= 13, bits >>= 13n) {
      const value = Number(bits & 8191n);
      text += sign(value % 91) + (left > 6 ? sign(Math.floor(value / 91)) : "");
    }
  }
  return text;
}

// The same numbers on every run.
export function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Boards of 4×4 to `largest`, with up to `most` pieces, some with walls, with exits on all sides.
export function randomBoards(count, largest, most = 12) {
  const random = numbers(20_180_601);
  const boards = [];
  while (boards.length < count) {
    const n = 4 + random(largest - 3);
    const row = (n - 1) >> 1;
    const cells = new Array(n * n).fill("o");
    const start = random(n - 1);
    cells[row * n + start] = cells[row * n + start + 1] = "A";
    for (let wall = random(6) - 3; wall > 0; wall -= 1) {
      const cell = random(n * n);
      if (cells[cell] === "o") cells[cell] = "x";
    }
    const letters = "BCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnpqrstuvw";
    const wanted = n + random(most);
    for (let tried = 0, used = 0; tried < 90 && used < wanted; tried += 1) {
      const [vertical, length] = [random(2) === 1, 2 + (random(3) === 0 ? 1 : 0)];
      const [line, at] = [random(n), random(n - length + 1)];
      if (!vertical && line === row) continue;
      const own = Array.from({ length }, (_, k) => (vertical ? (at + k) * n + line : line * n + at + k));
      if (own.some((cell) => cells[cell] !== "o")) continue;
      own.forEach((cell) => (cells[cell] = letters[used]));
      used += 1;
    }
    const turned = quarterTurns(cells.join(""));
    boards.push(turned[random(turned.length)]);
  }
  return boards;
}

// A board in its four turned forms { text, exit }, each with the exit where the primary then points.
export function quarterTurns(text) {
  const n = Math.sqrt(text.length);
  const turn = (board) => Array.from(board, (_, cell) => board[(cell % n) * n + n - 1 - Math.floor(cell / n)]).join("");
  const forms = ["right", "up", "left", "down"].reduce((all, exit, k) => [...all, { exit, text: k === 0 ? text : turn(all[k - 1].text) }], []);
  return forms.sort((a, b) => EXITS.indexOf(a.exit) - EXITS.indexOf(b.exit));
}
