//! What can go wrong with an output.
use std::io;
use std::path::PathBuf;

use super::codec::CodecError;

/// An output that can't be made, written or completed.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Its ending names no codec.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// Something has its name already.
    #[error("{} exists already: choose another name, or replace it with --force", .0.display())]
    Exists(PathBuf),
    /// Its name is that of a folder.
    #[error("{} is a folder: give the name of a file in it", .0.display())]
    IsFolder(PathBuf),
    /// The folder it should stand in does not exist.
    #[error("the folder {} does not exist: make it first, or choose another", .0.display())]
    MissingFolder(PathBuf),
    /// It can't be made or opened for writing.
    #[error("cannot write to {}: {source}", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// No room is left.
    #[error("cannot write to {name}: {source}; make room there, or choose another place, and run the command again")]
    Full {
        /// The output, for people.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// Whoever read from it has gone, as in `gridlock ... -o - | head -1`.
    #[error("{name} was closed by its reader: {source}")]
    Closed {
        /// The output, for people.
        name: String,
        /// What the system says, of kind `BrokenPipe`.
        source: io::Error,
    },
    /// Any other failure to write.
    #[error("cannot write to {name}: {source}")]
    Write {
        /// The output, for people.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// It is complete but could not be given its name; nothing is lost.
    #[error("cannot give the complete output the name {}: {source}; it is kept as {}", path.display(), kept.display())]
    Rename {
        /// The name it should have.
        path: PathBuf,
        /// Where it is.
        kept: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl OutputError {
    /// The failure to write to `name`, by its kind.
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
