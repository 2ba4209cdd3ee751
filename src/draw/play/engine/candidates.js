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

// For each place of a list the next one whose value is at most `most`; 0 if there is none.
function nextAtMost(values, most) {
  const next = new Int32Array(values.length);
  for (let k = values.length - 2; k >= 0; k -= 1) next[k] = values[k + 1] <= most ? k + 1 : next[k + 1];
  return next;
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
    // of the last row, by the number of walls: the entries; and for each entry what it means for each column: nothing, 1 if it covers
    // its cell, 2 if it asks for it
    const bottom = this.rows[n - 1];
    this.lastEntries = Array.from({ length: walls + 1 }, (_, count) => Int32Array.from(bottom.keys()).filter((k) => bottom[k].wallCount === count));
    this.lastKinds = Uint8Array.from({ length: n * bottom.length }, (_, k) => {
      const { mask, required } = bottom[Math.floor(k / n)];
      return ((mask >> (k % n)) & 1) + 2 * ((required >> (k % n)) & 1);
    });
    // by place, walls that may still come, and entry: the next entry with so few walls; 0 if there is none
    this.following = this.wallCounts.map((counts) => Array.from({ length: walls + 1 }, (_, left) => nextAtMost(counts, left)));
    this.columns = all.filter((entry) => entry.walls === 0);
    this.fitting = new Map();
    this.lengths = new Uint8Array(1 << (2 * n)).fill(255); // 255: not counted yet
    this.open = this.rowOrder.map((_, place) => this.openPatterns(place));
  }

  // For each pattern of the rows up to a place: 1 if some column entry fits what is known, else 0.
  openPatterns(place) {
    const { n } = this;
    const known = this.rowOrder.slice(0, place + 1).reduce((all, row) => all | (1 << row), 0);
    const open = new Uint8Array(1 << (2 * n));
    for (let covered = 0; covered <= known; covered += 1) {
      for (let required = 0; required <= known; required += 1) {
        if (((covered | required) & ~known) !== 0) continue;
        const fits = ({ mask, required: above }) => (mask & covered) === 0 && (mask & required) === required && (above & known & ~covered) === 0;
        open[(covered << n) | required] = this.columns.some(fits) ? 1 : 0;
      }
    }
    return open;
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
    this.checkpoints.push({ rank: rank - walk.choose(entries.at(-1)) - this.digitsOf(walk, lines), entries });
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
    let rest = walk.chooseByNumber(rank - walk.rank);
    for (const [place, row] of this.rowOrder.entries()) rows[row] = this.rows[place][walk.entries[place]];
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
    const prefix = entries.slice(0, -1);
    let number = this.checkpoints.length - 1;
    while (number > 0 && compareLists(this.checkpoints[number].entries.slice(0, -1), prefix) > 0) number -= 1;
    const checkpoint = this.checkpoints[number];
    const walk = new Walk(this, checkpoint.rank, checkpoint.entries);
    for (let order; (order = compareLists(walk.entries.subarray(0, -1), prefix)) !== 0; ) if (order > 0 || !walk.next()) return null;
    const before = walk.choose(entries.at(-1));
    const digits = before === null ? null : this.digitsOf(walk, lines);
    return digits === null ? null : walk.rank + before + digits;
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

// Goes through the choices of all rows except the last one, in order. `rank` is the rank of the first candidate with the present rows, `count`
// how many have them: for each entry of the last row, the product of the lengths of the column lists. An entry covers a cell of a column,
// requires it, or neither, so a column has three lengths, and no list is looked up for an entry.
class Walk {
  constructor(candidates, rank, entries) {
    const { n } = candidates;
    Object.assign(this, { candidates, rank, n, last: n - 1, count: 0 });
    this.entries = Int32Array.from(entries ?? Array(n).fill(0));
    // by place and column: the patterns of the rows so far; and how many walls may still come
    this.patterns = new Int32Array((n + 1) * n);
    this.left = new Int32Array(n + 1).fill(candidates.walls);
    // by column and what an entry of the last row means for it: the length of the list; by entry: how many candidates have it
    this.lengths = new Int32Array(3 * n);
    this.products = new Float64Array(candidates.rows[n - 1].length);
    const place = this.fillFrom(0);
    if (this.count === 0) this.advance(place);
  }

  // The pattern of a column, after the last row was chosen.
  pattern(x) {
    return this.patterns[this.n * this.n + x];
  }

  // Adds the entry of a place to the rows before it. Returns whether columns may still fit.
  fill(place) {
    const { n, patterns, left, candidates } = this;
    const entry = this.entries[place];
    left[place + 1] = left[place] - candidates.wallCounts[place][entry];
    const own = candidates.patterns[place];
    const open = candidates.open[place];
    let fits = 1;
    for (let x = 0; x < n; x += 1) {
      const pattern = patterns[place * n + x] | own[entry * n + x];
      patterns[(place + 1) * n + x] = pattern;
      fits &= open[pattern];
    }
    return fits === 1;
  }

  // Adds the rows from `place` on, except the last, and counts candidates. Returns the place whose entry has to change if there are none.
  fillFrom(place) {
    for (let k = place; k < this.last; k += 1) if (!this.fill(k)) return k;
    this.count = this.countCandidates();
    return this.last - 1;
  }

  // The number of candidates with the present rows; and `products`, for each entry of the last row that has the walls that are left.
  countCandidates() {
    const { n, last, patterns, lengths, products, candidates } = this;
    const { lastKinds } = candidates;
    const entries = this.lastEntries;
    let count = 0;
    for (let x = 0; x < n; x += 1) {
      const pattern = patterns[last * n + x];
      lengths[3 * x] = candidates.listLength(pattern);
      lengths[3 * x + 1] = candidates.listLength(pattern | (1 << (n + last)));
      lengths[3 * x + 2] = candidates.listLength(pattern | (1 << last));
    }
    for (let k = 0; k < entries.length; k += 1) {
      let product = 1;
      for (let x = 0; x < n && product > 0; x += 1) product *= lengths[3 * x + lastKinds[entries[k] * n + x]];
      products[k] = product;
      count += product;
    }
    return count;
  }

  get lastEntries() {
    return this.candidates.lastEntries[this.left[this.last]];
  }

  // Chooses an entry of the last row. Returns how many candidates have the present rows and an entry before it; null if its walls are too
  // many or too few.
  choose(entry) {
    const at = this.lastEntries.indexOf(entry);
    if (at < 0) return null;
    this.entries[this.last] = entry;
    this.fill(this.last);
    return this.products.subarray(0, at).reduce((sum, product) => sum + product, 0);
  }

  // Chooses the entry of the last row that the candidate with a number from 0 has. Returns its number among those with this entry.
  chooseByNumber(number) {
    let [at, rest] = [0, number];
    while (rest >= this.products[at]) rest -= this.products[at++];
    this.choose(this.lastEntries[at]);
    return rest;
  }

  // Goes to the next rows that have candidates. Returns false if there are none.
  next() {
    this.rank += this.count;
    this.count = 0;
    return this.advance(this.last - 1);
  }

  // Changes the entry of a place, or of places before it if that was the last one. The entries of all later places are 0.
  advance(from) {
    const { entries, left, candidates } = this;
    for (let place = from; place >= 0; ) {
      entries[place] = candidates.following[place][left[place]][entries[place]];
      place = entries[place] === 0 ? place - 1 : this.fillFrom(place);
      if (this.count > 0) return true;
    }
    return false;
  }
}
