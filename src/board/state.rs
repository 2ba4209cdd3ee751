//! One state: pieces and walls on a board, in the order in which they get their letters.
use super::cell_set::CellSet;
use super::size::{Place, Size};
use std::cmp::Ordering;

/// Whether a piece slides along its row or along its column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Orientation {
    /// Slides left and right.
    Horizontal,
    /// Slides up and down.
    Vertical,
}

/// A car (length 2), truck (3), or longer piece, located by its left or upper cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The line along which it slides.
    pub orientation: Orientation,
    /// Row of its left or upper cell, from 0.
    pub row: usize,
    /// Column of its left or upper cell, from 0.
    pub column: usize,
    /// Length in cells, from 2 on.
    pub length: usize,
}

impl Piece {
    /// The line it slides along, from 0: the row of a horizontal piece, the column of a vertical one.
    pub fn line(&self) -> usize {
        if self.orientation == Orientation::Horizontal { self.row } else { self.column }
    }

    /// Its position in that line, from 0: the column of a horizontal piece's left cell, the row of a vertical piece's upper cell.
    pub fn position(&self) -> usize {
        if self.orientation == Orientation::Horizontal { self.column } else { self.row }
    }

    /// The cells of the line it slides along: columns for a horizontal piece, rows for a vertical one.
    pub fn line_length(&self, size: Size) -> usize {
        if self.orientation == Orientation::Horizontal { size.width() } else { size.height() }
    }

    /// Puts it at another position of its line.
    pub(crate) fn set_position(&mut self, position: usize) {
        *(if self.orientation == Orientation::Horizontal { &mut self.column } else { &mut self.row }) = position;
    }

    /// The place of the left or upper cell, whatever the numbers are.
    pub fn place(&self) -> Place {
        Place { row: self.row.saturating_add(1), column: self.column.saturating_add(1) }
    }

    /// Checks that the piece has a legal length and lies on the board. Any numbers may be given.
    ///
    /// # Errors
    /// [`StateError::Length`] or [`StateError::OffBoard`].
    pub fn check(&self, size: Size) -> Result<(), StateError> {
        let place = self.place();
        if self.length < 2 {
            return Err(StateError::Length { place, length: self.length });
        }
        // not `position + length`, which may overflow
        let is_inside = self.row < size.height() && self.column < size.width();
        let rest = self.line_length(size).saturating_sub(self.position());
        if is_inside && self.length <= rest { Ok(()) } else { Err(StateError::OffBoard { place }) }
    }

    /// The set of its cells; empty if the piece has an illegal length or is not on the board ([`Piece::check`]).
    pub fn cells(&self, size: Size) -> CellSet {
        if self.check(size).is_err() {
            return CellSet::EMPTY;
        }
        let stride = match self.orientation {
            Orientation::Horizontal => 1,
            Orientation::Vertical => size.width(),
        };
        let first = self.row * size.width() + self.column;
        (0..self.length).map(|k| first + k * stride).collect()
    }
}

/// An object on a board: a piece, which moves, or a wall, which does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Item {
    /// A piece, which slides.
    Piece(Piece),
    /// The wall at this cell index.
    Wall(usize),
}

impl Item {
    /// Its cells; none for a piece that is not on the board.
    pub fn cells(&self, size: Size) -> CellSet {
        match self {
            Item::Piece(piece) => piece.cells(size),
            Item::Wall(cell) => CellSet::of(*cell),
        }
    }
}

/// Why pieces and walls do not form a state. Places count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// A piece of length 0 or 1.
    #[error("the piece at {place} has length {length}: pieces have length 2 or more")]
    Length {
        /// The piece's left or upper cell.
        place: Place,
        /// Its length.
        length: usize,
    },
    /// A piece or wall that reaches over the edge.
    #[error("the piece at {place} reaches over the edge")]
    OffBoard {
        /// The left or upper cell of the piece, or the wall.
        place: Place,
    },
    /// Two pieces or walls on one cell.
    #[error("two pieces share the cell at {place}")]
    Overlap {
        /// The cell.
        place: Place,
    },
    /// The first piece is missing or vertical.
    #[error("the first piece must be the primary, a horizontal piece")]
    Primary,
}

/// A state: the primary piece and any other pieces and walls, none of which overlap.
///
/// Its text has one character per cell, row by row: `o` or `.` is an empty cell, `x` a wall, `A` the primary, any other letter a
/// piece. It is written with `o`, and with the letters of the database: items get letters in the order of [`State::items`]: the
/// primary; the walls and other pieces of the primary row from left to right; the other rows from top to bottom; the verticals,
/// column by column. A wall uses up a letter too.
///
/// A state knows its pieces, not the rules: [`Rules`](super::Rules) judge it. Boards of any size have states; a text without a
/// size is read as a square board. If there are more than 50 pieces and walls, letters end: the text shows the others as `?` and
/// is not read again, and moves name them `AA`, `AB`, and so on. Such a board is written as a list of vehicles.
///
/// ```
/// use gridlock::{Move, State};
///
/// // . Q Q .
/// // A A . Z
/// // . . . Z
/// // . . . .
/// let state: State = ".QQ.AA.Z...Z....".parse()?;
/// assert_eq!(state.to_string(), "oBBoAAoCoooCoooo");
/// assert_eq!(state.legal_moves().len(), 5);
/// let lower = state.play(Move { item: 2, distance: 1 });
/// assert_eq!(lower.to_string(), "oBBoAAoooooCoooC");
/// assert!(!lower.is_goal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    size: Size,
    items: Vec<Item>,
}

impl State {
    /// A state from its pieces, the primary first, and the set of its walls.
    ///
    /// ```
    /// use gridlock::{Orientation, Piece, Size, State, StateError};
    ///
    /// let size = Size::square(4)?;
    /// let primary = Piece { orientation: Orientation::Horizontal, row: 1, column: 0, length: 2 };
    /// let truck = Piece { orientation: Orientation::Vertical, row: 1, column: 3, length: 3 };
    /// assert_eq!(State::new(size, &[primary, truck], size.bit(0, 3))?.to_string(), "oooxAAoCoooCoooC");
    /// assert!(matches!(State::new(size, &[primary, truck], size.bit(1, 3)), Err(StateError::Overlap { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`StateError`] that locates the first piece or wall that does not fit.
    pub fn new(size: Size, pieces: &[Piece], walls: impl Into<CellSet>) -> Result<State, StateError> {
        let walls = walls.into();
        let primary = pieces.first().filter(|piece| piece.orientation == Orientation::Horizontal).ok_or(StateError::Primary)?;
        if let Some(cell) = (walls - size.all_cells()).first() {
            return Err(StateError::OffBoard { place: Place::of_cell(size, cell) });
        }
        let mut taken = walls;
        for piece in pieces {
            piece.check(size)?;
            if let Some(cell) = (taken & piece.cells(size)).first() {
                return Err(StateError::Overlap { place: Place::of_cell(size, cell) });
            }
            taken |= piece.cells(size);
        }
        let wall_items = walls.into_iter().map(Item::Wall);
        let mut items = Vec::with_capacity(pieces.len() + walls.len());
        items.extend(pieces.iter().copied().map(Item::Piece).chain(wall_items));
        items[1..].sort_unstable_by_key(|item| letter_order(size, primary.row, item));
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

    /// The cells of the walls.
    pub fn walls(&self) -> CellSet {
        self.items.iter().filter_map(|item| if let Item::Wall(cell) = *item { Some(cell) } else { None }).collect()
    }

    /// The set H: the cells of horizontals and walls.
    pub fn horizontal(&self) -> CellSet {
        self.walls() | self.oriented(Orientation::Horizontal)
    }

    /// The set V: the cells of verticals.
    pub fn vertical(&self) -> CellSet {
        self.oriented(Orientation::Vertical)
    }

    /// Whether the primary covers the last cells of its row.
    pub fn is_goal(&self) -> bool {
        let primary = self.primary();
        primary.column + primary.length == self.size.width()
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

    /// The mirror image: the state turned upside down, row 0 at the bottom. `None` if the primary would leave its row, which only
    /// the middle row of an odd number of rows does not.
    ///
    /// ```
    /// use gridlock::State;
    ///
    /// let state: State = "BBBooooooDAAooDoooooooCCo".parse()?;
    /// let mirrored = state.mirrored().expect("the primary row of 5×5 is the middle one");
    /// assert_eq!(mirrored.to_string(), "ooBBooooooAAooDooooDCCCoo");
    /// assert_eq!(mirrored.mirrored(), Some(state));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mirrored(&self) -> Option<State> {
        let (width, height) = (self.size.width(), self.size.height());
        if 2 * self.primary().row + 1 != height {
            return None;
        }
        let turned = |piece: Piece| {
            let rows = if piece.orientation == Orientation::Vertical { piece.length } else { 1 };
            Piece { row: height - piece.row - rows, ..piece }
        };
        let pieces: Vec<Piece> = self.pieces().map(turned).collect();
        let walls: CellSet = self.walls().into_iter().map(|cell| (height - 1 - cell / width) * width + cell % width).collect();
        Some(State::new(self.size, &pieces, walls).expect("a state upside down is a state"))
    }

    /// The state with one piece, given by its index in [`State::items`], in another place of its line. The order of the items
    /// stays: no piece passes another one. Nothing is checked.
    pub(super) fn with_piece_moved(&self, item: usize, moved: impl FnOnce(Piece) -> Piece) -> State {
        let mut state = self.clone();
        if let Item::Piece(piece) = &mut state.items[item] {
            *piece = moved(*piece);
        }
        state
    }

    /// The state with its pieces at other positions in their lines, in the order of [`State::pieces`]. As for
    /// [`State::with_piece_moved`], nothing is checked.
    pub(crate) fn with_positions(&self, mut positions: impl Iterator<Item = usize>) -> State {
        let mut state = self.clone();
        for item in &mut state.items {
            if let Item::Piece(piece) = item {
                piece.set_position(positions.next().expect("each piece has a position"));
            }
        }
        state
    }

    fn oriented(&self, orientation: Orientation) -> CellSet {
        self.pieces().filter(|p| p.orientation == orientation).map(|p| p.cells(self.size)).collect()
    }
}

impl Ord for State {
    /// Compares by size, then by H ([`State::horizontal`]) as an integer, then by V ([`State::vertical`]): in this order the
    /// canonical state of a cluster is the smallest. States with different pieces on the same cells are never in one cluster;
    /// they are compared by their items.
    fn cmp(&self, other: &State) -> Ordering {
        let key = |state: &State| (state.size, state.horizontal(), state.vertical());
        key(self).cmp(&key(other)).then_with(|| self.items.cmp(&other.items))
    }
}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &State) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The sort key of an item other than the primary: rows before columns, line, place in the line.
fn letter_order(size: Size, primary_row: usize, item: &Item) -> (usize, usize, usize) {
    let row_rank = |row: usize| if row == primary_row { 0 } else { row + 1 };
    match *item {
        Item::Wall(cell) => (0, row_rank(cell / size.width()), cell % size.width()),
        Item::Piece(p) if p.orientation == Orientation::Horizontal => (0, row_rank(p.row), p.column),
        Item::Piece(p) => (1, p.column, p.row),
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    proptest::proptest! {
        #[test]
        fn pieces_of_any_numbers_give_a_state_or_an_error(
            width in 3..=8usize,
            height in 3..=8usize,
            walls: u64,
            vertical: bool,
            numbers in proptest::array::uniform3(proptest::prop_oneof![0..8usize, proptest::num::usize::ANY, usize::MAX - 4..=usize::MAX]),
            column in proptest::prop_oneof![0..8usize, usize::MAX - 4..=usize::MAX],
        ) {
            let size = Size::new(width, height).unwrap();
            let primary = Piece { orientation: Orientation::Horizontal, row: size.primary_row(), column, length: 2 };
            let [row, column, length] = numbers;
            let orientation = if vertical { Orientation::Vertical } else { Orientation::Horizontal };
            let other = Piece { orientation, row, column, length };
            let fits = |piece: Piece| {
                let (row, column) = (piece.row as u128, piece.column as u128);
                let (rows, columns) = if piece.orientation == Orientation::Vertical { (piece.length as u128, 1) } else { (1, piece.length as u128) };
                piece.length >= 2 && row + rows <= height as u128 && column + columns <= width as u128
            };
            for piece in [primary, other] {
                assert_eq!(piece.check(size).is_ok(), fits(piece), "{piece:?}");
            }
            for walls in [CellSet::EMPTY, Bitboard(walls).into()] {
                if let Ok(state) = State::new(size, &[primary, other], walls) {
                    assert!(fits(primary) && fits(other));
                    assert_eq!(state.pieces().count(), 2);
                    assert_eq!(state.walls(), walls);
                }
            }
        }
    }

    #[test]
    fn numbers_near_the_largest_are_off_the_board() {
        let size = Size::square(6).unwrap();
        let primary = Piece { orientation: Orientation::Horizontal, row: 2, column: 0, length: 2 };
        let last = Place { row: 1, column: usize::MAX };
        let far = Piece { orientation: Orientation::Horizontal, row: 0, column: usize::MAX, length: 3 };
        assert_eq!(State::new(size, &[primary, far], CellSet::EMPTY), Err(StateError::OffBoard { place: last }));
        let long = Piece { column: 0, length: usize::MAX, ..far };
        assert!(matches!(State::new(size, &[primary, long], CellSet::EMPTY), Err(StateError::OffBoard { .. })));
        let primary = Piece { column: usize::MAX - 1, ..primary };
        assert!(matches!(State::new(size, &[primary], CellSet::EMPTY), Err(StateError::OffBoard { .. })));
        assert!(matches!(
            State::new(size, &[primary], Bitboard(1 << 36)),
            Err(StateError::OffBoard { place: Place { row: 7, column: 1 } })
        ));
    }

    #[test]
    fn a_state_without_an_item_is_the_state_of_the_other_items() {
        let state: State = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM".parse().unwrap();
        for (item, removed) in state.items().iter().enumerate().skip(1) {
            let walls = if let Item::Wall(_) = removed { state.walls() - removed.cells(state.size()) } else { state.walls() };
            let pieces: Vec<Piece> = state.pieces().filter(|piece| *removed != Item::Piece(*piece)).collect();
            assert_eq!(state.without_item(item), State::new(state.size(), &pieces, walls).unwrap());
        }
    }
}
