//! A selection as a list of stages, and the loop that runs them.
use super::filter::{Conditions, SolvedFilter};
use super::known_row::Staged;
use super::number_range::FilterTextError;
use super::ranking::{RankedRows, Ranking};
use super::sampling::{DistinctBoards, SampleSize, Sampler, Sampling};
use std::sync::Arc;

/// A stage of a selection. Each takes rows from the one before it and passes some of them on.
#[derive(Clone, Debug)]
pub enum Stage {
    /// Passes on rows that meet conditions which need no search.
    Conditions(Conditions),
    /// Leaves out near-duplicates of given boards.
    Except(Arc<DistinctBoards>),
    /// Solves the board of each row. This stage is not run here, since it works on many threads.
    Solve,
    /// Passes on solved rows that meet conditions on their solutions.
    SolvedConditions(SolvedFilter),
    /// Passes on a random sample, once all rows have come.
    Sample(Sampling),
    /// Passes on the rows in an order, once all have come.
    Order(Ranking),
    /// Leaves out near-duplicates of rows that came before.
    Distinct,
    /// Passes on this many rows, the first ones.
    Limit(usize),
}

impl Stage {
    /// Whether it passes on no row before the last one has come.
    pub fn holds_rows(&self) -> bool {
        matches!(self, Stage::Sample(_) | Stage::Order(_))
    }

    /// Whether it needs the columns of a search.
    pub fn needs_search(&self) -> bool {
        match self {
            Stage::SolvedConditions(_) => true,
            Stage::Order(ranking) => ranking.column.needs_search(),
            Stage::Conditions(_) | Stage::Except(_) | Stage::Solve | Stage::Sample(_) | Stage::Distinct | Stage::Limit(_) => {
                false
            }
        }
    }

    /// Whether it leaves out rows whatever they are, so that an expensive stage had better follow it.
    pub fn thins_out(&self) -> bool {
        match self {
            Stage::Except(_) | Stage::Sample(_) | Stage::Distinct | Stage::Limit(_) => true,
            Stage::Order(ranking) => ranking.top.is_some(),
            Stage::Conditions(_) | Stage::Solve | Stage::SolvedConditions(_) => false,
        }
    }
}

/// The stages of a selection in the order of their definition: conditions, boards left out, conditions on solutions, a sample, an order, near-
/// duplicates (which a sample leaves out itself), a limit. Those that would pass on every row are left out.
pub fn stages_of(
    conditions: Conditions,
    except: Option<Arc<DistinctBoards>>,
    solved_filter: &SolvedFilter,
    sampling: &Sampling,
    ranking: Option<Ranking>,
    limit: Option<usize>,
) -> Vec<Stage> {
    let is_sampled = sampling.size != SampleSize::All;
    let stages = [
        Some(Stage::Conditions(conditions)),
        except.map(Stage::Except),
        (!solved_filter.accepts_all()).then(|| Stage::SolvedConditions(solved_filter.clone())),
        is_sampled.then(|| Stage::Sample(sampling.clone())),
        ranking.map(Stage::Order),
        (sampling.distinct && !is_sampled).then_some(Stage::Distinct),
        limit.map(Stage::Limit),
    ];
    stages.into_iter().flatten().collect()
}

/// A stage while it runs.
enum Running<R> {
    Conditions(Conditions),
    Except(Arc<DistinctBoards>),
    SolvedConditions(SolvedFilter),
    Sample(Box<Sampler<R>>),
    Order(RankedRows<R>),
    Distinct(DistinctBoards),
    /// How many more rows it passes on.
    Limit(usize),
    /// A stage that held rows and has passed them on.
    Finished,
}

/// Stages while rows go through them.
pub struct Stages<R> {
    running: Vec<Running<R>>,
    /// Rows that met the conditions among these stages, or all rows if the stages have no conditions.
    pub passed: u64,
    /// Rows that came to a limit after its last one.
    pub beyond_limit: u64,
}

debug_as_name!([R] Stages<R>);

impl<R: Staged> Stages<R> {
    /// Stages without rows. [`Stage::Solve`] must not be among them.
    pub fn new(stages: &[Stage]) -> Stages<R> {
        let begin = |stage: &Stage| match stage {
            Stage::Conditions(conditions) => Running::Conditions(conditions.clone()),
            Stage::Except(boards) => Running::Except(boards.clone()),
            Stage::SolvedConditions(filter) => Running::SolvedConditions(filter.clone()),
            Stage::Sample(sampling) => Running::Sample(Box::new(Sampler::new(sampling.clone()))),
            Stage::Order(ranking) => Running::Order(RankedRows::new(*ranking)),
            Stage::Distinct => Running::Distinct(DistinctBoards::default()),
            Stage::Limit(most) => Running::Limit(*most),
            Stage::Solve => unreachable!("boards are solved between stages"),
        };
        Stages { running: stages.iter().map(begin).collect(), passed: 0, beyond_limit: 0 }
    }

    /// Offers a row; returns it if it comes through all stages now.
    ///
    /// # Errors
    /// The error of [`Staged::lines`].
    pub fn offer(&mut self, row: R) -> Result<Option<R>, FilterTextError> {
        self.pass(0, row)
    }

    /// Passes a row through the stages from number `first` on.
    fn pass(&mut self, first: usize, row: R) -> Result<Option<R>, FilterTextError> {
        let is_counted =
            |stage: &Running<R>| !matches!(stage, Running::Conditions(_) | Running::Except(_) | Running::SolvedConditions(_));
        let counted = self.running.iter().position(is_counted).unwrap_or(self.running.len());
        for (number, stage) in self.running.iter_mut().enumerate().skip(first) {
            self.passed += u64::from(number == counted);
            let passes = match stage {
                Running::Conditions(conditions) => conditions.accept(row.row()),
                Running::Except(boards) => !boards.has_near(&row.lines()?),
                Running::SolvedConditions(filter) => filter.accepts(row.row()),
                Running::Distinct(boards) => boards.add(&row.lines()?),
                Running::Limit(0) => {
                    self.beyond_limit += 1;
                    false
                }
                Running::Limit(left) => {
                    *left -= 1;
                    true
                }
                Running::Sample(sampler) => {
                    sampler.offer(row);
                    return Ok(None);
                }
                Running::Order(ranked) => {
                    ranked.offer(row);
                    return Ok(None);
                }
                Running::Finished => true,
            };
            if !passes {
                return Ok(None);
            }
        }
        self.passed += u64::from(counted == self.running.len());
        Ok(Some(row))
    }

    /// Whether no further row can come through, so that none need be offered.
    pub fn is_full(&self) -> bool {
        let holds_rows = |stage: &&Running<R>| matches!(stage, Running::Sample(_) | Running::Order(_));
        let before = self.running.iter().take_while(|stage| !holds_rows(stage));
        before.into_iter().any(|stage| matches!(stage, Running::Limit(0)))
    }

    /// The rows that stages have held. No row may be offered afterwards.
    ///
    /// # Errors
    /// The error of [`Staged::lines`].
    pub fn finish(&mut self) -> Result<Vec<R>, FilterTextError> {
        let mut finished = Vec::new();
        for number in 0..self.running.len() {
            let held = match std::mem::replace(&mut self.running[number], Running::Finished) {
                Running::Sample(sampler) => sampler.finish(R::lines)?,
                Running::Order(ranked) => ranked.finish(),
                stage => {
                    self.running[number] = stage;
                    continue;
                }
            };
            for row in held {
                finished.extend(self.pass(number + 1, row)?);
            }
        }
        Ok(finished)
    }
}
