// The player: brings together the board, the history, the search, the list and the dialogs.
import { paintsOf } from "../engine/colours.js";
import { Engine } from "../engine/engine.js";
import { History } from "../engine/history.js";
import { moveInWords } from "../engine/pieces.js";
import { factsOf, puzzlesOf } from "../engine/puzzles.js";
import { SolvedRows } from "../engine/solved.js";
import { Store } from "../engine/store.js";
import { bytesOf, unpacked } from "../engine/unpacked.js";
import { BoardView } from "./board.js";
import { showCard, tellParent } from "./card.js";
import { askForBoard, copy, openHelp, prepareOpenDialog } from "./dialogs.js";
import { byId, capital, counted, enable, grouped } from "./dom.js";
import { prepareKeys } from "./keys.js";
import { LevelPanel, LevelRow } from "./level.js";
import { Library } from "./library.js";
import { PuzzleList } from "./list.js";
import { Opening } from "./opening.js";
import { prepareResults } from "./results.js";
import { Settings } from "./settings.js";
import { SolutionPanel } from "./solution.js";
import { changeInWords, searchCluster, showStatus } from "./status.js";

// The search for a solution alone may keep this many states.
const SOLUTION_LIMIT = 6_000_000;

export class Player {
  // `data` is the JSON in the page: { title, metric, theme, max_states, left_out, rows, paints, collection }.
  constructor(data, engine) {
    Object.assign(this, { engine, metric: data.metric, maxStates: data.max_states });
    this.collectionId = data.collection?.id;
    this.unit = data.metric.slice(0, -1); // "move" or "step"
    this.store = new Store(browserStorage());
    this.settings = new Settings(this.store, data.theme, !data.collection, () => this.puzzle && this.update());
    this.puzzles = puzzlesOf(engine, data.rows, data.paints);
    this.library = new Library(engine);
    this.view = new BoardView(byId("board"), { onMove: (move) => this.play(move), announce: (text) => this.announce(text) });
    this.isSimple = data.simple;
    if (data.simple) document.documentElement.dataset.simple = "on";
    this.list = this.listOf(data);
    this.levelRow = new LevelRow(this.list, this.unit, data.simple, (level) => this.opening.openLevel(level));
    if (this.isCollection && !data.simple) byId("level-chart").before(byId("levels"));
    this.panel = new SolutionPanel({
      show: (position) => this.view.show(position),
      find: (fromStart) => this.findSolution(fromStart),
      onClose: (moves, fromStart) => this.leaveSolution(moves, fromStart),
      announce: (text) => this.announce(text),
    });
    byId("left-label").textContent = `${this.unit}s left`;
    byId("left-out").hidden = data.left_out === 0;
    byId("left-out").textContent = `This file holds the first ${counted(data.rows.length, "puzzle")}; ${data.left_out === null ? "others may have been" : `${grouped(data.left_out)} more were`} left out.`;
    byId("list-panel").hidden = this.puzzles.length === 0;
    byId("previous-button").hidden = byId("next-button").hidden = !this.list.hasOthers;
    this.opening = new Opening(this);
    this.invite();
    this.connect();
    this.opening.openHash();
  }

  // The list of the puzzles, or the levels of a collection.
  listOf({ collection, max_states }) {
    const resultOf = (puzzle) => this.resultOf(puzzle);
    if (!collection) return new PuzzleList(this.puzzles, this.unit, resultOf);
    const solved = new SolvedRows(collection.counts.reduce((sum, entry) => sum + entry[3], 0), this.store.solvedOf(collection.id));
    this.library.openRanks(max_states, solved.toText(), collection.ranks).catch((error) => this.fail(error));
    return new LevelPanel({ engine: this.engine, library: this.library, counts: collection.counts, given: collection.first, unit: this.unit, resultOf, solved });
  }

  // Says what to do, to one who has not solved a puzzle yet, until the first move.
  invite() {
    const isNew = Object.keys(this.store.memory.results).length === 0;
    byId("first-hint").hidden = !isNew;
    byId("board").classList.toggle("inviting", isNew);
  }

  fail(error) {
    if (error.message === "superseded") return;
    this.announce(`The puzzles of this page can’t be read: ${error.message}.`);
  }

  connect() {
    const ignore = (event) => event.target.closest('button[aria-disabled="true"]') && event.stopPropagation();
    document.addEventListener("click", ignore, { capture: true });
    const onClick = (id, action) => byId(id).addEventListener("click", action);
    onClick("undo-button", () => this.undo());
    onClick("redo-button", () => this.redo());
    onClick("restart-button", () => this.restart());
    onClick("hint-button", () => this.hint());
    onClick("best-button", () => this.toggleBest());
    onClick("solution-button", () => this.toggleSolution());
    onClick("next-button", () => this.opening.openNeighbour(1));
    onClick("previous-button", () => this.opening.openPrevious());
    onClick("random-button", () => this.opening.openRandom());
    onClick("daily-button", () => this.opening.openDaily(false));
    onClick("level-daily-button", () => this.opening.openDaily(true));
    byId("daily-name").textContent = `Today’s, ${dayOf(new Date())}`;
    onClick("left-button", () => this.showLeft(true));
    onClick("left-hide", () => this.showLeft(false));
    onClick("help-button", () => openHelp(false));
    onClick("open-button", () => askForBoard(this.engine));
    onClick("copy-link", () => this.opening.copyLink());
    onClick("copy-text", () => this.copyText());
    onClick("print-button", () => window.print());
    prepareResults(this.store, (rows) => {
      if (this.isCollection) this.list.addSolved(rows[this.collectionId] ?? "");
      this.list.update();
      this.update();
    });
    prepareOpenDialog(this.engine, (hash) => this.opening.go(hash));
    byId("list").addEventListener("click", (event) => {
      if (event.target.closest("a")) this.choosesInList = true;
    });
    // the puzzle is printed, with the text that belongs to it, wherever the player stands
    let shown = null;
    window.addEventListener("beforeprint", () => {
      shown = this.view.position;
      if (this.puzzle) this.view.show(this.history.start);
    });
    window.addEventListener("afterprint", () => this.puzzle && this.view.show(shown));
    prepareKeys(this);
  }

  // Opening puzzles

  open({ board, moves }) {
    this.panel.close();
    const facts = factsOf(board);
    if (this.puzzle) this.toBoard();
    // a position that is opened again with the page, or with its moves, may owe something to a hint
    const isHelped = (!this.puzzle || moves.length > 0) && this.store.isHelped(facts.key);
    const isSame = this.puzzle?.key === facts.key && moves.length === 0;
    if (isSame) {
      this.restart();
      return;
    }
    if (this.puzzle && byId("first-hint").classList.contains("done")) byId("first-hint").hidden = true;
    this.opening.leave(this.puzzle?.key ?? null, facts.key);
    this.puzzle?.board.close();
    this.puzzle = this.list.puzzleOf(facts.key) ?? facts;
    if (this.puzzle !== facts) board.close();
    byId("known").textContent = "";
    this.history = new History(board.start);
    if (isHelped) this.history.noteHelp();
    for (const move of moves) this.history.play(move);
    Object.assign(this, { hinted: null, showsBest: false, before: null, depth: null, openedAt: performance.now() });
    this.view.open(this.puzzle.board, board.start, paintsOf(this.puzzle.board, this.puzzle.paints));
    this.list.markCurrent(this.puzzle.key);
    this.opening.greet();
    this.searching = searchCluster(this);
    this.update();
    if (this.isCollection && this.puzzle.number === null) this.lookUp(this.puzzle);
  }

  get isCollection() {
    return this.list instanceof LevelPanel;
  }

  // Says whether a board is known, and takes it for the puzzle that it is.
  async lookUp(facts) {
    try {
      const { puzzle, words } = await this.list.find(facts.board, (piece) => (this.puzzle === facts ? this.view.called(piece) : ""));
      if (this.puzzle !== facts) return;
      byId("known").textContent = words;
      if (puzzle?.key !== facts.key) return;
      this.puzzle = { ...puzzle };
      this.update();
    } catch (error) {
      this.fail(error);
    }
  }

  // Scrolls to the board unless all of it is visible, and goes on from there if the puzzle was chosen in the list.
  toBoard() {
    const [head, board] = [byId("puzzle-head"), byId("board")].map((element) => element.getBoundingClientRect());
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    if (head.top < 0 || board.bottom > innerHeight) byId("puzzle-head").scrollIntoView({ block: "start", behavior });
    if (this.choosesInList) byId("puzzle-name").focus({ preventScroll: true });
    this.choosesInList = false;
  }

  // The search

  // A solution alone, { moves } (null if there is none) or { tooLarge }, found by the worker.
  solve(position) {
    return this.library.ask("solve", this.puzzle.key, position, this.metric, SOLUTION_LIMIT);
  }

  // Whether some position that can be reached is solved, as far as that is known.
  get isSolvable() {
    return this.cluster === null || this.cluster.counts.length > 0;
  }

  // The solution from the present position or from the start, for the panel.
  async findSolution(fromStart) {
    const { board } = this.puzzle;
    await this.searching;
    const position = fromStart ? this.history.start : this.history.now.position;
    this.history.noteHelp(position);
    this.panel.board = board;
    const known = this.solution !== null && position === this.history.start ? this.solution : null;
    const moves = this.cluster ? board.solution(position) : (known ?? (await this.solve(position).catch(() => ({ moves: null }))).moves ?? null);
    return moves && { position, moves };
  }

  // Playing

  // What is known of the present position.
  get seen() {
    return this.puzzle.board.look(this.history.now.position);
  }

  play(move) {
    const words = capital(this.inWords(move));
    this.before = this.depth;
    this.history.play(move);
    this.hinted = null;
    byId("board").classList.remove("inviting");
    byId("first-hint").classList.add("done");
    if (this.isDone) {
      this.noteResult();
      tellParent(this);
    }
    this.update();
    const change = changeInWords(this);
    const left = this.depth === null || !this.showsLeft ? "" : ` ${counted(this.depth, this.unit)} left${change ? `, ${change}` : ""}.`;
    this.announce(`${words}.${left}`);
  }

  // A move in words, whose piece is named by its place as long as letters are hidden.
  inWords(move) {
    return `${this.view.called(move.piece)}${moveInWords(this.puzzle.board, move).slice(1)}`;
  }

  undo() {
    this.step(this.history.canUndo, () => this.history.undo(), "Undone", "There is nothing to undo.");
  }

  redo() {
    this.step(this.history.canRedo, () => this.history.redo(), "Redone", "There is nothing to redo.");
  }

  step(isPossible, act, done, impossible) {
    if (this.panel.isOpen) this.panel.close();
    if (!isPossible) {
      this.announce(impossible);
      return;
    }
    act();
    Object.assign(this, { hinted: null, before: null });
    this.update();
    this.announce(`${done}. ${counted(this.history.now.moves, "move")}${this.depth === null || !this.showsLeft ? "" : `, ${this.depth} left`}.`);
  }

  restart() {
    this.panel.close();
    this.history.restart();
    Object.assign(this, { hinted: null, before: null });
    this.update();
    this.announce("Restarted. Undo brings your position back.");
  }

  // Shows a best move; if it is shown already, plays it.
  hint() {
    this.panel.close();
    if (this.hinted) {
      this.play(this.hinted);
      return;
    }
    if (this.isDone) return this.announce("It is solved.");
    const { best } = this.seen;
    if (best.length === 0) return this.announce(this.searchNote || "There is no hint here.");
    this.history.noteHelp();
    this.hinted = best[0];
    this.update();
    const more = best.length > 1 ? `, or one of ${grouped(best.length - 1)} others` : "";
    this.announce(`Hint: ${this.inWords(best[0])}${best.length === 2 ? ", or another move" : more}. Press Hint again to play it.`);
  }

  toggleBest() {
    this.showsBest = !this.showsBest;
    this.update();
    if (!this.showsBest) return this.announce("");
    const { best } = this.seen;
    const words = best.map((move) => this.inWords(move)).join("; ");
    this.announce(best.length > 0 ? `Best moves: ${words}.` : this.searchNote || "There is no better position.");
  }

  // Whether the reader sees the number of moves left and the chart.
  get showsLeft() {
    return this.settings.isOn("left");
  }

  showLeft(on) {
    this.settings.turn("left", on);
    byId(on ? "left-hide" : "left-button").focus({ preventScroll: true });
  }

  toggleSolution() {
    if (this.panel.isOpen) {
      this.panel.close();
      return;
    }
    if (!this.isSolvable) return this.announce(this.searchNote);
    this.history.noteHelp();
    this.view.mark([]);
    this.view.lock(true);
    this.panel.open();
    this.update();
  }

  // Goes back to the player's position, or takes over the moves that the panel has shown.
  leaveSolution(moves, fromStart) {
    this.view.lock(false);
    if (fromStart) this.history.restart();
    if (moves.length > 0) this.history.noteHelp();
    for (const move of moves) this.history.play(move);
    if (moves.length > 0 && this.isDone) this.noteResult();
    Object.assign(this, { hinted: null, before: null });
    this.update();
    this.announce("");
  }

  // Whether the card lies over the board that says how the puzzle was solved.
  get isOver() {
    return !byId("solved").hidden;
  }

  // Closes what is open: the solution, or the card.
  closeCard() {
    if (this.panel.isOpen) this.panel.close();
    else byId("solved").hidden = true;
  }

  get isDone() {
    return this.history.cursor > 0 && this.seen.isSolved;
  }

  // Results

  // { best, star } of a solved puzzle; `best` is null if only that is known.
  resultOf(puzzle) {
    const isMarked = () => this.isCollection && this.list.isSolved(puzzle);
    return this.store.result(this.resultKey(puzzle)) ?? (isMarked() ? { best: null, star: false } : undefined);
  }

  resultKey(puzzle) {
    return this.metric === "steps" ? `${puzzle.key}/steps` : puzzle.key;
  }

  // How the present position was reached: the moves, the fewest possible, and whether that wins a star.
  get outcome() {
    const { helped, [this.metric]: count } = this.history.now;
    const fewest = this.puzzle.depth;
    return { count, fewest, helped, star: count === fewest && !helped };
  }

  // Notes that the puzzle has just been solved.
  noteResult() {
    const { count, helped, star } = this.outcome;
    this.store.note(this.resultKey(this.puzzle), helped ? null : count, star);
    if (this.isCollection && this.puzzle.number !== null) this.list.noteSolved(this.puzzle, helped, (rows) => this.store.noteSolved(this.collectionId, rows));
    this.list.refresh(this.puzzle);
  }

  // Shows the present position and everything that depends on it.
  update() {
    const { history, puzzle, view } = this;
    const { position } = history.now;
    this.depth = this.seen.depth;
    const hasHints = this.depth > 0;
    if (this.showsBest && hasHints) history.noteHelp();
    if (!this.panel.isOpen) {
      view.show(position);
      view.mark(this.showsBest && hasHints ? this.seen.best : this.hinted ? [this.hinted] : []);
    }
    const isOver = this.isDone && !this.panel.isOpen;
    const hadFocus = byId("solved").contains(document.activeElement);
    byId("solved").hidden = true;
    if (isOver) showCard(this);
    else if (hadFocus) view.focus();
    view.driveOut(isOver);
    this.levelRow.refresh(puzzle);
    enable("undo-button", history.canUndo);
    enable("redo-button", history.canRedo);
    enable("restart-button", history.cursor > 0);
    enable("hint-button", hasHints);
    enable("best-button", hasHints);
    byId("best-button").setAttribute("aria-pressed", String(this.showsBest));
    enable("solution-button", this.isSolvable);
    showStatus({ ...this, showsLeft: this.showsLeft, now: history.now, result: this.resultOf(puzzle) });
    this.opening.keep();
  }

  announce(text) {
    byId("message").textContent = text;
  }

  // Links and text

  async copyText() {
    const { board, depth, size } = this.puzzle;
    const { text, drawing } = board.draw(this.history.now.position);
    const known = [depth === null ? "" : counted(depth, this.unit), size === null ? "" : counted(size, "position")].filter(Boolean);
    const lines = [text, drawing, ...(known.length > 0 ? [`From the start: ${known.join(", ")}`] : [])];
    if (await copy(`${lines.join("\n")}\n`)) this.announce("The board has been copied as text.");
  }
}

// A day as on the button of today's puzzle, like "26 Nov".
function dayOf(date) {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" }).format(date);
}

// The browser's storage; null where it is forbidden.
function browserStorage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

// Starts the player with the data of the page and the module in it.
unpacked(bytesOf(new TextEncoder().encode(byId("module").textContent))).then(async (bytes) => new Player(JSON.parse(byId("data").textContent), await Engine.of(bytes)));
