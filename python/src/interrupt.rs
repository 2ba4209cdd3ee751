//! Long work without the GIL that Ctrl-C ends.
use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often signal handlers run.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Runs a search without the GIL. The search asks every few milliseconds whether to go on; every [`PATIENCE`] the signal handlers of
/// Python run then, and what they raise, `KeyboardInterrupt` for one, ends the search and is raised.
///
/// # Errors
/// What a signal handler raises.
pub fn interruptible<T: Send>(py: Python<'_>, search: impl FnOnce(&dyn Fn() -> bool) -> T + Send) -> PyResult<T> {
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let result = py.detach(|| {
        let asked = Cell::new(Instant::now());
        search(&|| {
            if asked.get().elapsed() < PATIENCE {
                return true;
            }
            asked.set(Instant::now());
            let Err(error) = Python::attach(|py| py.check_signals()) else { return true };
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            false
        })
    });
    match raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(result),
    }
}
