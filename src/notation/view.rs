//! A board as its author wrote it, with its own names for the pieces and its exit on any side, and the turned state that is
//! searched.
use super::exit::Exit;
use crate::board::{Item, Move, Orientation, Piece, Place, Size, State, StateError, TextError, item_name};
use std::fmt;

/// Why a given board can't be viewed. Places are on the given board and count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The text is not a board.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Something is wrong with the piece whose left or upper cell is this one.
    #[error("{0}: {1}")]
    Piece(Place, String),
    /// Something is wrong with the board as a whole.
    #[error("{0}")]
    Board(String),
    /// The pieces do not form a state.
    #[error(transparent)]
    State(#[from] StateError),
}

impl ViewError {
    /// The cell at fault, if the error is about one.
    pub fn place(&self) -> Option<Place> {
        match self {
            ViewError::Text(error) => error.place(),
            ViewError::Piece(place, _) => Some(*place),
            _ => None,
        }
    }
}

/// How a given board is turned so that its exit is at the right: first transposed, then mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Turn {
    pub(super) transpose: bool,
    pub(super) mirror_columns: bool,
    pub(super) mirror_rows: bool,
}

impl Turn {
    /// The turn that brings the exit of a board to the right. `line` is the row or column of the primary. A square board that is
    /// turned anyway is turned upside down too, if that brings its primary into the row of the classic game.
    pub(super) fn of(exit: Exit, size: Size, line: usize) -> Turn {
        let is_mirrored = size.height() - 1 - size.primary_row() == line && size.primary_row() != line;
        let mirror_rows = exit != Exit::Right && size.is_square() && is_mirrored;
        Turn { transpose: exit.is_vertical(), mirror_columns: matches!(exit, Exit::Left | Exit::Up), mirror_rows }
    }

    /// The size of the turned board, or of the given one, from the other.
    pub(super) fn size(self, size: Size) -> Size {
        let (width, height) = if self.transpose { (size.height(), size.width()) } else { (size.width(), size.height()) };
        Size::new(width, height).expect("both sides are those of a size")
    }

    /// The cell of the turned board, which has this size, for one of the given board.
    pub(super) fn cell(self, size: Size, row: usize, column: usize) -> (usize, usize) {
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        self.mirrored(size, row, column)
    }

    /// The cell of the given board that [`Turn::cell`] brings to this cell.
    pub(super) fn back(self, size: Size, row: usize, column: usize) -> (usize, usize) {
        let (row, column) = self.mirrored(size, row, column);
        if self.transpose { (column, row) } else { (row, column) }
    }

    fn mirrored(self, size: Size, row: usize, column: usize) -> (usize, usize) {
        let mirrored = |on: bool, side: usize, k: usize| if on { side - 1 - k } else { k };
        (mirrored(self.mirror_rows, size.height(), row), mirrored(self.mirror_columns, size.width(), column))
    }

    pub(super) fn piece(self, size: Size, piece: Piece) -> Piece {
        let [first, last] = ends(piece).map(|(row, column)| self.cell(size, row, column));
        let orientation = if first.0 == last.0 { Orientation::Horizontal } else { Orientation::Vertical };
        Piece { orientation, row: first.0.min(last.0), column: first.1.min(last.1), length: piece.length }
    }
}

/// A given board, its turned state, and the translation of moves back into its own names and directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub(super) state: State,
    /// The name of each item of the state; `x` for walls.
    pub(super) names: Vec<String>,
    /// The colour of each item, `#rrggbb`, if its author gave one.
    pub(super) colours: Vec<Option<String>>,
    pub(super) exit: Exit,
    pub(super) turn: Turn,
}

impl View {
    /// Views a state as it is, with the letters of the database.
    pub fn of_state(state: &State) -> View {
        View {
            state: state.clone(),
            colours: vec![None; state.items().len()],
            names: letters(state),
            exit: Exit::Right,
            turn: Turn::default(),
        }
    }

    /// The same board with the colours that `colour_of` gives for the names of pieces, as `#rrggbb`.
    pub fn with_colours(self, colour_of: impl Fn(&str) -> Option<String>) -> View {
        View { colours: self.names.iter().map(|name| colour_of(name)).collect(), ..self }
    }

    /// The given colour of an item of the state, `#rrggbb`.
    pub fn colour(&self, item: usize) -> Option<&str> {
        self.colours[item].as_deref()
    }

    /// Views another state of the same cluster in the same way.
    pub fn showing(&self, state: State) -> View {
        View { state, ..self.clone() }
    }

    /// The same board and names, turned as it is searched, with its exit at the right.
    pub fn turned(&self) -> View {
        View { exit: Exit::Right, turn: Turn::default(), ..self.clone() }
    }

    /// The same board with the letters of the database for its pieces, as in [`View::of_state`].
    pub fn lettered(&self) -> View {
        View { names: letters(&self.state), ..self.clone() }
    }

    /// Whether another view shows the same board, whatever its pieces are called.
    pub fn is_same_board(&self, other: &View) -> bool {
        (&self.state, self.exit, self.turn) == (&other.state, other.exit, other.turn)
    }

    /// The size of the given board.
    pub fn size(&self) -> Size {
        self.turn.size(self.state.size())
    }

    /// The state that is searched, turned so that its exit is at the right.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The exit of the given board.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Row and column on the given board of a cell of the state; all count from 0.
    pub fn on_board(&self, row: usize, column: usize) -> (usize, usize) {
        self.turn.back(self.state.size(), row, column)
    }

    /// The walls of the given board, each by row and column, from 0.
    pub fn walls(&self) -> impl Iterator<Item = (usize, usize)> {
        let width = self.state.size().width();
        self.state.walls().into_iter().map(move |cell| self.on_board(cell / width, cell % width))
    }

    /// Row and column of a piece's left or upper cell on the given board, from 0.
    pub fn corner_of(&self, piece: Piece) -> (usize, usize) {
        let [one, other] = ends(piece).map(|(row, column)| self.on_board(row, column));
        (one.0.min(other.0), one.1.min(other.1))
    }

    /// Whether a piece is vertical on the given board.
    pub fn stands(&self, piece: Piece) -> bool {
        (piece.orientation == Orientation::Vertical) != self.turn.transpose
    }

    /// The board after a move.
    ///
    /// # Panics
    /// If the state does not allow the move.
    pub fn after(&self, step: Move) -> View {
        View { state: self.state.play(step), ..self.clone() }
    }

    /// The given name of an item of the state.
    pub fn name(&self, item: usize) -> &str {
        &self.names[item]
    }

    /// The distance of a move in cells to the right or down on the given board; negative to the left or up.
    pub fn distance(&self, step: Move) -> i8 {
        let Item::Piece(piece) = self.state.items()[step.item] else { return 0 };
        let mirrored = match piece.orientation {
            Orientation::Horizontal => self.turn.mirror_columns,
            Orientation::Vertical => self.turn.mirror_rows,
        };
        if mirrored { -step.distance } else { step.distance }
    }

    /// The side of the given board towards which a move goes.
    pub fn side(&self, step: Move) -> Exit {
        let stands = matches!(self.state.items()[step.item], Item::Piece(piece) if self.stands(piece));
        match (stands, self.distance(step) > 0) {
            (false, false) => Exit::Left,
            (false, true) => Exit::Right,
            (true, false) => Exit::Up,
            (true, true) => Exit::Down,
        }
    }

    /// A move in the given board's own names and directions, like `A+3`.
    pub fn describe(&self, step: Move) -> String {
        format!("{}{:+}", self.name(step.item), self.distance(step))
    }

    /// Several moves, separated by spaces.
    pub fn describe_all(&self, moves: &[Move]) -> String {
        moves.iter().map(|&step| self.describe(step)).collect::<Vec<_>>().join(" ")
    }

    /// The symbol of each item in drawings of the board: the names, if each is one character of its own; else the names of the
    /// database, some of which are of two letters if there are more than 50 items.
    pub fn symbols(&self) -> Vec<String> {
        let names = || self.names.iter().enumerate().filter(|&(index, _)| matches!(self.state.items()[index], Item::Piece(_)));
        let is_symbol = |name: &str| name.chars().count() == 1 && !matches!(name, "o" | "x" | "." | " ");
        let are_symbols = names().all(|(index, name)| is_symbol(name) && names().all(|(k, other)| k == index || other != name));
        if are_symbols { self.names.clone() } else { letters(&self.state) }
    }

    /// What each cell of the given board shows, row by row: the [symbol](View::symbols) of its item, or `empty`.
    pub fn cells(&self, empty: &str) -> Vec<String> {
        let (size, width) = (self.state.size(), self.size().width());
        let mut cells = vec![empty.to_owned(); size.cells()];
        for (item, symbol) in self.state.items().iter().zip(self.symbols()) {
            for cell in item.cells(size) {
                let (row, column) = self.on_board(cell / size.width(), cell % size.width());
                cells[row * width + column].clone_from(&symbol);
            }
        }
        cells
    }
}

impl fmt::Display for View {
    /// The given board, one character for each cell: `o` empty, `x` wall, each piece by its [symbol](View::symbols), or `?` if
    /// that is longer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells("o").iter().try_for_each(|cell| f.write_str(if cell.chars().count() == 1 { cell } else { "?" }))
    }
}

/// The name that the database has for each item of a state.
fn letters(state: &State) -> Vec<String> {
    let items = state.items().iter().enumerate();
    items.map(|(index, item)| if matches!(item, Item::Wall(_)) { "x".to_owned() } else { item_name(index) }).collect()
}

/// Row and column of the first and of the last cell of a piece.
fn ends(piece: Piece) -> [(usize, usize); 2] {
    let Piece { row, column, length, .. } = piece;
    let last = match piece.orientation {
        Orientation::Horizontal => (row, column + length - 1),
        Orientation::Vertical => (row + length - 1, column),
    };
    [(row, column), last]
}

/// The row or column, from 0, in which a piece would leave at `exit`.
///
/// # Errors
/// [`ViewError::Piece`] if the piece lies across that direction.
pub(super) fn line_to(piece: Piece, exit: Exit) -> Result<usize, ViewError> {
    let is_vertical = piece.orientation == Orientation::Vertical;
    if is_vertical == exit.is_vertical() {
        return Ok(piece.line());
    }
    let way = if is_vertical { "vertical" } else { "horizontal" };
    let problem = format!("the primary is {way}, so it can't leave the board on the side '{exit}'; choose another exit");
    Err(ViewError::Piece(piece.place(), problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board turned by a quarter to the left, so that an exit at the right becomes one at the top.
    fn quarter(text: &str) -> String {
        let n = text.len().isqrt();
        (0..n * n).map(|cell| text.as_bytes()[cell % n * n + n - 1 - cell / n] as char).collect()
    }

    #[test]
    fn letters_and_directions_are_those_of_the_given_board() {
        let view = View::from_text("oQQoAAoZoooZoooo", Exit::Right).unwrap();
        assert_eq!(view.describe_all(&[Move { item: 2, distance: 1 }, Move { item: 0, distance: 2 }]), "Z+1 A+2");
        let up = View::from_text(&quarter("oQQoAAoZoooZoooo"), Exit::Up).unwrap();
        assert_eq!(up.state(), view.state());
        assert_eq!(up.describe_all(&[Move { item: 2, distance: 1 }, Move { item: 0, distance: 2 }]), "Z+1 A-2");
        let left = View::from_text(&quarter(&quarter("oQQoAAoZoooZoooo")), Exit::Left).unwrap();
        assert_eq!(left.state(), view.state());
        assert_eq!(left.describe_all(&[Move { item: 2, distance: 1 }, Move { item: 0, distance: 2 }]), "Z-1 A-2");
        let down = View::from_text(&quarter(&quarter(&quarter("oQQoAAoZoooZoooo"))), Exit::Down).unwrap();
        assert_eq!(down.state(), view.state());
        assert_eq!(down.to_string(), quarter(&quarter(&quarter("oQQoAAoZoooZoooo"))));
        assert_eq!(down.describe_all(&[Move { item: 2, distance: 1 }, Move { item: 0, distance: 2 }]), "Z-1 A+2");
    }

    #[test]
    fn errors_name_the_given_cells() {
        let error = |text: &str, exit| View::from_text(text, exit).unwrap_err().to_string();
        assert!(error("....AA..........", Exit::Up).starts_with("row 2, column 1: the primary is horizontal"));
        assert!(error("....BB..........", Exit::Left).contains("there is no piece 'A'"));
        assert!(error("A...A...........", Exit::Right).starts_with("row 1, column 1: the primary is vertical"));
    }
}
