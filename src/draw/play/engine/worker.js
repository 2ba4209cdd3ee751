// The search on a thread of its own. In the page this file follows the rules and the search in one script, and only a worker runs it.
import { parseBoard } from "./rules.js";
import { Cluster, shortestSolution } from "./search.js";
import { TooManyStates } from "./state_set.js";

// Answers a request { text, exit, metric, limit, solutionLimit } for one board. `post(message, transfer)` is called with { progress }
// now and then, and in the end with { cluster }, with { solution } (null if there is none) if the cluster is too large to be known as a
// whole, or with { tooLarge } if the search for a solution alone meets too many states, too.
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

// A RangeError is what an array throws that finds no memory.
function isOutOfMemory(error) {
  return error instanceof TooManyStates || error instanceof RangeError;
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  self.onmessage = (event) => answer(event.data, (message, transfer = []) => self.postMessage(message, transfer));
}
