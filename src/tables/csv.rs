//! CSV with a header. Any separator is read; commas are written.
use std::io::{self, BufRead, Read};

use super::format::{Columns, Format, Input, LONGEST_RECORD, Reading, Records, TextTable};
use super::record::{Cells, ReadError, Record, TableError, Value};
use crate::files::OutputFile;

/// The characters that separate columns. The table uses the one that its header has most often.
pub const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

pub(super) static CSV: Format = Format {
    name: "csv",
    help: "Comma-separated values with a header",
    endings: &["csv"],
    columns: Columns::Any,
    recognise: |start| {
        let header = String::from_utf8_lossy(start);
        let is_board = |name: &str| name.trim().trim_matches('"').eq_ignore_ascii_case("board");
        header.split(SEPARATORS).any(is_board)
    },
    reading: Reading::Records(read),
    create: |path, existing, columns, _| {
        let columns = columns.iter().map(|column| column.name.to_owned()).collect();
        let mut text = CsvText { columns, has_header: false };
        Ok(Box::new(TextTable::new(OutputFile::table(path, existing)?, move |records| text.of(records))))
    },
};

/// Reads the records. All values are texts.
fn read(mut source: Input) -> io::Result<Records> {
    let start = source.fill_buf()?;
    let header = String::from_utf8_lossy(start.split(|&byte| byte == b'\n').next().unwrap_or_default()).into_owned();
    // The library counts a line that ends with \r\n when it has read the first byte of the next.
    let lag = u64::from(header.ends_with('\r'));
    let occurrences = |separator: &char| header.matches(*separator).count();
    let separator = SEPARATORS.into_iter().rev().max_by_key(occurrences).unwrap_or(',') as u8;
    let source = QuoteCheck { source, separator, open: None, may_open: true, line: 1, length: 0 };
    let mut reader = csv::ReaderBuilder::new().delimiter(separator).trim(csv::Trim::All).from_reader(source);
    let columns: Vec<String> = reader.headers().map_err(|error| csv_error(error, 0))?.iter().map(str::to_owned).collect();
    if let Some(twice) = (1..columns.len()).find(|&k| columns[..k].contains(&columns[k])) {
        let problem = format!("two columns are named {:?}: give them different names", columns[twice]);
        return Err(ReadError::Record { line: 1, problem }.into());
    }
    Ok(Box::new(reader.into_records().map(move |record| {
        let record = record.map_err(|error| csv_error(error, lag))?;
        let line = record.position().map_or(0, csv::Position::line) + lag;
        Ok(Record { line, fields: columns.iter().cloned().zip(record.iter().map(|text| Value::Text(text.to_owned()))).collect() })
    })))
}

/// An error of the library: of the source, or about the table. `lag` is added to the number of its line.
fn csv_error(error: csv::Error, lag: u64) -> io::Error {
    let line = error.position().map_or(1, |position| position.line() + lag);
    let problem = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("it has {len} {}, but the header has {expected_len}", if *len == 1 { "field" } else { "fields" })
        }
        _ => error.to_string(),
    };
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        _ => ReadError::Record { line, problem }.into(),
    }
}

/// A source that refuses what the library accepts: a quote that is never closed, and an endless record.
struct QuoteCheck {
    source: Input,
    separator: u8,
    /// The line of the quote that is open.
    open: Option<u64>,
    /// Whether a quote would open now: at the start of a field, or after a quote, since two of them stand for one.
    may_open: bool,
    line: u64,
    /// Bytes of the record so far.
    length: usize,
}

impl QuoteCheck {
    fn look(&mut self, byte: u8) {
        let is_end = matches!(byte, b'\n' | b'\r');
        match (self.open, byte) {
            (Some(_), b'"') => (self.open, self.may_open) = (None, true),
            (None, b'"') if self.may_open => self.open = Some(self.line),
            (Some(_), _) => {}
            _ => self.may_open = is_end || byte == self.separator,
        }
        self.length = if is_end && self.open.is_none() { 0 } else { self.length + 1 };
        self.line += u64::from(byte == b'\n');
    }
}

impl Read for QuoteCheck {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        buffer[..count].iter().for_each(|&byte| self.look(byte));
        match self.open {
            Some(line) if count == 0 || self.length > LONGEST_RECORD => {
                Err(ReadError::File(format!("line {line}: the quote that opens there is not closed")).into())
            }
            _ if self.length > LONGEST_RECORD => Err(ReadError::long(self.line).into()),
            _ => Ok(count),
        }
    }
}

/// Writes CSV.
struct CsvText {
    columns: Vec<String>,
    has_header: bool,
}

impl CsvText {
    /// The text of some records. The header comes first, even if there is no record.
    fn of(&mut self, records: Option<&[Cells<'_>]>) -> Result<Vec<u8>, TableError> {
        let records = records.unwrap_or_default();
        if let (true, Some(first)) = (self.columns.is_empty(), records.first()) {
            self.columns = first.iter().map(|(name, _)| (*name).to_owned()).collect();
        }
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        if !std::mem::replace(&mut self.has_header, true) && !self.columns.is_empty() {
            writer.write_record(&self.columns).map_err(TableError::library)?;
        }
        for record in records {
            if let Some((new, _)) = record.iter().find(|(name, _)| !self.columns.iter().any(|column| column == name)) {
                let problem = format!("the column {new} is not in the first record, so CSV has no place for it: choose .jsonl");
                return Err(TableError::Format(problem));
            }
            for (k, column) in self.columns.iter().enumerate() {
                let in_order = record.get(k).filter(|(name, _)| name == column);
                let cell = in_order.or_else(|| record.iter().find(|(name, _)| name == column));
                let text = cell.map_or(String::new(), |(_, cell)| cell.text());
                writer.write_field(text).map_err(TableError::library)?;
            }
            writer.write_record(None::<&[u8]>).map_err(TableError::library)?; // ends the line
        }
        writer.into_inner().map_err(|error| TableError::library(error.into_error()))
    }
}
