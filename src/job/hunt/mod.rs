//! `hunt`: hard boards where not all can be enumerated. Simulated annealing over placements, many searches side by side.
//!
//! Start with [`hunt`]. `search.rs` is one search, `mutation.rs` the changes that it makes to a board, `screen.rs` passes over boards that need no
//! search, `cooling.rs` decides which changes are accepted, `minimal_row.rs` makes a row of what it found; `control.rs` is what all searches share.
mod control;
mod cooling;
mod minimal_row;
mod mutation;
mod screen;
mod search;
mod settings;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use self::control::Control;
pub use self::control::{BestFound, HuntEvent};
use self::minimal_row::RowMaker;
use self::search::{SearchResult, SearchTask, search};
pub use self::settings::{HuntBudget, HuntSettings, TieBreak};
use super::pipeline::{self, PipelineError, Work};
use crate::board::{Puzzle, State};
use crate::verify::{DepthSearch, Recheck};

/// What a hunt found.
#[derive(Clone, PartialEq, Debug)]
pub struct HuntOutcome {
    /// The hardest rows, in the published order; each is the row of a cluster of its own.
    pub rows: Vec<Puzzle>,
    /// Boards whose cluster was searched.
    pub evaluations: u64,
    /// Searches that were begun.
    pub searches: u64,
    /// Boards that were passed over because their cluster has too many states.
    pub too_large: u64,
    /// Hard boards and known ones whose rows were not made because the time was over.
    pub out_of_time: u64,
    /// The hardest board met, before pieces that don't matter were taken away.
    pub best: Option<BestFound>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Hunts for hard boards: many independent searches, each with a seed of its own. With a budget of evaluations the rows depend only on the
/// settings without the threads.
///
/// Ends when the budget is used up, when a board of [`HuntSettings::until`] moves is found, or soon after `stop` is set; what was found
/// is returned in each case. Of a budget of time up to a quarter is for the rows of known boards, and a fifth, but no more than 20 seconds,
/// for the rows of the boards found; rows that would need more time are left out. `observe` is called by the threads that search.
///
/// # Errors
/// [`PipelineError`] if the threads can't be started or a worker fails.
pub fn hunt(
    settings: &HuntSettings,
    stop: &AtomicBool,
    observe: &(dyn Fn(HuntEvent<'_>) + Sync),
) -> Result<HuntOutcome, PipelineError<Infallible>> {
    let begun = Instant::now();
    let control = Control::new(settings, begun, stop, observe);
    let mut outcome = HuntOutcome {
        rows: Vec::new(),
        evaluations: 0,
        searches: 0,
        too_large: 0,
        out_of_time: 0,
        best: None,
        elapsed: Duration::ZERO,
    };
    let mut kept = BTreeSet::new();
    let searches = Searches { settings, control: &control };
    let write = |found: SearchResult| {
        outcome.evaluations += found.evaluations;
        outcome.too_large += found.too_large;
        outcome.out_of_time += found.out_of_time;
        outcome.searches += u64::from(found.evaluations > 0);
        keep(&mut kept, found.rows, settings.keep);
        Ok(())
    };
    // Every task sees by itself that the hunt is over. The pipeline must not drop any, since they count what is left undone.
    let never = AtomicBool::new(false);
    pipeline::drive(&searches, tasks(settings, &control), settings.threads, &never, write)?;
    outcome.rows = kept.into_iter().collect();
    outcome.best = control.into_best();
    outcome.elapsed = begun.elapsed();
    Ok(outcome)
}

/// Adds rows to those that are kept, and drops the easiest beyond the first `most`.
fn keep(kept: &mut BTreeSet<Puzzle>, rows: impl IntoIterator<Item = Puzzle>, most: usize) {
    kept.extend(rows);
    while kept.len() > most {
        kept.pop_last();
    }
}

/// A part of the work of a hunt.
enum Task<'s> {
    /// The row of a known board is made.
    Known(&'s State),
    Search(SearchTask),
}

/// The known boards, and then the searches until the budget is used up.
fn tasks<'c>(settings: &'c HuntSettings, control: &'c Control<'_>) -> impl Iterator<Item = Task<'c>> + 'c {
    let length = settings.search_length.max(1);
    let mut left = match settings.budget {
        HuntBudget::Evaluations(evaluations) => evaluations,
        HuntBudget::Time(_) => u64::MAX,
    };
    let searches = (0..)
        .map(move |number| {
            let task = SearchTask { number, evaluations: length.min(left) };
            left -= task.evaluations;
            task
        })
        .take_while(|task| task.evaluations > 0 && !control.is_over());
    settings.known.iter().map(Task::Known).chain(searches.map(Task::Search))
}

/// The buffers of a thread.
#[derive(Default)]
pub(super) struct Workshop {
    depths: DepthSearch,
    /// The present cluster of a search.
    present: DepthSearch,
    recheck: Recheck,
}

/// The work of a hunt, for the pipeline.
struct Searches<'c, 's> {
    settings: &'c HuntSettings,
    control: &'c Control<'s>,
}

impl<'c> Work for Searches<'c, '_> {
    type Batch = Task<'c>;
    type Outcome = SearchResult;
    type Worker<'w>
        = Workshop
    where
        Self: 'w;

    fn worker(&self) -> Workshop {
        Workshop::default()
    }

    fn run(&self, workshop: &mut Workshop, task: Task<'c>) -> SearchResult {
        match task {
            Task::Search(task) => search(task, self.settings, self.control, workshop),
            Task::Known(board) => {
                let mut result = SearchResult::default();
                let mut maker = RowMaker::new(workshop, self.settings);
                result.add(maker.row(board, &|| self.control.has_time_for_known()));
                result
            }
        }
    }
}

#[cfg(test)]
mod tests;
