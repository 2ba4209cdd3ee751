//! Boards given on the command line, or in the files that it names.
use crate::board::{Exit, State, TextError, View, ViewError};
use crate::store::BoardReader;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// A board that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BoardArgumentError(String);

impl BoardArgumentError {
    /// An error of the board that stands at `place`.
    pub(super) fn new(place: &str, error: &ViewError) -> BoardArgumentError {
        BoardArgumentError(format!("{place}: {error}"))
    }
}

/// What a `BOARD|FILE` argument names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum BoardSource {
    /// The board itself.
    Board(String),
    /// A file of boards or rows; `-` is standard input.
    File(PathBuf),
}

impl BoardSource {
    /// `-` and what exists as a file, or is named like one, is a file; everything else a board.
    pub(super) fn of(argument: &str) -> BoardSource {
        let path = Path::new(argument);
        let has_ending = ["txt", "gz", "bz2", "csv"].iter().any(|ending| path.extension().is_some_and(|e| e == *ending));
        if argument == "-" || has_ending || argument.contains(std::path::MAIN_SEPARATOR) || path.is_file() {
            BoardSource::File(path.to_owned())
        } else {
            BoardSource::Board(argument.to_owned())
        }
    }

    /// Each board as (name, text of the board, where it stands for messages), one after the other.
    pub(super) fn boards(&self) -> Result<Box<dyn Iterator<Item = Result<NamedText>>>> {
        match self {
            BoardSource::Board(text) => {
                Ok(Box::new(std::iter::once(Ok(NamedText { name: None, text: text.clone(), place: "the board".to_owned() }))))
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
pub(super) struct NamedText {
    /// What the file calls it.
    pub(super) name: Option<String>,
    /// The board.
    pub(super) text: String,
    /// Where it stands, for messages.
    place: String,
}

impl NamedText {
    /// The board with its exit.
    ///
    /// # Errors
    /// A [`BoardArgumentError`] that tells the place of the board and the cell at fault.
    pub(super) fn view(&self, exit: Exit) -> Result<View> {
        let view = View::from_text(&self.text, exit).map_err(|error| {
            let picture = if let ViewError::Text(text) = &error { marked(&self.text, text) } else { None };
            BoardArgumentError(format!("{}: {error}{}", self.place, picture.map_or(String::new(), |p| format!("\n\n{p}"))))
        })?;
        Ok(view)
    }
}

/// Reads a board argument whose primary leaves at the right, or the only board of a file.
///
/// # Errors
/// What is wrong with it.
pub(super) fn one_board(argument: &str) -> Result<State> {
    let first = BoardSource::of(argument).boards()?.next();
    let first = first.context(BoardArgumentError(format!("{argument} holds no board")))??;
    Ok(first.view(Exit::Right)?.state().clone())
}

/// Reads a board argument.
///
/// # Errors
/// What is wrong with it; where a cell is at fault, followed by the board with a mark under that cell.
pub(super) fn parse_board(text: &str) -> Result<State, String> {
    text.parse().map_err(|error: TextError| match marked(text, &error) {
        Some(picture) => format!("{error}\n\n{picture}"),
        None => error.to_string(),
    })
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

    #[test]
    fn the_cell_at_fault_is_marked() {
        let message = parse_board("..BBAA.B........").unwrap_err();
        assert_eq!(message, "row 2, column 4: piece 'B' is not straight\n\n  ..BB\n  AA.B\n     ^");
        assert!(parse_board("..BB").unwrap_err().starts_with("a board has 16,"));
        assert!(parse_board("..BBAA.B\n.......").unwrap_err().ends_with("  ^"), "the line end counts as a character");
    }
}
