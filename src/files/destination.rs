//! The destination of an output, checked before the work begins.
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::codec::Codec;
use super::error::OutputError;
use super::paths::{folder_of, resolve_links};

/// The destination of an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Standard output, a device or a pipe: bytes are written there at once.
    Stream(PathBuf),
    /// A regular file, after following symbolic links. It may not exist yet. The ending of this name decides the codec.
    File(PathBuf),
}

impl Destination {
    /// The destination of rows for `path`; `-` is standard output.
    ///
    /// Does all checks that are possible now, because a run should fail before its work, not after it. An existing file is not an
    /// error here, see [`Destination::must_be_new`].
    ///
    /// # Errors
    /// [`OutputError::Codec`] for an unknown ending, [`OutputError::IsFolder`], [`OutputError::MissingFolder`].
    pub fn of_rows(path: &Path) -> Result<Destination, OutputError> {
        let destination = Destination::of(path)?;
        if let Destination::File(file) = &destination {
            Codec::of_path(file)?;
            let folder = folder_of(file);
            if !folder.is_dir() {
                return Err(OutputError::MissingFolder(folder.to_owned()));
            }
        }
        Ok(destination)
    }

    /// The destination of an output with any ending; `-` is standard output.
    ///
    /// # Errors
    /// [`OutputError::IsFolder`], [`OutputError::Write`].
    pub(crate) fn of(path: &Path) -> Result<Destination, OutputError> {
        if is_stdout(path) {
            return Ok(Destination::Stream(path.to_owned()));
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(OutputError::IsFolder(path.to_owned())),
            Ok(metadata) if !metadata.is_file() => Ok(Destination::Stream(path.to_owned())),
            // Replace or create the file that a symbolic link leads to, and leave the link.
            Ok(_) => Ok(Destination::File(resolve_links(path))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Destination::File(resolve_links(path))),
            Err(error) => Err(OutputError::write(path, error)),
        }
    }

    /// Checks that the destination is not an existing regular file.
    ///
    /// # Errors
    /// [`OutputError::Exists`] if it is one.
    pub fn must_be_new(&self) -> Result<(), OutputError> {
        match self {
            // A link that leads nowhere is an entry too.
            Destination::File(path) if fs::symlink_metadata(path).is_ok() => Err(OutputError::Exists(path.clone())),
            _ => Ok(()),
        }
    }
}

/// Whether two paths lead to one file, which need not exist yet: by other spellings of its folder, or by symbolic links.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let file = resolve_links(path);
        Some((fs::canonicalize(folder_of(&file)).ok()?, file.file_name()?.to_owned()))
    };
    one == other || place(one).is_some_and(|one| place(other) == Some(one))
}

/// Whether a path is `-`.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}
