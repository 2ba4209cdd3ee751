//! What lies on disk: rows, compression, shards, whole files, merging.
mod boards;
mod codec;
mod input;
mod merge;
mod output;
mod row;
mod shard;
mod vehicles;

pub use boards::{BoardLine, BoardReader};
pub use codec::{Codec, CodecError, Encoder};
pub use input::{InputError, RowReader};
pub use merge::{MergeError, MergeLimits, Merged, Origin, merge};
pub use output::{OutputError, OutputFile};
pub use row::{RowError, RowLine};
pub use shard::{Shard, ShardError};
pub use vehicles::{Vehicles, VehiclesError};
