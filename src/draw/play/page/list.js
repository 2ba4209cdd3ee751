// The list of puzzles next to the board, with its filters.
import { paintsOf } from "../engine/colours.js";
import { chosen, dailyIndex, isWithin, levelsOf } from "../engine/puzzles.js";
import { byId, counted, grouped, icon, make } from "./dom.js";
import { smallPicture } from "./pictures.js";

const CHUNK = 48;
const RANGES = { depth: "Moves", side: "Board size", pieces: "Pieces", walls: "Walls", size: "Cluster size" };

// `unit` is "move" or "step". `resultOf(puzzle)` gives { best, star } of a solved puzzle.
export class PuzzleList {
  constructor(puzzles, unit, resultOf) {
    Object.assign(this, { puzzles, unit, resultOf, shown: 0, current: null, items: new Map() });
    this.settings = { filter: this.openFilter(), sort: "number", descending: false };
    this.sortUnnamed();
    this.buildRanges();
    this.buildLevels();
    if (unit === "step") byId("sort-select").querySelector("[value=depth]").textContent = "steps";
    for (const id of ["sort-select", "order-select", "state-select", "level-select"]) byId(id).addEventListener("change", () => this.readSettings());
    byId("clear-filters").addEventListener("click", () => this.clear());
    byId("more-button").addEventListener("click", () => this.showMore());
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.showMore());
    observer.observe(byId("more-button"));
    this.update();
  }

  // Puzzles without names are rows of a database. Their list has the easiest first, and counts them in that order.
  sortUnnamed() {
    const { puzzles } = this;
    if (puzzles.some(({ name, depth }) => name !== null || depth === null)) return;
    puzzles.sort((a, b) => a.depth - b.depth || a.number - b.number);
    for (const [index, puzzle] of puzzles.entries()) Object.assign(puzzle, { inFile: puzzle.number, number: index + 1 });
  }

  openFilter() {
    return { ...Object.fromEntries(Object.keys(RANGES).map((name) => [name, [null, null]])), level: [null, null], state: "all" };
  }

  // A pair of fields for each property that differs between the puzzles.
  buildRanges() {
    for (const [name, label] of Object.entries(RANGES)) {
      const values = this.puzzles.map((puzzle) => puzzle[name]).filter((value) => value !== null);
      const [least, most] = [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
      if (!(least < most)) continue;
      const legend = name === "depth" && this.unit === "step" ? "Steps" : label;
      const fields = [["least", least], ["most", most]].map(([bound, value]) => {
        const field = make("input", { type: "number", inputmode: "numeric", min: 0, placeholder: value, "aria-label": `${legend}, ${bound}` });
        field.dataset.range = name;
        field.addEventListener("input", () => this.readSettings());
        return field;
      });
      byId("range-fields").append(make("fieldset", {}, make("legend", {}, legend), make("div", {}, fields[0], "to", fields[1])));
    }
  }

  // Levels by the number of moves, which the puzzles of the file are divided into.
  buildLevels() {
    this.levels = levelsOf(this.puzzles);
    for (const [index, [least, most]] of this.levels.entries()) {
      const range = least === most ? counted(least, this.unit) : `${least}–${most} ${this.unit}s`;
      byId("level-select").append(make("option", { value: index }, `Level ${index + 1}: ${range}`));
    }
    byId("level-select").hidden = this.levels.length === 0;
    byId("pick").hidden = this.puzzles.length < 2;
  }

  puzzleOf(key) {
    return this.puzzles.find((puzzle) => puzzle.key === key);
  }

  // The puzzle that the page opens with.
  first() {
    return this.puzzles[0];
  }

  // The puzzle with a number of the page; null if there is none.
  numbered(number) {
    return this.puzzles.find((puzzle) => puzzle.number === number) ?? null;
  }

  // A puzzle after the present one, not harder, for one who needed hints; any other if there is none.
  another({ depth }) {
    const at = this.order.findIndex((puzzle) => puzzle.key === this.current);
    const others = [...this.order.slice(at + 1), ...this.order.slice(0, Math.max(at, 0))].filter((puzzle) => puzzle.key !== this.current);
    const isFit = (puzzle) => puzzle.depth !== null && depth !== null && puzzle.depth <= depth;
    return others.find((puzzle) => isFit(puzzle) && !this.resultOf(puzzle)) ?? others.find(isFit) ?? this.neighbour(1);
  }

  // The number of the level that is chosen; -1 if there is none.
  get chosenLevel() {
    const { value } = byId("level-select");
    return value === "" ? -1 : Number(value);
  }

  // Chooses a level. Returns its first puzzle, or the first one that has not been solved if there is any.
  openLevel(level) {
    byId("level-select").value = level;
    this.readSettings();
    return this.order.find((puzzle) => !this.resultOf(puzzle)) ?? this.order[0] ?? null;
  }

  // The number of the level after the chosen one, if all puzzles of that are solved; else -1.
  harderLevel() {
    const next = this.chosenLevel + 1;
    return next > 0 && next < this.levels.length && this.ofLevel().every((puzzle) => this.resultOf(puzzle)) ? next : -1;
  }

  get hasOthers() {
    return this.puzzles.length > 1;
  }

  // The puzzle of a day, of all or of the level that is chosen; the same in every copy of the file.
  daily(date, ofLevel) {
    const puzzles = ofLevel ? this.ofLevel() : this.puzzles;
    return puzzles.length > 0 ? puzzles[dailyIndex(date, puzzles.length)] : null;
  }

  // The puzzles of the chosen level, whatever else is filtered.
  ofLevel() {
    return this.puzzles.filter((puzzle) => isWithin(puzzle.depth, this.settings.filter.level));
  }

  readSettings() {
    const filter = this.openFilter();
    for (const name of Object.keys(RANGES)) {
      const fields = [...document.querySelectorAll(`[data-range="${name}"]`)];
      if (fields.length > 0) filter[name] = fields.map((field) => (field.value === "" ? null : Number(field.value)));
    }
    filter.level = this.levels[byId("level-select").value || -1] ?? filter.level;
    filter.state = byId("state-select").value;
    this.settings = { filter, sort: byId("sort-select").value, descending: byId("order-select").value === "down" };
    this.update();
  }

  clear() {
    for (const field of document.querySelectorAll("[data-range]")) field.value = "";
    byId("state-select").value = "all";
    byId("level-select").value = "";
    this.readSettings();
  }

  // Filters and sorts again, and shows the first pictures.
  update() {
    this.order = chosen(this.puzzles, this.settings, (puzzle) => Boolean(this.resultOf(puzzle)));
    this.items.clear();
    this.shown = 0;
    byId("list").replaceChildren();
    const solved = this.puzzles.filter((puzzle) => this.resultOf(puzzle)).length;
    const part = this.order.length === this.puzzles.length ? counted(this.puzzles.length, "puzzle") : `${grouped(this.order.length)} of ${counted(this.puzzles.length, "puzzle")}`;
    byId("level-daily-button").hidden = this.chosenLevel < 0;
    byId("list-count").textContent = `${part}, ${grouped(solved)} solved`;
    this.showMore();
  }

  showMore() {
    const next = this.order.slice(this.shown, this.shown + CHUNK);
    this.shown += next.length;
    byId("list").append(...next.map((puzzle) => this.item(puzzle)));
    byId("more-button").hidden = this.shown >= this.order.length;
  }

  item(puzzle) {
    const link = make("a", { href: `#${puzzle.key}`, title: puzzle.inFile ? `Row ${grouped(puzzle.inFile)} of the file` : null });
    this.fill(link, puzzle);
    this.items.set(puzzle.key, link);
    return make("li", {}, link);
  }

  fill(link, puzzle) {
    const result = this.resultOf(puzzle);
    const picture = make("span", { class: "picture" }, smallPicture(puzzle.board, paintsOf(puzzle.board, puzzle.paints)));
    if (result) picture.append(make("span", { class: result.star ? "badge star" : "badge" }, icon(result.star ? "star" : "tick")));
    const depth = puzzle.depth === null ? "" : counted(puzzle.depth, this.unit);
    const facts = [result?.best ? `best ${result.best}${puzzle.depth === null ? "" : ` of ${puzzle.depth}`}` : depth, result && !result.best ? "with hints" : ""];
    const name = make("span", { class: "name" }, nameOf(puzzle));
    const size = puzzle.size === null ? [] : [make("span", { class: "facts" }, counted(puzzle.size, "position"))];
    const solved = make("span", { class: "hidden" }, result ? (result.star ? "solved with a star" : "solved") : "");
    link.replaceChildren(picture, name, make("span", { class: "facts moves" }, facts.filter(Boolean).join(", ")), ...size, solved);
    if (puzzle.key === this.current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }

  // Marks the puzzle that is being played, and shows its present result.
  refresh(puzzle) {
    const link = this.items.get(puzzle.key);
    if (link) this.fill(link, puzzle);
    const solved = this.puzzles.filter((other) => this.resultOf(other)).length;
    byId("list-count").textContent = byId("list-count").textContent.replace(/[\d,]+ solved$/, `${grouped(solved)} solved`);
  }

  markCurrent(key) {
    const isFirst = this.current === null;
    const before = this.items.get(this.current);
    if (before) before.removeAttribute("aria-current");
    this.current = key;
    const link = this.items.get(key);
    link?.setAttribute("aria-current", "true");
    const panel = byId("list-panel");
    if (isFirst || !link || getComputedStyle(panel).overflowY === "visible") return;
    // on a wide screen the list scrolls on its own: bring the puzzle into sight there
    const [inside, own] = [panel.getBoundingClientRect(), link.getBoundingClientRect()];
    if (own.top < inside.top) panel.scrollTop += own.top - inside.top - 8;
    else if (own.top > inside.bottom - 40) panel.scrollTop += own.bottom - inside.bottom + 8;
  }

  // The puzzle `by` places after the current one in the list; the first if the current one is not in it; null if there is no other.
  neighbour(by) {
    const at = this.order.findIndex((puzzle) => puzzle.key === this.current);
    if (this.order.length <= (at < 0 ? 0 : 1)) return null;
    return this.order[at < 0 ? 0 : (at + by + this.order.length) % this.order.length];
  }

  // A puzzle of the list other than the current one, at random; one that has not been solved if there is any.
  random() {
    const others = this.order.filter((puzzle) => puzzle.key !== this.current);
    const unsolved = others.filter((puzzle) => !this.resultOf(puzzle));
    const from = unsolved.length > 0 ? unsolved : others;
    return from.length > 0 ? from[Math.floor(Math.random() * from.length)] : null;
  }
}

export function nameOf(puzzle) {
  return puzzle.name ?? (puzzle.number === null ? "Your board" : `No. ${grouped(puzzle.label ?? puzzle.number)}`);
}
