//! Records as a Parquet file. The types of the columns follow from the records of the first row group.
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use serde_json::Value;

use super::writer::text;
use crate::files::OutputFile;
use crate::tables::TableError;
use crate::tables::{ParquetOutput, parquet_error};

/// Records in a row group: that many are held in memory and then written together.
const GROUP: usize = 1 << 16;

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnType {
    Integer,
    Number,
    Truth,
    Text,
}

impl ColumnType {
    /// The narrowest type for all these values. What differs is text, and so is a column without a value.
    fn of<'v>(values: impl Iterator<Item = &'v Value>) -> ColumnType {
        let of_value = |value: &Value| match value {
            Value::Null => None,
            Value::Bool(_) => Some(ColumnType::Truth),
            Value::Number(number) if number.is_i64() => Some(ColumnType::Integer),
            Value::Number(_) => Some(ColumnType::Number),
            _ => Some(ColumnType::Text),
        };
        let join = |one, other| match (one, other) {
            _ if one == other => one,
            (ColumnType::Integer | ColumnType::Number, ColumnType::Integer | ColumnType::Number) => ColumnType::Number,
            _ => ColumnType::Text,
        };
        values.filter_map(of_value).reduce(join).unwrap_or(ColumnType::Text)
    }

    /// Whether a column of this type can hold the value.
    fn holds(self, value: &Value) -> bool {
        match self {
            ColumnType::Integer => value.is_i64() || value.is_null(),
            ColumnType::Number => value.is_number() || value.is_null(),
            ColumnType::Truth => value.is_boolean() || value.is_null(),
            ColumnType::Text => true,
        }
    }
}

/// A Parquet file that is being written.
pub(super) struct ParquetRecords {
    /// Taken when the schema is known.
    output: Option<OutputFile>,
    writer: Option<(SerializedFileWriter<ParquetOutput>, Vec<ColumnType>)>,
    /// The records of the row group that comes next.
    records: Vec<Vec<Value>>,
}

impl ParquetRecords {
    pub(super) fn new(output: OutputFile) -> ParquetRecords {
        ParquetRecords { output: Some(output), writer: None, records: Vec::new() }
    }

    /// Takes a record; its values are those of `columns`.
    pub(super) fn write(&mut self, columns: &[String], record: Vec<Value>) -> Result<(), TableError> {
        self.records.push(record);
        if self.records.len() == GROUP { self.write_group(columns) } else { Ok(()) }
    }

    pub(super) fn finish(mut self, columns: &[String]) -> Result<(), TableError> {
        self.write_group(columns)?;
        match self.writer {
            Some((writer, _)) => Ok(writer.into_inner().map_err(parquet_error)?.0.finish()?),
            None => Ok(()), // `write_group` made it
        }
    }

    fn write_group(&mut self, columns: &[String]) -> Result<(), TableError> {
        let records = std::mem::take(&mut self.records);
        if let Some(output) = self.output.take() {
            let types = (0..columns.len()).map(|k| ColumnType::of(records.iter().map(|record| &record[k]))).collect();
            self.writer = Some(created(output, columns, types).map_err(parquet_error)?);
        }
        let Some((writer, types)) = &mut self.writer else { return Ok(()) };
        for record in &records {
            let mut wrong = (0..columns.len()).filter(|&k| !types[k].holds(&record[k]));
            if let Some(k) = wrong.next() {
                return Err(TableError::MixedColumn { column: columns[k].clone(), value: text(&record[k]) });
            }
        }
        if records.is_empty() {
            return Ok(());
        }
        let mut group = writer.next_row_group().map_err(parquet_error)?;
        for (k, column_type) in types.iter().enumerate() {
            let values = records.iter().map(|record| &record[k]);
            match column_type {
                ColumnType::Integer => write_column::<Int64Type>(&mut group, values, |value| value.as_i64()),
                ColumnType::Number => write_column::<DoubleType>(&mut group, values, |value| value.as_f64()),
                ColumnType::Truth => write_column::<BoolType>(&mut group, values, |value| value.as_bool()),
                ColumnType::Text => {
                    let bytes = |value: &Value| (!value.is_null()).then(|| ByteArray::from(text(value).as_str()));
                    write_column::<ByteArrayType>(&mut group, values, bytes)
                }
            }
            .map_err(parquet_error)?;
        }
        group.close().map_err(parquet_error)?;
        Ok(())
    }
}

/// The file with its schema: every column may be without a value.
fn created(
    output: OutputFile,
    columns: &[String],
    types: Vec<ColumnType>,
) -> Result<(SerializedFileWriter<ParquetOutput>, Vec<ColumnType>), ParquetError> {
    use parquet::basic::{LogicalType, Repetition, Type as Physical};
    let field = |(name, column_type): (&String, &ColumnType)| {
        let (physical, logical) = match column_type {
            ColumnType::Integer => (Physical::INT64, None),
            ColumnType::Number => (Physical::DOUBLE, None),
            ColumnType::Truth => (Physical::BOOLEAN, None),
            ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let builder = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
        builder.with_logical_type(logical).build().map(Arc::new)
    };
    let fields = columns.iter().zip(&types).map(field).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("boards").with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    Ok((SerializedFileWriter::new(ParquetOutput(output), Arc::new(schema), Arc::new(properties))?, types))
}

/// Writes the next column of a row group; `get` gives `None` for a value that is missing.
fn write_column<'v, T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, ParquetOutput>,
    values: impl Iterator<Item = &'v Value>,
    get: impl Fn(&Value) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = values.map(get).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let present: Vec<T::T> = values.into_iter().flatten().collect();
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("more values than columns".to_owned()));
    };
    column.typed::<T>().write_batch(&present, Some(&levels), None)?;
    column.close()
}
