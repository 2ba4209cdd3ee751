//! Long work without the GIL that Ctrl-C ends, and work on all threads.
use gridlock::StopToken;
use gridlock::internals::engine::drive;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::cell::Cell;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::convert::value_error;

/// How often signal handlers run.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Runs a search without the GIL. The search checks its token every few milliseconds; every [`PATIENCE`] the token runs the
/// signal handlers of Python. What they raise, such as `KeyboardInterrupt`, ends the search and is raised.
///
/// # Errors
/// What a signal handler raises.
pub fn interruptible<T: Send>(py: Python<'_>, search: impl FnOnce(StopToken<'_>) -> T + Send) -> PyResult<T> {
    until_raised(py, |raises| {
        let asked = Cell::new(Instant::now());
        search(StopToken::when(&|| {
            if asked.get().elapsed() < PATIENCE {
                return false;
            }
            asked.set(Instant::now());
            raises(&|py| py.check_signals())
        }))
    })
}

/// Runs work without the GIL. The work can call a function that runs Python code, and returns whether that raised something.
///
/// # Errors
/// What the Python code raised last.
fn until_raised<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&dyn Fn(&dyn Fn(Python<'_>) -> PyResult<()>) -> bool) -> T + Send,
) -> PyResult<T> {
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let result = py.detach(|| {
        work(&|code| match Python::attach(code) {
            Ok(()) => false,
            Err(error) => {
                *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                true
            }
        })
    });
    raised.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(result), Err)
}

/// Work on a thread of its own, for work without a stop token. Ctrl-C ends the wait for it at once, not the work: the next
/// [`wait`](Background::wait) continues, and a `Background` that is dropped lets its work end unheard.
pub struct Background<T> {
    /// Not shared: the lock only lets Python's other threads see the object.
    result: Mutex<Receiver<T>>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts the work.
    ///
    /// # Errors
    /// `RuntimeError` if the system starts no thread.
    pub fn start(work: impl FnOnce() -> T + Send + 'static) -> PyResult<Background<T>> {
        let (sender, receiver) = channel();
        let send = move || sender.send(work()).unwrap_or_default(); // the receiver may have been dropped
        thread::Builder::new()
            .name("gridlock".to_owned())
            .spawn(send)
            .map_err(|error| PyRuntimeError::new_err(format!("the system starts no thread: {error}")))?;
        Ok(Background { result: Mutex::new(receiver) })
    }

    /// Waits for the result, and runs the signal handlers of Python meanwhile. The result comes once.
    ///
    /// # Errors
    /// What a signal handler raises; `RuntimeError` if the work failed, or its result has come before.
    pub fn wait(&self, py: Python<'_>) -> PyResult<T> {
        loop {
            py.check_signals()?;
            match py.detach(|| self.result.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE)) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("an error in gridlock: please report it"));
                }
            }
        }
    }
}

/// Runs work without the GIL that calls the given function about every [`PATIENCE`] on this thread, with what it has done, and
/// ends early once that returns false. Meanwhile the signal handlers of Python run, and `progress`.
///
/// # Errors
/// What a signal handler or `progress` raises; the message of the work as a `ValueError`.
pub fn hearing<T: Send>(
    py: Python<'_>,
    progress: &(dyn Fn(Python<'_>, usize) -> PyResult<()> + Sync),
    work: impl FnOnce(&dyn Fn(usize) -> bool) -> Result<T, String> + Send,
) -> PyResult<T> {
    let report = |py: Python<'_>, done| py.check_signals().and_then(|()| progress(py, done));
    until_raised(py, |raises| work(&|done| !raises(&|py| report(py, done))))?.map_err(value_error)
}

/// Calls `work` with the buffers of a thread, which `begin` makes, and with a range of at most `piece` of the numbers below
/// `length`; returns all that it finds in the order of the numbers. About every [`PATIENCE`] it calls `hear` with how many
/// numbers are done; once that returns false, it ends early and returns less.
///
/// # Errors
/// The message of the first one that failed.
pub fn on_all_threads<B, T: Send>(
    length: usize,
    piece: usize,
    begin: impl Fn() -> B + Sync,
    work: impl Fn(&mut B, Range<usize>) -> Result<Vec<T>, String> + Sync,
    hear: &dyn Fn(usize) -> bool,
) -> Result<Vec<T>, String> {
    let pieces = (0..length).step_by(piece).map(|first| first..length.min(first + piece));
    let threads = thread::available_parallelism().map_or(1, usize::from).min(pieces.len());
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let (stop, mut found, mut heard) = (AtomicBool::new(false), Vec::new(), Instant::now());
    let ended = drive(begin, work, pieces, threads, &stop, |of_piece: Result<Vec<T>, String>| {
        found.extend(of_piece.map_err(io::Error::other)?);
        if heard.elapsed() >= PATIENCE && !stop.load(Ordering::Relaxed) {
            heard = Instant::now();
            stop.store(!hear(found.len()), Ordering::Relaxed);
        }
        Ok(())
    });
    ended.map(|_| found).map_err(|error: io::Error| error.to_string())
}
