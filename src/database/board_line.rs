//! The line of a file of boards: a row of the database, or a bare board, with or without a name.
use std::path::Path;

use super::line_reader::{FromLine, InputError, LineReader, opened};
use super::row::RowError;
use super::table_text::{Content, Source, TableColumns};

/// A board as a line of a file gives it. Whether it is a legal board is not checked here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLine {
    /// The line, from 1.
    pub line: u64,
    /// The characters of the board.
    pub board: String,
    /// The words after the board, except a cluster size.
    pub name: Option<String>,
}

/// The boards of a file, one a line: `board`, `board name`, `moves board cluster_size` or `moves board name`. Blank lines are skipped.
pub type BoardReader = LineReader<BoardLine>;

/// A file of boards, opened.
pub enum BoardFile {
    /// Boards or rows.
    Boards(BoardReader),
    /// A list of the vehicles of one board, to be read by [`Vehicles::read`](super::Vehicles::read).
    Vehicles(Source),
}

impl BoardFile {
    /// Opens a file; `-` is standard input. A list of vehicles is recognised by its columns, and if `is_list` is `Some`, by that.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub fn open(path: &Path, is_list: Option<bool>) -> Result<BoardFile, InputError> {
        let (content, source) = opened(path)?;
        let has_ending = path.extension().is_some_and(|ending| ending == "csv");
        match (is_list, content) {
            (None, Content::Lines) if has_ending => Ok(BoardFile::Vehicles(source)),
            (None, Content::Vehicles) | (Some(true), _) => Ok(BoardFile::Vehicles(source)),
            _ => Ok(BoardFile::Boards(LineReader::of_content(path, content, source)?)),
        }
    }
}

impl FromLine for BoardLine {
    const WHAT: &'static str = "a board";
    /// A name may be long.
    const LONGEST_LINE: usize = 4096;
    const COLUMNS: TableColumns = TableColumns::Board;
    /// People write these files by hand.
    const NEEDS_LINE_END: bool = false;

    /// A blank line is `None`; there are no errors.
    fn from_line(line: u64, text: &str) -> Result<Option<BoardLine>, RowError> {
        let is_number = |field: &&str| field.len() <= 15 && field.bytes().all(|b| b.is_ascii_digit());
        let mut fields = text.split_whitespace().peekable();
        fields.next_if(is_number);
        let Some(board) = fields.next() else { return Ok(None) };
        fields.next_if(is_number);
        let name: Vec<&str> = fields.collect();
        Ok(Some(BoardLine { line, board: board.to_owned(), name: if name.is_empty() { None } else { Some(name.join(" ")) } }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards.txt");
        for bytes in [&b"\n\xff\xfe\n"[..], &[&b"\n"[..], &[b'A'; 100_000]].concat()] {
            std::fs::write(&path, bytes).expect("written");
            let found = BoardReader::open(&path).expect("opened").next();
            assert!(matches!(found, Some(Err(InputError::NotText { line: 2, .. }))), "{found:?}");
        }
    }

    #[test]
    fn rows_cards_and_bare_boards_are_read() {
        let read = |text: &str| BoardLine::from_line(3, text).expect("no errors").map(|b| (b.board, b.name));
        let board = "AAoooooooooooooo".to_owned();
        assert_eq!(read("07 AAoooooooooooooo 12\n"), Some((board.clone(), None)));
        assert_eq!(read("08 AAoooooooooooooo Jam-1\r\n"), Some((board.clone(), Some("Jam-1".to_owned()))));
        assert_eq!(read("AAoooooooooooooo the first"), Some((board.clone(), Some("the first".to_owned()))));
        assert_eq!(read("AAoooooooooooooo"), Some((board, None)));
        assert_eq!(read(" \n"), None);
    }

    #[test]
    fn an_error_names_the_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards");
        std::fs::write(&path, b"AAoooooooooooooo\n\xff\xfe\n").expect("written");
        let error = BoardReader::open(&path).expect("opened").nth(1).expect("a line").expect_err("no text");
        assert!(error.to_string().contains("boards, line 2: not a board but binary data"), "{error}");
    }
}
