//! Reading a file line by line, whatever its codec and however long its lines: rows and boards share this reader.
use std::io::{self, BufRead, Read};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use super::filter::Filter;
use super::ranks::{RankChoice, RankFileProblem, is_built_in};
use super::table_text::{Content, Input, TableColumns, TableTextError, as_lines};
use crate::board::RowError;
use crate::files::{Checksum, Checksummer, CodecError, Gauge, codec, shown};

/// A file of rows or boards that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// It cannot be opened or read.
    #[error("cannot read {}: {source}", shown(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It is not what its ending says.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// Its compressed stream, or its last row, ends too early.
    #[error("{} is truncated: it ends after line {line}, in the middle of {what}; write or copy it again", shown(path))]
    Truncated {
        /// The file.
        path: PathBuf,
        /// The last complete line, from 1; 0 if there is none.
        line: u64,
        /// What is incomplete: the compressed stream, or a row.
        what: &'static str,
    },
    /// Its compressed stream is damaged.
    #[error("{} is damaged after line {line}: {source}; write or copy it again", shown(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The last complete line, from 1; 0 if there is none.
        line: u64,
        /// The error of the decoder.
        source: io::Error,
    },
    /// A line is not a row.
    #[error("{}, line {line}: {source}", shown(path))]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        source: RowError,
    },
    /// It is a table, such as CSV or Parquet, that holds no rows or boards.
    #[error("{}: {source}", shown(path))]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: TableTextError,
    },
    /// It is a rank file that is damaged, or whose ranks are wrong.
    #[error("{}: {source}", shown(path))]
    Ranks {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: RankFileProblem,
    },
    /// It is a list of vehicles, where rows are read.
    #[error("{}: it is a list of the vehicles of one board, not rows; analyse prints the row of a board", shown(.0))]
    Vehicles(PathBuf),
    /// Several boards are drawn side by side.
    #[error("{}, line {line}: several boards are drawn side by side: give one, or the text of boards, one a line", shown(path))]
    SideBySide {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
    },
    /// A line is not text, or is far too long.
    #[error("{}, line {line}: not {what} but binary data, or a line longer than any", shown(path))]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is expected there: a row, or a board.
        what: &'static str,
    },
}

/// What a [`LineReader`] makes of a line.
pub trait FromLine: Sized {
    /// What a line holds, for messages: "a row".
    const WHAT: &'static str;
    /// The longest line that is read into memory, in bytes, including its end.
    const LONGEST_LINE: usize;
    /// What is read of a table in another format.
    const COLUMNS: TableColumns;
    /// Whether a last line without its line end means that the file is truncated.
    const NEEDS_LINE_END: bool;

    /// Reads line number `line`, without its end; `None` if the line is to be skipped.
    ///
    /// # Errors
    /// A [`RowError`] if the line is not what it should be.
    fn from_line(line: u64, text: &str) -> Result<Option<Self>, RowError>;
}

/// The lines of a file as values of `T`, in their order.
///
/// It ends after its first error, with one exception: after [`InputError::Row`], a complete line that is not a row, it continues with the
/// next line. A decoder must not be read again once it has failed.
pub struct LineReader<T> {
    path: PathBuf,
    source: Input,
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

impl<T: FromLine> LineReader<T> {
    /// Opens a file; `-` is standard input. The first bytes decide which codec is used. A table that `select` writes (JSON lines, CSV,
    /// SQLite, Parquet) is read as the lines of its rows.
    ///
    /// # Errors
    /// [`InputError::Read`] if the file cannot be opened, [`InputError::Codec`] if it is not what its ending says,
    /// [`InputError::Table`] for a table without the columns of a row, [`InputError::Vehicles`] for a list of vehicles. A file whose
    /// first block is damaged may be refused here or by the first line.
    pub fn open(path: &Path) -> Result<LineReader<T>, InputError> {
        LineReader::open_gauged(path, &Gauge::default())
    }

    /// As [`LineReader::open`]; `gauge` counts the bytes of the file and its lines as they are read.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub fn open_gauged(path: &Path, gauge: &Gauge) -> Result<LineReader<T>, InputError> {
        LineReader::open_chosen(path, gauge, RankChoice::of(Filter::ALL))
    }

    /// As [`LineReader::open_gauged`], but of a rank file only the rows of a choice are read. Of other files it gives all rows.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub fn open_chosen(path: &Path, gauge: &Gauge, choice: RankChoice) -> Result<LineReader<T>, InputError> {
        let (content, source) = opened(path, gauge)?;
        if matches!(content, Content::Sqlite | Content::Parquet) {
            gauge.forget_total(); // their libraries open the file themselves
        }
        if content == Content::Vehicles {
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
        let is_of_ranks = content == Content::Ranks;
        let lines = as_lines(path, content, source, T::COLUMNS, choice, gauge);
        let (source, line) = lines.map_err(|error| read_error(path, 0, error))?;
        let buffer = Vec::with_capacity(T::LONGEST_LINE);
        let checksummer = Checksummer::default();
        let (path, gauge) = (path.to_owned(), Gauge::default());
        Ok(LineReader { path, source, line, buffer, checksummer, gauge, ended: false, is_of_ranks, values: PhantomData })
    }

    /// The path at which it was opened.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is a rank file, so that its lines are the rows of a choice in the published order.
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
        while self.read_line()? {
            let line = self.line;
            if T::NEEDS_LINE_END && !self.buffer.ends_with(b"\n") {
                return Err(InputError::Truncated { path: self.path.clone(), line: line - 1, what: T::WHAT });
            }
            let bytes = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
            let text = std::str::from_utf8(bytes).map_err(|_| self.not_text(line))?;
            match T::from_line(line, text) {
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
        match self.source.by_ref().take(T::LONGEST_LINE as u64).read_until(b'\n', &mut self.buffer) {
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
    let source = codec::open_gauged(path, gauge).map_err(|error| match error.downcast::<CodecError>() {
        Ok(codec) => InputError::Codec(codec),
        Err(source) => InputError::Read { path: path.to_owned(), source },
    })?;
    Content::of(source).map_err(|error| read_error(path, 0, error))
}

/// The error of reading after line `line`.
pub(super) fn read_error(path: &Path, line: u64, error: io::Error) -> InputError {
    let path = path.to_owned();
    let error = match error.downcast::<RankFileProblem>() {
        Ok(source) => return InputError::Ranks { path, source },
        Err(error) => error,
    };
    match error.downcast::<TableTextError>() {
        Ok(source) => InputError::Table { path, source },
        Err(error) if codec::is_truncation(&error) => InputError::Truncated { path, line, what: "its compressed stream" },
        Err(source) if codec::is_damage(&source) => InputError::Damaged { path, line, source },
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;
    use crate::database::{BoardLine, RowLine};
    use crate::files::{Codec, Encoder};

    const CODECS: [(Codec, &str); 3] = [(Codec::Plain, "rows.txt"), (Codec::Gzip, "rows.gz"), (Codec::Bzip2, "rows.txt.bz2")];

    fn encoded(codec: Codec, text: &str) -> Vec<u8> {
        let mut encoder = Encoder::new(codec, Vec::new());
        encoder.write_all(text.as_bytes()).expect("written");
        encoder.finish().expect("finished")
    }

    fn text(rows: usize) -> String {
        (0..rows).map(|k| format!("07 AAooBBooooooxooo {}\n", k + 1)).collect()
    }

    /// Everything that a reader gives for a file of these bytes.
    fn all<T: FromLine>(name: &str, bytes: &[u8]) -> Vec<Result<T, InputError>> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        match LineReader::open(&path) {
            Ok(reader) => reader.collect(),
            Err(error) => vec![Err(error)],
        }
    }

    /// The rows of a file of these bytes, as text, or the first error.
    fn read(name: &str, bytes: &[u8]) -> Result<String, InputError> {
        all::<RowLine>(name, bytes).into_iter().map(|row| row.map(|row| format!("{row}\n"))).collect()
    }

    #[test]
    fn every_codec_comes_back_in_one_or_several_streams() {
        for (codec, name) in CODECS {
            assert_eq!(Codec::of_path(Path::new(name)), Ok(codec));
            for rows in [0, 1, 5000] {
                assert!(read(name, &encoded(codec, &text(rows))).expect("rows") == text(rows), "{rows} rows in {name}");
            }
            let streams = [encoded(codec, &text(3)), encoded(codec, &text(400)), encoded(codec, "")].concat();
            assert!(read(name, &streams).expect("rows") == text(3) + &text(400), "streams in {name}");
        }
    }

    #[test]
    fn the_first_bytes_count_more_than_the_ending() {
        assert_eq!(read("rows", &encoded(Codec::Bzip2, &text(2))).expect("rows"), text(2));
        assert_eq!(read("rows.txt", &encoded(Codec::Gzip, &text(2))).expect("rows"), text(2));
        assert_eq!(read("rows.gz", &encoded(Codec::Bzip2, &text(2))).expect("rows"), text(2));
        for bytes in [&b""[..], b"07 AAooBBooooooxooo 3\n", b"B"] {
            assert!(matches!(read("rows.gz", bytes), Err(InputError::Codec(CodecError::NotWhatItSays { .. }))));
        }
    }

    #[test]
    fn no_truncation_goes_unnoticed() {
        for (codec, name) in CODECS {
            let whole = encoded(codec, &text(60));
            let ends_of_rows: Vec<usize> = (0..=60).map(|rows| text(rows).len()).collect();
            for length in 0..whole.len() {
                let result = read(name, &whole[..length]);
                match codec {
                    Codec::Plain if ends_of_rows.contains(&length) => assert!(result.is_ok()),
                    _ if length < 3 && codec != Codec::Plain => assert!(result.is_err()),
                    _ => assert!(matches!(result, Err(InputError::Truncated { .. })), "{length} bytes of {name}: {result:?}"),
                }
            }
            let second = [&whole[..], &whole[..whole.len() - 5]].concat();
            assert!(matches!(read(name, &second), Err(InputError::Truncated { .. })), "second stream of {name}");
        }
    }

    #[test]
    fn no_damage_goes_unnoticed() {
        for (codec, name) in &CODECS[1..] {
            let whole = encoded(*codec, &text(60));
            let mut unnoticed = 0;
            for bit in 0..whole.len() * 8 {
                let mut damaged = whole.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                // Time and system in the gzip header, and padding bits, have no meaning; the text must be right all the same.
                if let Ok(rows) = read(name, &damaged) {
                    assert!(rows == text(60), "bit {bit} of {name}");
                    unnoticed += 1;
                }
            }
            assert!(unnoticed < 100, "{unnoticed} flipped bits of {name} did not matter");
            let garbage = [&whole[..], b"garbage"].concat();
            assert!(read(name, &garbage).is_err(), "garbage after {name}");
        }
    }

    /// Whether nothing follows an error, other than that of a line that is not a row.
    fn ends_with_its_first_error<T>(results: &[Result<T, InputError>]) -> bool {
        let fatal = |result: &Result<T, InputError>| matches!(result, Err(error) if !matches!(error, InputError::Row { .. }));
        results.iter().position(fatal).is_none_or(|first| first + 1 == results.len())
    }

    #[test]
    fn rows_and_boards_end_with_the_first_error_of_a_decoder() {
        // A bzip2 decoder that is read again after this header panics.
        let header = b"BZh91AY&SY\xab\xbe\xb6\0\0\x07\x5d\0\0\x10";
        assert!(matches!(all::<RowLine>("a.bz2", header)[..], [Err(_)]));
        assert!(matches!(all::<BoardLine>("a.bz2", header)[..], [Err(_)]));
        for (codec, name) in &CODECS[1..] {
            let whole = encoded(*codec, &text(60));
            for byte in 0..whole.len() {
                let mut damaged = whole.clone();
                damaged[byte] ^= 0x55;
                assert!(ends_with_its_first_error(&all::<RowLine>(name, &damaged)), "rows: byte {byte} of {name}");
                assert!(ends_with_its_first_error(&all::<BoardLine>(name, &damaged)), "boards: byte {byte} of {name}");
            }
        }
    }

    #[test]
    fn a_line_that_is_not_a_row_is_not_the_end() {
        let results = all::<RowLine>("rows.txt", format!("{}no row\n{}", text(1), text(1)).as_bytes());
        assert!(matches!(results[..], [Ok(_), Err(InputError::Row { line: 2, .. }), Ok(_)]), "{results:?}");
    }

    #[test]
    fn a_line_without_end_is_not_read_into_memory() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards.gz");
        let mut file = Encoder::new(Codec::Gzip, fs::File::create(&path).expect("a file"));
        file.write_all(b"AAoooooooooooooo the first\n").expect("written");
        (0..1 << 9).for_each(|_| file.write_all(&[b'A'; 1 << 16]).expect("written"));
        file.finish().expect("finished");
        let mut boards = LineReader::<BoardLine>::open(&path).expect("opened");
        assert_eq!(boards.next().expect("a line").expect("a board").line, 1);
        assert!(matches!(boards.next(), Some(Err(InputError::NotText { line: 2, .. }))));
        assert!(boards.buffer.len() <= BoardLine::LONGEST_LINE);
    }
}
