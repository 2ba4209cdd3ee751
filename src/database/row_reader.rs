//! Reading a file of any codec line by line, in bounded memory, and its lines as rows.
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use super::row::{RowError, RowLine};
use crate::files::codec;
use crate::files::{Checksum, Checksummer, CodecError};

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
    /// A line that is no text, or far too long.
    #[error("{}, line {line}: not {what} but binary data, or a line longer than any", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What should stand there: a row, or a board.
        what: &'static str,
    },
}

/// The lines of a file; none of them is ever in memory beyond a length.
pub(crate) struct LineReader {
    path: PathBuf,
    source: Box<dyn BufRead>,
    longest: usize,
    what: &'static str,
    line: u64,
    buffer: Vec<u8>,
}

impl LineReader {
    /// Opens a file whose lines are to be `what`, no longer than `longest` bytes; `-` is standard input. The codec is told by the first
    /// bytes.
    ///
    /// # Errors
    /// [`InputError::Read`] if the file can't be opened, [`InputError::Codec`] if it is not what its ending says.
    pub(crate) fn open(path: &Path, what: &'static str, longest: usize) -> Result<LineReader, InputError> {
        let source = codec::open(path).map_err(|error| match error.downcast::<CodecError>() {
            Ok(codec) => InputError::Codec(codec),
            Err(source) => InputError::Read { path: path.to_owned(), source },
        })?;
        Ok(LineReader { path: path.to_owned(), source, longest, what, line: 0, buffer: Vec::with_capacity(longest) })
    }

    /// The number of the line read last, from 1; 0 before the first.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// The line read last, its end included.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer
    }

    /// Reads the next line; false at the end of the file.
    ///
    /// # Errors
    /// [`InputError::NotText`] if the line is too long, [`InputError::Truncated`], [`InputError::Damaged`], [`InputError::Read`].
    pub(crate) fn read(&mut self) -> Result<bool, InputError> {
        self.buffer.clear();
        let path = || self.path.clone();
        let line = self.line;
        match self.source.by_ref().take(self.longest as u64).read_until(b'\n', &mut self.buffer) {
            Ok(0) => Ok(false),
            Ok(read) if read == self.longest && !self.buffer.ends_with(b"\n") => Err(self.not_text(line + 1)),
            Ok(_) => {
                self.line += 1;
                Ok(true)
            }
            Err(error) if codec::is_truncation(&error) => {
                Err(InputError::Truncated { path: path(), line, what: "its compressed stream" })
            }
            Err(source) if codec::is_damage(&source) => Err(InputError::Damaged { path: path(), line, source }),
            Err(source) => Err(InputError::Read { path: path(), source }),
        }
    }

    /// The line read last as text, without its end.
    ///
    /// # Errors
    /// [`InputError::NotText`].
    pub(crate) fn text(&self) -> Result<&str, InputError> {
        let bytes = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        std::str::from_utf8(bytes).map_err(|_| self.not_text(self.line))
    }

    fn not_text(&self, line: u64) -> InputError {
        InputError::NotText { path: self.path.clone(), line, what: self.what }
    }
}

/// The rows of a file in the order in which they stand there; goes on behind a line that is no row, stops at any other error.
pub struct RowReader {
    lines: LineReader,
    ended: bool,
    checksummer: Checksummer,
}

impl RowReader {
    /// Opens a file of rows; `-` is standard input. The codec is told by the first bytes.
    ///
    /// # Errors
    /// [`InputError::Read`] if the file can't be opened, [`InputError::Codec`] if it is not what its ending says.
    pub fn open(path: &Path) -> Result<RowReader, InputError> {
        Ok(RowReader { lines: LineReader::open(path, "a row", LONGEST_LINE)?, ended: false, checksummer: Checksummer::default() })
    }

    /// The number of the line read last, from 1; 0 before the first.
    pub fn line(&self) -> u64 {
        self.lines.line()
    }

    /// The sum of the lines read so far, as they stand in the file.
    pub fn checksum(&self) -> Checksum {
        self.checksummer.clone().finish()
    }

    fn read_row(&mut self) -> Result<Option<RowLine>, InputError> {
        if !self.lines.read()? {
            return Ok(None);
        }
        self.checksummer.update(self.lines.bytes());
        let (path, line) = (|| self.lines.path.clone(), self.lines.line);
        if !self.lines.bytes().ends_with(b"\n") {
            return Err(InputError::Truncated { path: path(), line: line - 1, what: "a row" });
        }
        self.lines.text()?.parse().map(Some).map_err(|source| InputError::Row { path: path(), line, source })
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
