//! Columns of a database as NumPy arrays, which need no row to be found.
use gridlock::{Database, Expander, RankEntry};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;

use crate::interrupt::{hearing, on_all_threads};
use crate::numbers::Numbers;

/// Rows that one thread counts before it asks for more work.
const PIECE: usize = 1 << 13;

/// The arrays of a view, once they have been asked for.
pub struct Columns {
    of_entries: PyOnceLock<[Py<PyAny>; 2]>,
    of_pieces: PyOnceLock<[Py<PyAny>; 4]>,
}

impl Columns {
    /// No arrays yet.
    pub fn new() -> Columns {
        Columns { of_entries: PyOnceLock::new(), of_pieces: PyOnceLock::new() }
    }

    /// Moves and walls.
    pub fn of_entries(&self, py: Python<'_>, database: &Database, numbers: &Numbers) -> PyResult<&[Py<PyAny>; 2]> {
        self.of_entries
            .get_or_try_init(py, || counted(py, database, numbers, |_, entry| Ok([entry.moves, u32::from(entry.walls)])))
    }

    /// Pieces, cars, trucks and empty cells.
    pub fn of_pieces(&self, py: Python<'_>, database: &Database, numbers: &Numbers) -> PyResult<&[Py<PyAny>; 4]> {
        self.of_pieces.get_or_try_init(py, || {
            counted(py, database, numbers, |expander, entry| {
                let row = expander.known(entry).map_err(|problem| problem.to_string())?;
                Ok([row.pieces, row.cars, row.trucks, row.empty])
            })
        })
    }
}

/// NumPy arrays of what `count` counts in each entry of a view.
fn counted<const N: usize>(
    py: Python<'_>,
    database: &Database,
    numbers: &Numbers,
    count: impl Fn(&mut Expander<'_>, RankEntry) -> Result<[u32; N], String> + Sync + Send,
) -> PyResult<[Py<PyAny>; N]> {
    let rows = hearing(py, &|_, _| Ok(()), |hear| {
        let count = |expander: &mut Expander<'_>, places| {
            numbers.entries(database, places).map(|entry| count(expander, entry?)).collect()
        };
        on_all_threads(numbers.len(), PIECE, || database.expander(), count, hear)
    })?;
    let array = |column: usize| array(py, "int32", rows.iter().map(|row| (row[column] as i32).to_ne_bytes()));
    let arrays = (0..N).map(|column| array(column).map(Bound::unbind)).collect::<PyResult<Vec<_>>>()?;
    Ok(arrays.try_into().expect("one array for each column"))
}

/// A NumPy array of numbers, given as the bytes of each. It can't be written to.
pub fn array<'py, const N: usize>(
    py: Python<'py>,
    data_type: &str,
    numbers: impl ExactSizeIterator<Item = [u8; N]>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new_with(py, N * numbers.len(), |bytes| {
        bytes.chunks_exact_mut(N).zip(numbers).for_each(|(cell, number)| cell.copy_from_slice(&number));
        Ok(())
    })?;
    py.import("numpy")?.call_method1("frombuffer", (bytes, data_type))
}
