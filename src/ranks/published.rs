//! The rows of a rank file in the published order.
//!
//! A rank file is in the order of the ranks, but says the moves of each row. So the rows are found in passes, each for some
//! numbers of moves, the greatest first: a pass has no more rows than fit in memory, and all of them come before the rows of the
//! next pass.
use std::cmp::Reverse;
use std::io::{self, BufRead, Write};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;
use std::vec;

use super::RankEntry;
use super::choice::RankChoice;
use super::expand::{Expander, unranked};
use super::library::Database;
use super::writer::completed;
use crate::engine::drive;
use crate::errors::stopped;
use crate::gauge::Gauge;
use crate::rows::RowLine;
use crate::rows::sorter::{MergeLimits, Record, SortError, Sorted, Sorter};

/// Rows of the first pass, few so that they come at once; each further pass has four times as many, up to [`PASS`].
const FIRST_PASS: usize = 64;
/// Rows of a pass, unless one number of moves has more.
const PASS: usize = 250_000;
/// Rows that a thread finds before it asks for more.
const BATCH: usize = 16;
/// Rows that are sent at once.
const CHUNK: usize = 1 << 10;
/// How often a waiting reader checks whether it should stop.
const POLL: Duration = Duration::from_millis(50);

/// A row of a rank file.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct FoundRow {
    pub(crate) line: RowLine,
    pub(crate) rank: u64,
}

/// Finds the chosen rows of a rank file. Threads of its own do the work, which ends when the result is dropped. `gauge` shows how
/// much of the file is done.
///
/// # Errors
/// Its thread can't be started.
pub(crate) fn published_rows(database: Database, choice: RankChoice, gauge: &Gauge) -> io::Result<PublishedRows> {
    let (sender, chunks) = sync_channel(4);
    let (stop, asked) = (Arc::<AtomicBool>::default(), choice.stop.clone());
    let choice = RankChoice { stop: stop.clone(), ..choice };
    let producer = RowProducer { database, choice, gauge: gauge.clone(), sender };
    let work = move || {
        if let Err(error) = producer.produce() {
            let _ = producer.sender.send(Err(error)); // the reader may be gone
        }
    };
    thread::Builder::new().name("ranks".to_owned()).spawn(work)?;
    Ok(PublishedRows { chunks, chunk: Vec::new().into_iter(), stop, asked })
}

/// Rows of a rank file in the published order.
pub(crate) struct PublishedRows {
    chunks: Receiver<io::Result<Vec<FoundRow>>>,
    /// The chunk that is being read.
    chunk: vec::IntoIter<FoundRow>,
    /// Ends the thread.
    stop: Arc<AtomicBool>,
    /// Whether the reader should stop.
    asked: Arc<AtomicBool>,
}

impl PublishedRows {
    /// The next row; `None` after the last one.
    ///
    /// # Errors
    /// The file is damaged, or the reader should stop.
    pub(crate) fn next_row(&mut self) -> io::Result<Option<FoundRow>> {
        loop {
            if let Some(row) = self.chunk.next() {
                return Ok(Some(row));
            }
            match self.chunks.recv_timeout(POLL) {
                Ok(chunk) => self.chunk = chunk?.into_iter(),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if self.asked.load(Ordering::Relaxed) => return Err(stopped()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for PublishedRows {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct RowProducer {
    database: Database,
    choice: RankChoice,
    gauge: Gauge,
    sender: SyncSender<io::Result<Vec<FoundRow>>>,
}

impl RowProducer {
    fn produce(&self) -> io::Result<()> {
        let (file, RankChoice { conditions, stop, .. }) = (self.database.file(), &self.choice);
        for walls in file.wall_counts().into_iter().filter(|&walls| conditions.filter.walls.contains(u32::from(walls))) {
            self.database.tables().of(walls, (&**stop).into())?;
        }
        let chosen = self.database.chosen_entries(None, &self.choice)?;
        let mut chosen: Vec<RankEntry> = chosen.into_iter().map(|(_, entry)| entry).collect();
        chosen.sort_unstable_by_key(|entry| (Reverse(entry.moves), *entry));
        let rows = chosen.len() as u64;
        let in_rows = self.gauge.begin_rows(rows, file.length());
        for pass in passes(&chosen) {
            let mut sorted = self.expand(&chosen[pass], in_rows)?;
            let mut chunk = Vec::new();
            while let Some(row) = sorted.pop().map_err(sort_error)? {
                chunk.push(row);
                if chunk.len() == CHUNK {
                    self.send(std::mem::take(&mut chunk))?;
                }
            }
            self.send(chunk)?;
        }
        Ok(())
    }

    fn send(&self, chunk: Vec<FoundRow>) -> io::Result<()> {
        self.sender.send(Ok(chunk)).map_err(|_| stopped())
    }

    /// Finds some rows and sorts them; the gauge measures the rows if `in_rows` is set.
    fn expand(&self, entries: &[RankEntry], in_rows: bool) -> io::Result<Sorted<FoundRow>> {
        let stop = &self.choice.stop;
        let limits = MergeLimits { rows: 2 * PASS, ..MergeLimits::default() };
        let mut sorter = Sorter::new(std::env::temp_dir(), limits);
        let row = |expander: &mut Expander<'_>, &entry: &RankEntry| {
            if stop.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            let block = self.database.file().block_of_rank(entry.walls, entry.rank).unwrap_or_default();
            Ok(FoundRow { line: RowLine::from(&expander.row_of(block, entry)?), rank: entry.rank })
        };
        let driven = drive(
            || self.database.expander(),
            |expander, batch: &[RankEntry]| batch.iter().map(|entry| row(expander, entry)).collect(),
            entries.chunks(BATCH),
            self.choice.threads,
            stop,
            |found: io::Result<Vec<FoundRow>>| {
                let found = found?;
                self.gauge.add(if in_rows { found.len() as u64 } else { 0 });
                found.into_iter().try_for_each(|row| sorter.push(row, stop).map_err(sort_error))
            },
        );
        completed(driven)?;
        Ok(sorter.finish().map_err(sort_error)?.0)
    }
}

impl Record for FoundRow {
    /// Writes a line `rank row`.
    fn write(&self, run: &mut impl Write) -> io::Result<()> {
        writeln!(run, "{} {}", self.rank, self.line)
    }

    fn read(run: &mut impl BufRead) -> io::Result<Option<FoundRow>> {
        let mut text = String::with_capacity(128);
        if run.read_line(&mut text)? == 0 {
            return Ok(None);
        }
        let row = || {
            let (rank, line) = text.trim_end().split_once(' ')?;
            Some(FoundRow { line: line.parse().ok()?, rank: rank.parse().ok()? })
        };
        row().map(Some).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a temporary file was changed"))
    }

    fn is_repeated_by(&self, next: &FoundRow) -> bool {
        self.line == next.line
    }
}

fn sort_error(error: SortError<FoundRow>) -> io::Error {
    match error {
        SortError::Temporary(error) => error,
        SortError::Repeated(twice) => unranked(&twice[0].line, "it occurs twice"),
        SortError::Interrupted => stopped(),
    }
}

/// The places of each pass among rows with the greatest numbers of moves first.
fn passes(rows: &[RankEntry]) -> Vec<Range<usize>> {
    let mut passes: Vec<Range<usize>> = Vec::new();
    let (mut most, mut begin) = (FIRST_PASS, 0);
    for of_moves in rows.chunk_by(|one, other| one.moves == other.moves) {
        let end = begin + of_moves.len();
        match passes.last_mut() {
            Some(pass) if end - pass.start <= most => pass.end = end,
            _ => {
                most = if passes.is_empty() { most } else { PASS.min(4 * most) };
                passes.push(begin..end);
            }
        }
        begin = end;
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_begin_with_the_greatest_numbers_of_moves() {
        let of = |rows: &[(u32, usize)]| {
            let rows = rows.iter().flat_map(|&(moves, rows)| vec![RankEntry { walls: 0, rank: 0, moves, size_class: 0 }; rows]);
            passes(&rows.collect::<Vec<_>>())
        };
        assert_eq!(of(&[]), []);
        assert_eq!(of(&[(3, 5)]), [0..5]);
        let passes = of(&[(10, 1), (9, 50), (8, 200), (7, 600), (6, 400), (5, 99_999), (2, 300_000), (1, 200_000)]);
        let ends = [51, 251, 1251, 101_250, 401_250, 601_250];
        assert!(passes.iter().map(|pass| pass.end).eq(ends), "as many as fit, few at first: {passes:?}");
    }
}
