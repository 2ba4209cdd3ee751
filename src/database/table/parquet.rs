//! Tables as Parquet files.
//!
//! The columns are written with the Parquet library alone. Its interface to Arrow arrays takes four times as long to build.
use super::table_row::{COLUMNS, SOLVED_COLUMNS, SolvedColumns, TableError, TableRow};
use crate::files::OutputFile;
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
    writer: SerializedFileWriter<Bytes>,
    rows: Vec<TableRow>,
    solved: bool,
}

/// An output as a writer for the Parquet library.
struct Bytes(OutputFile);

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Converts an error of the library, which may contain one of the output.
fn table_error(error: ParquetError) -> TableError {
    match error {
        ParquetError::External(source) => TableError::library(source),
        other => TableError::library(other),
    }
}

impl ParquetTable {
    pub(crate) fn create(path: &Path, force: bool, solved: bool) -> Result<ParquetTable, TableError> {
        let kind = |name: &str| match name {
            "board" | "solution" | "first_moves" => ("binary", "STRING"),
            "shortest_solutions" => ("int64", "INTEGER(64, true)"),
            "cluster_size" | "goal_states" | "unsolved_states" => ("int64", "INTEGER(64, false)"),
            _ => ("int32", "INTEGER(32, false)"),
        };
        let column = |name: &&str| format!("required {} {name} ({});", kind(name).0, kind(name).1);
        let columns: String = COLUMNS.iter().chain(SOLVED_COLUMNS.iter().filter(|_| solved)).map(column).collect();
        let schema = parse_message_type(&format!("message puzzles {{ {columns} }}")).map_err(table_error)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let output = Bytes(OutputFile::text(path, force)?);
        let writer = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties)).map_err(table_error)?;
        Ok(ParquetTable { writer, rows: Vec::new(), solved })
    }

    pub(crate) fn temporary_path(&self) -> Option<&Path> {
        self.writer.inner().0.temporary_path()
    }

    pub(crate) fn write(&mut self, rows: &[TableRow]) -> Result<(), TableError> {
        for rows in rows.chunks(GROUP) {
            if self.rows.len() + rows.len() > GROUP {
                self.write_group().map_err(table_error)?;
            }
            self.rows.extend_from_slice(rows);
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<(), TableError> {
        self.write_group().map_err(table_error)?;
        let output = self.writer.into_inner().map_err(table_error)?;
        Ok(output.0.finish()?)
    }

    /// Writes the rows held as a row group, column by column in the order of the schema.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = Group(self.writer.next_row_group()?);
        group.small(rows.iter().map(|r| r.moves))?;
        group.text(rows.iter().map(|r| &r.board))?;
        group.large(rows.iter().map(|r| r.cluster_size as i64))?;
        let counts: [fn(&TableRow) -> u32; 5] = [|r| r.walls, |r| r.pieces, |r| r.cars, |r| r.trucks, |r| r.empty];
        for value in counts {
            group.small(rows.iter().map(value))?;
        }
        if self.solved {
            let solved = || rows.iter().filter_map(|r| r.solved.as_ref());
            group.text(solved().map(|s: &SolvedColumns| &s.solution))?;
            group.small(solved().map(|s| s.steps))?;
            group.large(solved().map(|s| s.goal_states as i64))?;
            group.large(solved().map(|s| s.unsolved_states as i64))?;
            group.text(solved().map(|s| &s.first_moves))?;
            group.large(solved().map(|s| s.shortest_solutions))?;
        }
        group.0.close()?;
        Ok(())
    }
}

/// A row group that is written column by column. Parquet stores an unsigned number as the signed one with the same bits.
struct Group<'a>(SerializedRowGroupWriter<'a, Bytes>);

impl Group<'_> {
    fn small(&mut self, values: impl Iterator<Item = u32>) -> Result<(), ParquetError> {
        self.column::<Int32Type>(values.map(|value| value as i32))
    }

    fn large(&mut self, values: impl Iterator<Item = i64>) -> Result<(), ParquetError> {
        self.column::<Int64Type>(values)
    }

    fn text<'a>(&mut self, values: impl Iterator<Item = &'a String>) -> Result<(), ParquetError> {
        self.column::<ByteArrayType>(values.map(|value| ByteArray::from(value.as_str())))
    }

    fn column<T: DataType>(&mut self, values: impl Iterator<Item = T::T>) -> Result<(), ParquetError> {
        let Some(mut column) = self.0.next_column()? else {
            return Err(ParquetError::General("more values than columns".to_owned()));
        };
        column.typed::<T>().write_batch(&values.collect::<Vec<_>>(), None, None)?;
        column.close()
    }
}
