//! `select`: rows from files through filters, split, sample and ranking into a table.
use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::JobError;
use super::solved_rows::{RowJob, SolvedRun, lines_of};
use crate::board::{Metric, Size, WallRange};
use crate::files::{Gauge, RunFolder};
use crate::inputs::{RowSource, SourceRows};
use crate::ranks::{RankChoice, rank_header};
use crate::rows::{
    DistinctBoards, Filter, RankedRows, Ranking, RowLine, SampleSize, Sampler, Sampling, SolvedFilter, Split, TableRow, draw,
};
use crate::run::metric_of_files;

/// Rows that are written together.
const CHUNK: usize = 512;

/// Which rows to select, and whether to solve them.
#[derive(Clone, Debug)]
pub struct SelectSettings {
    /// Files of rows; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// The conditions that rows must meet.
    pub filter: Filter,
    /// The conditions on columns that need a search.
    pub solved_filter: SolvedFilter,
    /// The side of a split to keep, if the rows are split.
    pub split: Option<Split>,
    /// Which of these rows to keep. Without a sample, near twins are left out in the order of the output.
    pub sampling: Sampling,
    /// The order of the rows, if not the input's.
    pub ranking: Option<Ranking>,
    /// The number of rows to write, the first ones of the order; all if `None`.
    pub limit: Option<usize>,
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

impl SelectSettings {
    /// Whether boards must be solved: for the columns of the table, for a filter, or for the order.
    pub fn solves(&self) -> bool {
        let ranks_solved = self.ranking.is_some_and(|ranking| ranking.column.needs_search());
        self.solved_columns || ranks_solved || !self.solved_filter.accepts_all()
    }

    /// Size and walls of the database, if the selection is all rows of one: of a whole rank file all that have some numbers of
    /// walls.
    pub fn whole(&self) -> Option<(Size, WallRange)> {
        let [path] = &self.inputs[..] else { return None };
        let filter = Filter { walls: self.filter.walls, ..Filter::ALL };
        let is_all = self.filter == filter
            && self.solved_filter.accepts_all()
            && self.split.is_none()
            && self.sampling.keeps_all()
            && self.limit.is_none();
        rank_header(path).filter(|_| is_all)?.whole_part(self.filter.walls)
    }

    /// Whether another run with the same settings can continue a stopped one. Work that ends as soon as there are enough rows
    /// can't be resumed.
    pub fn is_resumable(&self) -> bool {
        self.solves() && !self.draws() && !self.ends_early() && self.source(&Arc::default()).is_repeatable()
    }

    /// The rows that are wanted. From a single rank file a sample, or the first rows of an order, can be chosen before they are
    /// found, unless a condition on solutions comes first.
    fn source(&self, stop: &Arc<AtomicBool>) -> RowSource {
        let mut choice = RankChoice::of(self.filter.clone(), self.split);
        if self.is_of_ranks() && self.solved_filter.accepts_all() {
            choice = RankChoice::sampled(self.filter.clone(), self.split, self.sampling.clone());
            choice = choice.with_top(self.ranking.filter(|_| self.sampling.keeps_all()));
        }
        choice.stop = stop.clone();
        RowSource { inputs: self.inputs.clone(), choice, gauge: self.gauge.clone() }
    }

    /// Whether the rows come from a single rank file, and so in the published order.
    fn is_of_ranks(&self) -> bool {
        matches!(&self.inputs[..], [path] if rank_header(path).is_some())
    }

    /// Whether the rows that pass come in the wanted order.
    fn is_in_order(&self) -> bool {
        let is_published = |ranking: Ranking| ranking.column.name == "moves" && !ranking.ascending && self.is_of_ranks();
        self.sampling.size == SampleSize::All && self.ranking.is_none_or(is_published)
    }

    /// Whether reading can end after the last row that is wanted.
    fn ends_early(&self) -> bool {
        self.limit.is_some() && self.is_in_order()
    }

    /// The rows of the files that must be worked on: without near twins, if it is known which to leave out.
    fn to_solve<'r>(&self, rows: &'r mut SourceRows) -> Box<dyn Iterator<Item = Result<RowLine, JobError>> + 'r> {
        let rows = rows.map(|row| Ok(row?));
        if !self.sampling.distinct || !self.is_in_order() || !self.solved_filter.accepts_all() {
            return Box::new(rows);
        }
        let mut distinct = DistinctBoards::default();
        let mut is_new = move |row: RowLine| Ok(distinct.add(&lines_of(&row.board)?).then_some(row));
        Box::new(rows.map(move |row| row.and_then(&mut is_new)).filter_map(Result::transpose))
    }

    /// Whether rows are solved in the order of the sample, until it is full.
    fn draws(&self) -> bool {
        self.sampling.size != SampleSize::All && !self.solved_filter.accepts_all() && self.source(&Arc::default()).is_repeatable()
    }
}

/// How many rows were read and written.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SelectSummary {
    /// Rows read.
    pub read: u64,
    /// Rows that passed all filters and the split; `None` if reading ended with the last wanted row.
    pub passed: Option<u64>,
    /// Rows written.
    pub written: u64,
}

/// The rows that pass the filters of the row itself and the split; the sample of them, unless another filter comes first.
pub struct Selection<'s> {
    settings: &'s SelectSettings,
    source: RowSource,
    /// What the rows count; known only if they are solved.
    pub metric: Metric,
    /// The sample, if it does not depend on a search.
    sample: Option<Vec<RowLine>>,
    summary: SelectSummary,
    /// The identity of the run, if it can be resumed.
    pub run: Option<SolvedRun>,
    stop: &'s Arc<AtomicBool>,
}

impl<'s> Selection<'s> {
    /// Reads what must be read before the work on rows begins: for a sample, and to identify the rows of a resumable run.
    ///
    /// # Errors
    /// The first [`JobError`]; [`JobError::Stopped`] if `stop` is set first.
    pub fn read(settings: &'s SelectSettings, stop: &'s Arc<AtomicBool>) -> Result<Selection<'s>, JobError> {
        let source = settings.source(stop);
        let metric = if settings.solves() { metric_of_files(&settings.inputs, settings.metric)? } else { Metric::Moves };
        let mut selection =
            Selection { settings, source, metric, sample: None, summary: SelectSummary::default(), run: None, stop };
        if settings.sampling.size != SampleSize::All && settings.solved_filter.accepts_all() {
            let mut sampler = Sampler::new(settings.sampling.clone());
            let mut rows = selection.source.rows();
            for row in &mut rows {
                sampler.offer(row?);
                if stop.load(Ordering::Relaxed) {
                    return Err(JobError::Stopped);
                }
            }
            selection.summary = SelectSummary { read: rows.read(), passed: rows.passed(), written: 0 };
            selection.sample = Some(sampler.finish(|row| lines_of(&row.board))?);
        }
        if settings.is_resumable() {
            selection.run = Some(match &selection.sample {
                Some(sample) => SolvedRun::of(sample.iter().cloned().map(Ok), stop)?,
                None => {
                    let mut rows = selection.source.rows();
                    let run = SolvedRun::of(settings.to_solve(&mut rows), stop)?;
                    selection.summary = SelectSummary { read: rows.read(), passed: rows.passed(), written: 0 };
                    run
                }
            });
        }
        Ok(selection)
    }

    /// Solves the rows if wanted, and passes the selected ones to `write`. Meanwhile solved rows are kept in `folder`, which must
    /// belong to [`Selection::run`].
    ///
    /// `step` is called with the number of rows done so far, and the total if it is known.
    ///
    /// # Errors
    /// The first [`JobError`] in the order of the rows; [`JobError::Stopped`] if the stop flag is set first.
    pub fn write(
        self,
        write: impl FnMut(&[TableRow]) -> Result<(), JobError>,
        folder: Option<&mut RunFolder<SolvedRun>>,
        mut step: impl FnMut(u64, Option<u64>),
    ) -> Result<SelectSummary, JobError> {
        let settings = self.settings;
        let solve = settings.solves().then_some(settings.max_states);
        let job = RowJob { solve, metric: self.metric, threads: settings.threads, stop: self.stop };
        let total = self.sample.as_ref().map(|sample| sample.len() as u64).or(self.run.as_ref().map(|run| run.rows));
        let is_sampled = self.sample.is_some();
        if settings.draws() {
            let mut output = Output::new(settings, true, write);
            let (rows, read) = draw_solved(&self.source, settings, &job, step)?;
            output.rank(rows)?;
            return Ok(SelectSummary { read, passed: None, written: output.finish()?.1 });
        }
        let mut output = Output::new(settings, is_sampled, write);
        let mut source_rows = self.source.rows();
        let is_enough = Cell::new(output.is_full());
        let rows: Box<dyn Iterator<Item = _>> = match self.sample {
            Some(sample) => Box::new(sample.into_iter().map(Ok)),
            None => Box::new(settings.to_solve(&mut source_rows).take_while(|_| !is_enough.get())),
        };
        let take = |rows| {
            output.take(rows)?;
            is_enough.set(output.is_full());
            Ok(())
        };
        job.run(rows, folder.zip(self.run.as_ref()), |done| step(done, total), take)?;
        let before = self.summary;
        let read = if before.read > 0 { before.read } else { source_rows.read() };
        let (passed, written) = output.finish()?;
        // near twins are left out before the rows come to the output
        let lacks_twins = settings.sampling.distinct && settings.solved_filter.accepts_all();
        let passed = match self.source.choice.top {
            _ if is_sampled || lacks_twins && before.read > 0 => before.passed,
            Some(_) => source_rows.passed(),
            None if is_enough.get() => None,
            None if lacks_twins => source_rows.passed(),
            None => Some(passed),
        };
        Ok(SelectSummary { read, passed, written })
    }
}

/// The sample of rows that meet conditions on their solutions, with the number of rows read: of rows as text, the same rows in
/// the same order as if all were solved. Of a rank file, ranks decide which candidates are found and tried first. The files must
/// be repeatable. `step` is called with the number of rows solved.
///
/// # Errors
/// The first [`JobError`]; [`JobError::Stopped`] if the stop flag of `job` is set.
fn draw_solved(
    source: &RowSource,
    settings: &SelectSettings,
    job: &RowJob<'_>,
    step: impl FnMut(u64, Option<u64>),
) -> Result<(Vec<TableRow>, u64), JobError> {
    let (read, done, step) = (Cell::new(0), Cell::new(0), RefCell::new(step));
    let offer = |candidates: &mut Sampler| {
        let RankChoice { filter, split, .. } = source.choice.clone();
        let sample = RankChoice::sampled(filter, split, candidates.sampling.clone()).sample;
        let mut rows = RowSource { choice: RankChoice { sample, ..source.choice.clone() }, ..source.clone() }.rows();
        for row in &mut rows {
            candidates.offer(row?);
        }
        read.set(rows.read());
        step.borrow_mut()(done.get(), None);
        Ok::<_, JobError>(())
    };
    let meeting = |candidates: Vec<RowLine>| {
        let mut tried = Vec::with_capacity(candidates.len());
        let before = done.get();
        let step = |new| {
            done.set(before + new);
            step.borrow_mut()(done.get(), None);
        };
        job.run(candidates.into_iter().map(Ok), None, step, |rows| {
            tried.extend(rows.into_iter().map(|row| settings.solved_filter.accepts(&row).then_some(row)));
            Ok(())
        })?;
        Ok(tried)
    };
    let rows = draw(&settings.sampling, offer, meeting, |row: &TableRow| lines_of(&row.board))?;
    Ok((rows, read.get()))
}

/// The path of table rows: the filter of solved columns, the sample after it, the ranking, what leaves out near twins, and the
/// caller.
struct Output<'a, W> {
    settings: &'a SelectSettings,
    sampler: Option<Sampler<TableRow>>,
    ranked: Option<RankedRows>,
    /// The rows written, if no two may be near twins and no sample took care of that.
    distinct: Option<DistinctBoards>,
    write: W,
    passed: u64,
    written: u64,
}

impl<'a, W: FnMut(&[TableRow]) -> Result<(), JobError>> Output<'a, W> {
    /// `is_sampled` says that the sample was drawn before.
    fn new(settings: &'a SelectSettings, is_sampled: bool, write: W) -> Output<'a, W> {
        let has_sample = settings.sampling.size != SampleSize::All;
        let sampler = (!is_sampled && has_sample).then(|| Sampler::new(settings.sampling.clone()));
        let distinct = (settings.sampling.distinct && !has_sample).then(DistinctBoards::default);
        let ranked = settings.ranking.filter(|_| !settings.is_in_order()).map(RankedRows::new);
        Output { settings, sampler, ranked, distinct, write, passed: 0, written: 0 }
    }

    fn take(&mut self, mut rows: Vec<TableRow>) -> Result<(), JobError> {
        rows.retain(|row| self.settings.solved_filter.accepts(row));
        self.passed += rows.len() as u64;
        match &mut self.sampler {
            Some(sampler) => rows.into_iter().for_each(|row| sampler.offer(row)),
            None => self.rank(rows)?,
        }
        Ok(())
    }

    fn rank(&mut self, rows: Vec<TableRow>) -> Result<(), JobError> {
        match &mut self.ranked {
            Some(ranked) => rows.into_iter().for_each(|row| ranked.offer(row)),
            None => self.write(rows)?,
        }
        Ok(())
    }

    /// Whether all wanted rows are written, so that no further row matters.
    fn is_full(&self) -> bool {
        self.missing() == 0 && self.settings.ends_early()
    }

    /// How many more rows are wanted.
    fn missing(&self) -> usize {
        self.settings.limit.map_or(usize::MAX, |limit| limit.saturating_sub(self.written as usize))
    }

    fn write(&mut self, mut rows: Vec<TableRow>) -> Result<(), JobError> {
        if let Some(distinct) = &mut self.distinct {
            let is_new = |row: TableRow| Ok(distinct.add(&lines_of(&row.board)?).then_some(row));
            rows = rows.into_iter().map(is_new).filter_map(Result::transpose).collect::<Result<_, JobError>>()?;
        }
        rows.truncate(self.missing());
        self.written += rows.len() as u64;
        if !self.settings.solved_columns {
            rows.iter_mut().for_each(|row| row.solved = None);
        }
        rows.chunks(CHUNK).try_for_each(&mut self.write)
    }

    /// Writes the sample and the ranked rows; returns how many rows passed the filters, and how many were written.
    fn finish(mut self) -> Result<(u64, u64), JobError> {
        if let Some(sampler) = self.sampler.take() {
            self.rank(sampler.finish(|row| lines_of(&row.board))?)?;
        }
        if let Some(ranked) = self.ranked.take() {
            self.write(ranked.finish())?;
        }
        Ok((self.passed, self.written))
    }
}
