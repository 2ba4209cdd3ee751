//! A journal: lines of JSON, each preceded by its checksum. A line is on disk before the program continues.
//!
//! ```text
//! 52f0a1e5c1b0d9aa {"first":0,"bytes":4711}
//! ```
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::checksum::sha256;
use super::temporary::replace;

/// Hexadecimal digits of the checksum: the first ones of the SHA-256 of the JSON.
const DIGITS: usize = 16;

/// A journal open for writing.
pub(super) struct Journal(File);

impl Journal {
    /// Creates a journal with some first lines. An existing file of that name is replaced atomically.
    ///
    /// # Errors
    /// Errors of the system.
    pub(super) fn create<T: Serialize>(path: &Path, lines: impl IntoIterator<Item = T>) -> io::Result<Journal> {
        let text: String = lines.into_iter().map(|line| line_of(&line)).collect::<io::Result<_>>()?;
        replace(path, text.as_bytes()).map(Journal)
    }

    /// Adds a line. It is on disk when this returns.
    ///
    /// # Errors
    /// Errors of the system. Part of the line may have been written, so no other line may be added.
    pub(super) fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.0.write_all(line_of(line)?.as_bytes())?;
        self.0.sync_data()
    }
}

fn line_of(value: &impl Serialize) -> io::Result<String> {
    let json = serde_json::to_string(value)?;
    Ok(format!("{} {json}\n", &sha256(json.as_bytes())[..DIGITS]))
}

/// The lines of a journal: their JSON, or `None` for a damaged one. A last line without its line end is left out: the program
/// ended while writing it.
pub fn lines_of(bytes: &[u8]) -> Vec<Option<String>> {
    let text = String::from_utf8_lossy(bytes);
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(sound).collect()
}

fn sound(line: &str) -> Option<String> {
    let (digits, json) = line.split_once(' ')?;
    (digits.len() == DIGITS && sha256(json.as_bytes()).starts_with(digits)).then(|| json.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let mut journal = Journal::create(&path, [1, 2]).expect("made");
        journal.append(&"three").expect("written");
        assert_eq!(lines_of(&std::fs::read(&path).expect("read")), ["1", "2", "\"three\""].map(|json| Some(json.to_owned())));
    }

    #[test]
    fn torn_lines_and_flipped_bits_are_recognised() {
        let line = line_of(&[1, 2, 3]).expect("a line").into_bytes();
        let two = [&line[..], &line[..]].concat();
        assert_eq!(lines_of(&two[..two.len() - 1]), lines_of(&line));
        for bit in 0..line.len() * 8 {
            let mut damaged = line.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(lines_of(&damaged).iter().all(Option::is_none), "bit {bit}");
        }
    }
}
