//! Boards of any shape, with the primary in any line: as a view of a square with walls around the board.
use super::exit::Exit;
use super::foreign_text::ForeignText;
use super::shape::{Shape, Window, is_on};
use super::view::{Turn, View, ViewError, line_to};
use crate::board::{Bitboard, Drawing, Item, Piece, Place, Size, State, StateError, TextError};

/// A board as it was read: its pieces with their names, and its walls on the smallest square that holds its shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapedBoard {
    /// The shape.
    pub shape: Shape,
    /// Pieces with their names.
    pub vehicles: Vec<(String, Piece)>,
    /// The cells of the walls, on [`Shape::square`].
    pub walls: Bitboard,
}

impl View {
    /// Reads a board text of some shape, row by row, as gridlock writes it or as another program does. The primary may lie in any
    /// line from which a square of up to 8×8 has room for the board.
    ///
    /// # Errors
    /// A [`ViewError`] in the coordinates of the text.
    pub fn from_shaped_text(text: &str, shape: Shape, primary: &str, exit: Exit) -> Result<View, ViewError> {
        let characters: Vec<char> = text.chars().collect();
        if characters.len() != shape.width() * shape.height() {
            let (cells, length) = (shape.width() * shape.height(), characters.len());
            return Err(ViewError::Board(format!("a board of {shape} has {cells} characters, this one has {length}")));
        }
        // The text of the smallest square, with the board in its upper left corner, so that errors give the places of the board.
        let n = shape.square().n();
        let on_square = |cell: usize| {
            let (row, column) = (cell / n, cell % n);
            let is_inside = row < shape.height() && column < shape.width();
            if is_inside { characters[row * shape.width() + column] } else { '.' }
        };
        let square: String = (0..n * n).map(on_square).collect();
        let ForeignText { pieces, walls, .. } = ForeignText::read(&square).map_err(|error| {
            // Where only letters name pieces, our own reader knows better what is wrong.
            let is_own = primary == "A" && text.chars().all(|c| c.is_ascii_alphabetic() || c == '.');
            square.parse::<Drawing>().err().filter(|_| is_own).unwrap_or(error)
        })?;
        let has_symbol = |piece: &Piece| characters[piece.row * shape.width() + piece.column].to_string() == primary;
        let mut named = pieces.iter().filter(|(_, piece)| has_symbol(piece));
        let first = named.next().map_or(primary.to_owned(), |(name, _)| name.to_string());
        if let Some((_, piece)) = named.next() {
            let problem = format!(
                "a second piece has the primary's symbol '{primary}'; --primary names another primary, and a blank line separates boards"
            );
            return Err(ViewError::Piece(piece.place(), problem));
        }
        let vehicles = pieces.iter().map(|(name, piece)| (name.to_string(), *piece)).collect();
        View::of_shape(&ShapedBoard { shape, vehicles, walls }, &first, exit)
    }

    /// A board of some shape. It is searched inside a square, with walls next to it.
    ///
    /// # Errors
    /// A [`ViewError`] in the coordinates of the board.
    pub fn of_shape(board: &ShapedBoard, primary: &str, exit: Exit) -> Result<View, ViewError> {
        let ShapedBoard { shape, ref vehicles, walls } = *board;
        if let Some((_, piece)) = vehicles.iter().find(|(_, piece)| !is_on(shape, *piece)) {
            return Err(StateError::OffBoard { place: piece.place() }.into());
        }
        let index = vehicles.iter().position(|(name, _)| name == primary);
        let index =
            index.ok_or_else(|| ViewError::Board(format!("there is no piece '{primary}', which would be the primary")))?;
        let piece = vehicles[index].1;
        let place = piece.place();
        let at = line_to(piece, exit)?;
        if piece.length != 2 {
            return Err(TextError::PrimaryTruck { place }.into());
        }
        let (size, window) = Window::of(shape, at, exit).ok_or_else(|| {
            let (first, last) = Window::lines(shape, exit).unwrap_or_default();
            let line = if exit.is_vertical() { "column" } else { "row" };
            let lines = match first == last {
                true => format!("{line} {}", first + 1),
                false => format!("{line}s {} to {}", first + 1, last + 1),
            };
            let problem = format!("the primary lies too far from the middle; on a board of {shape} it can be solved in {lines}");
            ViewError::Piece(place, problem)
        })?;
        let line = at + if exit.is_vertical() { window.left } else { window.top };
        let turn = Turn { mirror_rows: line != size.primary_row(), ..Turn::of(exit) };
        let mut turned: Vec<(&str, Piece)> = Vec::new();
        for (name, piece) in vehicles {
            let shifted = window.shifted(*piece);
            shifted.check(size)?;
            turned.push((name, turn.piece(size, shifted)));
        }
        turned.swap(0, index);
        let square = shape.square();
        let own_walls = walls.into_iter().map(|cell| (cell / square.n() + window.top, cell % square.n() + window.left));
        let frame = window.frame(size);
        let all_walls = own_walls.chain(frame.into_iter().map(|cell| (cell / size.n(), cell % size.n())));
        let turned_walls = all_walls.map(|(row, column)| turn.cell(size, row, column)).map(|(row, column)| size.bit(row, column));
        let pieces: Vec<Piece> = turned.iter().map(|&(_, piece)| piece).collect();
        let state = State::new(size, &pieces, turned_walls.collect()).map_err(|error| match error {
            StateError::Overlap { place } => {
                let (row, column) = turn.back(size, place.row - 1, place.column - 1);
                StateError::Overlap { place: Place { row: row + 1 - window.top, column: column + 1 - window.left } }.into()
            }
            StateError::TooManyItems(_) if !frame.is_empty() => ViewError::Board(format!(
                "the board has {} pieces and walls and needs {} walls beside it, together more than there are letters",
                vehicles.len() + walls.len(),
                frame.len()
            )),
            other => other.into(),
        })?;
        let name = |item: &Item| match item {
            Item::Wall(_) => "x".to_owned(),
            Item::Piece(p) => turned.iter().find(|(_, piece)| piece == p).map_or(String::new(), |(name, _)| (*name).to_owned()),
        };
        let names: Vec<String> = state.items().iter().map(name).collect();
        let colours = vec![None; names.len()];
        Ok(View { state, names, colours, exit, turn, window })
    }

    /// Whether an item of the state is a wall next to the board, not on it.
    pub fn is_frame(&self, item: usize) -> bool {
        let size: Size = self.state().size();
        let Item::Wall(cell) = self.state().items()[item] else { return false };
        let (row, column) = self.turn.back(size, cell / size.n(), cell % size.n());
        !self.window.contains(row, column)
    }

    /// The walls of the given board, each by row and column, from 0.
    pub fn walls(&self) -> impl Iterator<Item = (usize, usize)> {
        let n = self.state().size().n();
        self.state().items().iter().enumerate().filter_map(move |(index, item)| match *item {
            Item::Wall(cell) if !self.is_frame(index) => Some(self.on_board(cell / n, cell % n)),
            _ => None,
        })
    }

    /// The shape of the given board.
    pub fn shape(&self) -> Shape {
        self.window.shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Orientation;
    use crate::notation::ViewPicture;

    fn view(text: &str, shape: &str, exit: Exit) -> Result<View, ViewError> {
        View::from_shaped_text(text, shape.parse().expect("a shape"), "A", exit)
    }

    #[test]
    fn pictures_have_the_shape_of_the_board() {
        let rectangle = view("AA.B...B.x..", "4x3", Exit::Right).expect("a board");
        assert_eq!(rectangle.to_string(), "AAoBoooBoxoo");
        assert_eq!(ViewPicture(&rectangle).to_string(), "┌─────────┐\n│ A A . B →\n│ . . . B │\n│ . x . . │\n└─────────┘");
        let tall = view("..A..A......BB.", "3x5", Exit::Down).expect("a board");
        assert_eq!(ViewPicture(&tall).to_string().lines().last(), Some("└─────↓─┘"));
        assert_eq!(tall.to_string(), "ooAooAooooooBBo");
        let left = view("......AA.BB.", "4x3", Exit::Left);
        assert_eq!(left.expect("a board").to_string(), "ooooooAAoBBo");
    }

    #[test]
    fn whole_squares_have_no_frame() {
        let text = "oBBoAAoCoooCoooo";
        let (shaped, plain) = (view(text, "4x4", Exit::Right), View::from_text(text, Exit::Right));
        assert_eq!(shaped, plain);
    }

    #[test]
    fn errors_name_the_cells_of_the_board() {
        let error = |text: &str, shape, exit| view(text, shape, exit).expect_err("an error").to_string();
        assert_eq!(error("AA", "4x3", Exit::Right), "a board of 4×3 has 12 characters, this one has 2");
        assert!(error("A...A.......", "4x3", Exit::Right).contains("row 1, column 1: the primary is vertical"));
        let far = format!("AA{}", ".".repeat(34));
        assert_eq!(
            error(&far, "6x6", Exit::Right),
            "row 1, column 1: the primary lies too far from the middle; on a board of 6×6 it can be solved in rows 2 to 5"
        );
        assert!(error("BBB.AC..C...", "4x3", Exit::Right).starts_with("row 2, column 1: piece 'A' has length 1"));
        let overlap = ShapedBoard {
            shape: "5x3".parse().expect("a shape"),
            vehicles: vec![("A".to_owned(), Piece { orientation: Orientation::Horizontal, row: 0, column: 0, length: 2 })],
            walls: Bitboard(2),
        };
        assert_eq!(
            View::of_shape(&overlap, "A", Exit::Right).expect_err("an error").to_string(),
            "two pieces share the cell at row 1, column 2"
        );
    }
}
