//! The columns of a table, and the error of all formats.
use crate::files::OutputError;
use serde::Serialize;
use std::error::Error;
use std::io;

/// A row of a table: a row of the database, what is counted on its board, and perhaps what a search found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableRow {
    /// Depth of the unsolved state, in moves.
    pub moves: u32,
    /// The unsolved state.
    pub board: String,
    /// States in the cluster.
    pub cluster_size: u64,
    /// Walls.
    pub walls: u32,
    /// Pieces, including the primary.
    pub pieces: u32,
    /// Cars (length 2), not counting the primary.
    pub cars: u32,
    /// Trucks (length 3).
    pub trucks: u32,
    /// Empty cells.
    pub empty: u32,
    /// The results of a search, if there was one.
    #[serde(flatten)]
    pub solved: Option<SolvedColumns>,
}

/// The columns that need a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedColumns {
    /// A shortest solution in moves, like `A+3 C-1`.
    pub solution: String,
    /// The length of a shortest solution in steps.
    pub steps: u32,
    /// Goal states in the cluster.
    pub goal_states: u64,
    /// States of the greatest depth in the cluster.
    pub unsolved_states: u64,
    /// All first moves of shortest solutions, like `A+3 C-1`.
    pub first_moves: String,
    /// The number of shortest solutions; 2⁶³ - 1 means that many or more.
    pub shortest_solutions: i64,
}

/// The names of the columns of every table.
pub(crate) const COLUMNS: [&str; 8] = ["moves", "board", "cluster_size", "walls", "pieces", "cars", "trucks", "empty"];
/// The names of the columns that need a search; they follow the others.
pub(crate) const SOLVED_COLUMNS: [&str; 6] =
    ["solution", "steps", "goal_states", "unsolved_states", "first_moves", "shortest_solutions"];

/// Why a table could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// An error of the output file.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The ending of the file name stands for no format.
    #[error(
        "the ending of {0} is unknown: use .txt, .gz or .bz2 for rows, .jsonl, .csv, .sqlite or .parquet, or name a --format"
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
    /// An error of the library for the format.
    #[error("cannot write the table: {0}")]
    Library(#[source] io::Error),
}

impl TableError {
    pub(crate) fn library(error: impl Into<Box<dyn Error + Send + Sync>>) -> TableError {
        TableError::Library(io::Error::other(error))
    }
}
