//! Rows one after the other: of a file, or of a view of a database.
use gridlock::internals::inputs::SelectedRows;
use gridlock::internals::rows::{Row, Stage, Stages};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::vec;

use crate::convert::{to_row, value_error};
use crate::interrupt::Background;
use crate::opened::Walk;

/// Rows that are read without the GIL at a time.
const BATCH: usize = 4096;
/// Rows that an iterator reads at first.
const FIRST: usize = 64;

/// Rows, and the message of the error after them if there is one.
pub type Batch = (Vec<Row>, Option<String>);

/// The rows that a selection wants.
pub enum Rows {
    /// Those of a file.
    Selected(Box<SelectedRows>),
    /// Those of a view of a database that come through some stages; `None` once these have passed on what they held.
    View(Box<Walk>, Option<Box<Stages<Row>>>),
    /// Those that have been read before.
    Held(vec::IntoIter<Row>),
}

impl Rows {
    /// The rows of a view that come through some stages.
    pub fn of_view(walk: Walk, stages: &[Stage]) -> Rows {
        Rows::View(Box::new(walk), Some(Box::new(Stages::new(stages))))
    }

    /// Passes on all rows, about `most` at a time.
    ///
    /// # Errors
    /// The message of the first error.
    pub fn each_batch(&mut self, most: usize, mut take: impl FnMut(Vec<Row>)) -> Result<(), String> {
        loop {
            match self.next_rows(most) {
                (_, Some(message)) => return Err(message),
                (batch, None) if batch.is_empty() => return Ok(()),
                (batch, None) => take(batch),
            }
        }
    }

    /// The next rows, of a file at most `most` of them; none at the end.
    fn next_rows(&mut self, most: usize) -> Batch {
        let mut batch = Vec::with_capacity(most.min(BATCH));
        match self {
            Rows::Selected(rows) => {
                for row in rows.take(most) {
                    match row {
                        Ok(row) => batch.push(row),
                        Err(error) => return (batch, Some(error.to_string())),
                    }
                }
            }
            Rows::Held(rows) => batch.extend(rows.take(most)),
            Rows::View(walk, stages) => match next_of_view(walk, stages, most) {
                Ok(rows) => batch = rows,
                Err(message) => return (batch, Some(message)),
            },
        }
        (batch, None)
    }
}

/// The next rows of a view that come through stages; none at the end.
fn next_of_view(walk: &mut Walk, stages: &mut Option<Box<Stages<Row>>>, most: usize) -> Result<Vec<Row>, String> {
    let mut through = Vec::new();
    while through.is_empty()
        && let Some(running) = stages
    {
        let rows = walk.next_rows(most)?;
        let is_end = rows.is_empty();
        for row in rows {
            through.extend(running.offer(row).map_err(|error| error.to_string())?);
        }
        if is_end {
            through = running.finish().map_err(|error| error.to_string())?;
            *stages = None;
        }
    }
    Ok(through)
}

/// An iterator over the rows of a file or a `Database`. `read_rows(source)` makes one.
#[pyclass(module = "gridlock_puzzle")]
pub struct RowIterator {
    /// `None` while a batch is being read. Not shared: the lock only lets Python's other threads see the iterator.
    rows: Mutex<Option<Rows>>,
    /// The batch that is being read.
    reading: Option<Background<(Rows, Batch)>>,
    /// Rows of the next batch: few at first, since many loops end soon.
    most: usize,
    ready: vec::IntoIter<Row>,
    /// The message of the error after the rows that are ready.
    failed: Option<String>,
    ended: bool,
    stop: Arc<AtomicBool>,
}

impl RowIterator {
    /// An iterator over rows. `stop` ends their reading.
    pub fn new(rows: Rows, stop: Arc<AtomicBool>) -> RowIterator {
        let (rows, ready) = (Mutex::new(Some(rows)), Vec::new().into_iter());
        RowIterator { rows, reading: None, most: FIRST, ready, failed: None, ended: false, stop }
    }
}

#[pymethods]
impl RowIterator {
    fn __iter__(slf: PyRef<'_, RowIterator>) -> PyRef<'_, RowIterator> {
        slf
    }

    pub fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            if let Some(row) = self.ready.as_slice().first() {
                // this runs Python code, and with it perhaps a signal handler that raises: the row is not lost
                let row = to_row(py, row.moves, &row.board, row.cluster_size)?;
                self.ready.next();
                return Ok(Some(row));
            }
            if let Some(message) = self.failed.take() {
                return Err(value_error(message));
            }
            if self.ended {
                return Ok(None);
            }
            let rows = self.rows.get_mut().unwrap_or_else(PoisonError::into_inner);
            if let Some(mut rows) = rows.take() {
                let most = self.most;
                self.most = BATCH.min(4 * most);
                self.reading = Some(Background::start(move || {
                    let batch = rows.next_rows(most);
                    (rows, batch)
                })?);
            }
            let reading = self.reading.as_ref().ok_or_else(|| PyRuntimeError::new_err("this iterator has failed before"))?;
            let (held, (ready, failed)) = reading.wait(py)?;
            (*rows, self.reading) = (Some(held), None);
            self.ended = ready.is_empty() || failed.is_some();
            (self.ready, self.failed) = (ready.into_iter(), failed);
        }
    }
}

impl Drop for RowIterator {
    /// Ends the reading.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// An iterator over the rows of a `Database`. `iter(database)` makes one.
#[pyclass(module = "gridlock_puzzle")]
pub struct DatabaseIterator(RowIterator);

impl DatabaseIterator {
    /// An iterator over all rows of a view.
    pub fn new(walk: Walk) -> DatabaseIterator {
        let stop = walk.choice.stop.clone();
        DatabaseIterator(RowIterator::new(Rows::of_view(walk, &[]), stop))
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
