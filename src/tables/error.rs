//! The errors of all formats.
use crate::files::OutputError;
use crate::files::{classes, io_error};
use std::error::Error;
use std::io;

/// Why a table could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// An error of the output file.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The ending of the file name does not belong to a format.
    #[error("{file} does not have the ending of a format for this table: use one of {endings}")]
    UnknownEnding {
        /// The file.
        file: String,
        /// The endings that do.
        endings: String,
    },
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
    /// A record has a column that the first record lacks.
    #[error("the column {0} is not in the first record, so CSV has no place for it: choose .jsonl")]
    NewColumn(String),
    /// An error of the library for the format.
    #[error("cannot write the table: {0}")]
    Library(#[source] io::Error),
}

impl TableError {
    pub(crate) fn library(error: impl Into<Box<dyn Error + Send + Sync>>) -> TableError {
        TableError::Library(io::Error::other(error))
    }
}

/// Why a table can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A record does not hold what it should; the next one can be read.
    #[error("line {line}: {problem}")]
    Record {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// The file is damaged, is not of the kind that its first bytes suggest, or is of a format that is only written.
    #[error("{0}")]
    File(String),
}

impl ReadError {
    /// The error for a record longer than [`LONGEST_RECORD`](super::format::LONGEST_RECORD).
    pub(super) fn long(line: u64) -> ReadError {
        ReadError::File(format!("line {line} is part of a record that is longer than any of a table"))
    }
}

impl From<ReadError> for io::Error {
    fn from(error: ReadError) -> io::Error {
        io_error(error)
    }
}

classes!(TableError [Output.0, Library.0] WrongInput: UnknownEnding, NotBuilt, NeedsFile, Twice, NewColumn);

classes!(WrongInput: ReadError);
