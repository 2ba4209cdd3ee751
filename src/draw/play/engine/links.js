// Positions as links, and boards as people type or paste them.
import { BoardError, EXITS, boardText, isLegal, moveText, parseBoard, slide } from "./rules.js";

// Reads the part of a link after #: BOARD, BOARD/60 (the fewest moves, as the older web player writes it) or BOARD/A+1,C-2 (moves that
// were made). BOARD@left names an exit other than the right one. Returns { board, position, moves }; throws a BoardError.
export function parseLink(hash) {
  const [head, tail = ""] = splitOnce(decoded(hash), "/");
  const [text, exit = "right"] = head.split("@");
  if (!EXITS.includes(exit)) throw new BoardError(`'${exit}' is not an exit; use right, left, up or down`);
  const { board, position } = parseBoard(text, exit);
  const moves = /^\d*$/.test(tail) ? [] : parseMoves(board, position, tail);
  return { board, position, moves };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BoardError("the link is damaged: it has a % that encodes nothing");
  }
}

function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

// Reads moves like A+1,C-2 (spaces do as well as commas) and checks that each is legal.
export function parseMoves(board, position, text) {
  const moves = [];
  let at = position;
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    const [, name, distance] = /^([A-Za-z])([+-]\d+)$/.exec(word) ?? [];
    const piece = board.pieces.findIndex((other) => other.name === name);
    const move = { piece, distance: Number(distance) };
    const number = moves.length + 1;
    if (!name) throw new BoardError(`move ${number}, '${word}': a move is written like A+2 or C-1`);
    if (piece < 0) throw new BoardError(`move ${number}, '${word}': there is no piece '${name}'`);
    if (!isLegal(board, at, move)) throw new BoardError(`move ${number}, '${word}': something stands in the way`);
    moves.push(move);
    at = slide(at, move);
  }
  return moves;
}

// The part of a link after #, for a start and the moves made since.
export function linkOf(board, start, moves) {
  const exit = board.exit === "right" ? "" : `@${board.exit}`;
  const tail = moves.length > 0 ? `/${moves.map((move) => moveText(board, move)).join(",")}` : "";
  return `${boardText(board, start)}${exit}${tail}`;
}

// The id of a row of a database, like 6-1-1027474756, in text that is that id alone or a link to it; null in other text.
export function findId(text) {
  return /^(?:\S*#)?(\d-\d+-\d+)$/.exec(text.trim())?.[1] ?? null;
}

// Finds the board in text that was typed or pasted: the first word that is a board, as in a row `moves board cluster_size`, a board over
// several lines, a drawing with a frame (of several, the first, such as "this board" of `analyse`), or a link. Returns { text, exit, moves }:
// the exit of a frame's arrow or of a link, or null, for which `chosenExit` is meant, and the moves of a link as text.
export function findBoard(pasted, chosenExit = "right") {
  const words = pasted.split(/[\s,;"]+/).filter((word) => !word.startsWith("#")).map(withPageSymbols);
  const board = words.find(isBoard);
  if (board) return { text: board, exit: null, moves: "" };
  const lines = firstFrame(pasted.split(/\r?\n/).filter((line) => line.trim() !== ""));
  // a # in a board over several lines is a wall
  const fromLink = /#([^\s#]+)$/.exec(pasted.trim())?.[1];
  if (fromLink && (lines.length === 1 || fromLink.length > 8)) {
    const [head, tail = ""] = splitOnce(decoded(fromLink), "/");
    const [text, exit = "right"] = head.split("@");
    return { text, exit, moves: /^\d*$/.test(tail) ? "" : tail };
  }
  if (lines.length === 1) {
    const row = words.find((word) => !/^\d+$/.test(word) && word.length >= 16);
    if (row) return { text: row, exit: null, moves: "" };
  }
  const exit = { "→": "right", "←": "left", "↑": "up", "↓": "down" }[/[→←↑↓]/.exec(lines.join())?.[0]] ?? null;
  const frame = /[+|│┃─━]/.test(lines.join()) ? /[\s│┃|┌┐└┘─━+→←↑↓-]/g : /\s/g;
  const rows = lines.map((line) => withPageSymbols(line.replace(frame, ""))).filter((row) => row !== "");
  return { text: onSquare(rows, exit ?? chosenExit), exit, moves: "" };
}

// A board with the symbols of the page in place of others that `solve` reads.
function withPageSymbols(text) {
  return text.replace(/[_-]/g, ".").replaceAll("#", "x");
}

function isBoard(text) {
  return EXITS.some((exit) => {
    try {
      return Boolean(parseBoard(text, exit));
    } catch {
      return false;
    }
  });
}

// The rows of a board on the smallest square of a board size that holds it, its exit at the edge, with ~ around it, as `gridlock play` writes
// boards that are not square.
function onSquare(rows, exit) {
  const [height, width] = [rows.length, rows[0]?.length ?? 0];
  const n = Math.max(height, width, 4);
  if (height === 1 || n > 8 || rows.some((row) => row.length !== width)) return rows.join("");
  const top = exit === "down" ? n - height : 0;
  const left = exit === "right" ? n - width : 0;
  const padded = rows.map((row) => "~".repeat(left) + row + "~".repeat(n - left - width));
  const lacking = (count) => Array(count).fill("~".repeat(n));
  return [...lacking(top), ...padded, ...lacking(n - top - height)].join("");
}

// The lines of the first frame, without what stands beside it; all lines if there is no frame.
function firstFrame(lines) {
  const top = lines.findIndex((line) => line.includes("┌"));
  if (top < 0) return lines;
  const bottom = lines.findIndex((line, index) => index > top && line.includes("└"));
  const second = lines[top].indexOf("┌", lines[top].indexOf("┌") + 1);
  return lines.slice(top, bottom < 0 ? undefined : bottom + 1).map((line) => (second < 0 ? line : line.slice(0, second)));
}
