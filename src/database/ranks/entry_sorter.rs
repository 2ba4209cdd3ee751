//! Sorting the ranks of rows, with runs on disk beyond what fits in memory.
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::PathBuf;

use super::RankEntry;

/// Entries held in memory, 16 bytes each.
const MOST_HELD: usize = 1 << 22;
/// Bytes of an entry in a run: walls, rank, moves.
const RECORD: usize = 13;

/// Takes entries in any order and gives them sorted.
pub(super) struct EntrySorter {
    folder: PathBuf,
    most: usize,
    held: Vec<RankEntry>,
    runs: Vec<File>,
}

impl EntrySorter {
    /// A sorter whose runs, without names, are in a folder.
    pub(super) fn new(folder: PathBuf) -> EntrySorter {
        EntrySorter { folder, most: MOST_HELD, held: Vec::new(), runs: Vec::new() }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// Those of writing a run.
    pub(super) fn push(&mut self, entry: RankEntry) -> io::Result<()> {
        if self.held.len() == self.most {
            self.held.sort_unstable();
            let mut run = BufWriter::new(tempfile::tempfile_in(&self.folder)?);
            for entry in self.held.drain(..) {
                run.write_all(&[entry.walls])?;
                run.write_all(&entry.rank.to_le_bytes())?;
                run.write_all(&entry.moves.to_le_bytes())?;
            }
            self.runs.push(run.into_inner().map_err(io::IntoInnerError::into_error)?);
        }
        self.held.push(entry);
        Ok(())
    }

    /// All entries in order.
    ///
    /// # Errors
    /// Those of reading a run.
    pub(super) fn finish(mut self) -> io::Result<SortedEntries> {
        self.held.sort_unstable();
        let mut sources = vec![EntrySource::Memory(self.held.into_iter())];
        for mut run in self.runs {
            run.rewind()?;
            sources.push(EntrySource::Run(BufReader::new(run)));
        }
        let mut heap = BinaryHeap::new();
        for (k, source) in sources.iter_mut().enumerate() {
            heap.extend(source.next().transpose()?.map(|entry| Reverse((entry, k))));
        }
        Ok(SortedEntries { sources, heap })
    }
}

/// Sorted entries.
pub(super) struct SortedEntries {
    sources: Vec<EntrySource>,
    /// The next entry of each source.
    heap: BinaryHeap<Reverse<(RankEntry, usize)>>,
}

impl Iterator for SortedEntries {
    type Item = io::Result<RankEntry>;

    fn next(&mut self) -> Option<io::Result<RankEntry>> {
        let Reverse((entry, k)) = self.heap.pop()?;
        match self.sources[k].next().transpose() {
            Ok(next) => self.heap.extend(next.map(|next| Reverse((next, k)))),
            Err(error) => return Some(Err(error)),
        }
        Some(Ok(entry))
    }
}

enum EntrySource {
    Memory(std::vec::IntoIter<RankEntry>),
    Run(BufReader<File>),
}

impl Iterator for EntrySource {
    type Item = io::Result<RankEntry>;

    fn next(&mut self) -> Option<io::Result<RankEntry>> {
        let run = match self {
            EntrySource::Memory(entries) => return entries.next().map(Ok),
            EntrySource::Run(run) => run,
        };
        let mut record = [0; RECORD];
        match run.read_exact(&mut record) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return None,
            Err(error) => return Some(Err(error)),
            Ok(()) => {}
        }
        let rank = u64::from_le_bytes(record[1..9].try_into().expect("8 bytes"));
        let moves = u32::from_le_bytes(record[9..].try_into().expect("4 bytes"));
        Some(Ok(RankEntry { walls: record[0], rank, moves }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_sorted_in_memory_and_on_disk() {
        for most in [1, 7, 100, 1000] {
            let mut sorter = EntrySorter { most, ..EntrySorter::new(std::env::temp_dir()) };
            let mut random = fastrand::Rng::with_seed(1);
            let mut entries: Vec<RankEntry> = (0..150)
                .map(|_| RankEntry { walls: random.u8(..3), rank: random.u64(..) >> random.u32(..64), moves: random.u32(..99) })
                .collect();
            entries.iter().for_each(|&entry| sorter.push(entry).expect("written"));
            entries.sort();
            let sorted: Vec<RankEntry> = sorter.finish().expect("read").map(|entry| entry.expect("read")).collect();
            assert_eq!(sorted, entries);
        }
    }
}
