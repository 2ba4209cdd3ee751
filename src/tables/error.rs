//! The errors of all formats.
use crate::files::classes;
use std::error::Error;
use std::io;

/// Why a table could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// An error of the output file.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The format has no place for the table, or this program was built without the format.
    #[error("{0}")]
    Format(String),
    /// An error of the library for the format.
    #[error("cannot write the table: {0}")]
    Library(#[source] io::Error),
}

impl TableError {
    /// This program was built without a format.
    #[cfg(not(all(feature = "parquet", feature = "sqlite")))]
    pub(super) fn not_built(format: &str) -> TableError {
        TableError::Format(format!("this gridlock was built without {format}: build it with --features {format}"))
    }

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

classes!(TableError [Output.0, Library.0] WrongInput: Format);

classes!(WrongInput: ReadError);
