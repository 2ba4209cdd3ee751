// All puzzles of a rank file: how to choose among millions, and how to find the row of a board.
import { Candidates } from "./candidates.js";
import { RankFile, roomForBlock } from "./ranks.js";
import { clusterOf, findIrrelevant, goalLines, linesOfCells, rowOf, rowOfCluster, unsolvedOf } from "./rows.js";
import { parseBoard } from "./rules.js";
import { Cluster } from "./search.js";
import { TooManyStates } from "./state_set.js";

const RUN = 512; // rows whose pieces are looked at together

export class Collection {
  // `base64` is the rank file, `checkpoints` are [walls, rank, cells], and clusters may have `limit` states. Throws a RankFileError if the
  // file is damaged.
  constructor(base64, checkpoints, limit) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let k = 0; k < bytes.length; k += 1) bytes[k] = text.charCodeAt(k);
    Object.assign(this, { file: new RankFile(bytes), checkpoints, limit, candidates: new Map(), room: roomForBlock(), kept: null });
  }

  // Reads and checks all blocks, which takes a second for millions of rows. Returns, by block, how many rows have each number of moves.
  readAll() {
    this.tallies ??= this.file.blocks.map((_, number) => {
      const { moves } = this.block(number);
      const tally = new Uint32Array(1 + moves.reduce((a, b) => Math.max(a, b)));
      for (const count of moves) tally[count] += 1;
      return tally;
    });
    return this.tallies;
  }

  // The rows { ranks, moves } of a block, until another block is asked for.
  block(number) {
    if (this.kept?.number !== number) {
      this.kept = null; // as long as its arrays are being filled
      this.kept = { number, ...this.file.block(number, this.room) };
    }
    return this.kept;
  }

  // The candidates with a number of walls, made when they are first needed.
  candidatesOf(walls) {
    if (!this.candidates.has(walls)) {
      const { n } = this.file;
      const candidates = new Candidates(n, walls);
      for (const [own, rank, cells] of this.checkpoints) if (own === walls) candidates.addCheckpoint(rank, linesOfCells(cells, n));
      this.candidates.set(walls, candidates);
    }
    return this.candidates.get(walls);
  }

  // The puzzle of a row, { row, walls, text, depth, size }, and its explored cluster.
  puzzle(row) {
    const number = this.file.blockOf(row);
    const { walls, firstRow } = this.file.blocks[number];
    const { ranks, moves } = this.block(number);
    const candidate = this.candidatesOf(walls).unrank(ranks[row - firstRow]);
    const cluster = candidate && clusterOf(candidate, this.file.metric, this.limit);
    const found = cluster && rowOfCluster(cluster);
    if (!found || found.depth !== moves[row - firstRow]) throw new Error(`row ${row} is damaged`);
    return { row, walls, ...found, cluster };
  }

  // [walls, moves] of a row.
  factsOf(row) {
    const number = this.file.blockOf(row);
    const { walls, firstRow } = this.file.blocks[number];
    return [walls, this.block(number).moves[row - firstRow]];
  }

  // The number of some row with moves in a range, found in the first block that has one; -1 if there is none.
  chooseQuickly(range) {
    for (const [number, { firstRow, rows }] of this.file.blocks.entries()) {
      const { moves } = this.block(number);
      for (const from of [rows >> 1, 0]) {
        const at = moves.findIndex((count, k) => k >= from && within(count, range));
        if (at >= 0) return firstRow + at;
      }
    }
    return -1;
  }

  // The number of a row that passes { moves, walls, pieces }, each [least, most], and for which `isAvoided(row)` is false. Where to begin to
  // look is `share`, from 0 to 1, of the rows with these moves and walls. -1 if there is none.
  choose({ moves, walls, pieces }, share, isAvoided = () => false) {
    const { blocks } = this.file;
    const numbers = [...blocks.keys()].filter((number) => blocks[number].walls >= walls[0] && blocks[number].walls <= walls[1]);
    const passing = numbers.map((number) => sumWithin(this.readAll()[number], moves));
    let rest = Math.floor(share * passing.reduce((sum, count) => sum + count, 0));
    let first = 0;
    while (first < numbers.length - 1 && rest >= passing[first]) rest -= passing[first++];
    for (let k = 0; k <= numbers.length && numbers.length > 0; k += 1) {
      const at = (first + k) % numbers.length;
      if (passing[at] === 0) continue;
      // the last block is the first one again, for what lies before the begin
      const [from, to] = [k === 0 ? rest : 0, k === numbers.length ? rest : passing[at]];
      const found = this.firstOf(numbers[at], { moves, pieces, from, to, isAvoided });
      if (found >= 0) return found;
    }
    return -1;
  }

  // The first row of a block that is not avoided, and whose board has a number of pieces in a range, among those with moves in a range:
  // of these the ones from number `from` to before `to`.
  firstOf(number, { moves: range, pieces, from, to, isAvoided }) {
    const { walls, firstRow } = this.file.blocks[number];
    const { ranks, moves } = this.block(number);
    const isAnyPieces = pieces[0] <= 1 && pieces[1] === Infinity;
    let run = [];
    for (let at = 0, seen = 0; at < moves.length && seen < to; at += 1) {
      if (!within(moves[at], range)) continue;
      seen += 1;
      if (seen <= from || isAvoided(firstRow + at)) continue;
      if (isAnyPieces) return firstRow + at;
      run.push(at);
      if (run.length < RUN) continue;
      const found = this.firstWithPieces(walls, run.map((k) => ranks[k]), pieces);
      if (found >= 0) return firstRow + run[found];
      run = [];
    }
    const found = this.firstWithPieces(walls, run.map((k) => ranks[k]), pieces);
    return found < 0 ? -1 : firstRow + run[found];
  }

  // The place in a list of rising ranks of the first candidate with a number of pieces in a range; -1 if there is none.
  firstWithPieces(walls, ranks, pieces) {
    let found = -1;
    this.candidatesOf(walls).unrankAll(ranks, ({ rows, columns }, k) => {
      if (within([...rows, ...columns].reduce((sum, { lengths }) => sum + lengths.length, 0), pieces)) found = k;
      return found < 0;
    });
    return found;
  }

  // The number of the row with an id, the text "size-walls-rank"; -1 if it is not here.
  rowOfId(id) {
    const [n, walls, rank] = id.split("-").map(Number);
    return n === this.file.n ? this.file.find(walls, rank) : -1;
  }

  // What is known of a board: { row, number, depth, size, text, distance }, or { reason } why it has no row, with { piece } or { cell } for what does
  // not matter. Reasons: "size", "exit", "row" with the { line } where the primary should be, "rules", "walls", "unsolvable",
  // "irrelevant", "absent", "large".
  find(text, exit) {
    const { board, position } = parseBoard(text, exit);
    const { n, metric } = this.file;
    if (board.n !== n || board.outside.includes(true)) return { reason: "size" };
    if (exit !== "right") return { reason: "exit" };
    const line = (n - 1) >> 1;
    if (board.pieces[0].line !== line) return { reason: "row", line };
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
      if (number >= 0) return { row: number, id: `${n}-${walls}-${rank}`, walls, distance, ...row };
      const irrelevant = findIrrelevant(board, unsolvedOf(cluster), row.depth, metric, this.limit);
      return irrelevant ? { reason: "irrelevant", distance, depth: row.depth, ...irrelevant } : { reason: "absent", distance, depth: row.depth };
    } catch (error) {
      if (error instanceof TooManyStates || error instanceof RangeError) return { reason: "large" };
      throw error;
    }
  }
}

export function within(value, [least, most]) {
  return value >= least && value <= most;
}

function sumWithin(tally, [least, most]) {
  let sum = 0;
  for (let moves = least; moves <= Math.min(most, tally.length - 1); moves += 1) sum += tally[moves];
  return sum;
}
