//! Checking that a path is a regular file, and not a folder, a link, a pipe or a device.
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a regular file for reading. Anything else is refused: opening a pipe would wait for its writer, and a device may have no
/// end.
///
/// # Errors
/// Errors of the system; [`io::ErrorKind::InvalidInput`] for anything except a regular file.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(refusal("it is not a regular file")) }
}

pub(crate) fn refusal(words: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, words)
}
