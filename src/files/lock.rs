//! A folder in which one process at a time may work.
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::paths::{display_path, folder_of, refusal};
use super::temporary::{is_at, sync_folder};
use crate::errors::{reworded, wrong_input};

/// The name of the file in the folder that carries the lock.
pub const LOCK: &str = "lock";

/// A lock on a folder that belongs to this user. It lasts until this value is dropped or the process ends, for whatever reason.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    /// Open, and therefore locked, while this value lives.
    _file: File,
}

impl FolderLock {
    /// Locks a folder; makes it first if it does not exist. It must belong to this user, and each entry must be the lock or have
    /// a name that `is_ours` accepts.
    ///
    /// # Errors
    /// Another process has locked it, it is not this user's, or something else is in it; errors of the system.
    pub fn take(folder: &Path, is_ours: impl Fn(&OsStr) -> bool) -> io::Result<FolderLock> {
        let name = display_path(folder);
        let failed = |source| reworded(source, |source| format!("cannot make and lock the folder {name}: {source}"));
        let path = folder.join(LOCK);
        loop {
            match fs::create_dir(folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
                _ => {}
            }
            let is_own = match is_own_folder(folder) {
                // The process that held the lock has just removed the folder.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                is_own => is_own.map_err(failed)?,
            };
            if !is_own {
                return Err(wrong_input(format!("{name} belongs to another user: choose another name or folder for the output")));
            }
            // A power failure must not lose the folder with all its parts.
            sync_folder(folder_of(folder));
            // Check this before making the lock: the folder of another program must stay as it is.
            let names = match names_in(folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                names => names.map_err(failed)?,
            };
            if let Some(foreign) = names.iter().find(|name| *name != LOCK && !is_ours(name)) {
                let foreign = display_path(&folder.join(foreign));
                return Err(wrong_input(format!(
                    "{foreign} does not belong to this program: move it elsewhere, because the folder will be removed"
                )));
            }
            if fs::symlink_metadata(&path).is_ok_and(|entry| !entry.is_file()) {
                return Err(failed(refusal("its lock is not a regular file")));
            }
            let file = match File::options().write(true).create(true).truncate(false).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                file => file.map_err(failed)?,
            };
            match lock_soon(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(wrong_input(format!("another process is working in {name}: wait for it, or stop it first")));
                }
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
            // Another process may have removed the file before it was locked.
            if is_at(&path, &file) {
                return Ok(FolderLock { folder: folder.to_owned(), _file: file });
            }
        }
    }

    /// The locked folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes the files in the folder whose names `is_ours` accepts, then the lock, then the folder.
    ///
    /// Anything else put there in the meantime stays, and the folder with it. Another process may lock the folder again between
    /// the removal of the lock and of the folder. Then that process will remove the folder, and it is not an error that it
    /// remains.
    ///
    /// # Errors
    /// The first entry that cannot be removed, such as a folder.
    pub fn remove(self, is_ours: impl Fn(&OsStr) -> bool) -> io::Result<()> {
        self.clear(is_ours)?;
        self.remove_entry(OsStr::new(LOCK))?;
        match fs::remove_dir(&self.folder) {
            // Another process has locked the folder in the meantime, and perhaps removed it already; or something else is in it.
            Err(error) if matches!(error.kind(), io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotFound) => Ok(()),
            removed => removed.map_err(|source| stays(&self.folder, source)),
        }
    }

    /// Removes the files in the folder whose names `is_waste` accepts, but not the lock.
    ///
    /// # Errors
    /// The first entry that cannot be removed, such as a folder; the folder cannot be read.
    pub fn clear(&self, is_waste: impl Fn(&OsStr) -> bool) -> io::Result<()> {
        let names = names_in(&self.folder).map_err(|source| stays(&self.folder, source))?;
        names.iter().filter(|name| *name != LOCK && is_waste(name)).try_for_each(|name| self.remove_entry(name))
    }

    fn remove_entry(&self, name: &OsStr) -> io::Result<()> {
        let path = self.folder.join(name);
        fs::remove_file(&path).map_err(|source| stays(&path, source))
    }
}

/// Locks a file. Whoever only looks whether it is locked holds it for a moment: that is waited for.
fn lock_soon(file: &File) -> Result<(), TryLockError> {
    file.try_lock().or_else(|_| {
        thread::sleep(Duration::from_millis(50));
        file.try_lock()
    })
}

fn stays(path: &Path, source: io::Error) -> io::Error {
    reworded(source, |source| format!("cannot remove {}: {source}; remove it, or move it elsewhere", display_path(path)))
}

/// The names of all entries of a folder.
fn names_in(folder: &Path) -> io::Result<Vec<OsString>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect()
}

/// Whether a folder belongs to this user. Some file systems give all files one owner, or give root's files to another user: there
/// a new file has the folder's owner.
///
/// # Errors
/// Errors of the system; [`io::ErrorKind::InvalidInput`] for anything except a folder, and for a link to one.
fn is_own_folder(path: &Path) -> io::Result<bool> {
    let folder = fs::symlink_metadata(path)?;
    if !folder.is_dir() {
        return Err(refusal("it is not a folder"));
    }
    let owner_of_new = || tempfile::tempfile_in(path).and_then(|file| file.metadata()).map(|file| file.uid());
    Ok(folder.uid() == rustix::process::geteuid().as_raw() || owner_of_new().is_ok_and(|owner| owner == folder.uid()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ours(name: &OsStr) -> bool {
        name == "part" || name == "mine"
    }

    fn take(folder: &Path) -> io::Result<FolderLock> {
        FolderLock::take(folder, is_ours)
    }

    #[test]
    fn what_is_not_ours_is_refused_at_first_and_stays_in_the_end() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        fs::create_dir(&folder).expect("made");
        fs::write(folder.join("letter"), "x").expect("written");
        let error = take(&folder).expect_err("refused").to_string();
        assert!(error.contains("rows.run/letter does not belong to this program"), "{error}");
        assert!(!folder.join(LOCK).exists());
        fs::remove_file(folder.join("letter")).expect("removed");
        let lock = take(&folder).expect("the lock");
        fs::write(folder.join("part"), "x").expect("written");
        fs::write(folder.join("letter"), "x").expect("written");
        lock.remove(is_ours).expect("removed");
        assert!(folder.join("letter").exists() && fs::read_dir(&folder).expect("a folder").count() == 1);
    }

    #[test]
    fn the_second_is_refused_until_the_first_is_gone() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("rows.run");
        let first = take(&folder).expect("the lock");
        let error = take(&folder).expect_err("refused").to_string();
        assert!(error.starts_with("another process is working in"), "{error}");
        drop(first);
        let second = take(&folder).expect("the lock");
        fs::write(folder.join("part"), "x").expect("written");
        second.remove(is_ours).expect("removed");
        assert!(!folder.exists());
    }

    #[test]
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
        let error = lock.remove(is_ours).expect_err("a folder in it").to_string();
        assert!(error.contains("rows.run/mine: ") && error.contains("move it elsewhere"), "{error}");
    }
}
