//! `select`: rows from files, through filters, split, sample and ranking, into a table.
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::solved_rows::{FileStamps, RowJob, RowSource, RowsError, SolvedRun};
use crate::board::Metric;
use crate::files::{Gauge, RunFolder};
use crate::ranks::{RankChoice, rank_header};
use crate::rows::{Filter, RankedRows, Ranking, RowLine, RowTable, SampleSize, Sampler, SolvedFilter, Split, TableRow};
use crate::run::metric_of_files;
use crate::tables::TableError;

/// Rows that are written to a table together.
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
    /// How many rows to keep.
    pub sample_size: SampleSize,
    /// Seed of the sample.
    pub seed: u64,
    /// The order of the rows, if it is not that of the input.
    pub ranking: Option<Ranking>,
    /// What the rows count, if the descriptions next to the inputs don't say it.
    pub metric: Option<Metric>,
    /// Whether the table has the columns that need a search.
    pub solved_columns: bool,
    /// The greatest number of states that the cluster of a board may have if boards are solved.
    pub max_states: usize,
    /// Threads that solve. The table does not depend on it.
    pub threads: NonZeroUsize,
    /// Shows how far the inputs have been read.
    pub gauge: Gauge,
}

impl SelectSettings {
    /// Whether boards must be solved: for the columns of the table, for a filter, or for the order.
    pub fn solves(&self) -> bool {
        let ranks_solved = self.ranking.is_some_and(|ranking| ranking.column.needs_search());
        self.solved_columns || ranks_solved || !self.solved_filter.accepts_all()
    }

    /// Whether another run with the same settings can go on where a run was stopped.
    pub fn is_resumable(&self) -> bool {
        self.solves() && self.source().is_repeatable()
    }

    fn source(&self) -> RowSource {
        // of one rank file a sample can be drawn before its rows are found, if nothing that follows from a solution comes before it
        let is_one = matches!(&self.inputs[..], [path] if rank_header(path).is_some()) && self.solved_filter.accepts_all();
        let ranks = RankChoice::sampled(self.filter, self.split, self.sample_size, self.seed);
        let sample = ranks.sample.filter(|_| is_one);
        RowSource { inputs: self.inputs.clone(), filter: self.filter, split: self.split, sample, gauge: self.gauge.clone() }
    }
}

/// How many rows were read and written.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SelectSummary {
    /// Rows read.
    pub read: u64,
    /// Rows that passed all filters and the split.
    pub passed: u64,
    /// Rows written.
    pub written: u64,
}

/// Why rows can't be selected.
#[derive(Debug, thiserror::Error)]
pub enum SelectError {
    /// Rows can't be read or solved, or a signal stopped the work.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// The table can't be written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The rows that pass the filters of the row itself and the split, and the sample of them if no other filter comes before it.
pub struct Selection<'s> {
    settings: &'s SelectSettings,
    source: RowSource,
    /// What the rows count; not known unless they are solved.
    metric: Metric,
    /// The sample, if it does not depend on a search.
    sample: Option<Vec<RowLine>>,
    summary: SelectSummary,
    run: Option<SolvedRun>,
    /// The stamps of the files before the rows of the run were read, if they will be read again.
    stamps: Option<FileStamps>,
    stop: &'s AtomicBool,
}

impl<'s> Selection<'s> {
    /// Reads the inputs as far as that is necessary before the first row can be worked on: for a sample, and to identify the rows of a
    /// run that can be resumed.
    ///
    /// # Errors
    /// The first [`RowsError`]; [`RowsError::Stopped`] if `stop` is set first.
    pub fn read(settings: &'s SelectSettings, stop: &'s AtomicBool) -> Result<Selection<'s>, RowsError> {
        let source = settings.source();
        let metric = if settings.solves() { metric_of_files(&settings.inputs, settings.metric)? } else { Metric::Moves };
        let mut selection = Selection {
            settings,
            source,
            metric,
            sample: None,
            summary: SelectSummary::default(),
            run: None,
            stamps: None,
            stop,
        };
        if settings.sample_size != SampleSize::All && settings.solved_filter.accepts_all() {
            let mut sampler = Sampler::new(settings.sample_size, settings.seed);
            let mut rows = selection.source.rows();
            for row in &mut rows {
                sampler.offer(row?);
                if stop.load(Ordering::Relaxed) {
                    return Err(RowsError::Stopped);
                }
            }
            selection.summary = SelectSummary { read: rows.read(), passed: rows.passed(), written: 0 };
            selection.sample = Some(sampler.finish());
        }
        if settings.is_resumable() {
            selection.run = Some(match &selection.sample {
                Some(sample) => SolvedRun::of(sample.iter().cloned().map(Ok), stop)?,
                None => {
                    selection.stamps = Some(selection.source.stamps());
                    let mut rows = selection.source.rows();
                    let run = SolvedRun::of(&mut rows, stop)?;
                    selection.summary = SelectSummary { read: rows.read(), passed: rows.passed(), written: 0 };
                    run
                }
            });
        }
        Ok(selection)
    }

    /// The identity of the run, if it can be resumed.
    pub fn run(&self) -> Option<&SolvedRun> {
        self.run.as_ref()
    }

    /// The number of rows to work on, if it is known.
    fn total(&self) -> Option<u64> {
        self.sample.as_ref().map(|sample| sample.len() as u64).or(self.run.as_ref().map(|run| run.rows))
    }

    /// Solves the rows if that is wanted, and writes those that are selected to `table`. The caller finishes the table. Solved rows are
    /// kept in `folder` meanwhile, which must be that of [`Selection::run`].
    ///
    /// `step` is called with the number of rows worked on so far, and the number of all if that is known.
    ///
    /// # Errors
    /// The first [`SelectError`] in the order of the rows; [`RowsError::Stopped`] if the stop flag is set first.
    pub fn write(
        self,
        table: &mut RowTable,
        folder: Option<&mut RunFolder<SolvedRun>>,
        mut step: impl FnMut(u64, Option<u64>),
    ) -> Result<SelectSummary, SelectError> {
        let settings = self.settings;
        let solve = settings.solves().then_some(settings.max_states);
        let job = RowJob { solve, metric: self.metric, threads: settings.threads, stop: self.stop };
        let total = self.total();
        let is_sampled = self.sample.is_some();
        let mut output = Output::new(settings, is_sampled, table);
        let mut source_rows = self.source.rows();
        {
            let rows: Box<dyn Iterator<Item = _>> = match self.sample {
                Some(sample) => Box::new(sample.into_iter().map(Ok)),
                None => Box::new(&mut source_rows),
            };
            if let (Some(folder), Some(run)) = (folder, &self.run) {
                let mut chunk = Vec::new();
                let take = |row| {
                    chunk.push(row);
                    if chunk.len() < CHUNK { Ok(()) } else { output.take(std::mem::take(&mut chunk)) }
                };
                job.run_in(folder, run, self.stamps.as_ref(), rows, |done| step(done, total), take)?;
                output.take(chunk)?;
            } else {
                let mut done = 0;
                step(0, total);
                job.run(rows, |rows| {
                    done += rows.len() as u64;
                    output.take(rows)?;
                    step(done, total);
                    Ok::<(), SelectError>(())
                })?;
            }
        }
        let before = self.summary;
        let read = if before.read > 0 { before.read } else { source_rows.read() };
        let (passed, written) = output.finish()?;
        Ok(SelectSummary { read, passed: if is_sampled { before.passed } else { passed }, written })
    }
}

/// What happens to table rows: the filter of solved columns, the sample that comes after it, the ranking, and the table.
struct Output<'a> {
    settings: &'a SelectSettings,
    sampler: Option<Sampler<TableRow>>,
    ranked: Option<RankedRows>,
    table: &'a mut RowTable,
    passed: u64,
    written: u64,
}

impl<'a> Output<'a> {
    /// `is_sampled` says that the sample was drawn before.
    fn new(settings: &'a SelectSettings, is_sampled: bool, table: &'a mut RowTable) -> Output<'a> {
        let samples = !is_sampled && settings.sample_size != SampleSize::All;
        let sampler = samples.then(|| Sampler::new(settings.sample_size, settings.seed));
        Output { settings, sampler, ranked: settings.ranking.map(RankedRows::new), table, passed: 0, written: 0 }
    }

    fn take(&mut self, mut rows: Vec<TableRow>) -> Result<(), SelectError> {
        rows.retain(|row| self.settings.solved_filter.accepts(row));
        self.passed += rows.len() as u64;
        match &mut self.sampler {
            Some(sampler) => rows.into_iter().for_each(|row| sampler.offer(row)),
            None => self.rank(rows)?,
        }
        Ok(())
    }

    fn rank(&mut self, rows: Vec<TableRow>) -> Result<(), TableError> {
        match &mut self.ranked {
            Some(ranked) => rows.into_iter().for_each(|row| ranked.offer(row)),
            None => self.write(rows)?,
        }
        Ok(())
    }

    fn write(&mut self, mut rows: Vec<TableRow>) -> Result<(), TableError> {
        self.written += rows.len() as u64;
        if !self.settings.solved_columns {
            rows.iter_mut().for_each(|row| row.solved = None);
        }
        rows.chunks(CHUNK).try_for_each(|rows| self.table.write(rows))
    }

    /// Writes the sample and the ranked rows; returns how many rows passed the filters, and how many were written.
    fn finish(mut self) -> Result<(u64, u64), TableError> {
        if let Some(sampler) = self.sampler.take() {
            self.rank(sampler.finish())?;
        }
        if let Some(ranked) = self.ranked.take() {
            self.write(ranked.finish())?;
        }
        Ok((self.passed, self.written))
    }
}
