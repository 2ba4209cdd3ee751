//! Reading an input on a thread of its own, so that a signal ends the wait for a line that does not come.
use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

/// Items that are read ahead of the reader.
const AHEAD: usize = 1024;
/// How often a waiting reader looks at the stop flag.
const LOOK: Duration = Duration::from_millis(20);

/// The items of an iterator that runs on its own thread.
///
/// A read from a pipe or a terminal can't be interrupted: after Ctrl-C the program would wait until the next line comes. So the thread
/// reads, and [`ReadAhead::next`] waits for it only until the stop flag is set. The thread is then left alone; it ends with the program.
pub struct ReadAhead<'s, T> {
    items: Receiver<T>,
    thread: Option<JoinHandle<()>>,
    stop: &'s AtomicBool,
    stopped: bool,
}

impl<'s, T: Send + 'static> ReadAhead<'s, T> {
    /// Starts the thread. It calls `open` and then reads the items.
    ///
    /// # Errors
    /// That of the system if the thread can't be started.
    pub fn start<I: Iterator<Item = T>>(
        open: impl FnOnce() -> I + Send + 'static,
        stop: &'s AtomicBool,
    ) -> io::Result<ReadAhead<'s, T>> {
        let (sender, items) = bounded(AHEAD);
        // The receiver is dropped when the items are no longer wanted; then sending fails.
        let read = move || _ = open().try_for_each(|item| sender.send(item));
        let thread = thread::Builder::new().name("input".to_owned()).spawn(read)?;
        Ok(ReadAhead { items, thread: Some(thread), stop, stopped: false })
    }

    /// Whether the items ended because the stop flag was set, and not because there were no more.
    pub fn stopped(&self) -> bool {
        self.stopped
    }
}

impl<T> Iterator for ReadAhead<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        loop {
            match self.items.recv_timeout(LOOK) {
                Ok(item) => return Some(item),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    self.stopped = true;
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // A panic of the thread must not look like the end of the input.
                    if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
                        resume_unwind(panic);
                    }
                    return None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_items_come_in_order() {
        let stop = AtomicBool::new(false);
        let mut items = ReadAhead::start(|| 0..5000, &stop).expect("a thread");
        assert!(items.by_ref().eq(0..5000) && !items.stopped());
    }

    #[test]
    fn the_flag_ends_the_wait() {
        let stop = AtomicBool::new(false);
        let (_sender, never) = bounded::<u32>(1);
        let mut items = ReadAhead::start(move || [1, 2].into_iter().chain(never), &stop).expect("a thread");
        assert_eq!((items.next(), items.next()), (Some(1), Some(2)));
        stop.store(true, Ordering::Relaxed);
        assert_eq!((items.next(), items.stopped()), (None, true));
    }

    #[test]
    #[should_panic(expected = "a bad input")]
    fn a_panic_is_not_the_end_of_the_input() {
        let stop = AtomicBool::new(false);
        let bad = || std::iter::from_fn(|| -> Option<u32> { panic!("a bad input") });
        assert_eq!(ReadAhead::start(bad, &stop).expect("a thread").next(), None);
    }
}
