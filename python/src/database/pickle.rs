//! Pickles of views: where the database is, and the numbers of the rows.
use std::path::PathBuf;

use gridlock::internals::files::{display_path, hex};
use gridlock::internals::ranks::is_built_in;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::view::Database;
use crate::convert::value_error;
use crate::numbers::Numbers;

/// How a pickle makes a database: where it is, the SHA-256 of its file, and the numbers of its rows, if not all, as bytes.
type Restored<'py> = (PathBuf, Option<String>, Option<Bound<'py, PyBytes>>);

/// What Python pickles: a function and its arguments.
pub type Reduced<'py> = (Bound<'py, PyAny>, Restored<'py>);

/// A view as `Database._restore` and its arguments.
///
/// # Errors
/// What Python raises.
pub fn reduced<'py>(slf: &Bound<'py, Database>) -> PyResult<Reduced<'py>> {
    let (py, Database { opened, numbers, .. }) = (slf.py(), slf.get());
    let sum = match is_built_in(&opened.origin) {
        true => None,
        false => Some(hex(&py.detach(|| opened.database.file_sha256()))),
    };
    let numbers = match numbers {
        Numbers::All(_) => None,
        Numbers::Chosen(numbers) => {
            Some(PyBytes::new(py, &numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>()))
        }
    };
    let restore = py.get_type::<Database>().getattr("_restore")?;
    Ok((restore, (opened.origin.clone(), sum, numbers)))
}

/// The view of these arguments.
///
/// # Errors
/// `ValueError` if the file has changed or lacks a row, and as `Database.open`.
pub fn restored(py: Python<'_>, origin: PathBuf, sha256: Option<&str>, numbers: Option<&[u8]>) -> PyResult<Database> {
    let database = Database::open(py, origin.clone())?;
    if let Some(sum) = sha256 {
        let found = hex(&py.detach(|| database.database().file_sha256()));
        if found != sum {
            let path = display_path(&origin);
            return Err(value_error(format!(
                "{path} has changed since this database was pickled: its SHA-256 is {found}, not {sum}"
            )));
        }
    }
    let Some(numbers) = numbers else { return Ok(database) };
    let numbers: Vec<u64> = numbers.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("8 bytes"))).collect();
    match numbers.iter().find(|&&number| number >= database.database().len()) {
        Some(number) => Err(value_error(format!("{} has no row {number}", display_path(&origin)))),
        None => Ok(database.with(numbers)),
    }
}
