//! Rank files: a database as the sorted ranks of its rows and their moves. `docs/FORMATS.md` describes the format.
//!
//! Start with [`RankFile`], which reads one, and [`RankWriter`], which makes one of rows in any order. `format` is the header and the index,
//! `block` the coded rows, `expand` goes from a rank to its row and back, `published` gives the rows of a file as lines in the published
//! order, and `choice` says which of them are wanted.
mod block;
mod built_in;
mod choice;
mod entry_sorter;
mod error;
mod expand;
mod file;
mod format;
mod library;
mod prefix_code;
mod published;
mod writer;

pub use built_in::{built_in_databases, is_built_in};
pub(in crate::database) use built_in::built_in;
pub use choice::RankChoice;
pub(in crate::database) use choice::read_error;
pub use error::{RankFileProblem, RowProblem};
pub use expand::{Expander, RankTables};
pub use file::RankFile;
pub(in crate::database) use format::MAGIC;
pub use format::{RankHeader, ROWS_VERSION};
pub use library::{Database, DatabaseRows};
pub(in crate::database) use published::published_lines;
pub use writer::{RankSettings, RankWriter};

/// What a rank file has of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RankEntry {
    /// The number of walls.
    pub walls: u8,
    /// The rank of the smallest goal state of its cluster, among the candidates with this number of walls.
    pub rank: u64,
    /// Its moves.
    pub moves: u32,
}
