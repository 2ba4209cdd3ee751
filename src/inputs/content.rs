//! What a file holds, by its first bytes.
use std::io::{self, BufRead, Read};

use super::vehicles::are_of_vehicles;
use crate::ranks::MAGIC;
use crate::tables::{Format, Input, ReadError, Reading, Records};

/// The first bytes that decide. In every table that `select` writes, the columns that matter come first.
const START: u64 = 512;

/// Some programs write this before UTF-8 text.
pub(super) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What a file holds.
#[derive(Clone, Copy)]
pub(super) enum Content {
    /// Rows or boards, one per line.
    Lines,
    /// Records, which this function reads.
    Table(fn(Input) -> io::Result<Records>),
    /// A list of vehicles as CSV.
    Vehicles,
    /// A rank file.
    Ranks,
}

impl Content {
    /// Recognises what a source holds by its first bytes, and returns the source with these bytes put back.
    ///
    /// # Errors
    /// Errors of reading; [`ReadError::File`], wrapped, for a table that is only written, and for other files that are not read.
    pub(super) fn of(mut source: Input) -> io::Result<(Content, Input)> {
        let mut start = Vec::new();
        // Only to the end of a line, because no more may ever come through a pipe.
        source.by_ref().take(START).read_until(b'\n', &mut start)?;
        if let Some((what, tip)) = foreign(&start) {
            return Err(ReadError::File(format!("it is {what}, which gridlock does not read: {tip}")).into());
        }
        if is_separator_line(&start) {
            start.clear();
            source.by_ref().take(START).read_until(b'\n', &mut start)?;
        }
        let marked = start.strip_prefix(BYTE_ORDER_MARK.as_bytes());
        let content = Content::of_start(marked.unwrap_or(&start))?;
        // The reader of lines skips the mark itself, since `verify` looks at the bytes of a line.
        if marked.is_some() && !matches!(content, Content::Lines) {
            start.drain(..BYTE_ORDER_MARK.len());
        }
        Ok((content, Box::new(io::Cursor::new(start).chain(source))))
    }

    fn of_start(start: &[u8]) -> Result<Content, ReadError> {
        let header = String::from_utf8_lossy(start);
        let columns = || header.split([',', ';', '\t']).map(|name| name.trim().trim_matches('"'));
        Ok(match Format::of_start(start).map(|format| format.reading) {
            _ if start.starts_with(MAGIC) => Content::Ranks,
            _ if are_of_vehicles(columns())
                || columns().count() > 1 && columns().any(|name| name.eq_ignore_ascii_case("orientation")) =>
            {
                Content::Vehicles
            }
            Some(Reading::Records(read)) => Content::Table(read),
            Some(Reading::Refused(format, convert)) => {
                let problem = format!("gridlock writes {format}, but does not read it: convert it to CSV with {convert}");
                return Err(ReadError::File(problem));
            }
            Some(Reading::Lines) | None => Content::Lines,
        })
    }
}

/// What a file that is never read is, by its first bytes, and what to do with it.
fn foreign(start: &[u8]) -> Option<(&'static str, &'static str)> {
    match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(("text in UTF-16", "save it as UTF-8")),
        [b'P', b'K', 3, 4, ..] => Some(("a zip archive or a spreadsheet", "unpack it, or save the sheet as CSV")),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(("compressed with xz", "unpack it with xz -d")),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(("compressed with Zstandard", "unpack it with zstd -d")),
        _ => None,
    }
}

/// Whether this is the line `sep=;` (or with another separator), which Excel reads and writes above a table.
fn is_separator_line(start: &[u8]) -> bool {
    let start = start.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(start).trim_ascii_end();
    start.len() == 5 && start.starts_with(b"sep=") || start == b"sep="
}
