//! A line of a table of chosen rows, and its columns.
use crate::files::OutputError;
use serde::Serialize;

/// A line of a table.
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

/// The columns of every table.
pub(crate) const COLUMNS: [&str; 8] = ["moves", "board", "cluster_size", "walls", "pieces", "cars", "trucks", "empty"];
/// The columns that need a search, behind the others.
pub(crate) const SOLVED_COLUMNS: [&str; 6] =
    ["solution", "steps", "goal_states", "unsolved_states", "first_moves", "shortest_solutions"];

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
    pub(crate) fn library(error: impl std::error::Error + Send + Sync + 'static) -> TableError {
        TableError::Library(Box::new(error))
    }
}
