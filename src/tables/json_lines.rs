//! JSON lines: an object on each line, with columns of any names.
use std::io::{self, BufRead, Read};

use super::error::{ReadError, TableError};
use super::format::{Columns, Format, Input, LONGEST_RECORD, Reading, Records, TableWriter};
use super::record::{Cells, JsonObject, Record};
use crate::files::OutputFile;

pub(super) static JSON_LINES: Format = Format {
    name: "jsonl",
    help: "One JSON object per line",
    endings: &["jsonl", "ndjson"],
    columns: Columns::Any,
    recognise: |start| start.starts_with(b"{"),
    reading: Reading::Records(read),
    create: |path, existing, _| Ok(Box::new(JsonLines(OutputFile::text(path, existing)?))),
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
            return Err(ReadError::long("JSON lines", line).into());
        }
        if !bytes.trim_ascii().is_empty() {
            let fields = serde_json::from_slice(bytes.trim_ascii());
            let fields = fields.map_err(|error| ReadError::Value { line, problem: error.to_string() })?;
            return Ok(Some(Record { line, fields }));
        }
    };
    Ok(Box::new(std::iter::from_fn(move || next().transpose())))
}

struct JsonLines(OutputFile);

impl TableWriter for JsonLines {
    fn write(&mut self, records: &[Cells<'_>]) -> Result<(), TableError> {
        let mut text = Vec::new();
        for record in records {
            serde_json::to_writer(&mut text, &JsonObject(record)).map_err(TableError::library)?;
            text.push(b'\n');
        }
        Ok(self.0.write(&text)?)
    }

    fn finish(self: Box<Self>) -> Result<(), TableError> {
        Ok(self.0.finish()?)
    }
}
