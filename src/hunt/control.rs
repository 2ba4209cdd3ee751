//! What all searches of a hunt share: when it ends, how many boards were evaluated, and the best one.
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::{HuntBudget, HuntSettings};
use crate::board::Puzzle;

/// Evaluations of one search between two reports.
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

/// Observer of a hunt: gets the number of boards evaluated so far and, when a row harder than all before is found, that row.
pub type HuntObserver<'o> = &'o (dyn Fn(u64, Option<&BestFound>) + Sync);

/// What all searches share.
pub(super) struct Control<'s> {
    begun: Instant,
    settings: &'s HuntSettings,
    stop: &'s AtomicBool,
    /// When a thread first saw that the stop flag or a board of the wanted depth ended the hunt before its time.
    ended: OnceLock<Instant>,
    evaluations: AtomicU64,
    improvements: Mutex<Vec<BestFound>>,
    observe: HuntObserver<'s>,
}

impl<'s> Control<'s> {
    pub(super) fn new(
        settings: &'s HuntSettings,
        begun: Instant,
        stop: &'s AtomicBool,
        observe: HuntObserver<'s>,
    ) -> Control<'s> {
        let (ended, evaluations, improvements) = (OnceLock::new(), AtomicU64::new(0), Mutex::default());
        Control { begun, settings, stop, ended, evaluations, improvements, observe }
    }

    /// When the hunt was ended before its time, if it was.
    fn ended(&self) -> Option<Instant> {
        if self.stop.load(Ordering::Relaxed) {
            self.ended.get_or_init(Instant::now);
        }
        self.ended.get().copied()
    }

    /// Whether a part of the time of the hunt is not over. A budget of evaluations has no such end.
    fn is_within(&self, part: impl Fn(Duration) -> Duration) -> bool {
        match self.settings.budget {
            HuntBudget::Time(time) => self.begun.elapsed() < part(time),
            HuntBudget::Evaluations(_) => true,
        }
    }

    /// Whether the hunt ends now, whatever is left of its evaluations.
    pub(super) fn is_over(&self) -> bool {
        self.ended().is_some() || !self.is_within(|time| time)
    }

    /// Whether there is time to make another row of a known board: a quarter of the time of the hunt or, in a hunt that was ended
    /// before its time, the [`GRACE`] that follows.
    pub(super) fn has_time_for_known(&self) -> bool {
        self.ended().map_or_else(|| self.is_within(|time| time / 4), |ended| ended.elapsed() < GRACE)
    }

    /// Whether there is time to test boards at the end of a search: up to [`GRACE`] after the end of the hunt.
    pub(super) fn has_time_to_test(&self) -> bool {
        self.ended().map_or_else(|| self.is_within(|time| time.saturating_add(GRACE)), |ended| ended.elapsed() < GRACE)
    }

    /// Counts an evaluation, the `number`-th of its search.
    pub(super) fn count(&self, number: u64) {
        let evaluations = self.evaluations.fetch_add(1, Ordering::Relaxed) + 1;
        if number.is_multiple_of(REPORT_EVERY) {
            (self.observe)(evaluations, None);
        }
    }

    /// Offers a row that is the hardest of its search.
    pub(super) fn offer(&self, row: &Puzzle) {
        let mut improvements = self.improvements.lock().unwrap_or_else(PoisonError::into_inner);
        if improvements.last().is_none_or(|best| row.moves > best.row.moves) {
            let evaluations = self.evaluations.load(Ordering::Relaxed);
            let found = BestFound { row: row.clone(), evaluations, elapsed: self.begun.elapsed() };
            (self.observe)(evaluations, Some(&found));
            improvements.push(found);
        }
        drop(improvements);
        if self.settings.until.is_some_and(|until| row.moves >= until) {
            self.ended.get_or_init(Instant::now);
        }
    }

    /// Each row that was the hardest of all searches up to then.
    pub(super) fn into_improvements(self) -> Vec<BestFound> {
        self.improvements.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
