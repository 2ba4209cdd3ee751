// The cluster of a board: every state that can be reached, and how far each is from the nearest goal state.
import { LineTables, forEachSlide } from "./lines.js";
import { isSolved } from "./rules.js";
import { StateSet } from "./state_set.js";

const UNKNOWN = 0xffff;

// All states that can be reached from a position. `metric` is "moves" (a slide counts 1) or "steps" (a slide counts its cells).
export class Cluster {
  constructor(board, position, metric) {
    this.tables = new LineTables(board, position);
    this.start = position;
    this.metric = metric;
    this.histogram = [];
  }

  // Finds all states and their depths. `progress` is called with the number of states from time to time.
  // Throws TooManyStates if there are more than `limit`.
  explore(limit, progress = () => {}) {
    const { tables } = this;
    const set = new StateSet(limit);
    set.add(...tables.keyOf(this.start));
    const add = (rows, columns) => set.add(rows, columns);
    for (let number = 0; number < set.length; number += 1) {
      forEachSlide(tables, set.keys[2 * number], set.keys[2 * number + 1], true, add);
      if (number % 50_000 === 49_999) progress(set.length);
    }
    this.set = set;
    this.findDepths();
    return this;
  }

  // Breadth-first search from all goal states at once. Every slide can be undone by one slide, so the distance from a goal state is the
  // distance to it.
  findDepths() {
    const { set, tables } = this;
    const { half, shift, isGoal } = tables.goalTest();
    this.depths = new Uint16Array(set.length).fill(UNKNOWN);
    const queue = new Int32Array(set.length);
    let length = 0;
    for (let number = 0; number < set.length; number += 1) {
      if (isGoal[(set.keys[2 * number + half] >>> shift) & 15]) {
        this.depths[number] = 0;
        queue[length++] = number;
      }
    }
    this.histogram = [];
    for (let head = 0; head < length; ) {
      const depth = this.histogram.push(length - head);
      const reach = (rows, columns) => {
        const next = set.find(rows, columns);
        if (this.depths[next] === UNKNOWN) {
          this.depths[next] = depth;
          queue[length++] = next;
        }
      };
      for (const end = length; head < end; head += 1) {
        const number = queue[head];
        forEachSlide(tables, set.keys[2 * number], set.keys[2 * number + 1], this.metric === "steps", reach);
      }
    }
  }

  // The arrays of an explored cluster, for another thread, and what can be handed over without a copy.
  toMessage() {
    const { length, keys, mask, table } = this.set;
    const fields = { length, keys, mask, table, start: this.start, depths: this.depths, histogram: this.histogram };
    return { fields, transfer: [keys.buffer, table.buffer, this.depths.buffer] };
  }

  // The cluster that another thread has explored.
  static fromMessage(board, metric, { start, depths, histogram, ...set }) {
    const cluster = new Cluster(board, start, metric);
    cluster.set = Object.assign(new StateSet(set.length), set);
    return Object.assign(cluster, { depths, histogram });
  }

  get states() {
    return this.set.length;
  }

  get isSolvable() {
    return this.histogram.length > 0;
  }

  // The distance of a position to the nearest goal state; null if the cluster has none or does not contain the position.
  distance(position) {
    const key = this.tables.keyOf(position);
    const number = key ? this.set.find(...key) : -1;
    return number < 0 || !this.isSolvable ? null : this.depths[number];
  }

  // All slides after which the distance is smaller by one: each begins a shortest solution. In the metric of steps they are single steps.
  bestMoves(position) {
    const { set, tables, depths } = this;
    const key = tables.keyOf(position);
    const depth = this.distance(position);
    const best = [];
    if (!depth) return best;
    forEachSlide(tables, ...key, this.metric === "steps", (rows, columns, s) => {
      if (depths[set.find(rows, columns)] === depth - 1) best.push({ piece: tables.piece[s], distance: tables.distance[s] });
    });
    return best;
  }

  // A shortest solution as slides. In the metric of steps, consecutive steps of a piece in one direction form one slide.
  solution(position) {
    const moves = [];
    let at = position;
    for (;;) {
      const best = this.bestMoves(at);
      if (best.length === 0) return moves;
      const last = moves[moves.length - 1];
      const goesOn = (move) => last && move.piece === last.piece && Math.sign(move.distance) === Math.sign(last.distance);
      const move = best.find(goesOn) ?? best[0];
      if (goesOn(move)) last.distance += move.distance;
      else moves.push({ ...move });
      at = at.slice();
      at[move.piece] += move.distance;
    }
  }
}

// A shortest solution found by a search forwards, for clusters that are too large to be known as a whole. Returns null if there is
// none. Throws TooManyStates if the search meets more than `limit` states.
export function shortestSolution(board, position, metric, limit, progress = () => {}) {
  const tables = new LineTables(board, position);
  const { half, shift, isGoal } = tables.goalTest();
  const set = new StateSet(limit);
  set.add(...tables.keyOf(position));
  if (isSolved(board, position)) return [];
  let cameFrom = new Int32Array(1024);
  let cameBy = new Int32Array(1024);
  let goal = -1;
  for (let number = 0; number < set.length && goal < 0; number += 1) {
    forEachSlide(tables, set.keys[2 * number], set.keys[2 * number + 1], metric === "steps", (rows, columns, s) => {
      if (goal >= 0 || !set.add(rows, columns)) return;
      const added = set.length - 1;
      if (added >= cameFrom.length) [cameFrom, cameBy] = [cameFrom, cameBy].map(doubled);
      cameFrom[added] = number;
      cameBy[added] = s;
      if (isGoal[((half === 1 ? columns : rows) >>> shift) & 15]) goal = added;
    });
    if (number % 50_000 === 49_999) progress(set.length);
  }
  if (goal < 0) return null;
  const moves = [];
  for (let number = goal; number !== 0; number = cameFrom[number]) {
    const move = { piece: tables.piece[cameBy[number]], distance: tables.distance[cameBy[number]] };
    const next = moves[0];
    if (metric === "steps" && next?.piece === move.piece) next.distance += move.distance;
    else moves.unshift(move);
  }
  return moves;
}

function doubled(array) {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
