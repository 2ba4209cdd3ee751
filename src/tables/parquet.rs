//! Apache Parquet. Files are written, not read.
//!
//! The columns are written with the Parquet library alone. Its interface to Arrow arrays takes four times as long to build.
use super::format::{Columns, Format, Reading};

pub(super) static PARQUET: Format = Format {
    name: "parquet",
    help: "A Parquet file",
    endings: &["parquet"],
    columns: Columns::Typed,
    recognise: |start| start.starts_with(b"PAR1"),
    reading: Reading::Refused("a Parquet file", "duckdb -c \"copy (from 'FILE') to 'rows.csv'\""),
    #[cfg(feature = "parquet")]
    create: |path, existing, columns, _| Ok(Box::new(writer::ParquetTable::create(path, existing, columns)?)),
    #[cfg(not(feature = "parquet"))]
    create: |_, _, _, _| Err(super::record::TableError::not_built("parquet")),
};

#[cfg(feature = "parquet")]
mod writer {
    use std::io::{self, Write};
    use std::path::Path;
    use std::sync::Arc;

    use parquet::basic::Compression;
    use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
    use parquet::errors::ParquetError;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
    use parquet::schema::parser::parse_message_type;

    use crate::files::{IfExists, OutputFile};
    use crate::tables::format::TableWriter;
    use crate::tables::record::TableError;
    use crate::tables::record::{Cell, CellType, Cells, TypedColumn};

    /// Rows in a row group, which are held in memory and then written together.
    const GROUP: usize = 1 << 17;

    /// A Parquet file that is being written.
    pub(super) struct ParquetTable {
        writer: SerializedFileWriter<ParquetOutput>,
        /// The columns of the row group that comes next.
        columns: Vec<Column>,
        /// Its rows.
        rows: usize,
    }

    /// The values of a column. Parquet stores an unsigned number as the signed one with the same bits.
    enum Column {
        Text(Vec<ByteArray>),
        Int32(Vec<i32>),
        Int64(Vec<i64>),
    }

    /// An output as a writer for the Parquet library.
    struct ParquetOutput(OutputFile);

    impl Write for ParquetOutput {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Converts an error of the library, which may contain one of the output.
    fn parquet_error(error: ParquetError) -> TableError {
        match error {
            ParquetError::External(source) => TableError::library(source),
            other => TableError::library(other),
        }
    }

    impl ParquetTable {
        pub(super) fn create(path: &Path, existing: IfExists, columns: &[TypedColumn]) -> Result<ParquetTable, TableError> {
            let define = |column: &TypedColumn| {
                let (physical, logical, values) = match column.cell_type {
                    CellType::Text => ("binary", "STRING", Column::Text(Vec::new())),
                    CellType::U32 => ("int32", "INTEGER(32, false)", Column::Int32(Vec::new())),
                    CellType::U64 => ("int64", "INTEGER(64, false)", Column::Int64(Vec::new())),
                    CellType::I64 => ("int64", "INTEGER(64, true)", Column::Int64(Vec::new())),
                };
                (format!("required {physical} {} ({logical});", column.name), values)
            };
            let (definitions, columns): (String, Vec<Column>) = columns.iter().map(define).unzip();
            let schema = parse_message_type(&format!("message puzzles {{ {definitions} }}")).map_err(parquet_error)?;
            let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
            let output = ParquetOutput(OutputFile::text(path, existing)?);
            let writer = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties)).map_err(parquet_error)?;
            Ok(ParquetTable { writer, columns, rows: 0 })
        }

        /// Writes the rows held as a row group, column by column in the order of the schema.
        fn write_group(&mut self) -> Result<(), ParquetError> {
            if std::mem::take(&mut self.rows) == 0 {
                return Ok(());
            }
            let mut group = self.writer.next_row_group()?;
            for column in &mut self.columns {
                match column {
                    Column::Text(values) => write_column::<ByteArrayType>(&mut group, values),
                    Column::Int32(values) => write_column::<Int32Type>(&mut group, values),
                    Column::Int64(values) => write_column::<Int64Type>(&mut group, values),
                }?;
            }
            group.close()?;
            Ok(())
        }
    }

    /// Writes the values of the next column of a row group and drops them.
    fn write_column<T: DataType>(
        group: &mut SerializedRowGroupWriter<'_, ParquetOutput>,
        values: &mut Vec<T::T>,
    ) -> Result<(), ParquetError> {
        let Some(mut column) = group.next_column()? else {
            return Err(ParquetError::General("more values than columns".to_owned()));
        };
        column.typed::<T>().write_batch(&std::mem::take(values), None, None)?;
        column.close()
    }

    impl TableWriter for ParquetTable {
        fn write(&mut self, records: &[Cells<'_>]) -> Result<(), TableError> {
            for record in records {
                for (column, (_, cell)) in self.columns.iter_mut().zip(record) {
                    let number = || if let Cell::Number(number) = cell { *number } else { 0 };
                    match column {
                        Column::Text(values) => values.push(ByteArray::from(cell.text().as_str())),
                        Column::Int32(values) => values.push(number() as i32),
                        Column::Int64(values) => values.push(number() as i64),
                    }
                }
                self.rows += 1;
                if self.rows == GROUP {
                    self.write_group().map_err(parquet_error)?;
                }
            }
            Ok(())
        }

        fn finish(mut self: Box<Self>) -> Result<(), TableError> {
            self.write_group().map_err(parquet_error)?;
            let output = self.writer.into_inner().map_err(parquet_error)?;
            Ok(output.0.finish()?)
        }
    }
}
