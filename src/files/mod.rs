//! What lies on disk, whatever is in it: compression, whole files, locks, checksums. Knows no puzzle.
pub mod checksum;
pub mod codec;
pub mod destination;
pub mod error;
pub mod journal;
pub mod lock;
pub mod output;
pub mod regular;
pub mod temporary;

pub use checksum::{Checksum, Checksummer, sha256};
pub use codec::{Codec, CodecError, Encoder, gunzip};
pub use destination::Destination;
pub use error::OutputError;
pub use journal::{Journal, JournalLine, lines_of};
pub use lock::{FolderLock, LOCK, LockError};
pub use output::{EndedOutput, OutputFile};
pub(crate) use regular::open_regular;
#[cfg(feature = "sqlite")]
pub(crate) use temporary::TemporaryFile;
pub(crate) use temporary::sync_folder;
