//! Boards on the command line, or in the files that it names.
use crate::board::{Exit, Size, TextError, View, ViewError};
use crate::database::BoardReader;
use crate::files::shown;
use anyhow::{Context, Result};
use clap::ValueEnum;
use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// `--exit`, shared by every command that reads boards.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct ExitArgument {
    /// Side on which the primary leaves the board; for up and down the primary is vertical
    #[arg(short, long, value_enum, default_value_t = ExitName::Right)]
    pub exit: ExitName,
}

/// The value of `--exit`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitName {
    Right,
    Left,
    Up,
    Down,
}

impl From<ExitArgument> for Exit {
    fn from(argument: ExitArgument) -> Exit {
        match argument.exit {
            ExitName::Right => Exit::Right,
            ExitName::Left => Exit::Left,
            ExitName::Up => Exit::Up,
            ExitName::Down => Exit::Down,
        }
    }
}

/// A board that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BoardArgumentError(String);

impl BoardArgumentError {
    /// The error of a board; `place` says where the board was given.
    pub(crate) fn new(place: impl Display, error: impl Display) -> BoardArgumentError {
        BoardArgumentError(format!("{place}: {error}"))
    }

    /// The error of a file without boards.
    pub(crate) fn none_in(file: &OsStr) -> BoardArgumentError {
        BoardArgumentError(format!("{} holds no board", shown(file.as_ref())))
    }
}

/// The value of a `BOARD|FILE` argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BoardSource {
    /// The board itself.
    Board(String),
    /// A file of boards or rows; `-` is standard input.
    File(PathBuf),
}

impl BoardSource {
    /// Tells files from boards: `-`, existing files, and names with a separator or a known extension are files.
    pub(crate) fn of(argument: &OsStr) -> BoardSource {
        let path = Path::new(argument);
        let has_extension =
            ["txt", "gz", "bz2", "csv"].iter().any(|known| path.extension().is_some_and(|extension| extension == *known));
        let may_be_board = |text: &str| text != "-" && !text.contains(MAIN_SEPARATOR) && !has_extension && !path.exists();
        match argument.to_str() {
            Some(text) if may_be_board(text) => BoardSource::Board(text.to_owned()),
            _ => BoardSource::File(path.to_owned()),
        }
    }

    /// Reads the boards one by one.
    ///
    /// # Errors
    /// The file can't be opened; each item can be an error of reading.
    pub(crate) fn boards(&self) -> Result<Box<dyn Iterator<Item = Result<NamedText>>>> {
        match self {
            BoardSource::Board(text) => {
                let is_board = (Size::MIN..=Size::MAX).any(|n| n * n == text.chars().count());
                let place = if is_board { "the board".to_owned() } else { format!("there is no file {text:?}; as a board") };
                Ok(Box::new(std::iter::once(Ok(NamedText { name: None, text: text.clone(), place }))))
            }
            BoardSource::File(path) => {
                let name = shown(path).to_string();
                let reader = BoardReader::open(path)?;
                Ok(Box::new(reader.map(move |line| {
                    let line = line?;
                    Ok(NamedText { name: line.name, text: line.board, place: format!("{name}, line {}", line.line) })
                })))
            }
        }
    }
}

/// The text of a board, and where it was given.
pub(crate) struct NamedText {
    /// Its name in the file.
    pub(crate) name: Option<String>,
    /// The board.
    pub(crate) text: String,
    /// Where it was given, for messages.
    place: String,
}

impl NamedText {
    /// The board with its exit.
    ///
    /// # Errors
    /// A [`BoardArgumentError`] with the place of the board and the faulty cell.
    pub(crate) fn view(&self, exit: Exit) -> Result<View> {
        let view = View::from_text(&self.text, exit).map_err(|error| {
            let picture = if let ViewError::Text(text) = &error { marked(&self.text, text) } else { None };
            BoardArgumentError(format!("{}: {error}{}", self.place, picture.map_or(String::new(), |p| format!("\n\n{p}"))))
        })?;
        Ok(view)
    }
}

/// The board that an argument holds, or the first one of the file that it names.
///
/// # Errors
/// The file can't be read or holds no board.
pub(crate) fn first_board(argument: &OsStr) -> Result<NamedText> {
    let first = BoardSource::of(argument).boards()?.next();
    first.with_context(|| BoardArgumentError::none_in(argument))?
}

/// The rows of a board text down to the faulty cell, and `^` below that cell.
///
/// ```text
///   ..BB
///   AA.B
///      ^
/// ```
fn marked(text: &str, error: &TextError) -> Option<String> {
    let place = error.place()?;
    let characters: Vec<char> = text.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let rows = characters.chunks(characters.len().isqrt()).take(place.row);
    let lines: Vec<String> = rows.map(|row| format!("  {}\n", row.iter().collect::<String>())).collect();
    Some(format!("{}  {}^", lines.concat(), " ".repeat(place.column - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        first_board(text.as_ref()).and_then(|given| given.view(Exit::Right)).unwrap_err().to_string()
    }

    #[test]
    fn the_faulty_cell_is_marked() {
        assert_eq!(error("..BBAA.B........"), "the board: row 2, column 4: piece 'B' is not straight\n\n  ..BB\n  AA.B\n     ^");
        assert!(error("..BBAA.B\n.......").ends_with("  ^"), "the line end counts as a character");
        assert!(error("..BB").starts_with("there is no file \"..BB\"; as a board: a board has 16,"));
    }
}
