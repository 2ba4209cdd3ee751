//! A folder that one process at a time may work in.
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

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
        let failed = |source| LockError::Failed { path: folder.to_owned(), source };
        loop {
            match fs::create_dir(folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
                _ => {}
            }
            let path = folder.join(LOCK);
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

    /// Removes the folder and all that is in it; the lock goes last.
    ///
    /// # Errors
    /// Those of the system.
    pub fn remove(self, folder: &Path) -> io::Result<()> {
        self.clear(folder, |_| false)?;
        fs::remove_file(folder.join(LOCK))?;
        fs::remove_dir(folder)
    }

    /// Removes all files in the folder but the lock and those to `keep`.
    ///
    /// # Errors
    /// Those of the system.
    pub fn clear(&self, folder: &Path, keep: impl Fn(&str) -> bool) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if name != LOCK && !name.to_str().is_some_and(&keep) {
                fs::remove_file(entry.path())?;
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
}
