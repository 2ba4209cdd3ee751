//! JSON lines.
use std::io::{self, BufRead, Read};

use super::{Fields, LONGEST_RECORD, Record, wrong_record};
use crate::database::table_text::Input;

/// Reads the records. Blank lines are skipped.
pub(super) fn read(mut source: Input) -> impl Iterator<Item = io::Result<Record>> {
    let mut number = 0u64;
    let mut bytes = Vec::new();
    let mut next = move || loop {
        bytes.clear();
        if source.by_ref().take(LONGEST_RECORD as u64).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        number += 1;
        let place = format!("line {number}");
        if bytes.len() == LONGEST_RECORD && !bytes.ends_with(b"\n") {
            return Err(io::Error::from(crate::database::TableTextError::Damaged {
                format: "JSON lines",
                problem: format!("{place} is longer than {LONGEST_RECORD} bytes"),
            }));
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let fields = serde_json::from_slice::<Fields>(&bytes).map_err(|error| wrong_record(place.clone(), error))?;
        return Ok(Some(Record { place, fields }));
    };
    std::iter::from_fn(move || next().transpose())
}
