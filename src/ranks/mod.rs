//! Rank files: a database as the sorted ranks of its rows and their moves. `docs/FORMATS.md` describes the format.
//!
//! Start with [`RankFile`], which reads one, and [`RankSettings`], which make one from rows in any order. `format` is the header
//! and the index, `block` the coded rows, `expand` goes from a rank to its row and back, `published` gives the rows of a file in
//! the published order, `choice` says which rows are wanted, `chosen` finds them by their ranks, `row_id` names a row, and `selection`
//! makes a rank file of a database's rows that meet some conditions.
mod block;
mod built_in;
mod choice;
mod chosen;
mod expand;
mod file;
mod format;
mod library;
mod published;
mod row_id;
mod selection;
mod writer;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

pub use built_in::{built_in, built_in_databases, built_in_size, built_in_tip, is_built_in};
pub use choice::{RankChoice, RankCounts};
pub use expand::Expander;
pub(crate) use expand::{RankTables, generator_error};
pub use file::RankFile;
pub(crate) use format::MAGIC;
pub use format::{ROWS_VERSION, RankHeader, crc32};
pub use library::{Database, Standing, find_built_in};
pub(crate) use published::{PublishedRows, published_rows};
pub use row_id::{RowId, RowIds};
pub use writer::RankSettings;

/// What a rank file stores about a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RankEntry {
    /// The number of walls.
    pub walls: u8,
    /// The rank of the smallest goal state of its cluster, among the candidates with this number of walls.
    pub rank: u64,
    /// Its moves.
    pub moves: u32,
}

impl fmt::Display for RankEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of the candidates with {} walls", self.rank, self.walls)
    }
}

/// The header of a rank file, or `None` if `path` is not a rank file that can be opened by name.
pub fn rank_header(path: &Path) -> Option<RankHeader> {
    if let Some(bytes) = built_in(path) {
        return RankHeader::of_bytes(bytes).ok();
    }
    let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|metadata| metadata.is_file()))?;
    let mut start = Vec::new();
    file.take(format::HEADER as u64).read_to_end(&mut start).ok()?;
    RankHeader::of_bytes(&start).ok()
}
