//! `read_rows` and `read_table`: the rows of a file or a database, selected as `gridlock select` does it.
use gridlock::Rules;
use gridlock::internals::gauge::Gauge;
use gridlock::internals::inputs::{InputError, Plan, SelectedRows, stated_metric};
use gridlock::internals::rows::Stage;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::convert::{system_error, value_error};
use crate::database::Database;
use crate::interrupt::Background;
use crate::opened::BATCH;
use crate::row_iterator::{RowIterator, Rows};
use crate::row_table::RowTable;
use crate::selection::Selection;

/// Where rows are asked for: a file by its name, the name of a built-in database, or a `Database`.
pub enum RowsOf<'py> {
    Path(PathBuf),
    Database(Bound<'py, Database>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for RowsOf<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<RowsOf<'py>> {
        if let Ok(database) = object.cast::<Database>() {
            return Ok(RowsOf::Database(database.to_owned()));
        }
        let path: PathBuf = object.extract()?;
        // the program reads standard input for the name `-`; here it is the name of a file
        Ok(RowsOf::Path(if path == Path::new("-") { PathBuf::from("./-") } else { path }))
    }
}

/// Opens what holds the rows that a selection wants; if stages hold rows, reads all of them. `stop` ends all reading.
///
/// # Errors
/// `ValueError` for what is not rows, `OSError` for what the system can't read, and what a signal handler raises.
fn open(py: Python<'_>, source: RowsOf<'_>, selection: &Selection, stop: &Arc<AtomicBool>) -> PyResult<Rows> {
    let mut rows = opened(py, source, selection, stop)?;
    if !selection.stages.iter().any(Stage::holds_rows) {
        return Ok(rows);
    }
    let read = move || {
        let mut held = Vec::new();
        rows.each_batch(BATCH, |batch| held.extend(batch))?;
        Ok::<_, String>(held)
    };
    let held = Background::start(read)?.wait(py).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
    Ok(Rows::Held(held.map_err(value_error)?.into_iter()))
}

fn opened(py: Python<'_>, source: RowsOf<'_>, selection: &Selection, stop: &Arc<AtomicBool>) -> PyResult<Rows> {
    match source {
        RowsOf::Path(path) => {
            let inputs = [path];
            let mut plan = Plan::new(&inputs, selection.stages.clone(), false);
            plan.choice.stop = stop.clone();
            let mut source = plan.source(&inputs, &Gauge::default());
            source.rules.extend(selection.shape.map(|shape| (inputs[0].clone(), Rules::of_size(shape))));
            let mut rows = SelectedRows::new(&source, &plan.stages);
            py.detach(|| rows.open()).map_err(|error| match error {
                InputError::Read { source, .. } if source.raw_os_error().is_some() => system_error(&inputs[0], &source),
                error => value_error(error),
            })?;
            Ok(Rows::Selected(Box::new(rows)))
        }
        RowsOf::Database(_) if selection.shape.is_some() => {
            Err(value_error("a Database knows the shape of its boards: leave out shape"))
        }
        RowsOf::Database(database) => database.get().rows(py, &selection.stages, stop),
    }
}

/// The rows that a selection wants: what `gridlock_puzzle.read_rows` calls.
#[pyfunction]
pub fn read_rows(py: Python<'_>, source: RowsOf<'_>, selection: &Selection) -> PyResult<RowIterator> {
    let stop = Arc::default();
    Ok(RowIterator::new(open(py, source, selection, &stop)?, stop))
}

/// The rows that a selection wants, as a table: what `gridlock_puzzle.read_table` calls.
#[pyfunction]
pub fn read_table(py: Python<'_>, source: RowsOf<'_>, selection: &Selection) -> PyResult<RowTable> {
    let metric = match &source {
        RowsOf::Path(path) => py.detach(|| stated_metric(path)).unwrap_or_default(),
        RowsOf::Database(database) => database.get().depths(),
    };
    let mut table = RowTable::empty(metric, selection.tiers.clone());
    let stop = Arc::default();
    let mut rows = open(py, source, selection, &stop)?;
    let read = move || {
        rows.each_batch(BATCH, |batch| table.push(&batch))?;
        Ok::<_, String>(table)
    };
    let table = Background::start(read)?.wait(py).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
    table.map_err(value_error)
}
