//! The faults that a verification can find.
use std::fmt;

use crate::board::{LimitExceeded, Metric, PlacementError, Size, TextError};
use crate::rows::LeastDepth;
use crate::run::Shard;

/// What a verification says about a line.
#[derive(Clone, Copy, Debug)]
pub enum Finding<'f> {
    /// It has a fault.
    Fault(&'f Fault),
    /// Its cluster is too large for the limits of the verification. The row may be right or wrong.
    GivenUp(LimitExceeded),
}

impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Fault(fault) => fault.fmt(f),
            Finding::GivenUp(limit) => write!(f, "given up, so neither right nor wrong: {limit}"),
        }
    }
}

/// A fault of a row, or of the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The line is not a row.
    #[error("not a row: {0}")]
    Format(String),
    /// The row is right, but written differently from the database, for instance with `.` for `o`; this is its text there.
    #[error("not as the database writes it, which is {0}")]
    Bytes(String),
    /// The board is impossible.
    #[error("not a board: {0}")]
    Board(TextError),
    /// The board has another size than the first row's.
    #[error("its board is {0}, unlike the first row's")]
    Size(Size),
    /// The letters of the board are wrong; this is right.
    #[error("wrong letters: the same board is written {0}")]
    Letters(String),
    /// The board has this many walls, which the description rules out.
    #[error("it has {0} walls, which the description rules out")]
    Walls(usize),
    /// It has fewer moves, or steps, than the rows that the description names.
    #[error("the description names only rows of {0}")]
    LeftOut(LeastDepth),
    /// A wrong number of moves, or steps; this is right.
    #[error("wrong {0}: it takes {1:02}")]
    Depth(Metric, u32),
    /// Wrong cluster size; this is right.
    #[error("wrong cluster size: it has {0} states")]
    ClusterSize(u64),
    /// The unsolved state of its cluster is this one.
    #[error("not the unsolved state of its cluster, which is {0}")]
    NotUnsolved(String),
    /// Its cluster has no goal state.
    #[error("its cluster can't be solved")]
    Unsolvable,
    /// The board is not minimal: the pieces of these letters do not matter for the number of moves, or steps.
    #[error("not minimal: it takes as many {0} without any one of {1}")]
    NotMinimal(Metric, String),
    /// No database has such a board.
    #[error("not in any database: {0}")]
    NotEnumerated(PlacementError),
    /// The same board is in this earlier line.
    #[error("the same board as in line {0}")]
    Duplicate(u64),
    /// A state of the same cluster is in this earlier line.
    #[error("of the same cluster as line {0}")]
    SameCluster(u64),
    /// In the published order the row belongs before the one above it.
    #[error("out of order: it belongs before the row above it, and no description says that rows are in another order")]
    Order,
    /// In the order of the candidates it belongs before this earlier line.
    #[error("out of order: it belongs before line {0}, and rows are in the order of their candidates")]
    CandidateOrder(u64),
    /// Its candidate belongs to this shard, not to the description's.
    #[error("its candidate belongs to shard {0}")]
    Shard(Shard),
    /// The description has a wrong number.
    #[error("{0}")]
    Description(String),
    /// A total of the file: its name, the value found, the value in the description.
    #[error("{0}: {1}, but the description says {2}")]
    Total(&'static str, String, String),
}
