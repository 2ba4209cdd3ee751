// What the browser keeps between visits: the best result of each puzzle, the settings, and the last position of each page. Without storage
// it is kept until the page closes.
import { SolvedRows } from "./solved.js";

const STORE_KEY = "gridlock-play";
export const SWITCHES = ["letters", "patterns", "left", "details"];
const MOST_PAGES = 50;

// `storage` is the browser's localStorage, or null.
export class Store {
  constructor(storage) {
    this.storage = storage;
    this.memory = { results: {}, theme: null, switches: {}, last: {} };
    try {
      this.memory = { ...this.memory, ...cleaned(JSON.parse(storage.getItem(STORE_KEY) ?? "{}")) };
      this.keeps = this.save();
    } catch {
      this.keeps = false;
    }
  }

  save() {
    try {
      this.storage.setItem(STORE_KEY, JSON.stringify(this.memory));
      return true;
    } catch {
      return false; // forbidden, or full
    }
  }

  // The best result { best, star } of a puzzle; undefined if it has not been solved.
  result(key) {
    return Object.hasOwn(this.memory.results, key) ? this.memory.results[key] : undefined;
  }

  // Notes that a puzzle was solved. A star, once won, stays. Other tabs may have noted results in the meantime, so they are read again.
  note(key, count, star) {
    this.reload();
    const before = this.result(key);
    delete this.memory.results[key]; // so that it comes last
    this.memory.results[key] = { best: Math.min(count, before?.best ?? Infinity), star: star || Boolean(before?.star) };
    this.save();
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

  reload() {
    try {
      const { results, last } = cleaned(JSON.parse(this.storage.getItem(STORE_KEY) ?? "{}"));
      Object.assign(this.memory.results, results);
      Object.assign(this.memory.last, last);
    } catch {
      // what is in memory is all there is
    }
  }

  get theme() {
    return this.memory.theme;
  }

  set theme(name) {
    this.memory.theme = name;
    this.save();
  }

  // Whether a setting is on: "letters", "patterns", "left" or "details"; undefined as long as the reader has not chosen.
  isOn(name) {
    return this.memory.switches[name];
  }

  turn(name, on) {
    this.memory.switches[name] = on;
    this.save();
  }

  // The link to the last position on a page; undefined if there is none.
  lastOf(page) {
    return Object.hasOwn(this.memory.last, page) ? this.memory.last[page] : undefined;
  }

  // Notes the last position on a page, and forgets the pages that were left longest ago.
  noteLast(page, link) {
    this.reload();
    const others = Object.entries(this.memory.last).filter(([name]) => name !== page);
    this.memory.last = Object.fromEntries([...others.slice(1 - MOST_PAGES), [page, link]]);
    this.save();
  }
}

// What is well formed of stored text, which another program may have written.
function cleaned(stored) {
  const isResult = ([, result]) => Number.isInteger(result?.best) && result.best > 0;
  const results = Object.entries(stored?.results ?? {}).filter(isResult);
  const theme = typeof stored?.theme === "string" ? stored.theme : null;
  const switches = Object.entries(stored?.switches ?? {}).filter(([name, on]) => SWITCHES.includes(name) && typeof on === "boolean");
  const last = Object.entries(stored?.last ?? {}).filter(([, link]) => typeof link === "string");
  return {
    results: Object.fromEntries(results.map(([key, { best, star }]) => [key, { best, star: star === true }])),
    theme,
    switches: Object.fromEntries(switches),
    last: Object.fromEntries(last),
  };
}
