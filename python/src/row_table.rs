//! Rows as an Arrow table, which other libraries take through the PyCapsule interface.
//!
//! The interface: <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>
use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use gridlock::Metric;
use gridlock::internals::rows::{Row, Tiers};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

use crate::convert::value_error;

/// The columns, as in the tables that `gridlock select` writes, without missing values. The first is `moves` or `steps`; `tier`
/// comes last, if there are tiers. Numbers are signed, since a difference of unsigned ones would wrap in NumPy and pandas.
fn schema(metric: Metric, tiers: &Tiers) -> SchemaRef {
    let counts = ["walls", "pieces", "cars", "trucks", "empty"].map(|name| (name, DataType::Int32));
    let tier = (!tiers.is_empty()).then_some(("tier", DataType::Utf8));
    let depth = match metric {
        Metric::Moves => "moves",
        Metric::Steps => "steps",
    };
    let first = [(depth, DataType::Int32), ("board", DataType::Utf8), ("cluster_size", DataType::Int64)];
    let fields = first.into_iter().chain(counts).chain(tier).map(|(name, data_type)| Field::new(name, data_type, false));
    Arc::new(Schema::new(fields.collect::<Vec<Field>>()))
}

/// A batch of rows as columns. Batches have about [`BATCH`](crate::walk::BATCH) rows.
fn columns(schema: &SchemaRef, tiers: &Tiers, rows: &[Row]) -> RecordBatch {
    let length = rows.len();
    let mut board = StringBuilder::with_capacity(length, length * rows.first().map_or(0, |row| row.board.len()));
    let mut cluster_size = Int64Builder::with_capacity(length);
    rows.iter().for_each(|row| {
        board.append_value(&row.board);
        cluster_size.append_value(row.cluster_size as i64); // at most 10^14
    });
    let counted = |count: fn(&Row) -> u32| -> ArrayRef {
        let mut column = Int32Builder::with_capacity(length);
        rows.iter().for_each(|row| column.append_value(count(row) as i32));
        Arc::new(column.finish())
    };
    let mut arrays: Vec<ArrayRef> = vec![
        counted(|row| row.moves),
        Arc::new(board.finish()),
        Arc::new(cluster_size.finish()),
        counted(|row| row.walls),
        counted(|row| row.pieces),
        counted(|row| row.cars),
        counted(|row| row.trucks),
        counted(|row| row.empty),
    ];
    if !tiers.is_empty() {
        let name_of = |row: &Row| tiers.of(row.moves).map_or("", |tier| &tier.name);
        arrays.push(Arc::new(StringArray::from_iter_values(rows.iter().map(name_of))));
    }
    RecordBatch::try_new(schema.clone(), arrays).expect("the columns have the types of the schema and one length")
}

/// The rows of a file as a table in memory. `read_table(path)` makes one.
///
/// pyarrow, polars, pandas and DuckDB take it through the Arrow PyCapsule interface, pyarrow without a copy. The columns are as
/// in the tables that `gridlock select` writes: `moves`, `board`, `cluster_size`, `walls`, `pieces`, `cars`, `trucks`, `empty`;
/// for a database by steps the first is called `steps`. With tiers, their names are in a last column `tier`.
#[pyclass(frozen, module = "gridlock_puzzle")]
pub struct RowTable {
    schema: SchemaRef,
    /// What the column `tier` names.
    tiers: Tiers,
    batches: Vec<RecordBatch>,
}

impl RowTable {
    /// A table without rows.
    pub fn empty(metric: Metric, tiers: Tiers) -> RowTable {
        RowTable { schema: schema(metric, &tiers), tiers, batches: Vec::new() }
    }

    /// Adds rows.
    pub fn push(&mut self, rows: &[Row]) {
        self.batches.push(columns(&self.schema, &self.tiers, rows));
    }
}

#[pymethods]
impl RowTable {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<RowTable: {} rows of {}>", self.num_rows(), self.column_names().join(", "))
    }

    /// The table as a stream of record batches, for libraries that read Arrow. The batches are shared, not copied.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema; // the interface allows a producer to give its own schema
        let batches = RecordBatchIterator::new(self.batches.clone().into_iter().map(Ok), self.schema.clone());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    /// The schema of the table, for libraries that read Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(value_error)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}
