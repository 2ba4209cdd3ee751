// The search on a thread of its own. In the page this file follows the rules and the search in one script, and only a worker runs it.
import { Collection } from "./collection.js";
import { parseBoard } from "./rules.js";
import { Cluster, shortestSolution } from "./search.js";
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

// Answers a question { ask, values } about the collection of the page: { found }, or { failed } with what is wrong.
export function serve({ ask, values }) {
  const questions = {
    open: (base64, checkpoints, limit) => {
      collection = new Collection(base64, checkpoints, limit);
      return collection.file.rows;
    },
    // a puzzle that passes, see Collection.choose; null if there is none
    choose: (level, share, avoided) => {
      const row = collection.choose(level, share, new Set(avoided));
      return row < 0 ? null : collection.puzzle(row);
    },
    first: (moves) => collection.puzzle(collection.chooseQuickly(moves)),
    prepare: () => collection.moves.length,
    find: (text, exit) => collection.find(text, exit),
  };
  try {
    return { found: questions[ask](...values) };
  } catch (error) {
    return { failed: error.message };
  }
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  self.onmessage = ({ data }) => {
    if (data.ask) self.postMessage({ number: data.number, ...serve(data) });
    else answer(data, (message, transfer = []) => self.postMessage(message, transfer));
  };
}
