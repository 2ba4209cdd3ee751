// The collection of the page, in a worker of its own. Where workers are forbidden, the page looks itself.
import { serve } from "../engine/worker.js";
import { byId } from "./dom.js";

const SEARCHES = ["choose", "exactly", "several"];

const LOOK_EVERY = 200; // milliseconds, while the page is loading

// Shows how much of the rank file has come, and promises that it is here.
function whenLoaded(length) {
  const bar = byId("loading");
  const look = () => (bar.value = ((byId("ranks")?.textContent.length ?? 0) / length) * 100);
  if (document.readyState !== "loading") return Promise.resolve();
  bar.hidden = false;
  look();
  const timer = setInterval(look, LOOK_EVERY);
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", () => {
      clearInterval(timer);
      bar.hidden = true;
      resolve();
    });
  });
}

export class Library {
  // `source` is the address of the worker's script, `solved` the text of SolvedRows. The rank file stands at the end of the page and has
  // `length` characters: questions wait for it. `opened` is a promise that fails with what is wrong with the file.
  constructor(source, checkpoints, limit, solved, length) {
    Object.assign(this, { source, checkpoints, limit, waiting: new Map(), asked: 0, held: [] });
    this.opened = whenLoaded(length).then(() => {
      const { held } = this;
      this.held = null;
      const opened = this.open(solved);
      for (const post of held) post();
      return opened;
    });
  }

  open(solved) {
    try {
      this.worker = new Worker(this.source);
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = (event) => {
        event.preventDefault();
        this.worker = null;
        for (const { question } of this.waiting.values()) this.receive({ number: question.number, ...serve(question) });
      };
    } catch {
      this.worker = null;
    }
    return this.ask("open", byId("ranks").textContent, this.checkpoints, this.limit, solved);
  }

  // Gives up all searches: their promises fail with "superseded". A worker can't be told to stop, so another one takes over the rest.
  giveUp(solved) {
    if (!this.worker) return;
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.open(solved);
    for (const { question, resolve, reject } of waiting) {
      if (SEARCHES.includes(question.ask)) {
        reject(new Error("superseded"));
      } else {
        this.waiting.set(question.number, { question, resolve, reject });
        this.worker.postMessage(question);
      }
    }
  }

  // A promise of the answer to a question of `serve`.
  ask(ask, ...values) {
    const question = { ask, values, number: ++this.asked };
    return new Promise((resolve, reject) => {
      this.waiting.set(question.number, { question, resolve, reject });
      const post = () => {
        if (this.worker) this.worker.postMessage(question);
        else setTimeout(() => this.receive({ number: question.number, ...serve(question) }), 0);
      };
      if (this.held) this.held.push(post);
      else post();
    });
  }

  receive({ number, found, failed }) {
    const { resolve, reject } = this.waiting.get(number) ?? {};
    if (!this.waiting.delete(number)) return; // given up while its answer was on its way
    if (failed === undefined) resolve(found);
    else reject(new Error(failed));
  }
}
