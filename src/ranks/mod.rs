//! Rank files: a database as the sorted ranks of its rows and their moves. `docs/FORMATS.md` describes the format.
//!
//! Start with [`RankFile`], which reads one, and [`RankSettings`], which make one from rows in any order. `format` is the header
//! and the index, `block` the coded rows, `expand` goes from a rank to its row and back, `published` gives the rows of a file in
//! the published order, `choice` says which rows are wanted, `chosen` finds them by their ranks, or makes a
//! rank file of them, and `row_id` names a row.
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
mod writer;

use std::fs::File;
use std::io::Read;
use std::path::Path;

pub use built_in::{built_in, built_in_databases, built_in_size, built_in_tip, is_built_in};
pub use choice::{RankChoice, RankCounts};
pub use expand::Expander;
pub(crate) use expand::{RankTables, generator_error};
pub use file::RankFile;
pub(crate) use format::{MAGIC, size_class};
pub use format::{ROWS_VERSION, RankEntry, RankHeader, crc32};
pub use library::{Database, Standing, built_in_for, find_built_in};
pub(crate) use published::{PublishedRows, published_rows};
pub use row_id::{RowId, RowIds};
pub use writer::RankSettings;
pub(crate) use writer::sort_error;

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
