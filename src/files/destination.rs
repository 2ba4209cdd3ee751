//! The destination of an output, checked before the work begins; and what to do if it cannot be written.
use super::codec::{Codec, names_ranks};
use super::paths::{display_path, folder_of, resolve_links};
use crate::errors::{reworded, wrong_input};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The destination of an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Standard output, a device or a pipe: bytes are written there at once.
    Stream(PathBuf),
    /// A regular file, after following symbolic links. It may not exist yet. The ending of this name decides the codec.
    File(PathBuf),
}

impl Destination {
    /// The destination of rows for `path`; `-` is standard output.
    ///
    /// Does all checks that are possible now, because a run should fail before its work, not after it. An existing file is not an
    /// error here, see [`must_be_new`].
    ///
    /// # Errors
    /// An unknown ending; a folder that has this name, or in which the file would be but which does not exist.
    pub fn of_rows(path: &Path) -> io::Result<Destination> {
        let destination = Destination::of(path)?;
        if let Destination::File(file) = &destination {
            if Codec::of_path(file).is_none() && !names_ranks(file) {
                return Err(unknown_ending(file));
            }
            check_folder(file)?;
        }
        Ok(destination)
    }

    /// The destination of an output with any ending; `-` is standard output.
    ///
    /// # Errors
    /// A folder has this name; errors of the system.
    pub(crate) fn of(path: &Path) -> io::Result<Destination> {
        if is_stdout(path) {
            return Ok(Destination::Stream(path.to_owned()));
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                Err(wrong_input(format!("{} is a folder: give the name of a file in it", display_path(path))))
            }
            Ok(metadata) if !metadata.is_file() => Ok(Destination::Stream(path.to_owned())),
            // Replace or create the file that a symbolic link leads to, and leave the link.
            Ok(_) => Ok(Destination::File(resolve_links(path))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Destination::File(resolve_links(path))),
            Err(error) => Err(write_error(&display_path(path), error)),
        }
    }
}

/// Checks that nothing has this name.
///
/// # Errors
/// Something has; a link that leads nowhere is an entry too.
pub fn must_be_new(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(_) => {
            Err(wrong_input(format!("{} exists already: choose another name, or replace it with --force", display_path(path))))
        }
        Err(_) => Ok(()),
    }
}

/// Checks that the folder of a file exists.
///
/// # Errors
/// It does not.
pub(super) fn check_folder(file: &Path) -> io::Result<()> {
    let folder = folder_of(file);
    if folder.is_dir() {
        return Ok(());
    }
    Err(wrong_input(format!("the folder {} does not exist: make it first, or choose another", display_path(folder))))
}

/// The error of a file name whose ending is that of no codec.
fn unknown_ending(path: &Path) -> io::Error {
    let name = display_path(path);
    wrong_input(format!("the ending of {name} is unknown: use .txt for plain text, .gz or .bz2 for compressed, .ranks for ranks"))
}

/// Whether two paths lead to one file, which need not exist yet: by other spellings of its folder, or by symbolic links.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let file = resolve_links(path);
        Some((fs::canonicalize(folder_of(&file)).ok()?, file.file_name()?.to_owned()))
    };
    one == other || place(one).is_some_and(|one| place(other) == Some(one))
}

/// Whether a path is `-`.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// What to do about an error of the system, to follow its text; empty if there is nothing to say.
///
/// ```text
/// No space left on device; make room there, or choose another place, and run the command again
/// ```
pub(crate) fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; make room there, or choose another place, and run the command again"
        }
        io::ErrorKind::FileTooLarge => {
            "; allow larger files with ulimit -f, make room there, or choose another place, and run the command again"
        }
        io::ErrorKind::NotFound => "; make the folder first, or choose another",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "; choose a folder that you may write to",
        _ if has_no_file_left(error) => "; close other programs, or allow more open files with ulimit -n",
        _ => "",
    }
}

/// Whether the process, or the whole system, has reached its limit of open files.
fn has_no_file_left(error: &io::Error) -> bool {
    let limits = [rustix::io::Errno::MFILE, rustix::io::Errno::NFILE].map(rustix::io::Errno::raw_os_error);
    // The errors of `tempfile` quote the system's error as text but keep only its kind, and this one's kind says nothing.
    let text = error.to_string();
    limits.iter().any(|code| text.contains(&format!("(os error {code})")))
}

/// The error of creating or writing an output.
pub(crate) fn write_error(name: &str, source: io::Error) -> io::Error {
    reworded(source, |source| format!("cannot write to {name}: {source}{}", remedy(source)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remedy_fits_its_error() {
        assert!(remedy(&io::ErrorKind::StorageFull.into()).contains("make room"));
        assert!(remedy(&io::ErrorKind::NotFound.into()).contains("make the folder"));
        assert!(remedy(&io::ErrorKind::PermissionDenied.into()).contains("may write"));
        assert_eq!(remedy(&io::Error::other("a bad day")), "");
        let missing = tempfile::tempfile_in("/nonexistent/folder").expect_err("no such folder");
        assert!(remedy(&missing).contains("make the folder"));
    }

    #[test]
    fn too_many_open_files_are_not_a_full_disk() {
        let plain = || io::Error::from(rustix::io::Errno::MFILE);
        let wrapped = io::Error::new(plain().kind(), format!("{} at path \"x\"", plain()));
        for error in [plain(), wrapped] {
            assert!(remedy(&error).contains("ulimit -n"), "{error}");
        }
    }
}
