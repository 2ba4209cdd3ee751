//! JSON lines: an object on each line, with columns of any names.
use std::io::{self, BufRead, Read};

use super::format::{Columns, Format, Input, LONGEST_RECORD, Reading, Records, TextTable};
use super::record::{ReadError, Record, add_json};
use crate::files::OutputFile;

pub(super) static JSON_LINES: Format = Format {
    name: "jsonl",
    help: "One JSON object per line",
    endings: &["jsonl", "ndjson"],
    columns: Columns::Any,
    recognise: |start| start.starts_with(b"{"),
    reading: Reading::Records(read),
    create: |path, existing, _, _| {
        Ok(Box::new(TextTable::new(OutputFile::table(path, existing)?, |records| {
            let mut text = Vec::new();
            for record in records.unwrap_or_default() {
                add_json(&mut text, record)?;
                text.push(b'\n');
            }
            Ok(text)
        })))
    },
};

/// Blank lines are skipped. An object whose lines end in the middle of it, after a bracket or a comma, goes on in the next.
fn read(mut source: Input) -> io::Result<Records> {
    let mut line = 0;
    let mut bytes = Vec::new();
    let mut next = move || loop {
        bytes.clear();
        line += 1;
        let first = line;
        if source.by_ref().take(LONGEST_RECORD as u64).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        while matches!(bytes.trim_ascii(), [.., b'{' | b'[' | b',']) || line > first && !is_whole(&bytes) {
            line += 1;
            let rest = LONGEST_RECORD.saturating_sub(bytes.len()) as u64;
            if source.by_ref().take(rest).read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
        }
        if bytes.len() == LONGEST_RECORD && !bytes.ends_with(b"\n") {
            return Err(ReadError::long(first).into());
        }
        if !bytes.trim_ascii().is_empty() {
            return Ok(Some(Record::of_json(first, bytes.trim_ascii())?));
        }
    };
    Ok(Box::new(std::iter::from_fn(move || next().transpose())))
}

/// Whether all brackets of a text are closed. Those in texts of JSON count too, so an object that has some is refused.
fn is_whole(bytes: &[u8]) -> bool {
    let count = |brackets: &[u8]| bytes.iter().filter(|byte| brackets.contains(byte)).count();
    count(b"[{") <= count(b"]}")
}
