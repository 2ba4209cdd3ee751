//! Temporary files beside an output, and renaming a complete one.
use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use super::error::OutputError;

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

/// Renames a temporary file to `path` and syncs the folder, so that the name survives a power failure. With `replace`, an existing file
/// of that name is replaced.
///
/// # Errors
/// [`OutputError::Rename`]; the file then keeps its temporary name and is not removed.
pub(crate) fn rename(temporary: NamedTempFile, path: &Path, replace: bool) -> Result<(), OutputError> {
    let renamed = if replace { temporary.persist(path) } else { temporary.persist_noclobber(path) };
    if let Err(tempfile::PersistError { error: source, file }) = renamed {
        let kept = file.path().to_owned();
        return Err(match file.keep() {
            Ok(_) => OutputError::Rename { path: path.to_owned(), kept, source },
            Err(error) => OutputError::Write { name: path.display().to_string(), source: error.error },
        });
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
