//! Without the feature `files` this is the room: rank files in memory, for readers that start no thread.
mod block;
mod file;
mod format;

pub use file::RankFile;
pub use format::RankEntry;
