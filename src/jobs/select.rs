//! `select`: rows of files through the stages of a plan into a table. Boards are solved between two parts of the stages.
use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::JobError;
use super::solved_rows::{RowJob, SolvedRun};
use crate::board::{Metric, Size, WallRange};
use crate::files::RunFolder;
use crate::gauge::Gauge;
use crate::inputs::{FoundRows, Plan, RowSource, SelectedRows};
use crate::ranks::rank_header;
use crate::rows::{Conditions, Filter, Row, Sampler, Sampling, SolvedFilter, Stage, Stages, conditional_sample};
use crate::run::{metric_of_files, rules_of_files};

/// Rows that are written together.
const CHUNK: usize = 512;

/// Which rows to select, and whether to solve them.
#[derive(Clone, Debug)]
pub struct SelectSettings {
    /// Files of rows; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// The rows of those that hold boards alone.
    pub found: Arc<FoundRows>,
    /// The board size of rows of text, if it is asked for.
    pub size: Option<Size>,
    /// The stages of the selection, see [`stages_of`](crate::rows::stages_of).
    pub stages: Vec<Stage>,
    /// What the rows count, if the descriptions next to the inputs don't say it.
    pub metric: Option<Metric>,
    /// Whether the table has the columns that need a search.
    pub solved_columns: bool,
    /// The greatest number of states that the cluster of a board may have if boards are solved.
    pub max_states: usize,
    /// Threads that solve. The table does not depend on it.
    pub threads: NonZeroUsize,
    /// Shows the progress of reading the inputs.
    pub gauge: Gauge,
}

/// A plan for a selection, in two parts.
struct SolvingPlan {
    source: RowSource,
    /// The stages before boards are solved; all of them if none is.
    early: Vec<Stage>,
    /// The stages after it; `None` if no board is solved.
    late: Option<Vec<Stage>>,
}

impl SolvingPlan {
    fn of(settings: &SelectSettings) -> SolvingPlan {
        let plan = Plan::new(&settings.inputs, settings.stages.clone(), settings.solved_columns);
        let source = RowSource { found: settings.found.clone(), ..plan.source(&settings.inputs, &settings.gauge) };
        let mut early = plan.stages;
        let solving = early.iter().position(|stage| matches!(stage, Stage::Solve));
        let late = solving.map(|place| early.drain(place..).skip(1).collect());
        SolvingPlan { source, early, late }
    }

    /// The conditions on solutions and the sample, if rows are solved in sampling order until the sample is full. For this the
    /// files are read again and again.
    fn solved_sample(&self) -> Option<(&SolvedFilter, &Sampling)> {
        match self.late.as_deref()? {
            [Stage::SolvedConditions(filter), Stage::Sample(sampling), ..]
                if self.early.is_empty() && self.source.is_repeatable() =>
            {
                Some((filter, sampling))
            }
            _ => None,
        }
    }

    /// Whether another run with the same settings can continue a stopped one. Work that ends as soon as there are enough rows
    /// can't be resumed.
    fn is_resumable(&self) -> bool {
        let Some(late) = &self.late else { return false };
        let ends_early = late.iter().take_while(|stage| !stage.holds_rows()).any(|stage| matches!(stage, Stage::Limit(_)));
        self.solved_sample().is_none() && !ends_early && self.source.is_repeatable()
    }
}

impl SelectSettings {
    /// The walls of the database, if the selection is all rows of one: of a whole rank file all that have some numbers of
    /// walls.
    pub fn whole(&self) -> Option<WallRange> {
        let ([path], [Stage::Conditions(conditions)]) = (&self.inputs[..], &self.stages[..]) else { return None };
        let walls = conditions.filter.walls;
        let is_all = *conditions == Conditions { filter: Filter { walls, ..Filter::ALL }, split: None };
        rank_header(path).filter(|_| is_all)?.whole_part(walls)
    }

    /// Whether boards are solved.
    pub fn solves(&self) -> bool {
        SolvingPlan::of(self).late.is_some()
    }

    /// Whether another run with the same settings can continue a stopped one.
    pub fn is_resumable(&self) -> bool {
        SolvingPlan::of(self).is_resumable()
    }
}

/// How many rows were read and written.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SelectSummary {
    /// Rows read.
    pub read: u64,
    /// Rows that met all conditions; `None` if reading ended with the last wanted row.
    pub passed: Option<u64>,
    /// Rows written.
    pub written: u64,
}

/// A selection whose rows have been read as far as needed before the work on them begins.
pub struct Selection<'s> {
    settings: &'s SelectSettings,
    plan: SolvingPlan,
    /// What the rows count; known only if they are solved.
    pub metric: Metric,
    /// The rows that come through the early stages, if these hold rows.
    held: Option<Vec<Row>>,
    /// Rows read, and rows that met the conditions, if all rows have been read once.
    known: Option<(u64, Option<u64>)>,
    /// The identity of the run, if it can be resumed.
    pub run: Option<SolvedRun>,
    stop: &'s Arc<AtomicBool>,
}

impl<'s> Selection<'s> {
    /// Reads what must be read first: all rows for a sample or an order, and the rows to solve for the identity of the run.
    ///
    /// # Errors
    /// The first [`JobError`]; its class is that of a stop if `stop` is set first.
    pub fn read(settings: &'s SelectSettings, stop: &'s Arc<AtomicBool>) -> Result<Selection<'s>, JobError> {
        let mut plan = SolvingPlan::of(settings);
        plan.source.choice.stop = stop.clone();
        plan.source.rules = rules_of_files(&settings.inputs, settings.size)?;
        let solves = plan.late.is_some();
        let metric = if solves { metric_of_files(&settings.inputs, settings.metric)? } else { Metric::Moves };
        let mut rows = SelectedRows::new(&plan.source, &plan.early);
        let (mut held, mut run, mut known) = (None, None, None);
        if plan.early.iter().any(Stage::holds_rows) {
            held = Some(rows.by_ref().collect::<Result<Vec<Row>, _>>()?);
            known = Some((rows.read(), rows.passed()));
        }
        if plan.is_resumable() {
            run = Some(match &held {
                Some(held) => SolvedRun::of(held.iter().cloned().map(Ok), stop)?,
                None => SolvedRun::of(rows.by_ref().map(|row| Ok(row?)), stop)?,
            });
            known = Some((rows.read(), rows.passed()));
        }
        Ok(Selection { settings, plan, metric, held, known, run, stop })
    }

    /// Solves the rows if wanted, and passes the selected ones to `write`. Meanwhile solved rows are kept in `folder`, which must
    /// belong to [`Selection::run`].
    ///
    /// `step` is called with the number of rows solved so far, and the total if it is known.
    ///
    /// # Errors
    /// The first [`JobError`] in the order of the rows; its class is that of a stop if the stop flag is set first.
    pub fn write(
        self,
        write: impl FnMut(&mut [Row]) -> Result<(), JobError>,
        folder: Option<&mut RunFolder<SolvedRun>>,
        mut step: impl FnMut(u64, Option<u64>),
    ) -> Result<SelectSummary, JobError> {
        let Selection { settings, plan, metric, held, known, run, stop } = self;
        let mut output = Output { keeps_solutions: settings.solved_columns, write, written: 0 };
        let mut selected = SelectedRows::new(&plan.source, &plan.early);
        let total = held.as_ref().map(|held| held.len() as u64).or(run.as_ref().map(|run| run.rows));
        let rows: Box<dyn Iterator<Item = Result<Row, JobError>>> = match held {
            Some(held) => Box::new(held.into_iter().map(Ok)),
            None => Box::new(selected.by_ref().map(|row| Ok(row?))),
        };
        let Some(late) = &plan.late else {
            output.write_all(rows)?;
            let (read, passed) = known.unwrap_or_else(|| (selected.read(), selected.passed()));
            return Ok(SelectSummary { read, passed, written: output.written });
        };
        let job = RowJob { max_states: settings.max_states, metric, threads: settings.threads, stop };
        let is_counted = late.iter().any(|stage| matches!(stage, Stage::SolvedConditions(_)));
        if let Some((filter, sampling)) = plan.solved_sample() {
            drop(rows);
            let (sample, read) = solved_sample(settings, &plan.source, filter, sampling, &job, step)?;
            let mut stages = Stages::new(&late[2..]);
            for row in sample {
                output.take(stages.offer(row)?.into_iter().collect())?;
            }
            output.take(stages.finish()?)?;
            return Ok(SelectSummary { read, passed: None, written: output.written });
        }
        let stages = RefCell::new(Stages::new(late));
        let rows = rows.take_while(|_| !stages.borrow().is_full());
        let take = |rows: Vec<Row>| {
            let mut through = Vec::with_capacity(rows.len());
            for row in rows {
                through.extend(stages.borrow_mut().offer(row)?);
            }
            output.take(through)
        };
        job.run(rows, folder.zip(run.as_ref()), |done| step(done, total), take)?;
        let mut stages = stages.into_inner();
        let (passed_late, is_enough) = (stages.passed, stages.is_full());
        output.take(stages.finish()?)?;
        let (read, passed) = known.unwrap_or_else(|| (selected.read(), selected.passed()));
        let passed = if is_counted { Some(passed_late).filter(|_| !is_enough) } else { passed };
        Ok(SelectSummary { read, passed, written: output.written })
    }
}

/// The sample of rows that meet conditions on their solutions, with the number of rows read: the same rows in the same order as
/// if all were solved. Of a rank file only the candidates that are solved are found. `step` is called with the number of rows
/// solved.
///
/// # Errors
/// The first [`JobError`].
fn solved_sample(
    settings: &SelectSettings,
    source: &RowSource,
    filter: &SolvedFilter,
    sampling: &Sampling,
    job: &RowJob<'_>,
    step: impl FnMut(u64, Option<u64>),
) -> Result<(Vec<Row>, u64), JobError> {
    let (read, done, step) = (Cell::new(0), Cell::new(0), RefCell::new(step));
    let offer = |candidates: &mut Sampler<Row>| {
        let stages = vec![Stage::Conditions(source.choice.conditions.clone()), Stage::Sample(candidates.sampling.clone())];
        let choice = Plan::new(&settings.inputs, stages, false).choice;
        let mut of_candidates = RowSource { choice, ..source.clone() };
        of_candidates.choice.stop = source.choice.stop.clone();
        let mut rows = of_candidates.rows();
        for row in &mut rows {
            candidates.offer(row?);
        }
        read.set(rows.read());
        step.borrow_mut()(done.get(), None);
        Ok::<_, JobError>(())
    };
    let meeting = |candidates: Vec<Row>| {
        let mut tested = Vec::with_capacity(candidates.len());
        let before = done.get();
        let step = |new| {
            done.set(before + new);
            step.borrow_mut()(done.get(), None);
        };
        job.run(candidates.into_iter().map(Ok), None, step, |rows| {
            tested.extend(rows.into_iter().map(|row| filter.accepts(&row).then_some(row)));
            Ok(())
        })?;
        Ok(tested)
    };
    let rows = conditional_sample(sampling, offer, meeting, |row: &Row| Ok(row.lines()?))?;
    Ok((rows, read.get()))
}

/// Where the selected rows go.
struct Output<W> {
    /// Whether rows keep the columns that need a search.
    keeps_solutions: bool,
    write: W,
    written: u64,
}

impl<W: FnMut(&mut [Row]) -> Result<(), JobError>> Output<W> {
    fn take(&mut self, mut rows: Vec<Row>) -> Result<(), JobError> {
        self.written += rows.len() as u64;
        if !self.keeps_solutions {
            rows.iter_mut().for_each(|row| row.solved = None);
        }
        rows.chunks_mut(CHUNK).try_for_each(&mut self.write)
    }

    /// Writes rows that are not solved: the first at once, then more and more together.
    fn write_all(&mut self, rows: impl Iterator<Item = Result<Row, JobError>>) -> Result<(), JobError> {
        let (mut chunk, mut size) = (Vec::new(), 1);
        for row in rows {
            match row {
                Ok(row) => chunk.push(row),
                Err(error) => {
                    self.take(chunk)?;
                    return Err(error);
                }
            }
            if chunk.len() == size {
                size = CHUNK.min(2 * size);
                self.take(std::mem::take(&mut chunk))?;
            }
        }
        self.take(chunk)
    }
}

#[cfg(all(test, feature = "database"))]
#[path = "select_tests.rs"]
mod tests;
