//! A folder that one process at a time may work in.
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::regular::must_be;

/// The file in the folder that is locked.
pub const LOCK: &str = "lock";

/// A folder that can't be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has it.
    #[error("another process is at work in {}: wait for it, or stop it first", .0.display())]
    Busy(PathBuf),
    /// It can't be made, or its file not be locked.
    #[error("cannot make and lock the folder {}: {source}", path.display())]
    Failed {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something in it can't be removed.
    #[error("cannot remove {}: {source}; remove it, or move it elsewhere", path.display())]
    Stays {
        /// What it is.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// A folder that this process has for itself, until it drops this value or ends, in whatever way.
#[derive(Debug)]
pub struct FolderLock {
    /// Open and locked as long as this lives.
    _file: File,
}

impl FolderLock {
    /// Makes the folder if there is none, and locks it.
    ///
    /// # Errors
    /// [`LockError::Busy`] if another process has it, [`LockError::Failed`] for all other failures.
    pub fn take(folder: &Path) -> Result<FolderLock, LockError> {
        let path = folder.join(LOCK);
        let failed = |source| LockError::Failed { path: folder.to_owned(), source };
        loop {
            match fs::create_dir(folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
                _ => {}
            }
            // A link that leads nowhere would look like a folder that has just gone, again and again; a pipe would wait for a reader.
            must_be(folder, "it is no folder", fs::Metadata::is_dir).map_err(failed)?;
            must_be(&path, "its lock is no regular file", fs::Metadata::is_file).map_err(failed)?;
            let file = match File::options().create(true).truncate(false).write(true).open(&path) {
                // The process that had it has just removed the folder.
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

    /// Removes the folder and all files in it; the lock goes last.
    ///
    /// # Errors
    /// [`LockError::Stays`] for the first thing that can't be removed, such as a folder in it.
    pub fn remove(self, folder: &Path) -> Result<(), LockError> {
        self.clear(folder, |_| false)?;
        let lock = folder.join(LOCK);
        fs::remove_file(&lock).map_err(|source| LockError::Stays { path: lock, source })?;
        fs::remove_dir(folder).map_err(|source| LockError::Stays { path: folder.to_owned(), source })
    }

    /// Removes all files in the folder but the lock and those to `keep`.
    ///
    /// # Errors
    /// [`LockError::Stays`] for the first thing that can't be removed, such as a folder.
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

/// Whether an open file is still the one that its path names: another process may have removed it before it was locked.
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
    #[cfg(unix)]
    fn what_is_no_folder_or_no_lock_is_refused() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        let refused = |words: &str| {
            let error = FolderLock::take(&folder).expect_err("refused").to_string();
            assert!(error.ends_with(words), "{error}");
        };
        std::os::unix::fs::symlink("nowhere", &folder).expect("a link");
        refused("rows.run: it is no folder");
        fs::remove_file(&folder).expect("removed");
        fs::write(&folder, "").expect("written");
        refused("rows.run: it is no folder");
        fs::remove_file(&folder).expect("removed");
        fs::create_dir(&folder).expect("made");
        std::os::unix::fs::symlink("no/where", folder.join(LOCK)).expect("a link");
        refused("rows.run: its lock is no regular file");
    }

    #[test]
    fn what_can_not_be_removed_is_named() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        let lock = FolderLock::take(&folder).expect("the lock");
        fs::create_dir(folder.join("mine")).expect("made");
        let error = lock.remove(&folder).expect_err("a folder in it").to_string();
        assert!(error.contains("rows.run/mine: ") && error.contains("move it elsewhere"), "{error}");
    }
}
