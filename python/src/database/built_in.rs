//! The databases that are built in.
use gridlock::internals::ranks::built_in_databases;
use pyo3::prelude::*;

use super::Database;
use crate::convert::{Whole, value_error};
use crate::interrupt::interruptible;

/// A database that is built in, as a `Database`: all puzzles of 6×6, or of 5×5 or 4×4, with no, one or two walls, or with any
/// number by a name like `"6-all"`. The name is that of the program without `@rush`, like 6 or `"5"`; the whole name is taken as
/// well.
///
/// >>> from gridlock_puzzle import database
/// >>> database(4)
/// <Database: 32 of 32 rows, 4×4, walls 0..2>
/// >>> database("@rush4")[0].moves
/// 1
#[pyfunction]
#[pyo3(signature = (name=None), text_signature = "(name=6)")]
pub fn database(py: Python<'_>, name: Option<&Bound<'_, PyAny>>) -> PyResult<Database> {
    let name = name.map_or(Ok("6".to_owned()), |name| match name.extract::<Whole<usize>>() {
        Ok(Whole(size)) => Ok(size.to_string()),
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyValueError>(py) => Err(error),
        Err(_) => name.extract::<String>(),
    })?;
    let short = |known: &'static str| known.trim_start_matches("@rush");
    let known = built_in_databases();
    match known.iter().find(|&&known| known == name || short(known) == name) {
        Some(&known) => interruptible(py, |_| Database::built_in(known))?,
        None => {
            let names: Vec<&str> = known.iter().map(|known| short(known)).collect();
            Err(value_error(format!("no database {name} is built in: choose one of {}", names.join(", "))))
        }
    }
}
