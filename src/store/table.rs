//! Chosen rows as a table: rows of the database, JSON lines, CSV, SQLite or Parquet.
use super::codec::Codec;
use super::output::OutputFile;
use super::output_error::OutputError;
use super::row::RowLine;
use serde::Serialize;
use std::path::Path;

/// The way a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// Rows of the database, `moves board cluster_size`, compressed as the ending says.
    Rows,
    /// One JSON object a line.
    JsonLines,
    /// Comma-separated values with a header.
    Csv,
    /// A SQLite database with the table `puzzles` and indexes on what is filtered by.
    Sqlite,
    /// Apache Parquet.
    Parquet,
}

/// A table that can't be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The output file.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The file's ending names no format.
    #[error(
        "the ending of {0} is unknown: use .txt, .gz or .bz2 for rows, .jsonl, .csv, .sqlite or .parquet, or name a --format"
    )]
    UnknownEnding(String),
    /// This program was built without the format.
    #[error("this gridlock was built without {0}: build it with --features {0}")]
    NotBuilt(&'static str),
    /// SQLite can only write files.
    #[error("a {0} table can't be written to standard output: name a file")]
    NeedsFile(&'static str),
    /// Whatever the format's library says.
    #[error("cannot write the table: {0}")]
    Library(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl TableError {
    pub(super) fn library(error: impl std::error::Error + Send + Sync + 'static) -> TableError {
        TableError::Library(Box::new(error))
    }
}

impl TableFormat {
    /// The format that a file's ending asks for; standard output gets rows.
    ///
    /// # Errors
    /// [`TableError::UnknownEnding`] for other endings.
    pub fn of_path(path: &Path) -> Result<TableFormat, TableError> {
        match path.extension().and_then(|ending| ending.to_str()) {
            _ if path == Path::new("-") || Codec::of_path(path).is_ok() => Ok(TableFormat::Rows),
            Some("jsonl" | "ndjson") => Ok(TableFormat::JsonLines),
            Some("csv") => Ok(TableFormat::Csv),
            Some("sqlite" | "sqlite3" | "db") => Ok(TableFormat::Sqlite),
            Some("parquet") => Ok(TableFormat::Parquet),
            _ => Err(TableError::UnknownEnding(path.display().to_string())),
        }
    }
}

/// A line of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Record {
    /// Depth of the unsolved state, in moves.
    pub moves: u32,
    /// The unsolved state.
    pub board: String,
    /// States in the cluster.
    pub cluster_size: u64,
    /// Walls.
    pub walls: u32,
    /// Pieces, the primary among them.
    pub pieces: u32,
    /// Cars besides the primary.
    pub cars: u32,
    /// Trucks.
    pub trucks: u32,
    /// Empty cells.
    pub empty: u32,
    /// What a search found out, if there was one.
    #[serde(flatten)]
    pub solved: Option<SolvedColumns>,
}

/// The columns that need a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedColumns {
    /// A shortest solution in moves, like `A+3 C-1`.
    pub solution: String,
    /// Fewest steps.
    pub steps: u32,
    /// Goal states in the cluster.
    pub goal_states: u64,
    /// States of the greatest depth in the cluster.
    pub unsolved_states: u64,
    /// First moves of shortest solutions, like `A+3 C-1`.
    pub first_moves: String,
    /// The number of shortest solutions; 2⁶³ - 1 stands for that many or more.
    pub shortest_solutions: i64,
}

/// Writes records in one of the formats. Not complete until [`Table::finish`].
pub struct Table {
    writer: Writer,
}

enum Writer {
    Rows(OutputFile),
    JsonLines(OutputFile),
    Csv {
        output: OutputFile,
        has_header: bool,
    },
    #[cfg(feature = "sqlite")]
    Sqlite(super::sqlite::SqliteTable),
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet::ParquetTable>),
}

impl Table {
    /// Opens a table for writing; `solved` says whether its records will have the columns that need a search.
    ///
    /// # Errors
    /// A [`TableError`] if the file can't be made, or the format is not built in.
    pub fn create(path: &Path, format: TableFormat, force: bool, solved: bool) -> Result<Table, TableError> {
        let _ = solved; // only some formats must know it early
        let writer = match format {
            TableFormat::Rows => Writer::Rows(OutputFile::rows(path, force)?),
            TableFormat::JsonLines => Writer::JsonLines(OutputFile::text(path, force)?),
            TableFormat::Csv => Writer::Csv { output: OutputFile::text(path, force)?, has_header: false },
            #[cfg(feature = "sqlite")]
            TableFormat::Sqlite => Writer::Sqlite(super::sqlite::SqliteTable::create(path, force, solved)?),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => Writer::Parquet(Box::new(super::parquet::ParquetTable::create(path, force, solved)?)),
            #[cfg(not(feature = "sqlite"))]
            TableFormat::Sqlite => return Err(TableError::NotBuilt("sqlite")),
            #[cfg(not(feature = "parquet"))]
            TableFormat::Parquet => return Err(TableError::NotBuilt("parquet")),
        };
        Ok(Table { writer })
    }

    /// Writes some records.
    ///
    /// # Errors
    /// A [`TableError`] of the file or of the format.
    pub fn write(&mut self, records: &[Record]) -> Result<(), TableError> {
        match &mut self.writer {
            Writer::Rows(output) => {
                let row = |r: &Record| RowLine { moves: r.moves, board: r.board.clone(), cluster_size: r.cluster_size };
                let text: String = records.iter().map(|record| format!("{}\n", row(record))).collect();
                output.write(text.as_bytes())?;
            }
            Writer::JsonLines(output) => {
                let mut text = Vec::new();
                for record in records {
                    serde_json::to_writer(&mut text, record).map_err(TableError::library)?;
                    text.push(b'\n');
                }
                output.write(&text)?;
            }
            Writer::Csv { output, has_header } => {
                output.write(&csv_lines(records, !*has_header)?)?;
                *has_header |= !records.is_empty();
            }
            #[cfg(feature = "sqlite")]
            Writer::Sqlite(table) => table.write(records)?,
            #[cfg(feature = "parquet")]
            Writer::Parquet(table) => table.write(records)?,
        }
        Ok(())
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// A [`TableError`] of the file or of the format.
    pub fn finish(self) -> Result<(), TableError> {
        match self.writer {
            Writer::Rows(output) | Writer::JsonLines(output) | Writer::Csv { output, .. } => Ok(output.finish()?),
            #[cfg(feature = "sqlite")]
            Writer::Sqlite(table) => table.finish(),
            #[cfg(feature = "parquet")]
            Writer::Parquet(table) => table.finish(),
        }
    }
}

/// The columns of every table.
pub(super) const COLUMNS: [&str; 8] = ["moves", "board", "cluster_size", "walls", "pieces", "cars", "trucks", "empty"];
/// The columns that need a search, behind the others.
pub(super) const SOLVED_COLUMNS: [&str; 6] =
    ["solution", "steps", "goal_states", "unsolved_states", "first_moves", "shortest_solutions"];

fn csv_lines(records: &[Record], header: bool) -> Result<Vec<u8>, TableError> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    if let Some(first) = records.first().filter(|_| header) {
        let solved = if first.solved.is_some() { &SOLVED_COLUMNS[..] } else { &[] };
        writer.write_record(COLUMNS.iter().chain(solved)).map_err(TableError::library)?;
    }
    for r in records {
        let base = (r.moves, &r.board, r.cluster_size, r.walls, r.pieces, r.cars, r.trucks, r.empty);
        match &r.solved {
            None => writer.serialize(base),
            Some(solved) => writer.serialize((base, solved)),
        }
        .map_err(TableError::library)?;
    }
    writer.into_inner().map_err(|error| TableError::library(error.into_error()))
}
