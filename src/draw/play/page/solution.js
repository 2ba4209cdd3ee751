// The panel that plays a solution.
import { moveInWords, moveText, slide } from "../engine/pieces.js";
import { byId, counted, enable, make, relabel } from "./dom.js";

// `show(position)` shows a position on the board, `find(fromStart)` returns a promise of { position, moves } or null, `onClose(moves)`
// is called when the panel closes; `moves` are those to be taken over, or none. `announce(text)` speaks.
export class SolutionPanel {
  constructor({ show, find, onClose, announce }) {
    Object.assign(this, { show, find, onClose, announce, isOpen: false, timer: null, request: 0 });
    byId("from-here").addEventListener("click", () => this.begin(false));
    byId("from-start").addEventListener("click", () => this.begin(true));
    byId("solution-close").addEventListener("click", () => this.close());
    byId("solution-adopt").addEventListener("click", () => this.close(true));
    byId("solution-first").addEventListener("click", () => this.goTo(0));
    byId("solution-last").addEventListener("click", () => this.goTo(this.moves.length));
    byId("solution-back").addEventListener("click", () => this.goTo(this.at - 1));
    byId("solution-forward").addEventListener("click", () => this.goTo(this.at + 1));
    byId("solution-play").addEventListener("click", () => this.toggle());
    byId("solution-speed").addEventListener("input", () => this.timer !== null && this.run());
  }

  // The panel takes the place of the game's buttons.
  open() {
    this.isOpen = true;
    const hadFocus = document.activeElement === byId("solution-button");
    byId("solution").hidden = false;
    byId("main").classList.add("solving");
    byId("solution-button").setAttribute("aria-expanded", "true");
    if (hadFocus) byId("solution-play").focus();
    this.begin(false);
  }

  // Loads the solution from the present position or from the start of the puzzle.
  async begin(fromStart) {
    this.stop();
    const request = ++this.request;
    Object.assign(this, { moves: [], positions: null, fromStart: false });
    byId("from-here").setAttribute("aria-pressed", String(!fromStart));
    byId("from-start").setAttribute("aria-pressed", String(fromStart));
    byId("solution-place").textContent = "searching …";
    const found = await this.find(fromStart);
    if (request !== this.request || !this.isOpen) return;
    const { position, moves } = found ?? { position: null, moves: [] };
    this.fromStart = fromStart;
    this.moves = moves;
    this.positions = [position];
    for (const move of moves) this.positions.push(slide(this.positions.at(-1), move));
    byId("solution-moves").replaceChildren(...moves.map((move, index) => this.moveButton(move, index)));
    if (found === null) {
      byId("solution-place").textContent = "no solution";
      this.announce("There is no solution that could be found.");
    } else {
      this.goTo(0);
      this.announce(moves.length === 0 ? "This position is solved already." : `The solution has ${counted(moves.length, "move")}.`);
    }
  }

  moveButton(move, index) {
    const button = make("button", { type: "button", tabindex: "-1" }, moveText(this.board, move));
    button.addEventListener("click", () => this.goTo(index + 1));
    return make("li", {}, button);
  }

  // Shows the position after `at` moves.
  goTo(at, keepRunning = false) {
    if (!this.isOpen || this.positions?.[0] == null) return;
    if (!keepRunning) this.stop();
    const before = this.at;
    this.at = Math.max(0, Math.min(this.moves.length, at));
    this.show(this.positions[this.at]);
    byId("solution-place").textContent = `move ${this.at} of ${this.moves.length}`;
    const buttons = byId("solution-moves").querySelectorAll("button");
    for (const [index, button] of buttons.entries()) {
      if (index === this.at - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const list = byId("solution-moves");
    const current = buttons[this.at - 1];
    list.scrollTop = current ? current.offsetTop - current.offsetHeight : 0;
    for (const id of ["solution-first", "solution-back"]) enable(id, this.at > 0);
    for (const id of ["solution-last", "solution-forward"]) enable(id, this.at < this.moves.length);
    enable("solution-play", this.moves.length > 0);
    if (!keepRunning && this.at > 0 && this.at === before + 1) this.announce(moveInWords(this.board, this.moves[before]));
  }

  toggle() {
    if (this.timer !== null) {
      this.stop();
      return;
    }
    if (this.moves.length === 0) return;
    if (this.at === this.moves.length) this.goTo(0);
    this.run();
    this.goTo(this.at + 1, true);
  }

  // Plays on: from one move every two seconds to ten a second.
  run() {
    clearInterval(this.timer);
    const speed = Number(byId("solution-speed").value);
    this.timer = setInterval(() => {
      if (this.at >= this.moves.length) this.stop();
      else this.goTo(this.at + 1, true);
    }, 2000 / 1.4 ** (speed - 1));
    relabel(byId("solution-play"), "pause", "Pause");
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    relabel(byId("solution-play"), "play", "Play");
  }

  // Closes the panel. With `takesOver`, the player goes on from the position that is shown.
  close(takesOver = false) {
    if (!this.isOpen) return;
    this.stop();
    this.isOpen = false;
    this.request += 1;
    const hadFocus = byId("solution").contains(document.activeElement);
    byId("solution").hidden = true;
    byId("main").classList.remove("solving");
    byId("solution-button").setAttribute("aria-expanded", "false");
    if (hadFocus) byId("solution-button").focus();
    const moves = takesOver ? this.moves.slice(0, this.at) : [];
    this.onClose(moves, takesOver && this.fromStart);
  }
}
