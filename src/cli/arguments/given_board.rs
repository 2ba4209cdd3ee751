//! One board as it was given, how it is read, and what is wrong with it.
use crate::board::{Drawing, Size, TextError};
use crate::cli::{Failure, Result, print_message};
use crate::files::{display_path, printable};
use crate::inputs::Vehicles;
use crate::notation::{BoardLine, Exit, MARKED_PRIMARY, NamedBoard, View, ViewError};
use crate::ranks::RowId;
use std::fmt::Display;
use std::path::Path;

/// How boards are read, shared by every command that reads them.
#[derive(clap::Args, Clone, Debug)]
pub struct ReadingArguments {
    /// Side on which the primary leaves the board; for up and down the primary is vertical
    #[arg(short, long, value_enum, default_value_t = Exit::Right)]
    pub exit: Exit,
    /// Columns and rows, like 7x6, of boards on one line that are not square, or of a list of vehicles [default: 6 for a list]
    #[arg(short = 'n', long, value_name = "WxH")]
    pub size: Option<Size>,
    /// Name of the primary: its letter or symbol, or its id in a list of vehicles
    #[arg(long, value_name = "ID", default_value = "A")]
    pub primary: String,
    /// The column with the boards of a table [default: board, or the one that holds boards]
    #[arg(long = "board", value_name = "COLUMN")]
    pub board_column: Option<String>,
}

impl ReadingArguments {
    /// The defaults, for commands without these options.
    pub(crate) fn usual() -> ReadingArguments {
        ReadingArguments { exit: Exit::Right, size: None, primary: "A".to_owned(), board_column: None }
    }
}

/// The error of a board with too many `cells` to be searched, with a tip about what may be meant.
fn too_large(place: &str, cells: impl Display, help: &str) -> Failure {
    let most = Size::MAX;
    Failure::of_board(place, format_args!("a board of {cells} is too large: gridlock reads boards of up to {most}×{most}{help}"))
}

/// The board of a line of the file `name`.
pub(crate) fn given_line(line: BoardLine, name: &str, reading: &ReadingArguments) -> Result<GivenBoard> {
    let place = format!("{name}, line {}", line.line);
    let typed = typed_size(line.board.chars().count() / line.rows, line.rows, &place)?;
    let (moves, cluster_size) = (line.moves, line.cluster_size);
    let name = line.name.map(|name| printable(&name));
    let mut reading = reading.clone();
    if let Some(exit) = line.exit {
        (reading.exit, reading.primary) = (exit, MARKED_PRIMARY.to_owned());
    }
    Ok(GivenBoard { name, moves, cluster_size, typed, ..GivenBoard::of_line(line.board, place, &reading) })
}

/// The size of a board typed over several lines; `None` if it is on one line.
fn typed_size(width: usize, rows: usize, place: &str) -> Result<Option<Size>> {
    if width.max(rows) > Size::MAX && rows > 1 {
        let help = match width > Size::MAX {
            true => "; if each line is a board, give its size, like --size 3x3",
            false => "; put a blank line between boards",
        };
        return Err(too_large(place, format_args!("{width}×{rows}"), help));
    }
    let size = (rows > 1).then(|| Size::new(width, rows)).transpose();
    size.map_err(|error| Failure::of_board(place, error))
}

/// Reads a list of vehicles.
pub(crate) fn given_vehicles(path: &Path, list: &[u8], reading: &ReadingArguments) -> Result<GivenBoard> {
    let size = reading.size.unwrap_or(Size::square(6).expect("a size"));
    let vehicles = Vehicles::read(list, size).map_err(|error| Failure::of_board(display_path(path), error))?;
    for note in &vehicles.ignored {
        print_message(&format!("{}: {note}", display_path(path)));
    }
    let place = display_path(path);
    let content = GivenContent::Vehicles { size, vehicles };
    Ok(GivenBoard { name: Some(place.clone()), content, ..GivenBoard::of_line(String::new(), place, reading) })
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
    /// Its size, if it was typed over several lines.
    typed: Option<Size>,
    reading: ReadingArguments,
    /// Where it was given, for messages.
    pub(crate) place: String,
}

/// The content of a given board.
enum GivenContent {
    Text(String),
    Vehicles { size: Size, vehicles: Vehicles },
}

impl GivenBoard {
    /// A board on one line, row by row.
    pub(super) fn of_line(text: String, place: String, reading: &ReadingArguments) -> GivenBoard {
        let (content, reading) = (GivenContent::Text(text), reading.clone());
        GivenBoard { name: None, moves: None, cluster_size: None, content, typed: None, reading, place }
    }

    /// The board of an id. `place` is where it was given, for messages about the id, and `name` for others.
    ///
    /// # Errors
    /// There is no such row.
    pub(super) fn of_id(id: &str, place: &str, name: String) -> Result<GivenBoard> {
        let row = id.parse().and_then(RowId::row).map_err(|error| Failure::of_board(place, error))?;
        Ok(GivenBoard::of_line(row.board.to_string(), name, &ReadingArguments::usual()))
    }

    /// A board of a table, or of an argument: a text on one line, or with a line for each row.
    ///
    /// # Errors
    /// An error if the lines do not form a board.
    pub(crate) fn of_text(text: &str, place: String, reading: &ReadingArguments) -> Result<GivenBoard> {
        let rows: Vec<String> =
            text.lines().map(|row| row.split_whitespace().collect()).filter(|row: &String| !row.is_empty()).collect();
        let widths = || rows.iter().map(|row| row.chars().count());
        let width = widths().max().unwrap_or(0);
        if widths().any(|other| other != width) {
            return Err(Failure::of_board(place, "the rows of the board are not equally long"));
        }
        let typed = typed_size(width, rows.len(), &place)?;
        Ok(GivenBoard { typed, ..GivenBoard::of_line(rows.concat(), place, reading) })
    }

    /// The board with its exit.
    ///
    /// # Errors
    /// An error with the place of the board and the faulty cell.
    pub(crate) fn view(&self) -> Result<View> {
        let wrong = |error: String| Err(Failure::of_board(&self.place, error));
        let (exit, primary, asked) = (self.reading.exit, &self.reading.primary, self.reading.size);
        let text = match &self.content {
            GivenContent::Text(text) => text,
            GivenContent::Vehicles { size, vehicles } => {
                let board = NamedBoard { size: *size, vehicles: vehicles.pieces.clone(), walls: vehicles.walls };
                let view = View::of_named(&board, primary, exit).map_err(|error| self.error(&error, None))?;
                return Ok(view.with_colours(|name| vehicles.colours.get(name).cloned()));
            }
        };
        if let (Some(typed), Some(asked)) = (self.typed, asked.filter(|&asked| self.typed != Some(asked))) {
            return wrong(format!("it is typed as {typed}, but --size says {asked}"));
        }
        let length = text.chars().count();
        let Some(size) = self.typed.or(asked).or(Size::of_cells(length)) else {
            if length > Size::MAX * Size::MAX {
                return Err(too_large(&self.place, format_args!("{length} cells"), ""));
            }
            let help = "; if it is not square, give its columns and rows: --size 7x6";
            return wrong(format!("{}{help}", TextError::Length { length }));
        };
        View::of_size(text, size, primary, exit).map_err(|error| self.error(&error, Some(size)))
    }

    /// The error of this board, with the faulty cell of a text marked.
    fn error(&self, error: &ViewError, size: Option<Size>) -> Failure {
        let picture = match &self.content {
            GivenContent::Text(given) => size.and_then(|size| marked(given, size, error)),
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
        let is_plain = |text: &&String| {
            let is_square =
                Size::of_cells(text.chars().count()).is_some_and(|size| self.reading.size.is_none_or(|asked| asked == size));
            is_square && self.reading.primary == "A" && text.chars().all(|c| c.is_ascii_alphabetic() || c == '.')
        };
        let text = if let GivenContent::Text(text) = &self.content { Some(text) } else { None };
        text.filter(is_plain).map(String::as_str)
    }

    /// The board as text: as given if gridlock reads that everywhere, else as gridlock writes it.
    pub(crate) fn text(&self, view: &View) -> String {
        match &self.content {
            GivenContent::Text(text) if text.parse::<Drawing>().is_ok() => text.clone(),
            _ => view.to_string(),
        }
    }
}

/// The rows of a board text down to the faulty cell, and `^` below that cell.
///
/// ```text
///   ..BB
///   AA.B
///      ^
/// ```
fn marked(text: &str, size: Size, error: &ViewError) -> Option<String> {
    let place = error.place()?;
    let characters: Vec<char> = text.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let rows = characters.chunks(size.width()).take(place.row);
    let lines: Vec<String> = rows.map(|row| format!("  {}\n", row.iter().collect::<String>())).collect();
    Some(format!("{}  {}^", lines.concat(), " ".repeat(place.column - 1)))
}
