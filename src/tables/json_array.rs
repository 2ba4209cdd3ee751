//! One JSON array of objects.
use std::io::{self, BufRead};

use super::error::ReadError;
use super::format::{Columns, Format, Input, LONGEST_RECORD, Reading, Records};
use super::record::{Record, add_json};
use super::text_table::TextTable;
use crate::files::OutputFile;

pub(super) static JSON_ARRAY: Format = Format {
    name: "json",
    help: "One JSON array",
    endings: &["json"],
    columns: Columns::Any,
    recognise: |start| start.starts_with(b"["),
    reading: Reading::Records(read),
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

fn read(source: Input) -> io::Result<Records> {
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
        Ok(Some(Record::of_json(line, &self.object()?)?))
    }

    /// Reads the rest of an object, whose first brace was read.
    fn object(&mut self) -> io::Result<Vec<u8>> {
        let mut object = vec![b'{'];
        let (mut depth, mut in_text, mut is_escaped) = (1, false, false);
        while depth > 0 {
            let byte = self.byte()?.ok_or_else(|| self.wrong("the array is truncated"))?;
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_text => is_escaped = true,
                b'"' => in_text = !in_text,
                b'{' if !in_text => depth += 1,
                b'}' if !in_text => depth -= 1,
                _ => {}
            }
            object.push(byte);
            if object.len() > LONGEST_RECORD {
                return Err(ReadError::long(self.line).into());
            }
        }
        Ok(object)
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
        let Some(&byte) = self.source.fill_buf()?.first() else { return Ok(None) };
        self.source.consume(1);
        self.line += u64::from(byte == b'\n');
        Ok(Some(byte))
    }

    fn wrong(&self, problem: &str) -> io::Error {
        ReadError::File(format!("it can't be read as a JSON array: line {}: {problem}", self.line)).into()
    }
}
