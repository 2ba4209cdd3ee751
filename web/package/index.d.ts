/** The side of the board through which the primary leaves. */
export type Exit = "right" | "left" | "up" | "down";
/** What counts: a move of a piece by any number of cells, or a step by one cell. Another text throws a RangeError. */
export type Metric = "moves" | "steps";
/** For each piece the row or column, from 0, of its upper or left cell. */
export type Position = number[];
/** The number of a piece, and cells to the right or down; negative to the left or up. */
export interface Move { piece: number; distance: number }
export interface Piece { name: string; vertical: boolean; line: number; length: number }
export interface Look {
  isSolved: boolean;
  /** The fewest moves, or steps, to a solved position; null as long as the board is not explored, or if there is no solution. */
  depth: number | null;
  /** For each piece how many cells it can slide: to the left or up, and to the right or down. */
  free: [number, number][];
  /** Every move that begins a shortest solution. */
  best: Move[];
}
export interface Explored {
  metric: Metric;
  states: number;
  /** How many states have depth 0, 1, 2, …; empty if the board can't be solved. */
  counts: number[];
}

/** A text that is no board. Row and column of the cell at fault count from 1; they are 0 if the error is not about a cell. */
export class BoardError extends Error { row: number; column: number; rows: string[] }
/** A search that met more states than it may keep. */
export class TooManyStates extends Error { limit: number }

/** A board of 3×3 to 16×16 cells. Its text is one word, several lines, a drawing, or a link to a page of gridlock. */
export class Board {
  /** Throws a BoardError. `exit` is meant if the text names none. */
  constructor(text: string, options?: { exit?: Exit });
  readonly width: number;
  readonly height: number;
  readonly exit: Exit;
  /** The cells of the walls, row by row from 0. */
  readonly walls: number[];
  /** The primary first. */
  readonly pieces: Piece[];
  readonly start: Position;
  /** The board as one word. */
  readonly key: string;
  /** The moves of a link, as text. */
  readonly moves: string;
  readonly explored: Explored | null;
  look(position?: Position): Look;
  draw(position?: Position): { text: string; drawing: string };
  /** Reads moves like "A+2,C-1" from the start on. Throws a BoardError at the first that is not legal. */
  replay(text: string): Move[];
  /** Finds all positions that can be reached, in slices of some milliseconds. Fails with TooManyStates. */
  explore(options?: { metric?: Metric; maxStates?: number; onProgress?: (states: number) => void; signal?: AbortSignal }): Promise<this>;
  /** A shortest solution, of an explored board; null if there is none. Throws an Error if the board is not explored. */
  solution(position?: Position): Move[] | null;
  /** A shortest solution, explored or not; null if there is none. Throws TooManyStates. */
  solve(options?: { position?: Position; metric?: Metric; maxStates?: number }): Move[] | null;
  /** Gives the memory back. The board opens again by itself. */
  close(): void;
}

/** A shortest solution of a board or its text; null if there is none. */
export function solve(board: Board | string, options?: { metric?: Metric; maxStates?: number }): Move[] | null;
/** Moves as text, like "C+1 A+2". */
export function format(board: Board, moves: Move[]): string;

/** Ranges of which both ends are included. */
export interface Level { moves?: [number, number]; walls?: [number, number]; pieces?: [number, number] }
export interface Row { row: number; id: string; walls: number; moves: number; states: number; board: string }
export type Found =
  | (Row & { distance: number; reason?: undefined })
  | { reason: "size" | "exit" | "row" | "large" | "unsolvable" | "walls" | "rules" | "irrelevant" | "absent"; line?: number; moves?: number; name?: string | null };

/** A database of puzzles: a rank file, as `gridlock select @rush5 -o rush5.ranks` writes it. Rows are numbered from 0. */
export class Database {
  /** Throws an Error if the file is damaged. */
  constructor(bytes: Uint8Array, options?: { maxStates?: number });
  readonly rows: number;
  /** The rules of its boards: `6` for the classic game on 6×6, `6x5r2` for another. */
  readonly rules: string;
  readonly metric: Metric;
  readonly walls: [number, number];
  /** Throws a RangeError if there is no such row; so does `facts`. */
  get(row: number): Row;
  facts(row: number): { walls: number; moves: number };
  /** The number of the first row of a level from a row on; null if there is none. */
  first(level?: Level, from?: number): number | null;
  /** The number of the row at a share, from 0 to 1, of the rows with the moves and walls of a level; null if there is none. */
  at(level: Level, share: number): number | null;
  rowOf(id: string): number | null;
  /** What is known of a board, given by its key. */
  find(key: string): Found;
  readAll(): void;
  close(): void;
}
