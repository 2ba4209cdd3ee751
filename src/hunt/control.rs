//! What all searches of a hunt share: when it ends, how many boards were evaluated, and the best one.
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::settings::{HuntBudget, HuntSettings};
use crate::board::Puzzle;

/// Evaluations of one search between two events.
const REPORT_EVERY: u64 = 64;
/// How long a hunt may go on after its end to test the hardest boards and, if it ended before its time, to make rows of known
/// boards.
const GRACE: Duration = Duration::from_secs(3);

/// A row that was harder than all that the searches had found before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestFound {
    /// The row.
    pub row: Puzzle,
    /// Evaluations of all searches until then.
    pub evaluations: u64,
    /// Time from the start of the hunt until then.
    pub elapsed: Duration,
}

/// Something to show during a hunt.
#[derive(Clone, Copy, Debug)]
pub enum HuntEvent<'b> {
    /// The number of boards evaluated so far.
    Evaluations(u64),
    /// A row that is harder than all before it.
    Better(&'b BestFound),
}

/// How the time of a hunt is divided.
#[derive(Clone, Copy, Debug)]
struct Deadlines {
    /// The end of the time for the rows of known boards.
    known: Instant,
    /// The end of the hunt.
    end: Instant,
}

impl Deadlines {
    fn new(begun: Instant, time: Duration) -> Option<Deadlines> {
        Some(Deadlines { known: begun + time / 4, end: begun.checked_add(time)? })
    }
}

/// What all searches share.
pub(super) struct Control<'s> {
    begun: Instant,
    /// `None` if the hunt has a budget of evaluations.
    deadlines: Option<Deadlines>,
    until: Option<u32>,
    stop: &'s AtomicBool,
    reached: AtomicBool,
    /// When a thread first saw that the hunt was ended before its time.
    ended: OnceLock<Instant>,
    evaluations: AtomicU64,
    improvements: Mutex<Vec<BestFound>>,
    observe: &'s (dyn Fn(HuntEvent<'_>) + Sync),
}

impl<'s> Control<'s> {
    pub(super) fn new(
        settings: &HuntSettings,
        begun: Instant,
        stop: &'s AtomicBool,
        observe: &'s (dyn Fn(HuntEvent<'_>) + Sync),
    ) -> Control<'s> {
        let deadlines = match settings.budget {
            HuntBudget::Time(time) => Deadlines::new(begun, time),
            HuntBudget::Evaluations(_) => None,
        };
        Control {
            begun,
            deadlines,
            until: settings.until,
            stop,
            reached: AtomicBool::new(false),
            ended: OnceLock::new(),
            evaluations: AtomicU64::new(0),
            improvements: Mutex::new(vec![]),
            observe,
        }
    }

    /// When the stop flag or a board of the wanted depth ended the hunt before its time; `None` if neither did.
    fn ended(&self) -> Option<Instant> {
        let is_ended = self.stop.load(Ordering::Relaxed) || self.reached.load(Ordering::Relaxed);
        is_ended.then(|| *self.ended.get_or_init(Instant::now))
    }

    /// Whether a deadline, if there is one, has not passed.
    fn is_before(&self, deadline: impl Fn(Deadlines) -> Instant) -> bool {
        self.deadlines.is_none_or(|deadlines| Instant::now() < deadline(deadlines))
    }

    /// Whether the hunt ends now, whatever is left of its evaluations.
    pub(super) fn is_over(&self) -> bool {
        self.ended().is_some() || !self.is_before(|deadlines| deadlines.end)
    }

    /// Whether there is time to make another row of a known board: a quarter of the time of the hunt or, in a hunt that was ended
    /// before its time, the [`GRACE`] that follows.
    pub(super) fn has_time_for_known(&self) -> bool {
        self.ended().map_or_else(|| self.is_before(|deadlines| deadlines.known), |ended| ended.elapsed() < GRACE)
    }

    /// Whether there is time to test boards at the end of a search: up to [`GRACE`] after the end of the hunt.
    pub(super) fn has_time_to_test(&self) -> bool {
        self.ended().map_or_else(|| self.is_before(|deadlines| deadlines.end + GRACE), |ended| ended.elapsed() < GRACE)
    }

    /// Counts an evaluation, the `number`-th of its search.
    pub(super) fn count(&self, number: u64) {
        let evaluations = self.evaluations.fetch_add(1, Ordering::Relaxed) + 1;
        if number.is_multiple_of(REPORT_EVERY) {
            (self.observe)(HuntEvent::Evaluations(evaluations));
        }
    }

    /// Offers a row that is the hardest of its search.
    pub(super) fn offer(&self, row: &Puzzle) {
        let mut improvements = self.improvements.lock().unwrap_or_else(PoisonError::into_inner);
        if improvements.last().is_none_or(|best| row.moves > best.row.moves) {
            let evaluations = self.evaluations.load(Ordering::Relaxed);
            let found = BestFound { row: row.clone(), evaluations, elapsed: self.begun.elapsed() };
            (self.observe)(HuntEvent::Better(&found));
            improvements.push(found);
        }
        drop(improvements);
        if self.until.is_some_and(|until| row.moves >= until) {
            self.reached.store(true, Ordering::Relaxed);
        }
    }

    /// Each row that was the hardest of all searches up to then.
    pub(super) fn into_improvements(self) -> Vec<BestFound> {
        self.improvements.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
