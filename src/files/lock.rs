//! A folder in which one process at a time may work.
use std::ffi::{OsStr, OsString};
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
    /// There is something in the folder that this program did not put there.
    #[error("{} is not of this program: move it elsewhere, because the folder will be removed", shown(.0))]
    Foreign(PathBuf),
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
    /// Locks a folder; makes it first if it does not exist. Every entry in it must be the lock or have a name that `is_ours` accepts.
    ///
    /// # Errors
    /// [`LockError::Busy`] if another process has locked it, [`LockError::Foreign`] for another name, [`LockError::Failed`] for any other
    /// failure.
    pub fn take(folder: &Path, is_ours: impl Fn(&OsStr) -> bool) -> Result<FolderLock, LockError> {
        if folder.is_dir() {
            // Before the lock is made: the folder of another program must stay as it is.
            all_ours(folder, &is_ours)?;
        }
        let lock = FolderLock::take_any(folder)?;
        all_ours(folder, &is_ours)?;
        Ok(lock)
    }

    fn take_any(folder: &Path) -> Result<FolderLock, LockError> {
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

    /// Removes the files in the folder whose names `is_ours` accepts, then the lock, then the folder.
    ///
    /// Anything else that was put there in the meantime stays, and so does the folder then. Between the removal of the lock and that of
    /// the folder, another process may lock the folder again. Then the folder is that process's to remove, and it is not an error that it
    /// remains.
    ///
    /// # Errors
    /// [`LockError::Stays`] for the first entry that cannot be removed, such as a folder.
    pub fn remove(self, folder: &Path, is_ours: impl Fn(&OsStr) -> bool) -> Result<(), LockError> {
        self.remove_with_pause(folder, is_ours, || {})
    }

    /// [`FolderLock::remove`], with something that happens between its two last steps.
    fn remove_with_pause(self, folder: &Path, is_ours: impl Fn(&OsStr) -> bool, pause: impl FnOnce()) -> Result<(), LockError> {
        self.clear(folder, is_ours)?;
        let lock = folder.join(LOCK);
        fs::remove_file(&lock).map_err(|source| LockError::Stays { path: lock, source })?;
        pause();
        match fs::remove_dir(folder) {
            // Another process has locked the folder in the meantime, and perhaps removed it already; or something else is in it.
            Err(error) if matches!(error.kind(), io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotFound) => Ok(()),
            removed => removed.map_err(|source| LockError::Stays { path: folder.to_owned(), source }),
        }
    }

    /// Removes the files in the folder whose names `is_waste` accepts, but not the lock.
    ///
    /// # Errors
    /// [`LockError::Stays`] for the first entry that cannot be removed, such as a folder; [`LockError::Failed`] if the folder cannot be
    /// read.
    pub fn clear(&self, folder: &Path, is_waste: impl Fn(&OsStr) -> bool) -> Result<(), LockError> {
        for name in names_in(folder)? {
            if name != LOCK && is_waste(&name) {
                let path = folder.join(name);
                fs::remove_file(&path).map_err(|source| LockError::Stays { path, source })?;
            }
        }
        Ok(())
    }
}

/// The names of all entries of a folder.
fn names_in(folder: &Path) -> Result<Vec<OsString>, LockError> {
    let names = || fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<_>>();
    names().map_err(|source| LockError::Failed { path: folder.to_owned(), source })
}

/// Checks that every entry of a folder is the lock or has a name that `is_ours` accepts.
fn all_ours(folder: &Path, is_ours: impl Fn(&OsStr) -> bool) -> Result<(), LockError> {
    let foreign = names_in(folder)?.into_iter().find(|name| name != LOCK && !is_ours(name));
    foreign.map_or(Ok(()), |name| Err(LockError::Foreign(folder.join(name))))
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

    fn is_ours(name: &OsStr) -> bool {
        name == "part" || name == "mine"
    }

    fn take(folder: &Path) -> Result<FolderLock, LockError> {
        FolderLock::take(folder, is_ours)
    }

    #[test]
    fn what_is_not_ours_is_refused_at_first_and_stays_in_the_end() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        fs::create_dir(&folder).expect("made");
        fs::write(folder.join("letter"), "x").expect("written");
        let error = take(&folder).expect_err("refused").to_string();
        assert!(error.contains("rows.run/letter is not of this program: move it elsewhere"), "{error}");
        assert!(!folder.join(LOCK).exists());
        fs::remove_file(folder.join("letter")).expect("removed");
        let lock = take(&folder).expect("the lock");
        fs::write(folder.join("part"), "x").expect("written");
        fs::write(folder.join("letter"), "x").expect("written");
        lock.remove(&folder, is_ours).expect("removed");
        assert!(folder.join("letter").exists() && fs::read_dir(&folder).expect("a folder").count() == 1);
    }

    #[test]
    fn the_second_is_refused_until_the_first_is_gone() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        let first = take(&folder).expect("the lock");
        assert!(matches!(take(&folder), Err(LockError::Busy(_))));
        drop(first);
        let second = take(&folder).expect("the lock");
        fs::write(folder.join("part"), "x").expect("written");
        second.remove(&folder, is_ours).expect("removed");
        assert!(!folder.exists());
    }

    #[test]
    fn a_folder_locked_anew_during_its_removal_is_left_to_the_other_process() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        let first = take(&folder).expect("the lock");
        let mut second = None;
        first.remove_with_pause(&folder, is_ours, || second = Some(take(&folder).expect("the lock"))).expect("no error");
        assert!(matches!(take(&folder), Err(LockError::Busy(_))), "the second process lost its lock");
        let second = second.expect("the lock");
        second
            .remove_with_pause(&folder, is_ours, || {
                take(&folder).expect("the lock").remove(&folder, is_ours).expect("removed by the third process");
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
            let error = take(&folder).expect_err("refused").to_string();
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
        let lock = take(&folder).expect("the lock");
        fs::create_dir(folder.join("mine")).expect("made");
        let error = lock.remove(&folder, is_ours).expect_err("a folder in it").to_string();
        assert!(error.contains("rows.run/mine: ") && error.contains("move it elsewhere"), "{error}");
    }
}
