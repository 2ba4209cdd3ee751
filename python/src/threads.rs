//! Work on a range of numbers on all threads.
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use crate::interrupt::PATIENCE;

/// Work that threads share: `length` numbers from 0, of which each thread takes `piece` at a time.
pub struct Shared {
    pub length: usize,
    pub piece: usize,
}

impl Shared {
    /// Calls `work` with the buffers of the thread, which `begin` makes, and with a range of numbers; returns all that it finds
    /// in the order of the numbers. About every [`PATIENCE`] it calls `hear` with how many numbers are done; once that returns
    /// false, it ends early and returns less.
    ///
    /// # Errors
    /// The message of one of those that failed.
    pub fn work<B, T: Send>(
        &self,
        begin: impl Fn() -> B + Sync,
        work: impl Fn(&mut B, Range<usize>) -> Result<Vec<T>, String> + Sync,
        hear: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<T>, String> {
        let (next, done, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        let of_thread = || -> Result<Vec<(usize, Vec<T>)>, String> {
            let mut buffers = begin();
            let mut found = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let first = next.fetch_add(self.piece, Ordering::Relaxed);
                if first >= self.length {
                    break;
                }
                let range = first..self.length.min(first + self.piece);
                let count = range.len();
                found.push((first, work(&mut buffers, range).inspect_err(|_| stop.store(true, Ordering::Relaxed))?));
                done.fetch_add(count, Ordering::Relaxed);
            }
            Ok(found)
        };
        let threads = thread::available_parallelism().map_or(1, usize::from).min(self.length.div_ceil(self.piece));
        let found = thread::scope(|scope| {
            let (working, ended) = channel::<()>();
            let of_thread = &of_thread;
            let begin = |_| {
                let working = working.clone();
                scope.spawn(move || {
                    let _working = working; // until the work ends
                    of_thread()
                })
            };
            let workers: Vec<_> = (0..threads).map(begin).collect();
            drop(working);
            while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if !stop.load(Ordering::Relaxed) && !hear(done.load(Ordering::Relaxed)) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            let failed = |_| Err("an error in gridlock".to_owned());
            let joined = workers.into_iter().map(|worker| worker.join().unwrap_or_else(failed));
            joined.collect::<Result<Vec<_>, String>>()
        })?;
        let mut found: Vec<(usize, Vec<T>)> = found.into_iter().flatten().collect();
        found.sort_unstable_by_key(|&(first, _)| first);
        Ok(found.into_iter().flat_map(|(_, found)| found).collect())
    }
}
