// What the worker knows and finds. Where workers are forbidden, the page does it itself.
import { Engine } from "../engine/engine.js";
import { Questions } from "../engine/worker.js";
import { byId } from "./dom.js";

const SEARCHES = ["choose", "exactly", "several", "solve"];

const LOOK_EVERY = 200; // milliseconds, while the page is loading

// Shows how much of the rank file has come, and promises that it is here.
function whenLoaded(length) {
  const bar = byId("loading");
  const look = () => (bar.value = ((byId("ranks")?.firstChild?.length ?? 0) / length) * 100);
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
  constructor({ module }) {
    const source = new Blob([byId("engine").textContent], { type: "text/javascript" });
    Object.assign(this, { module, source: URL.createObjectURL(source), waiting: new Map(), asked: 0, opening: null, held: null });
    this.start();
  }

  start() {
    try {
      this.worker = new Worker(this.source);
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = (event) => {
        event.preventDefault();
        this.worker = null;
        for (const { question } of this.waiting.values()) this.answerHere(question);
      };
      this.worker.postMessage({ module: this.module });
    } catch {
      this.worker = null;
    }
  }

  // Opens the database of the page when it has come: it stands at the end of the page and has `length` characters. Questions about it wait.
  // The promise `opened` fails with what is wrong with the file.
  openRanks(maxStates, solved, length) {
    this.held = [];
    this.opened = whenLoaded(length).then(() => {
      const { held } = this;
      this.held = null;
      // from now on the browser keeps it, in place of the page
      const text = byId("ranks").firstChild;
      this.opening = [new Blob([text.data]), maxStates];
      text.data = "";
      const opened = this.ask("open", ...this.opening, solved);
      for (const post of held) post();
      return opened;
    });
    return this.opened;
  }

  // Gives up all searches: their promises fail with "superseded". A worker can't be told to stop, so another one takes over the rest.
  giveUp(solved = "") {
    if (!this.worker) return;
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.start();
    if (this.opening) this.ask("open", ...this.opening, solved);
    for (const { question, resolve, reject } of waiting) {
      if (SEARCHES.includes(question.ask)) {
        reject(new Error("superseded"));
      } else {
        this.waiting.set(question.number, { question, resolve, reject });
        if (!this.held) this.worker.postMessage(question);
      }
    }
  }

  // A promise of the answer to a question.
  ask(ask, ...values) {
    const question = { ask, values, number: ++this.asked };
    return new Promise((resolve, reject) => {
      this.waiting.set(question.number, { question, resolve, reject });
      const post = () => (this.worker ? this.worker.postMessage(question) : this.answerHere(question));
      if (this.held && ask !== "solve") this.held.push(post);
      else post();
    });
  }

  answerHere(question) {
    this.here ??= new Questions(WebAssembly.instantiate(this.module).then((instance) => new Engine(this.module, instance)));
    setTimeout(async () => this.receive({ number: question.number, ...(await this.here.answer(question)) }), 0);
  }

  receive({ number, found, failed }) {
    const { resolve, reject } = this.waiting.get(number) ?? {};
    if (!this.waiting.delete(number)) return; // given up while its answer was on its way
    if (failed === undefined) resolve(found);
    else reject(new Error(failed));
  }
}
