//! Errors of outputs.
use super::error_class::classes;
use std::io;
use std::path::{Path, PathBuf};

use super::codec::CodecError;
use super::display_path::display_path;

/// Why an output could not be created, written or completed.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The ending of its name is unknown.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// A file of its name exists.
    #[error("{} exists already: choose another name, or replace it with --force", display_path(.0))]
    Exists(PathBuf),
    /// A folder of its name exists.
    #[error("{} is a folder: give the name of a file in it", display_path(.0))]
    IsFolder(PathBuf),
    /// Its folder does not exist.
    #[error("the folder {} does not exist: make it first, or choose another", display_path(.0))]
    MissingFolder(PathBuf),
    /// A file has the name of its description but is not one.
    #[error("{} has the name of the description of the rows but is not one: move it elsewhere, or replace it with --force", display_path(.0))]
    ForeignCompanion(PathBuf),
    /// It cannot be created, opened or written. If its reader has closed the pipe, as in `gridlock ... -o - | head -1`, the error is
    /// of kind `BrokenPipe`.
    #[error("cannot write to {name}: {source}{}", remedy(source))]
    Write {
        /// The output, for messages.
        name: String,
        /// The error of the system.
        source: io::Error,
    },
    /// It is complete, but could not be renamed to its own name. Nothing is lost.
    #[error("cannot give the complete output the name {}: {source}; it is kept as {}", display_path(path), display_path(kept))]
    Rename {
        /// The name it should have.
        path: PathBuf,
        /// Where it is now.
        kept: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It is complete, but could not be given its name. Nothing is lost: it can be made again from its scratch folder.
    #[error(
        "cannot give the complete output the name {}: {source}{}; all of it is saved in {}, and the same command tries again",
        display_path(path),
        remedy(source),
        display_path(folder)
    )]
    RenameFromScratch {
        /// The name it should have.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The description of an older file cannot be removed.
    #[error("cannot remove {}: {source}; remove it, or choose another name for the output", display_path(path))]
    Remove {
        /// What should be removed.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// What to do about an error of the system, to follow its text; empty if there is nothing to say.
///
/// ```text
/// No space left on device; make room there, or choose another place, and run the command again
/// ```
pub(crate) fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; make room there, or choose another place, and run the command again"
        }
        io::ErrorKind::FileTooLarge => {
            "; allow larger files with ulimit -f, make room there, or choose another place, and run the command again"
        }
        io::ErrorKind::NotFound => "; make the folder first, or choose another",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "; choose a folder that you may write to",
        _ if has_no_file_left(error) => "; close other programs, or allow more open files with ulimit -n",
        _ => "",
    }
}

/// Whether the process, or the whole system, has reached its limit of open files.
fn has_no_file_left(error: &io::Error) -> bool {
    let limits = [rustix::io::Errno::MFILE, rustix::io::Errno::NFILE].map(rustix::io::Errno::raw_os_error);
    // The errors of `tempfile` quote the system's error as text but keep only its kind, and this one's kind says nothing.
    let text = error.to_string();
    limits.iter().any(|code| text.contains(&format!("(os error {code})")))
}

impl OutputError {
    /// The error of creating or writing a file.
    pub(crate) fn write(path: &Path, source: io::Error) -> OutputError {
        OutputError::Write { name: display_path(path), source }
    }
}

classes!(
    OutputError [Codec.0, Write.source, Rename.source, RenameFromScratch.source, Remove.source]
    WrongInput: Exists, IsFolder, MissingFolder, ForeignCompanion
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remedy_fits_its_error() {
        assert!(remedy(&io::ErrorKind::StorageFull.into()).contains("make room"));
        assert!(remedy(&io::ErrorKind::NotFound.into()).contains("make the folder"));
        assert!(remedy(&io::ErrorKind::PermissionDenied.into()).contains("may write"));
        assert_eq!(remedy(&io::Error::other("a bad day")), "");
        let missing = tempfile::tempfile_in("/nonexistent/folder").expect_err("no such folder");
        assert!(remedy(&missing).contains("make the folder"));
    }

    #[test]
    fn too_many_open_files_are_not_a_full_disk() {
        let plain = || io::Error::from(rustix::io::Errno::MFILE);
        let wrapped = io::Error::new(plain().kind(), format!("{} at path \"x\"", plain()));
        for error in [plain(), wrapped] {
            assert!(remedy(&error).contains("ulimit -n"), "{error}");
        }
    }
}
