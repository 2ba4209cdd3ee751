//! One board as it was given, how it is read, and what is wrong with it.
use crate::board::{Drawing, Size};
use crate::cli::{Failure, Result, print_message};
use crate::files::printable;
use crate::forms::{BoardReading, BoardText, only_board};
use crate::inputs::{ReadFile, Vehicles};
use crate::notation::{Choice, Exit, NamedBoard, View, ViewError};
use crate::ranks::RowId;
use crate::tables::Record;
use std::collections::HashSet;
use std::sync::Arc;

/// How boards are read, shared by every command that reads them.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct ReadingArguments {
    /// Side on which the primary leaves the board; for up and down the primary is vertical [default: the marked one, or right]
    #[arg(short, long, value_enum)]
    pub exit: Option<Exit>,
    /// Columns and rows, like 7x6, of boards on one line that are not square, or of a list of vehicles [default: 6 for a list]
    #[arg(short = 'n', long, value_name = "WxH")]
    pub size: Option<Size>,
    /// Name of the primary: its letter or symbol, or its id in a list of vehicles [default: A, or another usual name that only one
    /// piece has]
    #[arg(long, value_name = "ID")]
    pub primary: Option<String>,
    /// Signs of empty cells, with commas, where a board can be read in two ways; the others are vehicles
    #[arg(id = "empty_signs", long = "empty", value_name = "S", value_delimiter = ',', allow_hyphen_values = true)]
    pub empty: Vec<String>,
    /// Where columns and rows of a list of vehicles begin, 0 or 1 [default: 1, if all vehicles are then on the board]
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    pub from: Option<u8>,
    /// The column with the boards of a table [default: board, or the one that holds boards]
    #[arg(long = "board", value_name = "COLUMN")]
    pub board_column: Option<String>,
}

impl ReadingArguments {
    /// How the text of a board is read.
    fn of_text(&self) -> BoardReading {
        BoardReading { exit: self.exit, size: self.size, primary: self.primary.clone(), empty: self.empty.clone() }
    }

    /// Whether something other than the size is said, which rows do not need.
    pub(crate) fn is_for_boards(&self) -> bool {
        let ReadingArguments { exit, size: _, primary, empty, from, board_column } = self;
        exit.is_some() || primary.is_some() || !empty.is_empty() || from.is_some() || board_column.is_some()
    }

    /// Refuses what is said of lists of vehicles alone.
    ///
    /// # Errors
    /// It is said.
    pub(super) fn is_of_text(&self, place: &str) -> Result<()> {
        match self.from {
            Some(_) => Err(Failure::of_board(place, "--from is for lists of vehicles, and this is not one")),
            None => Ok(()),
        }
    }

    /// The side where the primary leaves boards that mark none.
    pub(crate) fn exit(&self) -> Exit {
        self.exit.unwrap_or(Exit::Right)
    }
}

/// A board as it was given, not yet checked.
pub(crate) struct GivenBoard {
    /// Its name in the file, or the name of the file of a list.
    pub(crate) name: Option<String>,
    /// The moves of a row.
    pub(crate) moves: Option<u32>,
    /// The cluster size of a row.
    pub(crate) cluster_size: Option<u64>,
    content: GivenContent,
    reading: ReadingArguments,
    /// Where it was given, for messages.
    pub(crate) place: String,
    /// What was chosen among several readings.
    pub(crate) notes: Vec<String>,
    /// The file of a text, which may be damaged.
    file: Option<Arc<ReadFile>>,
}

/// The content of a given board.
enum GivenContent {
    Text(BoardText),
    Vehicles(Vehicles),
}

impl GivenBoard {
    /// A board of a text.
    pub(super) fn of_board(board: BoardText, place: String, reading: &ReadingArguments) -> GivenBoard {
        let (name, moves, cluster_size) = (board.name.as_deref().map(printable), board.moves(), board.cluster_size);
        let content = GivenContent::Text(board);
        let (reading, notes, file) = (reading.clone(), Vec::new(), None);
        GivenBoard { name, moves, cluster_size, content, reading, place, notes, file }.noted()
    }

    /// The board as one of a file.
    pub(super) fn of_file(self, file: &Arc<ReadFile>) -> GivenBoard {
        GivenBoard { file: Some(file.clone()), ..self }
    }

    /// The board of an id. `place` is where it was given, for messages about the id, and `name` for others.
    ///
    /// # Errors
    /// There is no such row.
    pub(super) fn of_id(id: &str, place: &str, name: String) -> Result<GivenBoard> {
        let row = id.parse().and_then(RowId::row).map_err(|error| Failure::of_board(place, error))?;
        let reading = ReadingArguments { size: Some(row.board.size()), ..ReadingArguments::default() };
        Ok(GivenBoard::of_board(BoardText::of_cells(row.board.to_string()), name, &reading))
    }

    /// The board of a text, which has no other.
    ///
    /// # Errors
    /// Nothing in it is a board, or several are.
    pub(crate) fn of_text(text: &str, place: String, reading: &ReadingArguments) -> Result<GivenBoard> {
        let board = only_board(text, reading.size).map_err(|error| match text.trim().contains('\n') {
            true => Failure::of_board(&place, error),
            false => Failure::of_board(&place, error.problem),
        })?;
        Ok(GivenBoard::of_board(board, place, reading))
    }

    /// The board of a list of vehicles.
    ///
    /// # Errors
    /// A record is not a vehicle of the board.
    pub(super) fn of_vehicles(
        list: &[Record],
        size: Option<Size>,
        place: String,
        reading: &ReadingArguments,
    ) -> Result<GivenBoard> {
        let size = reading.size.or(size).unwrap_or(Size::square(6).expect("a size"));
        let vehicles = Vehicles::read(list, size, reading.from.map(usize::from));
        let vehicles = vehicles.map_err(|error| Failure::of_board(&place, error))?;
        let (notes, name, content) = (vehicles.notes.clone(), Some(place.clone()), GivenContent::Vehicles(vehicles));
        let reading = reading.clone();
        let given = GivenBoard { name, moves: None, cluster_size: None, content, reading, place, notes, file: None };
        Ok(given.noted())
    }

    /// With what is chosen when it is read.
    fn noted(mut self) -> GivenBoard {
        if self.plain_text().is_none()
            && let Ok((_, notes)) = self.read()
        {
            self.notes.extend(notes);
        }
        self
    }

    /// The board with its exit.
    ///
    /// # Errors
    /// An error with the place of the board and the faulty cell; or the damage of its file.
    pub(crate) fn view(&self) -> Result<View> {
        Ok(self.read()?.0)
    }

    /// The board with its exit, and what was chosen among several readings.
    fn read(&self) -> Result<(View, Vec<String>)> {
        let how = self.reading.of_text();
        match &self.content {
            GivenContent::Text(text) => {
                text.read(&how).map(|board| (board.view, board.notes)).map_err(|error| self.error(&error))
            }
            GivenContent::Vehicles(Vehicles { size, pieces, walls, colours, .. }) => {
                let exit = self.reading.exit();
                let primary = Choice { exit, line: None, primary: how.primary.as_deref() };
                let (index, note) = primary.among(pieces).map_err(|error| self.error(&error))?;
                let board = NamedBoard { size: *size, vehicles: pieces.clone(), walls: *walls };
                let view = View::of_named(&board, &pieces[index].0, exit).map_err(|error| self.error(&error))?;
                Ok((view.with_colours(|name| colours.get(name).cloned()), note.into_iter().collect()))
            }
        }
    }

    /// The error of this board, with the faulty cell of a text marked:
    ///
    /// ```text
    ///   ..BB
    ///   AA.B
    ///      ^
    /// ```
    fn error(&self, error: &ViewError) -> Failure {
        if let (Some(file), GivenContent::Text(text)) = (&self.file, &self.content)
            && let Some(damage) = file.damage(text.line - 1)
        {
            return damage.into();
        }
        let picture = match &self.content {
            GivenContent::Text(text) => text.picture_to(error, self.reading.size),
            GivenContent::Vehicles { .. } => None,
        };
        Failure::of_board(&self.place, format_args!("{error}{}", picture.map_or(String::new(), |p| format!("\n\n{p}"))))
    }

    /// Whether it was given as a list of vehicles.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.content, GivenContent::Vehicles { .. })
    }

    /// The board, if it is square and was given as gridlock writes it: letters and dots, `A` for the primary. It has not been
    /// checked.
    pub(crate) fn plain_text(&self) -> Option<&str> {
        let ReadingArguments { size, primary, empty, .. } = &self.reading;
        let GivenContent::Text(text) = &self.content else { return None };
        let own = Size::of_cells(text.cells.chars().count()).filter(|own| size.is_none_or(|asked| asked == *own))?;
        let is_usual = primary.as_ref().is_none_or(|primary| primary == "A") && empty.is_empty();
        (is_usual && text.size.is_none_or(|size| size == own) && text.is_plain()).then_some(text.cells.as_str())
    }

    /// The board as text: as given if gridlock reads that everywhere, else as gridlock writes it.
    pub(crate) fn text(&self, view: &View) -> String {
        match &self.content {
            GivenContent::Text(text) if text.has_own_signs() && text.cells.parse::<Drawing>().is_ok() => text.cells.clone(),
            _ => view.to_string(),
        }
    }
}

/// Says each note about boards of a file, or about an argument, once.
pub(super) fn saying_notes(
    name: String,
    boards: impl Iterator<Item = Result<GivenBoard>>,
) -> impl Iterator<Item = Result<GivenBoard>> {
    let mut said = HashSet::new();
    boards.inspect(move |given| {
        for note in given.iter().flat_map(|given| &given.notes).filter(|note| said.insert((*note).clone())) {
            print_message(&format!("{name}: {note}"));
        }
    })
}
