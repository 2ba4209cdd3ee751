//! Rows with the columns that need a search: the work of `select` and `stats`.
//!
//! Start with [`RowJob`], which works on many threads. `row_search.rs` finds the columns of a row, `solved_run.rs` is the identity
//! of a run whose solved rows are kept in a run folder.
mod row_search;
mod solved_run;

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use self::row_search::RowSearch;
pub use self::solved_run::SolvedRun;
use self::solved_run::add;
use crate::board::Metric;
use crate::engine::{Completion, drive};
use crate::files::{Checksummer, RunFolder, display_path};
use crate::jobs::JobError;
use crate::rows::Row;

/// Rows that are read from a run folder at once.
const CHUNK: usize = 512;
/// Rows of a batch; to solve a row takes from 1 to 100 ms.
const BATCH: usize = 8;

/// How rows are solved.
#[derive(Clone, Copy, Debug)]
pub struct RowJob<'a> {
    /// The greatest number of states that a cluster may have.
    pub max_states: usize,
    /// What the rows count.
    pub metric: Metric,
    /// Threads that solve. The rows and their order do not depend on it.
    pub threads: NonZeroUsize,
    /// Ends the work when it is set.
    pub stop: &'a AtomicBool,
}

impl RowJob<'_> {
    /// Solves rows and passes them to `take`, in order. `step` is called with the number of rows done so far.
    ///
    /// If there is a run folder, solved rows are first kept in it, and rows already there are not solved again. `take` gets the
    /// rows when all are solved. Together the rows in the folder must be the rows of its run, whatever happened to the files.
    ///
    /// # Errors
    /// The first [`JobError`] in the order of the rows, [`JobError::Stopped`], or the first error of `take`. With a folder also
    /// [`JobError::Folder`], and [`JobError::Wrong`] after `take` has got rows that no file holds. What is solved stays in the
    /// folder.
    pub fn run(
        &self,
        rows: impl Iterator<Item = Result<Row, JobError>>,
        kept: Option<(&mut RunFolder<SolvedRun>, &SolvedRun)>,
        mut step: impl FnMut(u64),
        mut take: impl FnMut(Vec<Row>) -> Result<(), JobError>,
    ) -> Result<(), JobError> {
        let Some((folder, run)) = kept else {
            let mut done = 0;
            step(0);
            return self.drive(rows, vec![0..u64::MAX], |batch| {
                done += batch.rows.len() as u64;
                take(batch.rows)?;
                step(done);
                Ok(())
            });
        };
        let mut done = folder.done();
        step(done);
        let driven = self.drive(rows, folder.gaps(run.rows), |batch| {
            let mut lines = Vec::new();
            for row in &batch.rows {
                serde_json::to_writer(&mut lines, row).expect("a row is JSON");
                lines.push(b'\n');
            }
            let count = batch.rows.len() as u64;
            folder.add(batch.first, count, &lines)?;
            done += count;
            step(done);
            Ok(())
        });
        folder.save()?;
        driven?;
        let path = display_path(folder.path());
        let other_rows = || {
            JobError::Wrong(format!(
                "the solved rows in {path} are not the rows of the files: these were changed by another program while their rows were \
                 being solved; --restart discards what is solved"
            ))
        };
        if !folder.gaps(run.rows).is_empty() {
            return Err(other_rows());
        }
        let (mut sum, mut chunk) = (Checksummer::default(), Vec::new());
        folder.for_each_line(|line| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(JobError::Stopped);
            }
            let row: Row = serde_json::from_str(line).map_err(|error| {
                JobError::Wrong(format!("the solved rows in {path} can't be read: {error}; --restart discards them"))
            })?;
            add(&mut sum, &row);
            chunk.push(row);
            if chunk.len() < CHUNK { Ok(()) } else { take(std::mem::take(&mut chunk)) }
        })?;
        if SolvedRun::of_sum(sum) == *run { take(chunk) } else { Err(other_rows()) }
    }

    /// Works on the rows whose positions are in `positions`, which are sorted.
    fn drive(
        &self,
        rows: impl Iterator<Item = Result<Row, JobError>>,
        positions: Vec<Range<u64>>,
        mut take: impl FnMut(Batch) -> Result<(), JobError>,
    ) -> Result<(), JobError> {
        let batches = Batches { rows, next: 0, positions: positions.into(), size: 1, most: BATCH, error: None };
        let run = |search: &mut RowSearch, batch: Result<Batch, JobError>| {
            let mut batch = batch?;
            batch.rows.iter_mut().try_for_each(|row| search.solve(row, self.max_states, self.metric))?;
            Ok(batch)
        };
        let write = |done: Result<_, JobError>| take(done?);
        match drive(RowSearch::default, run, batches, self.threads, self.stop, write)? {
            Completion::Complete => Ok(()),
            Completion::Stopped => Err(JobError::Stopped),
        }
    }
}

/// Consecutive rows.
struct Batch {
    /// The position of the first one.
    first: u64,
    rows: Vec<Row>,
}

/// The rows at some positions, in batches. An error is a batch of its own, after the rows before it.
struct Batches<I> {
    rows: I,
    /// The position of the next row.
    next: u64,
    /// The positions that are left, sorted.
    positions: VecDeque<Range<u64>>,
    /// Rows of the next batch. Each batch has twice as many as the one before, up to `most`, so that the first rows come at once
    /// even if those after them must be searched for.
    size: usize,
    most: usize,
    error: Option<JobError>,
}

impl<I: Iterator<Item = Result<Row, JobError>>> Iterator for Batches<I> {
    type Item = Result<Batch, JobError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut batch = Batch { first: 0, rows: Vec::new() };
        while self.error.is_none()
            && batch.rows.len() < self.size
            && let Some(wanted) = self.positions.front().cloned()
        {
            if self.next >= wanted.end {
                self.positions.pop_front();
                if batch.rows.is_empty() { continue } else { break }
            }
            match self.rows.next() {
                Some(Ok(row)) => {
                    if self.next >= wanted.start {
                        batch.first = self.next - batch.rows.len() as u64;
                        batch.rows.push(row);
                    }
                    self.next += 1;
                }
                Some(Err(error)) => self.error = Some(error),
                None => self.positions.clear(),
            }
        }
        self.size = self.most.min(2 * self.size);
        if batch.rows.is_empty() { self.error.take().map(Err) } else { Some(Ok(batch)) }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use super::*;
    use crate::inputs::RowSource;

    #[test]
    fn batches_are_the_rows_at_the_wanted_positions() {
        let row = |moves: u32| Row { moves, ..Row::default() };
        for (positions, most) in [
            (vec![0..u64::MAX], 3),
            (vec![0..10], 4),
            (vec![2..3, 5..9], 3),
            (vec![0..1, 9..10], 8),
            (vec![3..3, 4..20], 1),
            (vec![], 5),
        ] {
            let expected: Vec<u64> = (0..10).filter(|k| positions.iter().any(|range| range.contains(k))).collect();
            let rows = (0..10).map(|moves| Ok(row(moves)));
            let batches = Batches { rows, next: 0, positions: positions.into(), size: 1, most, error: None };
            let mut found = Vec::new();
            for batch in batches {
                let Batch { first, rows } = batch.expect("no error");
                assert!((1..=most).contains(&rows.len()));
                for (position, row) in (first..).zip(rows) {
                    assert_eq!(position, u64::from(row.moves));
                    found.push(position);
                }
            }
            assert_eq!(found, expected);
        }
    }

    /// Solves the rows of a file that `change` changes after the first reading. Returns the error, the boards passed on, and the
    /// rows kept.
    fn solved_after(change: impl Fn(&Path)) -> (Option<JobError>, Vec<String>, u64) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.txt");
        std::fs::write(&path, "02 oBBoAAoCoooCoooo 19\n03 BBoCAAoCooooooDD 48\n").expect("written");
        let source = RowSource::all(vec![path.clone()]);
        let stop = AtomicBool::new(false);
        let run = SolvedRun::of(source.rows().map(|row| Ok(row?)), &stop).expect("rows");
        change(&path);
        let mut kept = RunFolder::open(&folder.path().join("out.csv"), &run, false, Duration::ZERO).expect("a folder");
        let job = RowJob { max_states: 1000, metric: Metric::Moves, threads: NonZeroUsize::MIN, stop: &stop };
        let mut boards = Vec::new();
        let take = |rows: Vec<Row>| -> Result<(), JobError> {
            boards.extend(rows.into_iter().map(|row| row.board));
            Ok(())
        };
        let error = job.run(source.rows().map(|row| Ok(row?)), Some((&mut kept, &run)), |_| {}, take).err();
        (error, boards, kept.done())
    }

    #[test]
    fn rows_of_a_file_that_was_changed_meanwhile_are_an_error() {
        let (error, boards, kept) = solved_after(|_| {});
        assert!(error.is_none() && kept == 2, "{error:?}");
        assert_eq!(boards, ["oBBoAAoCoooCoooo", "BBoCAAoCooooooDD"]);
        let (error, ..) = solved_after(|path| {
            std::fs::write(path, "03 BBoCAAoCooooooDD 48\n02 oBBoAAoCoooCoooo 19\n").expect("written");
        });
        assert!(error.as_ref().is_some_and(|error| error.to_string().contains("not the rows of the files")), "{error:?}");
    }

    #[test]
    fn an_error_comes_after_the_rows_before_it_and_ends_the_batches() {
        let row = || Ok(Row::default());
        let rows = [row(), row(), row(), Err(JobError::Stopped), row()].into_iter();
        let batches = Batches { rows, next: 0, positions: vec![0..u64::MAX].into(), size: 1, most: 4, error: None };
        let lengths: Vec<Option<usize>> = batches.map(|batch| batch.ok().map(|batch| batch.rows.len())).take(6).collect();
        assert_eq!(lengths[..3], [Some(1), Some(2), None]);
        // the first batches are small
        let rows = (0..9).map(|_| row());
        let batches = Batches { rows, next: 0, positions: vec![0..u64::MAX].into(), size: 1, most: 4, error: None };
        assert!(batches.map(|batch| batch.expect("no error").rows.len()).eq([1, 2, 4, 2]));
    }
}
