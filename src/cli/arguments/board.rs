//! Boards on the command line, or in the files that it names.
use super::board_table::entries;
use super::given_board::{GivenBoard, ReadingArguments, saying_notes};
use crate::cli::{Failure, Result, print_message};
use crate::files::display_path;
use crate::forms::only_board;
use crate::ranks::{RankChoice, RowId, built_in_tip, is_built_in};
use crate::tables::FORMATS;
use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The value of a `BOARD|FILE` argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BoardSource {
    /// The board itself.
    Board(String),
    /// A file of boards, rows or vehicles; `-` is standard input.
    File(PathBuf),
}

impl BoardSource {
    /// Distinguishes files from boards: `-`, existing files, built-in databases, and names with a separator or a known extension
    /// are files.
    pub(crate) fn of(argument: &OsStr) -> BoardSource {
        let path = Path::new(argument);
        let mut endings = FORMATS.iter().flat_map(|format| format.endings);
        let has_extension = path.extension().is_some_and(|extension| endings.any(|known| extension == *known));
        let is_file = has_extension || is_built_in(path) || path.exists();
        // slashes may stand between rows
        let may_be_board =
            |text: &str| text != "-" && !is_file && (!text.contains(MAIN_SEPARATOR) || only_board(text, None).is_ok());
        match argument.to_str() {
            Some(text) if may_be_board(text) => BoardSource::Board(text.to_owned()),
            _ => BoardSource::File(path.to_owned()),
        }
    }

    /// Reads the boards one by one. `is_list` says whether a file is a list of vehicles; for `None` its content decides. Of a
    /// rank file only the rows of `ranks` are found.
    ///
    /// # Errors
    /// The file can't be opened; each item can be an error of reading.
    pub(crate) fn boards(
        &self,
        reading: &ReadingArguments,
        is_list: Option<bool>,
        ranks: Option<&RankChoice>,
    ) -> Result<Box<dyn Iterator<Item = Result<GivenBoard>>>> {
        if let BoardSource::Board(_) = self {
            reading.is_of_text("the board")?;
        }
        match self {
            BoardSource::Board(_) if reading.board_column.is_some() => {
                Err(Failure::of_board("--board", "it names the column of a table, but the argument is a board"))
            }
            BoardSource::Board(text) if RowId::is_like(text) => {
                Ok(Box::new(std::iter::once(Ok(GivenBoard::of_id(text, "the board", text.clone())?))))
            }
            BoardSource::Board(text) => {
                let given = GivenBoard::of_text(text, "the board".to_owned(), reading);
                let is_word = !text.trim().contains(char::is_whitespace);
                let given = given.map_err(|error| match error.message.split_once(": ") {
                    Some((_, problem)) if is_word => {
                        let place = format!("there is no file {text:?}{}; as a board", built_in_tip(Path::new(text)));
                        Failure::of_board(place, problem)
                    }
                    _ => error,
                })?;
                Ok(Box::new(saying_notes("the board".to_owned(), std::iter::once(Ok(given)))))
            }
            BoardSource::File(path) => {
                let found = entries(path, reading, is_list, ranks, None)?;
                Ok(Box::new(saying_notes(display_path(path), found.map(|entry| entry?.given))))
            }
        }
    }
}

/// The board that an argument holds, or the first one of the file that it names; then a message says that there are others, unless
/// `quiet`. Standard input is not read on for that.
///
/// # Errors
/// The file can't be read or holds no board.
pub(crate) fn first_board(argument: &OsStr, reading: &ReadingArguments, quiet: bool) -> Result<GivenBoard> {
    const COUNTED: usize = 1000;
    let source = BoardSource::of(argument);
    let mut boards = source.boards(reading, None, None)?;
    let first = boards.next().ok_or_else(|| Failure::no_board_in(argument))??;
    if !quiet && matches!(&source, BoardSource::File(path) if path != Path::new("-")) {
        let (others, wrong): (Vec<_>, Vec<_>) = boards.take(COUNTED).partition(Result::is_ok);
        match 1 + others.len() {
            1 => {}
            all if all > COUNTED => print_message(&format!("the first of more than {COUNTED} boards is taken")),
            all => print_message(&format!("the first of {all} boards is taken")),
        }
        wrong.iter().take(1).filter_map(|wrong| wrong.as_ref().err()).for_each(|error| print_message(&error.message));
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        first_board(text.as_ref(), &ReadingArguments::default(), true).and_then(|given| given.view()).unwrap_err().message
    }

    #[test]
    fn the_faulty_cell_is_marked() {
        assert_eq!(error("..BBAA.B........"), "the board: row 2, column 4: piece 'B' is not straight\n\n  ..BB\n  AA.B\n     ^");
        assert!(error("..BB\nAA.B\n....\n....\n").ends_with("\n\n  ..BB\n  AA.B\n     ^"), "several lines");
        assert!(error("..BB\nAA.B.\n").contains("row 2 in line 2 has 5 cells"));
        assert!(error("..BB").starts_with("there is no file \"..BB\"; as a board: a board has 16,"));
    }
}
