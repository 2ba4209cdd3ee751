//! What lies on disk: rows, compression, shards, whole files, merging.
mod codec;
mod input;
mod journal;
mod lock;
mod merge;
mod output;
mod row;
mod shard;
mod sum;

pub use codec::{Codec, CodecError, Encoder, gunzip};
pub use input::{InputError, RowReader};
pub use journal::{Journal, JournalLine, lines_of};
pub use lock::{FolderLock, LOCK, LockError};
pub use merge::{MergeError, MergeLimits, Merged, Origin, merge};
pub(crate) use output::sync_folder;
pub use output::{Destination, EndedOutput, OutputError, OutputFile};
pub use row::{RowError, RowLine};
pub use shard::{Shard, ShardError};
pub use sum::{Sum, Summer, sha256};
