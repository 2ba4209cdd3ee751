// What both entries of the package export, made with an engine.
import * as parts from "./engine.js";

export function apiOf(engine) {
  class Board extends parts.Board {
    constructor(text, { exit = "right" } = {}) {
      super(engine, text, exit);
    }
  }
  class Database extends parts.Database {
    constructor(bytes, { maxStates = 2_000_000 } = {}) {
      super(engine, bytes, maxStates);
    }
  }
  return {
    Board,
    Database,
    solve: (board, options) => (board instanceof parts.Board ? board : new Board(board)).solve(options),
    format: (board, moves) => moves.map(({ piece, distance }) => `${board.pieces[piece].name}${distance > 0 ? "+" : ""}${distance}`).join(" "),
  };
}
