//! Progress on stderr of work that a [`Gauge`] measures: a bar on a terminal, a plain line every 10 s elsewhere.
use std::io::{self, IsTerminal, Write};
use std::mem;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{DecimalBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::numbers::grouped;
use crate::files::printable_lines;
use crate::gauge::{Gauge, GaugeReading, GaugeUnit};

/// Work that ends sooner than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two updates of the bar.
const BAR_EVERY: Duration = Duration::from_millis(200);
/// Time between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgressMode {
    /// Not at all.
    Quiet,
    /// As a bar that redraws itself.
    Bar,
    /// As a plain line every 10 s.
    Lines,
}

impl ProgressMode {
    /// A bar if stderr is a terminal, plain lines if not. There is no bar if the command writes text to standard output
    /// (`text_on_stdout`) and that is a terminal too, because the bar would overwrite the text.
    pub fn for_stderr(quiet: bool, text_on_stdout: bool) -> ProgressMode {
        match (io::stderr().is_terminal(), text_on_stdout && io::stdout().is_terminal()) {
            _ if quiet => ProgressMode::Quiet,
            (false, _) => ProgressMode::Lines,
            (true, true) => ProgressMode::Quiet,
            (true, false) => ProgressMode::Bar,
        }
    }
}

/// Shows progress, on a thread of its own. Drop it before anything else is written to stderr.
pub struct Progress {
    bar: ProgressBar,
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins to show what `gauge` measures.
    pub fn begin(mode: ProgressMode, gauge: &Gauge) -> Progress {
        let (end, ended) = channel::<()>();
        // The sender is dropped at the end.
        let goes_on = move |time| ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        let (bar, gauge) = (ProgressBar::hidden(), gauge.clone());
        let shown = bar.clone();
        let show = move || {
            let (mut wait, every) = if mode == ProgressMode::Bar { (PATIENCE, BAR_EVERY) } else { (LINE_EVERY, LINE_EVERY) };
            while goes_on(mem::replace(&mut wait, every)) {
                let reading = gauge.reading();
                if mode == ProgressMode::Lines {
                    // If stderr is closed, the line is lost, but the run goes on.
                    let _ = writeln!(io::stderr(), "{}", line(&reading, reading.begun.elapsed()));
                    continue;
                }
                if shown.is_hidden() {
                    shown.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
                }
                draw(&shown, &reading);
            }
        };
        // Without the thread the work still gets done.
        let thread = (mode != ProgressMode::Quiet).then(|| thread::Builder::new().name("progress".to_owned()).spawn(show).ok());
        Progress { bar, end: Some(end), thread: thread.flatten() }
    }

    /// Prints a line on stderr, above the bar if there is one. Terminal control characters are escaped.
    pub fn message(&self, line: &str) {
        self.bar.suspend(|| {
            // A closed stderr is not an error.
            let _ = writeln!(io::stderr(), "{}", printable_lines(line));
        });
    }
}

impl Drop for Progress {
    /// Ends the thread and removes the bar.
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // it does not panic
        }
        self.bar.finish_and_clear();
    }
}

/// Draws a bar if the total is known, otherwise a spinner.
fn draw(bar: &ProgressBar, reading: &GaugeReading) {
    let elapsed = reading.begun.elapsed();
    let mut message = figures(reading, elapsed);
    let shape = if let Some(total) = reading.stage.total {
        bar.set_length(total);
        bar.set_position(reading.done);
        "{percent:>3}% {wide_bar} {msg}"
    } else {
        message += &format!(" ({})", duration(elapsed.as_secs_f64()));
        "{spinner} {msg}"
    };
    let note = if reading.note.is_empty() { "" } else { "\n     {prefix}" };
    bar.set_style(ProgressStyle::with_template(&format!("{shape}{note}")).expect("the template is sound"));
    bar.set_message(message);
    bar.set_prefix(reading.note.clone());
    bar.tick();
}

/// All figures in a line.
fn line(reading: &GaugeReading, elapsed: Duration) -> String {
    let percent = |total: u64| format!(" ({:.1}%)", 100.0 * reading.done as f64 / total.max(1) as f64);
    let note = if reading.note.is_empty() { String::new() } else { format!("; {}", reading.note) };
    format!("{}{}{note}", figures(reading, elapsed), reading.stage.total.map_or(String::new(), percent))
}

/// What is done, with its figures: "reading rows: 1,250,000 rows, 12.50 MB of 50.00 MB, 42s left".
fn figures(reading: &GaugeReading, elapsed: Duration) -> String {
    let GaugeReading { stage, done, before, items, .. } = *reading;
    let rate = done.saturating_sub(before) as f64 / elapsed.as_secs_f64().max(1e-3);
    let counts_items = matches!(stage.unit, GaugeUnit::Items | GaugeUnit::Counted);
    let amount = if stage.unit == GaugeUnit::Rows { done } else { items };
    let mut parts = Vec::new();
    match stage.total {
        Some(total) if counts_items || stage.unit == GaugeUnit::Rows => {
            parts.push(format!("{} of {} {}", grouped(amount), grouped(total), stage.items));
        }
        _ if items > 0 => parts.push(format!("{} {}", grouped(items), stage.items)),
        _ => {}
    }
    if counts_items && items > 0 {
        parts.push(format!("{}/s", grouped(rate as u64)));
    }
    if let Some(total) = stage.total {
        if stage.unit == GaugeUnit::Bytes {
            parts.push(format!("{} of {}", DecimalBytes(done), DecimalBytes(total)));
        }
        if let Some(seconds) = reading.forecast.left(before, done, total, elapsed) {
            parts.push(format!("{} left", duration(seconds)));
        }
    }
    if parts.is_empty() { stage.what.to_owned() } else { format!("{}: {}", stage.what, parts.join(", ")) }
}

/// Seconds for people: `42s`, `3m 05s`, `7h 30m`, `2d 3h`.
pub fn duration(seconds: f64) -> String {
    let s = seconds.round() as u64;
    match s {
        0..60 => format!("{s}s"),
        60..3600 => format!("{}m {:02}s", s / 60, s % 60),
        3600..86_400 => format!("{}h {:02}m", s / 3600, s / 60 % 60),
        _ => format!("{}d {}h", s / 86_400, s / 3600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gauge::{Forecast, GaugeStage};
    use std::time::Instant;

    #[test]
    fn it_ends_at_once_and_shows_nothing_without_a_terminal() {
        let begun = Instant::now();
        for mode in [ProgressMode::Bar, ProgressMode::Lines, ProgressMode::Quiet] {
            let progress = Progress::begin(mode, &Gauge::of_rows("reading rows"));
            assert_eq!(progress.thread.is_some(), mode != ProgressMode::Quiet);
        }
        assert!(begun.elapsed() < PATIENCE);
    }

    fn reading(unit: GaugeUnit, total: Option<u64>, done: u64, items: u64) -> GaugeReading {
        let stage = GaugeStage { what: "reading rows", items: "rows", unit, total };
        GaugeReading { stage, begun: Instant::now(), done, before: 0, items, note: String::new(), forecast: Forecast::default() }
    }

    #[test]
    fn figures_say_what_is_known() {
        let text = |unit, total, done, items| figures(&reading(unit, total, done, items), Duration::from_secs(14));
        let bytes = text(GaugeUnit::Bytes, Some(50_000_000), 12_500_000, 1_250_000);
        assert_eq!(bytes, "reading rows: 1,250,000 rows, 12.50 MB of 50.00 MB, 42s left");
        assert_eq!(text(GaugeUnit::Bytes, None, 12_500_000, 1_250_000), "reading rows: 1,250,000 rows");
        assert_eq!(text(GaugeUnit::Bytes, None, 0, 0), "reading rows");
        assert_eq!(text(GaugeUnit::Items, Some(4200), 2800, 2800), "reading rows: 2,800 of 4,200 rows, 200/s, 7s left");
        assert_eq!(text(GaugeUnit::Milliseconds, Some(20_000), 14_000, 64), "reading rows: 64 rows, 6s left");
        assert_eq!(text(GaugeUnit::Bytes, Some(0), 0, 0), "reading rows: 0 B of 0 B");
    }

    #[test]
    fn a_line_counts_only_the_work_of_this_run() {
        let resumed = GaugeReading {
            before: 5000,
            note: "18 rows".to_owned(),
            ..reading(GaugeUnit::Counted, Some(40_000), 10_000, 10_000)
        };
        let text = line(&resumed, Duration::from_secs(10));
        assert_eq!(text, "reading rows: 10,000 of 40,000 rows, 500/s, 1m 00s left (25.0%); 18 rows");
        let text = line(&reading(GaugeUnit::Counted, Some(0), 0, 0), Duration::from_secs(10));
        assert_eq!(text, "reading rows: 0 of 0 rows (0.0%)");
    }

    #[test]
    fn durations_read_well() {
        let texts = [0.4, 59.0, 185.0, 27_000.0, 183_600.0].map(duration);
        assert_eq!(texts, ["0s", "59s", "3m 05s", "7h 30m", "2d 3h"]);
    }
}
