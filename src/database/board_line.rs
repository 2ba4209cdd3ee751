//! The line of a file of boards: a row of the database, or a bare board, with or without a name.
use std::path::Path;

use super::line_reader::{FromLine, InputError, LineReader, opened};
use super::row::RowError;
use super::table_text::{Content, Source, TableColumns};
use crate::files::Gauge;

/// A board as a line of a file gives it. Whether it is a legal board is not checked here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLine {
    /// The line, from 1.
    pub line: u64,
    /// The characters of the board.
    pub board: String,
    /// The number before the board: the moves of a row.
    pub moves: Option<u32>,
    /// The number after the board: the cluster size of a row.
    pub cluster_size: Option<u64>,
    /// The words after the board, except a cluster size.
    pub name: Option<String>,
    /// How many lines it was written on; 1 if it is on one line, row by row.
    pub rows: usize,
}

/// Characters of the frame that gridlock draws around a board; they are skipped.
const FRAME: &str = "┌┐└┘─│←↑→↓";

/// The lengths of a line that is one row of a board.
const ROW: std::ops::RangeInclusive<usize> = 4..=8;

/// The boards of a file: one per line, as `board`, `board name`, `moves board cluster_size` or `moves board name`, or typed over several lines of
/// equal length. Spaces between cells, blank lines and frames of lines are skipped; a blank line ends a board of several lines.
pub struct BoardReader {
    lines: LineReader<BoardLine>,
    /// What was read beyond the end of a board of several lines.
    held: Option<Result<BoardLine, InputError>>,
}

impl BoardReader {
    /// Opens a file of boards, which is not a list of vehicles.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub fn open(path: &Path) -> Result<BoardReader, InputError> {
        Ok(BoardReader { lines: LineReader::open(path)?, held: None })
    }
}

impl Iterator for BoardReader {
    type Item = Result<BoardLine, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut board = match self.held.take().or_else(|| self.lines.next())? {
            Ok(line) if line.is_part() => line,
            other => return Some(other),
        };
        let length = board.board.len();
        while board.rows < *ROW.end() {
            match self.lines.next() {
                Some(Ok(line)) if line.is_part() && line.board.len() == length && line.line == board.line + board.rows as u64 => {
                    board.board += &line.board;
                    board.rows += 1;
                }
                other => {
                    self.held = other;
                    break;
                }
            }
        }
        Some(Ok(board))
    }
}

impl BoardLine {
    /// Whether it is one row of a board that is typed over several lines.
    fn is_part(&self) -> bool {
        self.name.is_none() && ROW.contains(&self.board.chars().count())
    }
}

/// A file of boards, opened.
pub enum BoardFile {
    /// Boards or rows.
    Boards(Box<BoardReader>),
    /// A list of the vehicles of one board, to be read by [`Vehicles::read`](super::Vehicles::read).
    Vehicles(Source),
}

impl BoardFile {
    /// Opens a file; `-` is standard input. A list of vehicles is recognised by its columns, and if `is_list` is `Some`, by that.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub fn open(path: &Path, is_list: Option<bool>) -> Result<BoardFile, InputError> {
        let (content, source) = opened(path, &Gauge::default())?;
        let has_ending = path.extension().is_some_and(|ending| ending == "csv");
        match (is_list, content) {
            (None, Content::Lines) if has_ending => Ok(BoardFile::Vehicles(source)),
            (None, Content::Vehicles) | (Some(true), _) => Ok(BoardFile::Vehicles(source)),
            _ => {
                Ok(BoardFile::Boards(Box::new(BoardReader { lines: LineReader::of_content(path, content, source)?, held: None })))
            }
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
        let is_number = |field: &str| field.len() <= 15 && field.bytes().all(|b| b.is_ascii_digit());
        let mut fields: Vec<&str> = text.split_whitespace().filter(|word| !word.chars().all(|c| FRAME.contains(c))).collect();
        if fields.len() >= *ROW.start() && fields.iter().all(|field| field.chars().count() == 1) {
            let board = fields.concat();
            return Ok(Some(BoardLine { line, board, moves: None, cluster_size: None, name: None, rows: 1 }));
        }
        let mut moves = None;
        if fields.len() > 1 && is_number(fields[0]) {
            moves = fields.remove(0).parse().ok();
        }
        let mut cluster_size = None;
        let Some((&board, mut rest)) = fields.split_first() else { return Ok(None) };
        if let [size, name @ ..] = rest
            && is_number(size)
        {
            cluster_size = size.parse().ok();
            rest = name;
        }
        let name = if rest.is_empty() { None } else { Some(rest.join(" ")) };
        Ok(Some(BoardLine { line, board: board.to_owned(), moves, cluster_size, name, rows: 1 }))
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
    fn boards_over_several_lines_are_joined() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards.txt");
        let text = "oBBo\nAAoC\noooC\noooo\n\n07 AAoooooooooooooo 12\n\n┌─────────┐\n│ 2 2 . 3 │\n│ A A . 3 →\n│ . . . 3 │\n\
                    │ . . . . │\n└─────────┘\n2222\nAA..\n....\n....";
        std::fs::write(&path, text).expect("written");
        let read: Vec<(u64, String, usize)> =
            BoardReader::open(&path).expect("opened").map(|b| b.expect("a board")).map(|b| (b.line, b.board, b.rows)).collect();
        let expected =
            [(1, "oBBoAAoCoooCoooo", 4), (6, "AAoooooooooooooo", 1), (9, "22.3AA.3...3....", 4), (14, "2222AA..........", 4)];
        assert_eq!(read, expected.map(|(line, board, rows)| (line, board.to_owned(), rows)));
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
