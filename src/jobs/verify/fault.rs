//! The faults that a verification can find.
use std::fmt;

use crate::board::{Metric, PlacementError, Size, TextError};
use crate::pairs::LimitReached;
use crate::rows::LeastDepth;
use crate::run::{Shard, WrongNumber};

/// What a verification says about a line.
#[derive(Clone, Copy, Debug)]
pub enum Finding<'f> {
    /// It has a fault.
    Fault(&'f Fault),
    /// Its cluster is too large for the limits of the verification. The row may be right or wrong.
    GivenUp(LimitReached),
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The line is not a row.
    Format(String),
    /// The row is right, but written differently from the database, for instance with `.` for `o`; this is its text there.
    Bytes(String),
    /// The board is impossible.
    Board(TextError),
    /// The board has another size than the first row's.
    Size(Size),
    /// The letters of the board are wrong; this is right.
    Letters(String),
    /// The board has this many walls, which the description rules out.
    Walls(usize),
    /// It has fewer moves, or steps, than the rows that the description names.
    LeftOut(LeastDepth),
    /// A wrong number of moves, or steps; this is right.
    Depth(Metric, u32),
    /// Wrong cluster size; this is right.
    ClusterSize(u64),
    /// The unsolved state of its cluster is this one.
    NotUnsolved(String),
    /// Its cluster has no goal state.
    Unsolvable,
    /// The board is not minimal: the pieces of these letters do not matter for the number of moves, or steps.
    NotMinimal(Metric, String),
    /// No database has such a board.
    NotEnumerated(PlacementError),
    /// The same board is in this earlier line.
    Duplicate(u64),
    /// A state of the same cluster is in this earlier line.
    SameCluster(u64),
    /// In the published order the row belongs before the one above it.
    Order,
    /// In the order of the candidates it belongs before this earlier line.
    CandidateOrder(u64),
    /// Its candidate belongs to this shard, not to the description's.
    Shard(Shard),
    /// The description has a wrong number.
    Description(WrongNumber),
    /// A total of the file: its name, the value found, the value in the description.
    Total(&'static str, String, String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Format(error) => write!(f, "not a row: {error}"),
            Fault::Bytes(row) => write!(f, "not as the database writes it, which is {row}"),
            Fault::Board(error) => write!(f, "not a board: {error}"),
            Fault::Size(size) => write!(f, "its board is {size}, unlike the first row's"),
            Fault::Letters(board) => write!(f, "wrong letters: the same board is written {board}"),
            Fault::Walls(walls) => write!(f, "it has {walls} walls, which the description rules out"),
            Fault::LeftOut(least) => write!(f, "the description names only rows of {least}"),
            Fault::Depth(metric, depth) => write!(f, "wrong {metric}: it takes {depth:02}"),
            Fault::ClusterSize(states) => write!(f, "wrong cluster size: it has {states} states"),
            Fault::NotUnsolved(board) => write!(f, "not the unsolved state of its cluster, which is {board}"),
            Fault::Unsolvable => write!(f, "its cluster can't be solved"),
            Fault::NotMinimal(metric, letters) => {
                write!(f, "not minimal: it takes as many {metric} without any one of {letters}")
            }
            Fault::NotEnumerated(error) => write!(f, "not in any database: {error}"),
            Fault::Duplicate(line) => write!(f, "the same board as in line {line}"),
            Fault::SameCluster(line) => write!(f, "of the same cluster as line {line}"),
            Fault::Order => write!(
                f,
                "out of order: it belongs before the row above it, and no description says that rows are in another order"
            ),
            Fault::CandidateOrder(line) => {
                write!(f, "out of order: it belongs before line {line}, and rows are in the order of their candidates")
            }
            Fault::Shard(shard) => write!(f, "its candidate belongs to shard {shard}"),
            Fault::Description(wrong) => wrong.fmt(f),
            Fault::Total(what, found, expected) => write!(f, "{what}: {found}, but the description says {expected}"),
        }
    }
}
