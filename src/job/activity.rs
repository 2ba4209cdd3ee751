//! A sign on a terminal that the program is at work, where nothing can be counted on the way.
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::progress::ProgressMode;

/// Work that ends sooner than this shows no sign.
const PATIENCE: Duration = Duration::from_secs(2);

/// Shows on stderr what the program does and for how long, once that takes two seconds. Drop it before anything else is printed.
pub struct Activity {
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Activity {
    /// Begins an activity, `what` like "reading rows". Shows nothing unless the mode is [`ProgressMode::Bar`].
    pub fn begin(mode: ProgressMode, what: &'static str) -> Activity {
        if mode != ProgressMode::Bar {
            return Activity { end: None, thread: None };
        }
        let (end, ended) = channel::<()>();
        let show = move || {
            if ended.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})").expect("the template is sound");
            let bar = ProgressBar::no_length().with_style(style).with_message(what).with_elapsed(PATIENCE);
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
            bar.enable_steady_tick(Duration::from_millis(200));
            let _ = ended.recv(); // until the sender is dropped
            bar.finish_and_clear();
        };
        // Without the thread the work is done all the same.
        let thread = thread::Builder::new().name("activity".to_owned()).spawn(show).ok();
        Activity { end: Some(end), thread }
    }

    /// Ends the activity and removes its sign.
    pub fn end(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // it does not panic
        }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn it_ends_at_once_and_shows_nothing_without_a_terminal() {
        let begun = Instant::now();
        for mode in [ProgressMode::Bar, ProgressMode::Lines, ProgressMode::Quiet] {
            let mut activity = Activity::begin(mode, "reading rows");
            assert_eq!(activity.thread.is_some(), mode == ProgressMode::Bar);
            activity.end();
            activity.end();
        }
        assert!(begun.elapsed() < PATIENCE);
    }
}
