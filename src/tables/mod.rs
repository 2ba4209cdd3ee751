//! Tables of selected rows in several formats: rows of the database, JSON lines, CSV, SQLite or Parquet.
//!
//! `table_row` defines the columns, `columns` lists them; `parquet` and `sqlite` are built with the features of their names.
mod error;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "sqlite")]
mod sqlite;

pub use error::TableError;
#[cfg(feature = "parquet")]
pub(crate) use parquet::{ParquetOutput, parquet_error};

use crate::board::{Metric, RowText};
use crate::files::{Codec, IfExists, LineEncoder, OutputFile, display_path};
use crate::rows::{Cell, Column, TableRow};
use serde::{Serialize, Serializer};
use std::path::{Path, PathBuf};

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// Rows of the database, `moves board cluster_size`, compressed as the ending says.
    Rows,
    /// One JSON object a line.
    JsonLines,
    /// One JSON array, with an object on each line.
    JsonArray,
    /// Comma-separated values with a header.
    Csv,
    /// A SQLite database: the table `puzzles`, with indexes on the columns that people filter by.
    Sqlite,
    /// Apache Parquet.
    Parquet,
}

impl TableFormat {
    /// The format that the ending of a file name stands for; standard output gets rows.
    ///
    /// # Errors
    /// [`TableError::UnknownEnding`] for other endings.
    pub fn of_path(path: &Path) -> Result<TableFormat, TableError> {
        match path.extension().and_then(|ending| ending.to_str()) {
            _ if path == Path::new("-") || Codec::of_path(path).is_ok() => Ok(TableFormat::Rows),
            Some("jsonl" | "ndjson") => Ok(TableFormat::JsonLines),
            Some("json") => Ok(TableFormat::JsonArray),
            Some("csv") => Ok(TableFormat::Csv),
            Some("sqlite" | "sqlite3" | "db") => Ok(TableFormat::Sqlite),
            Some("parquet") => Ok(TableFormat::Parquet),
            _ => Err(TableError::UnknownEnding(display_path(path).to_string())),
        }
    }
}

/// Which columns a table has, and what the first one counts.
#[derive(Clone, Copy, Default, Debug)]
pub struct TableKind {
    /// Whether there are the columns that need a search.
    pub solved: bool,
    /// What the rows count.
    pub metric: Metric,
}

impl TableKind {
    /// The columns with their names in this table.
    fn columns(self) -> impl Iterator<Item = (&'static str, &'static Column)> {
        Column::all(self.solved).map(move |column| (column.name_in(self.metric), column))
    }
}

/// Writes rows in one of the formats. The file is complete only after [`Table::finish`].
pub struct Table {
    writer: Writer,
    kind: TableKind,
}

enum Writer {
    Rows(OutputFile),
    JsonLines(OutputFile),
    JsonArray {
        output: OutputFile,
        is_empty: bool,
    },
    Csv {
        output: OutputFile,
        /// The line with the names of the columns, until it is written.
        header: Option<Vec<u8>>,
    },
    #[cfg(feature = "sqlite")]
    Sqlite(sqlite::SqliteTable),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetTable>),
}

impl Table {
    /// Creates a table. If it is solved, its rows must have the columns that need a search.
    ///
    /// # Errors
    /// A [`TableError`] if the file cannot be created, or the program was built without the format.
    pub fn create(path: &Path, format: TableFormat, existing: impl Into<IfExists>, kind: TableKind) -> Result<Table, TableError> {
        let existing = existing.into();
        let writer = match format {
            TableFormat::Rows => Writer::Rows(OutputFile::rows(path, existing)?),
            TableFormat::JsonLines => Writer::JsonLines(OutputFile::text(path, existing)?),
            TableFormat::JsonArray => Writer::JsonArray { output: OutputFile::text(path, existing)?, is_empty: true },
            TableFormat::Csv => Writer::Csv { output: OutputFile::text(path, existing)?, header: Some(csv_header(kind)?) },
            #[cfg(feature = "sqlite")]
            TableFormat::Sqlite => Writer::Sqlite(sqlite::SqliteTable::create(path, existing, kind)?),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => Writer::Parquet(Box::new(parquet::ParquetTable::create(path, existing, kind)?)),
            #[cfg(not(feature = "sqlite"))]
            TableFormat::Sqlite => return Err(TableError::NotBuilt("sqlite")),
            #[cfg(not(feature = "parquet"))]
            TableFormat::Parquet => return Err(TableError::NotBuilt("parquet")),
        };
        Ok(Table { writer, kind })
    }

    /// The temporary file in which the table grows; `None` for streams.
    pub fn temporary_path(&self) -> Option<&Path> {
        match &self.writer {
            Writer::Rows(output) | Writer::JsonLines(output) | Writer::JsonArray { output, .. } | Writer::Csv { output, .. } => {
                output.temporary_path()
            }
            #[cfg(feature = "sqlite")]
            Writer::Sqlite(table) => Some(table.temporary_path()),
            #[cfg(feature = "parquet")]
            Writer::Parquet(table) => table.temporary_path(),
        }
    }

    /// As [`OutputFile::encode_ranks`].
    pub fn encode_ranks(&mut self, encoder: impl FnOnce(PathBuf) -> Box<dyn LineEncoder>) {
        if let Writer::Rows(output) = &mut self.writer {
            output.encode_ranks(encoder);
        }
    }

    /// Writes some rows.
    ///
    /// # Errors
    /// A [`TableError`] of the file or of the format.
    pub fn write(&mut self, rows: &[TableRow]) -> Result<(), TableError> {
        let json = |row| serde_json::to_string(&JsonRow { row, kind: self.kind }).map_err(TableError::library);
        match &mut self.writer {
            Writer::Rows(output) => {
                let line =
                    |r: &TableRow| format!("{}\n", RowText { moves: r.moves, board: &r.board, cluster_size: r.cluster_size });
                let text: String = rows.iter().map(line).collect();
                output.write(text.as_bytes())?;
            }
            Writer::JsonLines(output) => {
                let text: String = rows.iter().map(|row| Ok(json(row)? + "\n")).collect::<Result<_, TableError>>()?;
                output.write(text.as_bytes())?;
            }
            Writer::JsonArray { output, is_empty } => {
                for row in rows {
                    let before = if std::mem::take(is_empty) { "[\n" } else { ",\n" };
                    output.write((before.to_owned() + &json(row)?).as_bytes())?;
                }
            }
            Writer::Csv { output, header } => {
                let text = [header.take().unwrap_or_default(), csv_lines(rows)?].concat();
                output.write(&text)?;
            }
            #[cfg(feature = "sqlite")]
            Writer::Sqlite(table) => table.write(rows)?,
            #[cfg(feature = "parquet")]
            Writer::Parquet(table) => table.write(rows)?,
        }
        Ok(())
    }

    /// Completes the file and gives it its own name.
    ///
    /// # Errors
    /// A [`TableError`] of the file or of the format.
    pub fn finish(self) -> Result<(), TableError> {
        match self.writer {
            Writer::Rows(output) | Writer::JsonLines(output) => Ok(output.finish()?),
            Writer::JsonArray { mut output, is_empty } => {
                output.write(if is_empty { b"[]\n" } else { b"\n]\n" })?;
                Ok(output.finish()?)
            }
            // A table without rows has its header all the same.
            Writer::Csv { mut output, header } => {
                output.write(&header.unwrap_or_default())?;
                Ok(output.finish()?)
            }
            #[cfg(feature = "sqlite")]
            Writer::Sqlite(table) => table.finish(),
            #[cfg(feature = "parquet")]
            Writer::Parquet(table) => table.finish(),
        }
    }
}

/// A row that is written as a JSON object: its columns in their order.
struct JsonRow<'r> {
    row: &'r TableRow,
    kind: TableKind,
}

impl Serialize for JsonRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.kind.columns().filter_map(|(name, column)| Some((name, column.cell(self.row)?))))
    }
}

fn csv_header(kind: TableKind) -> Result<Vec<u8>, TableError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(kind.columns().map(|(name, _)| name)).map_err(TableError::library)?;
    writer.into_inner().map_err(|error| TableError::library(error.into_error()))
}

fn csv_lines(rows: &[TableRow]) -> Result<Vec<u8>, TableError> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for row in rows {
        for cell in Column::all(row.solved.is_some()).filter_map(|column| column.cell(row)) {
            match cell {
                Cell::Text(text) => writer.write_field(text),
                Cell::Number(number) => writer.write_field(number.to_string()),
            }
            .map_err(TableError::library)?;
        }
        writer.write_record(None::<&[u8]>).map_err(TableError::library)?; // ends the line
    }
    writer.into_inner().map_err(|error| TableError::library(error.into_error()))
}
