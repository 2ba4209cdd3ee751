//! Errors of outputs.
use std::io;
use std::path::PathBuf;

use super::codec::CodecError;
use super::shown::shown;

/// Why an output could not be created, written or completed.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The ending of its name is unknown.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// A file of its name exists.
    #[error("{} exists already: choose another name, or replace it with --force", shown(.0))]
    Exists(PathBuf),
    /// A folder of its name exists.
    #[error("{} is a folder: give the name of a file in it", shown(.0))]
    IsFolder(PathBuf),
    /// Its folder does not exist.
    #[error("the folder {} does not exist: make it first, or choose another", shown(.0))]
    MissingFolder(PathBuf),
    /// It cannot be created, or not be opened for writing.
    #[error("cannot write to {}: {source}", shown(path))]
    Create {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The disk is full.
    #[error("cannot write to {name}: {source}; make room there, or choose another place, and run the command again")]
    Full {
        /// The output, for messages.
        name: String,
        /// The error of the system.
        source: io::Error,
    },
    /// Its reader has closed the pipe, as in `gridlock ... -o - | head -1`.
    #[error("{name} was closed by its reader: {source}")]
    Closed {
        /// The output, for messages.
        name: String,
        /// The error of the system, of kind `BrokenPipe`.
        source: io::Error,
    },
    /// Any other error while writing.
    #[error("cannot write to {name}: {source}")]
    Write {
        /// The output, for messages.
        name: String,
        /// The error of the system.
        source: io::Error,
    },
    /// It is complete, but could not be renamed to its own name. Nothing is lost.
    #[error("cannot give the complete output the name {}: {source}; it is kept as {}", shown(path), shown(kept))]
    Rename {
        /// The name it should have.
        path: PathBuf,
        /// Where it is now.
        kept: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The description of an older file cannot be removed.
    #[error("cannot remove {}: {source}; remove it, or choose another name for the output", shown(path))]
    Remove {
        /// What should be removed.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl OutputError {
    /// The variant for an error while writing to `name`, chosen by the kind of the error.
    pub(crate) fn write(name: &str, source: io::Error) -> OutputError {
        let name = name.to_owned();
        match source.kind() {
            io::ErrorKind::BrokenPipe => OutputError::Closed { name, source },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                OutputError::Full { name, source }
            }
            _ => OutputError::Write { name, source },
        }
    }
}
