//! Tables read as rows: what `select` writes in other formats becomes the lines of a file of rows, so that every command reads them.
//!
//! Start with [`Content`], which recognises a format by the first bytes. `records` reads JSON lines and CSV; `sqlite` and `parquet` are
//! built with the features of their names, and work on a thread of their own, because their libraries can't be asked for one line.
#[cfg(any(feature = "parquet", feature = "sqlite"))]
mod background;
mod lines;
mod on_disk;
#[cfg(feature = "parquet")]
mod page_headers;
#[cfg(feature = "parquet")]
mod parquet;
mod records;
#[cfg(feature = "sqlite")]
mod sqlite;

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

#[cfg(any(feature = "parquet", feature = "sqlite"))]
pub(super) use self::background::in_background;
use self::lines::Lines;
pub(super) use self::on_disk::OnDisk;
#[cfg(feature = "parquet")]
pub(super) use self::parquet::open_parquet;
pub(super) use self::records::{ShortLines, csv_error, first_line, json_records, line_lag};
#[cfg(feature = "sqlite")]
pub(super) use self::sqlite::{ReadError, connect, published_order, refuse_views};
use crate::files::Gauge;
use crate::ranks::{MAGIC, RankChoice, RankFile, built_in, published_lines, read_error};

/// A source of bytes.
pub(super) type Input = Box<dyn BufRead + Send>;

/// The first bytes that decide what a file holds. The names of the columns that matter come first in every table that `select` writes.
const START: u64 = 512;

/// What some programs write before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Rows or boards, one per line.
    Lines,
    /// JSON lines, or a JSON array with a record on each line.
    JsonLines,
    /// A table as CSV, with a column `board`.
    Csv,
    /// A list of vehicles as CSV, with a column `orientation`.
    Vehicles,
    /// A SQLite database.
    Sqlite,
    /// A Parquet file.
    Parquet,
    /// A rank file.
    Ranks,
}

impl Content {
    /// Recognises what a source holds by its first bytes, and gives the source with these bytes put back.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn of(mut source: Input) -> io::Result<(Content, Input)> {
        let mut start = Vec::new();
        // Only as far as the end of a line, because more may never come through a pipe.
        source.by_ref().take(START).read_until(b'\n', &mut start)?;
        if start.starts_with(BYTE_ORDER_MARK) {
            start.drain(..BYTE_ORDER_MARK.len());
        }
        let content = Content::of_start(&start);
        Ok((content, Box::new(io::Cursor::new(start).chain(source))))
    }

    fn of_start(start: &[u8]) -> Content {
        match start {
            [b'S', b'Q', b'L', b'i', b't', b'e', b' ', b'f', ..] => Content::Sqlite,
            [b'P', b'A', b'R', b'1', ..] => Content::Parquet,
            [b'{' | b'[', ..] => Content::JsonLines,
            _ if start.starts_with(MAGIC) => Content::Ranks,
            _ => {
                let header = String::from_utf8_lossy(start).to_ascii_lowercase();
                let has = |name: &str| header.split([',', ';']).any(|column| column.trim().trim_matches('"') == name);
                match header.contains([',', ';']) {
                    true if has("orientation") => Content::Vehicles,
                    _ if has("board") => Content::Csv,
                    _ => Content::Lines,
                }
            }
        }
    }
}

/// Why a table can't be read as rows or boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableTextError {
    /// A column is missing.
    #[error("it is {format}, but lacks the column {column}; a row needs moves (or steps), board and cluster_size")]
    Column {
        /// The format, with its article.
        format: &'static str,
        /// The missing column.
        column: &'static str,
    },
    /// A line or row of the table holds something else than it should.
    #[error("{place}: {problem}")]
    Value {
        /// The line or row, from 1.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// The file is damaged, or is of another kind than its first bytes say.
    #[error("it can't be read as {format}: {problem}")]
    Damaged {
        /// The format, with its article.
        format: &'static str,
        /// What the library says.
        problem: String,
    },
    /// It would have to be copied to disk, and is too long for that.
    #[error(
        "it is {format}, which must be a file that is not compressed, and a copy of it in {folder} would be longer than {most} bytes: \
         decompress it, or write standard input to a file, and name that file"
    )]
    LongCopy {
        /// The format, with its article.
        format: &'static str,
        /// The folder of the copy.
        folder: String,
        /// The greatest length of a copy, in bytes.
        most: u64,
    },
    /// The format is not built in.
    #[error(
        "it is {format}, which this gridlock was built without: build it with --features {feature}, or write rows with a program \
         that has it: gridlock select FILE -o rows.txt.gz"
    )]
    NotBuilt {
        /// The format, with its article.
        format: &'static str,
        /// The feature.
        feature: &'static str,
    },
}

impl TableTextError {
    #[cfg(not(feature = "sqlite"))]
    pub(super) fn not_built_sqlite() -> TableTextError {
        TableTextError::NotBuilt { format: "a SQLite database", feature: "sqlite" }
    }

    #[cfg(not(feature = "parquet"))]
    pub(super) fn not_built_parquet() -> TableTextError {
        TableTextError::NotBuilt { format: "a Parquet file", feature: "parquet" }
    }
}

impl From<TableTextError> for io::Error {
    fn from(error: TableTextError) -> io::Error {
        io::Error::other(error)
    }
}

/// The lines of a source as text, whatever it holds, and the number of lines before the first of them.
///
/// # Errors
/// Those of reading; a [`TableTextError`], wrapped, if a table can't be read.
///
/// Of a rank file `choice` says which rows are wanted, and `gauge` shows how much of it is done.
pub(super) fn as_lines(
    path: &Path,
    content: Content,
    source: Input,
    choice: RankChoice,
    gauge: &Gauge,
) -> io::Result<(Input, u64)> {
    let lines: Input = match content {
        Content::Lines | Content::Vehicles => return Ok((source, 0)),
        Content::JsonLines => Box::new(Lines::new(records::json_lines(source))),
        Content::Ranks => {
            let file = match built_in(path) {
                Some(bytes) => RankFile::of_bytes(bytes),
                None => {
                    RankFile::of_file(OnDisk::of(path, source, MAGIC, "a rank file")?.open(|path| File::open(path)).flatten()?)
                }
            };
            Box::new(Lines::new(published_lines(file.map_err(read_error)?, choice, gauge)?))
        }
        Content::Csv => return Ok((Box::new(Lines::new(records::csv(source)?)), 1)),
        #[cfg(feature = "sqlite")]
        Content::Sqlite => {
            let file = OnDisk::of(path, source, b"SQLite f", "a SQLite database")?;
            Box::new(Lines::new(in_background("a SQLite database", move |send| sqlite::read(&file, send))?))
        }
        #[cfg(feature = "parquet")]
        Content::Parquet => {
            let file = OnDisk::of(path, source, b"PAR1", "a Parquet file")?;
            Box::new(Lines::new(in_background("a Parquet file", move |send| parquet::read(&file, send))?))
        }
        #[cfg(not(feature = "sqlite"))]
        Content::Sqlite => return Err(TableTextError::not_built_sqlite().into()),
        #[cfg(not(feature = "parquet"))]
        Content::Parquet => return Err(TableTextError::not_built_parquet().into()),
    };
    Ok((lines, 0))
}

/// The column with the moves of rows. In a table by steps it is called `steps`.
fn depth_column(has: impl Fn(&str) -> bool) -> &'static str {
    if !has("moves") && has("steps") { "steps" } else { "moves" }
}

/// The line of a row; refuses a board that would break it.
fn line(place: impl Fn() -> String, record: &Record<'_>) -> Result<String, TableTextError> {
    let problem = |problem: &str| TableTextError::Value { place: place(), problem: problem.to_owned() };
    let board = record.board.ok_or_else(|| problem("there is no board"))?;
    if board.is_empty() || board.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(problem("the board is empty, or holds a space or a control character"));
    }
    match (record.depth, record.cluster_size) {
        (Some(depth), Some(cluster_size)) => Ok(format!("{depth:02} {board} {cluster_size}\n")),
        (None, _) => Err(problem("there is no number of moves, which a row needs")),
        _ => Err(problem("there is no cluster size, which a row needs")),
    }
}

/// What a table says of a row.
#[derive(Clone, Copy, Default)]
struct Record<'t> {
    /// Its moves, or steps.
    depth: Option<u64>,
    board: Option<&'t str>,
    cluster_size: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_decide() {
        for (start, expected) in [
            (&b""[..], Content::Lines),
            (b"07 AAooBBooooooxooo 3\n", Content::Lines),
            (b"oBBoAAoCoooCoooo the first, by hand\n", Content::Lines),
            (b"{\"moves\": 3", Content::JsonLines),
            (b"[\n", Content::JsonLines),
            (b"moves,board,cluster_size\r\n", Content::Csv),
            (b"\"name\";\"board\"\n", Content::Csv),
            (b"Board\r\n", Content::Csv),
            (b"board AAoo\n", Content::Lines),
            (b"id,orientation,col,row,length\n", Content::Vehicles),
            (b"SQLite format 3\0", Content::Sqlite),
            (b"PAR1\x15", Content::Parquet),
            (b"\x89gridlock ranks\n\x01", Content::Ranks),
        ] {
            let (content, mut source) = Content::of(Box::new(io::Cursor::new(start))).expect("read");
            let mut back = Vec::new();
            source.read_to_end(&mut back).expect("read");
            assert_eq!((content, &back[..]), (expected, start));
        }
    }
}
