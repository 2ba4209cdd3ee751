//! A board as it stands in a text, and how it is read.
use super::foreign_text::ForeignText;
use super::grid::Grid;
use super::signs::{LongSigns, Signs};
use crate::board::{Drawing, Place, Size, TextError, square_of};
use crate::notation::{Choice, Exit, NamedBoard, View, ViewError};

/// What is said about the boards of a text beyond it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BoardReading {
    /// The side where the primary leaves; if not given, the marked one, or the right.
    pub exit: Option<Exit>,
    /// The size, if a board does not show it.
    pub size: Option<Size>,
    /// The name of the primary; if not given, `A`, or another usual name that only one piece has.
    pub primary: Option<String>,
    /// The signs of empty cells; if not given, see [the forms](super).
    pub empty: Vec<String>,
}

/// A board as it stands in a text: its cells, and what is written beside them. Whether it is legal is not checked here.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BoardText {
    /// Its first line, from 1.
    pub line: u64,
    /// A character for each cell, row by row.
    pub cells: String,
    /// Its size, unless it is on one line without marks.
    pub size: Option<Size>,
    /// Its name: the words before it, or after it.
    pub name: Option<String>,
    /// The number before a board: the moves of a row, if it has a cluster size.
    pub number: Option<u32>,
    /// The number after the board: the cluster size of a row.
    pub cluster_size: Option<u64>,
    /// The marked exit, with the row or column where it is.
    pub(super) exit: Option<(Exit, usize)>,
    /// The name of the primary, if its form says so.
    pub(super) primary: Option<&'static str>,
    /// Signs of several characters.
    pub(super) long: LongSigns,
}

/// A board that was read.
#[derive(Clone, Debug)]
pub struct ReadBoard {
    /// The board.
    pub view: View,
    /// What was chosen among several readings, for people.
    pub notes: Vec<String>,
}

impl BoardText {
    /// The board of a grid.
    pub(super) fn of_grid(Grid { size, cells, long, exit }: Grid) -> BoardText {
        BoardText { size: Some(size), exit, long, ..BoardText::of_cells(cells) }
    }

    /// A board on one line, row by row.
    pub fn of_cells(cells: impl Into<String>) -> BoardText {
        BoardText { cells: cells.into(), ..BoardText::default() }
    }

    /// The side where its exit is marked.
    pub fn marked_exit(&self) -> Option<Exit> {
        self.exit.map(|(exit, _)| exit)
    }

    /// The moves of a row.
    pub fn moves(&self) -> Option<u32> {
        self.number.filter(|_| self.cluster_size.is_some())
    }

    /// Its size, as it is written or asked for.
    ///
    /// # Errors
    /// The number of its cells is not that of a square board, and no size is known; the size is another one.
    pub fn size(&self, asked: Option<Size>) -> Result<Size, ViewError> {
        let length = self.cells.chars().count();
        match (self.size, asked) {
            (Some(own), Some(asked)) if own != asked => {
                Err(ViewError::Board(format!("it is typed as {own}, but --size says {asked}")))
            }
            (Some(own), _) => Ok(own),
            (None, Some(asked)) => Ok(asked),
            (None, None) => Size::of_cells(length).ok_or_else(|| wrong_length(length)),
        }
    }

    /// Reads the board.
    ///
    /// # Errors
    /// A [`ViewError`] in the coordinates of the text.
    pub fn read(&self, how: &BoardReading) -> Result<ReadBoard, ViewError> {
        let size = self.size(how.size)?;
        let signs = Signs::of(&self.cells, &self.long, &how.empty).map_err(ViewError::Board)?;
        let ForeignText { pieces, walls } = ForeignText::read(&self.cells, &self.long, size, &signs).map_err(|error| {
            // Where only letters name pieces, our own reader knows better what is wrong.
            let is_own = signs.are_own() && self.cells.chars().all(|c| c.is_ascii_alphabetic() || c == '.');
            Drawing::of_size(&self.cells, size).err().filter(|_| is_own).map_or(error, ViewError::Text)
        })?;
        let exit = match (self.exit, how.exit) {
            (Some((own, _)), Some(asked)) if own != asked => {
                return Err(ViewError::Board(format!("its exit is marked on the side '{own}', but '{asked}' is asked for")));
            }
            (own, asked) => own.map(|(own, _)| own).or(asked).unwrap_or(Exit::Right),
        };
        let primary = how.primary.as_deref().or(self.primary);
        let choice = Choice { exit, line: self.exit.map(|(_, line)| line), primary };
        let (index, chosen) = choice.among(&pieces)?;
        let symbol = |place: Place| self.cells.chars().nth((place.row - 1) * size.width() + place.column - 1);
        let own = symbol(pieces[index].1.place());
        let twin = pieces.iter().enumerate().find(|&(other, (_, piece))| other != index && symbol(piece.place()) == own);
        if let Some((_, (_, piece))) = twin {
            let sign = own.map_or(String::new(), |own| self.long.sign(own));
            let problem = format!(
                "a second piece has the primary's symbol '{sign}'; --primary names another primary, and a blank line separates boards"
            );
            return Err(ViewError::Piece(piece.place(), problem));
        }
        let name = pieces[index].0.clone();
        let view = View::of_named(&NamedBoard { size, vehicles: pieces, walls }, &name, exit)?;
        let spaces = self.cells.contains([' ']).then(|| format!("spaces are empty cells of a board of {size}"));
        Ok(ReadBoard { view, notes: spaces.into_iter().chain(signs.note).chain(chosen).collect() })
    }

    /// Whether its signs mean what they mean in a row of the database.
    pub fn has_own_signs(&self) -> bool {
        Signs::of(&self.cells, &self.long, &[]).is_ok_and(|signs| signs.are_own())
    }

    /// Whether it is written as gridlock writes boards: letters and dots, `A` for the primary, which leaves at the right.
    pub fn is_plain(&self) -> bool {
        let is_plain = self.cells.chars().all(|c| c.is_ascii_alphabetic() || c == '.') && self.cells.contains(['A']);
        is_plain && self.exit.is_none() && self.primary.is_none() && self.has_own_signs()
    }

    /// The rows down to the cell at fault, as they are written.
    pub fn rows_to(&self, place: Place, asked: Option<Size>) -> Vec<String> {
        let shown = |c: char| if c.is_control() { '?' } else { c };
        let Ok(size) = self.size(asked) else { return Vec::new() };
        let cells: Vec<char> = self.cells.chars().map(shown).collect();
        cells.chunks(size.width()).take(place.row).map(|row| row.iter().collect()).collect()
    }

    /// The rows down to the cell at fault, and `^` below that cell; `None` if the error is not about a cell, or signs have several
    /// characters.
    pub fn picture_to(&self, error: &ViewError, asked: Option<Size>) -> Option<String> {
        let place = error.place().filter(|_| self.long == LongSigns::default())?;
        let rows: String = self.rows_to(place, asked).iter().map(|row| format!("  {row}\n")).collect();
        (!rows.is_empty()).then(|| format!("{rows}  {}^", " ".repeat(place.column - 1)))
    }
}

impl View {
    /// Reads a square board text whose primary `A` leaves at `exit`, as [`View::of_size`] does.
    ///
    /// # Errors
    /// A [`ViewError`] in the coordinates of the text.
    pub fn from_text(text: &str, exit: Exit) -> Result<View, ViewError> {
        View::of_size(text, square_of(text)?, "A", exit)
    }

    /// Reads the text of a board of some size, row by row, as gridlock writes it or as another program does. `primary` is the
    /// symbol of the primary, which leaves at `exit`.
    ///
    /// # Errors
    /// A [`ViewError`] in the coordinates of the text.
    pub fn of_size(text: &str, size: Size, primary: &str, exit: Exit) -> Result<View, ViewError> {
        let how = BoardReading { exit: Some(exit), size: Some(size), primary: Some(primary.to_owned()), empty: Vec::new() };
        Ok(BoardText::of_cells(text).read(&how)?.view)
    }
}

/// The error of a number of cells without a size, with a tip if a size would help.
pub(super) fn wrong_length(length: usize) -> ViewError {
    if length > Size::MAX * Size::MAX {
        let most = Size::MAX;
        let problem = format!("a board of {length} cells is too large: gridlock reads boards of up to {most}×{most}");
        return ViewError::Board(problem);
    }
    let sides = Size::MIN..=Size::MAX;
    let shape = sides.clone().rev().find(|&width| length.is_multiple_of(width) && sides.contains(&(length / width)));
    match shape {
        Some(width) => ViewError::Board(format!(
            "{}; if it is not square, give its columns and rows: --size {width}x{}",
            TextError::Length { length },
            length / width
        )),
        None => TextError::Length { length }.into(),
    }
}
