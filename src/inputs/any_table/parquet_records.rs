//! The records of a Parquet file.
use parquet::record::Field;
use serde_json::Value;

use super::Record;
use crate::inputs::table_text::{OnDisk, TableTextError, open_parquet};

pub(super) const FORMAT: &str = "a Parquet file";

/// Sends the records of the file to `send`, until that returns false: only the `needed` columns if it has the first of them.
pub(super) fn read(file: &OnDisk, needed: &[String], send: &mut dyn FnMut(Record) -> bool) -> Result<(), TableTextError> {
    let opened = open_parquet(file)?;
    let projection = opened.projection(needed)?;
    opened.for_each_row(projection, |number, row| {
        let fields = row.into_columns().into_iter().map(|(name, field)| (name, value(field))).collect();
        Ok(send(Record { place: format!("row {number}"), fields }))
    })
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
