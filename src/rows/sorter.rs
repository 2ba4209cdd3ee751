//! Sorting more records than fit in memory: an external merge sort, with sorted runs on disk.
use crate::files::{Classified, ErrorClass};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::PathBuf;

use crate::files::{display_path, remedy};
use std::sync::atomic::{AtomicBool, Ordering};

/// Limits on memory and open files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MergeLimits {
    /// Records held in memory: a row takes about 130 bytes, a rank 16.
    pub rows: usize,
    /// Runs merged at once; each is an open file. At least 2.
    pub runs: usize,
}

impl Default for MergeLimits {
    /// 500,000 rows (65 MB) and 64 files.
    fn default() -> MergeLimits {
        MergeLimits { rows: 500_000, runs: 64 }
    }
}

/// What can be sorted: `Ord` is the order.
pub(crate) trait Record: Ord {
    /// Writes the record to a run.
    fn write(&self, run: &mut impl Write) -> io::Result<()>;

    /// Reads the next record of a run. Returns `None` at the end of the run.
    fn read(run: &mut impl BufRead) -> io::Result<Option<Self>>
    where
        Self: Sized;

    /// Whether `next` repeats the record, which is an error. Repeated records are neighbours in the order.
    fn is_repeated_by(&self, next: &Self) -> bool;
}

/// Sorted runs cannot be written, or cannot be read again.
#[derive(Debug, thiserror::Error)]
#[error("cannot sort with temporary files in {}: {source}{}", display_path(folder), remedy(source))]
pub struct SortFileError {
    /// The folder of the temporary files.
    folder: PathBuf,
    /// The error of the system.
    source: io::Error,
}

/// Why records could not be sorted.
#[derive(Debug)]
pub(crate) enum SortError<T> {
    /// A run can't be written or read.
    Temporary(SortFileError),
    /// A record occurs twice.
    Repeated(Box<[T; 2]>),
    /// The stop flag was set.
    Interrupted,
}

/// Sorts records: in memory up to the limit, with runs on disk beyond it.
pub(crate) struct Sorter<T> {
    folder: PathBuf,
    limits: MergeLimits,
    held: Vec<T>,
    /// Runs on disk. A run of level k + 1 is merged from `limits.runs` runs of level k, so a record is rewritten once per level.
    levels: Vec<Vec<File>>,
    runs: usize,
    pushed: u64,
}

impl<T: Record> Sorter<T> {
    /// A sorter without records. Its runs are files without names in `folder`.
    pub(crate) fn new(folder: PathBuf, limits: MergeLimits) -> Sorter<T> {
        Sorter { folder, limits, held: Vec::new(), levels: Vec::new(), runs: 0, pushed: 0 }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// The variants of [`SortError`]; a repeated record may be found here or by [`Sorted::pop`].
    pub(crate) fn push(&mut self, record: T, stop: &AtomicBool) -> Result<(), SortError<T>> {
        self.pushed += 1;
        check(stop, self.pushed)?;
        if self.held.len() == self.limits.rows {
            let mut held = std::mem::take(&mut self.held);
            held.sort_unstable();
            // An input that repeats a row without end is reported before the disk is full.
            if let Some(k) = (1..held.len()).find(|&k| held[k - 1].is_repeated_by(&held[k])) {
                let next = held.swap_remove(k);
                return Err(SortError::Repeated(Box::new([held.swap_remove(k - 1), next])));
            }
            self.runs += 1;
            let run = self.write_run(Source::Memory(held.into_iter()), stop)?;
            self.add_run(0, run, stop)?;
        }
        self.held.push(record);
        Ok(())
    }

    /// Returns all records in order, and the number of runs written to disk.
    pub(crate) fn finish(mut self, stop: &AtomicBool) -> Result<(Sorted<T>, usize), SortError<T>> {
        self.held.sort_unstable();
        let mut sources = Source::Memory(std::mem::take(&mut self.held).into_iter());
        if !self.levels.is_empty() {
            let mut runs: Vec<File> = std::mem::take(&mut self.levels).into_iter().flatten().collect();
            while runs.len() > self.limits.runs {
                // The smallest runs come first.
                let rest = runs.split_off(self.limits.runs);
                let merged = self.open(runs, None)?;
                runs = rest;
                runs.push(self.write_run(merged, stop)?);
            }
            sources = self.open(runs, Some(sources))?;
        }
        Ok((Sorted { source: sources, next: None, folder: self.folder }, self.runs))
    }

    fn add_run(&mut self, level: usize, run: File, stop: &AtomicBool) -> Result<(), SortError<T>> {
        if self.levels.len() == level {
            self.levels.push(Vec::new());
        }
        self.levels[level].push(run);
        if self.levels[level].len() < self.limits.runs {
            return Ok(());
        }
        let full = std::mem::take(&mut self.levels[level]);
        let merged = self.open(full, None)?;
        let run = self.write_run(merged, stop)?;
        self.add_run(level + 1, run, stop)
    }

    /// One sorted sequence of some runs and perhaps of records in memory.
    fn open(&self, runs: Vec<File>, held: Option<Source<T>>) -> Result<Source<T>, SortError<T>> {
        let open = |mut run: File| {
            run.rewind()?;
            Ok(Source::Disk(BufReader::with_capacity(1 << 16, run)))
        };
        let merged = || {
            let mut sources = runs.into_iter().map(open).chain(held.map(Ok)).collect::<io::Result<Vec<_>>>()?;
            let mut heap = BinaryHeap::with_capacity(sources.len());
            for (k, source) in sources.iter_mut().enumerate() {
                heap.extend(source.pop()?.map(|record| Reverse((record, k))));
            }
            Ok(Source::Many { sources, heap })
        };
        merged().map_err(|source| self.error(source))
    }

    /// Writes a sorted sequence to a temporary file without a name.
    fn write_run(&self, mut sorted: Source<T>, stop: &AtomicBool) -> Result<File, SortError<T>> {
        let file = tempfile::tempfile_in(&self.folder).map_err(|source| self.error(source))?;
        let mut run = BufWriter::with_capacity(1 << 16, file);
        let mut records = 0;
        while let Some(record) = sorted.pop().map_err(|source| self.error(source))? {
            record.write(&mut run).map_err(|source| self.error(source))?;
            records += 1;
            check(stop, records)?;
        }
        run.into_inner().map_err(|error| self.error(error.into_error()))
    }

    fn error(&self, source: io::Error) -> SortError<T> {
        SortError::Temporary(SortFileError { folder: self.folder.clone(), source })
    }
}

/// Checks the stop flag every 1024 records.
fn check<T>(stop: &AtomicBool, records: u64) -> Result<(), SortError<T>> {
    if records.is_multiple_of(1024) && stop.load(Ordering::Relaxed) { Err(SortError::Interrupted) } else { Ok(()) }
}

/// All records of a sorter, in order.
pub(crate) struct Sorted<T> {
    source: Source<T>,
    /// The record after the last one popped, if it has been read.
    next: Option<T>,
    folder: PathBuf,
}

impl<T: Record> Sorted<T> {
    /// The next record.
    ///
    /// # Errors
    /// [`SortError::Temporary`], and [`SortError::Repeated`] if the next record is the same.
    pub(crate) fn pop(&mut self) -> Result<Option<T>, SortError<T>> {
        let mut read =
            || self.source.pop().map_err(|source| SortError::Temporary(SortFileError { folder: self.folder.clone(), source }));
        let first = self.next.take();
        let Some(record) = (if first.is_none() { read()? } else { first }) else { return Ok(None) };
        self.next = read()?;
        match self.next.take_if(|next| record.is_repeated_by(next)) {
            Some(next) => Err(SortError::Repeated(Box::new([record, next]))),
            None => Ok(Some(record)),
        }
    }
}

/// A sorted sequence of records.
enum Source<T> {
    Memory(std::vec::IntoIter<T>),
    /// A run.
    Disk(BufReader<File>),
    /// Merged from several sequences; the heap holds the next record of each.
    Many {
        sources: Vec<Source<T>>,
        heap: BinaryHeap<Reverse<(T, usize)>>,
    },
}

impl<T: Record> Source<T> {
    fn pop(&mut self) -> io::Result<Option<T>> {
        match self {
            Source::Memory(records) => Ok(records.next()),
            Source::Disk(run) => T::read(run),
            Source::Many { sources, heap } => {
                let Some(Reverse((record, k))) = heap.pop() else { return Ok(None) };
                heap.extend(sources[k].pop()?.map(|next| Reverse((next, k))));
                Ok(Some(record))
            }
        }
    }
}

impl Classified for SortFileError {
    fn class(&self) -> ErrorClass {
        self.source.class()
    }
}
