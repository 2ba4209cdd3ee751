//! A board as its author wrote it, with its own names for the pieces and its exit on any side, and the turned state that is
//! searched.
use super::exit::Exit;
use super::shape::{Shape, Window};
use crate::board::{Item, Move, Orientation, Piece, Place, Size, State, StateError, TextError, letter};
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) transpose: bool,
    pub(super) mirror_columns: bool,
    pub(super) mirror_rows: bool,
}

impl Turn {
    /// The turn that brings an exit to the right.
    pub(super) fn of(exit: Exit) -> Turn {
        let transpose = exit.is_vertical();
        Turn { transpose, mirror_columns: matches!(exit, Exit::Left | Exit::Up), mirror_rows: false }
    }

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
        let mirrored = |on: bool, k: usize| if on { size.n() - 1 - k } else { k };
        (mirrored(self.mirror_rows, row), mirrored(self.mirror_columns, column))
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
    /// The cells of the given board, on the square that is turned.
    pub(super) window: Window,
}

impl View {
    /// Reads a square board text whose primary `A` leaves at `exit`, as [`View::from_shaped_text`] does.
    ///
    /// # Errors
    /// A [`ViewError`] in the coordinates of the text.
    pub fn from_text(text: &str, exit: Exit) -> Result<View, ViewError> {
        let length = text.chars().count();
        let size = Size::of_cells(length).ok_or(TextError::Length { length })?;
        View::from_shaped_text(text, size.into(), "A", exit)
    }

    /// Views a state as it is, with the letters of the database.
    pub fn of_state(state: &State) -> View {
        View {
            state: state.clone(),
            colours: vec![None; state.items().len()],
            names: letters(state).map(String::from).collect(),
            exit: Exit::Right,
            turn: Turn::of(Exit::Right),
            window: Window::whole(state.size()),
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
        let (size, Window { top, left, shape }) = (self.state.size(), self.window);
        let corners = [(top, left), (top + shape.height() - 1, left + shape.width() - 1)];
        let [one, other] = corners.map(|(row, column)| self.turn.cell(size, row, column));
        let (width, height) = (one.1.abs_diff(other.1) + 1, one.0.abs_diff(other.0) + 1);
        let shape = Shape::new(width, height).expect("a turned shape is a shape");
        let window = Window { top: one.0.min(other.0), left: one.1.min(other.1), shape };
        View { exit: Exit::Right, turn: Turn::of(Exit::Right), window, ..self.clone() }
    }

    /// The same board with the letters that the database would give its pieces, as in [`View::of_state`] if the board fills its
    /// square.
    pub fn lettered(&self) -> View {
        let mut letters = (0..).map(letter);
        let name = |index: usize| match self.state.items()[index] {
            Item::Wall(_) if self.is_frame(index) => "x".to_owned(),
            Item::Wall(_) => letters.next().map_or(String::new(), |_| "x".to_owned()), // a wall uses up a letter
            Item::Piece(_) => letters.next().map_or(String::new(), String::from),
        };
        View { names: (0..self.names.len()).map(name).collect(), ..self.clone() }
    }

    /// Whether another view shows the same board, whatever its pieces are called.
    pub fn is_same_board(&self, other: &View) -> bool {
        (&self.state, self.exit, self.turn, self.window) == (&other.state, other.exit, other.turn, other.window)
    }

    /// Whether the board does not fill the square that is searched.
    pub fn is_framed(&self) -> bool {
        self.window != Window::whole(self.state.size())
    }

    /// The state that is searched, turned so that its exit is at the right.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The exit of the given board.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Row and column on the given board of a cell of the state; all count from 0. The cell must not be a wall [next
    /// to](View::is_frame) the board.
    pub fn on_board(&self, row: usize, column: usize) -> (usize, usize) {
        let (row, column) = self.turn.back(self.state.size(), row, column);
        (row.saturating_sub(self.window.top), column.saturating_sub(self.window.left))
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

    /// The character of each item in the text of the board: the names, if each is one character of its own; else
    /// the letters of the database.
    pub fn symbols(&self) -> Vec<char> {
        let names = || self.names.iter().enumerate().filter(|&(index, _)| matches!(self.state.items()[index], Item::Piece(_)));
        let is_symbol = |name: &str| name.chars().count() == 1 && !matches!(name, "o" | "x" | "." | " ");
        let are_symbols = names().all(|(index, name)| is_symbol(name) && names().all(|(k, other)| k == index || other != name));
        if are_symbols {
            return self.names.iter().filter_map(|name| name.chars().next()).collect();
        }
        letters(&self.state).collect()
    }
}

impl fmt::Display for View {
    /// The given board: `o` empty, `x` wall, each piece by its [symbol](View::symbols).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, shape) = (self.state.size(), self.shape());
        let mut cells = vec!['o'; shape.width() * shape.height()];
        for (index, symbol) in self.symbols().into_iter().enumerate().filter(|&(index, _)| !self.is_frame(index)) {
            for cell in self.state.items()[index].cells(size) {
                let (row, column) = self.on_board(cell / size.n(), cell % size.n());
                cells[row * shape.width() + column] = symbol;
            }
        }
        cells.into_iter().try_for_each(|c| write!(f, "{c}"))
    }
}

/// The letter that the database has for each item of a state.
fn letters(state: &State) -> impl Iterator<Item = char> {
    let items = state.items().iter().enumerate();
    items.map(|(index, item)| if matches!(item, Item::Wall(_)) { 'x' } else { letter(index) })
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
        let far = format!("AA{}", ".".repeat(34));
        assert!(error(&far, Exit::Left).ends_with("on a board of 6×6 it can be solved in rows 2 to 5"));
        assert!(error("....BB..........", Exit::Left).contains("there is no piece 'A'"));
        assert!(error("A...A...........", Exit::Right).starts_with("row 1, column 1: the primary is vertical"));
    }
}
