// The board on the screen: pieces that can be dragged, or moved with the keyboard.
import { kindOf } from "../engine/colours.js";
import { moveInWords, neighbour } from "../engine/pieces.js";
import { capital, make, makeSvg } from "./dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Draws a board in `root`. `onMove({ piece, distance })` is called for every slide the player makes, `announce(text)` for what a screen
// reader should say.
export class BoardView {
  constructor(root, { onMove, announce }) {
    Object.assign(this, { root, onMove, announce, drag: null, locked: false, pieces: [] });
    this.cells = make("div", { class: "cells" });
    this.marks = makeSvg("svg", { class: "marks", "aria-hidden": "true" });
    root.addEventListener("keydown", (event) => this.onKey(event));
    // a drag that ends fast is no gesture of the browser, which would swallow the next tap
    const onTouch = (event) => event.target.closest(".piece") && event.preventDefault();
    root.addEventListener("touchstart", onTouch, { passive: false });
  }

  // Shows another board at a position; `paints` are those of paintsOf, and `free` is the answer of `board.look`.
  open(board, position, paints) {
    const hadFocus = this.root.contains(document.activeElement);
    Object.assign(this, { board, position, drag: null, chosen: 0 });
    const { width, height, exit } = board;
    this.root.style.setProperty("--width", width);
    this.root.style.setProperty("--height", height);
    this.root.style.setProperty("--exit-line", board.pieces[0].line);
    this.root.style.setProperty("--exit-fill", paints[0].fill);
    this.root.dataset.exit = exit;
    if (!this.cells.isConnected) this.root.replaceChildren(make("div", { class: "exit" }), make("div", { class: "ground" }, this.cells, this.marks));
    // what two boards have in common stays: browsers keep what was replaced for long
    while (this.cells.childElementCount > width * height) this.cells.lastChild.remove();
    while (this.cells.childElementCount < width * height) this.cells.append(make("i"));
    for (const [cell, element] of [...this.cells.children].entries()) element.className = board.walls.includes(cell) ? "wall" : "";
    for (const piece of this.pieces) piece.remove();
    this.pieces = board.pieces.map((_, index) => this.makePiece(index, paints[index]));
    const reading = [...board.pieces.keys()].sort((a, b) => this.corner(a)[1] - this.corner(b)[1] || this.corner(a)[0] - this.corner(b)[0]);
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.marks.replaceChildren();
    this.marks.before(...reading.map((index) => this.pieces[index]));
    this.show(position);
    if (hadFocus) this.focus();
  }

  focus() {
    this.pieces[0].focus({ preventScroll: true });
  }

  makePiece(index, { fill, ink, number }) {
    const { name, vertical, length } = this.board.pieces[index];
    const isPrimary = index === 0;
    const kind = kindOf({ length });
    const pattern = isPrimary ? 0 : (number + (kind === "car" ? 1 : 5)) % 9;
    const isBackwards = isPrimary && ["left", "up"].includes(this.board.exit);
    const letter = make("span", { class: "letter" }, name);
    const stripes = isPrimary ? [make("span", { class: "stripes" })] : [];
    const body = make("span", { class: "body" }, make("span", { class: `pattern pattern-${pattern}` }), ...stripes, letter);
    const classes = ["piece", kind, ...(isPrimary ? ["primary"] : []), vertical ? "standing" : "lying", ...(isBackwards ? ["toward-back"] : [])];
    const piece = make("button", { type: "button", class: classes.join(" "), "data-piece": name }, body);
    const [column, row] = this.corner(index);
    piece.style.cssText = `--fill: ${fill}; --ink: ${ink}; --across: ${vertical ? 1 : length}; --down: ${vertical ? length : 1}; --column: ${column}; --row: ${row}`;
    piece.addEventListener("focus", () => (this.chosen = index));
    piece.addEventListener("pointerdown", (event) => this.onPointerDown(event, index));
    piece.addEventListener("pointermove", (event) => this.onPointerMove(event));
    piece.addEventListener("pointerup", (event) => this.onPointerEnd(event, true));
    piece.addEventListener("pointercancel", (event) => this.onPointerEnd(event, false));
    piece.addEventListener("lostpointercapture", (event) => this.onPointerEnd(event, true));
    return piece;
  }

  // Column and row of the left or upper cell of a piece.
  corner(index) {
    const { vertical, line } = this.board.pieces[index];
    const at = this.position[index];
    return vertical ? [line, at] : [at, line];
  }

  // Moves the pieces to a position of the same board.
  show(position) {
    const before = this.position;
    if (position !== before) this.cancelDrag();
    this.position = position;
    this.free = this.board.look(position).free;
    for (const [index, piece] of this.pieces.entries()) {
      if (position[index] !== before[index]) piece.style.setProperty(this.board.pieces[index].vertical ? "--row" : "--column", position[index]);
      piece.setAttribute("aria-label", this.describe(index));
    }
  }

  // A piece in words: what it is, where it stands, how far it can move.
  describe(index) {
    const { name, vertical, line, length } = this.board.pieces[index];
    const from = this.position[index] + 1;
    const kind = index === 0 ? "the striped piece" : kindOf({ length });
    const where = vertical
      ? `column ${line + 1}, rows ${from} to ${from + length - 1}`
      : `row ${line + 1}, columns ${from} to ${from + length - 1}`;
    const [back, ahead] = this.free[index];
    const ways = [vertical ? ["up", back] : ["left", back], vertical ? ["down", ahead] : ["right", ahead]];
    const free = ways.filter(([, cells]) => cells > 0).map(([direction, cells]) => `${direction} ${cells}`);
    return `${name}, ${kind}, ${where}; ${free.length > 0 ? `can move ${free.join(", ")}` : "can’t move"}`;
  }

  // What a message calls a piece: its letter if that is seen, else its place.
  called(index) {
    const { board, position } = this;
    const { name, vertical, line, length } = board.pieces[index];
    if (document.documentElement.dataset.letters === "on") return name;
    const kind = length === 2 ? "car" : "truck";
    if (index === 0) return `the striped ${kind}`;
    const isAlone = board.pieces.every((other, at) => at === index || other.vertical !== vertical || other.line !== line);
    const from = position[index] + 1;
    const cells = isAlone ? "" : `, ${vertical ? "rows" : "columns"} ${from} to ${from + length - 1},`;
    return `the ${kind} in ${vertical ? "column" : "row"} ${line + 1}${cells}`;
  }

  // Lets the primary drive out through the exit, or stand on the board again.
  driveOut(out) {
    this.root.classList.toggle("left-board", out);
  }

  // While the board is locked it shows positions and takes no moves.
  lock(locked) {
    this.locked = locked;
    this.root.classList.toggle("locked", locked);
    for (const piece of this.pieces) piece.setAttribute("aria-disabled", String(locked));
    if (locked) this.cancelDrag();
  }

  // Draws arrows for moves, and a frame around their pieces.
  mark(moves) {
    for (const [index, piece] of this.pieces.entries()) {
      piece.classList.toggle("hinted", moves.some((move) => move.piece === index));
    }
    const arrows = moves.map((move) => {
      const { vertical, length } = this.board.pieces[move.piece];
      const [column, row] = this.corner(move.piece);
      const forward = move.distance > 0;
      const along = (vertical ? row : column) + (forward ? length : 0);
      const across = (vertical ? column : row) + 0.5;
      const sign = Math.sign(move.distance);
      const from = along - sign * 0.35;
      const to = along + move.distance - sign * 0.12;
      const point = (a, b) => (vertical ? `${b.toFixed(3)} ${a.toFixed(3)}` : `${a.toFixed(3)} ${b.toFixed(3)}`);
      const tip = to - sign * 0.24;
      const d = `M${point(from, across)}L${point(to, across)}M${point(tip, across - 0.22)}L${point(to, across)}L${point(tip, across + 0.22)}`;
      return [makeSvg("path", { d, class: "halo" }), makeSvg("path", { d, class: "arrow" })];
    });
    this.marks.replaceChildren(...arrows.flat());
  }

  // Pointer

  onPointerDown(event, index) {
    if (this.locked || this.drag || event.button !== 0) return;
    event.preventDefault();
    const piece = this.pieces[index];
    piece.focus({ preventScroll: true, focusVisible: false });
    piece.setPointerCapture(event.pointerId);
    const { vertical } = this.board.pieces[index];
    const cell = this.root.querySelector(".ground").getBoundingClientRect().width / this.board.width;
    const start = vertical ? event.clientY : event.clientX;
    this.drag = { pointer: event.pointerId, index, vertical, cell, start, cells: 0, back: this.free[index][0], ahead: this.free[index][1] };
    piece.classList.add("dragged");
  }

  onPointerMove(event) {
    const { drag } = this;
    if (event.pointerId !== drag?.pointer) return;
    const moved = ((drag.vertical ? event.clientY : event.clientX) - drag.start) / drag.cell;
    drag.cells = Math.max(-drag.back, Math.min(drag.ahead, moved));
    this.pieces[drag.index].style.setProperty(drag.vertical ? "--slide-down" : "--slide-across", drag.cells.toFixed(3));
  }

  onPointerEnd(event, counts) {
    const { drag } = this;
    if (event.pointerId !== drag?.pointer) return;
    this.cancelDrag();
    const distance = Math.round(drag.cells);
    if (counts && distance !== 0) this.onMove({ piece: drag.index, distance });
  }

  cancelDrag() {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    const piece = this.pieces[drag.index];
    piece.classList.remove("dragged");
    piece.style.removeProperty("--slide-down");
    piece.style.removeProperty("--slide-across");
  }

  // Keyboard

  onKey(event) {
    const direction = ARROWS[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "Escape") this.cancelDrag();
      return;
    }
    event.preventDefault();
    if (this.drag) return;
    const { vertical } = this.board.pieces[this.chosen];
    const along = vertical ? direction[1] : direction[0];
    if (along === 0) this.choose(direction);
    else if (this.locked) this.announce("The solution is shown; close it to play.");
    else this.step(along);
  }

  // Slides the chosen piece by one cell.
  step(direction) {
    const index = this.chosen;
    const [back, ahead] = this.free[index];
    if ((direction < 0 ? back : ahead) > 0) {
      this.onMove({ piece: index, distance: direction });
      return;
    }
    const blocker = neighbour(this.board, this.position, index, direction);
    const called = () => this.called(this.board.pieces.findIndex(({ name }) => name === blocker));
    const reason = { wall: "a wall is in the way", edge: "that is the edge" }[blocker] ?? `${called()} is in the way`;
    const [, towards] = moveInWords(this.board, { piece: index, distance: direction }).split(" ");
    this.announce(`${capital(this.called(index))} can’t move ${towards}: ${reason}.`);
    const piece = this.pieces[index];
    piece.style.setProperty(this.board.pieces[index].vertical ? "--nudge-down" : "--nudge-across", direction);
    piece.classList.remove("blocked");
    void piece.offsetWidth; // so that the animation starts again
    piece.classList.add("blocked");
  }

  // Chooses the piece that lies nearest in a direction.
  choose([dx, dy]) {
    const middle = (index) => {
      const [column, row] = this.corner(index);
      const { vertical, length } = this.board.pieces[index];
      return [column + (vertical ? 1 : length) / 2, row + (vertical ? length : 1) / 2];
    };
    const [x, y] = middle(this.chosen);
    let best = null;
    for (const index of this.pieces.keys()) {
      const [otherX, otherY] = middle(index);
      const along = (otherX - x) * dx + (otherY - y) * dy;
      const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
      const cost = along + 1.5 * aside;
      if (index !== this.chosen && along > 0.25 && (best === null || cost < best.cost)) best = { index, cost };
    }
    if (best) this.pieces[best.index].focus();
  }
}
