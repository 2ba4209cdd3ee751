//! JSON: lines, an object on each, and one array of objects. Both have columns of any names.
use std::io::{self, BufRead, Read};

use serde::Deserialize;

use super::format::{Columns, Format, Input, LONGEST_RECORD, Reading, Records, TextTable};
use super::record::{Fields, ReadError, Record, add_json};
use crate::files::OutputFile;

pub(super) static JSON_LINES: Format = Format {
    name: "jsonl",
    help: "One JSON object per line",
    endings: &["jsonl", "ndjson"],
    columns: Columns::Any,
    recognise: |start| start.starts_with(b"{"),
    reading: Reading::Records(read_lines),
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
fn read_lines(mut source: Input) -> io::Result<Records> {
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

pub(super) static JSON_ARRAY: Format = Format {
    name: "json",
    help: "One JSON array",
    endings: &["json"],
    columns: Columns::Any,
    recognise: |start| start.starts_with(b"["),
    reading: Reading::Records(read_array),
    create: |path, existing, _, _| {
        let mut is_empty = true;
        Ok(Box::new(TextTable::new(OutputFile::table(path, existing)?, move |records| {
            let Some(records) = records else { return Ok(if is_empty { &b"[]\n"[..] } else { b"\n]\n" }.to_vec()) };
            let mut text = Vec::new();
            for record in records {
                text.extend_from_slice(if std::mem::take(&mut is_empty) { b"[\n" } else { b",\n" });
                add_json(&mut text, record)?;
            }
            Ok(text)
        })))
    },
};

fn read_array(source: Input) -> io::Result<Records> {
    let mut reader = ArrayReader { source, line: 1, is_begun: false };
    Ok(Box::new(std::iter::from_fn(move || reader.next().transpose())))
}

/// Splits an array into records. Its end and the commas between records must be there: without them, something is missing.
struct ArrayReader {
    source: Input,
    line: u64,
    is_begun: bool,
}

impl ArrayReader {
    fn next(&mut self) -> io::Result<Option<Record>> {
        let mut byte = self.token()?;
        if self.is_begun {
            match byte {
                b']' => return self.end(),
                b',' => byte = self.token()?,
                _ => return Err(self.wrong("there is neither a comma nor ] after a record")),
            }
        } else {
            self.is_begun = true; // after the bracket that identified the format
            byte = self.token()?;
            if byte == b']' {
                return self.end();
            }
        }
        if byte != b'{' {
            return Err(self.wrong("a record must be an object"));
        }
        let line = self.line;
        let mut object = (&b"{"[..]).chain(self.by_ref()).take(LONGEST_RECORD as u64);
        // serde_json reads byte by byte, so it stops behind the last brace
        let fields = Fields::deserialize(&mut serde_json::Deserializer::from_reader(&mut object));
        let is_long = object.limit() == 0;
        match fields {
            Ok(fields) => Ok(Some(Record { line, fields })),
            Err(error) if error.is_io() => Err(error.into()),
            Err(_) if is_long => Err(ReadError::long(line).into()),
            Err(error) if error.is_eof() => Err(self.wrong("the array is truncated")),
            Err(error) => Err(self.wrong(&format!("the record of line {line}: {error}"))),
        }
    }

    /// The end of the array: nothing follows.
    fn end(&mut self) -> io::Result<Option<Record>> {
        while let Some(byte) = self.byte()? {
            if !byte.is_ascii_whitespace() {
                return Err(self.wrong("something follows the end of the array"));
            }
        }
        Ok(None)
    }

    /// The next byte that is not white space.
    fn token(&mut self) -> io::Result<u8> {
        loop {
            match self.byte()?.ok_or_else(|| self.wrong("the array is truncated"))? {
                byte if byte.is_ascii_whitespace() => {}
                byte => return Ok(byte),
            }
        }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let mut byte = [0];
        Ok((self.read(&mut byte)? == 1).then_some(byte[0]))
    }

    fn wrong(&self, problem: &str) -> io::Error {
        ReadError::File(format!("it can't be read as a JSON array: line {}: {problem}", self.line)).into()
    }
}

impl Read for ArrayReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.line += buffer[..length].iter().filter(|&&byte| byte == b'\n').count() as u64;
        Ok(length)
    }
}
