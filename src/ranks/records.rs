//! Rows and ranks as records of a [`Sorter`](crate::rows::sorter::Sorter).
use crate::files::io_error;
use std::fmt::Display;
use std::io::{self, BufRead, Write};

use bitstream_io::{ByteRead, ByteReader, ByteWrite, ByteWriter, LittleEndian};

use super::RankEntry;
use super::error::RankFileProblem;
use crate::rows::RowLine;
use crate::rows::sorter::{Record, SortError};

impl Record for RowLine {
    /// Writes the row as a line.
    fn write(&self, run: &mut impl Write) -> io::Result<()> {
        writeln!(run, "{self}")
    }

    fn read(run: &mut impl BufRead) -> io::Result<Option<RowLine>> {
        let mut line = String::with_capacity(128);
        if run.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        line.trim_end().parse().map(Some).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    fn is_repeated_by(&self, next: &RowLine) -> bool {
        self == next
    }
}

impl Record for RankEntry {
    fn write(&self, run: &mut impl Write) -> io::Result<()> {
        let mut fields = ByteWriter::endian(run, LittleEndian);
        fields.write(self.walls)?;
        fields.write(self.rank)?;
        fields.write(self.moves)
    }

    fn read(run: &mut impl BufRead) -> io::Result<Option<RankEntry>> {
        if run.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let mut fields = ByteReader::endian(run, LittleEndian);
        Ok(Some(RankEntry { walls: fields.read()?, rank: fields.read()?, moves: fields.read()? }))
    }

    fn is_repeated_by(&self, _: &RankEntry) -> bool {
        false // the rows of a file differ, and so do their ranks
    }
}

/// An error of sorting rows or ranks as an [`io::Error`].
pub(super) fn sort_error<T: Display>(error: SortError<T>) -> io::Error {
    match error {
        SortError::Temporary(error) => io_error(error),
        SortError::Repeated(twice) => {
            io_error(RankFileProblem::Unranked { row: twice[0].to_string(), problem: "it occurs twice".to_owned() })
        }
        SortError::Interrupted => io_error(RankFileProblem::Stopped),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::rows::sorter::{MergeLimits, Sorter};

    #[test]
    fn entries_are_sorted_in_memory_and_on_disk() {
        let never = AtomicBool::new(false);
        for rows in [1, 7, 100, 1000] {
            let mut sorter = Sorter::new(std::env::temp_dir(), MergeLimits { rows, runs: 3 });
            let mut random = fastrand::Rng::with_seed(1);
            let mut entries: Vec<RankEntry> = (0..150)
                .map(|_| RankEntry { walls: random.u8(..3), rank: random.u64(..) >> random.u32(..64), moves: random.u32(..99) })
                .collect();
            entries.iter().for_each(|&entry| sorter.push(entry, &never).expect("written"));
            entries.sort();
            let (mut sorted, runs) = sorter.finish().expect("read");
            assert_eq!(runs, 149 / rows);
            let sorted: Vec<RankEntry> = std::iter::from_fn(|| sorted.pop().expect("read")).collect();
            assert_eq!(sorted, entries);
        }
    }
}
