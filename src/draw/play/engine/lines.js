// Tables of the lines of a board, with which the search moves from state to state.
//
// A line (row or column) with pieces has at most 15 arrangements, even on 8×8: four free cells among two cars give 15, all other
// inventories fewer. So 4 bits name the arrangement of a line, and two 32-bit numbers name a state: `rows` has the arrangement of row
// r in bits 4r to 4r+3, `columns` likewise. Tables say for each arrangement which cells it covers and which slides leave it. Walls stand
// in the tables of their own line; a wall also stops the pieces that cross its line, since each of them has it in its own line.
import { goalOf } from "./rules.js";

// The slides that leave each arrangement of every line, and the cells that they need.
export class LineTables {
  constructor(board, position) {
    this.board = board;
    this.lines = [];
    for (const vertical of [false, true]) {
      for (let line = 0; line < board.n; line += 1) {
        const isOwn = (index) => board.pieces[index].vertical === vertical && board.pieces[index].line === line;
        const indices = [...board.pieces.keys()].filter(isOwn);
        if (indices.length > 0) this.lines.push(this.completeLine(vertical, line, indices, position));
      }
    }
    this.flatten();
  }

  // The arrangements of one line that slides reach from the given position, the cells they cover, and these slides. Pieces keep their
  // order, and none crosses a wall.
  completeLine(vertical, line, indices, position) {
    const { n, pieces, walls } = this.board;
    const cellAt = (k) => (vertical ? k * n + line : line * n + k);
    indices.sort((a, b) => position[a] - position[b]);
    const bitsOf = (from, to) => {
      const bits = [0, 0];
      for (let k = from; k < to; k += 1) {
        bits[cellAt(k) >> 5] |= 1 << (cellAt(k) & 31);
      }
      return bits;
    };
    const arrangements = [indices.map((index) => position[index])];
    const numbers = new Map([[arrangements[0].join(), 0]]);
    const numberOf = (arrangement) => {
      const key = arrangement.join();
      if (!numbers.has(key)) {
        numbers.set(key, arrangements.length);
        arrangements.push(arrangement);
      }
      return numbers.get(key);
    };
    const slides = [];
    for (let number = 0; number < arrangements.length; number += 1) {
      const at = arrangements[number];
      const groups = [];
      for (const [k, index] of indices.entries()) {
        const { length } = pieces[index];
        for (const direction of [-1, 1]) {
          const group = [];
          for (let distance = 1; ; distance += 1) {
            const edge = direction < 0 ? at[k] - distance : at[k] + length + distance - 1;
            const isTaken = indices.some((other, j) => j !== k && edge >= at[j] && edge < at[j] + pieces[other].length);
            if (edge < 0 || edge >= n || walls[cellAt(edge)] || isTaken) break;
            const next = at.slice();
            next[k] += direction * distance;
            const [lo, hi] = bitsOf(edge, edge + 1);
            group.push({ to: numberOf(next), lo, hi, piece: index, distance: direction * distance });
          }
          groups.push(group);
        }
      }
      slides.push(groups);
    }
    const covered = arrangements.map((at) => {
      const all = [0, 0];
      for (const [k, index] of indices.entries()) {
        bitsOf(at[k], at[k] + pieces[index].length).forEach((bits, half) => (all[half] |= bits));
      }
      return all;
    });
    return { vertical, indices, arrangements, numbers, slides, covered, shift: 4 * line };
  }

  // Copies the tables into typed arrays. Slot 16 l + k is arrangement k of line l; its slides are numbered from `begin` to `end`,
  // nearest first for each piece and direction, and `skip` is the first slide of the next piece or direction.
  flatten() {
    const slots = 16 * this.lines.length;
    this.shifts = Int32Array.from(this.lines, (line) => line.shift);
    this.rowLines = this.lines.filter((line) => !line.vertical).length;
    this.coverLo = new Int32Array(slots);
    this.coverHi = new Int32Array(slots);
    this.begin = new Int32Array(slots);
    this.end = new Int32Array(slots);
    const all = [];
    for (const [l, line] of this.lines.entries()) {
      for (const [k, groups] of line.slides.entries()) {
        const slot = 16 * l + k;
        [this.coverLo[slot], this.coverHi[slot]] = line.covered[k];
        this.begin[slot] = all.length;
        for (const group of groups) {
          const skip = all.length + group.length;
          for (const step of group) all.push({ ...step, skip, change: (k ^ step.to) << line.shift });
        }
        this.end[slot] = all.length;
      }
    }
    this.slides = all;
    for (const name of ["change", "lo", "hi", "skip", "distance", "piece"]) {
      this[name] = Int32Array.from(all, (step) => step[name]);
    }
  }

  // The two numbers of a position; null if it is not one of this cluster's lines.
  keyOf(position) {
    const key = [0, 0];
    for (const line of this.lines) {
      const number = line.numbers.get(line.indices.map((index) => position[index]).join());
      if (number === undefined) return null;
      key[line.vertical ? 1 : 0] |= number << line.shift;
    }
    return [key[0] >>> 0, key[1] >>> 0];
  }

  // The position of a state.
  positionOf(rows, columns) {
    const position = new Array(this.board.pieces.length).fill(0);
    for (const line of this.lines) {
      const at = line.arrangements[((line.vertical ? columns : rows) >>> line.shift) & 15];
      line.indices.forEach((index, k) => (position[index] = at[k]));
    }
    return position;
  }

  // For each arrangement of the primary's line whether it is a goal, and which number of the key and which shift give the arrangement.
  goalTest() {
    const line = this.lines.find((table) => table.indices.includes(0));
    const k = line.indices.indexOf(0);
    const goal = goalOf(this.board);
    return { half: line.vertical ? 1 : 0, shift: line.shift, isGoal: Uint8Array.from(line.arrangements, (at) => (at[k] === goal ? 1 : 0)) };
  }
}

// Calls `visit(rows, columns, slide)` for every slide of a state, or only for slides by one cell. Here and below, `slide` is the
// number of a slide in the tables.
export function forEachSlide(tables, rows, columns, onlySteps, visit) {
  const { shifts, rowLines, coverLo, coverHi, begin, end, change, lo, hi, skip } = tables;
  const lines = shifts.length;
  let [rowsLo, rowsHi, columnsLo, columnsHi] = [0, 0, 0, 0];
  for (let l = 0; l < lines; l += 1) {
    const slot = 16 * l + (((l < rowLines ? rows : columns) >>> shifts[l]) & 15);
    if (l < rowLines) {
      rowsLo |= coverLo[slot];
      rowsHi |= coverHi[slot];
    } else {
      columnsLo |= coverLo[slot];
      columnsHi |= coverHi[slot];
    }
  }
  for (let l = 0; l < lines; l += 1) {
    const isRow = l < rowLines;
    const slot = 16 * l + (((isRow ? rows : columns) >>> shifts[l]) & 15);
    // a piece in a row is stopped by pieces in columns, and the other way round; the tables know what stops it in its own line
    const crossLo = isRow ? columnsLo : rowsLo;
    const crossHi = isRow ? columnsHi : rowsHi;
    for (let s = begin[slot]; s < end[slot]; ) {
      if ((lo[s] & crossLo) | (hi[s] & crossHi)) {
        s = skip[s];
      } else {
        if (isRow) visit((rows ^ change[s]) >>> 0, columns, s);
        else visit(rows, (columns ^ change[s]) >>> 0, s);
        s = onlySteps ? skip[s] : s + 1;
      }
    }
  }
}
