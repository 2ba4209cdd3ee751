//! Opening databases: rank files, and those that are built in.
use std::io;
use std::path::Path;
use std::sync::Arc;

use gridlock::internals::files::display_path;
use gridlock::internals::ranks::built_in_databases;
use pyo3::prelude::*;

use super::Database;
use crate::convert::{Whole, system_error, value_error};
use crate::interrupt::interruptible;
use crate::opened::Opened;

/// The database of a rank file, or the built-in one of a name like `@rush5`.
pub(super) fn opened(py: Python<'_>, path: &Path) -> PyResult<Database> {
    if let Some(name) = built_in_databases().into_iter().find(|name| Path::new(name) == path) {
        return Database::built_in(name);
    }
    let opened = py.detach(|| gridlock::Database::open(path));
    let database = opened.map_err(|problem| match problem {
        error if error.raw_os_error().is_some() => system_error(path, &error),
        problem if problem.kind() == io::ErrorKind::InvalidData => {
            value_error(format!("{}: {problem}; read_rows and read_table read files of rows and tables", display_path(path)))
        }
        problem => value_error(format!("{}: {problem}", display_path(path))),
    })?;
    let origin = std::path::absolute(path).map_err(|error| system_error(path, &error))?;
    Ok(Database::whole(Arc::new(Opened::new(database, origin))))
}

/// A database that is built in, as a `Database`: all puzzles of 6×6, or of 5×5 or 4×4, with no, one or two walls, or with any
/// number by a name like `"6-all"`; `"7-60"` has those of 7×7 without walls that need 60 moves or more. The name is that of the
/// program without `@rush`, like 6 or `"5"`; the whole name is taken as well.
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
