//! A board with named pieces, and its view: turned so that its exit is at the right.
use super::exit::Exit;
use super::view::{Turn, View, ViewError, line_to};
use crate::board::{CellSet, Item, Piece, Place, Size, State, StateError};

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

/// Which piece is the primary.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'n> {
    /// Where it leaves.
    pub exit: Exit,
    /// The row or column where the exit is marked.
    pub line: Option<usize>,
    /// Its name, if that is known.
    pub primary: Option<&'n str>,
}

/// Names that a primary has where it is not called `A`.
fn is_usual(name: &str) -> bool {
    matches!(name, "X" | "R" | "r" | "1") || name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("red"))
}

impl Choice<'_> {
    /// The index of the primary, and a note if its name was not known.
    ///
    /// # Errors
    /// There is no piece of that name, or it could not leave where the exit is; no name is known, and none or several pieces
    /// have a usual one.
    pub fn among(self, pieces: &[(String, Piece)]) -> Result<(usize, Option<String>), ViewError> {
        let Choice { exit, line, primary } = self;
        let can_leave = |piece: Piece| line_to(piece, exit).is_ok_and(|own| line.is_none_or(|line| line == own));
        let named = |name: &str| pieces.iter().position(|(other, _)| other == name);
        let own = named(primary.unwrap_or("A"));
        if let Some(index) = own.filter(|&index| primary.is_some() || can_leave(pieces[index].1)) {
            let (name, piece) = &pieces[index];
            let own = line_to(*piece, exit)?;
            if let Some(line) = line.filter(|&line| line != own) {
                let (way, own, line) = (if exit.is_vertical() { "column" } else { "row" }, own + 1, line + 1);
                let problem = format!("the primary {name} is in {way} {own}, but the exit is marked at {way} {line}");
                return Err(ViewError::Piece(piece.place(), problem));
            }
            return Ok((index, None));
        }
        // a board of the database whose primary lies across
        if let Some(index) = own.filter(|_| line.is_none()) {
            line_to(pieces[index].1, exit)?;
        }
        let could_be = || pieces.iter().enumerate().filter(|(_, (_, piece))| can_leave(*piece));
        let usual: Vec<usize> = could_be().filter(|(_, (name, _))| is_usual(name)).map(|(index, _)| index).collect();
        if let ([index], None) = (&usual[..], primary) {
            return Ok((*index, Some(format!("the primary is {}", pieces[*index].0))));
        }
        let names: Vec<&str> = could_be().map(|(_, (name, _))| name.as_str()).collect();
        let help = match names[..] {
            [] => format!("no piece could leave on the side '{exit}'"),
            _ => format!("--primary names it, and these could be it: {}", names.join(", ")),
        };
        let name = primary.unwrap_or("A");
        Err(ViewError::Board(format!("there is no piece '{name}', which would be the primary; {help}")))
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
