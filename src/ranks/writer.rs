//! Writing a rank file: rows in any order, as text, become ranks in order.
use crate::files::io_error;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::RankEntry;
use super::block::encode;
use super::error::RankFileProblem;
use super::expand::{Expander, RankTables};
use super::format::{BLOCK_ROWS, BlockEntry, RankHeader, index_bytes};
use super::records::sort_error;
use crate::board::{Metric, Puzzle, RowError, Size, WallRange};
use crate::engine::{Completion, drive};
use crate::files::{Checksum, Checksummer, Gauge, GaugeStage, GaugeUnit, LineEncoder, bytes_of_hex};
use crate::rows::RowLine;
use crate::rows::sorter::{MergeLimits, Sorted, Sorter};

/// Rows in a batch for one thread.
const BATCH: usize = 128;
/// Ranks held in memory while they are sorted, 16 bytes each.
const HELD_RANKS: usize = 1 << 22;

/// What a rank file says about its rows, and how its ranks are found.
#[derive(Clone, Debug)]
pub struct RankSettings {
    /// What the depths of the rows count.
    pub metric: Metric,
    /// Size and range of walls, if the rows are all rows of a database.
    pub whole: Option<(Size, WallRange)>,
    /// Threads that find the ranks. The file does not depend on it.
    pub threads: NonZeroUsize,
    /// Ends the work when it is set.
    pub stop: Arc<AtomicBool>,
    /// Shows the progress.
    pub gauge: Gauge,
}

impl RankSettings {
    /// What [`OutputFile::encode_ranks`](crate::files::OutputFile::encode_ranks) needs.
    pub fn encoder(self) -> impl FnOnce(PathBuf) -> Box<dyn LineEncoder> {
        |folder| Box::new(RankWriter::new(folder, self))
    }
}

/// Takes rows as lines and makes a rank file of them. Memory is bounded: rows and ranks are sorted through files without names.
pub struct RankWriter {
    settings: RankSettings,
    folder: PathBuf,
    size: Option<Size>,
    walls: BTreeSet<u8>,
    sorter: Sorter<RowLine>,
    rows: u64,
    /// The beginning of a line whose end has not come yet.
    line: Vec<u8>,
}

impl RankWriter {
    /// A writer with temporary files in `folder`.
    pub fn new(folder: PathBuf, settings: RankSettings) -> RankWriter {
        let sorter = Sorter::new(folder.clone(), MergeLimits::default());
        let size = settings.whole.map(|(size, _)| size);
        RankWriter { settings, folder, size, walls: BTreeSet::new(), sorter, rows: 0, line: Vec::new() }
    }

    fn add(&mut self, line: &str) -> io::Result<()> {
        let unranked = |problem: &str| io_error(RankFileProblem::Unranked { row: line.to_owned(), problem: problem.to_owned() });
        let row: RowLine = line.parse().map_err(|error| unranked(&format!("it is not a row: {error}")))?;
        let size = Size::of_cells(row.board.len()).filter(|size| size.n() <= Size::MAX_ENUMERATED);
        let size = size.ok_or_else(|| unranked("boards of this size are not enumerated"))?;
        if *self.size.get_or_insert(size) != size {
            return Err(unranked("the rows before it are of another size, and a rank file has one"));
        }
        self.walls.insert(row.board.bytes().filter(|&cell| cell == b'x').count() as u8); // at most 49
        self.rows += 1;
        self.sorter.push(row, &self.settings.stop).map_err(sort_error)
    }

    /// Finds the ranks of all rows; returns them in order, and the checksum of the rows in the published order.
    fn ranks(&mut self, tables: &RankTables) -> io::Result<(Sorted<RankEntry>, Checksum)> {
        let RankSettings { threads, stop, gauge, .. } = &self.settings;
        let rows = std::mem::replace(&mut self.sorter, Sorter::new(self.folder.clone(), MergeLimits::default()));
        let (mut sorted, _) = rows.finish().map_err(sort_error)?;
        let stage = GaugeStage { what: "finding the ranks", items: "rows", unit: GaugeUnit::Items, total: Some(self.rows) };
        gauge.begin(stage);
        let mut sum = Checksummer::default();
        let mut rows = std::iter::from_fn(|| {
            let row = sorted.pop().map_err(sort_error).transpose();
            if let Some(Ok(row)) = &row {
                sum.update(format!("{row}\n").as_bytes());
            }
            row
        });
        let batches =
            std::iter::from_fn(|| Some(rows.by_ref().take(BATCH).collect::<Vec<_>>()).filter(|batch| !batch.is_empty()));
        let mut entries = Sorter::new(self.folder.clone(), MergeLimits { rows: HELD_RANKS, ..MergeLimits::default() });
        let driven = drive(
            || tables.expander(),
            find_ranks,
            batches,
            *threads,
            stop,
            |found: io::Result<Vec<RankEntry>>| {
                let found = found?;
                gauge.add_items(found.len() as u64);
                found.into_iter().try_for_each(|entry| entries.push(entry, stop).map_err(sort_error))
            },
        );
        completed(driven)?;
        Ok((entries.finish().map_err(sort_error)?.0, sum.finish()))
    }

    /// Writes the file.
    fn write(&mut self, out: &mut dyn Write) -> io::Result<Checksum> {
        if !self.line.is_empty() {
            return Err(io_error(RankFileProblem::Unranked {
                row: String::from_utf8_lossy(&self.line).into_owned(),
                problem: "its line has no end".to_owned(),
            }));
        }
        let RankSettings { metric, whole, stop, .. } = self.settings.clone();
        // a selection without rows may be of any size
        let size = self.size.or_else(|| Size::new(4).ok()).expect("4 is a size");
        let tables = RankTables::new(size, metric);
        for &walls in &self.walls {
            tables.of(walls, (&*stop).into()).map_err(io_error)?;
        }
        let (mut entries, sum) = self.ranks(&tables)?;
        let sha256 = bytes_of_hex(&sum.sha256).expect("a SHA-256");
        let (least, most) = (self.walls.first().copied().unwrap_or(0), self.walls.last().copied().unwrap_or(0));
        let own = WallRange::new(least, most).expect("the least is not above the greatest");
        let header = RankHeader {
            size,
            metric,
            walls: whole.map_or(own, |(_, walls)| walls),
            is_whole: whole.is_some(),
            rows: self.rows,
            sha256,
        };
        out.write_all(&header.to_bytes())?;
        let mut blocks = BlockWriter::default();
        while let Some(entry) = entries.pop().map_err(sort_error)? {
            blocks.push(entry, out)?;
        }
        blocks.finish(out)?;
        Ok(sum)
    }
}

/// Writes what follows the header: entries in order become blocks, and an index.
#[derive(Default)]
pub(super) struct BlockWriter {
    block: Vec<RankEntry>,
    index: Vec<BlockEntry>,
}

impl BlockWriter {
    pub(super) fn push(&mut self, entry: RankEntry, out: &mut dyn Write) -> io::Result<()> {
        if self.block.len() == BLOCK_ROWS || self.block.last().is_some_and(|last| last.walls != entry.walls) {
            self.write_block(out)?;
        }
        self.block.push(entry);
        Ok(())
    }

    fn write_block(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.block.is_empty() {
            let (entry, bytes) = encode(&self.block);
            out.write_all(&bytes)?;
            self.index.push(entry);
            self.block.clear();
        }
        Ok(())
    }

    pub(super) fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write_block(out)?;
        out.write_all(&index_bytes(&self.index))
    }
}

impl LineEncoder for RankWriter {
    fn write_lines(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            self.line.extend(&bytes[..end]);
            bytes = &bytes[end + 1..];
            let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
            self.add(&line)?;
        }
        self.line.extend(bytes);
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: &mut dyn Write) -> io::Result<Checksum> {
        self.write(out)
    }
}

/// How the work of the pipeline ended, as an [`io::Result`].
pub(super) fn completed(driven: io::Result<Completion>) -> io::Result<()> {
    match driven? {
        Completion::Complete => Ok(()),
        Completion::Stopped => Err(io_error(RankFileProblem::Stopped)),
    }
}

/// The ranks of some rows, or the error that stands in place of one.
fn find_ranks(expander: &mut Expander<'_>, rows: Vec<io::Result<RowLine>>) -> io::Result<Vec<RankEntry>> {
    let rank = |row: io::Result<RowLine>| {
        let text = row?.to_string();
        let unranked = |problem: String| io_error(RankFileProblem::Unranked { row: text.clone(), problem });
        let row: Puzzle = text.parse().map_err(|error: RowError| unranked(error.to_string()))?;
        // the row may not have the letters of the database
        if row.to_string() != text {
            return Err(unranked(format!("the database writes it '{row}'")));
        }
        expander.entry(&row).map_err(io_error)
    };
    rows.into_iter().map(rank).collect()
}
