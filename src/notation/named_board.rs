//! A board with named pieces, and its view: turned so that its exit is at the right.
use super::exit::Exit;
use super::foreign_text::ForeignText;
use super::view::{Turn, View, ViewError, line_to};
use crate::board::{CellSet, Drawing, Item, Piece, Place, Size, State, StateError};

/// A board as it was read: its pieces with their names, and its walls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedBoard {
    /// Its columns and rows.
    pub size: Size,
    /// Pieces with their names.
    pub vehicles: Vec<(String, Piece)>,
    /// The cells of the walls.
    pub walls: CellSet,
}

impl View {
    /// Reads the text of a board of some size, row by row, as gridlock writes it or as another program does. `primary` is the
    /// symbol of the primary, which leaves at `exit`.
    ///
    /// # Errors
    /// A [`ViewError`] in the coordinates of the text.
    pub fn of_size(text: &str, size: Size, primary: &str, exit: Exit) -> Result<View, ViewError> {
        let ForeignText { pieces, walls } = ForeignText::read(text, size).map_err(|error| {
            // Where only letters name pieces, our own reader knows better what is wrong.
            let is_own = primary == "A" && text.chars().all(|c| c.is_ascii_alphabetic() || c == '.');
            Drawing::of_size(text, size).err().filter(|_| is_own).unwrap_or(error)
        })?;
        let symbol = |piece: &Piece| text.chars().nth(piece.row * size.width() + piece.column).expect("the text has all cells");
        let mut named = pieces.iter().filter(|(_, piece)| symbol(piece).to_string() == primary);
        let first = named.next().map_or(primary, |(name, _)| name);
        if let Some((_, piece)) = named.next() {
            let problem = format!(
                "a second piece has the primary's symbol '{primary}'; --primary names another primary, and a blank line separates boards"
            );
            return Err(ViewError::Piece(piece.place(), problem));
        }
        View::of_named(&NamedBoard { size, vehicles: pieces.clone(), walls }, first, exit)
    }

    /// The view of a board whose primary has this name and leaves at `exit`.
    ///
    /// # Errors
    /// A [`ViewError`] in the coordinates of the board.
    pub fn of_named(board: &NamedBoard, primary: &str, exit: Exit) -> Result<View, ViewError> {
        let NamedBoard { size, ref vehicles, walls } = *board;
        vehicles.iter().try_for_each(|(_, piece)| piece.check(size))?;
        let index = vehicles.iter().position(|(name, _)| name == primary);
        let index =
            index.ok_or_else(|| ViewError::Board(format!("there is no piece '{primary}', which would be the primary")))?;
        let turn = Turn::of(exit, size, line_to(vehicles[index].1, exit)?);
        let turned_size = turn.size(size);
        let mut turned: Vec<(&str, Piece)> =
            vehicles.iter().map(|(name, piece)| (name.as_str(), turn.piece(turned_size, *piece))).collect();
        turned.swap(0, index);
        let turned_wall = |cell: usize| {
            let (row, column) = turn.cell(turned_size, cell / size.width(), cell % size.width());
            turned_size.bit(row, column)
        };
        let outside = (walls - size.all_cells()).first();
        outside.map_or(Ok(()), |cell| Err(StateError::OffBoard { place: Place::of_cell(size, cell) }))?;
        let pieces: Vec<Piece> = turned.iter().map(|&(_, piece)| piece).collect();
        let walls: CellSet = walls.into_iter().map(turned_wall).collect();
        let state = State::new(turned_size, &pieces, walls).map_err(|error| match error {
            StateError::Overlap { place } => {
                let (row, column) = turn.back(turned_size, place.row - 1, place.column - 1);
                StateError::Overlap { place: Place { row: row + 1, column: column + 1 } }
            }
            other => other,
        })?;
        let name = |item: &Item| match item {
            Item::Wall(_) => "x".to_owned(),
            Item::Piece(p) => turned.iter().find(|(_, piece)| piece == p).map_or(String::new(), |(name, _)| (*name).to_owned()),
        };
        let names: Vec<String> = state.items().iter().map(name).collect();
        let colours = vec![None; names.len()];
        Ok(View { state, names, colours, exit, turn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Orientation};
    use crate::notation::ViewPicture;

    fn view(text: &str, size: &str, exit: Exit) -> Result<View, ViewError> {
        View::of_size(text, size.parse().expect("a size"), "A", exit)
    }

    #[test]
    fn pictures_have_the_size_of_the_board() {
        let rectangle = view("AA.B...B.x..", "4x3", Exit::Right).expect("a board");
        assert_eq!(rectangle.to_string(), "AAoBoooBoxoo");
        assert_eq!(ViewPicture(&rectangle).to_string(), "┌─────────┐\n│ A A . B →\n│ . . . B │\n│ . x . . │\n└─────────┘");
        let tall = view("..A..A......BB.", "3x5", Exit::Down).expect("a board");
        assert_eq!(ViewPicture(&tall).to_string().lines().last(), Some("└─────↓─┘"));
        assert_eq!((tall.to_string(), tall.state().size()), ("ooAooAooooooBBo".to_owned(), "5x3".parse().expect("a size")));
        let left = view("......AA.BB.", "4x3", Exit::Left);
        assert_eq!(left.expect("a board").to_string(), "ooooooAAoBBo");
    }

    #[test]
    fn boards_of_every_size_come_back_from_their_text() {
        let mut read = 0;
        for (width, height) in (3..=16).flat_map(|width| (3..=16).map(move |height| (width, height))) {
            let size = Size::new(width, height).expect("a size");
            for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
                let lines = if exit.is_vertical() { width } else { height };
                for line in [0, lines / 2, lines - 1] {
                    let stands = exit.is_vertical();
                    let piece = |stands: bool, line, position, length| match stands {
                        true => Piece { orientation: Orientation::Vertical, row: position, column: line, length },
                        false => Piece { orientation: Orientation::Horizontal, row: line, column: position, length },
                    };
                    let along = width + height - lines; // the cells of the primary's line
                    let mut vehicles = vec![("A".to_owned(), piece(stands, line, 0, (along - 1).min(2 + line)))];
                    // the longest piece beside it, and a wall in the last corner that is free
                    let other = if line == 0 { 1 } else { 0 };
                    vehicles.push(("B".to_owned(), piece(stands, other, 0, along)));
                    let taken: CellSet = vehicles.iter().map(|(_, piece)| piece.cells(size)).collect();
                    let walls = CellSet::of((size.all_cells() - taken).into_iter().last().expect("a free cell"));
                    let view = View::of_named(&NamedBoard { size, vehicles, walls }, "A", exit).expect("a board");
                    assert_eq!((view.size(), view.state().primary().orientation), (size, Orientation::Horizontal));
                    assert_eq!(View::of_size(&view.to_string(), size, "A", exit).as_ref(), Ok(&view));
                    let state = view.state();
                    assert_eq!(State::of_size(&state.to_string(), state.size()).as_ref(), Ok(state));
                    read += 1;
                }
            }
        }
        assert_eq!(read, 14 * 14 * 4 * 3);
    }

    #[test]
    fn errors_name_the_cells_of_the_board() {
        let error = |text: &str, size, exit| view(text, size, exit).expect_err("an error").to_string();
        assert_eq!(error("AA", "4x3", Exit::Right), "a board of 4×3 has 12 characters, this one has 2");
        assert!(error("A...A.......", "4x3", Exit::Right).contains("row 1, column 1: the primary is vertical"));
        assert!(error("BBB.AC..C...", "4x3", Exit::Right).starts_with("row 2, column 1: piece 'A' has length 1"));
        let overlap = NamedBoard {
            size: "5x3".parse().expect("a size"),
            vehicles: vec![("A".to_owned(), Piece { orientation: Orientation::Horizontal, row: 0, column: 0, length: 2 })],
            walls: Bitboard(2).into(),
        };
        assert_eq!(
            View::of_named(&overlap, "A", Exit::Right).expect_err("an error").to_string(),
            "two pieces share the cell at row 1, column 2"
        );
    }
}
