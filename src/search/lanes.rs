//! Steps on two bitboards, for checking rows: which pieces can step, and where, without looking at the pieces one by one.
//!
//! A line keeps its pieces and their order, so within a cluster the cells that are taken say all: the piece that steps into a cell
//! is told by how many cells of its line are taken before it.
//!
//! ```text
//! . A A . B B B .    the step right into the cell behind A: 2 cells before it, so the mover is the piece that ends with the 2nd
//! ```
use crate::board::{Orientation, Piece, Size, State};

/// The bitboards (H, V) of a state, walls in H.
pub(super) type Boards = (u64, u64);

/// A way to step: the piece's number times two, and one more to the left or up.
pub(super) type Way = usize;

/// For each line and cells taken in it, number and length of a piece.
type Entries = [[(u8, u8); Size::MAX + 1]; 2 * Size::MAX];

/// How many bits of a number are set: not all processors that the program is built for have an instruction for that.
const ONES: [u8; 1 << Size::MAX] = {
    let mut ones = [0; 1 << Size::MAX];
    let mut bits = 1;
    while bits < ones.len() {
        ones[bits] = ones[bits / 2] + (bits % 2) as u8;
        bits += 1;
    }
    ones
};

/// A cell in its row or column.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    /// The row, or the column counted on from the rows.
    line: u8,
    /// The line's first cell.
    start: u8,
    /// The cells of the line before this one.
    before: u64,
}

/// What stays the same in a cluster.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    size: Size,
    walls: u64,
    first_column: u64,
    last_column: u64,
    /// Number and length of the piece by its line (rows, then columns) and the cells of the line taken up to its end.
    ending: Entries,
    /// The same by the cells taken before it.
    beginning: Entries,
    /// For each cell, where it stands in its row.
    rows: [Spot; 64],
    /// For each cell, where it stands in its column.
    columns: [Spot; 64],
    /// The pieces, rows before columns, each line in order.
    pieces: Vec<Piece>,
}

impl Lanes {
    /// The lanes of a state's cluster.
    pub(super) fn of(state: &State) -> Lanes {
        let size = state.size();
        let n = size.n();
        let column = |c: usize| (0..n).map(|row| size.bit(row, c)).sum::<u64>();
        let none = [[(0, 0); Size::MAX + 1]; 2 * Size::MAX];
        let mut pieces: Vec<Piece> = state.pieces().collect();
        pieces.sort_by_key(|p| (p.orientation, line(size, *p), p.row + p.column));
        let mut lanes = Lanes {
            size,
            walls: state.walls(),
            first_column: column(0),
            last_column: column(n - 1),
            ending: none,
            beginning: none,
            rows: [Spot::default(); 64],
            columns: [Spot::default(); 64],
            pieces,
        };
        for cell in 0..size.cells() {
            let before = (1 << cell) - 1;
            let (row, c) = (cell / n, cell % n);
            lanes.rows[cell] = Spot { line: row as u8, start: (row * n) as u8, before: size.row_mask(row) & before };
            lanes.columns[cell] = Spot { line: (n + c) as u8, start: c as u8, before: column(c) & before };
        }
        let mut taken = [0; 2 * Size::MAX];
        for (number, piece) in lanes.pieces.iter().enumerate() {
            let line = line(size, *piece);
            let entry = (number as u8, piece.length as u8);
            lanes.beginning[line][taken[line]] = entry;
            taken[line] += piece.length;
            lanes.ending[line][taken[line]] = entry;
        }
        lanes
    }

    /// How many pieces there are.
    pub(super) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// The number of a piece, which is not its place in letter order.
    pub(super) fn number(&self, piece: Piece) -> Option<usize> {
        self.pieces.iter().position(|&p| p == piece)
    }

    /// Whether the primary covers the last two cells of its row. The row must hold no other horizontal.
    pub(super) fn is_goal(&self, (h, _): Boards) -> bool {
        h & !self.walls & self.size.bit(self.size.primary_row(), self.size.n() - 1) != 0
    }

    /// Moves that a state needs at least: one of the primary, and one of each vertical in its way; 0 at the goal only.
    pub(super) fn least_moves(&self, (h, v): Boards) -> u32 {
        let row = self.size.row_mask(self.size.primary_row());
        let primary = h & !self.walls & row;
        let way = row & !(u64::MAX >> primary.leading_zeros());
        if way == 0 { 0 } else { 1 + (v & way).count_ones() }
    }

    /// Calls `visit` with each step that is possible, and the boards behind it.
    #[inline]
    pub(super) fn steps(&self, (h, v): Boards, mut visit: impl FnMut(Way, Boards)) {
        let n = self.size.n();
        let free = !(h | v);
        let pieces = h & !self.walls;
        let in_row = |table: &Entries, cell: u32| {
            let spot = self.rows[cell as usize & 63];
            let taken = ONES[((pieces & spot.before) >> spot.start) as usize & (ONES.len() - 1)];
            table[spot.line as usize][taken as usize & Size::MAX]
        };
        // The cells of a column are n bits apart. Times the first column, which is 1 at each such place, they add up in the highest.
        let in_column = |table: &Entries, cell: u32| {
            let spot = self.columns[cell as usize & 63];
            let sums = ((v & spot.before) >> spot.start).wrapping_mul(self.first_column);
            table[spot.line as usize][(sums >> (n * (n - 1))) as usize & Size::MAX]
        };
        for cell in cells(pieces << 1 & free & !self.first_column & self.board()) {
            let (piece, length) = in_row(&self.ending, cell);
            visit(2 * piece as usize, (h ^ (1 << cell) ^ (1 << (cell - length as u32)), v));
        }
        for cell in cells(pieces >> 1 & free & !self.last_column) {
            let (piece, length) = in_row(&self.beginning, cell);
            visit(2 * piece as usize + 1, (h ^ (1 << cell) ^ (1 << (cell + length as u32)), v));
        }
        for cell in cells(v << n & free & self.board()) {
            let (piece, length) = in_column(&self.ending, cell);
            visit(2 * piece as usize, (h, v ^ (1 << cell) ^ (1 << (cell - length as u32 * n as u32))));
        }
        for cell in cells(v >> n & free) {
            let (piece, length) = in_column(&self.beginning, cell);
            visit(2 * piece as usize + 1, (h, v ^ (1 << cell) ^ (1 << (cell + length as u32 * n as u32))));
        }
    }

    /// The boards behind one more step of the same piece the same way, if it is possible; `last` was the step before.
    pub(super) fn further(&self, way: Way, last: (Boards, Boards)) -> Option<Boards> {
        let ((h0, v0), (h, v)) = last;
        let n = self.size.n() as u32;
        let (changed, taken) = ((h0 ^ h) | (v0 ^ v), h | v);
        let lies = h0 != h;
        let (next, edge) = match (lies, way % 2) {
            (true, 0) => (changed << 1, self.first_column),
            (true, _) => (changed >> 1, self.last_column),
            (false, 0) => (changed << n, !self.board()),
            (false, _) => (changed >> n, 0),
        };
        let front = if way.is_multiple_of(2) { 1 << (63 - next.leading_zeros()) } else { next & next.wrapping_neg() };
        let off_board = way % 2 == 1 && next.count_ones() < 2;
        let blocked = front & (taken | edge | !self.board()) != 0 || off_board;
        (!blocked).then_some(if lies { (h ^ next, v) } else { (h, v ^ next) })
    }

    /// The state of these boards.
    pub(super) fn state(&self, (h, v): Boards) -> State {
        let n = self.size.n();
        let mut pieces = Vec::with_capacity(self.pieces.len());
        let mut left = [h & !self.walls, v];
        for piece in &self.pieces {
            let (board, mask) = match piece.orientation {
                Orientation::Horizontal => (&mut left[0], self.size.row_mask(piece.row)),
                Orientation::Vertical => (&mut left[1], self.first_column << piece.column),
            };
            let first = (*board & mask).trailing_zeros() as usize;
            let placed = Piece { row: first / n, column: first % n, ..*piece };
            *board &= !placed.cells(self.size);
            pieces.push(placed);
        }
        let row = self.size.primary_row();
        pieces.sort_by_key(|p| !(p.orientation == Orientation::Horizontal && p.row == row));
        State::new(self.size, &pieces, self.walls).expect("steps keep to the rules")
    }

    fn board(&self) -> u64 {
        (1 << self.size.cells()) - 1
    }
}

/// Rows, then columns.
fn line(size: Size, piece: Piece) -> usize {
    if piece.orientation == Orientation::Horizontal { piece.row } else { size.n() + piece.column }
}

fn cells(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(cell)
    })
}
