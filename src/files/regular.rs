//! Files that somebody else may have put where ours should be.
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// Opens a file for reading, if it is a regular one: a pipe would wait for its writer for ever, a device might never end.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidInput`] for anything but a file.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(refusal("it is no regular file")) }
}

/// Checks that nothing stands at a path but what is `wanted` there; links are not followed.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidInput`] with the words `otherwise` if something else stands there.
pub(crate) fn must_be(path: &Path, otherwise: &'static str, wanted: impl Fn(&Metadata) -> bool) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        found => {
            if wanted(&found?) {
                Ok(())
            } else {
                Err(refusal(otherwise))
            }
        }
    }
}

fn refusal(words: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, words)
}
