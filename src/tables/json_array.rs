//! One JSON array of objects.
use std::io::{self, Read};

use serde::Deserialize;

use super::format::{Columns, Format, Input, LONGEST_RECORD, Reading, Records, TextTable};
use super::record::{Fields, ReadError, Record, add_json};
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
