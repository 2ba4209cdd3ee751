//! Temporary files, and renaming a complete one.
//!
//! Their names are `NAME.gridlock-RANDOM.tmp`, where `NAME` is the name that the file will get. Each is locked while it is open.
//! So an unlocked one was left by a killed process, and the next process that writes `NAME` removes it.
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{NamedTempFile, PersistError};

use super::checksum::FileSum;
use super::destination::{check_folder, must_be_new, remedy, write_error};
use super::paths::{display_path, folder_of, open_regular};
use crate::errors::reworded;

const INFIX: &str = ".gridlock-";
const SUFFIX: &str = ".tmp";
const RANDOM: usize = 6;

/// What becomes of an existing file of the output's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    /// It stays, and is an error at once.
    Refused,
    /// It stays. In the end that is an error, unless it has the output's bytes: then an earlier process of the same run gave it
    /// its name.
    Compared,
    /// It is replaced.
    Replaced,
}

impl IfExists {
    /// It is replaced with `force`, and compared without.
    pub(crate) fn compared_unless(force: bool) -> IfExists {
        if force { IfExists::Replaced } else { IfExists::Compared }
    }
}

impl From<bool> for IfExists {
    /// The value of `--force`.
    fn from(force: bool) -> IfExists {
        if force { IfExists::Replaced } else { IfExists::Refused }
    }
}

/// A regular file under a temporary name, which gets its own name once it is complete. Dropped before, it is removed.
pub(crate) struct TemporaryFile {
    file: NamedTempFile,
    /// The folder in which it grows, if that is not the folder of `path`.
    scratch: Option<PathBuf>,
    path: PathBuf,
    existing: IfExists,
}

impl TemporaryFile {
    /// Creates the file that will be `path`, in `scratch` (a folder of the same file system) if given, otherwise next to `path`.
    ///
    /// # Errors
    /// A file of that name exists and is refused; the folder does not exist; errors of the system.
    pub(crate) fn create(path: &Path, existing: IfExists, scratch: Option<&Path>) -> io::Result<TemporaryFile> {
        if existing == IfExists::Refused {
            must_be_new(path)?;
        }
        check_folder(path)?;
        let (home, output) = (scratch.unwrap_or(folder_of(path)), name_of(path));
        remove_left_over(home, output);
        let mut made = lock_made();
        let file = create_temporary(home, output).map_err(|source| write_error(&display_path(path), source))?;
        made.push(file.path().to_owned());
        Ok(TemporaryFile { file, scratch: scratch.map(Path::to_owned), path: path.to_owned(), existing })
    }

    /// The name that the file will get.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The name that the file has now.
    #[cfg(any(feature = "sqlite", test))]
    pub(crate) fn temporary_path(&self) -> &Path {
        self.file.path()
    }

    /// The open file.
    pub(crate) fn file(&self) -> &File {
        self.file.as_file()
    }

    /// What becomes of an existing file of its name.
    pub(crate) fn existing(&self) -> IfExists {
        self.existing
    }

    /// Whether [`TemporaryFile::rename`] will refuse to replace an existing file with other bytes.
    pub(crate) fn is_refused(&self) -> bool {
        let is_taken = self.existing != IfExists::Replaced && fs::symlink_metadata(&self.path).is_ok();
        is_taken && !are_same_files(self.file.path(), &self.path)
    }

    /// Syncs the content to disk.
    ///
    /// # Errors
    /// Errors of the system.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file().sync_all().map_err(|source| write_error(&display_path(&self.path), source))
    }

    /// Gives the file its own name and syncs the folder, so that the name survives a power failure. A file that already has this
    /// name and these bytes stays.
    ///
    /// # Errors
    /// Errors of the system, for example if another file has the name and is not to be replaced. The file is then kept next to
    /// it as `NAME.gridlock-RANDOM`; a file in a scratch folder is removed, since it can be made again from that folder.
    pub(crate) fn rename(self) -> io::Result<()> {
        let TemporaryFile { file, scratch, path, existing } = self;
        let replace = existing == IfExists::Replaced;
        let renamed = if replace { file.persist(&path) } else { file.persist_noclobber(&path) };
        if let Err(PersistError { error: source, file }) = renamed
            && (replace || !are_same_files(file.path(), &path))
        {
            let what_is_left = match scratch {
                Some(folder) => format!("all of it is saved in {}, and the same command tries again", display_path(&folder)),
                None => format!("it is kept as {}", display_path(&keep(file, folder_of(&path)))),
            };
            let name = display_path(&path);
            return Err(reworded(source, |source| {
                format!("cannot give the complete output the name {name}: {source}{}; {what_is_left}", remedy(source))
            }));
        }
        sync_folder(folder_of(&path));
        Ok(())
    }
}

/// The names of all files that [`TemporaryFile::create`] has made. Locked while one is made, so that a signal never comes between
/// a file and its entry here.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn lock_made() -> MutexGuard<'static, Vec<PathBuf>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of this process, before a signal ends it. No further one is made while the guard lives.
#[cfg(feature = "cli")]
pub(crate) fn remove_temporary_files() -> impl Drop {
    let made = lock_made();
    for path in made.iter() {
        let _ = fs::remove_file(path); // gone if the output has its own name by now
    }
    made
}

/// Keeps a signal from ending the program while the guard lives: complete files are being given their names.
pub(super) fn publishing() -> impl Drop {
    lock_made()
}

/// Keeps a file under a name that the next run does not mistake for a left-over; returns its path.
fn keep(file: NamedTempFile, folder: &Path) -> PathBuf {
    let temporary = folder.join(name_of(file.path()));
    let kept = temporary.with_extension("");
    let _ = file.keep(); // cannot fail on Unix
    fs::rename(&temporary, &kept).map_or(temporary, |()| kept)
}

/// Whether two regular files have the same bytes.
fn are_same_files(one: &Path, other: &Path) -> bool {
    let sum = |path| FileSum::of(path, &AtomicBool::new(false)).ok().flatten();
    sum(one).is_some_and(|sum_of_one| sum(other) == Some(sum_of_one))
}

/// The last name of a path.
fn name_of(path: &Path) -> &OsStr {
    path.file_name().unwrap_or_default()
}

/// Creates and locks a file with a temporary name for an output called `output`.
fn create_temporary(folder: &Path, output: &OsStr) -> io::Result<NamedTempFile> {
    let prefix: OsString = [output, OsStr::new(INFIX)].into_iter().collect();
    tempfile::Builder::new().prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM).make_in(folder, |path| {
        let file = File::options().read(true).write(true).create_new(true).open(path)?;
        // Before it is locked, another process may take it for a left-over, and remove it while holding the lock. On a file
        // system without locks nothing is taken for a left-over, so any other error does not matter.
        let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock)) || !is_at(path, &file);
        if is_taken { Err(io::ErrorKind::AlreadyExists.into()) } else { Ok(file) } // then another name is tried
    })
}

/// Removes the temporary files beside `path` that processes left, for an output of this name that is not written again.
pub(crate) fn remove_left_over_of(path: &Path) {
    remove_left_over(folder_of(path), name_of(path));
}

/// Removes the temporary files for `output` that killed processes left. Files of running processes are locked, and stay. On an
/// error a file stays too: the work does not depend on its removal.
fn remove_left_over(folder: &Path, output: &OsStr) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| is_temporary_name(&entry.file_name(), output)) {
        let path = entry.path();
        // The lock is held until the name is gone.
        if let Ok(file) = open_regular(&path)
            && file.try_lock().is_ok()
            && is_at(&path, &file)
        {
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether this open file has this name.
pub(super) fn is_at(path: &Path, file: &File) -> bool {
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    fs::symlink_metadata(path).is_ok_and(|named| file.metadata().is_ok_and(|own| place(own) == place(named)))
}

/// Whether a temporary file for an output called `output` may have this name.
pub(crate) fn is_temporary_name(name: &OsStr, output: &OsStr) -> bool {
    let random = || {
        let rest = name.as_encoded_bytes().strip_prefix(output.as_encoded_bytes())?;
        rest.strip_prefix(INFIX.as_bytes())?.strip_suffix(SUFFIX.as_bytes())
    };
    random().is_some_and(|random| random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric))
}

/// Writes a file and syncs it to disk. It atomically replaces whatever has its name. Returns the file, open for more.
///
/// # Errors
/// Errors of the system. Then the name still leads to what it led to before.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let mut file = create_temporary(folder_of(path), name_of(path))?;
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    let file = file.persist(path)?;
    sync_folder(folder_of(path));
    Ok(file)
}

/// Removes the file, link or pipe at `path` if there is one, and syncs the folder. Links are not followed.
///
/// # Errors
/// It can't be removed.
pub(crate) fn remove_if_exists(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        removed => removed.map_err(|source| {
            let name = display_path(path);
            reworded(source, |source| format!("cannot remove {name}: {source}; remove it, or choose another name for the output"))
        })?,
    }
    sync_folder(folder_of(path));
    Ok(())
}

/// Syncs the names in a folder to disk. Some file systems cannot do this, so errors are ignored: the files themselves are synced.
pub(crate) fn sync_folder(path: &Path) {
    let _ = File::open(path).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn only_the_files_of_killed_processes_are_left_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |end: &str| folder.path().join(format!("rows.txt{end}"));
        let left = at(".gridlock-a1B2c3.tmp");
        let others =
            [".backup.tmp", ".gridlock-a1B2c3", ".gridlock-a1B2c.tmp", ".json.gridlock-a1B2c3.tmp", ".gridlock-a1B2.3.tmp"]
                .map(at);
        others.iter().chain([&left]).for_each(|path| fs::write(path, "x").expect("written"));
        let first = TemporaryFile::create(&at(""), IfExists::Refused, None).expect("a file");
        assert!(!left.exists() && others.iter().all(|path| path.exists()));
        let second = TemporaryFile::create(&at(""), IfExists::Refused, None).expect("a file");
        assert!(first.temporary_path().exists() && second.temporary_path().exists(), "the file of a process at work was removed");
    }

    /// While one thread makes temporary files, others look for left-overs all the time, even in the instant before a new file is
    /// locked.
    #[test]
    fn a_file_at_work_is_never_taken_for_a_left_over() {
        let parent = tempfile::tempdir().expect("a folder");
        let (folder, output, done) = (parent.path(), OsStr::new("rows.txt"), AtomicBool::new(false));
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        remove_left_over(folder, output);
                    }
                });
            }
            let lost = (0..200).find(|_| {
                let file = create_temporary(folder, output).expect("a file");
                thread::yield_now();
                !is_at(file.path(), file.as_file())
            });
            done.store(true, Ordering::Relaxed);
            assert_eq!(lost, None, "the file of a process at work was removed");
        });
        assert_eq!(fs::read_dir(folder).expect("a folder").count(), 0);
    }
}
