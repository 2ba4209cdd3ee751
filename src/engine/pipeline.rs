//! The one parallel engine: batches of work on many threads, outcomes back in the order of the batches. Knows no rule of the
//! puzzle.
//!
//! ```text
//!             queue                     a channel for each batch
//! batches --> the caller ------> worker 0 --------> the caller --> write, in order
//!                        \-----> worker 1 ---/
//! ```
use crate::errors::classes;
use std::any::Any;
use std::collections::VecDeque;
use std::error::Error;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

/// How the work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// All batches were done and written.
    Complete,
    /// The stop flag was set: the batches up to some point were done and written, without a gap.
    Stopped,
}

/// Why the work failed, if `write` did not. The outcomes written before the failure have no gap.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {source}; ask for fewer with --threads")]
    Threads {
        /// The number asked for.
        threads: NonZeroUsize,
        /// The error of the system.
        source: io::Error,
    },
    /// A worker panicked, which is an error in the program.
    #[error("a worker thread failed ({0}): this is an error in gridlock, please report it")]
    Panicked(String),
}

/// How many batches per thread may be in flight, that is, handed out but not yet written. While a slow batch holds up the
/// writing, the other threads go on until this many outcomes wait; this limit also bounds the memory that the waiting outcomes
/// need.
const WINDOW_PER_THREAD: usize = 16;

/// Works on all `batches` with `threads` new threads; on the calling thread passes the outcomes to `write` in the order of the
/// batches. `write` sees the same sequence for any number of threads.
///
/// `worker` makes what a thread needs for its work, such as tables and scratch buffers; it is called once on each thread. `run`
/// works on one batch. The batches must not depend on one another.
///
/// `batches` is also read on the calling thread. Where reading is slow, outcomes that are ready are written between two reads.
///
/// Once `stop` is set, no further batch is begun; those already begun are finished and written.
///
/// # Errors
/// The first error of `write`, and [`PipelineError::Panicked`] if a worker panics: both end the work as soon as the batches that
/// were begun are done. [`PipelineError::Threads`] if the threads can't be started.
pub fn drive<W, B: Send, T: Send, E: From<PipelineError>>(
    worker: impl Fn() -> W + Sync,
    run: impl Fn(&mut W, B) -> T + Sync,
    batches: impl IntoIterator<Item = B>,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    write: impl FnMut(T) -> Result<(), E>,
) -> Result<Completion, E> {
    drive_ahead(WINDOW_PER_THREAD, worker, run, batches, threads, stop, write)
}

/// As [`drive`], with up to `ahead` batches per thread in flight: for batches of which few take thousands of times as long as the
/// others. All threads work on until a batch takes as long as `ahead` others.
///
/// # Errors
/// As [`drive`].
pub fn drive_ahead<W, B: Send, T: Send, E: From<PipelineError>>(
    ahead: usize,
    worker: impl Fn() -> W + Sync,
    run: impl Fn(&mut W, B) -> T + Sync,
    batches: impl IntoIterator<Item = B>,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    mut write: impl FnMut(T) -> Result<(), E>,
) -> Result<Completion, E> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .thread_name(|k| format!("worker-{k}"))
        .build()
        .map_err(|error| PipelineError::Threads { threads, source: system_error(&error) })?;
    let window = ahead * (threads.get() + 1);
    let (tasks, queue) = unbounded::<Task<B, T>>();
    let abort = AtomicBool::new(false);
    let work_off = || {
        let mut buffers = None;
        // A batch that is not begun drops the sender of its outcome, which says so.
        let is_over = || [stop, &abort].iter().any(|flag| flag.load(Ordering::Relaxed));
        for (batch, outcome) in queue.iter().filter(|_| !is_over()) {
            // What comes after a panic is not written, so the state of the buffers does not matter.
            let ended = catch_unwind(AssertUnwindSafe(|| run(buffers.get_or_insert_with(&worker), batch)));
            let _ = outcome.send(ended); // after an error nobody waits for it
        }
    };
    let mut batches = batches.into_iter().peekable();
    let mut conduct = |tasks: Sender<Task<B, T>>| {
        let mut write_ended = |ended: Ended<T>| match ended {
            Ok(outcome) => write(outcome),
            Err(panic) => Err(PipelineError::Panicked(message(&*panic)).into()),
        };
        // the outcomes to come of the batches in flight, in order
        let mut waiting: VecDeque<Receiver<Ended<T>>> = VecDeque::new();
        loop {
            while waiting.len() < window
                && !stop.load(Ordering::Relaxed)
                && let Some(batch) = batches.next()
            {
                let (outcome, receiver) = bounded(1);
                waiting.push_back(receiver);
                tasks.send((batch, outcome)).expect("the caller holds the queue");
                // The next batch may come from a slow input: write first what is ready.
                while let Some(ended) = waiting.front().and_then(|first| first.try_recv().ok()) {
                    waiting.pop_front();
                    write_ended(ended)?;
                }
            }
            match waiting.pop_front().map(|first| first.recv()) {
                Some(Ok(ended)) => write_ended(ended)?,
                None if batches.peek().is_none() => return Ok(Completion::Complete),
                None | Some(Err(_)) => return Ok(Completion::Stopped),
            }
        }
    };
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, _| work_off());
        let completion = conduct(tasks);
        // After an error no queued batch is begun. The sender of the queue has been dropped, so the workers end.
        abort.store(true, Ordering::Relaxed);
        completion
    })
}

/// The outcome of a batch, or the panic that ended it.
type Ended<T> = thread::Result<T>;

/// A batch, and where its outcome goes.
type Task<B, T> = (B, Sender<Ended<T>>);

/// The system's error behind a failed pool.
fn system_error(error: &rayon::ThreadPoolBuildError) -> io::Error {
    let code = error.source().and_then(|source| source.downcast_ref()).and_then(io::Error::raw_os_error);
    code.map_or_else(|| io::Error::other(error.to_string()), io::Error::from_raw_os_error)
}

/// The text of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}

classes!(PipelineError [Threads.source] Defect: Panicked);

/// Short work on all threads: calls `work` with consecutive parts of the numbers below `length`, one on each thread; returns what it finds, in order.
pub fn in_shares<T: Send>(length: usize, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let share = length.div_ceil(thread::available_parallelism().map_or(1, usize::from)).max(1);
    thread::scope(|scope| {
        let work = &work;
        let begin = |first: usize| scope.spawn(move || work(first..length.min(first + share)));
        let workers: Vec<_> = (0..length).step_by(share).map(begin).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::errors::{Classified, ErrorClass};

    /// Batches are numbers, and the outcome of a batch is its number. Counts the batches begun.
    #[derive(Default)]
    struct EchoWork {
        begun: AtomicUsize,
        slow: Option<u64>,
        panics: Option<u64>,
        stop: AtomicBool,
        stops_at: Option<u64>,
    }

    impl EchoWork {
        fn drive(
            &self,
            batches: impl IntoIterator<Item = u64>,
            threads: usize,
            write: impl FnMut(u64) -> io::Result<()>,
        ) -> io::Result<Completion> {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            drive(|| (), |(), batch| self.run(batch), batches, threads, &self.stop, write)
        }

        fn run(&self, batch: u64) -> u64 {
            self.begun.fetch_add(1, Ordering::SeqCst);
            if self.slow == Some(batch) {
                std::thread::sleep(Duration::from_millis(200));
            }
            if self.stops_at == Some(batch) {
                self.stop.store(true, Ordering::SeqCst);
            }
            assert!(self.panics != Some(batch), "batch {batch} is bad");
            batch
        }
    }

    fn collect(echo: &EchoWork, batches: u64, n: usize) -> (io::Result<Completion>, Vec<u64>) {
        let mut written = Vec::new();
        let completion = echo.drive(0..batches, n, |outcome| {
            written.push(outcome);
            Ok(())
        });
        (completion, written)
    }

    #[test]
    fn outcomes_come_in_order_for_any_number_of_threads() {
        for n in [1, 2, 5, 16] {
            for batches in [0, 1, 7, 10_000] {
                let (completion, written) = collect(&EchoWork::default(), batches, n);
                assert!(matches!(completion, Ok(Completion::Complete)));
                assert!(written == (0..batches).collect::<Vec<_>>(), "{batches} batches on {n} threads");
            }
        }
    }

    #[test]
    fn the_others_go_on_while_a_batch_takes_long() {
        for (ahead, threads) in [(WINDOW_PER_THREAD, 2), (100, 2), (100, 5)] {
            let echo = EchoWork { slow: Some(0), ..EchoWork::default() };
            let mut begun = None;
            let write = |_| {
                begun.get_or_insert_with(|| echo.begun.load(Ordering::SeqCst));
                Ok::<_, io::Error>(())
            };
            let n = NonZeroUsize::new(threads).expect("not zero");
            drive_ahead(ahead, || (), |(), batch| echo.run(batch), 0..10_000, n, &echo.stop, write).expect("no error");
            // when the slow batch, which is the first, is written, the others have done all that they may
            let window = ahead * (threads + 1);
            assert!(begun.is_some_and(|begun| (window..window + threads + 1).contains(&begun)), "{ahead}, {threads}: {begun:?}");
        }
    }

    #[test]
    fn outcomes_are_written_while_the_input_is_slow() {
        let written = AtomicUsize::new(0);
        let echo = EchoWork::default();
        let slow = (0..10).inspect(|&batch| {
            // Once the batch before this one has begun, all earlier ones are reported.
            let deadline = Instant::now() + Duration::from_secs(10);
            while echo.begun.load(Ordering::SeqCst) < batch as usize && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(1));
            }
            assert!(written.load(Ordering::SeqCst) + 2 >= batch as usize, "batch {batch} is read, but few were written");
        });
        let completion = echo.drive(slow, 1, |_| {
            written.fetch_add(1, Ordering::SeqCst);
            Ok(())
        });
        assert!(matches!(completion, Ok(Completion::Complete)));
    }

    #[test]
    fn a_slow_batch_does_not_let_the_others_run_away() {
        let echo = EchoWork { slow: Some(3), ..EchoWork::default() };
        let mut most = 0;
        let mut written = 0;
        let completion = echo.drive(0..100_000, 4, |_| {
            most = most.max(echo.begun.load(Ordering::SeqCst) - written);
            written += 1;
            Ok(())
        });
        assert!(matches!(completion, Ok(Completion::Complete)));
        assert!(most <= 5 * WINDOW_PER_THREAD, "{most} batches were begun and not written");
    }

    #[test]
    fn the_flag_stops_it_without_a_gap() {
        for n in [1, 2, 5] {
            let echo = EchoWork { stops_at: Some(1000), ..EchoWork::default() };
            let (completion, written) = collect(&echo, u64::MAX, n);
            assert!(matches!(completion, Ok(Completion::Stopped)));
            assert!(written.iter().copied().eq(0..written.len() as u64));
            assert!(written.len() > 1000 - 5 * WINDOW_PER_THREAD && written.len() < 1000 + 10 * WINDOW_PER_THREAD);
        }
        let echo = EchoWork { stop: AtomicBool::new(true), ..EchoWork::default() };
        let (completion, written) = collect(&echo, 10, 2);
        assert!(matches!(completion, Ok(Completion::Stopped)) && written.is_empty());
    }

    #[test]
    fn a_flag_set_in_the_last_batch_comes_too_late() {
        let echo = EchoWork { stops_at: Some(9), ..EchoWork::default() };
        let (completion, written) = collect(&echo, 10, 1);
        assert!(matches!(completion, Ok(Completion::Complete)));
        assert_eq!(written.len(), 10);
    }

    #[test]
    fn an_error_of_the_writer_ends_it_at_once() {
        let echo = EchoWork::default();
        let mut written = 0;
        let completion = echo.drive(0..u64::MAX, 3, |outcome| {
            written += 1;
            if outcome == 50 { Err(io::Error::other("the disk is full")) } else { Ok(()) }
        });
        assert!(matches!(completion, Err(error) if error.to_string() == "the disk is full"));
        assert_eq!(written, 51);
    }

    #[test]
    fn a_panic_of_a_worker_becomes_an_error() {
        for n in [1, 3] {
            let echo = EchoWork { panics: Some(50), ..EchoWork::default() };
            let start = Instant::now();
            let (completion, written) = collect(&echo, u64::MAX, n);
            let error = completion.expect_err("a panic");
            assert!(error.class() == ErrorClass::Defect && error.to_string().contains("(batch 50 is bad)"), "{error}");
            assert!(written.len() <= 50 && start.elapsed() < Duration::from_secs(10));
        }
    }
}
