//! Sorting more records than fit in memory: an external merge sort, with sorted runs on disk.
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::files::{display_path, write_error};

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

/// Why records could not be sorted.
#[derive(Debug)]
pub(crate) enum SortError<T> {
    /// A run can't be written or read.
    Temporary(io::Error),
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
    /// Runs on disk, fewer than are merged at once.
    runs: Vec<File>,
    /// Runs written from memory.
    written: usize,
    pushed: u64,
}

impl<T: Record> Sorter<T> {
    /// A sorter without records. Its runs are files without names in `folder`.
    pub(crate) fn new(folder: PathBuf, limits: MergeLimits) -> Sorter<T> {
        Sorter { folder, limits, held: Vec::new(), runs: Vec::new(), written: 0, pushed: 0 }
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
            self.written += 1;
            self.write_run(Source::Memory(held.into_iter()), stop)?;
        }
        self.held.push(record);
        Ok(())
    }

    /// Returns all records in order, and the number of runs written to disk.
    pub(crate) fn finish(mut self) -> Result<(Sorted<T>, usize), SortError<T>> {
        self.held.sort_unstable();
        let mut source = Source::Memory(std::mem::take(&mut self.held).into_iter());
        if !self.runs.is_empty() {
            source = self.open(Some(source))?;
        }
        Ok((Sorted { source, next: None, folder: self.folder }, self.written))
    }

    /// One sorted sequence of the runs and perhaps of records in memory. Then there are no runs.
    fn open(&mut self, held: Option<Source<T>>) -> Result<Source<T>, SortError<T>> {
        let runs = std::mem::take(&mut self.runs);
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

    /// Writes a sorted sequence as a run: a temporary file without a name. As many runs as can be merged at once become one.
    fn write_run(&mut self, mut sorted: Source<T>, stop: &AtomicBool) -> Result<(), SortError<T>> {
        let file = tempfile::tempfile_in(&self.folder).map_err(|source| self.error(source))?;
        let mut run = BufWriter::with_capacity(1 << 16, file);
        let mut records = 0;
        while let Some(record) = sorted.pop().map_err(|source| self.error(source))? {
            record.write(&mut run).map_err(|source| self.error(source))?;
            records += 1;
            check(stop, records)?;
        }
        self.runs.push(run.into_inner().map_err(|error| self.error(error.into_error()))?);
        if self.runs.len() < self.limits.runs {
            return Ok(());
        }
        let merged = self.open(None)?;
        self.write_run(merged, stop)
    }

    fn error(&self, source: io::Error) -> SortError<T> {
        temporary(&self.folder, source)
    }
}

/// The error of a temporary file in a folder.
fn temporary<T>(folder: &Path, source: io::Error) -> SortError<T> {
    SortError::Temporary(write_error(&format!("temporary files in {}", display_path(folder)), source))
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
        let mut read = || self.source.pop().map_err(|source| temporary(&self.folder, source));
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
