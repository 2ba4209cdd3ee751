// All puzzles of a rank file: how to choose among millions, and how to find the row of a board.
import { Candidates } from "./candidates.js";
import { RankFile } from "./ranks.js";
import { findIrrelevant, goalLines, linesOf, rowOf, rowOfCandidate, unsolvedOf } from "./rows.js";
import { parseBoard } from "./rules.js";
import { Cluster } from "./search.js";
import { TooManyStates } from "./state_set.js";

const RUN = 512; // rows whose pieces are looked at together

export class Collection {
  // `base64` is the rank file, `checkpoints` are [walls, rank, board], and clusters may have `limit` states. Throws a RankFileError if the
  // file is damaged.
  constructor(base64, checkpoints, limit) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    Object.assign(this, { file: new RankFile(bytes), checkpoints, limit, candidates: new Map() });
  }

  // The moves of all rows. They are read when they are first needed, which takes a second for millions; every block is checked then.
  get moves() {
    if (!this.allMoves) {
      const moves = new Uint16Array(this.file.rows);
      for (const [number, { firstRow }] of this.file.blocks.entries()) moves.set(this.file.block(number).moves, firstRow);
      this.allMoves = moves;
    }
    return this.allMoves;
  }

  // The candidates with a number of walls, made when they are first needed.
  candidatesOf(walls) {
    if (!this.candidates.has(walls)) {
      const { n } = this.file;
      const candidates = new Candidates(n, walls);
      for (const [own, rank, text] of this.checkpoints) {
        const { board, position } = parseBoard(text);
        if (own === walls) candidates.addCheckpoint(rank, linesOf(board, position));
      }
      this.candidates.set(walls, candidates);
    }
    return this.candidates.get(walls);
  }

  // The puzzle of a row: { row, walls, text, depth, size }.
  puzzle(row) {
    const number = this.file.blockOf(row);
    const { walls, firstRow } = this.file.blocks[number];
    const candidate = this.candidatesOf(walls).unrank(this.file.block(number).ranks[row - firstRow]);
    const found = candidate && rowOfCandidate(candidate, this.file.metric, this.limit);
    if (!found || found.depth !== this.file.block(number).moves[row - firstRow]) throw new Error(`row ${row} is damaged`);
    return { row, walls, ...found };
  }

  // The number of some row with moves in a range, found in the first block that has one; -1 if there is none.
  chooseQuickly([least, most]) {
    for (const [number, { firstRow }] of this.file.blocks.entries()) {
      const { moves } = this.file.block(number);
      const fits = [...moves.keys()].filter((at) => moves[at] >= least && moves[at] <= most);
      if (fits.length > 0) return firstRow + fits[fits.length >> 1];
    }
    return -1;
  }

  // The number of a row that passes { moves, walls, pieces }, each [least, most], and is not in the set `avoided`. Where to begin to look is
  // `share`, from 0 to 1, of the rows with these moves and walls. -1 if there is none.
  choose({ moves, walls, pieces }, share, avoided = new Set()) {
    const { file } = this;
    const blocks = file.blocks.filter((block) => block.walls >= walls[0] && block.walls <= walls[1]);
    const passing = blocks.map(({ firstRow, rows }) => countWithin(this.moves, firstRow, firstRow + rows, moves));
    let rest = Math.floor(share * passing.reduce((sum, count) => sum + count, 0));
    let first = 0;
    while (first < blocks.length - 1 && rest >= passing[first]) rest -= passing[first++];
    for (let k = 0; k <= blocks.length && blocks.length > 0; k += 1) {
      const block = blocks[(first + k) % blocks.length];
      const all = Array.from({ length: block.rows }, (_, at) => block.firstRow + at).filter((row) => this.moves[row] >= moves[0] && this.moves[row] <= moves[1]);
      // the last block is the first one again, for what lies before the begin
      const own = k === 0 ? all.slice(rest) : k === blocks.length ? all.slice(0, rest) : all;
      const found = this.firstOf(block, own.filter((row) => !avoided.has(row)), pieces);
      if (found >= 0) return found;
    }
    return -1;
  }

  // The first of some rows of a block whose board has a number of pieces in a range.
  firstOf(block, rows, [least, most]) {
    if (least <= 1 && most === Infinity) return rows.length > 0 ? rows[0] : -1;
    const { ranks } = this.file.block(this.file.blocks.indexOf(block));
    for (let from = 0; from < rows.length; from += RUN) {
      const run = rows.slice(from, from + RUN);
      let found = -1;
      this.candidatesOf(block.walls).unrankAll(run.map((row) => ranks[row - block.firstRow]), ({ rows: lines, columns }, k) => {
        const pieces = [...lines, ...columns].reduce((sum, { lengths }) => sum + lengths.length, 0);
        if (pieces >= least && pieces <= most) found = run[k];
        return found < 0;
      });
      if (found >= 0) return found;
    }
    return -1;
  }

  // What is known of a board: { row, number, depth, size, text, distance }, or { reason } why it has no row, with { piece } or { cell } for what does
  // not matter. Reasons: "size", "exit", "rules", "walls", "unsolvable",
  // "irrelevant", "absent", "large".
  find(text, exit) {
    const { board, position } = parseBoard(text, exit);
    const { n, metric } = this.file;
    if (board.n !== n || board.outside.includes(true)) return { reason: "size" };
    if (exit !== "right") return { reason: "exit" };
    try {
      const cluster = new Cluster(board, position, metric).explore(this.limit);
      if (!cluster.isSolvable) return { reason: "unsolvable" };
      const lines = goalLines(cluster);
      const distance = cluster.distance(position);
      const row = rowOf(cluster);
      const walls = board.walls.filter(Boolean).length;
      if (walls < this.file.leastWalls || walls > this.file.mostWalls) return { reason: "walls", distance };
      const rank = this.candidatesOf(walls).rank(lines);
      if (rank === null) return { reason: "rules", distance };
      const number = this.file.find(walls, rank);
      if (number >= 0) return { row: number, walls, distance, ...row };
      const irrelevant = findIrrelevant(board, unsolvedOf(cluster), row.depth, metric, this.limit);
      return irrelevant ? { reason: "irrelevant", distance, depth: row.depth, ...irrelevant } : { reason: "absent", distance, depth: row.depth };
    } catch (error) {
      if (error instanceof TooManyStates || error instanceof RangeError) return { reason: "large" };
      throw error;
    }
  }
}

function countWithin(values, from, to, [least, most]) {
  let count = 0;
  for (let k = from; k < to; k += 1) if (values[k] >= least && values[k] <= most) count += 1;
  return count;
}
