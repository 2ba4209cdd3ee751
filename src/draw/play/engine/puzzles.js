// The puzzles of the file: their facts, their order in the list, filters, and the puzzle of the day.

// The puzzles of the embedded rows [board, depth, cluster size, name]; depth, size and name may be null. `paints` has the given colours of some
// of them by number, see paintsOf. Results are stored under the board as one word, the `key`.
export function puzzlesOf(engine, rows, paints = {}) {
  return rows.map(([word, depth, size, name], index) => ({ ...factsOf(engine.open(word)), number: index + 1, depth, size, name, paints: paints[index] }));
}

// What a board consists of.
export function factsOf(board) {
  const { key, width, height, pieces, walls } = board;
  return { board, key, side: Math.max(width, height), pieces: pieces.length, walls: walls.length, number: null, depth: null, size: null, name: null };
}

// Whether a value is within [least, most].
export function within(value, [least, most]) {
  return value >= least && value <= most;
}

// How the list can be sorted: the value of a puzzle, in ascending order.
export const SORT_KEYS = {
  number: (puzzle) => puzzle.number,
  depth: (puzzle) => puzzle.depth,
  side: (puzzle) => puzzle.side,
  pieces: (puzzle) => puzzle.pieces,
  walls: (puzzle) => puzzle.walls,
  size: (puzzle) => puzzle.size,
};

// Whether a value is within [least, most], with null for no bound. An unknown value, null, fails every bound.
export function isWithin(value, [least, most]) {
  return (least === null && most === null) || (value !== null && value >= (least ?? -Infinity) && value <= (most ?? Infinity));
}

// The puzzles that pass `filter`, sorted. `filter` has { depth, side, pieces, walls, size, level }, each [least, most]; `level` is of the
// depth too. Its `state` is "all", "unsolved" or "solved". `isSolved(puzzle)` says whether a puzzle has been solved. A puzzle whose value
// is unknown comes last.
export function chosen(puzzles, { filter, sort, descending }, isSolved) {
  const passes = (puzzle) =>
    ["depth", "side", "pieces", "walls", "size"].every((name) => isWithin(puzzle[name], filter[name])) &&
    isWithin(puzzle.depth, filter.level) &&
    (filter.state === "all" || (filter.state === "solved") === isSolved(puzzle));
  const value = SORT_KEYS[sort];
  const sign = descending ? -1 : 1;
  const compare = (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return (x === null) - (y === null) || a.number - b.number;
    return sign * (x - y) || a.number - b.number;
  };
  return puzzles.filter(passes).sort(compare);
}

// At most four levels of about as many puzzles each, as ranges [least, most] of the depth. All puzzles of one depth are in one level. None
// if all depths are the same.
export function levelsOf(puzzles) {
  const depths = puzzles.map((puzzle) => puzzle.depth).filter((depth) => depth !== null).sort((a, b) => a - b);
  const levels = [];
  let from = 0;
  while (from < depths.length) {
    const goal = from + Math.ceil((depths.length - from) / (4 - levels.length));
    const most = depths[goal - 1];
    levels.push([depths[from], most]);
    from = depths.lastIndexOf(most) + 1;
  }
  return levels.length > 1 ? levels : [];
}

const LEVEL_ENDS = [3, 6, 10, 15, 22, 32];

// Levels of a collection as ranges [least, most] of the moves that puzzles have: a level ends at each of the numbers above. None if all
// puzzles are in one level.
export function levelsByMoves(movesOfPuzzles) {
  const levels = [];
  for (const moves of [...movesOfPuzzles].sort((a, b) => a - b)) {
    const level = LEVEL_ENDS.filter((end) => end < moves).length;
    if (levels[level]) levels[level][1] = moves;
    else levels[level] = [moves, moves];
  }
  const present = levels.filter(Boolean);
  return present.length > 1 ? present : [];
}

// The index of the puzzle of a day among `count` puzzles: FNV-1a of the date as YYYY-MM-DD, so every copy of the file has the same.
export function dailyIndex(date, count) {
  const two = (number) => String(number).padStart(2, "0");
  const text = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) % count;
}
