//! Reading a file line by line, whatever its codec and however long its lines: rows and boards share this reader.
use std::io::{self, BufRead, ErrorKind, Read};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use super::content::{BYTE_ORDER_MARK, Content};
use super::lines::Lines;
use crate::files::{Checksum, Checksummer, Gauge, classes, codec, display_path, is_in_words, unwrapped};
use crate::notation::BlockError;
use crate::ranks::{Database, RankChoice, RowId, built_in, built_in_tip, is_built_in, published_lines};
use crate::rows::{Filter, FromLine, RecordProblem, RowError, RowLine};
use crate::tables::{Input, ReadError, Records};

/// A file of rows or boards that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// It cannot be opened or read.
    #[error("cannot read {}: {source}{}", display_path(path), tip(path, source))]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Its compressed stream, or its last row, ends too early.
    #[error("{} is truncated: it ends after line {line}, in the middle of {what}; write or copy it again", display_path(path))]
    Truncated {
        /// The file.
        path: PathBuf,
        /// The last complete line, from 1; 0 if there is none.
        line: u64,
        /// What is incomplete: the compressed stream, or a row.
        what: &'static str,
    },
    /// Its compressed stream is damaged.
    #[error("{} is damaged after line {line}: {source}; write or copy it again", display_path(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The last complete line, from 1; 0 if there is none.
        line: u64,
        /// The error of the decoder.
        source: io::Error,
    },
    /// A line is not a row.
    #[error("{}, line {line}: {source}", display_path(path))]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        source: RowError,
    },
    /// It is a table, such as CSV, that holds no rows or boards.
    #[error("{}: {source}", display_path(path))]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ReadError,
    },
    /// It is a rank file that is damaged, or whose ranks are wrong, or its rows can't be found.
    #[error("{}: {source}", display_path(path))]
    Ranks {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// It is a list of vehicles, where rows are read.
    #[error("{}: it is a list of the vehicles of one board, not rows; analyse prints the row of a board", display_path(.0))]
    Vehicles(PathBuf),
    /// Lines can't be read as boards. The next boards follow.
    #[error("{}, {source}", display_path(path))]
    Block {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        source: BlockError,
    },
    /// A line is not text, or is far too long.
    #[error("{}, line {line}: not {what}: binary data, or a line that is too long", display_path(path))]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is expected there: a row, or a board.
        what: &'static str,
    },
}

/// A tip about the name of a missing file.
fn tip(path: &Path, error: &io::Error) -> String {
    if error.kind() != ErrorKind::NotFound {
        return String::new();
    }
    if path.to_str().is_some_and(RowId::is_like) {
        return "; it is the id of a puzzle: analyse, graph, levels, play, render and solve take it as a board".to_owned();
    }
    built_in_tip(path)
}

/// The rows of a file, one per line.
pub type RowReader = LineReader<RowLine>;

/// The lines of a file as values of `T`, in their order.
///
/// It ends after its first error, with one exception: after [`InputError::Row`], a complete line that is not a row, it continues
/// with the next line. A decoder must not be read again once it has failed.
pub struct LineReader<T> {
    path: PathBuf,
    source: Source,
    line: u64,
    buffer: Vec<u8>,
    checksummer: Checksummer,
    /// Counts the lines, and the bytes of the file.
    gauge: Gauge,
    ended: bool,
    /// Whether the file is a rank file.
    is_of_ranks: bool,
    values: PhantomData<T>,
}

debug_as_name!([T] LineReader<T>);

enum Source {
    Text(Input),
    Records(Records),
}

impl<T: FromLine> LineReader<T> {
    /// Opens a file; `-` is standard input. The first bytes choose the codec. The records of a table, such as CSV, are read as
    /// rows.
    ///
    /// # Errors
    /// [`InputError::Read`] if the file cannot be opened or is not what its ending says, [`InputError::Table`] for a table
    /// without the columns of a row, [`InputError::Vehicles`] for a list of vehicles. A file whose first block is damaged may be
    /// refused here or at its first line.
    pub fn open(path: &Path) -> Result<LineReader<T>, InputError> {
        LineReader::open_gauged(path, &Gauge::default())
    }

    /// As [`LineReader::open`]; `gauge` counts the bytes of the file and its lines as they are read.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub fn open_gauged(path: &Path, gauge: &Gauge) -> Result<LineReader<T>, InputError> {
        LineReader::open_chosen(path, gauge, RankChoice::of(Filter::ALL, None))
    }

    /// As [`LineReader::open_gauged`], but reads only the chosen rows of a rank file. Of other files it reads all rows.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub fn open_chosen(path: &Path, gauge: &Gauge, choice: RankChoice) -> Result<LineReader<T>, InputError> {
        let (content, source) = opened(path, gauge)?;
        if matches!(content, Content::Vehicles) {
            return Err(InputError::Vehicles(path.to_owned()));
        }
        let reader = LineReader::of_content(path, content, source, choice, gauge)?;
        Ok(LineReader { gauge: gauge.clone(), ..reader })
    }

    /// The lines of a source that was opened at `path`.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub(super) fn of_content(
        path: &Path,
        content: Content,
        source: Input,
        choice: RankChoice,
        gauge: &Gauge,
    ) -> Result<LineReader<T>, InputError> {
        let failed = |error| read_error(path, 0, error);
        let is_of_ranks = matches!(content, Content::Ranks);
        let source = match content {
            Content::Lines | Content::Vehicles => Source::Text(source),
            Content::Table(read) => Source::Records(read(source).map_err(failed)?),
            Content::Ranks => {
                let database = ranks(path, source, gauge).map_err(failed)?;
                let lines = published_lines(database, display_path(path), choice, gauge);
                Source::Text(Box::new(Lines::new(lines.map_err(failed)?)))
            }
        };
        let buffer = Vec::with_capacity(T::LONGEST_LINE);
        let checksummer = Checksummer::default();
        let (path, gauge) = (path.to_owned(), Gauge::default());
        Ok(LineReader { path, source, line: 0, buffer, checksummer, gauge, ended: false, is_of_ranks, values: PhantomData })
    }

    /// The path at which it was opened.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is a rank file, so that its lines are the chosen rows in the published order.
    pub fn is_of_ranks(&self) -> bool {
        self.is_of_ranks
    }

    /// The number of the last line read, from 1; 0 before the first.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The bytes of the last line read, with its end.
    pub fn line_bytes(&self) -> &[u8] {
        &self.buffer
    }

    /// The checksum of the lines read so far, uncompressed, as they are in the file.
    pub fn checksum(&self) -> Checksum {
        self.checksummer.clone().finish()
    }

    /// The next value; `None` at the end of the file.
    fn read(&mut self) -> Result<Option<T>, InputError> {
        if let Source::Records(_) = self.source { self.read_record() } else { self.read_text() }
    }

    /// The next record as a value. Its line is put into the buffer.
    fn read_record(&mut self) -> Result<Option<T>, InputError> {
        while let Source::Records(records) = &mut self.source
            && let Some(record) = records.next()
        {
            let record = record.map_err(|error| read_error(&self.path, self.line, error))?;
            let (path, line, mut text) = (&self.path, record.line, String::new());
            self.line = line;
            self.gauge.add_items(1);
            let read = T::from_record(&record, &mut text).map_err(|problem| match problem {
                RecordProblem::Row(source) => InputError::Row { path: path.clone(), line, source },
                RecordProblem::Column(problem) => {
                    InputError::Table { path: path.clone(), source: ReadError::Value { line, problem } }
                }
            });
            self.buffer = (text + "\n").into_bytes();
            if let Some(value) = read? {
                self.checksummer.update(&self.buffer);
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn read_text(&mut self) -> Result<Option<T>, InputError> {
        while self.read_line()? {
            let line = self.line;
            if T::NEEDS_LINE_END && !self.buffer.ends_with(b"\n") {
                return Err(InputError::Truncated { path: self.path.clone(), line: line - 1, what: T::WHAT });
            }
            let bytes = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
            let text = std::str::from_utf8(bytes).map_err(|_| self.not_text(line))?;
            let unmarked = if line == 1 { text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text) } else { text };
            match T::from_line(line, unmarked) {
                Ok(None) => {}
                Ok(value) => return Ok(value),
                Err(source) => return Err(InputError::Row { path: self.path.clone(), line, source }),
            }
        }
        Ok(None)
    }

    /// Reads the next line into the buffer, at most [`FromLine::LONGEST_LINE`] bytes of it; false at the end of the file.
    fn read_line(&mut self) -> Result<bool, InputError> {
        self.buffer.clear();
        let line = self.line;
        let Source::Text(source) = &mut self.source else { return Ok(false) };
        match source.by_ref().take(T::LONGEST_LINE as u64).read_until(b'\n', &mut self.buffer) {
            Ok(0) => Ok(false),
            Ok(read) if read == T::LONGEST_LINE && !self.buffer.ends_with(b"\n") => Err(self.not_text(line + 1)),
            Ok(_) => {
                self.line += 1;
                self.gauge.add_items(1);
                self.checksummer.update(&self.buffer);
                Ok(true)
            }
            Err(error) => Err(read_error(&self.path, line, error)),
        }
    }

    fn not_text(&self, line: u64) -> InputError {
        InputError::NotText { path: self.path.clone(), line, what: T::WHAT }
    }
}

/// Opens a file and recognises what it holds.
///
/// # Errors
/// As [`LineReader::open`].
pub(super) fn opened(path: &Path, gauge: &Gauge) -> Result<(Content, Input), InputError> {
    if is_built_in(path) {
        return Ok((Content::Ranks, Box::new(io::empty())));
    }
    let source = codec::open(path, gauge).map_err(|source| InputError::Read { path: path.to_owned(), source })?;
    Content::of(source).map_err(|error| read_error(path, 0, error))
}

/// The database of a rank file that is built in, or that a source holds.
fn ranks(path: &Path, mut source: Input, gauge: &Gauge) -> io::Result<Database> {
    if let Some(bytes) = built_in(path) {
        gauge.add(bytes.len() as u64);
        return Database::of_bytes(bytes);
    }
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes)?;
    Database::of_bytes(bytes)
}

/// The error of reading after line `line`.
pub(super) fn read_error(path: &Path, line: u64, error: io::Error) -> InputError {
    let path = path.to_owned();
    match unwrapped::<ReadError>(error) {
        Ok(ReadError::Truncated { format, line }) => InputError::Truncated { path, line, what: format },
        Ok(source) => InputError::Table { path, source },
        Err(source) if is_in_words(&source) => InputError::Ranks { path, source },
        Err(source) => match source.kind() {
            ErrorKind::UnexpectedEof => InputError::Truncated { path, line, what: "its compressed stream" },
            ErrorKind::InvalidInput | ErrorKind::InvalidData => InputError::Damaged { path, line, source },
            _ => InputError::Read { path, source },
        },
    }
}

impl<T: FromLine> Iterator for LineReader<T> {
    type Item = Result<T, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.read().transpose();
        self.ended = !matches!(next, Some(Ok(_) | Err(InputError::Row { .. })));
        next
    }
}

classes!(InputError [Read.source, Damaged.source, Ranks.source] WrongInput: Truncated, Row, Table, Vehicles, Block, NotText);

#[cfg(test)]
mod tests;
