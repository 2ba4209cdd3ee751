//! The progress of long work: written by the thread that works, read by the thread that shows it; and how long the rest takes.
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The unit in which the progress of a stage is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GaugeUnit {
    /// Bytes of the files read, before decompression.
    Bytes,
    /// Rows that a search must find before they are read; the items count the rows read.
    Rows,
    /// The items of the stage.
    #[default]
    Items,
    /// Items reported with [`Gauge::count`].
    Counted,
    /// Milliseconds of a time limit.
    Milliseconds,
}

/// One stage of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GaugeStage {
    /// What is done, like "reading rows".
    pub what: &'static str,
    /// What is counted, like "rows".
    pub items: &'static str,
    /// The unit of the progress.
    pub unit: GaugeUnit,
    /// The whole amount, if it is known.
    pub total: Option<u64>,
}

/// What a gauge shows at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct GaugeReading {
    /// The current stage.
    pub stage: GaugeStage,
    /// When it began.
    pub begun: Instant,
    /// The amount done, in the unit of the stage; at most its total.
    pub done: u64,
    /// What earlier runs had done when the stage began.
    pub before: u64,
    /// Items so far.
    pub items: u64,
    /// What has been found so far, as text.
    pub note: String,
    /// The cost of the work by position.
    pub forecast: Forecast,
}

/// The progress of work in one or several stages. Clones share their figures.
#[derive(Clone, Debug)]
pub struct Gauge(Arc<GaugeFigures>);

#[derive(Debug)]
struct GaugeFigures {
    /// What it shows, except for the figures beside it. What was [counted](Gauge::count) is here.
    reading: Mutex<GaugeReading>,
    done: AtomicU64,
    items: AtomicU64,
}

impl GaugeReading {
    /// The beginning of a stage.
    fn of(stage: GaugeStage) -> GaugeReading {
        let (note, forecast) = (String::new(), Forecast::default());
        GaugeReading { stage, begun: Instant::now(), done: 0, before: 0, items: 0, note, forecast }
    }

    /// Begins the next stage.
    fn begin(&mut self, stage: GaugeStage, before: u64) {
        let forecast = std::mem::take(&mut self.forecast);
        *self = GaugeReading { before, done: before, forecast, ..GaugeReading::of(stage) };
    }
}

impl Default for Gauge {
    /// A gauge that is never shown.
    fn default() -> Gauge {
        Gauge::new(GaugeStage::default())
    }
}

impl Gauge {
    /// A gauge at the beginning of a stage.
    pub fn new(stage: GaugeStage) -> Gauge {
        let reading = Mutex::new(GaugeReading::of(stage));
        Gauge(Arc::new(GaugeFigures { reading, done: AtomicU64::new(0), items: AtomicU64::new(0) }))
    }

    /// A gauge for reading files of rows: `what` like "reading rows".
    pub fn of_rows(what: &'static str) -> Gauge {
        Gauge::new(GaugeStage { what, items: "rows", unit: GaugeUnit::Bytes, total: None })
    }

    /// Begins the next stage.
    pub fn begin(&self, stage: GaugeStage) {
        self.shown().begin(stage, 0);
        self.0.done.store(0, Ordering::Relaxed);
        self.0.items.store(0, Ordering::Relaxed);
    }

    /// Begins to read inputs in the current stage. Their sizes are the total if all are known: `built_in` gives the sizes of
    /// built-in inputs, and the others must be regular files.
    pub fn begin_files(&self, paths: &[PathBuf], built_in: impl Fn(&Path) -> Option<u64>) {
        let of_file = |path: &Path| fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
        let size = |path: &PathBuf| built_in(path).or_else(|| of_file(path));
        let stage = self.shown().stage;
        self.begin(GaugeStage { unit: GaugeUnit::Bytes, total: paths.iter().map(size).sum(), ..stage });
    }

    /// With a single input, of `length` bytes, the progress is shown in rows from now on instead of in bytes. Returns whether it
    /// is.
    pub fn begin_rows(&self, rows: u64, length: u64) -> bool {
        let stage = self.shown().stage;
        let is_only = stage.total == Some(length);
        if is_only {
            self.begin(GaugeStage { unit: GaugeUnit::Rows, total: Some(rows), ..stage });
        }
        is_only
    }

    /// Reports that `done` items are done, of `total` if known: `what` like "solving rows", `items` like "rows". The first
    /// call begins the stage; what is done by then was done by earlier runs.
    pub fn count(&self, what: &'static str, items: &'static str, done: u64, total: Option<u64>) {
        let stage = GaugeStage { what, items, unit: GaugeUnit::Counted, total };
        let mut reading = self.shown();
        if reading.stage != stage {
            reading.begin(stage, done);
        }
        reading.done = done;
    }

    /// Sets the cost of the items by position.
    pub fn foresee(&self, forecast: Forecast) {
        self.shown().forecast = forecast;
    }

    /// Sets the text about what has been found in this stage.
    pub fn note(&self, note: String) {
        self.shown().note = note;
    }

    /// Adds to the amount that is done.
    pub fn add(&self, amount: u64) {
        self.0.done.fetch_add(amount, Ordering::Relaxed);
    }

    /// Sets the amount that is done.
    pub fn set(&self, done: u64) {
        self.0.done.store(done, Ordering::Relaxed);
    }

    /// Adds to the number of items.
    pub fn add_items(&self, items: u64) {
        self.0.items.fetch_add(items, Ordering::Relaxed);
    }

    /// What it shows now.
    pub fn reading(&self) -> GaugeReading {
        let mut reading = self.shown().clone();
        let read = self.0.items.load(Ordering::Relaxed);
        (reading.done, reading.items) = match reading.stage.unit {
            GaugeUnit::Counted => (reading.done, reading.done),
            GaugeUnit::Items => (read, read),
            GaugeUnit::Bytes | GaugeUnit::Rows | GaugeUnit::Milliseconds => (self.0.done.load(Ordering::Relaxed), read),
        };
        reading.done = reading.done.min(reading.stage.total.unwrap_or(u64::MAX));
        reading
    }

    fn shown(&self) -> MutexGuard<'_, GaugeReading> {
        self.0.reading.lock().unwrap_or_else(PoisonError::into_inner) // it holds plain figures
    }
}

/// After this share of the work, enough of the run was measured, and only its own speed counts.
const KNOWN: f64 = 0.125;

/// The cost of work by position, estimated from a short sample. Empty if the cost is assumed to be even.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Forecast {
    /// The seconds that the work needs up to the end of each of some equal parts.
    ends: Vec<f64>,
}

impl Forecast {
    /// The forecast for work in equal parts that take these seconds each.
    pub fn of_parts(seconds: &[f64]) -> Forecast {
        let mut end = 0.0;
        let add = |seconds: &f64| {
            end += seconds;
            end
        };
        Forecast { ends: seconds.iter().map(add).collect() }
    }

    /// The seconds up to a share of the work.
    fn until(&self, share: f64) -> f64 {
        let place = share.clamp(0.0, 1.0) * self.ends.len() as f64;
        let part = (place as usize).min(self.ends.len() - 1);
        let begin = if part == 0 { 0.0 } else { self.ends[part - 1] };
        begin + (self.ends[part] - begin) * (place - part as f64)
    }

    /// The seconds that the rest takes if `done` of `total` are done and the run began at `before`, `elapsed` ago; `None` before
    /// anything is known.
    ///
    /// The sample says what each part costs on this machine. The run itself shows how much slower or faster it is, the more
    /// reliably the more of it is done.
    pub fn left(&self, before: u64, done: u64, total: u64, elapsed: Duration) -> Option<f64> {
        let (elapsed, now) = (elapsed.as_secs_f64(), done.saturating_sub(before) as f64);
        if self.ends.is_empty() {
            return (now > 0.0 && elapsed > 0.0).then(|| total.saturating_sub(done) as f64 * elapsed / now);
        }
        let share = |position: u64| position as f64 / total.max(1) as f64;
        let rest = self.until(1.0) - self.until(share(done));
        let expected = self.until(share(done)) - self.until(share(before));
        let weight = ((share(done) - share(before)) / KNOWN).clamp(0.0, 1.0);
        let slower = if expected > 0.0 { elapsed / expected } else { 1.0 };
        Some(rest * (1.0 + weight * (slower - 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_earlier_runs_did_is_told_apart() {
        let gauge = Gauge::of_rows("reading rows");
        gauge.add_items(3);
        gauge.count("solving rows", "rows", 10, Some(50));
        gauge.add_items(3);
        gauge.count("solving rows", "rows", 30, Some(50));
        let reading = gauge.reading();
        assert_eq!((reading.stage.total, reading.before, reading.done, reading.items), (Some(50), 10, 30, 30));
    }

    #[test]
    fn the_total_is_known_if_all_files_are_regular() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = [folder.path().join("a"), folder.path().join("b")];
        for (path, length) in paths.iter().zip([5, 7]) {
            fs::write(path, vec![0; length]).expect("written");
        }
        let gauge = Gauge::of_rows("reading rows");
        gauge.add_items(3);
        gauge.begin_files(&paths, |_| None);
        assert_eq!((gauge.reading().stage.total, gauge.reading().items), (Some(12), 0));
        gauge.clone().add(20);
        assert_eq!(gauge.reading().done, 12, "never more than the total");
        for other in [PathBuf::from("-"), folder.path().join("none"), folder.path().to_owned()] {
            gauge.begin_files(&[paths[0].clone(), other], |_| None);
            assert_eq!(gauge.reading().stage.total, None);
        }
        gauge.begin_files(&[paths[0].clone(), PathBuf::from("@word")], |path| (path == Path::new("@word")).then_some(100));
        assert_eq!(gauge.reading().stage.total, Some(105));
    }

    #[test]
    fn a_slow_beginning_is_known_to_be_one() {
        // the first tenth costs twice as much as each other one
        let forecast = Forecast::of_parts(&[20.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0]);
        let left = |before, done, seconds| forecast.left(before, done, 1000, Duration::from_secs_f64(seconds)).expect("known");
        assert!((left(0, 0, 0.0) - 110.0).abs() < 1e-9);
        assert!((left(0, 50, 10.0) - 100.0).abs() < 1e-9, "the speed of the first part is not that of the others");
        assert!((left(0, 500, 60.0) - 50.0).abs() < 1e-9);
        assert!((left(0, 500, 120.0) - 100.0).abs() < 1e-9, "twice as slow as the sample");
        assert!((left(400, 500, 10.0) - 50.0).abs() < 1e-9, "resumed");
        let even = Forecast::default();
        assert_eq!(even.left(0, 250, 1000, Duration::from_secs(10)), Some(30.0));
        assert_eq!(
            (even.left(5, 5, 1000, Duration::from_secs(10)), even.left(0, 1000, 1000, Duration::from_secs(9))),
            (None, Some(0.0))
        );
    }
}
