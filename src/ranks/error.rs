//! Why a rank file can't be read or written.
use crate::board::Puzzle;
use crate::enumerate::GeneratorError;
use crate::files::classes;
use crate::generate::RankError;

/// What is wrong with a rank file, or with rows that are to be written to one. The caller knows the name of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RankFileProblem {
    /// It can't be read or written.
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// It does not begin like a rank file.
    #[error("it is not a rank file")]
    NotRanks,
    /// Its format is of another version.
    #[error("it is a rank file of format {version}, but this program reads format {known}: use a newer gridlock")]
    OtherVersion {
        /// The version of the file.
        version: u16,
        /// The version that is read.
        known: u16,
    },
    /// Its ranks belong to another order of candidates.
    #[error(
        "its ranks belong to rows version {version}, but this program knows version {known}: write the rows as text with the \
         gridlock that wrote the file: merge FILE -o rows.txt.gz"
    )]
    OtherRowsVersion {
        /// The version of the file.
        version: u16,
        /// The version that is known.
        known: u16,
    },
    /// Its header is damaged.
    #[error("its header is damaged: copy the file again")]
    Header,
    /// Its index of blocks is damaged.
    #[error("its index is damaged, or its length was changed: copy the file again")]
    Index,
    /// Its end is missing.
    #[error("it is truncated: its end is missing; copy the file again")]
    Truncated,
    /// A block is damaged.
    #[error("block {block} is damaged: {problem}; copy the file again")]
    Block {
        /// The block, from 0.
        block: u64,
        /// What is wrong.
        problem: &'static str,
    },
    /// A rank gives no row, or another one than the file says.
    #[error("block {block}, rank {rank} of the candidates with {walls} walls: {problem}; the file is damaged or made up")]
    Row {
        /// The block, from 0.
        block: u64,
        /// The number of walls.
        walls: u8,
        /// The rank.
        rank: u64,
        /// What is wrong.
        problem: Box<RowProblem>,
    },
    /// The rows are not those that the header promises.
    #[error("its rows have the SHA-256 {found}, but its header says {expected}: it is damaged or made up")]
    Sum {
        /// The SHA-256 of the rows.
        found: String,
        /// The one in the header.
        expected: String,
    },
    /// A row has no rank.
    #[error("the row '{row}' has no rank: {problem}; write rows that are not from a database as text")]
    Unranked {
        /// The row.
        row: String,
        /// What is wrong with it.
        problem: String,
    },
    /// There are no tables of the candidates.
    #[error("there are no ranks for boards with {walls} walls: {source}")]
    Tables {
        /// The number of walls.
        walls: u8,
        /// Why.
        source: GeneratorError,
    },
    /// The work was stopped.
    #[error("stopped before all rows were done")]
    Stopped,
}

/// What is wrong with a row of a rank file.
#[derive(Debug, thiserror::Error)]
pub enum RowProblem {
    /// There is no row of this rank.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// There are no tables of the candidates.
    #[error(transparent)]
    Tables(#[from] Box<RankFileProblem>),
    /// The row has other moves.
    #[error("its row is '{0}', but the file says {1} moves")]
    Moves(Puzzle, u32),
}

classes!(
    RankFileProblem [System.0]
    Stopped: Stopped;
    WrongInput: NotRanks, OtherVersion, OtherRowsVersion, Header, Index, Truncated, Block, Row, Sum, Unranked, Tables
);
