//! The rows of a Parquet file, in the order of the file.
//!
//! A file of some hundred bytes can promise pages of gigabytes, or repeat a row without end. So pages have a greatest length, and the number
//! of rows is limited by the length of the file.
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use parquet::basic::{Repetition, Type as Physical};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::schema::types::Type;

use super::background::Send;
use super::on_disk::OnDisk;
use super::page_headers::check_pages;
use super::{Record, TableColumns, TableTextError, line};

const FORMAT: &str = "a Parquet file";
/// The longest footer, in bytes. It describes the groups of rows: that of `select` has about 2 KB for 131,072 rows.
const LONGEST_FOOTER: u32 = 16 << 20;
/// Rows that any file may have.
const ROWS: u64 = 1 << 20;
/// The most further rows for each byte of the file: boards may be repeated, but those of a database are different.
const ROWS_PER_BYTE: u64 = 8;

/// Sends the rows of the file to `send`.
pub(super) fn read(file: &OnDisk, columns: TableColumns, send: &mut Send<'_>) -> Result<(), TableTextError> {
    let damaged = |problem: String| TableTextError::Damaged { format: FORMAT, problem };
    let library = |error: ParquetError| damaged(error.to_string());
    let (reader, file, length) = open_parquet(file)?;
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
    // Only the columns that are needed are decoded: one of each name, with one value in each row.
    let fields: Vec<Arc<Type>> = schema.get_fields().iter().filter(|field| needed.contains(&field.name())).cloned().collect();
    let is_single = |field: &Arc<Type>| {
        let kinds: &[Physical] =
            if field.name() == "board" { &[Physical::BYTE_ARRAY] } else { &[Physical::INT32, Physical::INT64] };
        field.is_primitive()
            && kinds.contains(&field.get_physical_type())
            && field.get_basic_info().repetition() != Repetition::REPEATED
    };
    if fields.len() != needed.len() || !fields.iter().all(is_single) {
        return Err(damaged(format!(
            "the columns {} must be there once, with one text or integer in each row",
            needed.join(", ")
        )));
    }
    let projection = Type::group_type_builder(schema.name()).with_fields(fields).build().map_err(library)?;
    let most = most_rows(length);
    let mut number = 0u64;
    for index in 0..reader.num_row_groups() {
        let group = reader.get_row_group(index).map_err(library)?;
        for column in group.metadata().columns() {
            let name = column.column_path().string();
            if needed.contains(&name.as_str()) {
                check_pages(&file, column).map_err(|error| damaged(format!("column {name}, group {index}: {error}")))?;
            }
        }
        for row in group.get_row_iter(Some(projection.clone())).map_err(library)? {
            number += 1;
            if number > most {
                return Err(damaged(format!("it has more than {most} rows, which a file of its length can't hold")));
            }
            let row = row.map_err(library)?;
            let mut record = Record::default();
            for (name, field) in row.get_column_iter() {
                match (name.as_str(), field) {
                    ("moves", field) => record.moves = integer(field),
                    ("cluster_size", field) => record.cluster_size = integer(field),
                    // Longer than any board, but not by much.
                    ("board", Field::Str(text)) => record.board = Some(text.get(..100).unwrap_or(text)),
                    _ => {}
                }
            }
            if !send(line(|| format!("row {number}"), columns, &record)?) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The length of the footer, from the last eight bytes of the file; none if the file is too short.
fn footer_length(mut file: &File) -> io::Result<u32> {
    let mut end = [0; 4];
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(&mut end)?;
    Ok(u32::from_le_bytes(end))
}

/// Opens the file and reads its footer; gives the reader, the file itself and its length.
pub(in crate::database) fn open_parquet(file: &OnDisk) -> Result<(SerializedFileReader<File>, File, u64), TableTextError> {
    let damaged = |problem: String| TableTextError::Damaged { format: FORMAT, problem };
    let system = |error: io::Error| damaged(error.to_string());
    let file = file.open(|path| File::open(path)).flatten().map_err(system)?;
    let length = file.metadata().map_err(system)?.len();
    let footer = footer_length(&file).map_err(system)?;
    if footer > LONGEST_FOOTER {
        return Err(damaged(format!("its footer has {footer} bytes, and at most {LONGEST_FOOTER} are read")));
    }
    let reader = SerializedFileReader::new(file.try_clone().map_err(system)?).map_err(|error| damaged(error.to_string()))?;
    Ok((reader, file, length))
}

/// The most rows that a file of this length may have.
pub(in crate::database) fn most_rows(length: u64) -> u64 {
    ROWS + ROWS_PER_BYTE * length
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
