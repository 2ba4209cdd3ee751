//! Reading a file of rows, of any codec, row by row.
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use super::codec::{self, CodecError};
use super::row::{RowError, RowLine};
use super::sum::{Sum, Summer};

/// No row is longer than this, in bytes; a longer line is not read into memory.
const LONGEST_LINE: usize = 128;

/// A file of rows that can't be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// It can't be opened or read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is not what its ending says.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// Its compressed stream, or its last row, ends too early.
    #[error("{} is truncated: it ends behind line {line}, in the middle of {what}; write or copy it again", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// The last whole line, from 1; 0 if there is none.
        line: u64,
        /// What is incomplete: the compressed stream, or a row.
        what: &'static str,
    },
    /// Its compressed stream is damaged.
    #[error("{} is damaged behind line {line}: {source}; write or copy it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The last whole line, from 1; 0 if there is none.
        line: u64,
        /// What the decoder says.
        source: io::Error,
    },
    /// A line that is no row.
    #[error("{}, line {line}: {source}", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        source: RowError,
    },
    /// A line that is no text, or far longer than a row or board.
    #[error("{}, line {line}: not text but binary data, or a line that is far too long", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
    },
}

/// The rows of a file in the order in which they stand there; goes on behind a line that is no row, stops at any other error.
pub struct RowReader {
    path: PathBuf,
    source: Box<dyn BufRead>,
    line: u64,
    buffer: Vec<u8>,
    ended: bool,
    summer: Summer,
}

impl RowReader {
    /// Opens a file of rows; `-` is standard input. The codec is told by the first bytes.
    ///
    /// # Errors
    /// [`InputError::Read`] if the file can't be opened, [`InputError::Codec`] if it is not what its ending says.
    pub fn open(path: &Path) -> Result<RowReader, InputError> {
        let source = codec::open(path).map_err(|error| match error.downcast::<CodecError>() {
            Ok(codec) => InputError::Codec(codec),
            Err(source) => InputError::Read { path: path.to_owned(), source },
        })?;
        Ok(RowReader {
            path: path.to_owned(),
            source,
            line: 0,
            buffer: Vec::with_capacity(LONGEST_LINE),
            ended: false,
            summer: Summer::default(),
        })
    }

    /// The number of the line read last, from 1; 0 before the first.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The sum of the lines read so far, as they stand in the file.
    pub fn summed(&self) -> Sum {
        self.summer.clone().finish()
    }

    /// Reads the next line, its end included, into the buffer; false at the end of the file.
    fn read_line(&mut self) -> Result<bool, InputError> {
        self.buffer.clear();
        let mut limited = io::Read::take(&mut self.source, LONGEST_LINE as u64);
        let path = || self.path.clone();
        match limited.read_until(b'\n', &mut self.buffer) {
            Ok(0) => return Ok(false),
            Ok(_) => {}
            Err(error) if codec::is_truncation(&error) => {
                return Err(InputError::Truncated { path: path(), line: self.line, what: "its compressed stream" });
            }
            Err(source) if codec::is_damage(&source) => {
                return Err(InputError::Damaged { path: path(), line: self.line, source });
            }
            Err(source) => return Err(InputError::Read { path: path(), source }),
        }
        self.summer.update(&self.buffer);
        match self.buffer.pop() {
            Some(b'\n') => {}
            _ if self.buffer.len() + 1 == LONGEST_LINE => return Err(InputError::NotText { path: path(), line: self.line + 1 }),
            _ => return Err(InputError::Truncated { path: path(), line: self.line, what: "a row" }),
        }
        self.line += 1;
        Ok(true)
    }

    fn read_row(&mut self) -> Result<Option<RowLine>, InputError> {
        if !self.read_line()? {
            return Ok(None);
        }
        let (path, line) = (|| self.path.clone(), self.line);
        let text = std::str::from_utf8(&self.buffer).map_err(|_| InputError::NotText { path: path(), line })?;
        text.parse().map(Some).map_err(|source| InputError::Row { path: path(), line, source })
    }
}

impl Iterator for RowReader {
    type Item = Result<RowLine, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let row = self.read_row().transpose();
        // A line that is no row is behind us; all other errors are the end.
        self.ended = !matches!(row, Some(Ok(_) | Err(InputError::Row { .. })));
        row
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn errors_name_file_and_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.txt");
        let good = "07 AAooBBooooooxooo 3\n";
        let error = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("written");
            let rows: Result<Vec<_>, _> = RowReader::open(&path).expect("opened").collect();
            rows.expect_err("an error")
        };
        assert!(matches!(error(format!("{good}{good}nonsense\n").as_bytes()), InputError::Row { line: 3, .. }));
        assert!(matches!(error(format!("{good}\n").as_bytes()), InputError::Row { line: 2, .. }));
        assert!(matches!(error(format!("{good}07 AAoo").as_bytes()), InputError::Truncated { line: 1, what: "a row", .. }));
        assert!(matches!(error(b"\xff\xfe\n"), InputError::NotText { line: 1, .. }));
        assert!(matches!(error(&[b'7'; 4096]), InputError::NotText { line: 1, .. }));
        assert!(matches!(RowReader::open(&folder.path().join("none.txt")), Err(InputError::Read { .. })));
    }
}
