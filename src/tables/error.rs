//! The error of all formats.
use crate::files::OutputError;
use std::error::Error;
use std::io;

/// Why a table could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// An error of the output file.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The ending of the file name stands for no format.
    #[error(
        "the ending of {0} is unknown: use .txt, .gz or .bz2 for rows, .json, .jsonl, .csv, .sqlite or .parquet, or name a --format"
    )]
    UnknownEnding(String),
    /// This program was built without the format.
    #[error("this gridlock was built without {0}: build it with --features {0}")]
    NotBuilt(&'static str),
    /// The format needs a regular file.
    #[error("a {0} table cannot be written to standard output, a pipe or a device: name a file")]
    NeedsFile(&'static str),
    /// A format that holds each board once was given a board for the second time.
    #[error(
        "the board {0} is selected twice, but a SQLite table holds each board once: give each file of rows once, or choose CSV"
    )]
    Twice(String),
    /// The ending of the file name stands for no format of a table with columns of any names.
    #[error("the ending of {0} is unknown: use .csv, .jsonl or .parquet")]
    NotAnyTable(String),
    /// A record has a column that the first record lacks.
    #[error("the column {0} is not in the first record, so CSV and Parquet have no place for it: choose .jsonl")]
    NewColumn(String),
    /// A column has values of different types.
    #[error("the column {column} holds {value:?}, which is not of the type of the values before it: choose .jsonl or .csv")]
    MixedColumn {
        /// The column.
        column: String,
        /// The value.
        value: String,
    },
    /// An error of the library for the format.
    #[error("cannot write the table: {0}")]
    Library(#[source] io::Error),
}

impl TableError {
    pub(crate) fn library(error: impl Into<Box<dyn Error + Send + Sync>>) -> TableError {
        TableError::Library(io::Error::other(error))
    }
}
