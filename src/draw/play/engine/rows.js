// From a candidate to the row of its cluster and back: the smallest goal state, the unsolved state, and the letters of a row.
import { parseBoard } from "./rules.js";
import { Cluster, shortestSolution } from "./search.js";

// The cluster of the candidate { rows, columns } (see candidates.js), explored.
export function clusterOf(candidate, metric, limit) {
  const { board, position } = parseBoard(candidateText(candidate));
  return new Cluster(board, position, metric).explore(limit);
}

// The row of an explored cluster that has goal states: { text, depth, size }.
export function rowOf(cluster) {
  return { text: letteredText(cluster.tables.board, unsolvedOf(cluster)), depth: cluster.histogram.length - 1, size: cluster.states };
}

// The unsolved state: the deepest one, and of several the smallest.
export function unsolvedOf(cluster) {
  return smallest(cluster, cluster.histogram.length - 1);
}

// The row of a cluster that was explored from its candidate; null if the candidate is not the smallest goal state.
export function rowOfCluster(cluster) {
  const isSmallest = smallest(cluster, 0).every((at, piece) => at === cluster.start[piece]);
  return isSmallest ? rowOf(cluster) : null;
}

// The lines { walls, starts, lengths } of the smallest goal state of a cluster: the candidate whose rank the row has.
export function goalLines(cluster) {
  return linesOf(cluster.tables.board, smallest(cluster, 0));
}

// The smallest state of a depth. States are compared by the bits of the horizontals, bit row·n + column for a cell, then of the
// verticals. Walls are the same in all of them. With 7×7 cells these numbers are exact.
function smallest({ set, tables, depths }, depth) {
  const value = tables.lines.map((line) => line.arrangements.map((at) => cellsValue(tables.board, line.indices, at)));
  let [best, bestRows, bestColumns] = [-1, Infinity, Infinity];
  for (let number = 0; number < set.length; number += 1) {
    if (depths[number] !== depth) continue;
    let [rows, columns] = [0, 0];
    for (let l = 0; l < value.length; l += 1) {
      const { vertical, shift } = tables.lines[l];
      if (vertical) columns += value[l][(set.keys[2 * number + 1] >>> shift) & 15];
      else rows += value[l][(set.keys[2 * number] >>> shift) & 15];
    }
    if (rows < bestRows || (rows === bestRows && columns < bestColumns)) [best, bestRows, bestColumns] = [number, rows, columns];
  }
  return tables.positionOf(set.keys[2 * best], set.keys[2 * best + 1]);
}

function cellsValue({ n, pieces }, indices, at) {
  let value = 0;
  for (const [k, index] of indices.entries()) {
    const { vertical, line, length } = pieces[index];
    for (let cell = at[k]; cell < at[k] + length; cell += 1) value += 2 ** (vertical ? cell * n + line : line * n + cell);
  }
  return value;
}

// Each row and column of a board as { walls, starts, lengths }; only rows have walls.
export function linesOf(board, position) {
  const { n, walls, pieces } = board;
  const line = (vertical, number) => {
    const own = [...pieces.keys()].filter((index) => pieces[index].vertical === vertical && pieces[index].line === number).sort((a, b) => position[a] - position[b]);
    let mask = 0;
    for (let x = 0; x < n && !vertical; x += 1) if (walls[number * n + x]) mask |= 1 << x;
    return { walls: mask, starts: own.map((index) => position[index]), lengths: own.map((index) => pieces[index].length) };
  };
  const all = (vertical) => Array.from({ length: n }, (_, number) => line(vertical, number));
  return { rows: all(false), columns: all(true) };
}

// The lines of a board whose cells are given in pairs, each a digit of base 36: six times what begins at the first cell, plus what begins at the
// second. There begins nothing (0), a wall (1), a horizontal car or truck (2, 3), or a vertical one (4, 5).
export function linesOfCells(cells, n) {
  const empty = () => Array.from({ length: n }, () => ({ walls: 0, starts: [], lengths: [] }));
  const [rows, columns] = [empty(), empty()];
  for (let cell = 0; cell < n * n; cell += 1) {
    const pair = parseInt(cells[cell >> 1], 36);
    const begins = cell % 2 === 0 ? Math.floor(pair / 6) : pair % 6;
    const [x, y] = [cell % n, Math.floor(cell / n)];
    if (begins === 1) rows[y].walls |= 1 << x;
    if (begins < 2) continue;
    const line = begins < 4 ? rows[y] : columns[x];
    line.starts.push(begins < 4 ? x : y);
    line.lengths.push(2 + (begins % 2));
  }
  return { rows, columns };
}

// A board as the text of a row: o for an empty cell, x for a wall, A for the primary, then letters for walls and pieces in the order of the
// primary row, the other rows and the columns. A wall takes a letter too.
function letteredText(board, position) {
  return candidateText(linesOf(board, position));
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"];

// The text of a board that is given by its lines { rows, columns }.
export function candidateText({ rows, columns }) {
  const n = rows.length;
  const primaryRow = (n - 1) >> 1;
  const cells = Array(n * n).fill("o");
  let used = 1;
  const fill = ({ walls, starts, lengths }, cellAt, isPrimary) => {
    if (isPrimary) for (const at of [0, 1]) cells[cellAt(starts[0] + at)] = "A";
    for (let at = 0; at < n; at += 1) {
      const piece = isPrimary ? -1 : starts.indexOf(at);
      if ((walls >> at) & 1) {
        cells[cellAt(at)] = "x";
        used += 1;
      } else if (piece >= 0) {
        for (let k = 0; k < lengths[piece]; k += 1) cells[cellAt(at + k)] = LETTERS[used];
        used += 1;
      }
    }
  };
  const row = (r) => fill(rows[r], (x) => r * n + x, r === primaryRow);
  row(primaryRow);
  for (let r = 0; r < n; r += 1) if (r !== primaryRow) row(r);
  for (let x = 0; x < n; x += 1) fill({ ...columns[x], walls: 0 }, (y) => y * n + x, false);
  return cells.join("");
}

// The index of a piece other than the primary, or of a wall's cell, without which a position needs as few moves: { piece } or { cell }, or
// null if everything matters. Throws TooManyStates if that takes more than `limit` states.
export function findIrrelevant(board, position, depth, metric, limit) {
  const without = (changed, at) => {
    const moves = shortestSolution(changed, at, metric, limit);
    const length = metric === "moves" ? moves.length : moves.reduce((sum, move) => sum + Math.abs(move.distance), 0);
    return length === depth;
  };
  for (let piece = board.pieces.length - 1; piece > 0; piece -= 1) {
    const others = (list) => list.filter((_, index) => index !== piece);
    if (without({ ...board, pieces: others(board.pieces) }, others(position))) return { piece };
  }
  for (const [cell, isWall] of board.walls.entries()) {
    if (isWall && without({ ...board, walls: board.walls.map((wall, other) => wall && other !== cell) }, position)) return { cell };
  }
  return null;
}
