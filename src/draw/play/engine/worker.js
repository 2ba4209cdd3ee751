// What takes long, on a thread of its own: solutions of boards that are too large to be known as a whole, and the database of the page. In the
// page this file follows the engine in one script, and only a worker runs it.
import { Database, Engine, TooManyStates } from "./engine.js";
import { SolvedRows } from "./solved.js";
import { bytesOf, release } from "./unpacked.js";

// Answers questions with an engine of its own, which `promise` brings.
export class Questions {
  constructor(promise) {
    Object.assign(this, { engine: promise, last: null });
  }

  // Promises the answer to a question { ask, values }: { found }, or { failed } with what is wrong. The answers come in the order of the
  // questions.
  answer({ ask, values }) {
    const before = this.last;
    const find = async () => {
      await before;
      try {
        return { found: await QUESTIONS[ask].call(this, await this.engine, ...values) };
      } catch (error) {
        return { failed: error.message };
      }
    };
    this.last = find();
    return this.last;
  }

  // A row that passes and for which `isAvoided` is false, from a share of the level on; null if there is none.
  choose(level, share, isAvoided = () => false) {
    const { database } = this;
    const begin = database.at(level, share) ?? database.rows;
    let row = database.first(level, begin);
    while (row !== null && isAvoided(row)) row = database.first(level, row + 1);
    if (row !== null) return row;
    row = database.first(level);
    while (row !== null && row < begin && isAvoided(row)) row = database.first(level, row + 1);
    return row !== null && row < begin ? row : null;
  }
}

const QUESTIONS = {
  // a shortest solution alone: { moves } (null if there is none), or { tooLarge }
  solve(engine, key, position, metric, maxStates) {
    try {
      return { moves: engine.open(key).solve({ position, metric, maxStates }) };
    } catch (error) {
      if (!(error instanceof TooManyStates) && error.message !== "out of memory") throw error;
      return { tooLarge: true, moves: null };
    }
  },
  // the rank file is a Blob of its dense text
  async open(engine, file, maxStates, solvedText) {
    const signs = new Uint8Array(await file.arrayBuffer());
    const bytes = bytesOf(signs);
    release(signs);
    this.database = new Database(engine, bytes, maxStates);
    release(bytes);
    this.solved = new SolvedRows(this.database.rows, solvedText);
    return this.database.rows;
  },
  // the walls and moves of all rows that have been solved; afterwards `choose` is fast
  prepare() {
    this.database.readAll();
    return [...this.solved].map((row) => this.database.facts(row));
  },
  markSolved(_, row) {
    this.solved.add(row);
  },
  // an easy puzzle from the first rows that have the moves
  first(_, moves) {
    return this.database.get(this.database.first({ moves }, 1000) ?? this.database.first({ moves }));
  },
  // a puzzle that passes, other than `present`; one that has not been solved if there is any; null if there is none
  choose(_, level, share, present) {
    const tests = [(row) => row === present || this.solved.has(row), (row) => row === present, () => false];
    for (const isAvoided of tests) {
      const row = this.choose(level, share, isAvoided);
      if (row !== null) return this.database.get(row);
    }
    return null;
  },
  // the puzzle at a share of a level, solved or not
  exactly(_, level, share) {
    const row = this.choose(level, share);
    return row === null ? null : this.database.get(row);
  },
  // different puzzles that pass, at most one for each share
  several(_, level, shares) {
    const rows = new Set();
    for (const share of shares) rows.add(this.choose(level, share, (row) => rows.has(row)));
    rows.delete(null);
    return [...rows].map((row) => this.database.get(row));
  },
  // the puzzle with an id; null if it is not here
  named(_, id) {
    const row = this.database.rowOf(id);
    return row === null ? null : this.database.get(row);
  },
  find(_, key) {
    return this.database.find(key);
  },
  // the puzzle of a row; null if there is no such row
  numbered(_, row) {
    return row >= 0 && row < this.database.rows ? this.database.get(row) : null;
  },
};

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  let questions = null;
  self.onmessage = async ({ data }) => {
    // the module comes first
    if (data.module) questions = new Questions(WebAssembly.instantiate(data.module).then((instance) => new Engine(data.module, instance)));
    else self.postMessage({ number: data.number, ...(await questions.answer(data)) });
  };
}
