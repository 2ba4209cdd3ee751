//! Progress on stderr: a bar on a terminal, a plain line every 10 s elsewhere.
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::numbers::grouped;
use crate::files::printable_lines;
use crate::generate::Counts;

/// Time between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// Time between two updates of the figures next to the bar.
const BAR_EVERY: Duration = Duration::from_millis(200);

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
    /// For runs that last hours: a bar if stderr is a terminal, plain lines if not. See [`ProgressMode::on_terminal`] for
    /// `text_on_stdout`.
    pub fn for_stderr(quiet: bool, text_on_stdout: bool) -> ProgressMode {
        match ProgressMode::on_terminal(quiet, text_on_stdout) {
            ProgressMode::Quiet if !quiet && !io::stderr().is_terminal() => ProgressMode::Lines,
            mode => mode,
        }
    }

    /// For shorter runs: a bar if stderr is a terminal, nothing if not. There is no bar either if the command writes text to standard
    /// output (`text_on_stdout`) and that is a terminal too, because the bar would overwrite the text.
    pub fn on_terminal(quiet: bool, text_on_stdout: bool) -> ProgressMode {
        let torn = text_on_stdout && io::stdout().is_terminal();
        if !quiet && io::stderr().is_terminal() && !torn { ProgressMode::Bar } else { ProgressMode::Quiet }
    }
}

/// Shows progress. Drop it, or call [`Progress::end`], before anything else is written to stderr.
pub struct Progress {
    mode: ProgressMode,
    bar: ProgressBar,
    begun: Instant,
    shown: Instant,
    total: u64,
    /// Candidates or items that earlier runs did.
    before: u64,
    /// Whether [`Progress::items`] was called.
    counts_items: bool,
}

impl Progress {
    /// Progress that has not begun.
    pub fn new(mode: ProgressMode) -> Progress {
        let now = Instant::now();
        Progress { mode, bar: ProgressBar::hidden(), begun: now, shown: now, total: 0, before: 0, counts_items: false }
    }

    /// Shows that the candidates are being counted, which takes seconds on large boards.
    pub fn counting(&mut self) {
        if self.mode == ProgressMode::Bar {
            self.show(ProgressBar::no_length(), "{spinner} counting the candidates ({elapsed})");
        }
    }

    /// Begins a run over `total` candidates; `before` is what earlier runs found in some of them.
    pub fn begin(&mut self, total: u64, before: &Counts) {
        self.total = total;
        self.before = before.candidates;
        self.begun = Instant::now();
        self.shown = self.begun;
        if self.mode == ProgressMode::Bar {
            let template = "{percent:>3}% {wide_bar} {human_pos}/{human_len} candidates, {rate}/s, {left} left\n     {msg}";
            self.show(ProgressBar::new(total).with_position(self.before), template);
        }
    }

    fn show(&mut self, bar: ProgressBar, template: &str) {
        self.bar.finish_and_clear();
        self.bar = bar.with_style(style(template, self.before, self.begun));
        self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        // The library panics if there can be no further thread. Without one, only an update redraws the bar.
        if thread::Builder::new().spawn(|| ()).is_ok() {
            self.bar.enable_steady_tick(BAR_EVERY);
        }
    }

    /// Shows what has been found so far, with what earlier runs found.
    pub fn update(&mut self, counts: &Counts) {
        let now = Instant::now();
        match self.mode {
            ProgressMode::Bar if now - self.shown >= BAR_EVERY => {
                self.bar.set_position(counts.candidates);
                self.bar.set_message(found(counts));
            }
            ProgressMode::Lines if now - self.shown >= LINE_EVERY => {
                // If stderr is closed, the line is lost and the run goes on.
                let _ = writeln!(io::stderr(), "{}", self.line(counts, now - self.begun));
            }
            _ => return,
        }
        self.shown = now;
    }

    /// Shows that `done` items of `total`, if that is known, are done: `items` like "rows", `what` like "checked". Earlier runs did those
    /// that are done at the first call.
    pub fn items(&mut self, items: &str, what: &str, done: u64, total: Option<u64>) {
        let now = Instant::now();
        if !self.counts_items {
            self.counts_items = true;
            (self.begun, self.shown, self.before) = (now, now, done);
        }
        match self.mode {
            ProgressMode::Bar => {
                if self.bar.is_hidden() {
                    let bar = total.map_or_else(ProgressBar::no_length, ProgressBar::new).with_position(done);
                    let template = if total.is_some() {
                        format!("{{percent:>3}}% {{wide_bar}} {{human_pos}}/{{human_len}} {items}, {{rate}}/s, {{left}} left")
                    } else {
                        format!("{{spinner}} {{human_pos}} {items} {what}, {{rate}}/s")
                    };
                    self.show(bar, &template);
                }
                self.bar.set_position(done);
            }
            ProgressMode::Lines if now - self.shown >= LINE_EVERY => {
                self.shown = now;
                let _ = writeln!(io::stderr(), "{}", self.items_line(items, what, done, total, now - self.begun));
            }
            _ => {}
        }
    }

    /// Prints a line on stderr, above the bar if there is one. What could steer a terminal is escaped.
    pub fn message(&self, line: &str) {
        self.bar.suspend(|| {
            // A closed stderr is not an error.
            let _ = writeln!(io::stderr(), "{}", printable_lines(line));
        });
    }

    /// Removes the bar.
    pub fn end(&mut self) {
        self.bar.finish_and_clear();
    }

    fn items_line(&self, items: &str, what: &str, done: u64, total: Option<u64>, elapsed: Duration) -> String {
        let rate = rate(self.before, done, elapsed);
        let of = total.map_or(String::new(), |total| format!(" of {}", grouped(total)));
        let left = match total {
            Some(total) if rate > 0.0 => format!(", {} left", left(done, total, rate)),
            _ => String::new(),
        };
        format!("{}{of} {items} {what}, {}/s{left}", grouped(done), grouped(rate as u64))
    }

    fn line(&self, counts: &Counts, elapsed: Duration) -> String {
        let (done, total) = (counts.candidates, self.total);
        let rate = rate(self.before, done, elapsed);
        let percent = 100.0 * done as f64 / total.max(1) as f64;
        format!(
            "{} of {} candidates ({percent:.1}%), {}/s, {} left; {}",
            grouped(done),
            grouped(total),
            grouped(rate as u64),
            left(done, total, rate),
            found(counts)
        )
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// The style of a bar that began at `begun` with `before` done. Its keys `rate` and `left` are about the work since then; those of the
/// library take what was done before for work of this run.
fn style(template: &str, before: u64, begun: Instant) -> ProgressStyle {
    let now = move |state: &ProgressState| rate(before, state.pos(), begun.elapsed());
    let style = ProgressStyle::with_template(template).expect("the template is sound");
    let style = style.with_key("rate", move |state: &ProgressState, text: &mut dyn fmt::Write| {
        let _ = text.write_str(&grouped(now(state) as u64));
    });
    style.with_key("left", move |state: &ProgressState, text: &mut dyn fmt::Write| {
        let _ = text.write_str(&left(state.pos(), state.len().unwrap_or(0), now(state)));
    })
}

/// What a run does in a second: `done` of which `before` was done when it began, `elapsed` ago.
fn rate(before: u64, done: u64, elapsed: Duration) -> f64 {
    done.saturating_sub(before) as f64 / elapsed.as_secs_f64().max(1e-3)
}

/// The time that the rest takes at this rate.
fn left(done: u64, total: u64, rate: f64) -> String {
    if rate > 0.0 { duration(total.saturating_sub(done) as f64 / rate) } else { "unknown time".to_owned() }
}

fn found(counts: &Counts) -> String {
    let [solvable, rows] = [counts.solvable, counts.rows].map(grouped);
    format!("{solvable} solvable clusters, {rows} rows, deepest {}", counts.deepest)
}

/// Seconds for people: `42s`, `3m 05s`, `7h 30m`, `2d 3h`.
pub(super) fn duration(seconds: f64) -> String {
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
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    #[test]
    fn a_line_holds_all_figures() {
        let mut progress = Progress::new(ProgressMode::Lines);
        progress.begin(40_000, &Counts::default());
        let counts = Counts { candidates: 10_000, solvable: 1350, rows: 18, deepest: 33, ..Counts::default() };
        assert_eq!(
            progress.line(&counts, Duration::from_secs(10)),
            "10,000 of 40,000 candidates (25.0%), 1,000/s, 30s left; 1,350 solvable clusters, 18 rows, deepest 33"
        );
        progress.begin(40_000, &Counts { candidates: 5000, ..Counts::default() });
        let resumed = progress.line(&counts, Duration::from_secs(10));
        assert!(resumed.starts_with("10,000 of 40,000 candidates (25.0%), 500/s, 1m 00s left"), "{resumed}");
        progress.begin(40_000, &Counts::default());
        let nothing = progress.line(&Counts::default(), Duration::from_secs(10));
        assert!(nothing.starts_with("0 of 40,000 candidates (0.0%), 0/s, unknown time left"), "{nothing}");
    }

    #[test]
    fn a_line_of_items_counts_only_the_work_of_this_run() {
        let mut progress = Progress::new(ProgressMode::Lines);
        progress.items("rows", "solved", 1000, Some(5000));
        let line = |done, total| progress.items_line("rows", "solved", done, total, Duration::from_secs(10));
        assert_eq!(line(2000, Some(5000)), "2,000 of 5,000 rows solved, 100/s, 30s left");
        assert_eq!(line(2000, None), "2,000 rows solved, 100/s");
        assert_eq!(line(1000, Some(5000)), "1,000 of 5,000 rows solved, 0/s");
    }

    /// A terminal that keeps what is written to it.
    #[derive(Clone, Default, Debug)]
    struct Screen(Arc<Mutex<String>>);

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            200
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().expect("no panic").push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_bar_counts_only_the_work_of_this_run() {
        let (screen, begun) = (Screen::default(), Instant::now() - Duration::from_secs(1000));
        let bar = ProgressBar::with_draw_target(Some(4_000_000), ProgressDrawTarget::term_like(Box::new(screen.clone())));
        let bar = bar.with_position(3_000_000).with_style(style("{pos} of {len}: {rate}/s, {left} left", 3_000_000, begun));
        bar.tick();
        // As long as the test takes less than a second, 10,001 in 1,000 s are 10 a second.
        bar.set_position(3_010_001);
        bar.tick();
        let shown = screen.0.lock().expect("no panic").clone();
        assert!(shown.contains("3000000 of 4000000: 0/s, unknown time left"), "{shown}");
        assert!(shown.contains("3010001 of 4000000: 10/s, 1d 3h left"), "{shown}");
    }

    #[test]
    fn durations_read_well() {
        let texts = [0.4, 59.0, 185.0, 27_000.0, 183_600.0].map(duration);
        assert_eq!(texts, ["0s", "59s", "3m 05s", "7h 30m", "2d 3h"]);
    }
}
