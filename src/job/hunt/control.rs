//! What all searches of a hunt share: when it is over, how many boards were looked at, and the best one.
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::settings::{HuntBudget, HuntSettings};
use crate::board::State;
use crate::verify::ClusterDepth;

/// Evaluations of one search between two events.
const REPORT_EVERY: u64 = 64;
/// How long a hunt that is ended before its time may go on making rows.
const GRACE: Duration = Duration::from_secs(3);
/// At the end of a hunt a fifth of its time is for making rows, but no more than this.
const MOST_TIME_FOR_ROWS: Duration = Duration::from_secs(20);

/// The hardest board met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestFound {
    /// The deepest state of its cluster.
    pub unsolved: State,
    /// Its depth, in moves.
    pub moves: u32,
    /// States in the cluster.
    pub states: u64,
    /// Evaluations of all searches up to then.
    pub evaluations: u64,
    /// Time from the start of the hunt until then.
    pub elapsed: Duration,
}

/// Something to be shown while a hunt lasts.
#[derive(Clone, Copy, Debug)]
pub enum HuntEvent<'b> {
    /// So many boards were looked at so far.
    Evaluations(u64),
    /// A board that is harder than all before it.
    Better(&'b BestFound),
}

/// How the time of a hunt is divided.
#[derive(Clone, Copy, Debug)]
struct Deadlines {
    /// The end of the time for the rows of known boards.
    known: Instant,
    /// The end of the searches. The rest of the time is for making rows of what they found, which is slow where clusters are large.
    searches: Instant,
    /// The end of the hunt.
    end: Instant,
}

impl Deadlines {
    fn new(begun: Instant, time: Duration) -> Option<Deadlines> {
        let end = begun.checked_add(time)?;
        Some(Deadlines { known: begun + time / 4, searches: end - (time / 5).min(MOST_TIME_FOR_ROWS), end })
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
    best: Mutex<Option<BestFound>>,
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
            best: Mutex::new(None),
            observe,
        }
    }

    /// When the hunt was ended before its time, by the stop flag or by a board of the wanted depth; `None` if it was not.
    fn ended(&self) -> Option<Instant> {
        let is_ended = self.stop.load(Ordering::Relaxed) || self.reached.load(Ordering::Relaxed);
        is_ended.then(|| *self.ended.get_or_init(Instant::now))
    }

    /// Whether a deadline, if there is one, has not passed.
    fn is_before(&self, deadline: impl Fn(Deadlines) -> Instant) -> bool {
        self.deadlines.is_none_or(|deadlines| Instant::now() < deadline(deadlines))
    }

    /// Whether the searches end now, whatever is left of their evaluations.
    pub(super) fn is_over(&self) -> bool {
        self.ended().is_some() || !self.is_before(|deadlines| deadlines.searches)
    }

    /// Whether there is time to make another row of a known board.
    pub(super) fn has_time_for_known(&self) -> bool {
        self.has_time_until(|deadlines| deadlines.known)
    }

    /// Whether there is time to make another row of a board that was found.
    pub(super) fn has_time_for_rows(&self) -> bool {
        self.has_time_until(|deadlines| deadlines.end)
    }

    /// Whether a deadline has not passed or, in a hunt that was ended before its time, the [`GRACE`] that follows.
    fn has_time_until(&self, deadline: impl Fn(Deadlines) -> Instant) -> bool {
        self.ended().map_or_else(|| self.is_before(deadline), |ended| ended.elapsed() < GRACE)
    }

    /// How much of a search that began at `search_begun` is over, by time: from 0 to 1, and 0 without a limit of time.
    pub(super) fn share_of_time(&self, search_begun: Instant) -> f64 {
        let Some(deadlines) = self.deadlines else { return 0.0 };
        let all = deadlines.searches.saturating_duration_since(search_begun).as_secs_f64();
        if all > 0.0 { (search_begun.elapsed().as_secs_f64() / all).min(1.0) } else { 1.0 }
    }

    /// Counts an evaluation, the `number`-th of its search.
    pub(super) fn count(&self, number: u64) {
        let evaluations = self.evaluations.fetch_add(1, Ordering::Relaxed) + 1;
        if number.is_multiple_of(REPORT_EVERY) {
            (self.observe)(HuntEvent::Evaluations(evaluations));
        }
    }

    /// Takes note of a board that is the best of its search.
    pub(super) fn offer(&self, found: &ClusterDepth) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| found.moves > best.moves) {
            let found = BestFound {
                unsolved: found.unsolved.clone(),
                moves: found.moves,
                states: found.states,
                evaluations: self.evaluations.load(Ordering::Relaxed),
                elapsed: self.begun.elapsed(),
            };
            (self.observe)(HuntEvent::Better(&found));
            *best = Some(found);
        }
        drop(best);
        if self.until.is_some_and(|until| found.moves >= until) {
            self.reached.store(true, Ordering::Relaxed);
        }
    }

    /// The best board of all searches.
    pub(super) fn into_best(self) -> Option<BestFound> {
        self.best.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
