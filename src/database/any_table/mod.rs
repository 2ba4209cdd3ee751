//! Tables with columns of any names and types, as other people make them: read record by record, and written with columns added.
//!
//! [`AnyTable`] reads CSV with any separator, JSON lines, Parquet and SQLite; [`AnyTableWriter`] writes the first three. `table_text` is
//! what reads the tables of this program: their columns are known.
mod csv_records;
#[cfg(feature = "parquet")]
mod parquet_records;
#[cfg(feature = "parquet")]
mod parquet_writer;
#[cfg(feature = "sqlite")]
mod sqlite_records;
mod writer;

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::board_line::BoardReader;
use super::filter::Filter;
use super::line_reader::{InputError, LineReader, opened, read_error};
use super::ranks::RankChoice;
use super::table_text::{Content, Input, TableTextError, json_records};
#[cfg(any(feature = "parquet", feature = "sqlite"))]
use super::table_text::{OnDisk, in_background};
use crate::files::Gauge;
pub use writer::{AnyTableFormat, AnyTableWriter};

/// The longest record of a table of lines, in bytes.
const LONGEST_RECORD: usize = 1 << 20;

/// The columns of a record and their values, in the order of the table.
pub type Fields = Map<String, Value>;

/// A record of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Where it is: "line 7" or "row 7", from 1.
    pub place: String,
    /// Its columns. An empty field of CSV is an empty text.
    pub fields: Fields,
}

/// The records of a table, in their order.
///
/// A record that can't be read is an [`InputError::Table`] with its place, and the next one follows. After any other error nothing follows.
pub struct AnyTable {
    path: PathBuf,
    records: Box<dyn Iterator<Item = io::Result<Record>>>,
    ended: bool,
}

impl AnyTable {
    /// Opens a file; `-` is standard input. Text is CSV if its first line has a separator (comma, semicolon, tab or `|`) and `is_header`
    /// takes the line for the names of columns.
    ///
    /// # Errors
    /// As [`LineReader::open`](super::LineReader::open).
    pub fn open(path: &Path, is_header: impl Fn(&[&str]) -> bool) -> Result<OpenedBoards, InputError> {
        let (content, mut source) = opened(path, &Gauge::default())?;
        let failed = |error| read_error(path, 0, error);
        let lines = |source| {
            let lines = LineReader::of_content(path, content, source, RankChoice::of(Filter::ALL), &Gauge::default())?;
            Ok(OpenedBoards::Boards(Box::new(BoardReader::of(lines))))
        };
        let records: Box<dyn Iterator<Item = io::Result<Record>>> = match content {
            Content::Vehicles => return Ok(OpenedBoards::Vehicles(source)),
            Content::Ranks => return lines(source),
            Content::JsonLines => Box::new(json_records(source, LONGEST_RECORD, |place, fields| Ok(Record { place, fields }))),
            Content::Csv => Box::new(csv_records::read(source).map_err(failed)?),
            Content::Lines => {
                let line = csv_records::first_line(&mut source).map_err(failed)?;
                let fields: Vec<&str> = line.split(csv_records::SEPARATORS).map(str::trim).collect();
                if fields.len() == 1 || !is_header(&fields) {
                    return lines(source);
                }
                Box::new(csv_records::read(source).map_err(failed)?)
            }
            #[cfg(feature = "sqlite")]
            Content::Sqlite => {
                let file = OnDisk::of(path, source, b"SQLite f", sqlite_records::FORMAT).map_err(failed)?;
                let produce = move |send: &mut dyn FnMut(Record) -> bool| sqlite_records::read(&file, send);
                Box::new(in_background(sqlite_records::FORMAT, produce).map_err(failed)?)
            }
            #[cfg(feature = "parquet")]
            Content::Parquet => {
                let file = OnDisk::of(path, source, b"PAR1", parquet_records::FORMAT).map_err(failed)?;
                let produce = move |send: &mut dyn FnMut(Record) -> bool| parquet_records::read(&file, send);
                Box::new(in_background(parquet_records::FORMAT, produce).map_err(failed)?)
            }
            #[cfg(not(feature = "sqlite"))]
            Content::Sqlite => return Err(failed(TableTextError::not_built_sqlite().into())),
            #[cfg(not(feature = "parquet"))]
            Content::Parquet => return Err(failed(TableTextError::not_built_parquet().into())),
        };
        Ok(OpenedBoards::Table(AnyTable { path: path.to_owned(), records, ended: false }))
    }
}

impl Iterator for AnyTable {
    type Item = Result<Record, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.records.next().map(|record| record.map_err(|error| read_error(&self.path, 0, error)));
        self.ended = !matches!(next, Some(Ok(_) | Err(InputError::Table { source: TableTextError::Value { .. }, .. })));
        next
    }
}

/// A file of boards, opened as what it is.
pub enum OpenedBoards {
    /// Records of a table.
    Table(AnyTable),
    /// Boards or rows as lines of text.
    Boards(Box<BoardReader>),
    /// A list of the vehicles of one board.
    Vehicles(Input),
}
