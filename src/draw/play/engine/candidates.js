// The candidates of a board size with a number of walls, in their order: from a rank to the board and back (docs/ALGORITHM.md, sections 4
// and 5; docs/FORMATS.md, "The order of the candidates").
//
// A candidate is a choice of an entry for each row, the primary row first, and then of a fitting entry for each column. Over chosen rows the
// candidates are the product of one list a column, so their number is the product of the lengths of these lists. Nothing is counted in
// advance: checkpoints give the ranks of some choices of rows, and a rank is reached from the nearest checkpoint before it by
// adding such products.
import { lastAtMost } from "./ranks.js";

// What can stand in a line of n cells: { walls, starts, lengths, mask, required }, each as a choice of pieces and walls that leaves a cell
// free. They are in the order of the walls as a bit mask, the lengths of the pieces, how many pieces are left of each wall, and the mask
// of all cells that are covered. `required` are the cells into which a piece could move left.
export function lineEntries(n, mostWalls) {
  const entries = [];
  const visit = (from, pieces, walls) => {
    const mask = pieces.reduce((all, [start, length]) => all | (((1 << length) - 1) << start), walls);
    if (mask !== (1 << n) - 1) {
      const required = ((mask & ~walls) >> 1) & ~mask;
      const leftOf = [...Array(n).keys()].filter((cell) => (walls >> cell) & 1).map((wall) => pieces.filter(([start]) => start < wall).length);
      const lengths = pieces.map(([, length]) => length);
      entries.push({ walls, starts: pieces.map(([start]) => start), lengths, mask, required, wallCount: leftOf.length, order: [[walls], lengths, leftOf, [mask]] });
    }
    for (let at = from; at < n; at += 1) {
      if (bitCount(walls) < mostWalls) visit(at + 1, pieces, walls | (1 << at));
      for (const length of [2, 3]) if (at + length <= n) visit(at + length, [...pieces, [at, length]], walls);
    }
  };
  visit(0, [], 0);
  return entries.sort((a, b) => a.order.reduce((found, list, k) => found || compareLists(list, b.order[k]), 0));
}

function compareLists(a, b) {
  const at = a.findIndex((value, k) => k >= b.length || value !== b[k]);
  return at < 0 ? a.length - b.length : at >= b.length ? 1 : a[at] - b[at];
}

function bitCount(mask) {
  let count = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

// All candidates with exactly `walls` walls. A board is given by its lines { rows, columns } from the top and from the left, each
// { walls, starts, lengths }; only rows have walls.
export class Candidates {
  constructor(n, walls) {
    Object.assign(this, { n, walls });
    // { rank, entries }, rising: the numbers of the entries of the rows, and the rank of the first candidate with these rows
    this.checkpoints = [{ rank: 0, entries: null }];
    this.primaryRow = (n - 1) >> 1;
    this.rowOrder = [this.primaryRow, ...[...Array(n).keys()].filter((row) => row !== this.primaryRow)];
    const all = lineEntries(n, walls);
    const atExit = ({ lengths, starts, walls: own }) => lengths.length === 1 && lengths[0] === 2 && starts[0] === n - 2 && own >> (n - 2) === 0;
    this.rows = this.rowOrder.map((row) => (row === this.primaryRow ? all.filter(atExit) : all));
    this.patterns = this.rows.map((entries, place) => this.patternsOf(entries, this.rowOrder[place]));
    this.wallCounts = this.rows.map((entries) => Uint8Array.from(entries, (entry) => entry.wallCount));
    this.columns = all.filter((entry) => entry.walls === 0);
    this.fitting = new Map();
    this.lengths = new Uint8Array(1 << (2 * n)).fill(255); // 255: not counted yet
  }

  // For each entry that may stand in a row, what it means for each column: its bits of the pattern `covered << n | required`.
  patternsOf(entries, row) {
    const { n, primaryRow } = this;
    const bit = (mask, x) => ((mask >> x) & 1) << row;
    // the primary may be able to move left
    const pattern = ({ mask, required }, x) => (bit(mask, x) << n) | (row === primaryRow ? 0 : bit(required, x));
    return Int32Array.from({ length: n * entries.length }, (_, k) => pattern(entries[Math.floor(k / n)], k % n));
  }

  // The column entries that fit a pattern `covered << n | required`.
  columnList(pattern) {
    let list = this.fitting.get(pattern);
    if (!list) {
      const [covered, required] = [pattern >> this.n, pattern & ((1 << this.n) - 1)];
      const fits = ({ mask, required: above }) => (mask & covered) === 0 && (mask & required) === required && (above & ~covered) === 0;
      list = (covered & required) === 0 ? this.columns.filter(fits) : [];
      this.fitting.set(pattern, list);
    }
    return list;
  }

  listLength(pattern) {
    const known = this.lengths[pattern];
    return known < 255 ? known : (this.lengths[pattern] = this.columnList(pattern).length);
  }

  // Adds a candidate and its rank as a checkpoint. Checkpoints are added by rising rank.
  addCheckpoint(rank, lines) {
    const entries = this.entriesOf(lines);
    const walk = new Walk(this, 0, entries);
    this.checkpoints.push({ rank: rank - this.digitsOf(walk, lines), entries });
  }

  // The candidate of a rank; null if there is none.
  unrank(rank) {
    let found = null;
    this.unrankAll([rank], (candidate) => (found = candidate));
    return found;
  }

  // Calls `visit(candidate, k)` for rising ranks, as long as it returns true, and there are candidates.
  unrankAll(ranks, visit) {
    const checkpointOf = (rank) => lastAtMost(this.checkpoints, (checkpoint) => checkpoint.rank, rank);
    let walk = null;
    for (const [k, rank] of ranks.entries()) {
      const checkpoint = this.checkpoints[checkpointOf(rank)];
      if (!walk || walk.rank < checkpoint.rank) walk = new Walk(this, checkpoint.rank, checkpoint.entries);
      while (walk.rank + walk.count <= rank) if (!walk.next()) return;
      if (!visit(this.candidateAt(walk, rank), k)) return;
    }
  }

  // The candidate of a rank over the rows of a walk: { rows, columns }, the entries of the lines from the top and from the left.
  candidateAt(walk, rank) {
    const { n } = this;
    const [rows, columns] = [Array(n), Array(n)];
    for (const [place, row] of this.rowOrder.entries()) rows[row] = this.rows[place][walk.entries[place]];
    let rest = rank - walk.rank;
    for (let x = n - 1; x >= 0; x -= 1) {
      const list = this.columnList(walk.pattern(x));
      columns[x] = list[rest % list.length];
      rest = Math.floor(rest / list.length);
    }
    return { rows, columns };
  }

  // The rank of a board; null if it is not a candidate.
  rank(lines) {
    const entries = this.entriesOf(lines);
    if (entries === null) return null;
    let number = this.checkpoints.length - 1;
    while (number > 0 && compareLists(this.checkpoints[number].entries, entries) > 0) number -= 1;
    const checkpoint = this.checkpoints[number];
    const walk = new Walk(this, checkpoint.rank, checkpoint.entries);
    for (let order; (order = compareLists(walk.entries, entries)) !== 0; ) if (order > 0 || !walk.next()) return null;
    const digits = this.digitsOf(walk, lines);
    return digits === null ? null : walk.rank + digits;
  }

  // The numbers of the entries of the rows of a board, in their order; null if one has none.
  entriesOf({ rows }) {
    const entries = this.rowOrder.map((row, place) => this.rows[place].findIndex((entry) => isSameLine(entry, rows[row])));
    return entries.includes(-1) ? null : entries;
  }

  // The position of a board among the candidates with its rows, which must be the rows of the walk; null if it is not one.
  digitsOf(walk, { columns }) {
    let digits = 0;
    for (let x = 0; x < this.n; x += 1) {
      const list = this.columnList(walk.pattern(x));
      const digit = list.findIndex((entry) => isSameLine(entry, columns[x]));
      if (digit < 0) return null;
      digits = digits * list.length + digit;
    }
    return digits;
  }
}

function isSameLine(a, b) {
  return a.walls === b.walls && compareLists(a.lengths, b.lengths) === 0 && compareLists(a.starts, b.starts) === 0;
}

// Goes through the choices of rows in order. `rank` is the rank of the first candidate with the present rows, `count` the number
// of candidates with them.
class Walk {
  constructor(candidates, rank, entries) {
    const { n } = candidates;
    Object.assign(this, { candidates, rank, n, count: 0 });
    this.entries = Int32Array.from(entries ?? Array(n).fill(0));
    // by place and column: the patterns of the rows so far; and how many walls may still come
    this.patterns = new Int32Array((n + 1) * n);
    this.left = new Int32Array(n + 1).fill(candidates.walls);
    if (this.fillFrom(0) === n) this.count = this.product();
    if (this.count === 0) this.next();
  }

  pattern(x) {
    return this.patterns[this.n * this.n + x];
  }

  // Adds the rows from `place` on to what is before them. Returns the first place whose row has too many walls, or the last one if there
  // are too few; n if all is well.
  fillFrom(place) {
    const { n, patterns, left, entries, candidates } = this;
    for (let k = place; k < n; k += 1) {
      const entry = entries[k];
      const walls = left[k] - candidates.wallCounts[k][entry];
      if (walls < 0 || (k === n - 1 && walls > 0)) return k;
      left[k + 1] = walls;
      const own = candidates.patterns[k];
      for (let x = 0; x < n; x += 1) patterns[(k + 1) * n + x] = patterns[k * n + x] | own[entry * n + x];
    }
    return n;
  }

  product() {
    const { n, patterns } = this;
    let count = 1;
    for (let x = 0; x < n && count > 0; x += 1) count *= this.candidates.listLength(patterns[n * n + x]);
    return count;
  }

  // Goes to the next rows that have candidates. Returns false if there are none.
  next() {
    const { n, entries, candidates } = this;
    this.rank += this.count;
    this.count = 0;
    for (let place = n - 1; ; ) {
      while (place >= 0 && entries[place] + 1 >= candidates.rows[place].length) entries[place--] = 0;
      if (place < 0) return false;
      entries[place] += 1;
      const failed = this.fillFrom(place);
      place = Math.min(failed, n - 1);
      if (failed === n && (this.count = this.product()) > 0) return true;
    }
  }
}
