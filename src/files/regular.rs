//! Checking that a path is a regular file, and not a folder, a link, a pipe or a device.
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// Opens a regular file for reading. Anything else is refused: opening a pipe would wait for its writer, and a device may have no end.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidInput`] for anything but a regular file.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(refusal("it is not a regular file")) }
}

/// Checks that a path is free, or that the entry there is `wanted`. Links are not followed.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidInput`] with the message `otherwise` if another entry is there.
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
