//! The records of a Parquet file.
use parquet::errors::ParquetError;
use parquet::file::reader::FileReader;
use parquet::record::Field;
use serde_json::Value;

use super::{Fields, Record};
use crate::database::table_text::{OnDisk, TableTextError, check_pages, most_rows, open_parquet};

pub(super) const FORMAT: &str = "a Parquet file";

/// Sends the records of the file to `send`, until that returns false.
pub(super) fn read(file: &OnDisk, send: &mut dyn FnMut(Record) -> bool) -> Result<(), TableTextError> {
    let library = |error: ParquetError| TableTextError::Damaged { format: FORMAT, problem: error.to_string() };
    let damaged = |problem: String| TableTextError::Damaged { format: FORMAT, problem };
    let (reader, file, length) = open_parquet(file)?;
    let mut number = 0u64;
    for index in 0..reader.num_row_groups() {
        let group = reader.get_row_group(index).map_err(library)?;
        for column in group.metadata().columns() {
            let name = column.column_path().string();
            check_pages(&file, column).map_err(|error| damaged(format!("column {name}, group {index}: {error}")))?;
        }
        for row in group.get_row_iter(None).map_err(library)? {
            number += 1;
            if number > most_rows(length) {
                return Err(damaged(format!(
                    "it has more than {} rows, which a file of its length can't hold",
                    most_rows(length)
                )));
            }
            let columns = row.map_err(library)?.into_columns();
            let fields: Fields = columns.into_iter().map(|(name, field)| (name, value(field))).collect();
            if !send(Record { place: format!("row {number}"), fields }) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A value as JSON has it; what JSON has no type for becomes its text.
fn value(field: Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(value) => value.into(),
        Field::Byte(value) => value.into(),
        Field::Short(value) => value.into(),
        Field::Int(value) => value.into(),
        Field::Long(value) => value.into(),
        Field::UByte(value) => value.into(),
        Field::UShort(value) => value.into(),
        Field::UInt(value) => value.into(),
        Field::ULong(value) => value.into(),
        Field::Float(value) => value.into(),
        Field::Double(value) => value.into(),
        Field::Str(value) => value.into(),
        Field::ListInternal(list) => list.elements().iter().cloned().map(value).collect(),
        other => other.to_string().into(),
    }
}
