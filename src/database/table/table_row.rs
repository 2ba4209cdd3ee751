//! A row of a table, and the error of all formats.
use crate::files::OutputError;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::io;

/// A row of a table: a row of the database, what is counted on its board, and perhaps what a search found. docs/GUIDE.md defines each
/// column.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SolvedColumns {
    /// A shortest solution in moves, like `A+3 C-1`: the *printed solution*.
    pub solution: String,
    /// The steps of the printed solution: the total number of cells by which its moves slide pieces.
    pub solution_steps: u32,
    /// The fewest steps that solve the board. Often they belong to another solution, which has more moves.
    pub fewest_steps: u32,
    /// Goal states in the cluster.
    pub goal_states: u64,
    /// States of the greatest depth in the cluster.
    pub deepest_states: u64,
    /// The greatest depth in the cluster, in moves.
    pub greatest_depth: u32,
    /// All first moves of shortest solutions in moves, like `A+3 C-1`.
    pub first_moves: String,
    /// The number of these first moves.
    pub first_move_count: u32,
    /// The number of shortest solutions in moves; 2⁶³ - 1 means that many or more.
    pub shortest_solutions: i64,
    /// The pieces that move in every shortest solution in moves, like `ACF`.
    pub always_moved: String,
    /// The pieces that move in at least one shortest solution in moves, like `ABCF`.
    pub ever_moved: String,
    /// 1 if the primary moves to the left in every shortest solution in moves, else 0.
    pub primary_always_returns: u32,
    /// 1 if in every shortest solution in moves some piece makes two moves or more, else 0.
    pub always_repeats: u32,
    /// Pieces that move in the printed solution, the primary among them.
    pub moved_pieces: u32,
    /// Moves of the primary in the printed solution.
    pub primary_moves: u32,
    /// Moves of the printed solution beyond the first move of each piece.
    pub repeats: u32,
    /// Legal moves of the board.
    pub legal_moves: u32,
    /// Pieces in the blocking graph of the primary.
    pub blocking_pieces: u32,
}

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
