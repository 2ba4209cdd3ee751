//! Files on disk, whatever their content: codecs, checksums, outputs that appear only when complete, journals and locks.
//!
//! Start with [`OutputFile`]. This room knows nothing of puzzles and uses no other room.
mod checksum;
pub(crate) mod codec;
mod destination;
mod display_path;
mod error;
mod folder;
mod gauge;
mod journal;
mod links;
mod lock;
mod output;
mod regular;
mod temporary;
mod temporary_name;

pub use checksum::{Checksum, Checksummer, FileSum, sha256};
pub(crate) use checksum::{bytes_of_hex, hex};
pub use codec::{Codec, CodecError, Encoder, LineEncoder, gunzip};
pub use destination::{Destination, is_same_file};
pub use display_path::{DisplayPath, display_path, printable, printable_lines};
pub use error::OutputError;
pub(crate) use error::remedy;
pub(crate) use folder::Folder;
pub use gauge::{Gauge, GaugeReading, GaugeStage, GaugeUnit};
pub use journal::{Journal, JournalLine, lines_of};
pub(crate) use links::resolve_links;
pub use lock::{FolderLock, LOCK, LockError};
pub use output::{EndedOutput, OutputFile};
pub(crate) use regular::open_regular;
pub use temporary::IfExists;
#[cfg(feature = "sqlite")]
pub(crate) use temporary::TemporaryFile;
pub(crate) use temporary_name::{check_temporary_name, is_temporary_name};
