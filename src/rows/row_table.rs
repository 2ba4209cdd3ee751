//! Rows as a table.
use std::path::Path;

use super::columns::{TableKind, TableRow};
use crate::files::{IfExists, LineEncoder};
use crate::tables::{Format, TableError, TableWriter};

/// Writes rows in one of the formats. The file is complete only after [`RowTable::finish`].
pub struct RowTable {
    writer: Box<dyn TableWriter>,
    kind: TableKind,
}

impl RowTable {
    /// Creates a table. If it is solved, its rows must have the columns that need a search.
    ///
    /// # Errors
    /// A [`TableError`] if the file cannot be created, or the program was built without the format.
    pub fn create(path: &Path, format: &Format, existing: impl Into<IfExists>, kind: TableKind) -> Result<RowTable, TableError> {
        Ok(RowTable { writer: (format.create)(path, existing.into(), &kind.columns())?, kind })
    }

    /// As [`OutputFile::encode_ranks`](crate::files::OutputFile::encode_ranks).
    pub fn encode_ranks(&mut self, encoder: Box<dyn LineEncoder>) {
        self.writer.encode_ranks(encoder);
    }

    /// Writes some rows.
    ///
    /// # Errors
    /// A [`TableError`] of the file or of the format.
    pub fn write(&mut self, rows: &[TableRow]) -> Result<(), TableError> {
        let records: Vec<_> = rows.iter().map(|row| self.kind.record(row)).collect();
        self.writer.write(&records)
    }

    /// Completes the file and gives it its own name.
    ///
    /// # Errors
    /// A [`TableError`] of the file or of the format.
    pub fn finish(self) -> Result<(), TableError> {
        self.writer.finish()
    }
}
