// What the browser keeps between visits: the best result of each puzzle, the settings, the last position of each page, and in which puzzles
// a hint was seen. Without storage it is kept until the page closes.
import { SolvedRows } from "./solved.js";

const STORE_KEY = "gridlock-play";
export const SWITCHES = ["letters", "patterns", "left", "details"];
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

  // The best result { best, star } of a puzzle; undefined if it has not been solved.
  result(key) {
    return Object.hasOwn(this.memory.results, key) ? this.memory.results[key] : undefined;
  }

  // Notes that a puzzle was solved. A star, once won, stays.
  note(key, count, star) {
    this.change(({ results }) => {
      const before = Object.hasOwn(results, key) ? results[key] : undefined;
      delete results[key]; // so that it comes last
      results[key] = { best: Math.min(count, before?.best ?? Infinity), star: star || Boolean(before?.star) };
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

  // Whether a setting is on: "letters", "patterns", "left" or "details"; undefined as long as the reader has not chosen.
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

// What is well formed of stored text, which another program may have written.
function cleaned(stored) {
  const isResult = ([, result]) => Number.isInteger(result?.best) && result.best > 0;
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
