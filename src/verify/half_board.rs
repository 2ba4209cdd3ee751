//! Half a board: its rows with the horizontals, or its columns with the verticals. For checking many rows.
//!
//! A state is a pair of halves, and what a piece can do within its own half does not depend on the other one. So the boards of a
//! half are numbered as a search meets them, each with the cells that a piece can step into as far as its own half goes; over a
//! state, the other half takes some of those cells away. That leaves one step for each cell, since only the piece at its side can
//! step into it:
//!
//! ```text
//! . A A . B B B .    forward (right): A into the 4th cell, B into the 8th; backward: A into the 1st, B into the 4th
//! ```
//!
//! A line keeps its pieces and their order, so the cells that are taken say all: which piece it is tells their number before it.
//! Shares nothing with the tables and boxes of the fast search.
use rustc_hash::FxHashMap;

use crate::board::{Orientation, Piece, Size, State};

/// Which way a piece steps in its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// Right or down.
    Forward,
    /// Left or up.
    Backward,
}

use Direction::{Backward, Forward};

/// No number: not met.
pub(crate) const NONE: u32 = u32::MAX;

/// The boards of a half that a search has met. Its buffers are used again for the next cluster.
#[derive(Debug, Default)]
pub(crate) struct HalfBoard {
    /// From a cell to the next of its line, in bits.
    shift: u32,
    /// Cells of the board.
    cells: u32,
    /// The first cells of the lines, and the last.
    ends: [u64; 2],
    walls: u64,
    /// The row of the primary.
    primary_row: u64,
    /// For each cell, its line.
    lines: Vec<u8>,
    /// For each cell, the cells of its line before it.
    before: Vec<u64>,
    /// For each line and cells taken up to the end of a piece, its number in [`Self::pieces`].
    ending: Vec<[u8; Size::MAX + 1]>,
    /// The same by the cells taken before it.
    beginning: Vec<[u8; Size::MAX + 1]>,
    /// The pieces, line by line.
    pieces: Vec<Piece>,
    /// The boards by number; walls are on those of the rows.
    boards: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
    /// For each board, the cells that a piece can step into, forward and backward.
    into: Vec<[u64; 2]>,
    /// For each board, direction and cell, the board behind the step into the cell or [`NONE`].
    next: Vec<u32>,
}

impl HalfBoard {
    /// Begins anew with the half of a state, which becomes number 0.
    pub(crate) fn reset(&mut self, state: &State, orientation: Orientation) {
        let size = state.size();
        let n = size.n();
        let lies = orientation == Orientation::Horizontal;
        let cell = |line: usize, place: usize| if lies { n * line + place } else { n * place + line };
        let mask = |place: usize| (0..n).map(|line| 1 << cell(line, place)).sum::<u64>();
        self.shift = cell(0, 1) as u32;
        self.cells = size.cells() as u32;
        self.ends = [mask(0), mask(n - 1)];
        self.walls = if lies { state.walls() } else { 0 };
        self.primary_row = size.row_mask(size.primary_row());
        self.lines.resize(size.cells(), 0);
        self.before.resize(size.cells(), 0);
        for line in 0..n {
            let mut before = 0;
            for place in 0..n {
                self.lines[cell(line, place)] = line as u8;
                self.before[cell(line, place)] = before;
                before |= 1 << cell(line, place);
            }
        }
        self.pieces.clear();
        self.pieces.extend(state.pieces().filter(|piece| piece.orientation == orientation));
        self.pieces.sort_by_key(|&piece| place(piece));
        for table in [&mut self.ending, &mut self.beginning] {
            table.clear();
            table.resize(n, [0; Size::MAX + 1]);
        }
        let mut taken = [0; Size::MAX];
        for (number, piece) in self.pieces.iter().enumerate() {
            let (line, _) = place(*piece);
            self.beginning[line][taken[line]] = number as u8;
            taken[line] += piece.length;
            self.ending[line][taken[line]] = number as u8;
        }
        self.boards.clear();
        self.numbers.clear();
        self.into.clear();
        self.next.clear();
        self.number(if lies { state.horizontal() } else { state.vertical() });
    }

    /// How many boards there are.
    pub(crate) fn count(&self) -> usize {
        self.boards.len()
    }

    /// The board of a number.
    pub(crate) fn board(&self, number: u32) -> u64 {
        self.boards[number as usize]
    }

    /// The number of a board, if it was met.
    pub(crate) fn find(&self, board: u64) -> Option<u32> {
        self.numbers.get(&board).copied()
    }

    /// The number of a board with some cells changed, or [`NONE`] if that was not met.
    #[inline]
    pub(crate) fn changed(&self, number: u32, cells: u64) -> u32 {
        if cells == 0 { number } else { self.find(self.board(number) ^ cells).unwrap_or(NONE) }
    }

    fn number(&mut self, board: u64) -> u32 {
        if let Some(number) = self.find(board) {
            return number;
        }
        let number = self.boards.len() as u32;
        self.numbers.insert(board, number);
        self.boards.push(board);
        let pieces = board & !self.walls;
        let free = !board & ((1 << self.cells) - 1);
        self.into.push([pieces << self.shift & free & !self.ends[0], pieces >> self.shift & free & !self.ends[1]]);
        self.next.resize(self.next.len() + 2 * self.cells as usize, NONE);
        number
    }

    /// The cells between the primary and the end of its row, on a board of the rows. The row must hold no other horizontal.
    pub(crate) fn ahead(&self, number: u32) -> u64 {
        let primary = self.board(number) & !self.walls & self.primary_row;
        self.primary_row & !(u64::MAX >> primary.leading_zeros())
    }

    /// Calls `visit` with each board that a slide from `from` reaches while the other half stands still, as long as it wants the same
    /// slide to go further.
    #[inline]
    pub(crate) fn slides(&mut self, from: u32, other: u64, mut visit: impl FnMut(u32) -> bool) {
        let [mut forward, mut backward] = self.into[from as usize].map(|cells| cells & !other);
        // One loop for both directions, since where a loop ends is hard to predict.
        while forward | backward != 0 {
            let direction = if forward != 0 { Forward } else { Backward };
            let cells = if forward != 0 { forward } else { backward };
            backward = if forward != 0 { backward } else { backward & (backward - 1) };
            forward &= forward.wrapping_sub(1);
            let (mut at, mut cell) = (from, cells & cells.wrapping_neg());
            loop {
                at = self.step(at, direction, cell);
                if !visit(at) {
                    break;
                }
                // only the same piece can step into the cell behind
                cell = if direction == Forward { cell << self.shift } else { cell >> self.shift };
                if cell & self.into[at as usize][direction as usize] & !other == 0 {
                    break;
                }
            }
        }
    }

    /// The board behind the step into a cell (its bit).
    #[inline]
    fn step(&mut self, from: u32, direction: Direction, cell: u64) -> u32 {
        let cell = cell.trailing_zeros();
        let known = self.next[self.place(from, direction, cell)];
        if known == NONE { self.first_step(from, direction, cell) } else { known }
    }

    fn place(&self, from: u32, direction: Direction, cell: u32) -> usize {
        ((2 * from + direction as u32) * self.cells + cell) as usize
    }

    #[cold]
    fn first_step(&mut self, from: u32, direction: Direction, cell: u32) -> u32 {
        let board = self.board(from);
        let table = if direction == Forward { &self.ending } else { &self.beginning };
        let length = self.pieces[self.piece_at(table, board, cell)].length as u32;
        let (left, back) = match direction {
            Forward => (cell - length * self.shift, Backward),
            Backward => (cell + length * self.shift, Forward),
        };
        let to = self.number(board ^ 1 << cell ^ 1 << left);
        let (place, place_back) = (self.place(from, direction, cell), self.place(to, back, left));
        self.next[place] = to;
        self.next[place_back] = from;
        to
    }

    /// The piece of the cell's line that the table has for the cells taken before it.
    fn piece_at(&self, table: &[[u8; Size::MAX + 1]], board: u64, cell: u32) -> usize {
        let taken = (board & !self.walls & self.before[cell as usize]).count_ones();
        table[self.lines[cell as usize] as usize][taken as usize].into()
    }

    /// The number of the piece that slides between two boards: its place among the pieces of the half, sorted by [`place`].
    pub(crate) fn mover(&self, from: u32, to: u32) -> usize {
        let changed = self.board(from) ^ self.board(to);
        self.piece_at(&self.beginning, self.board(from), changed.trailing_zeros())
    }

    /// The pieces as they stand on a board.
    pub(crate) fn pieces(&self, number: u32) -> impl Iterator<Item = Piece> + '_ {
        let n = self.before.len().isqrt();
        let mut left = self.board(number) & !self.walls;
        self.pieces.iter().map(move |piece| {
            // the first of its line that is left
            let own = self.lines[n * piece.row + piece.column];
            let first = (0..self.before.len()).find(|&cell| left >> cell & 1 != 0 && self.lines[cell] == own);
            let first = first.expect("steps keep all pieces");
            left &= !(0..piece.length).map(|k| 1 << (first + k * self.shift as usize)).sum::<u64>();
            Piece { row: first / n, column: first % n, ..*piece }
        })
    }
}

/// Line and place in it: the order of the pieces of a half.
pub(crate) fn place(piece: Piece) -> (usize, usize) {
    match piece.orientation {
        Orientation::Horizontal => (piece.row, piece.column),
        Orientation::Vertical => (piece.column, piece.row),
    }
}
