// The collection of the page, in a worker of its own. Where workers are forbidden, the page looks itself.
import { serve } from "../engine/worker.js";
import { byId } from "./dom.js";

export class Library {
  // `source` is the address of the worker's script, `solved` the text of SolvedRows. `opened` is a promise that fails with what is wrong with
  // the file.
  constructor(source, checkpoints, limit, solved) {
    Object.assign(this, { waiting: new Map(), asked: 0 });
    try {
      this.worker = new Worker(source);
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = (event) => {
        event.preventDefault();
        this.worker = null;
        for (const { question } of this.waiting.values()) this.receive({ number: question.number, ...serve(question) });
      };
    } catch {
      this.worker = null;
    }
    this.opened = this.ask("open", byId("ranks").textContent, checkpoints, limit, solved);
  }

  // A promise of the answer to a question of `serve`.
  ask(ask, ...values) {
    const question = { ask, values, number: ++this.asked };
    return new Promise((resolve, reject) => {
      this.waiting.set(question.number, { question, resolve, reject });
      if (this.worker) this.worker.postMessage(question);
      else setTimeout(() => this.receive({ number: question.number, ...serve(question) }), 0);
    });
  }

  receive({ number, found, failed }) {
    const { resolve, reject } = this.waiting.get(number);
    this.waiting.delete(number);
    if (failed === undefined) resolve(found);
    else reject(new Error(failed));
  }
}
