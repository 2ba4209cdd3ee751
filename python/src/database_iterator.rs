//! The rows of a `Database` one after the other.
use std::sync::Arc;

use gridlock::RankEntry;
use gridlock::internals::rows::RowLine;
use pyo3::prelude::*;

use crate::convert::to_row;
use crate::interrupt::hearing;
use crate::numbers::Numbers;
use crate::opened::Opened;
use crate::walk::{BATCH, FIRST, expand, row_line};

/// An iterator over the rows of a `Database`. `iter(database)` makes one.
#[pyclass(module = "gridlock_puzzle")]
pub struct DatabaseIterator {
    opened: Arc<Opened>,
    numbers: Numbers,
    /// The place of the first row that has not been found.
    next: usize,
    ready: std::vec::IntoIter<RowLine>,
}

impl DatabaseIterator {
    pub fn new(opened: Arc<Opened>, numbers: Numbers) -> DatabaseIterator {
        DatabaseIterator { opened, numbers, next: 0, ready: Vec::new().into_iter() }
    }
}

#[pymethods]
impl DatabaseIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.ready.as_slice().is_empty() {
            // few rows at first, since many loops end soon
            let places = self.next..self.numbers.len().min(2 * self.next + FIRST).min(self.next + BATCH);
            let (database, end) = (&self.opened.database, places.end);
            let rows = hearing(py, &|_, _| Ok(()), |hear| {
                let entries = self.numbers.entries(database, places).collect::<Result<Vec<RankEntry>, String>>()?;
                expand(database, &entries, |row| Ok(row_line(row)), hear)
            })?;
            (self.ready, self.next) = (rows.into_iter(), end);
        }
        let Some(row) = self.ready.as_slice().first() else { return Ok(None) };
        // this runs Python code, and with it perhaps a signal handler that raises: the row is not lost
        let row = to_row(py, row.moves, &row.board, row.cluster_size)?;
        self.ready.next();
        Ok(Some(row))
    }
}
