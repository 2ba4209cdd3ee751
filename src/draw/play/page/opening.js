// Which puzzle is open, and the address of the page, which names it.
import { BoardError } from "../engine/engine.js";
import { findId, linkOf, openLink } from "../engine/links.js";
import { askForBoard, copy } from "./dialogs.js";
import { byId, grouped } from "./dom.js";
import { nameOf } from "./list.js";

const AT_ONCE = 20; // changes of the address in 30 seconds

export class Opening {
  constructor(player) {
    this.player = player;
    this.kept = []; // when the address was changed
    this.trail = []; // the puzzles seen before
    window.addEventListener("hashchange", () => this.openHash());
    window.addEventListener("pagehide", () => this.keepNow());
  }

  get list() {
    return this.player.list;
  }

  // Opens what the address names; without that the last position of this page, or the first puzzle.
  openHash() {
    const { player } = this;
    this.seenHash = location.hash;
    const hash = location.hash.slice(1);
    if (hash !== "" && hash === this.ownHash) return;
    const [, number] = /^No\.(\d+)$/.exec(hash) ?? [];
    const id = player.isCollection && findId(hash);
    if (number || id) {
      const missing = number ? `This page has no puzzle No. ${grouped(Number(number))}.` : `No puzzle of this page has the id ${id}.`;
      this.openNamed(number ? this.list.numbered(Number(number)) : this.list.named(id), missing);
      return;
    }
    try {
      if (hash !== "") {
        player.open(openLink(player.engine, hash));
        return;
      }
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      history.replaceState(null, "", location.pathname + location.search);
      this.seenHash = location.hash;
      this.greeting = `The link can’t be opened: ${error.message}.`;
      if (player.puzzle) this.greet();
      else this.openLast();
      askForBoard(player.engine, `#${hash}`, { error: error.message, column: error.column, rows: error.rows });
      return;
    }
    this.openLast();
  }

  // Opens a puzzle that was asked for by its id or number, or says that it is `missing`. The address becomes that of its board.
  async openNamed(asked, missing) {
    const puzzle = asked instanceof Promise ? await asked.catch((error) => this.player.fail(error)) : asked;
    if (this.seenHash !== location.hash) return;
    if (puzzle) {
      location.replace(`#${puzzle.key}`);
      return;
    }
    if (!this.player.puzzle) await this.openLast();
    byId("known").textContent = missing;
    this.keep();
  }

  async openLast() {
    const { player } = this;
    const number = (this.lasts = (this.lasts ?? 0) + 1);
    let first = this.list.first();
    if (first instanceof Promise) first = await first.catch((error) => player.fail(error));
    if (!first || number !== this.lasts || player.puzzle) return;
    first = { ...first, moves: [] };
    try {
      const last = openLink(player.engine, player.store.lastOf(location.pathname) ?? "");
      player.open(player.isCollection || player.puzzles.some((puzzle) => puzzle.key === last.board.key) ? last : first);
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      player.open(first);
    }
  }

  go(hash) {
    this.ownHash = null;
    if (location.hash.slice(1) === hash) this.openHash();
    else location.hash = hash;
  }

  // Notes that another puzzle takes the place of the one with the key `from`, null for the first.
  leave(from, key) {
    if (from !== null && key !== this.goingTo) this.trail.push(from);
    this.goingTo = this.ownHash = null;
  }

  // Opens a puzzle or the puzzle of a promise; shows the text `empty` if there is none. Of several calls the last one counts.
  async openChosen(puzzle, empty = this.noOther) {
    const number = (this.choosing = (this.choosing ?? 0) + 1);
    this.sayLoading();
    try {
      const found = puzzle instanceof Promise ? await puzzle : puzzle;
      if (number !== this.choosing) return;
      if (found) this.go(found.key);
      else this.player.announce(empty);
    } catch (error) {
      this.player.fail(error);
    }
  }

  // A puzzle that is asked for while the database is on its way opens later.
  sayLoading() {
    if (this.list.isLoading) this.player.announce("The other puzzles are still loading. This one opens when they are here.");
  }

  get noOther() {
    return this.list.hasOthers ? "The list has no other puzzle; clear its filters." : "This page has no other puzzle.";
  }

  // By the arrow beside the name and by its key: in the order of the list, which the reader sees and may have sorted, whatever helped before.
  openNeighbour(by) {
    this.openChosen(this.list.neighbour(by));
  }

  // Goes back to the puzzle seen before; from the first one to the one before it in the list, or to an easier one.
  openPrevious() {
    this.goingTo = this.trail.pop();
    if (this.goingTo) this.go(this.goingTo);
    else this.openNeighbour(-1);
  }

  openLevel(level) {
    this.openChosen(this.list.openLevel(level), "This level is empty; clear the filters.");
    this.player.levelRow.refresh(this.player.puzzle);
  }

  openRandom() {
    this.openChosen(this.list.random());
  }

  // Opens the puzzle of the day, of all puzzles or of the level that is chosen.
  async openDaily(ofLevel) {
    const { player } = this;
    this.sayLoading();
    const today = this.list.daily(new Date(), ofLevel);
    const puzzle = today instanceof Promise ? await today.catch((error) => player.fail(error)) : today;
    if (!puzzle) return;
    this.greeting = `Today’s puzzle${ofLevel ? " of the level" : ", the same for everyone,"} is ${nameOf(puzzle)}.`;
    if (player.puzzle.key !== puzzle.key) return this.go(puzzle.key);
    player.toBoard();
    this.greet();
  }

  // The puzzle after a solved one: another one of the level on a simple page of a collection, elsewhere the next one; one that is not harder
  // after hints.
  openNext() {
    const { player, list } = this;
    if (!list.hasOthers) return;
    const isLevelled = player.isSimple && player.isCollection;
    if (player.outcome.helped && !isLevelled) return this.openChosen(list.another(player.puzzle));
    if (!isLevelled) return this.openNeighbour(1);
    const own = player.levelRow.levelOf(player.puzzle);
    if (list.chosenLevel < 0 && own >= 0) this.openLevel(own);
    else this.openRandom();
  }

  // Says why this puzzle was opened, if there is something to say.
  greet() {
    this.player.announce(this.greeting ?? "");
    this.greeting = null;
  }

  get hash() {
    return linkOf(this.player.puzzle.board, this.player.history.line);
  }

  // Keeps the address up to date, so that reloading, or going back, brings the position back. Many moves in a row wait for a pause:
  // browsers limit how often an address may change, Safari to 100 times in 30 seconds.
  keep() {
    clearTimeout(this.timer);
    this.kept = this.kept.filter((time) => time > performance.now() - 30_000);
    if (this.kept.length < AT_ONCE) this.keepNow();
    else this.timer = setTimeout(() => this.keepNow(), 400);
  }

  keepNow() {
    const { puzzle, store, history: line } = this.player;
    if (!puzzle || location.hash !== this.seenHash) return; // another address was followed and is about to be opened: keep it
    this.ownHash = this.hash;
    store.noteHelped(puzzle.key, line.now.helped);
    if (puzzle.number !== null) store.noteLast(location.pathname, this.ownHash);
    if (this.ownHash === location.hash.slice(1)) return;
    try {
      history.replaceState(null, "", `#${this.ownHash}`);
      this.seenHash = location.hash;
      this.kept.push(performance.now());
    } catch {
      // some viewers allow no addresses
    }
  }

  async copyLink() {
    const done = await copy(`${location.href.split("#")[0]}#${this.hash}`);
    const moves = this.player.history.line.length > 0 ? " with your moves" : "";
    const where = location.protocol === "file:" ? " It works on this computer only, where the page is." : "";
    if (done) this.player.announce(`The link${moves} has been copied.${where}`);
  }
}
