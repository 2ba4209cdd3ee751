// The search on a thread of its own. In the page this file follows the rules and the search in one script, and only a worker runs it.
import { Collection } from "./collection.js";
import { parseBoard } from "./rules.js";
import { Cluster, shortestSolution } from "./search.js";
import { SolvedRows } from "./solved.js";
import { TooManyStates } from "./state_set.js";

// Answers a request { text, exit, metric, limit, solutionLimit } for one board. `post(message, transfer)` is called with { progress }
// now and then, and in the end with { cluster }, with { solution } (null if there is none) if the cluster is too large to be known as a
// whole, or with { tooLarge } if even the search for a solution alone meets too many states.
export function answer({ text, exit, metric, limit, solutionLimit }, post) {
  const { board, position } = parseBoard(text, exit);
  const progress = (states) => post({ progress: states });
  try {
    const { fields, transfer } = new Cluster(board, position, metric).explore(limit, progress).toMessage();
    post({ cluster: fields }, transfer);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    try {
      post({ solution: shortestSolution(board, position, metric, solutionLimit, progress) });
    } catch (second) {
      if (!isOutOfMemory(second)) throw second;
      post({ tooLarge: true });
    }
  }
}

// An array without memory throws a RangeError.
function isOutOfMemory(error) {
  return error instanceof TooManyStates || error instanceof RangeError;
}

let collection = null;
let solved = null;

const QUESTIONS = {
  open: (base64, checkpoints, limit, solvedText) => {
    collection = new Collection(base64, checkpoints, limit);
    solved = new SolvedRows(collection.file.rows, solvedText);
    return collection.file.rows;
  },
  // [walls, moves] of all rows that have been solved; afterwards `choose` is fast
  prepare: () => {
    collection.readAll();
    return [...solved].map((row) => collection.factsOf(row));
  },
  markSolved: (row) => {
    solved.add(row);
  },
  first: (moves) => collection.puzzle(collection.chooseQuickly(moves)),
  // a puzzle that passes, see Collection.choose, other than `present`; one that has not been solved if there is any; null if there is none
  choose: (level, share, present) => {
    const tests = [(row) => row === present || solved.has(row), (row) => row === present, () => false];
    for (const isAvoided of tests) {
      const row = collection.choose(level, share, isAvoided);
      if (row >= 0) return collection.puzzle(row);
    }
    return null;
  },
  // the puzzle at a share of a level, solved or not
  exactly: (level, share) => {
    const row = collection.choose(level, share);
    return row < 0 ? null : collection.puzzle(row);
  },
  // different puzzles that pass, at most one for each share
  several: (level, shares) => {
    const rows = new Set();
    for (const share of shares) rows.add(collection.choose(level, share, (row) => rows.has(row)));
    rows.delete(-1);
    return [...rows].map((row) => ({ ...collection.puzzle(row), cluster: null }));
  },
  // the puzzle with an id; null if it is not here
  named: (id) => {
    const row = collection.rowOfId(id);
    return row < 0 ? null : collection.puzzle(row);
  },
  // the puzzle of a row; null if there is no such row
  numbered: (row) => (row >= 0 && row < collection.file.rows ? collection.puzzle(row) : null),
  find: (text, exit) => collection.find(text, exit),
};

// Answers a question { ask, values } about the collection of the page: { found }, or { failed } with what is wrong; and what can be handed
// over without a copy.
export function serve({ ask, values }) {
  try {
    const found = QUESTIONS[ask](...values);
    if (!found?.cluster) return { found };
    const { fields, transfer } = found.cluster.toMessage();
    // the pieces of the row are those of its candidate in another order
    const names = found.cluster.tables.board.pieces.map(({ name }) => name);
    const start = parseBoard(found.text).board.pieces.map(({ name }) => found.cluster.start[names.indexOf(name)]);
    return { found: { ...found, cluster: { ...fields, start } }, transfer };
  } catch (error) {
    return { failed: error.message };
  }
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  self.onmessage = ({ data }) => {
    if (data.ask) {
      const { transfer = [], ...message } = serve(data);
      self.postMessage({ number: data.number, ...message }, transfer);
    } else {
      answer(data, (message, transfer = []) => self.postMessage(message, transfer));
    }
  };
}
