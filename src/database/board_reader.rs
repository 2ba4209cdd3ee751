//! Reading boards line by line: rows of the database, bare boards, or both with a name behind.
use super::row_reader::{InputError, LineReader};
use std::path::Path;

/// A board as a line of a file gives it; whether it is a legal one is not looked at here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLine {
    /// The line, from 1.
    pub line: u64,
    /// The board's characters.
    pub board: String,
    /// What stands behind the board, other than a cluster size.
    pub name: Option<String>,
}

/// No line is longer than this, in bytes; a longer one is not read into memory.
const LONGEST_LINE: usize = 4096;

/// The boards of a file, one a line: `board`, `board name`, `moves board cluster_size` or `moves board name`. Empty lines are left out.
pub struct BoardReader(LineReader);

impl BoardReader {
    /// Opens a file of boards; `-` is standard input. The codec is told by the first bytes.
    ///
    /// # Errors
    /// [`InputError::Read`] if the file can't be opened, [`InputError::Codec`] if it is not what its ending says.
    pub fn open(path: &Path) -> Result<BoardReader, InputError> {
        LineReader::open(path, "a board", LONGEST_LINE).map(BoardReader)
    }

    fn read(&mut self) -> Result<Option<BoardLine>, InputError> {
        while self.0.read()? {
            if let Some(board) = board_line(self.0.line(), self.0.text()?) {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }
}

impl Iterator for BoardReader {
    type Item = Result<BoardLine, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

fn board_line(line: u64, text: &str) -> Option<BoardLine> {
    let is_number = |field: &&str| field.bytes().all(|b| b.is_ascii_digit());
    let mut fields = text.split_whitespace().peekable();
    fields.next_if(is_number);
    let board = fields.next()?.to_owned();
    fields.next_if(is_number);
    let name: Vec<&str> = fields.collect();
    Some(BoardLine { line, board, name: if name.is_empty() { None } else { Some(name.join(" ")) } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Codec, Encoder};
    use std::io::Write;

    #[test]
    fn what_is_no_text_is_told() {
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
        let read = |text: &str| board_line(3, text).map(|b| (b.board, b.name));
        let board = "AAoooooooooooooo".to_owned();
        assert_eq!(read("07 AAoooooooooooooo 12\n"), Some((board.clone(), None)));
        assert_eq!(read("08 AAoooooooooooooo Jam-1\r\n"), Some((board.clone(), Some("Jam-1".to_owned()))));
        assert_eq!(read("AAoooooooooooooo the first"), Some((board.clone(), Some("the first".to_owned()))));
        assert_eq!(read("AAoooooooooooooo"), Some((board, None)));
        assert_eq!(read(" \n"), None);
    }

    #[test]
    fn a_line_without_end_is_not_read_into_memory() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards.gz");
        let mut file = Encoder::new(Codec::Gzip, std::fs::File::create(&path).expect("a file"));
        file.write_all(b"AAoooooooooooooo the first\n").expect("written");
        (0..1 << 9).for_each(|_| file.write_all(&[b'A'; 1 << 16]).expect("written"));
        file.finish().expect("finished");
        let mut boards = BoardReader::open(&path).expect("opened");
        assert_eq!(boards.next().expect("a line").expect("a board").line, 1);
        assert!(matches!(boards.next(), Some(Err(InputError::NotText { line: 2, .. }))));
        assert!(boards.0.bytes().len() <= LONGEST_LINE);
    }

    #[test]
    fn what_is_no_text_is_told_by_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards");
        std::fs::write(&path, b"AAoooooooooooooo\n\xff\xfe\n").expect("written");
        let error = BoardReader::open(&path).expect("opened").nth(1).expect("a line").expect_err("no text");
        assert!(error.to_string().contains("boards, line 2: not a board but binary data"), "{error}");
    }
}
