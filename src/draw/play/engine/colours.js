// Colours of the pieces: numbers in the palettes of cars and of trucks. `src/draw/colouring.rs` chooses in the same manner for pictures.
import { cellsOf } from "./pieces.js";

export const CAR_COLOURS = 12;
export const TRUCK_COLOURS = 9;

// A piece as the page calls it: a truck and whatever is longer have one palette.
export function kindOf({ length }) {
  return length === 2 ? "car" : "truck";
}

// The number of each piece's colour; the primary has a colour of its own, null. The others take turns in an order that no move changes:
// those in rows from top to bottom and left to right, then those in columns from left to right and top to bottom. A piece gets the first
// colour from its turn on that no earlier piece of its length has that could ever be next to it, or otherwise one that no such piece next
// to it has now. The latter always exists: a car touches at most 6 other pieces, a truck at most 8. So pieces that touch never have the
// same colour at the start, nor later, unless there are more cars or trucks than colours.
export function coloursOf(board) {
  const { pieces, start: position } = board;
  const colours = pieces.map(() => null);
  const turns = { car: 0, truck: 0 };
  const inTurn = [...pieces.keys()].slice(1);
  inTurn.sort((a, b) => pieces[a].vertical - pieces[b].vertical || pieces[a].line - pieces[b].line || position[a] - position[b]);
  for (const [at, index] of inTurn.entries()) {
    const piece = pieces[index];
    const kind = kindOf(piece);
    const count = kind === "car" ? CAR_COLOURS : TRUCK_COLOURS;
    const turn = turns[kind]++;
    if (turn < count) {
      colours[index] = turn; // no earlier piece has it
      continue;
    }
    const order = Array.from({ length: count }, (_, k) => (turn + k) % count);
    const earlier = inTurn.slice(0, at).filter((other) => kindOf(pieces[other]) === kind);
    const takenBy = (isNear) => new Set(earlier.filter(isNear).map((other) => colours[other]));
    const ever = takenBy((other) => couldTouch(board, index, other));
    const now = takenBy((other) => touches(board, cellsOf(board, position, index), cellsOf(board, position, other)));
    colours[index] = order.find((colour) => !ever.has(colour)) ?? order.find((colour) => !now.has(colour));
  }
  return colours;
}

// How each piece is painted: { fill, ink, number } with the colours of its body and of its letter as values of the style sheet, and the
// number of its colour for the choice of a pattern. `given` holds what the author of the board gave, by the letter of the piece: a pair
// of colours, or, for a piece without one, the number of the colour that suits those next to it.
export function paintsOf(board, given = {}) {
  const automatic = coloursOf(board);
  return board.pieces.map(({ name, length }, index) => {
    const own = given[name];
    const number = Number.isInteger(own) ? own : automatic[index];
    if (Array.isArray(own)) return { fill: own[0], ink: own[1], number };
    const palette = index === 0 ? "primary" : `${kindOf({ length })}-${number}`;
    return { fill: `var(--${palette})`, ink: `var(--${palette}-ink)`, number };
  });
}

// Whether two pieces could stand side by side if only walls stopped them.
function couldTouch(board, index, other) {
  const places = (piece) => {
    const { vertical, line, length } = board.pieces[piece];
    const cells = (at) => Array.from({ length }, (_, k) => (vertical ? (at + k) * board.width + line : line * board.width + at + k));
    const places = (vertical ? board.height : board.width) - length + 1;
    return Array.from({ length: places }, (_, at) => cells(at)).filter((own) => !own.some((cell) => board.walls.includes(cell)));
  };
  const isDisjoint = (some, others) => !some.some((cell) => others.includes(cell));
  return places(index).some((some) => places(other).some((others) => touches(board, some, others) && isDisjoint(some, others)));
}

// Whether a cell of one list is next to a cell of the other.
export function touches({ width }, some, others) {
  return some.some((a) => others.some((b) => Math.abs(Math.floor(a / width) - Math.floor(b / width)) + Math.abs((a % width) - (b % width)) === 1));
}
