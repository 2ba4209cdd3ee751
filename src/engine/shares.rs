//! Short work on all threads: one part for each.
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

/// Calls `work` with consecutive parts of the numbers below `length`, one on each thread; returns what it finds, in order.
pub fn in_shares<T: Send>(length: usize, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let share = length.div_ceil(thread::available_parallelism().map_or(1, usize::from)).max(1);
    thread::scope(|scope| {
        let work = &work;
        let begin = |first: usize| scope.spawn(move || work(first..length.min(first + share)));
        let workers: Vec<_> = (0..length).step_by(share).map(begin).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
