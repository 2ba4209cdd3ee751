//! Folders: the folder of a path, and folders held open.
//!
//! Everything in a folder that is held open is reached through its handle, by its name alone, and links are never followed. So whoever
//! may rename the folder, or put links into it, cannot lead a write to another file.
use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, RenameFlags, Stat};
use rustix::fs::{fchmod, fstat, linkat, openat, renameat, renameat_with, statat, unlinkat};
use rustix::io::{Errno, retry_on_intr};

use super::regular::refusal;
use super::temporary_name::{is_temporary_name, temporary_name};

/// The permissions of a new file, before the umask.
const NEW_FILE: Mode = Mode::from_bits_retain(0o666);
/// The permissions that let others change what a folder holds.
const WRITABLE_FOR_OTHERS: Mode = Mode::from_bits_retain(0o022);

/// The folder of a path; `.` if the path has no folder part.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A folder held open.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    handle: Arc<OwnedFd>,
}

impl Folder {
    /// Opens a folder. A link to a folder is followed.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn open(path: &Path) -> io::Result<Folder> {
        Folder::open_with(path, OFlags::empty())
    }

    /// Opens a folder that is no link.
    ///
    /// # Errors
    /// Those of the system; [`io::ErrorKind::InvalidInput`] for anything but a folder.
    pub(crate) fn open_itself(path: &Path) -> io::Result<Folder> {
        match Folder::open_with(path, OFlags::NOFOLLOW) {
            Err(error) if [Errno::NOTDIR, Errno::LOOP].map(Some).contains(&Errno::from_io_error(&error)) => {
                Err(refusal("it is not a folder"))
            }
            opened => opened,
        }
    }

    fn open_with(path: &Path, flags: OFlags) -> io::Result<Folder> {
        // Names can be used also in a folder whose names may not be listed.
        #[cfg(target_os = "linux")]
        let flags = flags | OFlags::PATH;
        let flags = flags | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = retry_on_intr(|| openat(CWD, path, flags, Mode::empty()))?;
        Ok(Folder { path: path.to_owned(), handle: Arc::new(handle) })
    }

    /// Its path when it was opened, for messages.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The names in it.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn names(&self) -> io::Result<Vec<OsString>> {
        use std::os::unix::ffi::OsStrExt;
        let mut names = Vec::new();
        for entry in Dir::new(self.readable()?)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name != b"." && name != b".." {
                names.push(OsStr::from_bytes(name).to_owned());
            }
        }
        Ok(names)
    }

    /// A handle that can list and sync the folder.
    fn readable(&self) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(retry_on_intr(|| openat(&self.handle, c".", flags, Mode::empty()))?)
    }

    /// Whether it belongs to this user.
    ///
    /// Some file systems give all files one owner, or give those of root to another user. There a folder is this user's if it has the
    /// owner of a file that this user makes in it.
    pub(crate) fn is_own(&self) -> bool {
        let is_own = |owner| {
            owner == rustix::process::geteuid().as_raw() || self.owner_of_new_file().is_ok_and(|of_new_file| of_new_file == owner)
        };
        self.owner().is_ok_and(is_own)
    }

    fn owner(&self) -> io::Result<u32> {
        Ok(fstat(&self.handle)?.st_uid)
    }

    fn owner_of_new_file(&self) -> io::Result<u32> {
        let (name, file) = self.create_temporary(OsStr::new("owner"))?;
        let owner = fstat(&file);
        self.remove(&name)?;
        Ok(owner?.st_uid)
    }

    /// The first of these entries that belongs to another user than the folder.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn first_of_another_owner<'n>(&self, names: impl IntoIterator<Item = &'n OsStr>) -> io::Result<Option<&'n OsStr>> {
        let owner = self.owner()?;
        for name in names {
            if self.stat(name)?.is_some_and(|stat| stat.st_uid != owner) {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Takes the right to write to the folder from all but its owner. Some file systems have no such rights, so errors are ignored.
    pub(crate) fn keep_others_out(&self) {
        let Ok(mode) = fstat(&self.handle).map(|stat| Mode::from_raw_mode(stat.st_mode)) else { return };
        if mode.intersects(WRITABLE_FOR_OTHERS)
            && let Ok(folder) = self.readable()
        {
            let _ = fchmod(folder, mode - WRITABLE_FOR_OTHERS);
        }
    }

    fn stat(&self, name: &OsStr) -> io::Result<Option<Stat>> {
        match retry_on_intr(|| statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW)) {
            Err(Errno::NOENT) => Ok(None),
            stat => Ok(Some(stat?)),
        }
    }

    /// Whether there is an entry of this name.
    pub(crate) fn has(&self, name: &OsStr) -> bool {
        self.stat(name).is_ok_and(|stat| stat.is_some())
    }

    /// Whether the entry of this name is this open file.
    pub(crate) fn names_file(&self, name: &OsStr, file: &File) -> bool {
        let place = |stat: &Stat| (stat.st_dev, stat.st_ino);
        let named = self.stat(name).ok().flatten();
        named.is_some_and(|named| fstat(file).is_ok_and(|own| place(&own) == place(&named)))
    }

    /// Opens a regular file for reading. Opening never waits, also not for the writer of a pipe.
    ///
    /// # Errors
    /// Those of the system; [`io::ErrorKind::InvalidInput`] for anything but a regular file.
    pub(crate) fn read(&self, name: &OsStr) -> io::Result<File> {
        match self.open_file(name, OFlags::RDONLY | OFlags::NONBLOCK) {
            Err(error) if Errno::from_io_error(&error) == Some(Errno::LOOP) => Err(refusal("it is not a regular file")),
            file => {
                let file = file?;
                if file.metadata()?.is_file() { Ok(file) } else { Err(refusal("it is not a regular file")) }
            }
        }
    }

    /// Creates a file of a name that is free, for reading and writing.
    ///
    /// # Errors
    /// Those of the system; [`io::ErrorKind::AlreadyExists`] if the name is taken, also by a link.
    pub(crate) fn create(&self, name: &OsStr) -> io::Result<File> {
        self.open_file(name, OFlags::RDWR | OFlags::CREATE | OFlags::EXCL)
    }

    /// Opens the regular file of this name for writing, or creates it. Its content stays.
    ///
    /// # Errors
    /// Those of the system; [`io::ErrorKind::InvalidInput`] with the message `otherwise` for anything but a regular file.
    pub(crate) fn open_or_create(&self, name: &OsStr, otherwise: &'static str) -> io::Result<File> {
        let is_other = |stat: Stat| FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile;
        if self.stat(name)?.is_some_and(is_other) {
            return Err(refusal(otherwise));
        }
        self.open_file(name, OFlags::WRONLY | OFlags::CREATE | OFlags::NONBLOCK)
    }

    fn open_file(&self, name: &OsStr, flags: OFlags) -> io::Result<File> {
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NOCTTY;
        Ok(File::from(retry_on_intr(|| openat(&self.handle, name, flags, NEW_FILE))?))
    }

    /// Creates a file with a temporary name for an output called `output`; gives its name too.
    ///
    /// It is locked while it is open. So a file of such a name that is not locked was left by a process that was killed: see
    /// [`Folder::remove_left_over`].
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn create_temporary(&self, output: &OsStr) -> io::Result<(OsString, File)> {
        loop {
            let name = temporary_name(output);
            let file = match self.create(&name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // Another process may take it for a left-over before it is locked: that process removes it while it holds the lock.
            // Without locks on this file system nothing is ever taken for a left-over, so any other error does not matter.
            let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            if !is_taken && self.names_file(&name, &file) {
                return Ok((name, file));
            }
        }
    }

    /// Removes the temporary files for `output` that processes left when they were killed. Those of running processes are locked, and
    /// stay. An error leaves a file where it is: the work does not depend on it.
    pub(crate) fn remove_left_over(&self, output: &OsStr) {
        let names = self.names().unwrap_or_default();
        for name in names.into_iter().filter(|name| is_temporary_name(name, output)) {
            // The lock is held until the name is gone.
            if let Ok(file) = self.read(&name)
                && file.try_lock().is_ok()
                && self.names_file(&name, &file)
            {
                let _ = self.remove(&name);
            }
        }
    }

    /// Writes a file and syncs it to disk. It replaces whatever has its name, all at once. Gives the file, open for more.
    ///
    /// # Errors
    /// Those of the system. Then the name leads to what it led to before.
    pub(crate) fn replace(&self, name: &OsStr, bytes: &[u8]) -> io::Result<File> {
        let (temporary, mut file) = self.create_temporary(name)?;
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        let renamed = written.and_then(|()| self.rename(&temporary, self, name, true));
        renamed.inspect_err(|_| drop(self.remove(&temporary)))?;
        self.sync();
        Ok(file)
    }

    /// Gives an entry the name `name` in the folder `to`. Only with `replace` it may take the place of another entry.
    ///
    /// Where the file system can neither rename without replacing nor link, it is checked first whether the name is free. Then only a
    /// file that another program makes in the same instant is replaced.
    ///
    /// # Errors
    /// Those of the system; [`io::ErrorKind::AlreadyExists`] if the name is taken.
    pub(crate) fn rename(&self, entry: &OsStr, to: &Folder, name: &OsStr, replace: bool) -> io::Result<()> {
        let rename = || retry_on_intr(|| renameat(&self.handle, entry, &to.handle, name));
        if replace {
            return Ok(rename()?);
        }
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        match retry_on_intr(|| renameat_with(&self.handle, entry, &to.handle, name, RenameFlags::NOREPLACE)) {
            Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
        match retry_on_intr(|| linkat(&self.handle, entry, &to.handle, name, AtFlags::empty())) {
            Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP | Errno::PERM | Errno::MLINK) => {}
            linked => {
                linked?;
                let _ = self.remove(entry); // the file has its name, and the next run removes the other one
                return Ok(());
            }
        }
        if to.stat(name)?.is_some() { Err(Errno::EXIST.into()) } else { Ok(rename()?) }
    }

    /// Removes a file, link or pipe.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(retry_on_intr(|| unlinkat(&self.handle, name, AtFlags::empty()))?)
    }

    /// Syncs its names to disk. Some file systems cannot do this, so errors are ignored: the files themselves are synced.
    pub(crate) fn sync(&self) {
        if let Ok(folder) = self.readable() {
            let _ = File::from(folder).sync_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    /// While one thread makes temporary files, others look for left-overs all the time, in the instant before a new file is locked too.
    #[test]
    fn a_file_at_work_is_never_taken_for_a_left_over() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(parent.path()).expect("opened");
        let (output, done) = (OsStr::new("rows.txt"), AtomicBool::new(false));
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        folder.remove_left_over(output);
                    }
                });
            }
            let lost = (0..3000).find(|_| {
                let (name, file) = folder.create_temporary(output).expect("a file");
                thread::yield_now();
                let is_lost = !folder.names_file(&name, &file);
                let _ = folder.remove(&name);
                is_lost
            });
            done.store(true, Ordering::Relaxed);
            assert_eq!(lost, None, "the file of a process at work was removed");
        });
        assert_eq!(folder.names().expect("names"), Vec::<OsString>::new());
    }

    #[test]
    fn links_are_never_followed() {
        let parent = tempfile::tempdir().expect("a folder");
        let at = |name: &str| parent.path().join(name);
        std::fs::write(at("victim"), "precious").expect("written");
        std::os::unix::fs::symlink(at("victim"), at("part")).expect("a link");
        std::os::unix::fs::symlink(parent.path(), at("folder")).expect("a link");
        let folder = Folder::open(parent.path()).expect("opened");
        let part = OsStr::new("part");
        assert_eq!(folder.create(part).expect_err("taken").kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(folder.read(part).expect_err("a link").kind(), io::ErrorKind::InvalidInput);
        assert_eq!(folder.open_or_create(part, "no").expect_err("a link").kind(), io::ErrorKind::InvalidInput);
        folder.replace(part, b"new").expect("replaced");
        assert_eq!(std::fs::read(at("part")).expect("a file"), b"new");
        assert_eq!(std::fs::read(at("victim")).expect("a file"), b"precious");
        assert_eq!(Folder::open_itself(&at("folder")).expect_err("a link").kind(), io::ErrorKind::InvalidInput);
        assert!(Folder::open(&at("folder")).is_ok());
    }

    #[test]
    fn an_entry_is_replaced_only_if_that_is_wanted() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(parent.path()).expect("opened");
        let [one, other] = ["one", "other"].map(OsStr::new);
        folder.replace(one, b"1").expect("written");
        folder.replace(other, b"2").expect("written");
        let refused = folder.rename(one, &folder, other, false).expect_err("taken");
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        folder.rename(one, &folder, other, true).expect("renamed");
        assert_eq!(std::fs::read(parent.path().join("other")).expect("a file"), b"1");
        assert!(!folder.has(one));
    }
}
