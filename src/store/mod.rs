//! What lies on disk: rows, compression, shards, whole files, merging.
mod boards;
mod codec;
mod destination;
mod facts;
mod input;
mod journal;
mod lock;
mod merge;
mod names;
mod output;
mod output_error;
#[cfg(feature = "parquet")]
mod parquet;
mod record;
mod regular;
mod row;
mod select;
mod shard;
#[cfg(feature = "sqlite")]
mod sqlite;
mod stats;
mod sum;
mod table;
mod vehicles;

pub use boards::{BoardLine, BoardReader};
pub use codec::{Codec, CodecError, Encoder, gunzip};
pub use destination::Destination;
pub use facts::{Facts, FactsError};
pub use input::{InputError, RowReader};
pub use journal::{Journal, JournalLine, lines_of};
pub use lock::{FolderLock, LOCK, LockError};
pub use merge::{MergeError, MergeLimits, Merged, Origin, merge};
pub(crate) use names::sync_folder;
pub use output::{EndedOutput, OutputFile};
pub use output_error::OutputError;
pub use record::{Record, SolvedColumns, TableError};
pub(crate) use regular::open_regular;
pub use row::{RowError, RowLine};
pub use select::{Chooser, Filter, Quota, Side, Span, SpanError, Split, seeded_hash};
pub use shard::{Shard, ShardError};
pub use stats::{BINS, Share, Stats};
pub use sum::{Sum, Summer, sha256};
pub use table::{Table, TableFormat};
pub use vehicles::{Vehicles, VehiclesError};
