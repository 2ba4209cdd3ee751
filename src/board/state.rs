//! One state: pieces and walls on a board, in the order in which they get their letters.
use super::size::Size;

/// Whether a piece slides along its row or along its column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Orientation {
    /// Slides left and right.
    Horizontal,
    /// Slides up and down.
    Vertical,
}

/// A car (length 2) or truck (length 3), named by its left or upper cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Along which line it slides.
    pub orientation: Orientation,
    /// Row of its left or upper cell, from 0.
    pub row: usize,
    /// Column of its left or upper cell, from 0.
    pub column: usize,
    /// 2 or 3 cells.
    pub length: usize,
}

impl Piece {
    /// The line it slides along: the row of a horizontal piece, the column of a vertical one.
    pub fn line(&self) -> usize {
        if self.orientation == Orientation::Horizontal { self.row } else { self.column }
    }

    /// Its position in that line: the column of a horizontal piece's left cell, the row of a vertical piece's upper cell.
    pub fn position(&self) -> usize {
        if self.orientation == Orientation::Horizontal { self.column } else { self.row }
    }

    /// The bitboard of its cells.
    pub fn cells(&self, size: Size) -> u64 {
        let step = match self.orientation {
            Orientation::Horizontal => 1,
            Orientation::Vertical => size.n(),
        };
        (0..self.length).map(|k| size.bit(self.row, self.column) << (k * step)).sum()
    }
}

/// What stands on a board: a piece that moves, or a wall that does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A car or truck.
    Piece(Piece),
    /// The wall at this cell index.
    Wall(usize),
}

/// Pieces that can't stand together as a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// A piece that is not of length 2 or 3.
    #[error("the piece at row {row}, column {column} has length {length}: pieces have length 2 or 3")]
    Length { row: usize, column: usize, length: usize },
    /// A piece or wall that reaches over the edge.
    #[error("the piece at row {row}, column {column} reaches over the edge")]
    OffBoard { row: usize, column: usize },
    /// Two things on one cell.
    #[error("two pieces share the cell at row {row}, column {column}")]
    Overlap { row: usize, column: usize },
    /// No primary, or more than one horizontal piece that could be it.
    #[error("the first piece must be the primary: a horizontal car in row {row}")]
    Primary { row: usize },
}

/// A state: the primary and any other pieces and walls, overlapping nowhere.
///
/// Items stand in the order in which the row format letters them: the primary, the walls and other pieces of the primary row
/// from left to right; the other rows from top to bottom; the columns from left to right.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    size: Size,
    items: Vec<Item>,
}

impl State {
    /// A state from its pieces, the primary first, and the bitboard of its walls.
    ///
    /// # Errors
    /// A [`StateError`] that names the first piece which does not fit.
    pub fn new(size: Size, pieces: &[Piece], walls: u64) -> Result<State, StateError> {
        let n = size.n();
        let row = size.primary_row();
        match pieces.first() {
            Some(p) if p.orientation == Orientation::Horizontal && p.row == row && p.length == 2 => {}
            _ => return Err(StateError::Primary { row }),
        }
        if walls >> size.cells() != 0 {
            let cell = (walls >> size.cells()).trailing_zeros() as usize + size.cells();
            return Err(StateError::OffBoard { row: cell / n, column: cell % n });
        }
        let mut taken = walls;
        for p in pieces {
            let (row, column, length) = (p.row, p.column, p.length);
            if !(2..=3).contains(&length) {
                return Err(StateError::Length { row, column, length });
            }
            let (end_row, end_column) = match p.orientation {
                Orientation::Horizontal => (row, column + length),
                Orientation::Vertical => (row + length, column),
            };
            if row >= n || column >= n || end_row > n || end_column > n {
                return Err(StateError::OffBoard { row, column });
            }
            let shared = taken & p.cells(size);
            if shared != 0 {
                let cell = shared.trailing_zeros() as usize;
                return Err(StateError::Overlap { row: cell / n, column: cell % n });
            }
            taken |= p.cells(size);
        }
        let wall_items = (0..size.cells()).filter(|c| walls >> c & 1 != 0).map(Item::Wall);
        let mut items: Vec<Item> = pieces[1..].iter().copied().map(Item::Piece).chain(wall_items).collect();
        items.sort_by_key(|item| letter_order(size, item));
        items.insert(0, Item::Piece(pieces[0]));
        Ok(State { size, items })
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Pieces and walls in letter order, the primary first.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The pieces in letter order, the primary first, walls left out.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Piece(p) => Some(*p),
            Item::Wall(_) => None,
        })
    }

    /// The primary piece.
    pub fn primary(&self) -> Piece {
        self.pieces().next().expect("a state has its primary")
    }

    /// The bitboard of the walls.
    pub fn walls(&self) -> u64 {
        self.items.iter().map(|item| if let Item::Wall(cell) = item { 1 << cell } else { 0 }).sum()
    }

    /// The bitboard H: horizontals and walls.
    pub fn horizontal(&self) -> u64 {
        self.walls() | self.oriented(Orientation::Horizontal)
    }

    /// The bitboard V: verticals.
    pub fn vertical(&self) -> u64 {
        self.oriented(Orientation::Vertical)
    }

    /// Whether the primary covers the last two cells of its row.
    pub fn is_goal(&self) -> bool {
        self.primary().column + 2 == self.size.n()
    }

    /// The state with one piece or wall taken away; the remaining items keep their order.
    ///
    /// # Panics
    /// If `item`, an index in [`State::items`], is 0 (the primary) or too large.
    pub fn without_item(&self, item: usize) -> State {
        assert!(item != 0, "a state keeps its primary");
        let mut items = self.items.clone();
        items.remove(item);
        State { size: self.size, items }
    }

    fn oriented(&self, orientation: Orientation) -> u64 {
        self.pieces().filter(|p| p.orientation == orientation).map(|p| p.cells(self.size)).sum()
    }
}

/// Sorts the items behind the primary: (line kind, line, place in the line).
fn letter_order(size: Size, item: &Item) -> (usize, usize, usize) {
    let row_rank = |row: usize| if row == size.primary_row() { 0 } else { row + 1 };
    match *item {
        Item::Wall(cell) => (0, row_rank(cell / size.n()), cell % size.n()),
        Item::Piece(p) if p.orientation == Orientation::Horizontal => (0, row_rank(p.row), p.column),
        Item::Piece(p) => (1, p.column, p.row),
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_without_an_item_is_the_state_of_the_other_items() {
        let state: State = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM".parse().unwrap();
        for (item, removed) in state.items().iter().enumerate().skip(1) {
            let walls = if let Item::Wall(cell) = removed { state.walls() & !(1 << cell) } else { state.walls() };
            let pieces: Vec<Piece> = state.pieces().filter(|piece| *removed != Item::Piece(*piece)).collect();
            assert_eq!(state.without_item(item), State::new(state.size(), &pieces, walls).unwrap());
        }
    }
}
