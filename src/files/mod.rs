//! Files on disk, whatever their content: codecs, checksums, outputs that appear only when complete, journals, locks and run
//! folders.
//!
//! Start with [`OutputFile`]. This room knows nothing of puzzles.
mod checksum;
pub(crate) mod codec;
mod destination;
mod lock;
mod output;
mod paths;
mod run_folder;
mod temporary;

pub(crate) use checksum::bytes_of_hex;
pub use checksum::{Checksum, Checksummer, FileSum, hex, sha256};
pub use codec::{Codec, Encoder, names_ranks};
pub use destination::{Destination, is_same_file, must_be_new};
pub(crate) use destination::{remedy, write_error};
pub(crate) use output::check_companion;
pub use output::{EndedOutput, LineEncoder, OutputFile};
pub use paths::{display_path, printable, printable_lines};
pub(crate) use paths::{folder_of, open_regular, resolve_links};
pub(crate) use run_folder::COMPLETE;
pub use run_folder::{
    FolderRun, FolderState, MANIFEST, PROGRAM, RunFolder, has_run_folder, lines_of, may_be_published, run_folder_of,
};
pub use temporary::IfExists;
#[cfg(feature = "sqlite")]
pub(crate) use temporary::TemporaryFile;
#[cfg(feature = "cli")]
pub(crate) use temporary::remove_temporary_files;
pub(crate) use temporary::{remove_if_exists, remove_left_over_of};
