//! JSON lines: an object on each line, with columns of any names.
use std::io::{self, BufRead, Read};

use super::error::ReadError;
use super::format::{Columns, Format, Input, LONGEST_RECORD, Reading, Records};
use super::record::{Record, add_json};
use super::text_table::TextTable;
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

/// Blank lines are skipped.
fn read(mut source: Input) -> io::Result<Records> {
    let mut line = 0;
    let mut bytes = Vec::new();
    let mut next = move || loop {
        bytes.clear();
        if source.by_ref().take(LONGEST_RECORD as u64).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        line += 1;
        if bytes.len() == LONGEST_RECORD && !bytes.ends_with(b"\n") {
            return Err(ReadError::long(line).into());
        }
        if !bytes.trim_ascii().is_empty() {
            return Ok(Some(Record::of_json(line, bytes.trim_ascii())?));
        }
    };
    Ok(Box::new(std::iter::from_fn(move || next().transpose())))
}
