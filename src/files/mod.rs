//! Files on disk, whatever their content: codecs, checksums, outputs that appear only when complete, journals, locks and run
//! folders.
//!
//! Start with [`OutputFile`]. This room knows nothing of puzzles and imports no other room.
mod checksum;
pub(crate) mod codec;
mod destination;
mod display_path;
mod error;
mod error_class;
mod forecast;
mod gauge;
mod journal;
mod lock;
mod output;
mod paths;
mod regular;
mod run_folder;
mod temporary;

pub(crate) use checksum::bytes_of_hex;
pub use checksum::{Checksum, Checksummer, FileSum, hex, sha256};
pub use codec::{Codec, CodecError, Encoder, LineEncoder};
pub use destination::{Destination, is_same_file};
pub use display_path::{display_path, printable, printable_lines};
pub use error::OutputError;
pub(crate) use error::remedy;
pub use error_class::{Classified, ErrorClass};
pub(crate) use error_class::{classes, io_error, unwrapped};
pub use forecast::Forecast;
pub use gauge::{Gauge, GaugeReading, GaugeStage, GaugeUnit};
pub use journal::{JournalLine, lines_of};
pub use output::{EndedOutput, OutputFile};
pub(crate) use paths::resolve_links;
pub(crate) use regular::open_regular;
pub(crate) use run_folder::DESCRIPTION;
pub use run_folder::{FolderRun, MANIFEST, PROGRAM, RunFolder, RunFolderError, has_run_folder, may_be_published, run_folder_of};
pub use temporary::IfExists;
#[cfg(feature = "sqlite")]
pub(crate) use temporary::TemporaryFile;
pub(crate) use temporary::remove_left_over_of;
#[cfg(feature = "cli")]
pub(crate) use temporary::remove_temporary_files;
