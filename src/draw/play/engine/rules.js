// The rules of the puzzle: boards as text, pieces on their lines, slides, and the goal.
//
// A board is what never changes during a game: its size, its exit, its walls, and for each piece its name, line, direction and
// length. A position is a list with one number for each piece: how many cells lie on its line before it.

export const EXITS = ["right", "left", "up", "down"];
const SIZES = [4, 5, 6, 7, 8];

// A text that is not a board. `cell` is the cell at fault, counted from 0 in reading order, or null.
export class BoardError extends Error {
  constructor(message, cell = null) {
    super(message);
    this.name = "BoardError";
    this.cell = cell;
  }
}

// Reads a board of N×N characters: . or o for an empty cell, x for a wall, letters for pieces, A for the primary. A board that is not square
// has ~ for the cells that it lacks of its square.
// Returns { board, position }. Throws a BoardError that says what is wrong.
export function parseBoard(text, exit = "right") {
  const cells = [...text];
  const n = SIZES.find((size) => size * size === cells.length);
  if (!n) {
    throw new BoardError(`a board has 16, 25, 36, 49 or 64 characters (4×4 to 8×8), this one has ${cells.length}`);
  }
  const outside = cells.map((character) => character === "~");
  const walls = cells.map((character) => character === "x" || character === "~");
  const found = [];
  for (const [cell, character] of cells.entries()) {
    if (walls[cell]) continue;
    if (/^[A-Za-z]$/.test(character) && character !== "o") {
      if (cells.indexOf(character) === cell) found.push(readPiece(n, cells, cell));
    } else if (character !== "." && character !== "o") {
      const help = "write . or o for an empty cell, x for a wall, letters for pieces";
      throw new BoardError(`${place(n, cell)}: unexpected character '${character}'; ${help}`, cell);
    }
  }
  const primary = found.findIndex((piece) => piece.name === "A");
  checkPrimary(n, found[primary], exit);
  const pieces = [found[primary], ...found.filter((_, index) => index !== primary)];
  const board = { n, exit, walls, outside, pieces: pieces.map(({ name, vertical, line, length }) => ({ name, vertical, line, length })) };
  return { board, position: pieces.map((piece) => piece.at) };
}

// "row 2, column 4", counted from 1.
function place(n, cell) {
  return `row ${Math.floor(cell / n) + 1}, column ${(cell % n) + 1}`;
}

// The piece whose first cell in reading order is `first`.
function readPiece(n, cells, first) {
  const name = cells[first];
  const own = [...cells.keys()].filter((cell) => cells[cell] === name);
  const isNext = (a, b) => Math.abs(Math.floor(a / n) - Math.floor(b / n)) + Math.abs((a % n) - (b % n)) === 1;
  const connected = [first];
  for (const cell of connected) {
    for (const other of own) {
      if (isNext(cell, other) && !connected.includes(other)) connected.push(other);
    }
  }
  const apart = own.find((cell) => !connected.includes(cell));
  if (apart !== undefined) {
    throw new BoardError(`${place(n, apart)}: '${name}' already names another piece; give each piece a letter of its own`, apart);
  }
  const at = place(n, first);
  if (own.length === 1) {
    throw new BoardError(`${at}: piece '${name}' has length 1; pieces have length 2 or more, and a wall is written x`, first);
  }
  const row = Math.floor(first / n);
  const vertical = Math.floor(own[1] / n) !== row;
  const off = own.find((cell, k) => cell !== first + k * (vertical ? n : 1));
  if (off !== undefined) throw new BoardError(`${place(n, off)}: piece '${name}' is not straight`, off);
  if (own.length > 3) {
    throw new BoardError(`${place(n, own[3])}: piece '${name}' has length ${own.length}; pieces have length 2 or 3`, own[3]);
  }
  const column = first % n;
  return { name, vertical, line: vertical ? column : row, at: vertical ? row : column, length: own.length, cell: first };
}

// The primary is a car that lies along the way to the exit.
function checkPrimary(n, primary, exit) {
  if (!primary) throw new BoardError("there is no piece 'A', which would be the primary");
  const { vertical, length, cell } = primary;
  const fail = (message) => {
    throw new BoardError(`${place(n, cell)}: ${message}`, cell);
  };
  if (vertical !== (exit === "up" || exit === "down")) {
    fail(`the primary is ${vertical ? "vertical" : "horizontal"}, so it can't leave the board on the side '${exit}'; choose another exit`);
  }
  if (length !== 2) fail(`the primary 'A' has length ${length}; it must have length 2`);
}

// The cells of a piece, in reading order.
export function cellsOf(board, position, index) {
  const { vertical, line, length } = board.pieces[index];
  const cell = (k) => (vertical ? k * board.n + line : line * board.n + k);
  return Array.from({ length }, (_, k) => cell(position[index] + k));
}

// For each cell the index of the piece on it; -1 for an empty cell, -2 for a wall.
export function occupants(board, position) {
  const grid = board.walls.map((isWall) => (isWall ? -2 : -1));
  for (const index of board.pieces.keys()) {
    for (const cell of cellsOf(board, position, index)) grid[cell] = index;
  }
  return grid;
}

// How far a piece can slide: { back, ahead }, cells to the left or up, and to the right or down.
export function freedom(board, position, index) {
  const { n } = board;
  const { vertical, line, length } = board.pieces[index];
  const grid = occupants(board, position);
  const isFree = (k) => k >= 0 && k < n && grid[vertical ? k * n + line : line * n + k] === -1;
  let back = 0;
  while (isFree(position[index] - back - 1)) back += 1;
  let ahead = 0;
  while (isFree(position[index] + length + ahead)) ahead += 1;
  return { back, ahead };
}

// What stops a piece in one direction (-1 or 1) after all free cells: "wall", "edge", or the name of a piece.
export function obstacle(board, position, index, direction) {
  const { n } = board;
  const { vertical, line, length } = board.pieces[index];
  const { back, ahead } = freedom(board, position, index);
  const k = direction < 0 ? position[index] - back - 1 : position[index] + length + ahead;
  if (k < 0 || k >= n) return "edge";
  const cell = vertical ? k * n + line : line * n + k;
  const occupant = occupants(board, position)[cell];
  if (occupant === -2) return board.outside[cell] ? "edge" : "wall";
  return board.pieces[occupant].name;
}

// Whether a slide of `distance` cells (negative: left or up) is legal.
export function isLegal(board, position, { piece, distance }) {
  if (!Number.isInteger(distance) || distance === 0 || !board.pieces[piece]) return false;
  const { back, ahead } = freedom(board, position, piece);
  return distance >= -back && distance <= ahead;
}

// The position after a slide. The caller has checked that it is legal.
export function slide(position, { piece, distance }) {
  const next = position.slice();
  next[piece] += distance;
  return next;
}

// Whether the primary covers the two cells at its exit.
export function isSolved(board, position) {
  return position[0] === goalOf(board);
}

// The number of cells before the primary in a goal state.
export function goalOf(board) {
  return board.exit === "right" || board.exit === "down" ? board.n - board.pieces[0].length : 0;
}

// The board as N×N characters.
export function boardText(board, position, empty = "o") {
  const wall = (cell) => (board.outside[cell] ? "~" : "x");
  const name = (index, cell) => (index === -2 ? wall(cell) : index === -1 ? empty : board.pieces[index].name);
  return occupants(board, position).map(name).join("");
}

// The rows of the board as texts, without the cells that it lacks.
export function boardRows(board, position, empty = "o") {
  const text = boardText(board, position, empty);
  const rows = Array.from({ length: board.n }, (_, row) => text.slice(row * board.n, (row + 1) * board.n).replaceAll("~", ""));
  return rows.filter((row) => row !== "");
}

// The board as a drawing, with an arrow at the exit.
export function boardPicture(board, position) {
  const { n, exit, outside } = board;
  const rows = boardRows(board, position, ".");
  // the first row or column of the board on its square
  const first = outside.indexOf(false);
  const at = board.pieces[0].line - (board.pieces[0].vertical ? first % n : Math.floor(first / n));
  const edge = (arrow) => {
    const characters = [..."─".repeat(2 * rows[0].length + 1)];
    if (arrow) characters[2 * at + 1] = arrow;
    return characters.join("");
  };
  const lines = rows.map((row, number) => {
    const left = exit === "left" && number === at ? "←" : "│";
    const right = exit === "right" && number === at ? "→" : "│";
    return `${left} ${[...row].join(" ")} ${right}`;
  });
  return [`┌${edge(exit === "up" && "↑")}┐`, ...lines, `└${edge(exit === "down" && "↓")}┘`].join("\n");
}

// A move like A+3 or C-1.
export function moveText(board, { piece, distance }) {
  return `${board.pieces[piece].name}${distance > 0 ? "+" : ""}${distance}`;
}

// A move in words, like "C down 2".
export function moveInWords(board, { piece, distance }) {
  const { name, vertical } = board.pieces[piece];
  const direction = vertical ? ["up", "down"] : ["left", "right"];
  return `${name} ${direction[distance > 0 ? 1 : 0]} ${Math.abs(distance)}`;
}
