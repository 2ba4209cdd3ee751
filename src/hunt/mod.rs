//! `hunt`: finds hard boards where not all can be enumerated, by many parallel evolutionary searches over rows of the database.
//!
//! Start with [`hunt`]. `search.rs` is one search, `population.rs` the rows that it knows and continues from, `mutation.rs` the
//! changes that it makes to a board, `screen.rs` skips boards that need no evaluation, `minimal_row.rs` makes a row from any
//! board; `control.rs` is what all searches share.
mod control;
mod minimal_row;
mod mutation;
mod population;
mod screen;
mod search;

use self::control::Control;
pub use self::control::{BestFound, HuntObserver};
use self::minimal_row::Workshop;
use self::search::{SearchResult, SearchTask, search};
use crate::board::{Metric, Puzzle, Rules, Size, State, WallRange};
use crate::engine::{PipelineError, drive};
use crate::generate::{BitGathering, RowSearch};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a hunt found.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct HuntOutcome {
    /// The hardest rows, in the published order; each is the row of a cluster of its own.
    pub rows: Vec<Puzzle>,
    /// Boards whose cluster was searched.
    pub evaluations: u64,
    /// Searches that were begun.
    pub searches: u64,
    /// Boards skipped because their cluster has too many states.
    pub too_large: u64,
    /// Known boards whose rows were not made before time ran out.
    pub out_of_time: u64,
    /// Each row that was harder than all before it. The last is the hardest that the searches found or started from.
    pub improvements: Vec<BestFound>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Hunts for hard boards: many independent searches, each with a seed of its own. With a budget of evaluations the rows depend
/// only on the settings other than the threads.
///
/// Ends when the budget is used up, when a row of [`HuntSettings::until`] moves is found, or soon after `stop` is set; what was
/// found is returned in each case. Up to a quarter of a budget of time is for the rows of known boards. The searching threads
/// call `observe`.
///
/// # Errors
/// The threads can't be started, or a worker fails.
pub fn hunt(settings: &HuntSettings, stop: &AtomicBool, observe: HuntObserver<'_>) -> Result<HuntOutcome, PipelineError> {
    let begun = Instant::now();
    let control = Control::new(settings, begun, stop, observe);
    let row_search = RowSearch::new(settings.rules, settings.walls, settings.metric, BitGathering::of_environment());
    let worker = || Workshop::new(&row_search);
    let (mut outcome, mut kept, mut known) = (HuntOutcome::default(), BTreeSet::new(), Vec::new());
    // Every task checks by itself whether the hunt has ended. The pipeline must drop no task, since each counts its undone work.
    let never = AtomicBool::new(false);
    let row_of = |workshop: &mut Workshop, board: &State| {
        let row = workshop.minimal_row(settings, board, &|| control.has_time_for_known());
        let is_late = row.is_none() && !control.has_time_for_known();
        (row, is_late)
    };
    drive(worker, row_of, settings.known.iter(), settings.threads, &never, |(row, is_late)| {
        outcome.out_of_time += u64::from(is_late);
        known.extend(row);
        Ok::<_, PipelineError>(())
    })?;
    keep(&mut kept, known.iter().cloned(), settings.keep);
    let run = |workshop: &mut Workshop, task| search(task, settings, &known, &control, workshop);
    drive(worker, run, tasks(settings, &control), settings.threads, &never, |found: SearchResult| {
        outcome.evaluations += found.evaluations;
        outcome.searches += u64::from(found.evaluations > 0);
        outcome.too_large += found.too_large;
        keep(&mut kept, found.rows, settings.keep);
        Ok::<_, PipelineError>(())
    })?;
    outcome.rows = kept.into_iter().collect();
    outcome.improvements = control.into_improvements();
    outcome.elapsed = begun.elapsed();
    Ok(outcome)
}

/// Adds rows to the kept ones, and drops the easiest beyond the first `most`.
fn keep(kept: &mut BTreeSet<Puzzle>, rows: impl IntoIterator<Item = Puzzle>, most: usize) {
    kept.extend(rows);
    while kept.len() > most {
        kept.pop_last();
    }
}

/// The searches until the budget is used up.
fn tasks<'c>(settings: &'c HuntSettings, control: &'c Control<'_>) -> impl Iterator<Item = SearchTask> + 'c {
    let mut left = match settings.budget {
        HuntBudget::Evaluations(evaluations) => evaluations,
        HuntBudget::Time(_) => u64::MAX,
    };
    let searches = (0..).map(move |number| {
        let task = SearchTask { number, evaluations: settings.search_length.min(left) };
        left -= task.evaluations;
        task
    });
    searches.take_while(|task| task.evaluations > 0 && !control.is_over())
}

/// How long a hunt lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HuntBudget {
    /// This many boards are searched, on any number of threads.
    Evaluations(u64),
    /// This time passes.
    Time(Duration),
}

/// What to hunt for, and how.
#[derive(Clone, Debug)]
pub struct HuntSettings {
    /// The rules of the boards, whose sides are at most 8.
    pub rules: Rules,
    /// Walls, in total.
    pub walls: WallRange,
    /// What depths count.
    pub metric: Metric,
    /// How long to hunt.
    pub budget: HuntBudget,
    /// Seed of all searches.
    pub seed: u64,
    /// How many rows to keep.
    pub keep: usize,
    /// Boards whose rows are kept too, and from which every second search starts. They obey the rules, and have numbers of walls
    /// in the range.
    pub known: Vec<State>,
    /// Boards with larger clusters are skipped, with two exceptions, for clusters of up to [`HuntSettings::GROWTH`] times as many
    /// states: on 7×7 and 8×8 boards whose cluster may be deeper than all rows of the search, by an upper bound on its depth, and
    /// random or known boards while pieces are taken from them to make their row.
    pub max_states: usize,
    /// The hunt ends when a row of this many moves, or steps, is found.
    pub until: Option<u32>,
    /// Evaluations of one search; then another one starts.
    pub search_length: u64,
    /// Threads that search.
    pub threads: NonZeroUsize,
}

impl HuntSettings {
    /// The most states of the cluster of a start row, or of a known or changed one.
    pub(super) fn most_states_to_explore(&self) -> usize {
        self.max_states.saturating_mul(HuntSettings::GROWTH)
    }

    /// The most states of the cluster of a child that is explored. Up to 6×6 the usual limit leaves room for the hardest rows,
    /// and searches that know of larger clusters find these later (`docs/NOTES.md`).
    pub(super) fn most_states_of_child(&self) -> usize {
        if self.rules.size().longer_side() <= 6 { self.max_states } else { self.most_states_to_explore() }
    }

    /// Evaluations of one search by default.
    pub const SEARCH_LENGTH: u64 = 1_000_000;
    /// The default of [`HuntSettings::max_states`] for a board size. The hardest boards have clusters of tens of thousands of
    /// states; on 8×8 searches of these take so long that a hunt of minutes finds harder boards among smaller ones.
    pub fn usual_max_states(size: Size) -> usize {
        match size.longer_side() {
            ..=6 => 40_000,
            7 => 80_000,
            _ => 20_000,
        }
    }

    /// How many times larger than [`HuntSettings::max_states`] a cluster may be, where it may be larger.
    pub const GROWTH: usize = 10;
}

#[cfg(test)]
mod tests;
