// Where pieces stand, and moves in words.

// The cells of a piece, row by row from 0.
export function cellsOf({ width, pieces }, position, index) {
  const { vertical, line, length } = pieces[index];
  const cell = (k) => (vertical ? k * width + line : line * width + k);
  return Array.from({ length }, (_, k) => cell(position[index] + k));
}

// What stands beside a piece that can't move in a direction (-1 or 1): "wall", "edge", or the name of a piece.
export function neighbour(board, position, index, direction) {
  const { vertical, length } = board.pieces[index];
  const at = position[index] + (direction < 0 ? -1 : length);
  if (at < 0 || at >= (vertical ? board.height : board.width)) return "edge";
  const [beside] = cellsOf(board, placed(position, index, at), index);
  const other = board.pieces.findIndex((_, piece) => piece !== index && cellsOf(board, position, piece).includes(beside));
  return other < 0 ? "wall" : board.pieces[other].name;
}

// The position after a slide.
export function slide(position, { piece, distance }) {
  return placed(position, piece, position[piece] + distance);
}

function placed(position, piece, at) {
  const next = position.slice();
  next[piece] = at;
  return next;
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
