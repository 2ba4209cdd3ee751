//! A folder in which one process at a time may work.
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::regular::must_be;
use super::shown::shown;

/// The name of the file in the folder that carries the lock.
pub const LOCK: &str = "lock";

/// Why a folder could not be locked or removed.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has locked it.
    #[error("another process is at work in {}: wait for it, or stop it first", shown(.0))]
    Busy(PathBuf),
    /// The folder cannot be made, or its file cannot be locked.
    #[error("cannot make and lock the folder {}: {source}", shown(path))]
    Failed {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Something in the folder cannot be removed.
    #[error("cannot remove {}: {source}; remove it, or move it elsewhere", shown(path))]
    Stays {
        /// The file or folder that remains.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// A lock on a folder. It lasts until this value is dropped or the process ends, for whatever reason.
#[derive(Debug)]
pub struct FolderLock {
    /// Open, and therefore locked, while this value lives.
    _file: File,
}

impl FolderLock {
    /// Locks a folder; makes it first if it does not exist.
    ///
    /// # Errors
    /// [`LockError::Busy`] if another process has locked it, [`LockError::Failed`] for any other failure.
    pub fn take(folder: &Path) -> Result<FolderLock, LockError> {
        let path = folder.join(LOCK);
        let failed = |source| LockError::Failed { path: folder.to_owned(), source };
        loop {
            match fs::create_dir(folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
                _ => {}
            }
            // A dangling link would look like a folder that has just been removed, and this loop would not end; opening a pipe would
            // wait for its reader.
            must_be(folder, "it is not a folder", fs::Metadata::is_dir).map_err(failed)?;
            must_be(&path, "its lock is not a regular file", fs::Metadata::is_file).map_err(failed)?;
            let file = match File::options().create(true).truncate(false).write(true).open(&path) {
                // The process that held the lock has just removed the folder.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                file => file.map_err(failed)?,
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(LockError::Busy(folder.to_owned())),
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
            if is_the_file_at(&file, &path) {
                return Ok(FolderLock { _file: file });
            }
        }
    }

    /// Removes the folder and all files in it, the lock last.
    ///
    /// Between the removal of the lock and that of the folder, another process may lock the folder again. Then the folder is that
    /// process's to remove, and it is no error that it remains.
    ///
    /// # Errors
    /// [`LockError::Stays`] for the first entry that cannot be removed, such as a folder.
    pub fn remove(self, folder: &Path) -> Result<(), LockError> {
        self.remove_with_pause(folder, || {})
    }

    /// [`FolderLock::remove`], with something that happens between its two last steps.
    fn remove_with_pause(self, folder: &Path, pause: impl FnOnce()) -> Result<(), LockError> {
        self.clear(folder, |_| false)?;
        let lock = folder.join(LOCK);
        fs::remove_file(&lock).map_err(|source| LockError::Stays { path: lock, source })?;
        pause();
        match fs::remove_dir(folder) {
            // Another process has locked the folder in the meantime, and perhaps removed it already. What is in it now is that process's.
            Err(error) if matches!(error.kind(), io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotFound) => Ok(()),
            removed => removed.map_err(|source| LockError::Stays { path: folder.to_owned(), source }),
        }
    }

    /// Removes all files in the folder except the lock and those that `keep` accepts by name.
    ///
    /// # Errors
    /// [`LockError::Stays`] for the first entry that cannot be removed, such as a folder; [`LockError::Failed`] if the folder cannot be
    /// read.
    pub fn clear(&self, folder: &Path, keep: impl Fn(&str) -> bool) -> Result<(), LockError> {
        let unread = |source| LockError::Failed { path: folder.to_owned(), source };
        for entry in fs::read_dir(folder).map_err(unread)? {
            let entry = entry.map_err(unread)?;
            let name = entry.file_name();
            if name != LOCK && !name.to_str().is_some_and(&keep) {
                let path = entry.path();
                fs::remove_file(&path).map_err(|source| LockError::Stays { path, source })?;
            }
        }
        Ok(())
    }
}

/// Whether `path` still names this open file. Another process may have removed the file before it was locked.
#[cfg(unix)]
fn is_the_file_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: io::Result<fs::Metadata>| metadata.ok().map(|m| (m.dev(), m.ino()));
    let own = place(file.metadata());
    own.is_some() && own == place(fs::metadata(path))
}

#[cfg(not(unix))]
fn is_the_file_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_is_refused_until_the_first_is_gone() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        let first = FolderLock::take(&folder).expect("the lock");
        assert!(matches!(FolderLock::take(&folder), Err(LockError::Busy(_))));
        drop(first);
        let second = FolderLock::take(&folder).expect("the lock");
        fs::write(folder.join("part"), "x").expect("written");
        second.remove(&folder).expect("removed");
        assert!(!folder.exists());
    }

    #[test]
    fn a_folder_locked_anew_during_its_removal_is_left_to_the_other_process() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        let first = FolderLock::take(&folder).expect("the lock");
        let mut second = None;
        first.remove_with_pause(&folder, || second = Some(FolderLock::take(&folder).expect("the lock"))).expect("no error");
        assert!(matches!(FolderLock::take(&folder), Err(LockError::Busy(_))), "the second process lost its lock");
        let second = second.expect("the lock");
        second
            .remove_with_pause(&folder, || {
                FolderLock::take(&folder).expect("the lock").remove(&folder).expect("removed by the third process");
            })
            .expect("no error");
        assert!(!folder.exists());
    }

    #[test]
    #[cfg(unix)]
    fn what_is_not_a_folder_or_not_a_lock_is_refused() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        let refused = |words: &str| {
            let error = FolderLock::take(&folder).expect_err("refused").to_string();
            assert!(error.ends_with(words), "{error}");
        };
        std::os::unix::fs::symlink("nowhere", &folder).expect("a link");
        refused("rows.run: it is not a folder");
        fs::remove_file(&folder).expect("removed");
        fs::write(&folder, "").expect("written");
        refused("rows.run: it is not a folder");
        fs::remove_file(&folder).expect("removed");
        fs::create_dir(&folder).expect("made");
        std::os::unix::fs::symlink("no/where", folder.join(LOCK)).expect("a link");
        refused("rows.run: its lock is not a regular file");
    }

    #[test]
    fn what_cannot_be_removed_is_named() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        let lock = FolderLock::take(&folder).expect("the lock");
        fs::create_dir(folder.join("mine")).expect("made");
        let error = lock.remove(&folder).expect_err("a folder in it").to_string();
        assert!(error.contains("rows.run/mine: ") && error.contains("move it elsewhere"), "{error}");
    }
}
