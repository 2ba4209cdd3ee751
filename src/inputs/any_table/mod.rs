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

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::board_line::BoardReader;
use super::line_reader::{InputError, LineReader, opened, read_error};
use super::table_text::{Content, Input, TableTextError, json_records};
#[cfg(any(feature = "parquet", feature = "sqlite"))]
use super::table_text::{OnDisk, in_background};
use crate::board::Metric;
use crate::files::Gauge;
use crate::notation::Shape;
use crate::ranks::{RankChoice, rank_header};
use crate::rows::Filter;
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

/// How a file of boards is to be read.
#[derive(Clone, Copy, Default, Debug)]
pub struct BoardTable<'a> {
    /// Whether it is a list of vehicles; if it is `Some(false)`, text has a board on each line. `None` leaves it to the content.
    pub is_list: Option<bool>,
    /// The column with the boards, if it is known.
    pub column: Option<&'a str>,
    /// Whether all columns are wanted. Otherwise those of a row of a database and the name are read alone if there is the column with the
    /// boards, and SQLite gives rows in the published order.
    pub all_columns: bool,
    /// The shape of boards on one line, if they are not square.
    pub shape: Option<Shape>,
    /// Which rows of a rank file are wanted, if not all.
    pub ranks: Option<&'a RankChoice>,
}

impl BoardTable<'_> {
    /// The columns that are needed, that with the boards first; none if all are.
    #[cfg(any(feature = "parquet", feature = "sqlite"))]
    fn needed_columns(&self) -> Vec<String> {
        let names = [self.column.unwrap_or("board"), "moves", "steps", "cluster_size", "name"];
        names.iter().filter(|_| !self.all_columns).map(|&name| name.to_owned()).collect()
    }
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
    /// Opens a file; `-` is standard input. Its content decides what it is: text is CSV if its first line has the names of columns.
    ///
    /// # Errors
    /// As [`LineReader::open`](super::LineReader::open).
    pub fn open(path: &Path, table: BoardTable<'_>, is_board: impl Fn(&str) -> bool) -> Result<OpenedBoards, InputError> {
        let BoardTable { is_list, column, .. } = table;
        let (content, mut source) = opened(path, &Gauge::default())?;
        let failed = |error| read_error(path, 0, error);
        let lines = |content, source| {
            let ranks = table.ranks.cloned().unwrap_or_else(|| RankChoice::of(Filter::ALL));
            let lines = LineReader::of_content(path, content, source, ranks, &Gauge::default())?;
            Ok(OpenedBoards::Boards(Box::new(BoardReader::of(lines, table.shape))))
        };
        #[cfg(any(feature = "parquet", feature = "sqlite"))]
        let needed = table.needed_columns();
        let records: Box<dyn Iterator<Item = io::Result<Record>>> = match content {
            _ if is_list == Some(true) => return Ok(OpenedBoards::Vehicles(source)),
            Content::Vehicles if is_list.is_none() && column.is_none() => return Ok(OpenedBoards::Vehicles(source)),
            Content::Ranks => return lines(content, source),
            Content::JsonLines => Box::new(json_records(source, LONGEST_RECORD, |place, fields| Ok(Record { place, fields }))),
            Content::Csv => Box::new(csv_records::read(source).map_err(failed)?),
            Content::Lines | Content::Vehicles => {
                let (is_table, whole) = csv_records::is_table(source, column, is_board).map_err(failed)?;
                source = whole;
                match is_list {
                    None if is_table => Box::new(csv_records::read(source).map_err(failed)?),
                    None if path.extension().is_some_and(|ending| ending == "csv") => return Ok(OpenedBoards::Vehicles(source)),
                    _ => return lines(Content::Lines, source),
                }
            }
            #[cfg(feature = "sqlite")]
            Content::Sqlite => {
                let file = OnDisk::of(path, source, b"SQLite f", sqlite_records::FORMAT).map_err(failed)?;
                let produce = move |send: &mut dyn FnMut(Record) -> bool| sqlite_records::read(&file, &needed, send);
                Box::new(in_background(sqlite_records::FORMAT, produce).map_err(failed)?)
            }
            #[cfg(feature = "parquet")]
            Content::Parquet => {
                let file = OnDisk::of(path, source, b"PAR1", parquet_records::FORMAT).map_err(failed)?;
                let produce = move |send: &mut dyn FnMut(Record) -> bool| parquet_records::read(&file, &needed, send);
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

/// What the rows of a file count, if the file itself says so: a rank file, or a table whose column of moves is called `steps`.
pub fn stated_metric(path: &Path) -> Option<Metric> {
    if let Some(header) = rank_header(path) {
        return Some(header.metric);
    }
    let is_regular = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let whole = BoardTable { all_columns: true, ..BoardTable::default() }; // so that nothing is sorted
    let Some(Ok(OpenedBoards::Table(mut table))) = is_regular.then(|| AnyTable::open(path, whole, |_| false)) else {
        return None;
    };
    let Record { fields, .. } = table.next()?.ok()?;
    is_row_by_steps(&fields).then_some(Metric::Steps)
}

/// Whether a record is a row of a database by steps.
pub fn is_row_by_steps(fields: &Fields) -> bool {
    let has = |name: &&str| field(fields, name).is_some();
    ["steps", "board", "cluster_size"].iter().all(has) && !has(&"moves")
}

/// The field of a column, whose name may be written in capitals.
pub fn field<'f>(fields: &'f Fields, name: &str) -> Option<&'f Value> {
    fields.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
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
