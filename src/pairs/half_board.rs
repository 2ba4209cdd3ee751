//! One half of a state: the rows with the horizontals and walls, or the columns with the verticals.
//!
//! A state is a pair of *half states*. How far a piece can slide within its own half does not depend on the other half, so a
//! search numbers the half states of each half as it meets them, and computes only once per half state which cells a piece can
//! step into. In a whole state, the cells that the other half covers are subtracted.
//!
//! At most one piece can step into a given cell in a given direction, the one next to it, so a step is named by its direction and
//! cell:
//!
//! ```text
//! . A A . B B B .    forward (right): A into the 4th cell, B into the 8th; backward (left): A into the 1st, B into the 4th
//! ```
//!
//! The pieces of a line keep their order. The covered cells therefore determine the half state: the number of covered cells
//! before a piece says which piece of its line it is.
use rustc_hash::FxHashMap;

use crate::board::{Orientation, Piece, Size, State};

/// The direction in which a piece steps along its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// Right or down.
    Forward,
    /// Left or up.
    Backward,
}

use Direction::{Backward, Forward};

/// The number of a half state that the search has not met.
pub(crate) const NOT_MET: u32 = u32::MAX;

/// For each line and number of covered cells, the index of a piece.
type PiecesByCover = Vec<[u8; Size::MAX + 1]>;

/// The half states that a search has met, numbered from 0, and the steps between them. The buffers are reused for the next
/// cluster.
#[derive(Debug, Default)]
pub(crate) struct HalfBoard {
    /// Distance from one cell of a line to the next in a bitboard: 1 for rows, W for columns.
    stride: u32,
    /// Columns of the board.
    width: usize,
    /// The number of cells of the board.
    cells: u32,
    /// The first cells of all lines, and the last cells of all lines.
    edges: [u64; 2],
    /// The walls, which belong to the rows; none for columns.
    walls: u64,
    /// The cells of the primary row.
    primary_row: u64,
    /// For each cell, its line.
    line_of: Vec<u8>,
    /// For each cell, the cells before it in its line.
    before: Vec<u64>,
    /// The piece that ends after this many cells of its line are covered by pieces.
    piece_by_end: PiecesByCover,
    /// The piece that starts after this many cells of its line are covered by pieces.
    piece_by_start: PiecesByCover,
    /// The pieces, sorted by line, then by position.
    pieces: Vec<Piece>,
    /// The bitboard of each half state; for rows, with the walls.
    bitboards: Vec<u64>,
    /// The number of each bitboard.
    numbers: FxHashMap<u64, u32>,
    /// For each half state, the cells that a piece can step into, forward and backward.
    targets: Vec<[u64; 2]>,
    /// For each half state, direction and cell, the half state after the step into that cell; [`NOT_MET`] until it is first
    /// taken.
    steps: Vec<u32>,
}

impl HalfBoard {
    /// Drops all half states and starts again with the half of `state`, which becomes number 0. The board has at most 64 cells,
    /// and every line a cell that no piece of this orientation covers.
    pub(crate) fn reset(&mut self, state: &State, orientation: Orientation) {
        let size = state.size();
        let (width, height) = (size.width(), size.height());
        let rows = orientation == Orientation::Horizontal;
        let (lines, positions) = if rows { (height, width) } else { (width, height) };
        let cell = |line: usize, position: usize| if rows { width * line + position } else { width * position + line };
        let mask = |position: usize| (0..lines).map(|line| 1 << cell(line, position)).sum::<u64>();
        (self.stride, self.width) = (cell(0, 1) as u32, width);
        self.cells = size.cells() as u32;
        self.edges = [mask(0), mask(positions - 1)];
        self.walls = if rows { state.walls().bitboard().0 } else { 0 };
        self.primary_row = size.row_mask(state.primary().row).bitboard().0;
        self.line_of.resize(size.cells(), 0);
        self.before.resize(size.cells(), 0);
        for line in 0..lines {
            let mut before = 0;
            for position in 0..positions {
                self.line_of[cell(line, position)] = line as u8;
                self.before[cell(line, position)] = before;
                before |= 1 << cell(line, position);
            }
        }
        self.pieces.clear();
        self.pieces.extend(state.pieces().filter(|piece| piece.orientation == orientation));
        self.pieces.sort_unstable_by_key(|piece| (piece.line(), piece.position()));
        for table in [&mut self.piece_by_end, &mut self.piece_by_start] {
            table.clear();
            table.resize(lines, [0; Size::MAX + 1]);
        }
        let mut covered = [0; Size::MAX];
        for (index, piece) in self.pieces.iter().enumerate() {
            let line = piece.line();
            self.piece_by_start[line][covered[line]] = index as u8;
            covered[line] += piece.length;
            self.piece_by_end[line][covered[line]] = index as u8;
        }
        self.bitboards.clear();
        self.numbers.clear();
        self.targets.clear();
        self.steps.clear();
        self.insert(if rows { state.horizontal() } else { state.vertical() }.bitboard().0);
    }

    /// How many half states the search has met.
    pub(crate) fn count(&self) -> usize {
        self.bitboards.len()
    }

    /// Bytes of memory reserved.
    pub(crate) fn reserved_bytes(&self) -> usize {
        let numbers = self.numbers.capacity() * (size_of::<(u64, u32)>() + 1);
        let steps = self.steps.capacity() * size_of::<u32>();
        numbers + steps + self.bitboards.capacity() * size_of::<u64>() + self.targets.capacity() * size_of::<[u64; 2]>()
    }

    /// A bit for each piece, see [`Self::mover`].
    pub(crate) fn pieces_mask(&self) -> u32 {
        // pieces have two cells or more, and every line keeps a free cell, so there are fewer than 32
        (1 << self.pieces.len()) - 1
    }

    /// The bitboard of a half state.
    pub(crate) fn bitboard(&self, number: u32) -> u64 {
        self.bitboards[number as usize]
    }

    /// The number of the half state with a given bitboard; `None` if the search has not met it.
    pub(crate) fn find(&self, bitboard: u64) -> Option<u32> {
        self.numbers.get(&bitboard).copied()
    }

    /// The number of the half state that differs from `number` in exactly the given cells; [`NOT_MET`] if the search has not met
    /// it.
    #[inline]
    pub(crate) fn flipped(&self, number: u32, cells: u64) -> u32 {
        if cells == 0 { number } else { self.find(self.bitboard(number) ^ cells).unwrap_or(NOT_MET) }
    }

    /// The number of a half state, which is added if it is new.
    fn insert(&mut self, bitboard: u64) -> u32 {
        if let Some(number) = self.find(bitboard) {
            return number;
        }
        let number = self.bitboards.len() as u32;
        self.numbers.insert(bitboard, number);
        self.bitboards.push(bitboard);
        let pieces = bitboard & !self.walls;
        let free = !bitboard & (u64::MAX >> (u64::BITS - self.cells));
        self.targets.push([pieces << self.stride & free & !self.edges[0], pieces >> self.stride & free & !self.edges[1]]);
        self.steps.extend_from_slice(&[NOT_MET; 2 * u64::BITS as usize][..2 * self.cells as usize]);
        number
    }

    /// The cells from the primary to the exit, in a half state of the rows. The primary must be the only piece of its row.
    pub(crate) fn cells_to_exit(&self, number: u32) -> u64 {
        let primary = self.bitboard(number) & !self.walls & self.primary_row;
        self.primary_row & !(u64::MAX >> primary.leading_zeros())
    }

    /// Calls `visit` with the half states that one slide from `from` reaches while the other half covers the cells `other`. Each
    /// slide is extended step by step until it is blocked or `visit` returns false.
    #[inline(always)]
    pub(crate) fn slides(&mut self, from: u32, other: u64, mut visit: impl FnMut(u32) -> bool) {
        let [forward, backward] = self.targets[from as usize];
        let (mut forward, mut backward) = (forward & !other, backward & !other);
        // One loop for both directions, because the processor mispredicts the end of each loop.
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
                // the piece that just stepped is next to the following cell, so no other piece can step into that one
                cell = if direction == Forward { cell << self.stride } else { cell >> self.stride };
                if cell & self.targets[at as usize][direction as usize] & !other == 0 {
                    break;
                }
            }
        }
    }

    /// The half state after the step into a cell, which is given as a bit.
    #[inline]
    fn step(&mut self, from: u32, direction: Direction, cell: u64) -> u32 {
        let cell = cell.trailing_zeros();
        let to = self.steps[self.step_index(from, direction, cell)];
        if to == NOT_MET { self.first_step(from, direction, cell) } else { to }
    }

    /// The index of a step in [`Self::steps`].
    fn step_index(&self, from: u32, direction: Direction, cell: u32) -> usize {
        (2 * from as usize + direction as usize) * self.cells as usize + cell as usize
    }

    /// Takes a step for the first time, and stores it together with the step back.
    #[cold]
    fn first_step(&mut self, from: u32, direction: Direction, cell: u32) -> u32 {
        let bitboard = self.bitboard(from);
        // a piece stepping forward has all of its cells before the target cell, a piece stepping backward none
        let table = if direction == Forward { &self.piece_by_end } else { &self.piece_by_start };
        let length = self.pieces[self.piece_at(table, bitboard, cell)].length as u32;
        let (vacated, back) = match direction {
            Forward => (cell - length * self.stride, Backward),
            Backward => (cell + length * self.stride, Forward),
        };
        let to = self.insert(bitboard ^ 1 << cell ^ 1 << vacated);
        let (there, back) = (self.step_index(from, direction, cell), self.step_index(to, back, vacated));
        self.steps[there] = to;
        self.steps[back] = from;
        to
    }

    /// Looks up the piece that a table gives for the line of `cell` and the number of cells that pieces cover before `cell`.
    fn piece_at(&self, table: &PiecesByCover, bitboard: u64, cell: u32) -> usize {
        let covered = (bitboard & !self.walls & self.before[cell as usize]).count_ones();
        table[self.line_of[cell as usize] as usize][covered as usize].into()
    }

    /// The piece that one slide moves between two half states, as an index into the pieces sorted by line, then by position.
    pub(crate) fn mover(&self, from: u32, to: u32) -> usize {
        // The lowest changed cell is the first cell of the piece, before or after the slide. No other piece stands between the
        // two positions, so in both cases the earlier pieces of the line cover the cells before it.
        let changed = self.bitboard(from) ^ self.bitboard(to);
        self.piece_at(&self.piece_by_start, self.bitboard(from), changed.trailing_zeros())
    }

    /// How far that slide goes, in cells to the right or down.
    pub(crate) fn distance(&self, from: u32, to: u32) -> i8 {
        // a slide of a piece of length L by d cells changes the first and the last of L + d cells
        let changed = self.bitboard(from) ^ self.bitboard(to);
        let cells = (changed.ilog2() - changed.trailing_zeros()) / self.stride + 1;
        let distance = cells as i8 - self.pieces[self.mover(from, to)].length as i8;
        let first = changed & changed.wrapping_neg();
        if self.bitboard(from) & first != 0 { distance } else { -distance }
    }

    /// The pieces at their positions in a half state.
    pub(crate) fn pieces(&self, number: u32) -> impl Iterator<Item = Piece> + '_ {
        let width = self.width;
        let mut remaining = self.bitboard(number) & !self.walls;
        self.pieces.iter().map(move |piece| {
            let line = self.line_of[width * piece.row + piece.column];
            let first = (0..self.before.len()).find(|&cell| remaining >> cell & 1 != 0 && self.line_of[cell] == line);
            let first = first.expect("a slide keeps every piece in its line");
            remaining &= !(0..piece.length).map(|k| 1 << (first + k * self.stride as usize)).sum::<u64>();
            Piece { row: first / width, column: first % width, ..*piece }
        })
    }
}
