// A search as plain as can be, with which the tests compare the player's, and random boards.
import { EXITS, isSolved, parseBoard, slide, freedom } from "../../src/draw/play/engine/rules.js";

export function legalMoves(board, position, metric) {
  const moves = [];
  for (const piece of board.pieces.keys()) {
    const { back, ahead } = freedom(board, position, piece);
    for (let distance = -back; distance <= ahead; distance += 1) {
      if (distance !== 0 && (metric === "moves" || Math.abs(distance) === 1)) moves.push({ piece, distance });
    }
  }
  return moves;
}

// The depth of every state, by its text; null where no goal state can be reached. Returns null if there are more than `most` states.
export function plainDepths(board, position, metric, most) {
  const states = new Map([[position.join(), position]]);
  for (const [, state] of states) {
    for (const move of legalMoves(board, state, "steps")) {
      const next = slide(state, move);
      if (!states.has(next.join())) states.set(next.join(), next);
    }
    if (states.size > most) return null;
  }
  const depths = new Map([...states].filter(([, state]) => isSolved(board, state)).map(([key]) => [key, 0]));
  for (const [key, depth] of depths) {
    for (const move of legalMoves(board, states.get(key), metric)) {
      const next = slide(states.get(key), move).join();
      if (!depths.has(next)) depths.set(next, depth + 1);
    }
  }
  for (const key of states.keys()) if (!depths.has(key)) depths.set(key, null);
  return depths;
}

// The same numbers on every run.
function numbers(seed) {
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
  for (const { text: board, exit } of forms) parseBoard(board, exit);
  return forms.sort((a, b) => EXITS.indexOf(a.exit) - EXITS.indexOf(b.exit));
}
