// Positions as links.
import { BoardError } from "./engine.js";
import { moveText } from "./pieces.js";

// Opens the part of a link after #: BOARD, BOARD/60 (the fewest moves, as the older web player writes it) or BOARD/A+1,C-2 (moves that were
// made), where BOARD may name its size and exit. Returns { board, moves }; throws a BoardError.
export function openLink(engine, hash) {
  return opened(engine.open(`#${decoded(hash)}`));
}

// A board and the moves that came with it.
export function opened(board) {
  return { board, moves: board.replay(board.moves) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BoardError("the link is damaged: it has a % that encodes nothing");
  }
}

// The part of a link after #, for a board and the moves made since its start.
export function linkOf(board, moves) {
  return moves.length > 0 ? `${board.key}/${moves.map((move) => moveText(board, move)).join(",")}` : board.key;
}

// The id of a row of a database, like 6-1-1027474756 or 6x5r2-0-77-steps, in text that is that id alone or a link to it; null in other text.
export function findId(text) {
  return /^(?:\S*#)?(\d[\dxrpl.]*-\d+-\d+(?:-steps)?)$/.exec(text.trim())?.[1] ?? null;
}
