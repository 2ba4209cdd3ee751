//! Without the feature `files` this is the room: rank files in memory, for readers that start no thread.
mod block;
mod entry;
mod file;
mod format;

pub use entry::RankEntry;
pub use file::RankFile;
