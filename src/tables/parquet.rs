//! Tables as Parquet files.
//!
//! The columns are written with the Parquet library alone. Its interface to Arrow arrays takes four times as long to build.
use super::TableKind;
use super::error::TableError;
use crate::files::{IfExists, OutputFile};
use crate::rows::{Cell, CellType, Column, TableRow};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Rows in a row group: that many are held in memory and then written together.
const GROUP: usize = 1 << 17;

/// A Parquet file that is being written.
pub(crate) struct ParquetTable {
    writer: SerializedFileWriter<ParquetOutput>,
    rows: Vec<TableRow>,
    kind: TableKind,
}

/// An output as a writer for the Parquet library.
pub(crate) struct ParquetOutput(pub(crate) OutputFile);

impl Write for ParquetOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Converts an error of the library, which may contain one of the output.
pub(crate) fn parquet_error(error: ParquetError) -> TableError {
    match error {
        ParquetError::External(source) => TableError::library(source),
        other => TableError::library(other),
    }
}

impl ParquetTable {
    pub(crate) fn create(path: &Path, existing: IfExists, kind: TableKind) -> Result<ParquetTable, TableError> {
        let column = |(name, column): (&str, &Column)| {
            let (physical, logical) = match column.cell_type() {
                CellType::Text => ("binary", "STRING"),
                CellType::U32 => ("int32", "INTEGER(32, false)"),
                CellType::U64 => ("int64", "INTEGER(64, false)"),
                CellType::I64 => ("int64", "INTEGER(64, true)"),
            };
            format!("required {physical} {name} ({logical});")
        };
        let columns: String = kind.columns().map(column).collect();
        let schema = parse_message_type(&format!("message puzzles {{ {columns} }}")).map_err(parquet_error)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let output = ParquetOutput(OutputFile::text(path, existing)?);
        let writer = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties)).map_err(parquet_error)?;
        Ok(ParquetTable { writer, rows: Vec::new(), kind })
    }

    pub(crate) fn temporary_path(&self) -> Option<&Path> {
        self.writer.inner().0.temporary_path()
    }

    pub(crate) fn write(&mut self, rows: &[TableRow]) -> Result<(), TableError> {
        for rows in rows.chunks(GROUP) {
            if self.rows.len() + rows.len() > GROUP {
                self.write_group().map_err(parquet_error)?;
            }
            self.rows.extend_from_slice(rows);
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<(), TableError> {
        self.write_group().map_err(parquet_error)?;
        let output = self.writer.into_inner().map_err(parquet_error)?;
        Ok(output.0.finish()?)
    }

    /// Writes the rows held as a row group, column by column in the order of the schema.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = Group(self.writer.next_row_group()?);
        for (_, column) in self.kind.columns() {
            let cells = rows.iter().filter_map(|row| column.cell(row));
            match column.cell_type() {
                CellType::Text => group.write::<ByteArrayType>(cells.map(|cell| match cell {
                    Cell::Text(text) => ByteArray::from(text),
                    _ => ByteArray::new(),
                })),
                CellType::U32 => group.write::<Int32Type>(cells.map(|cell| number(cell) as i32)),
                CellType::U64 | CellType::I64 => group.write::<Int64Type>(cells.map(|cell| number(cell) as i64)),
            }?;
        }
        group.0.close()?;
        Ok(())
    }
}

/// A number. Parquet stores an unsigned number as the signed one with the same bits.
fn number(cell: Cell<'_>) -> u64 {
    match cell {
        Cell::Text(_) => 0,
        Cell::Number(number) => number,
    }
}

/// A row group that is written column by column.
struct Group<'a>(SerializedRowGroupWriter<'a, ParquetOutput>);

impl Group<'_> {
    fn write<T: DataType>(&mut self, values: impl Iterator<Item = T::T>) -> Result<(), ParquetError> {
        let Some(mut column) = self.0.next_column()? else {
            return Err(ParquetError::General("more values than columns".to_owned()));
        };
        column.typed::<T>().write_batch(&values.collect::<Vec<_>>(), None, None)?;
        column.close()
    }
}
