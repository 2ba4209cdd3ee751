//! Work on a range of numbers on all threads.
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use gridlock::internals::engine::drive;

use crate::interrupt::PATIENCE;

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
