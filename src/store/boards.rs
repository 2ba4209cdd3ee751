//! Reading boards line by line: rows of the database, bare boards, or both with a name behind.
use super::codec::{self, CodecError};
use super::input::InputError;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

/// No line is longer than this, in bytes; a longer one is not read into memory.
const LONGEST_LINE: u64 = 4096;

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

/// The boards of a file, one a line: `board`, `board name`, `moves board cluster_size` or `moves board name`. Empty lines are left out.
pub struct BoardReader {
    path: PathBuf,
    source: Box<dyn BufRead>,
    line: u64,
}

impl BoardReader {
    /// Opens a file of boards; `-` is standard input. The codec is told by the first bytes.
    ///
    /// # Errors
    /// [`InputError::Read`] if the file can't be opened, [`InputError::Codec`] if it is not what its ending says.
    pub fn open(path: &Path) -> Result<BoardReader, InputError> {
        let source = codec::open(path).map_err(|error| match error.downcast::<CodecError>() {
            Ok(codec) => InputError::Codec(codec),
            Err(source) => InputError::Read { path: path.to_owned(), source },
        })?;
        Ok(BoardReader { path: path.to_owned(), source, line: 0 })
    }

    fn read(&mut self) -> Result<Option<BoardLine>, InputError> {
        let path = || self.path.clone();
        loop {
            let mut text = Vec::new();
            match self.source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut text) {
                Ok(0) => return Ok(None),
                Ok(_) => self.line += 1,
                Err(error) if codec::is_truncation(&error) => {
                    return Err(InputError::Truncated { path: path(), line: self.line, what: "its compressed stream" });
                }
                Err(source) if codec::is_damage(&source) => {
                    return Err(InputError::Damaged { path: path(), line: self.line, source });
                }
                Err(source) => return Err(InputError::Read { path: path(), source }),
            }
            let not_text = || InputError::NotText { path: path(), line: self.line };
            if text.len() as u64 == LONGEST_LINE && text.last() != Some(&b'\n') {
                return Err(not_text());
            }
            let text = std::str::from_utf8(&text).map_err(|_| not_text())?;
            if let Some(board) = board_line(self.line, text) {
                return Ok(Some(board));
            }
        }
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
}
