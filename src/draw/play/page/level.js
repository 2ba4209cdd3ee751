// Choosing among the puzzles of a collection: a level, which is a range of moves, walls and pieces, and puzzles near the present one.
import { paintsOf } from "../engine/colours.js";
import { dailyIndex, factsOf, levelsByMoves, within } from "../engine/puzzles.js";
import { SolvedRows } from "../engine/solved.js";
import { byId, counted, enable, grouped, icon, make } from "./dom.js";
import { nameOf } from "./list.js";
import { smallPicture } from "./pictures.js";

const NEAR = 12;
const BUSY_AFTER = 400; // milliseconds of a search
const ENOUGH = 3; // solved puzzles of a level after which the next level is offered

// Has the methods of PuzzleList that the player needs. `counts` are [walls, moves, pieces, puzzles], `solved` the SolvedRows, `given` the first
// puzzle { row, board, moves, states }, or null.
export class LevelPanel {
  constructor({ engine, library, counts, given, unit, resultOf, solved }) {
    Object.assign(this, { engine, library, counts, given, unit, resultOf, solved, isLoading: true, solvedFacts: [], known: new Map(), current: null, isBusy: false, searches: new Set() });
    this.total = counts.reduce((sum, [, , , count]) => sum + count, 0);
    this.bounds = {};
    for (const [k, name] of ["walls", "moves", "pieces"].entries()) {
      const values = counts.map((entry) => entry[k]);
      this.bounds[name] = [Math.min(...values), Math.max(...values)];
    }
    this.level = structuredClone(this.bounds);
    this.levels = levelsByMoves(new Set(counts.map(([, moves]) => moves)));
    this.solvedInARow = 0;
    byId("level-panel").hidden = false;
    byId("list-panel").hidden = true;
    byId("level-pick").append(byId("random-button"), byId("daily-button"), byId("level-daily-button"));
    this.buildFields();
    this.buildChart();
    byId("previous-button").title = "The puzzle before; at the first one an easier puzzle";
    byId("next-button").setAttribute("aria-label", "Harder puzzle");
    byId("next-button").title = "Harder puzzle";
    byId("near-button").addEventListener("click", () => this.showNear());
    this.update();
    const onLoaded = () => {
      this.isLoading = false;
      this.showBusy(false);
    };
    library.opened.then(onLoaded, onLoaded);
  }

  // A pair of fields for walls and pieces, as far as they differ.
  buildFields() {
    for (const [name, label] of [["walls", "Walls"], ["pieces", "Pieces"]]) {
      const [least, most] = this.bounds[name];
      if (least === most) continue;
      const fields = [0, 1].map((side) => {
        const select = make("select", { "aria-label": `${label}, ${side === 0 ? "least" : "most"}` });
        for (let value = least; value <= most; value += 1) select.append(make("option", { value }, String(value)));
        select.value = this.bounds[name][side];
        select.addEventListener("change", () => this.setBound(name, side, Number(select.value)));
        return select;
      });
      this[`${name}Fields`] = fields;
      byId("level-fields").append(make("fieldset", {}, make("legend", {}, label), make("div", {}, fields[0], "to", fields[1])));
    }
  }

  // A bar for each number of moves, over two sliders. A range is drawn over the bars by pointer or finger, or set by the sliders.
  buildChart() {
    const [least, most] = this.bounds.moves;
    const bars = byId("level-bars");
    byId("level-unit").textContent = `${this.unit}s`;
    this.bars = [];
    const every = most - least > 25 ? 10 : 5;
    for (let moves = least; moves <= most; moves += 1) {
      const label = moves % every === 0 && moves !== least && moves !== most ? { "data-moves": moves } : {};
      this.bars.push(bars.appendChild(make("i", label, make("b"))));
    }
    this.sliders = [byId("level-least"), byId("level-most")];
    for (const [side, slider] of this.sliders.entries()) {
      Object.assign(slider, { min: least, max: most, value: this.level.moves[side] });
      slider.addEventListener("input", () => this.setBound("moves", side, Number(slider.value)));
    }
    let from = null;
    const at = ({ clientX }) => {
      const { left, width } = bars.getBoundingClientRect();
      return Math.max(least, Math.min(most, least + Math.floor(((clientX - left) / width) * (most - least + 1))));
    };
    const draw = (event) => {
      if (from === null) return;
      this.level.moves = [from, at(event)].sort((a, b) => a - b);
      this.update();
    };
    bars.addEventListener("pointerdown", (event) => {
      from = at(event);
      bars.setPointerCapture(event.pointerId);
    });
    // a finger that scrolls the page over the chart chooses nothing: its pointer is cancelled before it has moved to another bar
    bars.addEventListener("pointermove", (event) => {
      if (from !== null && at(event) !== from) draw(event);
    });
    bars.addEventListener("pointerup", (event) => {
      draw(event);
      from = null;
    });
    bars.addEventListener("pointercancel", () => (from = null));
  }

  // Sets one end of a range; the other end gives way.
  setBound(name, side, value) {
    const range = this.level[name];
    range[side] = value;
    if (range[0] > range[1]) range[1 - side] = value;
    this.update();
  }

  // How many puzzles of a level have each number of moves.
  countsByMoves({ walls, pieces }) {
    const found = new Map();
    for (const [ownWalls, moves, ownPieces, count] of this.counts) {
      if (within(ownWalls, walls) && within(ownPieces, pieces)) found.set(moves, (found.get(moves) ?? 0) + count);
    }
    return found;
  }

  update() {
    this.giveUp();
    const { level, bars, bounds } = this;
    const byMoves = this.countsByMoves(level);
    const highest = Math.log(1 + Math.max(1, ...byMoves.values()));
    for (const [k, bar] of bars.entries()) {
      const moves = bounds.moves[0] + k;
      const count = byMoves.get(moves) ?? 0;
      bar.firstChild.style.setProperty("height", `${(Math.log(1 + count) / highest) * 100}%`);
      bar.className = within(moves, level.moves) ? "in" : "";
      bar.title = `${counted(moves, this.unit)}: ${counted(count, "puzzle")}`;
    }
    for (const side of [0, 1]) {
      this.sliders[side].value = level.moves[side];
      for (const name of ["walls", "pieces"]) if (this[`${name}Fields`]) this[`${name}Fields`][side].value = level[name][side];
    }
    this.remaining = [...byMoves].reduce((sum, [moves, count]) => sum + (within(moves, level.moves) ? count : 0), 0);
    this.showCount();
    const [least, most] = level.moves;
    byId("level-range").textContent = least === most ? counted(least, this.unit) : `${least} to ${most} ${this.unit}s`;
    this.enableButtons();
  }

  enableButtons() {
    const isWhole = Object.keys(this.bounds).every((name) => this.level[name].every((value, side) => value === this.bounds[name][side]));
    byId("level-daily-button").hidden = isWhole;
    enable("daily-button", !this.isBusy && !this.isLoading);
    for (const id of ["random-button", "level-daily-button", "near-button"]) enable(id, this.remaining > 0 && !this.isBusy && !this.isLoading);
  }

  // Asks the collection for puzzles of a level. If few rows pass, the search takes long and the page shows a message. A later question, or
  // another level, replaces this one, whose promise fails with "superseded".
  async search(ask, ...values) {
    this.giveUp();
    const timer = setTimeout(() => this.showBusy(true), BUSY_AFTER);
    this.searches.add(timer);
    try {
      return await this.library.ask(ask, ...values);
    } finally {
      clearTimeout(timer);
      this.searches.delete(timer);
      if (this.searches.size === 0) this.showBusy(false);
    }
  }

  giveUp() {
    if (!this.isBusy) return;
    this.showBusy(false);
    this.library.giveUp(this.solved.toText());
  }

  showBusy(on) {
    this.isBusy = on;
    this.enableButtons();
    this.showCount();
  }

  // The pieces of solved puzzles are not known, so with a limit on them only the puzzles are counted.
  showCount() {
    const { level, bounds } = this;
    const solved = this.solvedFacts.filter(({ walls, moves }) => within(walls, level.walls) && within(moves, level.moves)).length;
    const isAnyPieces = level.pieces.every((value, side) => value === bounds.pieces[side]);
    byId("level-count").textContent = this.isLoading ? "loading …" : this.isBusy ? "searching …" : `${counted(this.remaining, "puzzle")}${isAnyPieces && solved > 0 ? `, ${grouped(solved)} solved` : ""}`;
  }

  // The number of the level whose range is chosen; -1 if it is another range.
  get chosenLevel() {
    const [least, most] = this.level.moves;
    return this.levels.findIndex((range) => range[0] === least && range[1] === most);
  }

  // Chooses the range of a level, and promises a puzzle of it.
  openLevel(level) {
    this.level.moves = [...this.levels[level]];
    this.solvedInARow = 0;
    this.update();
    return this.choose(this.level);
  }

  // The number of the level after the chosen one, if some puzzles of this one have been solved; else -1.
  harderLevel() {
    const next = this.chosenLevel + 1;
    return next > 0 && next < this.levels.length && this.solvedInARow >= ENOUGH ? next : -1;
  }

  isSolved(puzzle) {
    return this.known.get(puzzle.key)?.number !== undefined && this.solved.has(this.known.get(puzzle.key).number);
  }

  // Marks a row as solved, with hints if `helped`. `keep(rows)` writes it down.
  noteSolved({ number, walls, depth }, helped, keep) {
    if (!this.solved.add(number)) return;
    if (!helped) this.solvedInARow += 1;
    this.solvedFacts.push({ walls, moves: depth });
    this.library.ask("markSolved", number);
    keep(this.solved);
    this.showCount();
  }

  // Adds rows that were solved elsewhere, given as the text of SolvedRows.
  addSolved(text) {
    for (const row of new SolvedRows(this.total, text)) if (this.solved.add(row)) this.library.ask("markSolved", row);
    this.isPrepared = false;
    this.prepare();
  }

  // The question to the collection: a property that is not limited costs no search.
  asked({ pieces, ...level }) {
    const isAny = pieces.every((value, side) => value === this.bounds.pieces[side]);
    return isAny ? level : { ...level, pieces };
  }

  // A puzzle of a level other than the present one, and one that has not been solved, if there is any; null if the level is empty.
  async choose(level) {
    const found = await this.search("choose", this.asked(level), Math.random(), this.puzzleOf(this.current)?.number ?? null);
    return found && this.keep(found);
  }

  keep({ row, board: key, moves, states }) {
    const board = this.engine.open(key);
    const puzzle = { ...factsOf(board), number: row, label: row + 1, depth: moves, size: states };
    this.known.set(puzzle.key, puzzle);
    board.close();
    return puzzle;
  }

  puzzleOf(key) {
    return this.known.get(key);
  }

  // The puzzle that the page opens with: an easy one.
  async first() {
    const found = this.keep(this.given ?? (await this.library.ask("first", this.bounds.moves)));
    this.prepare();
    return found;
  }

  // Reads all moves and what has been solved, once, when the page has no better thing to do.
  async prepare() {
    if (this.isPrepared) return;
    this.isPrepared = true;
    try {
      this.solvedFacts = await this.library.ask("prepare");
      this.showCount();
    } catch {
      // what is wrong is said when a puzzle is chosen
    }
  }

  // A puzzle with the next number of moves of the level, more or fewer ones.
  async neighbour(by) {
    const depth = this.puzzleOf(this.current)?.depth ?? this.depth ?? this.level.moves[0];
    const levels = [...this.countsByMoves(this.level).keys()].filter((moves) => within(moves, this.level.moves)).sort((a, b) => a - b);
    if (levels.length === 0) return null;
    const next = by > 0 ? levels.find((moves) => moves > depth) : levels.findLast((moves) => moves < depth);
    const moves = next ?? (by > 0 ? levels.at(-1) : levels[0]);
    return this.choose({ ...this.level, moves: [moves, moves] });
  }

  random() {
    return this.choose(this.level);
  }

  // The same for everybody on that day, of all puzzles or of the level that is chosen.
  async daily(date, ofLevel) {
    const found = await this.search("exactly", this.asked(ofLevel ? this.level : this.bounds), dailyIndex(date, 1_000_003) / 1_000_003);
    return found && this.keep(found);
  }

  // A dozen puzzles of the level with about as many moves as the current one.
  async showNear() {
    const depth = this.puzzleOf(this.current)?.depth ?? this.level.moves[0];
    const [least, most] = this.level.moves;
    const middle = Math.max(least, Math.min(most, depth));
    const moves = [Math.max(least, middle - 1), Math.min(most, middle + 1)];
    const shares = Array.from({ length: NEAR }, (_, k) => (k + Math.random()) / NEAR);
    const found = await this.search("several", this.asked({ ...this.level, moves }), shares).catch(() => null);
    if (!found) return;
    const near = found.map((puzzle) => this.keep(puzzle)).sort((a, b) => a.depth - b.depth || a.number - b.number);
    byId("near").replaceChildren(...near.map((puzzle) => this.item(puzzle)));
  }

  item(puzzle) {
    const result = this.resultOf(puzzle);
    const picture = make("span", { class: "picture" }, smallPicture(puzzle.board, paintsOf(puzzle.board)));
    if (result) picture.append(make("span", { class: result.star ? "badge star" : "badge" }, icon(result.star ? "star" : "tick")));
    const link = make("a", { href: `#${puzzle.key}` }, picture, make("span", { class: "name" }, counted(puzzle.depth, this.unit)), make("span", { class: "facts size" }, nameOf(puzzle)));
    if (puzzle.key === this.current) link.setAttribute("aria-current", "true");
    return make("li", {}, link);
  }

  // Marks the puzzle that is being played, and shows its present result.
  refresh(puzzle) {
    this.depth = puzzle.depth;
    const link = byId("near").querySelector(`a[href="#${puzzle.key}"]`);
    if (link && this.known.has(puzzle.key)) link.parentNode.replaceWith(this.item(puzzle));
  }

  markCurrent(key) {
    this.current = key;
    for (const link of byId("near").querySelectorAll("a")) {
      if (link.getAttribute("href") === `#${key}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  get isCollection() {
    return true;
  }

  get hasOthers() {
    return this.total > 1;
  }

  // The puzzle with a number of the page, which counts from 1; null if there is none.
  async numbered(number) {
    const found = await this.library.ask("numbered", number - 1);
    return found && this.keep(found);
  }

  // Another puzzle of the level that is not harder, for one who needed hints.
  another({ depth }) {
    const moves = depth ?? this.level.moves[0];
    return this.choose({ ...this.level, moves: [moves, moves] });
  }

  // The puzzle with an id; null if it is not here.
  async named(id) {
    const found = await this.library.ask("named", id);
    return found && this.keep(found);
  }

  // What the collection knows of a board, in words; the puzzle is kept if it is a row. `called(piece)` names a piece.
  async find(board, called) {
    const found = await this.library.ask("find", board.key);
    this.prepare();
    const at = board.pieces.findIndex(({ name }) => name === found.name);
    return inWords(found, this, at < 0 ? "a wall" : called(at));
  }
}

// `what` does not matter if something does not.
function inWords(found, panel, what) {
  const { total, unit, bounds } = panel;
  if (found.row !== undefined) {
    const puzzle = panel.keep(found);
    const yours = found.distance === found.moves ? "" : `; yours is ${counted(found.distance, unit)} from the goal`;
    return { puzzle, words: `Known: No. ${grouped(found.row + 1)} of ${grouped(total)}, ${counted(found.moves, unit)}${yours}. Its id is ${found.id}.` };
  }
  const reasons = {
    size: "The puzzles of this page have another size.",
    exit: "The puzzles of this page have their exit at the right.",
    row: `The puzzles of this page have the striped piece in row ${found.line}.`,
    walls: `The puzzles of this page have ${bounds.walls[0]} to ${bounds.walls[1]} walls.`,
    rules: "Not among the puzzles: a row or column is full, or something stands beside the striped piece in its row.",
    unsolvable: "This board can’t be solved.",
    irrelevant: `Not among the puzzles: the hardest position that can be reached takes ${counted(found.moves ?? 0, unit)}, and as many without ${what}.`,
    absent: "A puzzle, but none of those on this page.",
    large: "More positions can be reached than this page searches.",
  };
  return { puzzle: null, words: reasons[found.reason] };
}

// `list` has `levels`, which are ranges of moves. `open(level)` is called with the number of a level from 0. A simple page shows these
// numbers, which children can read, another page the moves.
export class LevelRow {
  constructor(list, unit, isSimple, open) {
    Object.assign(this, { list, isSimple });
    const row = byId("levels");
    // a list has its levels in a field
    row.hidden = list.levels.length < 2 || !(isSimple || list.isCollection);
    this.buttons = list.levels.map(([least, most], level) => {
      const range = least === most ? String(least) : `${least}–${most}`;
      const name = `Level ${level + 1}: ${range} ${unit}s`;
      const button = make("button", { type: "button", "aria-label": name, title: name, "aria-pressed": "false" }, isSimple ? String(level + 1) : range);
      button.addEventListener("click", () => open(level));
      row.append(button);
      return button;
    });
  }

  // The number of the level to which a puzzle belongs; -1 if its moves are not known.
  levelOf({ depth }) {
    return this.list.levels.findIndex(([least, most]) => depth !== null && depth >= least && depth <= most);
  }

  // Marks the level that is chosen; on a simple page, where no other range can be chosen, or else the level of the puzzle that is played.
  refresh(puzzle) {
    const { chosenLevel } = this.list;
    const current = chosenLevel >= 0 || !this.isSimple ? chosenLevel : this.levelOf(puzzle);
    for (const [level, button] of this.buttons.entries()) button.setAttribute("aria-pressed", String(level === current));
  }
}
