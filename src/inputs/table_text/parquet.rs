//! The rows of a Parquet file, in the order of the file.
//!
//! A file of some hundred bytes can promise pages of gigabytes, or repeat a row without end. So pages have a greatest length, and the number
//! of rows is limited by the length of the file.
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use parquet::basic::{Repetition, Type as Physical};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use parquet::schema::types::Type;

use super::background::Send;
use super::on_disk::OnDisk;
use super::page_headers::check_pages;
use super::{Record, TableTextError, depth_column, line};

const FORMAT: &str = "a Parquet file";
/// The longest footer, in bytes. It describes the groups of rows: that of `select` has about 2 KB for 131,072 rows.
const LONGEST_FOOTER: u32 = 16 << 20;
/// Rows that any file may have.
const ROWS: u64 = 1 << 20;
/// The most further rows for each byte of the file: boards may be repeated, but those of a database are different.
const ROWS_PER_BYTE: u64 = 8;

/// Sends the rows of the file to `send`.
pub(super) fn read(file: &OnDisk, send: &mut Send<'_>) -> Result<(), TableTextError> {
    let opened = open_parquet(file)?;
    let needed = [depth_column(|name| opened.has_column(name)), "board", "cluster_size"];
    if let Some(&column) = needed.iter().find(|name| !opened.has_column(name)) {
        return Err(TableTextError::Column { format: FORMAT, column });
    }
    // Only the columns that are needed are decoded: one of each name, with one value in each row.
    let fields: Vec<&Arc<Type>> = opened.fields().iter().filter(|field| needed.contains(&field.name())).collect();
    let is_single = |field: &&Arc<Type>| {
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
    opened.for_each_row(opened.projection(&needed)?, |number, row| {
        let mut record = Record::default();
        for (name, field) in row.get_column_iter() {
            match (name.as_str(), field) {
                ("moves" | "steps", field) => record.depth = integer(field),
                ("cluster_size", field) => record.cluster_size = integer(field),
                // Longer than any board, but not by much.
                ("board", Field::Str(text)) => record.board = Some(text.get(..100).unwrap_or(text)),
                _ => {}
            }
        }
        Ok(send(line(|| format!("row {number}"), &record)?))
    })
}

fn damaged(problem: impl ToString) -> TableTextError {
    TableTextError::Damaged { format: FORMAT, problem: problem.to_string() }
}

/// The length of the footer, from the last eight bytes of the file; none if the file is too short.
fn footer_length(mut file: &File) -> io::Result<u32> {
    let mut end = [0; 4];
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(&mut end)?;
    Ok(u32::from_le_bytes(end))
}

/// A file whose footer was read.
pub(crate) struct OpenedParquet {
    reader: SerializedFileReader<File>,
    file: File,
    /// The most rows that a file of its length may have.
    most: u64,
}

/// Opens the file and reads its footer.
pub(crate) fn open_parquet(file: &OnDisk) -> Result<OpenedParquet, TableTextError> {
    let file = file.open(|path| File::open(path)).flatten().map_err(damaged)?;
    let length = file.metadata().map_err(damaged)?.len();
    let footer = footer_length(&file).map_err(damaged)?;
    if footer > LONGEST_FOOTER {
        return Err(damaged(format!("its footer has {footer} bytes, and at most {LONGEST_FOOTER} are read")));
    }
    let reader = SerializedFileReader::new(file.try_clone().map_err(damaged)?).map_err(damaged)?;
    Ok(OpenedParquet { reader, file, most: ROWS + ROWS_PER_BYTE * length })
}

impl OpenedParquet {
    fn fields(&self) -> &[Arc<Type>] {
        self.reader.metadata().file_metadata().schema().get_fields()
    }

    fn has_column(&self, name: &str) -> bool {
        self.fields().iter().any(|field| field.name() == name)
    }

    /// What to decode so that only the `needed` columns are read; `None` if the file lacks the first of them.
    pub(crate) fn projection(&self, needed: &[impl AsRef<str>]) -> Result<Option<Type>, TableTextError> {
        if !needed.first().is_some_and(|first| self.has_column(first.as_ref())) {
            return Ok(None);
        }
        let is_needed = |field: &&Arc<Type>| needed.iter().any(|name| name.as_ref() == field.name());
        let fields = self.fields().iter().filter(is_needed).cloned().collect();
        Type::group_type_builder(self.reader.metadata().file_metadata().schema().name())
            .with_fields(fields)
            .build()
            .map(Some)
            .map_err(damaged)
    }

    /// Gives each row and its number, from 1, to `take` until that returns false. Only the columns of `projection` are decoded, if there is one.
    pub(crate) fn for_each_row(
        &self,
        projection: Option<Type>,
        mut take: impl FnMut(u64, Row) -> Result<bool, TableTextError>,
    ) -> Result<(), TableTextError> {
        let is_decoded = |name: &str| {
            projection.as_ref().is_none_or(|projection| projection.get_fields().iter().any(|field| field.name() == name))
        };
        let mut number = 0u64;
        for index in 0..self.reader.num_row_groups() {
            let group = self.reader.get_row_group(index).map_err(damaged)?;
            for column in group.metadata().columns() {
                let name = column.column_path().string();
                // a nested column is a path; the projection names its first part
                if is_decoded(&column.column_path().parts()[0]) {
                    check_pages(&self.file, column).map_err(|error| damaged(format!("column {name}, group {index}: {error}")))?;
                }
            }
            for row in group.get_row_iter(projection.clone()).map_err(damaged)? {
                number += 1;
                if number > self.most {
                    return Err(damaged(format!("it has more than {} rows, which a file of its length can't hold", self.most)));
                }
                if !take(number, row.map_err(damaged)?)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
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
