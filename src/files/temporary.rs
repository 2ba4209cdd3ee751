//! Temporary files, and renaming a complete one.
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::display_path::display_path;
use super::error::OutputError;
use super::folder::{Folder, folder_of};
use super::regular::have_same_bytes;

/// What becomes of an existing file of the output's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    /// It stays, and is an error at once.
    Refused,
    /// It stays. In the end that is an error, unless it has the bytes of the output: then an earlier process of the same run gave it
    /// its name.
    Compared,
    /// It is replaced.
    Replaced,
}

impl From<bool> for IfExists {
    /// The value of `--force`.
    fn from(force: bool) -> IfExists {
        if force { IfExists::Replaced } else { IfExists::Refused }
    }
}

/// A regular file under a temporary name, which gets its own name once it is complete. Dropped before, it is removed.
pub(crate) struct TemporaryFile {
    file: File,
    entry: Entry,
    /// The folder of `path`.
    folder: Folder,
    path: PathBuf,
    replace: bool,
}

/// An entry of a folder that is removed when this value is dropped.
struct Entry {
    folder: Folder,
    name: OsString,
    path: PathBuf,
    is_temporary: bool,
}

impl Drop for Entry {
    fn drop(&mut self) {
        if self.is_temporary {
            let _ = self.folder.remove(&self.name);
        }
    }
}

impl TemporaryFile {
    /// Creates the file that will be `path`, in `scratch` if that is given (a folder of the same file system), otherwise next to `path`. With
    /// `replace`, an existing file of that name will be replaced.
    ///
    /// # Errors
    /// [`OutputError::MissingFolder`], [`OutputError::LongName`], [`OutputError::Create`].
    pub(crate) fn create(path: &Path, replace: bool, scratch: Option<&Folder>) -> Result<TemporaryFile, OutputError> {
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::InvalidFilename => OutputError::LongName(path.to_owned()),
            _ => OutputError::Create { path: path.to_owned(), source },
        };
        if !folder_of(path).is_dir() {
            return Err(OutputError::MissingFolder(folder_of(path).to_owned()));
        }
        let folder = Folder::open(folder_of(path)).map_err(failed)?;
        let home = scratch.unwrap_or(&folder).clone();
        let output = path.file_name().unwrap_or_default();
        home.remove_left_over(output);
        let (name, file) = home.create_temporary(output).map_err(failed)?;
        let entry = Entry { path: home.path().join(&name), folder: home, name, is_temporary: true };
        Ok(TemporaryFile { file, entry, folder, path: path.to_owned(), replace })
    }

    /// The name that the file will get.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn name(&self) -> &OsStr {
        self.path.file_name().unwrap_or_default()
    }

    /// The name that the file has now.
    pub(crate) fn temporary_path(&self) -> &Path {
        &self.entry.path
    }

    /// The open file.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Whether the temporary name still leads to the open file.
    #[cfg(feature = "sqlite")]
    pub(crate) fn has_its_temporary_name(&self) -> bool {
        self.entry.folder.names_file(&self.entry.name, &self.file)
    }

    /// Whether [`TemporaryFile::rename`] would refuse to replace an existing file, if that has other bytes.
    pub(crate) fn name_is_taken(&self) -> bool {
        !self.replace && self.folder.has(self.name())
    }

    /// Whether [`TemporaryFile::rename`] replaces an existing file.
    pub(crate) fn replaces(&self) -> bool {
        self.replace
    }

    /// Whether a regular file with the same bytes has its name already.
    pub(crate) fn is_there_already(&self) -> bool {
        let own = || self.entry.folder.read(&self.entry.name).map(BufReader::new);
        let other = || self.folder.read(self.name()).map(BufReader::new);
        self.name_is_taken() && own().and_then(|own| have_same_bytes(own, other()?)).unwrap_or(false)
    }

    /// Syncs the content to disk; returns the length of the file in bytes.
    ///
    /// # Errors
    /// [`OutputError::Full`], [`OutputError::Write`].
    pub(crate) fn sync(&self) -> Result<u64, OutputError> {
        let synced = self.file().sync_all().and_then(|()| self.file().metadata());
        synced.map(|metadata| metadata.len()).map_err(|source| OutputError::write(&display_path(&self.path).to_string(), source))
    }

    /// Gives the file its own name and syncs the folder, so that the name survives a power failure. A file with the same bytes that has
    /// the name already stays.
    ///
    /// # Errors
    /// [`OutputError::Rename`], also if another file has the name and is not to be replaced. Then the file is kept next to it as
    /// `NAME.gridlock-RANDOM`. A file in a scratch folder is removed: [`OutputError::RenameFromScratch`].
    pub(crate) fn rename(mut self) -> Result<(), OutputError> {
        let renamed = self.entry.folder.rename(&self.entry.name, &self.folder, self.name(), self.replace);
        if let Err(source) = renamed
            && !self.is_there_already()
        {
            let path = self.path.clone();
            if self.entry.folder.path() != self.folder.path() {
                return Err(OutputError::RenameFromScratch { path, folder: self.entry.folder.path().to_owned(), source });
            }
            return Err(OutputError::Rename { path, kept: self.keep(), source });
        }
        self.folder.sync();
        Ok(())
    }

    /// Keeps the file under a name that the next run does not take for that of a left-over; gives its path.
    fn keep(&mut self) -> PathBuf {
        self.entry.is_temporary = false;
        let kept = self.entry.path.with_extension("");
        let renamed = self.entry.folder.rename(&self.entry.name, &self.folder, kept.file_name().unwrap_or_default(), false);
        renamed.map_or(self.entry.path.clone(), |()| kept)
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

/// Syncs the names in a folder to disk; see [`Folder::sync`].
pub(crate) fn sync_folder(path: &Path) {
    if let Ok(folder) = Folder::open(path) {
        folder.sync();
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
}
