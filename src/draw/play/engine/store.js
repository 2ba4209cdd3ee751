// What the browser keeps between visits: the best result of each puzzle, the settings, the last position of each page, and in which puzzles
// a hint was seen. Without storage it is kept until the page closes.
import { SolvedRows, unionOf } from "./solved.js";

const STORE_KEY = "gridlock-play";
export const SWITCHES = ["letters", "patterns", "left", "details", "keys"];
const MOST_PAGES = 50;

// `storage` is the browser's localStorage, or null.
export class Store {
  constructor(storage) {
    this.storage = storage;
    this.memory = this.read();
    this.keeps = this.change(() => {});
  }

  // What is stored, as far as it is well formed.
  read() {
    try {
      return cleaned(JSON.parse(this.storage.getItem(STORE_KEY) ?? "{}"));
    } catch {
      return cleaned({}); // forbidden, or damaged
    }
  }

  // Makes a change here and in the storage. Other tabs may have changed the rest in the meantime, so that is read again: their results count
  // here too, their settings when the page is opened again. Returns whether it was stored.
  change(act) {
    act(this.memory);
    const stored = this.read();
    act(stored);
    for (const name of ["results", "last"]) this.memory[name] = { ...this.memory[name], ...stored[name] };
    try {
      this.storage.setItem(STORE_KEY, JSON.stringify(stored));
      return true;
    } catch {
      return false; // forbidden, or full
    }
  }

  // The result { best, star } of a puzzle, whose `best` is null if it was solved with hints alone; undefined if it has not been solved.
  result(key) {
    return Object.hasOwn(this.memory.results, key) ? this.memory.results[key] : undefined;
  }

  // What was solved, as the text of a file: results by puzzle, and solved rows by collection.
  toText() {
    const rows = {};
    for (let k = 0; k < (this.storage?.length ?? 0); k += 1) {
      const name = this.storage.key(k);
      if (name.startsWith(`${STORE_KEY}-`)) rows[name.slice(STORE_KEY.length + 1)] = this.storage.getItem(name);
    }
    return `${JSON.stringify({ [STORE_KEY]: 1, results: this.memory.results, rows }, null, 1)}\n`;
  }

  // Adds what is solved in such a text to what was solved here. Returns the number of its results and its rows by collection, or null if the
  // text is another one.
  addText(text) {
    let found = null;
    try {
      found = JSON.parse(text);
    } catch {
      return null;
    }
    if (found?.[STORE_KEY] !== 1) return null;
    const { results } = cleaned(found);
    const rows = Object.entries(found.rows ?? {}).filter(([, own]) => typeof own === "string");
    this.change((kept) => {
      for (const [key, result] of Object.entries(results)) kept.results[key] = better(kept.results[key], result);
    });
    for (const [id, own] of rows) {
      try {
        this.storage.setItem(`${STORE_KEY}-${id}`, unionOf(this.solvedOf(id), own));
      } catch {
        // forbidden, or full
      }
    }
    return { count: Object.keys(results).length, rows: Object.fromEntries(rows) };
  }

  // Notes that a puzzle was solved, in `count` moves, or null with hints. A star, once won, stays.
  note(key, count, star) {
    this.change(({ results }) => {
      const before = Object.hasOwn(results, key) ? results[key] : undefined;
      delete results[key]; // so that it comes last
      results[key] = better(before, { best: count, star });
    });
  }

  // The text of the SolvedRows of a collection; it is kept apart from the rest, since it may be long.
  solvedOf(id) {
    try {
      return this.storage.getItem(`${STORE_KEY}-${id}`) ?? "";
    } catch {
      return "";
    }
  }

  // Notes which rows of a collection have been solved. What another tab has noted is added to them.
  noteSolved(id, rows) {
    try {
      for (const row of new SolvedRows(rows.rows, this.solvedOf(id))) rows.add(row);
      this.storage.setItem(`${STORE_KEY}-${id}`, rows.toText());
    } catch {
      // forbidden, or full
    }
  }

  get theme() {
    return this.memory.theme;
  }

  set theme(name) {
    this.change((kept) => (kept.theme = name));
  }

  // Whether a setting of SWITCHES is on; undefined as long as the reader has not chosen.
  isOn(name) {
    return this.memory.switches[name];
  }

  turn(name, on) {
    this.change(({ switches }) => (switches[name] = on));
  }

  // The link to the last position on a page; undefined if there is none.
  lastOf(page) {
    return Object.hasOwn(this.memory.last, page) ? this.memory.last[page] : undefined;
  }

  // Notes the last position on a page, and forgets the pages that were left longest ago.
  noteLast(page, link) {
    this.change((kept) => {
      const others = Object.entries(kept.last).filter(([name]) => name !== page);
      kept.last = Object.fromEntries([...others.slice(1 - MOST_PAGES), [page, link]]);
    });
  }

  // Whether a hint was seen in a puzzle that was left half solved.
  isHelped(key) {
    return this.memory.helped.includes(key);
  }

  noteHelped(key, on) {
    if (this.isHelped(key) === on) return;
    this.change((kept) => {
      const others = kept.helped.filter((other) => other !== key);
      kept.helped = on ? [...others.slice(1 - MOST_PAGES), key] : others;
    });
  }
}

// What is best of two results of one puzzle, the first of which may be undefined.
function better(one, other) {
  const best = [one?.best, other.best].filter(Number.isInteger);
  return { best: best.length > 0 ? Math.min(...best) : null, star: Boolean(one?.star) || other.star };
}

// What is well formed of stored text, which another program may have written.
function cleaned(stored) {
  const isResult = ([, result]) => result?.best === null || (Number.isInteger(result?.best) && result.best > 0);
  const results = Object.entries(stored?.results ?? {}).filter(isResult);
  const theme = typeof stored?.theme === "string" ? stored.theme : null;
  const switches = Object.entries(stored?.switches ?? {}).filter(([name, on]) => SWITCHES.includes(name) && typeof on === "boolean");
  const last = Object.entries(stored?.last ?? {}).filter(([, link]) => typeof link === "string");
  const helped = Array.isArray(stored?.helped) ? stored.helped.filter((key) => typeof key === "string") : [];
  return {
    results: Object.fromEntries(results.map(([key, { best, star }]) => [key, { best, star: star === true }])),
    theme,
    switches: Object.fromEntries(switches),
    last: Object.fromEntries(last),
    helped,
  };
}
