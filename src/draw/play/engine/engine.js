// Boards and searches: the other side of the module `engine.wasm`, which is the Rust library. `web/src/lib.rs` describes the calls.
//
// The page of `play` has this file, and so has the npm package.

export const METRICS = ["moves", "steps"];

// States that a search expands between two looks at the clock, and the milliseconds after which it lets others work.
const STRETCH = 2048;
const SLICE = 16; // milliseconds: a frame

const DONE = 1;
const TOO_LARGE = 2;

/** A text that is no board. `row` and `column` of the cell at fault count from 1 and are 0 if there is none; `rows` are the rows of the board down to it. */
export class BoardError extends Error {
  constructor(message, row = 0, column = 0, rows = []) {
    super(message);
    Object.assign(this, { name: "BoardError", row, column, rows });
  }
}

/** A search that met more states than it may keep. */
export class TooManyStates extends Error {
  constructor(limit) {
    super(`more than ${limit} states`);
    Object.assign(this, { name: "TooManyStates", limit });
  }
}

/** An instance of the module. */
export class Engine {
  // `module` is a WebAssembly.Module, `exports` what an instance of it exports.
  constructor(module, { exports }) {
    Object.assign(this, { module, exports });
  }

  /** Promises an engine from the bytes of the module. */
  static async of(bytes) {
    const module = await WebAssembly.compile(bytes);
    return new Engine(module, await WebAssembly.instantiate(module));
  }

  // Calls a function of the module with text or bytes. Returns the bytes of the answer; throws what is wrong. An instance that panics, or
  // has no memory left, is not used again: boards open themselves in the next one.
  call(name, input, ...values) {
    if (this.isBroken) this.restart();
    try {
      const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
      this.inputAt = this.exports.input(bytes.length);
      new Uint8Array(this.exports.memory.buffer, this.inputAt, bytes.length).set(bytes);
      const length = this.exports[name](...values);
      const answer = this.read(this.exports.answer(), length < 0 ? ~length : length);
      if (length < 0) throw new BoardError(textOf(answer));
      return answer;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.isBroken = true;
      throw new Error(textOf(this.read(this.exports.panic_text(), this.exports.panic_bytes())) || "out of memory", { cause: error });
    }
  }

  // A copy of some bytes of the module's memory.
  read(at, length) {
    return new Uint8Array(this.exports.memory.buffer, at, length).slice();
  }

  restart() {
    this.exports = new WebAssembly.Instance(this.module).exports;
    this.isBroken = false;
  }

  /** The first board of a text. `exit` is meant if the text names none. Throws a BoardError. */
  open(text, exit = "right") {
    return new Board(this, text, exit);
  }
}

/**
 * A board: `width`, `height`, `exit`, `walls` (cells from 0, row by row), and `pieces`, the primary first, each with its `name`, whether it is
 * `vertical`, its `line` and its `length`. A position is a list with the row or column of the upper or left cell of each piece; `start` is
 * the one of the text, and `moves` the moves that came with it, as text. `key` is the board as one word.
 */
export class Board {
  constructor(engine, text, exit) {
    Object.assign(this, { engine, explored: null });
    const [head, moves, walls, ...pieces] = this.openHere(text, exit).split("\n");
    const [, width, height, side, key] = head.split(" ");
    const parts = pieces.map((piece) => piece.split(" "));
    Object.assign(this, { width: Number(width), height: Number(height), exit: side, key, moves });
    this.walls = walls.split(" ").filter(Boolean).map(Number);
    this.pieces = parts.map(([name, way, line, length]) => ({ name, vertical: way === "v", line: Number(line), length: Number(length) }));
    this.start = parts.map((part) => Number(part[4]));
  }

  // Opens the text in the present instance; returns its description.
  openHere(text, exit) {
    try {
      const described = textOf(this.engine.call("open_board", `${exit}\n${text}`));
      this.exports = this.engine.exports;
      this.handle = parseInt(described, 10);
      return described;
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      const [place, message, ...rows] = error.message.split("\n");
      throw new BoardError(message, ...place.split(" ").map(Number), rows.filter(Boolean));
    }
  }

  call(name, input, ...values) {
    if (this.engine.isBroken) this.engine.restart();
    if (this.exports !== this.engine.exports) {
      this.explored = null;
      this.openHere(this.key, "right");
    }
    return this.engine.call(name, input, this.handle, ...values);
  }

  /** Gives its memory back. It opens again by itself when it is asked. */
  close() {
    if (this.exports === this.engine.exports && !this.engine.isBroken) this.exports.close_board(this.handle);
    Object.assign(this, { exports: null, explored: null });
  }

  /**
   * What is known of a position: whether it `isSolved`; `free`, for each piece how many cells it can slide `[back, ahead]`; and, once the board is
   * explored and can be solved, its `depth` and all `best` moves.
   */
  look(position = this.start) {
    const [solved, depth, ...rest] = numbersOf(this.call("look", Uint8Array.from(position)));
    const free = this.pieces.map((_, piece) => rest.slice(2 * piece, 2 * piece + 2));
    return { isSolved: solved === 1, depth: depth < 0 ? null : depth, free, best: movesOf(rest.slice(2 * this.pieces.length)) };
  }

  /** The text of a position, row by row, and its drawing. */
  draw(position = this.start) {
    const drawn = textOf(this.call("draw", Uint8Array.from(position)));
    const at = drawn.indexOf("\n");
    return { text: drawn.slice(0, at), drawing: drawn.slice(at + 1) };
  }

  /** Reads moves like A+2,C-1 that begin at the start. Throws a BoardError at the first that is not legal. */
  replay(text) {
    return movesOf(numbersOf(this.call("replay", text)));
  }

  /**
   * Finds all states that can be reached and their depths, in slices of some milliseconds. Promises the board; fails with TooManyStates, and
   * with the reason of `signal` if that is aborted. `onProgress(states)` is called now and then.
   */
  async explore({ metric = "moves", maxStates = 2_000_000, onProgress = () => {}, signal } = {}) {
    const number = numberOfMetric(metric);
    for (;;) {
      const end = performance.now() + SLICE;
      do {
        const [status, states] = numbersOf(this.call("explore", NONE, number, maxStates, STRETCH));
        if (status === TOO_LARGE) {
          this.close();
          throw new TooManyStates(maxStates);
        }
        this.states = states;
        if (status === DONE) {
          this.explored = { metric, states, counts: numbersOf(this.call("counts", NONE)) };
          return this;
        }
      } while (performance.now() < end);
      onProgress(this.states);
      await pause();
      signal?.throwIfAborted();
    }
  }

  /** A shortest solution of a position, in the metric of the exploration; null if there is none. */
  solution(position = this.start) {
    if (this.explored === null) throw new Error("the board is not explored: call explore first, or solve");
    if (this.explored.counts.length === 0) return null;
    return movesOf(numbersOf(this.call("solution", Uint8Array.from(position))));
  }

  /** A shortest solution of a position, whether the board is explored or not; null if there is none. Throws TooManyStates. */
  solve({ position = this.start, metric = "moves", maxStates = 10_000_000 } = {}) {
    const [status, ...moves] = numbersOf(this.call("solve", Uint8Array.from(position), numberOfMetric(metric), maxStates));
    if (status === TOO_LARGE) throw new TooManyStates(maxStates);
    return status === DONE ? movesOf(moves) : null;
  }
}

/**
 * A database: a rank file, with `rows`, `rules` (as 6, or 6x5r2), `metric` and the range of `walls`. Rows are numbered from 0. A level is { moves, walls, pieces }, each [least, most]; where one is missing, any number
 * will do.
 */
export class Database {
  /** `bytes` is the rank file. Throws an Error if it is damaged. */
  constructor(engine, bytes, maxStates = 2_000_000) {
    Object.assign(this, { engine, bytes, maxStates });
    const [rows, rules, metric, least, most] = this.openHere();
    Object.assign(this, { rows: Number(rows), rules, metric, walls: [Number(least), Number(most)] });
  }

  openHere() {
    const { bytes } = this;
    const [handle, ...described] = textOf(this.engine.call("open_ranks", bytes, this.maxStates)).split(" ");
    Object.assign(this, { exports: this.engine.exports, handle: Number(handle) });
    // from now on the file is kept in the memory of the instance alone; it is still there when the instance is broken
    this.bytes = null;
    this.place = [this.engine.inputAt, bytes.length];
    return described;
  }

  // Takes the file out of the instance that has it.
  takeOut() {
    this.bytes ??= new Uint8Array(this.exports.memory.buffer, ...this.place).slice();
  }

  call(name, input, ...values) {
    if (this.engine.isBroken) this.engine.restart();
    if (this.exports !== this.engine.exports) {
      this.takeOut();
      this.openHere();
    }
    return this.engine.call(name, input, this.handle, ...values);
  }

  /** Gives its memory back. It opens again by itself when it is asked. */
  close() {
    this.takeOut();
    if (this.exports === this.engine.exports && !this.engine.isBroken) this.exports.close_ranks(this.handle);
    this.exports = null;
  }

  /** Reads and checks all rows, so that `at` does not have to. */
  readAll() {
    this.call("read_ranks", NONE);
  }

  /** Walls and moves of a row, without its board. */
  facts(row) {
    const [walls, moves] = numbersOf(this.call("row_entry", NONE, this.checked(row)));
    return { walls, moves };
  }

  /** A row: { row, id, moves, states, board }, the board as one word. */
  get(row) {
    return rowOf(row, textOf(this.call("row", NONE, this.checked(row))).split(" "));
  }

  // The module would take the whole part of a number below 2^32.
  checked(row) {
    if (!Number.isInteger(row) || row < 0 || row >= this.rows) throw new RangeError(`there is no row ${row}: rows are whole numbers from 0 to ${this.rows - 1}`);
    return row;
  }

  /** The number of the first row of a level from a row on; null if there is none. */
  first(level = {}, from = 0) {
    return numberOf(this.call("first_row", levelBytes(level), from));
  }

  /** The number of the row at a share, from 0 to 1, of the rows with the moves and walls of a level; null if there is none. */
  at(level, share) {
    return numberOf(this.call("row_at", levelBytes(level), share));
  }

  /** The number of the row with an id like 6-1-1027474756; null if there is none. */
  rowOf(id) {
    return numberOf(this.call("row_of_id", id));
  }

  /**
   * What is known of a board, the key of a Board: its row and `distance`, the depth of the board itself; or the `reason` why it has none, "size",
   * "exit", "row" with the `line` where the primary should be, "large", "unsolvable", "walls", "rules", "absent", or "irrelevant" with what does
   * not matter, a wall or the piece with a `name`, and how many `moves` the hardest position takes.
   */
  find(key) {
    const [reason, ...rest] = textOf(this.call("find_row", key)).split(" ");
    if (reason !== "row") return reason === "irrelevant" ? { reason, moves: Number(rest[0]), name: rest[2] ?? null } : { reason };
    if (rest.length === 1) return { reason, line: Number(rest[0]) };
    return { distance: Number(rest[1]), ...rowOf(Number(rest[0]), rest.slice(2)) };
  }
}

const NONE = new Uint8Array(0);
const ANY = [0, 2 ** 31 - 1];

function numberOfMetric(metric) {
  if (!METRICS.includes(metric)) throw new RangeError(`unknown metric ${metric}: choose moves or steps`);
  return METRICS.indexOf(metric);
}

function rowOf(row, [id, moves, states, board]) {
  return { row, id, walls: Number(id.split("-")[1]), moves: Number(moves), states: Number(states), board };
}

function levelBytes({ moves = ANY, walls = ANY, pieces = ANY }) {
  return new Uint8Array(Int32Array.of(...moves, ...walls, ...pieces).buffer);
}

function numberOf(answer) {
  const [number] = numbersOf(answer);
  return number < 0 ? null : number;
}

function textOf(bytes) {
  return new TextDecoder().decode(bytes);
}

function numbersOf({ buffer }) {
  return [...new Int32Array(buffer)];
}

function movesOf(numbers) {
  return Array.from({ length: numbers.length / 2 }, (_, k) => ({ piece: numbers[2 * k], distance: numbers[2 * k + 1] }));
}

// Lets everything else that waits have its turn; a timer would wait some milliseconds longer.
function pause() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), resolve());
    port2.postMessage(null);
  });
}
