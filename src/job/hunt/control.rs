//! What all searches of a hunt share: when it is over, how many boards were looked at, and the best one.
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::settings::{HuntBudget, HuntSettings};
use crate::board::State;
use crate::verify::ClusterDepth;

/// Evaluations of one search between two events.
const REPORT_EVERY: u64 = 64;

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

/// What all searches share.
pub(super) struct Control<'s> {
    begun: Instant,
    deadline: Option<Instant>,
    until: Option<u32>,
    stop: &'s AtomicBool,
    reached: AtomicBool,
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
        let deadline = match settings.budget {
            HuntBudget::Time(time) => begun.checked_add(time),
            HuntBudget::Evaluations(_) => None,
        };
        Control {
            begun,
            deadline,
            until: settings.until,
            stop,
            reached: AtomicBool::new(false),
            evaluations: AtomicU64::new(0),
            best: Mutex::new(None),
            observe,
        }
    }

    /// Whether the hunt ends now, whatever is left of its budget.
    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.reached.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
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
