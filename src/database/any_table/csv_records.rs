//! CSV with a header and any separator.
use std::io::{self, BufRead};

use serde_json::Value;

use super::{Fields, LONGEST_RECORD, Record};
use crate::database::table_text::{Input, ShortLines, TableTextError, csv_error};

/// The characters that separate columns. The header decides which of them the table uses: the one that it has most often.
pub(super) const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The first line of a source, as far as it is buffered; nothing is consumed.
pub(super) fn first_line(source: &mut Input) -> io::Result<String> {
    let start = source.fill_buf()?;
    Ok(String::from_utf8_lossy(start.split(|&byte| byte == b'\n').next().unwrap_or_default()).into_owned())
}

/// Reads the records. All values are texts.
///
/// # Errors
/// Those of reading the header.
pub(super) fn read(mut source: Input) -> io::Result<impl Iterator<Item = io::Result<Record>>> {
    let header = first_line(&mut source)?;
    // The library counts a line that ends with \r\n when it has read the first byte of the next.
    let lag = u64::from(header.ends_with('\r'));
    let occurrences = |separator: &char| header.matches(*separator).count();
    let separator = SEPARATORS.into_iter().rev().max_by_key(occurrences).unwrap_or(',');
    let lines = ShortLines::new(source, LONGEST_RECORD);
    let mut reader = csv::ReaderBuilder::new().delimiter(separator as u8).trim(csv::Trim::All).from_reader(lines);
    let columns: Vec<String> = reader.headers().map_err(csv_error)?.iter().map(str::to_owned).collect();
    if let Some(twice) = (1..columns.len()).find(|&k| columns[..k].contains(&columns[k])) {
        let problem = format!("two columns are named {:?}: give them different names", columns[twice]);
        return Err(TableTextError::Value { place: "line 1".to_owned(), problem }.into());
    }
    Ok(reader.into_records().map(move |record| {
        let record = record.map_err(csv_error)?;
        let place = format!("line {}", record.position().map_or(0, csv::Position::line) + lag);
        let values = record.iter().map(|value| Value::String(value.to_owned()));
        Ok(Record { place, fields: columns.iter().cloned().zip(values).collect::<Fields>() })
    }))
}
