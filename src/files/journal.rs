//! A journal: lines of JSON, each preceded by its checksum. A line is on disk before the program continues.
//!
//! ```text
//! 52f0a1e5c1b0d9aa {"first":0,"bytes":4711}
//! ```
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::Serialize;

use super::checksum::sha256;
use super::regular::open_regular;
use super::temporary::replace;

/// Hexadecimal digits of the checksum: the first ones of the SHA-256 of the JSON.
const DIGITS: usize = 16;

/// A journal open for writing.
pub struct Journal(File);

/// A line of a journal, as found on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JournalLine {
    /// A line whose checksum is right: its JSON.
    Sound(String),
    /// A line whose checksum is wrong.
    Damaged,
    /// The last line, without its line end: the program ended while writing it.
    Torn,
}

impl Journal {
    /// Creates a journal with some first lines. An existing file of that name is replaced atomically.
    ///
    /// # Errors
    /// Errors of the system.
    pub(crate) fn create<T: Serialize>(path: &Path, lines: impl IntoIterator<Item = T>) -> io::Result<Journal> {
        let text: String = lines.into_iter().map(|line| line_of(&line)).collect::<io::Result<_>>()?;
        replace(path, text.as_bytes()).map(Journal)
    }

    /// Adds a line. It is on disk when this returns.
    ///
    /// # Errors
    /// Errors of the system. Part of the line may have been written, so no other line may be added.
    pub fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.0.write_all(line_of(line)?.as_bytes())?;
        self.0.sync_data()
    }

    /// Reads the lines of a journal one by one.
    ///
    /// # Errors
    /// Errors of the system; [`io::ErrorKind::InvalidInput`] if it is not a regular file.
    pub(crate) fn read(path: &Path) -> io::Result<impl Iterator<Item = io::Result<JournalLine>> + use<>> {
        Ok(lines_of(BufReader::new(open_regular(path)?)))
    }
}

fn line_of(value: &impl Serialize) -> io::Result<String> {
    let json = serde_json::to_string(value)?;
    Ok(format!("{} {json}\n", &sha256(json.as_bytes())[..DIGITS]))
}

/// Reads the lines of a journal from any bytes, one line in memory at a time.
pub fn lines_of(mut bytes: impl BufRead) -> impl Iterator<Item = io::Result<JournalLine>> {
    let mut line = Vec::new();
    std::iter::from_fn(move || {
        line.clear();
        match bytes.read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => Some(Ok(match line.strip_suffix(b"\n") {
                Some(line) => sound(line).unwrap_or(JournalLine::Damaged),
                None => JournalLine::Torn,
            })),
            Err(error) => Some(Err(error)),
        }
    })
}

fn sound(line: &[u8]) -> Option<JournalLine> {
    let (digits, json) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let good = digits.len() == DIGITS && sha256(json.as_bytes()).starts_with(digits);
    good.then(|| JournalLine::Sound(json.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<JournalLine> {
        lines_of(bytes).collect::<Result<_, _>>().expect("memory can be read")
    }

    #[test]
    fn lines_come_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let mut journal = Journal::create(&path, [1, 2]).expect("made");
        journal.append(&"three").expect("written");
        let sound = |json: &str| JournalLine::Sound(json.to_owned());
        let lines: Vec<JournalLine> = Journal::read(&path).expect("opened").collect::<Result<_, _>>().expect("read");
        assert_eq!(lines, [sound("1"), sound("2"), sound("\"three\"")]);
    }

    #[test]
    fn torn_lines_and_flipped_bits_are_recognised() {
        let line = line_of(&[1, 2, 3]).expect("a line").into_bytes();
        let two = [&line[..], &line[..]].concat();
        assert_eq!(all(&two[..two.len() - 1])[1..], [JournalLine::Torn]);
        for bit in 0..line.len() * 8 {
            let mut damaged = line.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(all(&damaged).iter().all(|line| !matches!(line, JournalLine::Sound(_))), "bit {bit}");
        }
    }
}
