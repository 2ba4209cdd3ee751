//! Reading a file line by line, whatever its codec and however long its lines: rows and boards share this reader.
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::content::{BYTE_ORDER_MARK, Content};
use crate::errors::{Classified, ErrorClass, STOPPED, classes, is_in_words, unwrapped, wrong_input};
use crate::files::{Checksum, Checksummer, codec, display_path, hex};
use crate::gauge::Gauge;
use crate::ranks::{Database, PublishedRows, RankChoice, RankHeader, RowId, built_in, built_in_tip, is_built_in, published_rows};
use crate::rows::{FilterTextError, FromLine, RowError, RowLine};
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
    /// A record of a table, or the lines of a board, can't be read. The next one may follow.
    #[error("{}, line {line}: {problem}", display_path(path))]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// It is damaged, or holds something else.
    #[error("{}: {problem}", display_path(path))]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The letters of a row do not form a board.
    #[error(transparent)]
    Board(#[from] FilterTextError),
    /// It is a rank file that is damaged, or whose ranks are wrong, or its rows can't be found.
    #[error("{}: {source}", display_path(path))]
    Ranks {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// The stop flag was set.
    #[error("{STOPPED}")]
    Stopped,
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
    file: Arc<ReadFile>,
    source: Source,
    line: u64,
    buffer: Vec<u8>,
    checksummer: Checksummer,
    /// Counts the lines, and the bytes of the file.
    gauge: Gauge,
    ended: bool,
    values: PhantomData<T>,
}

debug_as_name!([T] LineReader<T>);

enum Source {
    Text(Input),
    Records(Records),
    Ranks {
        rows: PublishedRows,
        header: RankHeader,
        /// The last row read, until it is passed on.
        row: Option<RowLine>,
        /// Its rank.
        rank: Option<u64>,
    },
}

impl<T: FromLine> LineReader<T> {
    /// Opens a file; `-` is standard input. The first bytes choose the codec. The records of a table, such as CSV, are read as
    /// rows.
    ///
    /// # Errors
    /// [`InputError::Read`] if the file cannot be opened or is not what its ending says, [`InputError::File`] for a list of
    /// vehicles. A file whose first block is damaged may be refused here or at its first line.
    pub fn open(path: &Path) -> Result<LineReader<T>, InputError> {
        LineReader::open_chosen(path, &Gauge::default(), RankChoice::all())
    }

    /// As [`LineReader::open`], but reads only the chosen rows of a rank file. Of other files it reads all rows. `gauge` counts
    /// the bytes of the file and its lines as they are read.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub fn open_chosen(path: &Path, gauge: &Gauge, choice: RankChoice) -> Result<LineReader<T>, InputError> {
        let (content, source) = opened(path, gauge)?;
        if matches!(content, Content::Vehicles) {
            let problem = "it is a list of the vehicles of one board, not rows: analyse the board to get its row".to_owned();
            return Err(InputError::File { path: path.to_owned(), problem });
        }
        LineReader::of_content(path, content, source, choice, gauge)
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
        let source = match content {
            Content::Lines | Content::Vehicles => Source::Text(source),
            Content::Table(read) => Source::Records(read(source).map_err(failed)?),
            Content::Ranks => {
                let database = ranks(path, source, gauge).map_err(failed)?;
                let header = database.header().clone();
                let rows = published_rows(database, choice, gauge).map_err(failed)?;
                Source::Ranks { rows, header, row: None, rank: None }
            }
        };
        let buffer = Vec::with_capacity(T::LONGEST_LINE);
        let checksummer = Checksummer::default();
        let (file, gauge) = (ReadFile { path: path.to_owned(), damage: OnceLock::new() }, gauge.clone());
        Ok(LineReader { file: file.into(), source, line: 0, buffer, checksummer, gauge, ended: false, values: PhantomData })
    }

    /// The file that is read.
    pub(super) fn file(&self) -> &Arc<ReadFile> {
        &self.file
    }

    /// Whether the file is a rank file, so that its lines are the chosen rows in the published order.
    pub fn is_of_ranks(&self) -> bool {
        matches!(self.source, Source::Ranks { .. })
    }

    /// The rank of the last row read, if the file is a rank file.
    pub(super) fn rank(&self) -> Option<u64> {
        match &self.source {
            Source::Ranks { rank, .. } => *rank,
            Source::Text(_) | Source::Records(_) => None,
        }
    }

    /// Whether the file is a table, such as CSV, whose records may stand in any order.
    pub fn is_table(&self) -> bool {
        matches!(self.source, Source::Records(_))
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
        while self.read_line()? {
            let (path, line) = (|| self.file.path.clone(), self.line);
            if let Source::Ranks { row, .. } = &mut self.source
                && let Some(value) = row.take().and_then(T::from_row)
            {
                return Ok(Some(value));
            }
            if T::NEEDS_LINE_END && !self.buffer.ends_with(b"\n") {
                return Err(truncated(path(), line - 1, T::WHAT));
            }
            let bytes = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
            let value = match std::str::from_utf8(bytes) {
                Err(_) => Err(self.not_text(line)),
                Ok(text) => {
                    let unmarked = if line == 1 { text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text) } else { text };
                    T::from_line(line, unmarked).map_err(|source| InputError::Row { path: path(), line, source })
                }
            };
            match value {
                Err(error) => return Err(self.file.damage(line - 1).unwrap_or(error)),
                Ok(None) => {}
                value => return value,
            }
        }
        Ok(None)
    }

    /// Reads the next line into the buffer, at most [`FromLine::LONGEST_LINE`] bytes of it, or the line that stands for the next
    /// record; false at the end of the file.
    fn read_line(&mut self) -> Result<bool, InputError> {
        self.buffer.clear();
        let line = self.line;
        match &mut self.source {
            Source::Text(source) => match source.by_ref().take(T::LONGEST_LINE as u64).read_until(b'\n', &mut self.buffer) {
                Ok(0) => return Ok(false),
                Ok(read) if read == T::LONGEST_LINE && !self.buffer.ends_with(b"\n") => {
                    return Err(self.file.damage(line).unwrap_or_else(|| self.not_text(line + 1)));
                }
                Ok(_) => self.line += 1,
                Err(error) => return Err(read_error(&self.file.path, line, error)),
            },
            Source::Records(records) => {
                let Some(record) = records.next() else { return Ok(false) };
                let record = record.map_err(|error| read_error(&self.file.path, line, error))?;
                self.line = record.line;
                let text = T::text_of(&record);
                let text =
                    text.map_err(|problem| InputError::Record { path: self.file.path.clone(), line: record.line, problem })?;
                self.buffer.extend_from_slice((text + "\n").as_bytes());
            }
            Source::Ranks { rows, header, row, rank } => {
                let Some(found) = rows.next_row().map_err(|error| read_error(&self.file.path, line, error))? else {
                    let found = self.checksummer.clone().finish();
                    return match check_sum(&found, header) {
                        Ok(()) => Ok(false),
                        Err(error) => Err(read_error(&self.file.path, line, error)),
                    };
                };
                self.line += 1;
                writeln!(self.buffer, "{}", found.line).expect("memory takes every byte");
                (*row, *rank) = (Some(found.line), Some(found.rank));
            }
        }
        self.gauge.add_items(1);
        self.checksummer.update(&self.buffer);
        Ok(true)
    }

    fn not_text(&self, line: u64) -> InputError {
        let problem = format!("line {line}: not {}: binary data, or a line that is too long", T::WHAT);
        InputError::File { path: self.file.path.clone(), problem }
    }
}

/// A file that is read, and its damage, once that was looked for: where a line is wrong, the damage of its file may be the reason.
#[derive(Debug)]
pub struct ReadFile {
    pub(super) path: PathBuf,
    damage: OnceLock<Option<String>>,
}

impl ReadFile {
    /// The error of a compressed file that is damaged, if it is: that is found at the end of its stream or block, and what comes
    /// before it is garbage. A text can't be damaged in this way, nor a stream that is read as it comes. `line` was read last.
    pub fn damage(&self, line: u64) -> Option<InputError> {
        let look = || {
            let error = io::copy(&mut codec::open_compressed(&self.path)?, &mut io::sink()).err()?;
            if let InputError::File { problem, .. } = read_error(&self.path, line, error) { Some(problem) } else { None }
        };
        let problem = self.damage.get_or_init(look).clone()?;
        Some(InputError::File { path: self.path.clone(), problem })
    }
}

/// Compares the checksum of all rows of a rank file with that in its header.
fn check_sum(found: &Checksum, header: &RankHeader) -> io::Result<()> {
    let expected = hex(&header.sha256);
    if found.lines < header.rows || found.sha256 == expected {
        return Ok(());
    }
    let found = &found.sha256;
    Err(wrong_input(format!("its rows have the SHA-256 {found}, but its header says {expected}: it is damaged or made up")))
}

/// The error of a file that ends after line `line`, in the middle of `what`.
fn truncated(path: PathBuf, line: u64, what: &str) -> InputError {
    let problem = format!("it is truncated: it ends after line {line}, in the middle of {what}; write or copy it again");
    InputError::File { path, problem }
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
        Ok(ReadError::Record { line, problem }) => InputError::Record { path, line, problem },
        Ok(ReadError::File(problem)) => InputError::File { path, problem },
        Err(source) if is_in_words(&source) => InputError::Ranks { path, source },
        Err(source) if source.kind() == ErrorKind::UnexpectedEof => truncated(path, line, "its compressed stream"),
        Err(source) if source.class() == ErrorClass::WrongInput => {
            InputError::File { path, problem: format!("it is damaged after line {line}: {source}; write or copy it again") }
        }
        Err(source) => InputError::Read { path, source },
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

classes!(InputError [Read.source, Ranks.source] WrongInput: Row, Record, File, Board; Stopped: Stopped);

#[cfg(test)]
mod tests;
