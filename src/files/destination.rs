//! Where an output is to stand, looked at before the work begins.
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::codec::Codec;
use super::error::OutputError;
use super::temporary::folder_of;

/// Where an output is to stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Standard output, a device or a pipe: written as it comes.
    Stream(PathBuf),
    /// A regular file, symbolic links followed.
    File(PathBuf),
}

impl Destination {
    /// Where rows for `path` go; `-` is standard output.
    ///
    /// Does all that can be done early: a run should fail before its work, not behind it. An existing file is no error here, see
    /// [`Destination::must_be_new`].
    ///
    /// # Errors
    /// [`OutputError::Codec`] for an unknown ending, and the variants for folders.
    pub fn of_rows(path: &Path) -> Result<Destination, OutputError> {
        let destination = Destination::of(path)?;
        if let Destination::File(file) = &destination {
            Codec::of_path(path)?;
            let folder = folder_of(file);
            if !folder.is_dir() {
                return Err(OutputError::MissingFolder(folder.to_owned()));
            }
        }
        Ok(destination)
    }

    pub(crate) fn of(path: &Path) -> Result<Destination, OutputError> {
        let create_error = |source| OutputError::Create { path: path.to_owned(), source };
        if is_stdout(path) {
            return Ok(Destination::Stream(path.to_owned()));
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(OutputError::IsFolder(path.to_owned())),
            Ok(metadata) if !metadata.is_file() => Ok(Destination::Stream(path.to_owned())),
            // Through a symbolic link the file is replaced, not the link.
            Ok(_) if fs::symlink_metadata(path).is_ok_and(|link| link.is_symlink()) => {
                fs::canonicalize(path).map(Destination::File).map_err(create_error)
            }
            Ok(_) => Ok(Destination::File(path.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Destination::File(path.to_owned())),
            Err(error) => Err(create_error(error)),
        }
    }

    /// Checks that no regular file of this name exists.
    ///
    /// # Errors
    /// [`OutputError::Exists`] if there is one.
    pub fn must_be_new(&self) -> Result<(), OutputError> {
        match self {
            Destination::File(path) if path.exists() => Err(OutputError::Exists(path.clone())),
            _ => Ok(()),
        }
    }
}

/// `-`
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Standard output without the line buffer that the standard library puts before it.
#[cfg(unix)]
pub(crate) fn stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

#[cfg(windows)]
pub(crate) fn stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}
