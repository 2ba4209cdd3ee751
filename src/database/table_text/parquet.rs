//! The rows of a Parquet file, in the order of the file.
use std::fs::File;
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::schema::types::Type;

use super::background::Send;
use super::on_disk::OnDisk;
use super::{Record, TableColumns, TableTextError, line};

const FORMAT: &str = "a Parquet file";

/// Sends the rows of the file to `send`.
pub(super) fn read(file: &OnDisk, columns: TableColumns, send: &mut Send<'_>) -> Result<(), TableTextError> {
    let damaged = |problem: String| TableTextError::Damaged { format: FORMAT, problem };
    let library = |error: ParquetError| damaged(error.to_string());
    let reader = open_parquet(file)?;
    let schema = reader.metadata().file_metadata().schema();
    let needed: &[&'static str] = match columns {
        TableColumns::Row => &["moves", "board", "cluster_size"],
        TableColumns::Board => &["board"],
    };
    for &column in needed {
        if !schema.get_fields().iter().any(|field| field.name() == column) {
            return Err(TableTextError::Column { format: FORMAT, column });
        }
    }
    // Only the columns that are needed are decoded.
    let fields: Vec<Arc<Type>> = schema.get_fields().iter().filter(|field| needed.contains(&field.name())).cloned().collect();
    let projection = Type::group_type_builder(schema.name()).with_fields(fields).build().map_err(library)?;
    for (number, row) in (1u64..).zip(reader.get_row_iter(Some(projection)).map_err(library)?) {
        let row = row.map_err(library)?;
        let mut record = Record::default();
        for (name, field) in row.get_column_iter() {
            match (name.as_str(), field) {
                ("moves", field) => record.moves = integer(field),
                ("cluster_size", field) => record.cluster_size = integer(field),
                ("board", Field::Str(text)) => record.board = Some(text),
                _ => {}
            }
        }
        if !send(line(|| format!("row {number}"), columns, &record)?) {
            break;
        }
    }
    Ok(())
}

/// Opens the file and reads its metadata.
pub(in crate::database) fn open_parquet(file: &OnDisk) -> Result<SerializedFileReader<File>, TableTextError> {
    let damaged = |problem: String| TableTextError::Damaged { format: FORMAT, problem };
    let file = file.open(|path| File::open(path)).flatten().map_err(|error| damaged(error.to_string()))?;
    SerializedFileReader::new(file).map_err(|error| damaged(error.to_string()))
}

/// An integer of any width that is not negative.
fn integer(field: &Field) -> Option<u64> {
    match *field {
        Field::Byte(value) => u64::try_from(value).ok(),
        Field::Short(value) => u64::try_from(value).ok(),
        Field::Int(value) => u64::try_from(value).ok(),
        Field::Long(value) => u64::try_from(value).ok(),
        Field::UByte(value) => Some(value.into()),
        Field::UShort(value) => Some(value.into()),
        Field::UInt(value) => Some(value.into()),
        Field::ULong(value) => Some(value),
        _ => None,
    }
}
