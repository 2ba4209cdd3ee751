//! Temporary files beside an output, and renaming a complete one.
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::error::OutputError;
use super::shown::shown;

/// The folder of a path; `.` if the path has no folder part.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file `NAME.RANDOM.tmp` in `folder`, with the permissions of any other new file.
pub(crate) fn temporary_file(path: &Path, folder: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// A regular file under a temporary name, which gets its own name once it is complete. Dropped before, it is removed.
pub(crate) struct TemporaryFile {
    file: NamedTempFile,
    path: PathBuf,
    replace: bool,
}

impl TemporaryFile {
    /// Creates the file that will be `path`, in `scratch` if that is given (a folder of the same file system), else beside `path`. With
    /// `replace`, an existing file of that name will be replaced.
    ///
    /// # Errors
    /// [`OutputError::MissingFolder`], [`OutputError::Create`].
    pub(crate) fn create(path: &Path, replace: bool, scratch: Option<&Path>) -> Result<TemporaryFile, OutputError> {
        let folder = folder_of(path);
        if !folder.is_dir() {
            return Err(OutputError::MissingFolder(folder.to_owned()));
        }
        let file = temporary_file(path, scratch.unwrap_or(folder))
            .map_err(|source| OutputError::Create { path: path.to_owned(), source })?;
        Ok(TemporaryFile { file, path: path.to_owned(), replace })
    }

    /// The name that the file will get.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The name that the file has now.
    pub(crate) fn temporary_path(&self) -> &Path {
        self.file.path()
    }

    /// The open file.
    pub(crate) fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Whether [`TemporaryFile::rename`] would refuse to replace an existing file.
    pub(crate) fn name_is_taken(&self) -> bool {
        !self.replace && self.path.exists()
    }

    /// Syncs the content to disk; returns the length of the file in bytes.
    ///
    /// # Errors
    /// [`OutputError::Full`], [`OutputError::Write`].
    pub(crate) fn sync(&self) -> Result<u64, OutputError> {
        let synced = self.file().sync_all().and_then(|()| self.file().metadata());
        synced.map(|metadata| metadata.len()).map_err(|source| OutputError::write(&shown(&self.path).to_string(), source))
    }

    /// Gives the file its own name and syncs the folder, so that the name survives a power failure.
    ///
    /// # Errors
    /// [`OutputError::Rename`]; the file then keeps its temporary name and is not removed.
    pub(crate) fn rename(self) -> Result<(), OutputError> {
        let TemporaryFile { file, path, replace } = self;
        let renamed = if replace { file.persist(&path) } else { file.persist_noclobber(&path) };
        if let Err(tempfile::PersistError { error: source, file }) = renamed {
            let kept = file.path().to_owned();
            return Err(match file.keep() {
                Ok(_) => OutputError::Rename { path, kept, source },
                Err(error) => OutputError::Write { name: shown(&path).to_string(), source: error.error },
            });
        }
        sync_folder(folder_of(&path));
        Ok(())
    }
}

/// Removes the file, link or pipe at `path` if there is one, and syncs the folder. Links are not followed.
///
/// # Errors
/// [`OutputError::Remove`].
pub(crate) fn remove_if_exists(path: &Path) -> Result<(), OutputError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        removed => removed.map_err(|source| OutputError::Remove { path: path.to_owned(), source })?,
    }
    sync_folder(folder_of(path));
    Ok(())
}

/// Syncs the names in a folder to disk. Some file systems cannot do this, so errors are ignored: the files themselves are synced.
pub(crate) fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
