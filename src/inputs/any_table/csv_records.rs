//! CSV with a header and any separator.
use std::io::{self, BufRead, Cursor, Read};

use serde_json::Value;

use super::{Fields, LONGEST_RECORD, Record};
use crate::inputs::table_text::{Input, ShortLines, TableTextError, csv_error, first_line, line_lag};

/// The characters that separate columns. The header decides which of them the table uses: the one that it has most often.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// Whether text is a table: its first line names the `column` with the boards or, if that is not known, has several names and no board, and
/// the line below has as many fields. Gives the source with both lines put back.
///
/// # Errors
/// Those of reading.
pub(super) fn is_table(mut source: Input, column: Option<&str>, is_board: impl Fn(&str) -> bool) -> io::Result<(bool, Input)> {
    let mut lines = Vec::new();
    source.by_ref().take(LONGEST_RECORD as u64).read_until(b'\n', &mut lines)?;
    let header = String::from_utf8_lossy(&lines).into_owned();
    let fields: Vec<&str> = header.split(SEPARATORS).map(|field| field.trim().trim_matches('"')).collect();
    let is_name = |field: &&str| {
        let words = || field.split_whitespace();
        let is_spaced = words().count() > 1 && words().all(|word| word.chars().count() == 1);
        field.contains(char::is_alphabetic) && !is_spaced && !words().any(&is_board)
    };
    let mut is_table = column.is_some_and(|column| fields.contains(&column));
    if !is_table && fields.len() > 1 && fields.iter().all(is_name) {
        let end = lines.len();
        source.by_ref().take(LONGEST_RECORD as u64).read_until(b'\n', &mut lines)?;
        is_table = String::from_utf8_lossy(&lines[end..]).split(SEPARATORS).count() == fields.len();
    }
    Ok((is_table, Box::new(Cursor::new(lines).chain(source))))
}

/// Reads the records. All values are texts.
///
/// # Errors
/// Those of reading the header.
pub(super) fn read(mut source: Input) -> io::Result<impl Iterator<Item = io::Result<Record>>> {
    let header = first_line(&mut source)?;
    let lag = line_lag(&header);
    let occurrences = |separator: &char| header.matches(*separator).count();
    let separator = SEPARATORS.into_iter().rev().max_by_key(occurrences).unwrap_or(',');
    let lines = ShortLines::new(source, LONGEST_RECORD);
    let mut reader = csv::ReaderBuilder::new().delimiter(separator as u8).trim(csv::Trim::All).from_reader(lines);
    let columns: Vec<String> = reader.headers().map_err(|error| csv_error(error, 0))?.iter().map(str::to_owned).collect();
    if let Some(twice) = (1..columns.len()).find(|&k| columns[..k].contains(&columns[k])) {
        let problem = format!("two columns are named {:?}: give them different names", columns[twice]);
        return Err(TableTextError::Value { place: "line 1".to_owned(), problem }.into());
    }
    Ok(reader.into_records().map(move |record| {
        let record = record.map_err(|error| csv_error(error, lag))?;
        let place = format!("line {}", record.position().map_or(0, csv::Position::line) + lag);
        let values = record.iter().map(|value| Value::String(value.to_owned()));
        Ok(Record { place, fields: columns.iter().cloned().zip(values).collect::<Fields>() })
    }))
}
