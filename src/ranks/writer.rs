//! Writing a rank file: rows in any order, as text, become ranks in order.
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::block::encode;
use super::expand::{Expander, RankTables, unranked};
use super::format::{BLOCK_ROWS, RankHeader, index_bytes};
use super::{RankEntry, size_class};
use crate::board::{Metric, Puzzle, RowError, Rules, Size, WallRange};
use crate::engine::{Completion, drive};
use crate::errors::stopped;
use crate::files::{Checksum, Checksummer, LineEncoder, bytes_of_hex, folder_of};
use crate::gauge::{Gauge, GaugeStage, GaugeUnit};
use crate::rows::RowLine;
use crate::rows::sorter::{MergeLimits, Record, SortError, Sorter};

/// Rows in a batch for one thread.
const BATCH: usize = 128;
/// What a rank file says about its rows, and how its ranks are found.
#[derive(Clone, Debug)]
pub struct RankSettings {
    /// What the depths of the rows count.
    pub metric: Metric,
    /// The rules of the rows; `None` stands for the classic game on the board of the first row.
    pub rules: Option<Rules>,
    /// The range of walls, if the rows are all rows of a database.
    pub whole: Option<WallRange>,
    /// Threads that find the ranks. The file does not depend on it.
    pub threads: NonZeroUsize,
    /// Ends the work when it is set.
    pub stop: Arc<AtomicBool>,
    /// Shows the progress.
    pub gauge: Gauge,
}

impl RankSettings {
    /// What makes a rank file at `output`, with its temporary files beside it. It takes rows, perhaps with a fourth field: the rank
    /// among the candidates with this number of walls. Unless each row has one, it explores the clusters of all.
    pub fn encoder(self, output: &Path) -> Box<dyn LineEncoder> {
        let sorter = Sorter::new(folder_of(output).to_owned(), MergeLimits::default());
        let (rules, given) = (self.rules, Vec::new());
        Box::new(RankWriter { settings: self, rules, walls: BTreeSet::new(), sorter, given, rows: 0, line: Vec::new() })
    }
}

/// Takes rows as lines and makes a rank file of them. The rows are sorted through files without names, because the header has
/// their checksum in the published order; their ranks, 16 bytes each, are held in memory.
struct RankWriter {
    settings: RankSettings,
    rules: Option<Rules>,
    walls: BTreeSet<u8>,
    sorter: Sorter<RowLine>,
    /// The ranks that came with rows.
    given: Vec<RankEntry>,
    rows: u64,
    /// The beginning of a line whose end has not come yet.
    line: Vec<u8>,
}

impl RankWriter {
    fn add(&mut self, line: &str) -> io::Result<()> {
        let (text, rank) = match line.match_indices(' ').nth(2) {
            Some((end, _)) => (&line[..end], Some(&line[end + 1..])),
            None => (line, None),
        };
        let row: RowLine = text.parse().map_err(|error| unranked(line, &format!("it is not a row: {error}")))?;
        let size = Size::of_cells(row.board.len()).filter(|size| size.n() <= Size::MAX_ENUMERATED);
        let rules = self.rules.or(size.map(Rules::of_size));
        let rules = rules.ok_or_else(|| unranked(line, "boards of this size are not enumerated"))?;
        if self.rules.get_or_insert(rules).size().cells() != row.board.len() {
            return Err(unranked(line, "the rows before it are of another size, and a rank file has one"));
        }
        let walls = row.board.bytes().filter(|&cell| cell == b'x').count() as u8; // at most 49
        self.walls.insert(walls);
        self.rows += 1;
        if let Some(rank) = rank {
            let rank = rank.parse().map_err(|_| unranked(line, "its last field is not a rank"))?;
            self.given.push(RankEntry { walls, rank, moves: row.moves, size_class: size_class(row.cluster_size) });
        }
        self.sorter.push(row, &self.settings.stop).map_err(sort_error)
    }
}

/// Finds the ranks of some rows, in any order.
fn search_ranks(
    mut rows: impl Iterator<Item = io::Result<RowLine>> + Send,
    count: u64,
    tables: &RankTables,
    settings: &RankSettings,
) -> io::Result<Vec<RankEntry>> {
    let RankSettings { threads, stop, gauge, .. } = settings;
    gauge.begin(GaugeStage { what: "finding the ranks", items: "rows", unit: GaugeUnit::Items, total: Some(count) });
    let batches = std::iter::from_fn(|| Some(rows.by_ref().take(BATCH).collect::<Vec<_>>()).filter(|batch| !batch.is_empty()));
    let mut entries = Vec::new();
    let driven = drive(
        || tables.expander(),
        find_ranks,
        batches,
        *threads,
        stop,
        |found: io::Result<Vec<RankEntry>>| {
            let found = found?;
            gauge.add_items(found.len() as u64);
            entries.extend(found);
            Ok(())
        },
    );
    completed(driven)?;
    Ok(entries)
}

/// Writes what follows the header: entries in order become blocks, with their size classes or without, and an index.
pub(super) fn write_blocks(entries: &[RankEntry], with_classes: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut index = Vec::new();
    for block in entries.chunk_by(|one, other| one.walls == other.walls).flat_map(|entries| entries.chunks(BLOCK_ROWS)) {
        let (entry, bytes) = encode(block, with_classes);
        out.write_all(&bytes)?;
        index.push(entry);
    }
    out.write_all(&index_bytes(&index))
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

    fn finish(self: Box<Self>, out: &mut dyn Write) -> io::Result<Checksum> {
        let RankWriter { settings, rules, walls: wall_counts, sorter, given, rows: count, line } = *self;
        if !line.is_empty() {
            return Err(unranked(String::from_utf8_lossy(&line), "its line has no end"));
        }
        // a selection without rows may be of any size
        let rules = rules.or_else(|| Rules::classic(4).ok()).expect("4 is a size");
        let (mut sorted, _) = sorter.finish().map_err(sort_error)?;
        let mut summer = Checksummer::default();
        let mut rows = std::iter::from_fn(|| {
            let row = sorted.pop().map_err(sort_error).transpose();
            if let Some(Ok(row)) = &row {
                summer.update(format!("{row}\n").as_bytes());
            }
            row
        });
        let mut entries = if given.len() as u64 == count {
            rows.try_for_each(|row| row.map(drop))?;
            given
        } else {
            let tables = RankTables::new(rules, settings.metric);
            for &walls in &wall_counts {
                tables.of(walls, (&*settings.stop).into())?;
            }
            search_ranks(rows, count, &tables, &settings)?
        };
        entries.sort_unstable();
        let sum = summer.finish();
        let [least, most] = [wall_counts.first(), wall_counts.last()].map(|walls| walls.copied().unwrap_or(0));
        let own = WallRange::new(least, most).expect("the least is not above the greatest");
        let header = RankHeader {
            rules,
            metric: settings.metric,
            walls: settings.whole.unwrap_or(own),
            is_whole: settings.whole.is_some(),
            has_classes: true,
            rows: count,
            sha256: bytes_of_hex(&sum.sha256).expect("a SHA-256"),
        };
        out.write_all(&header.to_bytes())?;
        write_blocks(&entries, true, out)?;
        Ok(sum)
    }
}

/// Sorted through temporary files, rows are lines.
impl Record for RowLine {
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

/// An error of sorting rows as an [`io::Error`].
pub(crate) fn sort_error(error: SortError<RowLine>) -> io::Error {
    match error {
        SortError::Temporary(error) => error,
        SortError::Repeated(twice) => unranked(&twice[0], "it occurs twice"),
        SortError::Interrupted => stopped(),
    }
}

/// How the work of the pipeline ended, as an [`io::Result`].
pub(super) fn completed(driven: io::Result<Completion>) -> io::Result<()> {
    match driven? {
        Completion::Complete => Ok(()),
        Completion::Stopped => Err(stopped()),
    }
}

/// The ranks of some rows, or the error that stands in place of one.
fn find_ranks(expander: &mut Expander<'_>, rows: Vec<io::Result<RowLine>>) -> io::Result<Vec<RankEntry>> {
    let rank = |row: io::Result<RowLine>| {
        let text = row?.to_string();
        let row = Puzzle::of_rules(&text, expander.rules()).map_err(|error: RowError| unranked(&text, &error.to_string()))?;
        // the row may not have the letters of the database
        if row.to_string() != text {
            return Err(unranked(&text, &format!("the database writes it '{row}'")));
        }
        expander.entry(&row)
    };
    rows.into_iter().map(rank).collect()
}
