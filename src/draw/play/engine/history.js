// What a player has done: positions with their counts, to go back and forth without end.
import { slide } from "./pieces.js";

// The entries from the first position on. Each has the number of moves and steps so far, whether a hint was ever seen at a position on the
// way, and the move that led to it; a restart has none. A piece that moves twice in a row makes one move, since one slide would do: its entry is
// replaced.
export class History {
  constructor(position) {
    this.entries = [{ position, move: null, moves: 0, steps: 0, helped: false }];
    this.cursor = 0;
    this.shown = new Set(); // positions at which a hint was seen, as text
  }

  get now() {
    return this.entries[this.cursor];
  }

  get start() {
    return this.entries[0].position;
  }

  get canUndo() {
    return this.cursor > 0;
  }

  get canRedo() {
    return this.cursor + 1 < this.entries.length;
  }

  // Adds a legal slide.
  play(move) {
    this.entries.length = this.cursor + 1;
    const { now } = this;
    const helped = now.helped || this.shown.has(String(now.position));
    let whole = move;
    if (now.move?.piece === move.piece) {
      whole = { piece: move.piece, distance: now.move.distance + move.distance };
      this.entries.pop();
      this.cursor -= 1;
    }
    const before = this.now;
    if (whole.distance === 0) {
      before.helped ||= helped; // the piece is back where it stood: no move at all
      return;
    }
    this.entries.push({
      position: slide(before.position, whole),
      move: whole,
      moves: before.moves + 1,
      steps: before.steps + Math.abs(whole.distance),
      helped,
    });
    this.cursor += 1;
  }

  // Goes back to the start in a way that can be undone.
  restart() {
    this.entries.length = this.cursor + 1;
    if (this.cursor === 0) return;
    this.entries.push({ position: this.start, move: null, moves: 0, steps: 0, helped: this.shown.has(String(this.start)) });
    this.cursor += 1;
  }

  // Both do nothing at the end of the list.
  undo() {
    if (this.canUndo) this.cursor -= 1;
  }

  redo() {
    if (this.canRedo) this.cursor += 1;
  }

  // Notes that a hint is seen at the present position, or another one. What is played from there counts as solved with help, after a
  // restart too.
  noteHelp(position = this.now.position) {
    this.shown.add(String(position));
    if (String(position) === String(this.now.position)) this.now.helped = true;
  }

  // The moves since the last restart, which lead from the start to the present position.
  get line() {
    const from = this.entries.findLastIndex((entry, index) => index <= this.cursor && entry.move === null);
    return this.entries.slice(from + 1, this.cursor + 1).map((entry) => entry.move);
  }
}
