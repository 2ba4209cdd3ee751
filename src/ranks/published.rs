//! The rows of a rank file as lines in the published order.
//!
//! A rank file is in the order of the ranks, but says the moves of each row. So the rows are found in passes, each for some
//! numbers of moves, the greatest first: a pass has no more rows than fit in memory, and all of them come before the rows of the
//! next pass.
use std::cmp::Reverse;
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::RankEntry;
use super::choice::{RankChoice, place};
use super::expand::{Expander, threads};
use super::library::Database;
use super::sample::sampled;
use super::writer::{completed, sort_error};
use crate::board::Puzzle;
use crate::engine::{drive, grouped};
use crate::files::{Gauge, hex, stopped, wrong_input};
use crate::rows::sorter::{MergeLimits, Sorted, Sorter};
use crate::rows::{Ranking, RowLine, Sampler};

/// Rows of the first pass, few so that they come at once; each further pass has four times as many, up to [`PASS`].
const FIRST_PASS: usize = 64;
/// Rows of a pass, unless one number of moves has more.
const PASS: usize = 250_000;
/// Rows that a thread finds before it asks for more.
const BATCH: usize = 16;
/// Bytes of lines that are sent at once.
const CHUNK: usize = 1 << 16;
/// How often a waiting reader checks whether it should stop.
const POLL: Duration = Duration::from_millis(50);

/// The chosen rows of a rank file, as lines. Threads of its own do the work, which ends when the reader is dropped.
/// `gauge` shows how much of the file is done; `name` is the file's, for advice.
///
/// # Errors
/// Its thread can't be started.
pub(crate) fn published_lines(database: Database, name: String, choice: RankChoice, gauge: &Gauge) -> io::Result<ChosenLines> {
    let (sender, chunks) = sync_channel(4);
    let (stop, asked) = (Arc::new(AtomicBool::new(false)), choice.stop.clone());
    let (producer_stop, gauge, chunk) = (stop.clone(), gauge.clone(), String::new());
    let mut producer = LineProducer { database, name, choice, gauge, sender, stop: producer_stop, chunk };
    let work = move || {
        let ended = producer.produce().and_then(|()| producer.flush());
        if let Err(error) = ended {
            let _ = producer.sender.send(Err(error)); // unless the reader is gone
        }
    };
    thread::Builder::new().name("ranks".to_owned()).spawn(work)?;
    Ok(ChosenLines { chunks, chunk: Cursor::default(), stop, asked })
}

/// Lines in the published order, as text.
pub(crate) struct ChosenLines {
    chunks: Receiver<io::Result<String>>,
    /// The chunk that is being read.
    chunk: Cursor<String>,
    /// Ends the thread.
    stop: Arc<AtomicBool>,
    /// Whether the reader should stop.
    asked: Arc<AtomicBool>,
}

impl Read for ChosenLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.chunk.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            match self.chunks.recv_timeout(POLL) {
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.asked.load(Ordering::Relaxed) => {
                    return Err(stopped());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for ChosenLines {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct LineProducer {
    database: Database,
    name: String,
    choice: RankChoice,
    gauge: Gauge,
    sender: SyncSender<io::Result<String>>,
    stop: Arc<AtomicBool>,
    chunk: String,
}

impl LineProducer {
    fn produce(&mut self) -> io::Result<()> {
        let file = self.database.file();
        let header = file.header().clone();
        for walls in file.wall_counts().into_iter().filter(|&walls| self.choice.filter.walls.contains(u32::from(walls))) {
            self.database.tables().of(walls, (&*self.stop).into())?;
        }
        let mut chosen = self.choose()?;
        chosen.sort_unstable_by_key(|entry| (Reverse(entry.moves), *entry));
        let rows = chosen.len() as u64;
        let in_rows = self.gauge.begin_rows(rows, file.length());
        if rows > PASS as u64 && self.choice.advises {
            let name = &self.name;
            self.gauge.advise(format!(
                "{} rows of {name} must be found first; `gridlock merge {name} -o FILE.txt.gz` does so once, and commands are \
                 faster with FILE.txt.gz",
                grouped(rows)
            ));
        }
        let mut sum = (rows == header.rows).then(Sha256::new);
        for pass in passes(&chosen) {
            let mut sorted = self.expand(&chosen[pass], in_rows)?;
            while let Some(row) = sorted.pop().map_err(sort_error)? {
                let line = format!("{row}\n");
                if let Some(sum) = &mut sum {
                    sum.update(&line);
                }
                self.chunk.push_str(&line);
                if self.chunk.len() >= CHUNK {
                    self.flush()?;
                }
            }
            self.flush()?; // the next pass takes longer
        }
        match sum.map(|sum| sum.finalize()) {
            Some(found) if found[..] != header.sha256 => {
                let [found, expected] = [&found[..], &header.sha256].map(hex);
                Err(wrong_input(format!(
                    "its rows have the SHA-256 {found}, but its header says {expected}: it is damaged or made up"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Sends the lines that wait.
    fn flush(&mut self) -> io::Result<()> {
        let chunk = std::mem::take(&mut self.chunk);
        self.sender.send(Ok(chunk)).map_err(|_| stopped())
    }

    /// Reads all blocks and finds out which rows are wanted. If the first rows of an order are, all rows of the last place come
    /// with them, since the published order decides between these.
    fn choose(&self) -> io::Result<Vec<RankEntry>> {
        let RankChoice { counts, sample, top, .. } = &self.choice;
        let count = |passed: usize| {
            counts.rows.fetch_add(self.database.len(), Ordering::Relaxed);
            counts.passed.fetch_add(passed as u64, Ordering::Relaxed);
        };
        if let Some(ranking @ Ranking { top: Some(most), .. }) = top {
            let placed = |_, entry, expander: &mut Expander<'_>| Ok((place(ranking, entry, expander)?, entry));
            let mut placed = self.database.each_accepted(&self.choice, placed)?;
            count(placed.len());
            placed.sort_unstable();
            let last = placed[..placed.len().min(*most)].last().map(|&(place, _)| place);
            return Ok(placed.into_iter().take_while(|&(place, _)| Some(place) <= last).map(|(_, entry)| entry).collect());
        }
        let accepted = self.database.each_accepted(&self.choice, |_, entry, _| Ok(entry))?;
        count(accepted.len());
        let Some(sampling) = sample else { return Ok(accepted) };
        let offer = |sampler: &mut Sampler<((), RankEntry)>| {
            accepted.iter().for_each(|&entry| sampler.offer(((), entry)));
            Ok(())
        };
        let sample = sampled(&self.choice, sampling, self.database.tables(), &self.stop, offer)?;
        Ok(sample.into_iter().map(|((), entry)| entry).collect())
    }

    /// Finds some rows and sorts them; the gauge measures the rows, or something else.
    fn expand(&self, entries: &[RankEntry], in_rows: bool) -> io::Result<Sorted<RowLine>> {
        let limits = MergeLimits { rows: 2 * PASS, ..MergeLimits::default() };
        let mut sorter = Sorter::new(std::env::temp_dir(), limits);
        let row = |expander: &mut Expander<'_>, &entry: &RankEntry| match self.stop.load(Ordering::Relaxed) {
            true => Err(stopped()),
            false => expander.row_of(self.database.file().block_of_rank(entry.walls, entry.rank).unwrap_or_default(), entry),
        };
        let driven = drive(
            || self.database.expander(),
            |expander, batch: &[RankEntry]| batch.iter().map(|entry| row(expander, entry)).collect(),
            entries.chunks(BATCH),
            threads(),
            &self.stop,
            |found: io::Result<Vec<Puzzle>>| {
                let found = found?;
                self.gauge.add(if in_rows { found.len() as u64 } else { 0 });
                found.iter().try_for_each(|row| sorter.push(row.into(), &self.stop).map_err(sort_error))
            },
        );
        completed(driven)?;
        Ok(sorter.finish().map_err(sort_error)?.0)
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
