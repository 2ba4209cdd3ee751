//! The rows of a rank file as lines in the published order.
//!
//! A rank file is in the order of the ranks, but says the moves of each row. So the rows are found in passes, each for some
//! numbers of moves, the greatest first: a pass has no more rows than fit in memory, and all of them come before the rows of the
//! next pass.
use crate::files::io_error;
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::io::{self, Cursor, Read};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::RankEntry;
use super::choice::{Place, RankChoice, place, read_error};
use super::error::RankFileProblem;
use super::expand::{Expander, RankTables, threads};
use super::file::RankFile;
use super::records::sort_error;
use super::sample::sampled;
use super::writer::completed;
use crate::board::Puzzle;
use crate::engine::{drive, grouped};
use crate::files::{Gauge, hex};
use crate::rows::RowLine;
use crate::rows::Sampler;
use crate::rows::sorter::{MergeLimits, Sorted, Sorter};

/// Rows of the first pass, few so that they come at once; each further pass has four times as many, up to [`PASS`].
const FIRST_PASS: u64 = 64;
/// Rows of a pass, unless one number of moves has more.
const PASS: u64 = 250_000;
/// Bytes of lines that are sent at once.
const CHUNK: usize = 1 << 16;
/// How often a waiting reader checks whether it should stop.
const POLL: Duration = Duration::from_millis(50);

/// The chosen rows of a rank file, as lines. Threads of its own do the work, which ends when the reader is dropped.
/// `gauge` shows how much of the file is done; `name` is the file's, for advice.
///
/// # Errors
/// Its thread can't be started.
pub(crate) fn published_lines(file: RankFile, name: String, choice: RankChoice, gauge: &Gauge) -> io::Result<ChosenLines> {
    let (sender, chunks) = sync_channel(4);
    let (stop, asked) = (Arc::new(AtomicBool::new(false)), choice.stop.clone());
    let producer_stop = stop.clone();
    let (tables, gauge) = (RankTables::new(file.header().size, file.header().metric), gauge.clone());
    let chunk = String::new();
    let mut producer = LineProducer { file, tables, name, choice, gauge, in_rows: false, sender, stop: producer_stop, chunk };
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
                    return Err(io_error(RankFileProblem::Stopped));
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
    file: RankFile,
    tables: RankTables,
    name: String,
    choice: RankChoice,
    gauge: Gauge,
    /// Whether the gauge measures rows, and not bytes of the file.
    in_rows: bool,
    sender: SyncSender<io::Result<String>>,
    stop: Arc<AtomicBool>,
    chunk: String,
}

impl LineProducer {
    fn produce(&mut self) -> io::Result<()> {
        let header = self.file.header().clone();
        for walls in self.file.wall_counts().into_iter().filter(|&walls| self.choice.filter.walls.contains(u32::from(walls))) {
            self.tables.of(walls, (&*self.stop).into()).map_err(read_error)?;
        }
        let chosen = self.choose()?;
        let rows = chosen.rows();
        self.in_rows = self.gauge.begin_rows(rows, self.file.length());
        if rows > PASS && self.choice.advises {
            let name = &self.name;
            self.gauge.advise(format!(
                "{} rows of {name} must be found first; `gridlock merge {name} -o FILE.txt.gz` does so once, and commands are \
                 faster with FILE.txt.gz",
                grouped(rows)
            ));
        }
        let mut sum = (rows == header.rows).then(Sha256::new);
        for moves in passes(&chosen.of_moves) {
            let mut sorted = self.expand(moves, &chosen)?;
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
                // the lines so far come before the error
                self.flush()?;
                Err(io_error(RankFileProblem::Sum { found: hex(&found), expected: hex(&header.sha256) }))
            }
            _ => Ok(()),
        }
    }

    /// Sends the lines that wait.
    fn flush(&mut self) -> io::Result<()> {
        let chunk = std::mem::take(&mut self.chunk);
        self.sender.send(Ok(chunk)).map_err(|_| io_error(RankFileProblem::Stopped))
    }

    /// Reads all blocks and finds out which rows are wanted.
    fn choose(&self) -> io::Result<ChosenEntries> {
        let mut chosen = ChosenEntries::default();
        let mut places: BTreeMap<Place, u64> = BTreeMap::new();
        if let Some(sampling) = &self.choice.sample {
            let offer = |sampler: &mut Sampler<((), RankEntry)>| {
                Ok(self.each_chosen(&mut chosen, |(entry, _)| sampler.offer(((), entry)))?)
            };
            let sample = sampled(&self.choice, sampling, &self.tables, &self.stop, offer).map_err(read_error)?;
            let sample: HashSet<RankEntry> = sample.into_iter().map(|((), entry)| entry).collect();
            sample.iter().for_each(|entry| *chosen.of_moves.entry(entry.moves).or_default() += 1);
            chosen.sample = Some(sample);
        } else {
            self.each_chosen(&mut chosen, |(_, place)| *places.entry(place).or_default() += 1)?;
        }
        let mut missing = self.choice.top.and_then(|ranking| ranking.top).map_or(u64::MAX, |top| top as u64);
        for (place, rows) in places {
            if missing == 0 {
                break;
            }
            missing = missing.saturating_sub(rows);
            *chosen.of_moves.entry(u32::MAX - place.1).or_default() += rows;
            chosen.last = Some(place);
        }
        Ok(chosen)
    }

    /// Reads all blocks, and passes on the wanted entries with their places, before a sample or the first rows are drawn from them.
    fn each_chosen(&self, chosen: &mut ChosenEntries, mut take: impl FnMut((RankEntry, Place))) -> io::Result<()> {
        let counts = &self.choice.counts;
        let is_first = chosen.moves_of_blocks.is_empty();
        chosen.moves_of_blocks.clear();
        if is_first {
            counts.rows.fetch_add(self.file.header().rows, Ordering::Relaxed);
        }
        completed(drive(
            || self.tables.expander(),
            |expander, block| self.chosen(expander, block),
            0..self.file.blocks(),
            threads(),
            &self.stop,
            |entries: Result<Vec<(RankEntry, Place)>, _>| {
                let entries = entries.map_err(read_error)?;
                if is_first {
                    counts.passed.fetch_add(entries.len() as u64, Ordering::Relaxed);
                }
                chosen.moves_of_blocks.push(entries.iter().fold(0, |moves, (entry, _)| moves | bits(entry.moves..=entry.moves)));
                entries.into_iter().for_each(&mut take);
                Ok(())
            },
        ))
    }

    /// The wanted entries of a block with their places, before a sample or the first rows are drawn from them.
    fn chosen(&self, expander: &mut Expander<'_>, block: u64) -> Result<Vec<(RankEntry, Place)>, RankFileProblem> {
        let mut chosen = Vec::new();
        for entry in self.file.block(block)? {
            if self.choice.accepts_rank(block, entry, self.tables.size(), expander)? {
                chosen.push((entry, self.place(expander, block, entry)?));
            }
        }
        Ok(chosen)
    }

    /// The place of an entry in the order whose first rows are wanted, otherwise in the published order.
    fn place(&self, expander: &mut Expander<'_>, block: u64, entry: RankEntry) -> Result<Place, RankFileProblem> {
        match &self.choice.top {
            Some(ranking) => place(ranking, block, entry, self.tables.size(), expander),
            None => Ok((0, u32::MAX - entry.moves)),
        }
    }

    /// The chosen rows of a block with some numbers of moves.
    fn expanded(
        &self,
        expander: &mut Expander<'_>,
        block: u64,
        moves: &RangeInclusive<u32>,
        chosen: &ChosenEntries,
    ) -> Result<Vec<Puzzle>, RankFileProblem> {
        let mut rows = Vec::new();
        for entry in self.file.block(block)?.into_iter().filter(|entry| moves.contains(&entry.moves)) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(RankFileProblem::Stopped);
            }
            let is_chosen = match &chosen.sample {
                Some(sample) => sample.contains(&entry),
                None => {
                    self.choice.accepts_rank(block, entry, self.tables.size(), expander)?
                        && Some(self.place(expander, block, entry)?) <= chosen.last
                }
            };
            if is_chosen {
                rows.push(expander.row_of(block, entry)?);
            }
        }
        Ok(rows)
    }

    /// Expands the chosen rows of some numbers of moves and sorts them.
    fn expand(&self, moves: RangeInclusive<u32>, chosen: &ChosenEntries) -> io::Result<Sorted<RowLine>> {
        let limits = MergeLimits { rows: 2 * PASS as usize, ..MergeLimits::default() };
        let mut sorter = Sorter::new(std::env::temp_dir(), limits);
        let expand = |expander: &mut Expander<'_>, block| self.expanded(expander, block, &moves, chosen);
        let wanted = bits(moves.clone());
        let rows = u128::from(chosen.rows().max(1));
        let driven = drive(
            || self.tables.expander(),
            expand,
            (0..self.file.blocks()).filter(|&block| chosen.moves_of_blocks[block as usize] & wanted != 0),
            threads(),
            &self.stop,
            |found: Result<Vec<Puzzle>, _>| {
                let found = found.map_err(read_error)?;
                let share = u128::from(self.file.length()) * found.len() as u128 / rows; // at most the length of the file
                self.gauge.add(if self.in_rows { found.len() as u64 } else { share as u64 });
                found.iter().try_for_each(|row| sorter.push(row.into(), &self.stop).map_err(sort_error))
            },
        );
        completed(driven)?;
        Ok(sorter.finish().map_err(sort_error)?.0)
    }
}

/// The rows that are wanted.
#[derive(Default)]
struct ChosenEntries {
    /// How many rows each number of moves has.
    of_moves: BTreeMap<u32, u64>,
    /// Per block: the numbers of moves that occur in it, as [`bits`]; a superset if a sample or the first rows are drawn.
    moves_of_blocks: Vec<u128>,
    /// The rows themselves, if they are a sample.
    sample: Option<HashSet<RankEntry>>,
    /// The last place that is wanted, unless the rows are a sample.
    last: Option<Place>,
}

impl ChosenEntries {
    /// The number of rows; more than wanted if the last place has several.
    fn rows(&self) -> u64 {
        self.of_moves.values().sum()
    }
}

/// A bit for each number of moves; those above 126 share the last one.
fn bits(moves: RangeInclusive<u32>) -> u128 {
    let (least, most) = ((*moves.start()).min(127), (*moves.end()).min(127));
    u128::MAX >> (127 - most) & u128::MAX << least
}

/// The numbers of moves of each pass, the greatest first.
fn passes(of_moves: &BTreeMap<u32, u64>) -> Vec<RangeInclusive<u32>> {
    let mut passes: Vec<(RangeInclusive<u32>, u64)> = Vec::new();
    let mut most = FIRST_PASS;
    for (&moves, &rows) in of_moves.iter().rev() {
        match passes.last_mut() {
            Some((range, held)) if *held + rows <= most => (*range, *held) = (moves..=*range.end(), *held + rows),
            _ => {
                most = if passes.is_empty() { most } else { PASS.min(4 * most) };
                passes.push((moves..=moves, rows));
            }
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
        let passes = of(&[(1, 200_000), (2, 300_000), (5, 99_999), (6, 400), (7, 600), (8, 200), (9, 50), (10, 1)]);
        assert_eq!(passes, [9..=10, 8..=8, 6..=7, 5..=5, 2..=2, 1..=1], "as many as fit, few at first");
    }

    #[test]
    fn every_number_of_moves_has_a_bit() {
        assert_eq!((bits(0..=0), bits(3..=4), bits(126..=127), bits(0..=u32::MAX)), (1, 0b11000, 3 << 126, u128::MAX));
        assert_eq!(bits(500..=600), 1 << 127);
    }
}
