// What the browser keeps between visits: the best result of each puzzle, and the theme. Without storage it is kept until the page closes.

const STORE_KEY = "gridlock-play";

// `storage` is the browser's localStorage, or null.
export class Store {
  constructor(storage) {
    this.storage = storage;
    this.memory = { results: {}, theme: null };
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
    this.memory.results[key] = { best: Math.min(count, before?.best ?? Infinity), star: star || Boolean(before?.star) };
    this.save();
  }

  reload() {
    try {
      Object.assign(this.memory.results, cleaned(JSON.parse(this.storage.getItem(STORE_KEY) ?? "{}")).results);
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
}

// What is well formed of stored text, which another program may have written.
function cleaned(stored) {
  const isResult = ([, result]) => Number.isInteger(result?.best) && result.best > 0;
  const results = Object.entries(stored?.results ?? {}).filter(isResult);
  const theme = typeof stored?.theme === "string" ? stored.theme : null;
  return { results: Object.fromEntries(results.map(([key, { best, star }]) => [key, { best, star: star === true }])), theme };
}
