//! Tables as Parquet files.
use super::output::OutputFile;
use super::table::{COLUMNS, Record, SOLVED_COLUMNS, TableError};
use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// A Parquet file under way.
pub(super) struct ParquetTable {
    writer: ArrowWriter<Bytes>,
    schema: Arc<Schema>,
}

/// An output as Parquet's library wants it.
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

impl ParquetTable {
    pub(super) fn create(path: &Path, force: bool, solved: bool) -> Result<ParquetTable, TableError> {
        let kind = |name: &str| match name {
            "board" | "solution" | "first_moves" => DataType::Utf8,
            "shortest_solutions" => DataType::Int64,
            "cluster_size" | "goal_states" | "unsolved_states" => DataType::UInt64,
            _ => DataType::UInt32,
        };
        let names = COLUMNS.iter().chain(SOLVED_COLUMNS.iter().filter(|_| solved));
        let schema = Arc::new(Schema::new(names.map(|name| Field::new(*name, kind(name), false)).collect::<Vec<_>>()));
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let output = Bytes(OutputFile::text(path, force)?);
        let writer = ArrowWriter::try_new(output, schema.clone(), Some(properties)).map_err(TableError::library)?;
        Ok(ParquetTable { writer, schema })
    }

    pub(super) fn write(&mut self, records: &[Record]) -> Result<(), TableError> {
        let small = |value: fn(&Record) -> u32| Arc::new(UInt32Array::from_iter_values(records.iter().map(value))) as ArrayRef;
        let mut columns: Vec<ArrayRef> = vec![
            small(|r| r.moves),
            Arc::new(StringArray::from_iter_values(records.iter().map(|r| &r.board))),
            Arc::new(UInt64Array::from_iter_values(records.iter().map(|r| r.cluster_size))),
            small(|r| r.walls),
            small(|r| r.pieces),
            small(|r| r.cars),
            small(|r| r.trucks),
            small(|r| r.empty),
        ];
        if self.schema.fields().len() > COLUMNS.len() {
            let solved = || records.iter().filter_map(|r| r.solved.as_ref());
            columns.push(Arc::new(StringArray::from_iter_values(solved().map(|s| &s.solution))));
            columns.push(Arc::new(UInt32Array::from_iter_values(solved().map(|s| s.steps))));
            columns.push(Arc::new(UInt64Array::from_iter_values(solved().map(|s| s.goal_states))));
            columns.push(Arc::new(UInt64Array::from_iter_values(solved().map(|s| s.unsolved_states))));
            columns.push(Arc::new(StringArray::from_iter_values(solved().map(|s| &s.first_moves))));
            columns.push(Arc::new(Int64Array::from_iter_values(solved().map(|s| s.shortest_solutions))));
        }
        let batch = RecordBatch::try_new(self.schema.clone(), columns).map_err(TableError::library)?;
        self.writer.write(&batch).map_err(TableError::library)
    }

    pub(super) fn finish(self) -> Result<(), TableError> {
        let output = self.writer.into_inner().map_err(TableError::library)?;
        Ok(output.0.finish()?)
    }
}
