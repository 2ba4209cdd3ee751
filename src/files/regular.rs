//! Checking that a path is a regular file, and not a folder, a link, a pipe or a device.
use std::fs::{self, File};
use std::io::{self, BufRead};
use std::path::Path;

/// Opens a regular file for reading. Anything else is refused: opening a pipe would wait for its writer, and a device may have no
/// end.
///
/// # Errors
/// Errors of the system; [`io::ErrorKind::InvalidInput`] for anything except a regular file.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(refusal("it is not a regular file")) }
}

/// Whether two files have the same bytes from here to their ends.
///
/// # Errors
/// Errors of reading.
pub(crate) fn have_same_bytes(mut one: impl BufRead, mut other: impl BufRead) -> io::Result<bool> {
    loop {
        let (a, b) = (one.fill_buf()?, other.fill_buf()?);
        let length = a.len().min(b.len());
        if length == 0 || a[..length] != b[..length] {
            return Ok(a.is_empty() && b.is_empty());
        }
        one.consume(length);
        other.consume(length);
    }
}

pub(crate) fn refusal(words: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, words)
}
