//! Temporary files next to an output, and renaming a complete one.
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::error::OutputError;
use super::folder::folder_of;
use super::regular::open_regular;
use super::shown::shown;

/// What follows the name of an output in the names of its temporary files: `NAME.gridlock-RANDOM.tmp`.
const INFIX: &str = ".gridlock-";
const SUFFIX: &str = ".tmp";
const RANDOM: usize = 6;

/// A new file `NAME.gridlock-RANDOM.tmp` in `folder`, with the permissions of any other new file.
///
/// It is locked while it is open. So a file of such a name that is not locked was left by a process that was killed: see
/// [`remove_left_over`].
pub(crate) fn temporary_file(path: &Path, folder: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(INFIX);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder)?;
        // Without locks on this file system nothing is ever taken for a leftover, so an error does not matter.
        let _ = file.as_file().try_lock();
        // Another process may have taken it for a leftover before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Whether `name` is that of a temporary file for an output called `output`.
pub(crate) fn is_temporary_name(name: &OsStr, output: &OsStr) -> bool {
    let random = || {
        let rest = name.as_encoded_bytes().strip_prefix(output.as_encoded_bytes())?;
        rest.strip_prefix(INFIX.as_bytes())?.strip_suffix(SUFFIX.as_bytes())
    };
    random().is_some_and(|random| random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric))
}

/// Removes the temporary files for `path` in `folder` that processes left when they were killed. Those of running processes are locked,
/// and stay. An error leaves a file where it is: the work does not depend on it.
fn remove_left_over(path: &Path, folder: &Path) {
    let (Some(output), Ok(entries)) = (path.file_name(), fs::read_dir(folder)) else { return };
    for entry in entries.flatten().filter(|entry| is_temporary_name(&entry.file_name(), output)) {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Checks that the names of the temporary files for `path` are not too long, by making one.
///
/// # Errors
/// [`OutputError::LongName`]. Any other error will come again when the file itself is made.
pub(crate) fn try_temporary_name(path: &Path) -> Result<(), OutputError> {
    match temporary_file(path, folder_of(path)) {
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => Err(OutputError::LongName(path.to_owned())),
        _ => Ok(()),
    }
}

/// A regular file under a temporary name, which gets its own name once it is complete. Dropped before, it is removed.
pub(crate) struct TemporaryFile {
    file: NamedTempFile,
    path: PathBuf,
    replace: bool,
}

impl TemporaryFile {
    /// Creates the file that will be `path`, in `scratch` if that is given (a folder of the same file system), otherwise next to `path`. With
    /// `replace`, an existing file of that name will be replaced.
    ///
    /// # Errors
    /// [`OutputError::MissingFolder`], [`OutputError::LongName`], [`OutputError::Create`].
    pub(crate) fn create(path: &Path, replace: bool, scratch: Option<&Path>) -> Result<TemporaryFile, OutputError> {
        let folder = folder_of(path);
        if !folder.is_dir() {
            return Err(OutputError::MissingFolder(folder.to_owned()));
        }
        let folder = scratch.unwrap_or(folder);
        remove_left_over(path, folder);
        let file = temporary_file(path, folder).map_err(|source| match source.kind() {
            io::ErrorKind::InvalidFilename => OutputError::LongName(path.to_owned()),
            _ => OutputError::Create { path: path.to_owned(), source },
        })?;
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
        !self.replace && fs::symlink_metadata(&self.path).is_ok()
    }

    /// Whether [`TemporaryFile::rename`] replaces an existing file.
    pub(crate) fn replaces(&self) -> bool {
        self.replace
    }

    /// Whether the file at `other` is a regular file with the same bytes.
    pub(crate) fn has_the_bytes_of(&self, other: &Path) -> bool {
        let same_bytes = || -> io::Result<bool> {
            let (own, other) = (File::open(self.temporary_path())?, open_regular(other)?);
            if own.metadata()?.len() != other.metadata()?.len() {
                return Ok(false);
            }
            let (mut own, mut other) = (BufReader::new(own), BufReader::new(other));
            loop {
                let (a, b) = (own.fill_buf()?, other.fill_buf()?);
                let length = a.len().min(b.len());
                if length == 0 || a[..length] != b[..length] {
                    return Ok(a.is_empty() && b.is_empty());
                }
                own.consume(length);
                other.consume(length);
            }
        };
        same_bytes().unwrap_or(false)
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
    /// [`OutputError::Rename`], also if another file has the name and is not to be replaced. The file is kept as `NAME.gridlock-RANDOM`.
    pub(crate) fn rename(self) -> Result<(), OutputError> {
        let TemporaryFile { file, path, replace } = self;
        let renamed = if replace { file.persist(&path) } else { file.persist_noclobber(&path) };
        if let Err(tempfile::PersistError { error: source, file }) = renamed {
            return Err(match file.keep() {
                Ok((_, temporary)) => {
                    // Under its temporary name it would be removed by the next run.
                    let kept = temporary.with_extension("");
                    let kept = fs::rename(&temporary, &kept).map_or(temporary, |()| kept);
                    OutputError::Rename { path, kept, source }
                }
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
    match fs::remove_file(path) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_files_of_killed_processes_are_left_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.txt");
        let left = [".gridlock-a1B2c3.tmp"].map(|end| folder.path().join(format!("rows.txt{end}")));
        let others =
            [".backup.tmp", ".gridlock-a1B2c3", ".gridlock-a1B2c.tmp", ".json.gridlock-a1B2c3.tmp", ".gridlock-a1B2.3.tmp"];
        let others = others.map(|end| folder.path().join(format!("rows.txt{end}")));
        left.iter().chain(&others).for_each(|path| fs::write(path, "x").expect("written"));
        let first = TemporaryFile::create(&path, false, None).expect("a file");
        assert!(left.iter().all(|path| !path.exists()) && others.iter().all(|path| path.exists()));
        let second = TemporaryFile::create(&path, false, None).expect("a file");
        assert!(first.temporary_path().exists() && second.temporary_path().exists(), "the file of a process at work was removed");
    }

    #[test]
    fn names_too_long_are_found_by_trying_them() {
        let folder = tempfile::tempdir().expect("a folder");
        for (length, fits) in [(200, true), (255 - 20, true), (255 - 19, false), (255, false)] {
            let tried = try_temporary_name(&folder.path().join("x".repeat(length)));
            assert_eq!(tried.is_ok(), fits, "{length}");
            assert!(fits || matches!(tried, Err(OutputError::LongName(_))));
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
