//! The rows of a `Database` one after the other.
use gridlock::internals::ranks::RankChoice;
use gridlock::internals::rows::Filter;
use pyo3::prelude::*;

use crate::numbers::Numbers;
use crate::rows::{RowIterator, Rows};
use crate::walk::Walk;

/// An iterator over the rows of a `Database`. `iter(database)` makes one.
#[pyclass(module = "gridlock_puzzle")]
pub struct DatabaseIterator(RowIterator);

impl DatabaseIterator {
    pub fn new(database: gridlock::Database, numbers: Numbers) -> DatabaseIterator {
        let choice = RankChoice::of(Filter::ALL, None);
        let stop = choice.stop.clone();
        DatabaseIterator(RowIterator::new(Rows::Walk(Box::new(Walk { database, numbers, next: 0, choice })), stop))
    }
}

#[pymethods]
impl DatabaseIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.__next__(py)
    }
}
