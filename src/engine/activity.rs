//! Progress on a terminal of work that a [`Gauge`] measures: a bar where its share is known, otherwise a sign that the program is at work.
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::numbers::grouped;
use super::progress::{ProgressMode, duration};
use crate::files::{Gauge, GaugeReading, GaugeUnit};

/// Work that ends sooner than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time between two updates.
const EVERY: Duration = Duration::from_millis(200);

/// Shows on stderr what the program does and how far it has come, once that takes two seconds. Drop it before anything else is printed.
pub struct Activity {
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Activity {
    /// Begins to show what `gauge` measures. Shows nothing unless the mode is [`ProgressMode::Bar`].
    pub fn begin(mode: ProgressMode, gauge: &Gauge) -> Activity {
        if mode != ProgressMode::Bar {
            return Activity { end: None, thread: None };
        }
        let (end, ended) = channel::<()>();
        let gauge = gauge.clone();
        let show = move || {
            // The sender is dropped at the end.
            if ended.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::no_length().with_elapsed(PATIENCE);
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
            loop {
                let reading = gauge.reading();
                bar.set_style(style(&reading));
                if let Some(total) = reading.stage.total {
                    bar.set_length(total);
                    bar.set_position(reading.done);
                }
                bar.set_message(figures(&reading, Instant::now() - reading.begun));
                bar.tick();
                if ended.recv_timeout(EVERY) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            bar.finish_and_clear();
        };
        // Without the thread the work is done all the same.
        let thread = thread::Builder::new().name("activity".to_owned()).spawn(show).ok();
        Activity { end: Some(end), thread }
    }

    /// Ends the activity and removes what it shows.
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

/// A bar if the total is known.
fn style(reading: &GaugeReading) -> ProgressStyle {
    let template = if reading.stage.total.is_some() { "{percent:>3}% {wide_bar} {msg}" } else { "{spinner} {msg} ({elapsed})" };
    ProgressStyle::with_template(template).expect("the template is sound")
}

/// What is done, with its figures: "reading rows: 1,250,000 rows, 12.50 MB of 50.00 MB, 42s left".
fn figures(reading: &GaugeReading, elapsed: Duration) -> String {
    let GaugeReading { stage, done, items, .. } = *reading;
    let mut parts = Vec::new();
    match (stage.unit, stage.total) {
        (GaugeUnit::Items, Some(total)) => parts.push(format!("{} of {} {}", grouped(items), grouped(total), stage.items)),
        _ if items > 0 => parts.push(format!("{} {}", grouped(items), stage.items)),
        _ => {}
    }
    if let Some(total) = stage.total {
        if stage.unit == GaugeUnit::Bytes {
            parts.push(format!("{} of {}", DecimalBytes(done), DecimalBytes(total)));
        }
        if done > 0 {
            parts.push(format!("{} left", duration(elapsed.as_secs_f64() * (total - done) as f64 / done as f64)));
        }
    }
    if parts.is_empty() { stage.what.to_owned() } else { format!("{}: {}", stage.what, parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::GaugeStage;

    #[test]
    fn it_ends_at_once_and_shows_nothing_without_a_terminal() {
        let begun = Instant::now();
        for mode in [ProgressMode::Bar, ProgressMode::Lines, ProgressMode::Quiet] {
            let mut activity = Activity::begin(mode, &Gauge::of_rows("reading rows"));
            assert_eq!(activity.thread.is_some(), mode == ProgressMode::Bar);
            activity.end();
            activity.end();
        }
        assert!(begun.elapsed() < PATIENCE);
    }

    #[test]
    fn figures_say_what_is_known() {
        let shown = |unit, total, done, items| {
            let stage = GaugeStage { what: "reading rows", items: "rows", unit, total };
            figures(&GaugeReading { stage, begun: Instant::now(), done, items }, Duration::from_secs(14))
        };
        let bytes = shown(GaugeUnit::Bytes, Some(50_000_000), 12_500_000, 1_250_000);
        assert_eq!(bytes, "reading rows: 1,250,000 rows, 12.50 MB of 50.00 MB, 42s left");
        assert_eq!(shown(GaugeUnit::Bytes, None, 12_500_000, 1_250_000), "reading rows: 1,250,000 rows");
        assert_eq!(shown(GaugeUnit::Bytes, None, 0, 0), "reading rows");
        assert_eq!(shown(GaugeUnit::Items, Some(4000), 2000, 2000), "reading rows: 2,000 of 4,000 rows, 14s left");
        assert_eq!(shown(GaugeUnit::Milliseconds, Some(20_000), 14_000, 64), "reading rows: 64 rows, 6s left");
        assert_eq!(shown(GaugeUnit::Bytes, Some(0), 0, 0), "reading rows: 0 B of 0 B");
    }
}
