//! Boards given on the command line, or in the files that it names.
use crate::board::{Exit, Size, TextError, View, ViewError};
use crate::database::BoardReader;
use anyhow::{Context, Result};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// `--exit`, the same for every command that takes boards.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct ExitArgument {
    /// The side on which the primary leaves the board; for up and down it stands upright
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
    /// An error of the board that stands at `place`.
    pub(crate) fn new(place: &str, error: &ViewError) -> BoardArgumentError {
        BoardArgumentError(format!("{place}: {error}"))
    }

    /// An error of a file without any board.
    pub(crate) fn none_in(file: &str) -> BoardArgumentError {
        BoardArgumentError(format!("{file} holds no board"))
    }
}

/// What a `BOARD|FILE` argument names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BoardSource {
    /// The board itself.
    Board(String),
    /// A file of boards or rows; `-` is standard input.
    File(PathBuf),
}

impl BoardSource {
    /// `-` and what exists, or is named like a file, is a file; everything else a board.
    pub(crate) fn of(argument: &str) -> BoardSource {
        let path = Path::new(argument);
        let has_ending = ["txt", "gz", "bz2", "csv"].iter().any(|ending| path.extension().is_some_and(|e| e == *ending));
        if argument == "-" || has_ending || argument.contains(std::path::MAIN_SEPARATOR) || path.exists() {
            BoardSource::File(path.to_owned())
        } else {
            BoardSource::Board(argument.to_owned())
        }
    }

    /// Each board as (name, text of the board, where it stands for messages), one after the other.
    pub(crate) fn boards(&self) -> Result<Box<dyn Iterator<Item = Result<NamedText>>>> {
        match self {
            BoardSource::Board(text) => {
                let is_board = (Size::MIN..=Size::MAX).any(|n| n * n == text.chars().count());
                let place = if is_board { "the board".to_owned() } else { format!("there is no file {text:?}; as a board") };
                Ok(Box::new(std::iter::once(Ok(NamedText { name: None, text: text.clone(), place }))))
            }
            BoardSource::File(path) => {
                let shown = path.display().to_string();
                let reader = BoardReader::open(path)?;
                Ok(Box::new(reader.map(move |line| {
                    let line = line?;
                    Ok(NamedText { name: line.name, text: line.board, place: format!("{shown}, line {}", line.line) })
                })))
            }
        }
    }
}

/// A board text, with what is known of its origin.
pub(crate) struct NamedText {
    /// What the file calls it.
    pub(crate) name: Option<String>,
    /// The board.
    pub(crate) text: String,
    /// Where it stands, for messages.
    place: String,
}

impl NamedText {
    /// The board with its exit.
    ///
    /// # Errors
    /// A [`BoardArgumentError`] that tells the place of the board and the cell at fault.
    pub(crate) fn view(&self, exit: Exit) -> Result<View> {
        let view = View::from_text(&self.text, exit).map_err(|error| {
            let picture = if let ViewError::Text(text) = &error { marked(&self.text, text) } else { None };
            BoardArgumentError(format!("{}: {error}{}", self.place, picture.map_or(String::new(), |p| format!("\n\n{p}"))))
        })?;
        Ok(view)
    }
}

/// The board that an argument is, or the first one of the file that it names.
///
/// # Errors
/// Those of the file, or that it holds no board.
pub(crate) fn first_board(argument: &str) -> Result<NamedText> {
    let first = BoardSource::of(argument).boards()?.next();
    first.with_context(|| BoardArgumentError::none_in(argument))?
}

/// The rows of the board text as far as the cell at fault, and `^` under it.
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
        first_board(text).and_then(|given| given.view(Exit::Right)).unwrap_err().to_string()
    }

    #[test]
    fn the_cell_at_fault_is_marked() {
        assert_eq!(error("..BBAA.B........"), "the board: row 2, column 4: piece 'B' is not straight\n\n  ..BB\n  AA.B\n     ^");
        assert!(error("..BBAA.B\n.......").ends_with("  ^"), "the line end counts as a character");
        assert!(error("..BB").starts_with("there is no file \"..BB\"; as a board: a board has 16,"));
    }
}
