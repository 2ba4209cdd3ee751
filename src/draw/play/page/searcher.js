// The search in a worker, made from the page's own script. Where workers are forbidden, the page searches itself.
import { boardText } from "../engine/rules.js";
import { answer } from "../engine/worker.js";
import { byId } from "./dom.js";

// The search for a solution alone may keep this many states.
const SOLUTION_LIMIT = 6_000_000;

export class Searcher {
  constructor(metric, limit) {
    Object.assign(this, { metric, limit, worker: null, reject: null });
    const blob = new Blob([byId("engine").textContent], { type: "text/javascript" });
    this.source = URL.createObjectURL(blob);
  }

  // Searches the cluster of a position, or with `solutionOnly` for a solution from there. Returns a promise of { cluster }, { solution }
  // or { tooLarge }. A search that is still running is given up: its promise fails with "superseded".
  search(board, position, onProgress, solutionOnly = false) {
    this.cancel();
    const request = { text: boardText(board, position), exit: board.exit, metric: this.metric, limit: solutionOnly ? 0 : this.limit, solutionLimit: SOLUTION_LIMIT };
    return new Promise((resolve, reject) => {
      this.reject = reject;
      const receive = (message) => {
        if ("progress" in message) {
          onProgress(message.progress);
        } else {
          this.reject = null;
          resolve(message);
        }
      };
      const searchHere = () => setTimeout(() => answer(request, receive), 30);
      try {
        this.worker ??= new Worker(this.source);
        this.worker.onmessage = (event) => receive(event.data);
        this.worker.onerror = (event) => {
          event.preventDefault();
          this.stopWorker();
          searchHere();
        };
        this.worker.postMessage(request);
      } catch {
        searchHere();
      }
    });
  }

  // A worker that is still searching can't be told to stop; one that has answered is kept for the next search.
  cancel() {
    if (!this.reject) return;
    this.stopWorker();
    this.reject(new Error("superseded"));
    this.reject = null;
  }

  stopWorker() {
    this.worker?.terminate();
    this.worker = null;
  }
}
