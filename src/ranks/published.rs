//! The rows of a rank file as lines in the published order.
//!
//! A rank file is in the order of the ranks, but says the moves of each row. So the rows are found in passes, each for some numbers of moves,
//! the greatest first: a pass holds no more rows than fit in memory, and its rows come before those of the next one.
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use sha2::{Digest, Sha256};

use super::RankEntry;
use super::choice::{OfferedRank, RankChoice, read_error};
use super::error::RankFileProblem;
use super::expand::{Expander, RankTables};
use super::file::RankFile;
use super::records::sort_error;
use super::writer::completed;
use crate::board::Puzzle;
use crate::engine::drive;
use crate::files::{Gauge, hex};
use crate::rows::RowLine;
use crate::rows::Sampler;
use crate::rows::sorter::{MergeLimits, Sorted, Sorter};

/// Rows of a pass, unless those of one number of moves are more.
const PASS: u64 = 250_000;
/// Bytes of lines that are sent at once.
const CHUNK: usize = 1 << 16;

/// The chosen rows of a rank file, as chunks of lines. The work is done by threads of its own, and ends when the iterator is dropped.
/// `gauge` shows how much of the file is done.
///
/// # Errors
/// Its thread can't be started.
pub(crate) fn published_lines(file: RankFile, choice: RankChoice, gauge: &Gauge) -> io::Result<ChosenLines> {
    let (sender, chunks) = sync_channel(4);
    let stop = Arc::new(AtomicBool::new(false));
    let mut producer = LineProducer { file, choice, gauge: gauge.clone(), sender, stop: stop.clone(), chunk: String::new() };
    let work = move || {
        let ended = producer.produce().and_then(|()| producer.flush());
        if let Err(error) = ended {
            let _ = producer.sender.send(Err(error)); // unless nothing reads on
        }
    };
    thread::Builder::new().name("ranks".to_owned()).spawn(work)?;
    Ok(ChosenLines { chunks, stop })
}

/// Chunks of lines in the published order.
pub(crate) struct ChosenLines {
    chunks: Receiver<io::Result<String>>,
    stop: Arc<AtomicBool>,
}

impl Iterator for ChosenLines {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        self.chunks.recv().ok()
    }
}

impl Drop for ChosenLines {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct LineProducer {
    file: RankFile,
    choice: RankChoice,
    gauge: Gauge,
    sender: SyncSender<io::Result<String>>,
    stop: Arc<AtomicBool>,
    chunk: String,
}

impl LineProducer {
    fn produce(&mut self) -> io::Result<()> {
        let header = self.file.header().clone();
        let mut tables = RankTables::new(header.size, header.metric);
        for walls in self.file.wall_counts().into_iter().filter(|&walls| self.choice.filter.walls.contains(u32::from(walls))) {
            tables.add(walls, (&*self.stop).into()).map_err(read_error)?;
        }
        let ChosenEntries { of_moves, sample } = self.choose(&tables)?;
        let rows: u64 = of_moves.values().sum();
        let mut sum = (rows == header.rows).then(Sha256::new);
        for moves in passes(&of_moves) {
            let mut sorted = self.expand(&tables, moves, sample.as_ref(), rows)?;
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
        }
        match sum.map(|sum| sum.finalize()) {
            Some(found) if found[..] != header.sha256 => {
                // the lines so far come before the error
                self.flush()?;
                Err(io::Error::other(RankFileProblem::Sum { found: hex(&found), expected: hex(&header.sha256) }))
            }
            _ => Ok(()),
        }
    }

    /// Sends the lines that wait.
    fn flush(&mut self) -> io::Result<()> {
        let chunk = std::mem::take(&mut self.chunk);
        self.sender.send(Ok(chunk)).map_err(|_| io::Error::other(RankFileProblem::Stopped))
    }

    /// Reads all blocks and finds out which rows are wanted.
    fn choose(&self, tables: &RankTables) -> io::Result<ChosenEntries> {
        let mut chosen = ChosenEntries { of_moves: BTreeMap::new(), sample: None };
        let mut sampler = self.choice.sample.map(|(size, seed)| Sampler::new(size, seed));
        let read = |expander: &mut Expander<'_>, block| self.chosen(tables, expander, block);
        let counts = &self.choice.counts;
        counts.rows.fetch_add(self.file.header().rows, Ordering::Relaxed);
        let driven = drive(
            || tables.expander(),
            read,
            0..self.file.blocks(),
            threads(),
            &self.stop,
            |entries: Result<Vec<RankEntry>, _>| {
                let entries = entries.map_err(read_error)?;
                counts.passed.fetch_add(entries.len() as u64, Ordering::Relaxed);
                for entry in entries {
                    match &mut sampler {
                        Some(sampler) => sampler.offer(OfferedRank(entry)),
                        None => *chosen.of_moves.entry(entry.moves).or_default() += 1,
                    }
                }
                Ok(())
            },
        );
        completed(driven)?;
        if let Some(sampler) = sampler {
            let sample: HashSet<RankEntry> = sampler.finish().into_iter().map(|offered| offered.0).collect();
            sample.iter().for_each(|entry| *chosen.of_moves.entry(entry.moves).or_default() += 1);
            chosen.sample = Some(sample);
        }
        Ok(chosen)
    }

    /// The wanted entries of a block, except that a sample has yet to be drawn from them.
    fn chosen(&self, tables: &RankTables, expander: &mut Expander<'_>, block: u64) -> Result<Vec<RankEntry>, RankFileProblem> {
        let mut entries = self.file.block(block)?;
        self.choice.keep(block, &mut entries, tables.size(), expander)?;
        Ok(entries)
    }

    /// The chosen rows of a block with some numbers of moves.
    fn expanded(
        &self,
        tables: &RankTables,
        expander: &mut Expander<'_>,
        block: u64,
        moves: &RangeInclusive<u32>,
        sample: Option<&HashSet<RankEntry>>,
    ) -> Result<Vec<Puzzle>, RankFileProblem> {
        let mut entries = self.file.block(block)?;
        entries.retain(|entry| moves.contains(&entry.moves));
        match sample {
            Some(sample) => entries.retain(|entry| sample.contains(entry)),
            None => self.choice.keep(block, &mut entries, tables.size(), expander)?,
        }
        let row = |entry: RankEntry| {
            let RankEntry { walls, rank, .. } = entry;
            let problem = |problem| RankFileProblem::Row { block, walls, rank, problem: Box::new(problem) };
            expander.row(entry).map_err(problem)
        };
        entries.into_iter().map(row).collect()
    }

    /// Expands the chosen rows of some numbers of moves and sorts them.
    fn expand(
        &self,
        tables: &RankTables,
        moves: RangeInclusive<u32>,
        sample: Option<&HashSet<RankEntry>>,
        rows: u64,
    ) -> io::Result<Sorted<RowLine>> {
        let limits = MergeLimits { rows: 2 * PASS as usize, ..MergeLimits::default() };
        let mut sorter = Sorter::new(std::env::temp_dir(), limits);
        let expand = |expander: &mut Expander<'_>, block| self.expanded(tables, expander, block, &moves, sample);
        let driven = drive(
            || tables.expander(),
            expand,
            0..self.file.blocks(),
            threads(),
            &self.stop,
            |found: Result<Vec<Puzzle>, _>| {
                let found = found.map_err(read_error)?;
                let share = u128::from(self.file.length()) * found.len() as u128 / u128::from(rows.max(1));
                self.gauge.add(share as u64); // at most the length of the file
                found.into_iter().try_for_each(|row| {
                    let row = RowLine { moves: row.moves, board: row.board.to_string(), cluster_size: row.cluster_size };
                    sorter.push(row, &self.stop).map_err(sort_error)
                })
            },
        );
        completed(driven)?;
        Ok(sorter.finish(&self.stop).map_err(sort_error)?.0)
    }
}

/// Threads that expand: all.
fn threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The rows that are wanted.
struct ChosenEntries {
    /// How many there are of each number of moves.
    of_moves: BTreeMap<u32, u64>,
    /// The rows themselves, if they are a sample.
    sample: Option<HashSet<RankEntry>>,
}

/// The numbers of moves of each pass, the greatest first.
fn passes(of_moves: &BTreeMap<u32, u64>) -> Vec<RangeInclusive<u32>> {
    let mut passes: Vec<(RangeInclusive<u32>, u64)> = Vec::new();
    for (&moves, &rows) in of_moves.iter().rev() {
        match passes.last_mut() {
            Some((range, held)) if *held + rows <= PASS => (*range, *held) = (moves..=*range.end(), *held + rows),
            _ => passes.push((moves..=moves, rows)),
        }
    }
    passes.into_iter().map(|(range, _)| range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_begin_with_the_greatest_numbers_of_moves() {
        let of = |rows: &[(u32, u64)]| passes(&rows.iter().copied().collect());
        assert_eq!(of(&[]), []);
        assert_eq!(of(&[(3, 5)]), [3..=3]);
        let passes = of(&[(1, 200_000), (2, 300_000), (5, 99_999), (9, 150_000), (10, 1)]);
        assert_eq!(passes, [5..=10, 2..=2, 1..=1], "as many as fit");
    }
}
