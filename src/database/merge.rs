//! Merging row files into one in the published order, in bounded memory: sorted runs on disk, then a k-way merge.
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::line_reader::InputError;
use super::row::{RowLine, RowReader};
use crate::files::{Checksum, Gauge, GaugeStage, GaugeUnit, OutputError, OutputFile, remedy, shown};

/// Limits on memory and open files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MergeLimits {
    /// Rows held in memory, at about 130 bytes each.
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

/// The place where a row was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowOrigin {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: u64,
}

impl fmt::Display for RowOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", shown(&self.path), self.line)
    }
}

/// Why files of rows could not be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// An input cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The output cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A row occurs twice in the inputs.
    #[error("the row '{row}' occurs twice: in {first}, and in {second}; was a file or shard given twice?")]
    Duplicate {
        /// The row.
        row: RowLine,
        /// Its first place, in the order of the inputs.
        first: RowOrigin,
        /// Its second place.
        second: RowOrigin,
    },
    /// The rows are of different board sizes.
    #[error("{first} has a board of {cells} cells, {second} one of {other}: merge one board size at a time")]
    MixedSizes {
        /// The first row of all.
        first: RowOrigin,
        /// The number of cells of its board.
        cells: usize,
        /// The first row with another size.
        second: RowOrigin,
        /// The number of cells of its board.
        other: usize,
    },
    /// Sorted runs cannot be written, or not be read again.
    #[error("cannot sort with temporary files in {}: {source}{}", shown(folder), remedy(source))]
    Temporary {
        /// The folder of the temporary files.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The stop flag was set.
    #[error("interrupted; no output was written")]
    Interrupted,
}

/// The result of a merge.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Merged {
    /// Rows written.
    pub rows: u64,
    /// Sorted runs written to disk; 0 if all rows fitted in memory.
    pub runs: usize,
    /// Each input, as it was read.
    pub inputs: Vec<MergedInput>,
}

/// What an input of a merge held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MergedInput {
    /// The checksum of its lines.
    pub checksum: Checksum,
    /// The sum of the cluster sizes of its rows.
    pub states: u64,
    /// The greatest number of moves of its rows; 0 if there is none.
    pub deepest: u32,
}

/// Writes the rows of `inputs` (`-` is standard input) to `output` in the published order. The output is not finished here.
///
/// This is an external merge sort: sorted runs on disk, then a k-way merge. Temporary files have no names; they are in
/// [`OutputFile::scratch_folder`]. When `stop` is set, the merge ends soon with [`MergeError::Interrupted`]. `gauge` shows how far the
/// merge has come: first reading, then writing.
///
/// # Errors
/// [`MergeError::Duplicate`] if a row occurs twice, [`MergeError::MixedSizes`] for rows of several board sizes, and the variants for
/// inputs, output and temporary files.
pub fn merge(
    inputs: &[PathBuf],
    output: &mut OutputFile,
    limits: MergeLimits,
    stop: &AtomicBool,
    gauge: &Gauge,
) -> Result<Merged, MergeError> {
    let mut read = Vec::new();
    gauge.begin_files(inputs);
    let (mut sorted, runs) = sort(inputs, Sorter::new(inputs, output.scratch_folder(), limits), &mut read, stop, gauge)?;
    let rows = read.iter().map(|input| input.checksum.lines).sum();
    gauge.begin(GaugeStage { what: "writing the merged rows", items: "rows", unit: GaugeUnit::Items, total: Some(rows) });
    let mut last: Option<MergeEntry> = None;
    let mut merged = Merged { rows: 0, runs, inputs: read };
    let mut text = Vec::new();
    while let Some(entry) = sorted.pop()? {
        if let Some(last) = last.filter(|last| last.row == entry.row) {
            return Err(duplicate(&last, &entry, inputs));
        }
        text.clear();
        writeln!(text, "{}", entry.row).expect("memory takes every row");
        output.write(&text)?;
        merged.rows += 1;
        gauge.add_items(1);
        check(stop, merged.rows)?;
        last = Some(entry);
    }
    Ok(merged)
}

/// Reads all inputs. Returns their rows in order and the number of runs written to disk. Adds what each input held to `read`.
fn sort(
    inputs: &[PathBuf],
    mut sorter: Sorter,
    read: &mut Vec<MergedInput>,
    stop: &AtomicBool,
    gauge: &Gauge,
) -> Result<(Sorted, usize), MergeError> {
    let mut first: Option<(RowOrigin, usize)> = None;
    for (file, path) in inputs.iter().enumerate() {
        let mut reader = RowReader::open_gauged(path, gauge)?;
        let (mut states, mut deepest) = (0u64, 0);
        while let Some(row) = reader.next() {
            let (row, line) = (row?, reader.line());
            let origin = || RowOrigin { path: path.clone(), line };
            let (first, cells) = first.get_or_insert_with(|| (origin(), row.board.len()));
            if row.board.len() != *cells {
                let (first, cells) = (first.clone(), *cells);
                return Err(MergeError::MixedSizes { first, cells, second: origin(), other: row.board.len() });
            }
            states = states.saturating_add(row.cluster_size);
            deepest = deepest.max(row.moves);
            sorter.push(MergeEntry { row, file, line }, stop)?;
        }
        read.push(MergedInput { checksum: reader.checksum(), states, deepest });
    }
    sorter.finish(stop)
}

/// Checks the stop flag every 1024 rows.
fn check(stop: &AtomicBool, row: u64) -> Result<(), MergeError> {
    if row.is_multiple_of(1024) && stop.load(Ordering::Relaxed) { Err(MergeError::Interrupted) } else { Ok(()) }
}

/// A row with its place, ordered by the published order of the rows, then by place.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct MergeEntry {
    pub row: RowLine,
    /// The index of the input.
    pub file: usize,
    /// The line in it, from 1.
    pub line: u64,
}

/// Checks that no two rows of a sorted list are equal.
fn all_different(entries: &[MergeEntry], inputs: &[PathBuf]) -> Result<(), MergeError> {
    entries.windows(2).find(|pair| pair[0].row == pair[1].row).map_or(Ok(()), |pair| Err(duplicate(&pair[0], &pair[1], inputs)))
}

fn duplicate(first: &MergeEntry, second: &MergeEntry, inputs: &[PathBuf]) -> MergeError {
    let origin = |entry: &MergeEntry| RowOrigin { path: inputs[entry.file].clone(), line: entry.line };
    MergeError::Duplicate { row: second.row.clone(), first: origin(first), second: origin(second) }
}

/// Sorts rows: in memory up to the limit, with runs on disk beyond it.
#[derive(Default)]
pub(super) struct Sorter {
    inputs: Vec<PathBuf>,
    folder: PathBuf,
    limits: MergeLimits,
    held: Vec<MergeEntry>,
    /// Runs on disk. A run of level k + 1 is merged from `limits.runs` runs of level k, so a row is rewritten once per level.
    levels: Vec<Vec<File>>,
    runs: usize,
    pushed: u64,
}

impl Sorter {
    /// No rows yet. The inputs are those that messages name.
    pub(super) fn new(inputs: &[PathBuf], folder: PathBuf, limits: MergeLimits) -> Sorter {
        Sorter { inputs: inputs.to_vec(), folder, limits, held: Vec::new(), levels: Vec::new(), runs: 0, pushed: 0 }
    }

    /// The sorter, and another one without rows or purpose in its place.
    pub(super) fn take(&mut self) -> Sorter {
        std::mem::take(self)
    }

    /// Adds a row.
    pub(super) fn push(&mut self, entry: MergeEntry, stop: &AtomicBool) -> Result<(), MergeError> {
        self.pushed += 1;
        check(stop, self.pushed)?;
        if self.held.len() == self.limits.rows {
            self.held.sort_unstable();
            // Report a row that is repeated without end before the disk is full.
            all_different(&self.held, &self.inputs)?;
            self.runs += 1;
            let held = std::mem::take(&mut self.held);
            let run = self.write_run(Sorted::Memory(held.into_iter()), stop)?;
            self.add_run(0, run, stop)?;
        }
        self.held.push(entry);
        Ok(())
    }

    /// Returns all rows in order, and the number of runs written to disk.
    pub(super) fn finish(mut self, stop: &AtomicBool) -> Result<(Sorted, usize), MergeError> {
        self.held.sort_unstable();
        let held = Sorted::Memory(std::mem::take(&mut self.held).into_iter());
        if self.levels.is_empty() {
            return Ok((held, 0));
        }
        let mut runs: Vec<File> = std::mem::take(&mut self.levels).into_iter().flatten().collect();
        while runs.len() > self.limits.runs {
            // The smallest runs come first.
            let rest = runs.split_off(self.limits.runs);
            let merged = self.open(runs, None)?;
            runs = rest;
            runs.push(self.write_run(merged, stop)?);
        }
        Ok((self.open(runs, Some(held))?, self.runs))
    }

    fn add_run(&mut self, level: usize, run: File, stop: &AtomicBool) -> Result<(), MergeError> {
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

    /// One sorted sequence of some runs and perhaps of rows in memory.
    fn open(&self, runs: Vec<File>, held: Option<Sorted>) -> Result<Sorted, MergeError> {
        let mut sources: Vec<Sorted> = Vec::new();
        for mut run in runs {
            run.rewind().map_err(|e| self.error(e))?;
            sources.push(Sorted::Disk { run: BufReader::with_capacity(1 << 16, run), folder: self.folder.clone() });
        }
        sources.extend(held);
        let mut heap = BinaryHeap::with_capacity(sources.len());
        for (k, source) in sources.iter_mut().enumerate() {
            heap.extend(source.pop()?.map(|entry| Reverse((entry, k))));
        }
        Ok(Sorted::Many { sources, heap })
    }

    /// Writes a sorted sequence to a temporary file without a name, as lines `file line row`.
    fn write_run(&self, mut sorted: Sorted, stop: &AtomicBool) -> Result<File, MergeError> {
        let mut run = BufWriter::with_capacity(1 << 16, tempfile::tempfile_in(&self.folder).map_err(|e| self.error(e))?);
        let mut rows = 0;
        while let Some(MergeEntry { row, file, line }) = sorted.pop()? {
            writeln!(run, "{file} {line} {row}").map_err(|e| self.error(e))?;
            rows += 1;
            check(stop, rows)?;
        }
        run.into_inner().map_err(|e| self.error(e.into_error()))
    }

    fn error(&self, source: io::Error) -> MergeError {
        MergeError::Temporary { folder: self.folder.clone(), source }
    }
}

/// A sorted sequence of rows.
pub(super) enum Sorted {
    /// From memory.
    Memory(std::vec::IntoIter<MergeEntry>),
    /// From a run on disk.
    Disk { run: BufReader<File>, folder: PathBuf },
    /// Merged from several sequences; the heap holds the next row of each.
    Many { sources: Vec<Sorted>, heap: BinaryHeap<Reverse<(MergeEntry, usize)>> },
}

impl Sorted {
    /// The next row.
    pub(super) fn pop(&mut self) -> Result<Option<MergeEntry>, MergeError> {
        match self {
            Sorted::Memory(entries) => Ok(entries.next()),
            Sorted::Disk { run, folder } => {
                let mut line = String::with_capacity(128);
                let read = run.read_line(&mut line).and_then(|_| parse_entry(&line));
                read.map_err(|source| MergeError::Temporary { folder: folder.clone(), source })
            }
            Sorted::Many { sources, heap } => {
                let Some(Reverse((entry, k))) = heap.pop() else { return Ok(None) };
                heap.extend(sources[k].pop()?.map(|next| Reverse((next, k))));
                Ok(Some(entry))
            }
        }
    }
}

/// Reads a line of a run; an empty line is the end of the run.
fn parse_entry(line: &str) -> io::Result<Option<MergeEntry>> {
    if line.is_empty() {
        return Ok(None);
    }
    let entry = || {
        let mut fields = line.strip_suffix('\n')?.splitn(3, ' ');
        let (file, place, row) = (fields.next()?, fields.next()?, fields.next()?);
        Some(MergeEntry { row: row.parse().ok()?, file: file.parse().ok()?, line: place.parse().ok()? })
    };
    entry().map(Some).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a temporary file was changed"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// `count` different rows of 4×4 boards, in no order.
    fn rows(count: u64) -> Vec<String> {
        let cell = |k: u64, i: u64| if k >> i & 1 == 0 { 'o' } else { 'B' };
        let scatter = |k: u64| k.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let row = |k: u64| {
            let board: String = (0..14).map(|i| cell(k, i)).collect();
            format!("{:02} AA{board} {}", scatter(k) >> 61, 1 + (scatter(k) >> 58 & 7))
        };
        (0..count).map(row).collect()
    }

    struct MergeTest {
        folder: tempfile::TempDir,
        inputs: Vec<PathBuf>,
    }

    impl MergeTest {
        fn new(files: &[&[String]]) -> MergeTest {
            let folder = tempfile::tempdir().expect("a folder");
            let write = |(k, rows): (usize, &&[String])| {
                let path = folder.path().join(format!("in{k}.txt"));
                fs::write(&path, rows.iter().map(|row| format!("{row}\n")).collect::<String>()).expect("written");
                path
            };
            let inputs = files.iter().enumerate().map(write).collect();
            MergeTest { folder, inputs }
        }

        fn merge(&self, limits: MergeLimits) -> Result<(Merged, Vec<String>), MergeError> {
            let path = self.folder.path().join("out.txt");
            let mut output = OutputFile::rows(&path, true)?;
            let merged = merge(&self.inputs, &mut output, limits, &AtomicBool::new(false), &Gauge::default())?;
            output.finish()?;
            Ok((merged, fs::read_to_string(path).expect("a file").lines().map(str::to_owned).collect()))
        }
    }

    #[test]
    fn runs_on_disk_change_nothing() {
        let all = rows(2000);
        let test = MergeTest::new(&[&all[..700], &[], &all[700..1900], &all[1900..]]);
        let mut sorted: Vec<RowLine> = all.iter().map(|row| row.parse().expect("a row")).collect();
        sorted.sort();
        let sorted: Vec<String> = sorted.iter().map(RowLine::to_string).collect();
        for (rows, runs, on_disk) in [(5000, 2, 0), (2000, 2, 0), (1999, 2, 1), (300, 64, 6), (7, 2, 285), (10, 3, 199)] {
            let (merged, lines) = test.merge(MergeLimits { rows, runs }).expect("merged");
            assert_eq!((merged.rows, merged.runs), (2000, on_disk), "{rows} rows in memory");
            assert_eq!(merged.inputs.iter().map(|input| input.checksum.lines).collect::<Vec<_>>(), [700, 0, 1200, 100]);
            assert!(lines == sorted, "{rows} rows in memory, {runs} runs at once");
        }
    }

    #[test]
    fn a_duplicate_is_named_by_both_its_places() {
        let all = rows(100);
        let test = MergeTest::new(&[&all[..60], &all[59..]]);
        for limit in [1000, 7] {
            let error = test.merge(MergeLimits { rows: limit, runs: 3 }).expect_err("a duplicate");
            let MergeError::Duplicate { row, first, second } = error else { panic!("{error}") };
            assert_eq!(row.to_string(), all[59]);
            assert_eq!((first.path, first.line), (test.inputs[0].clone(), 60));
            assert_eq!((second.path, second.line), (test.inputs[1].clone(), 1));
        }
    }

    #[test]
    fn board_sizes_do_not_mix() {
        let five = format!("01 AA{} 3", "o".repeat(23));
        let error = MergeTest::new(&[&rows(2), &[five]]).merge(MergeLimits::default()).expect_err("two sizes");
        assert!(matches!(error, MergeError::MixedSizes { cells: 16, other: 25, .. }));
    }

    #[test]
    fn the_flag_stops_it() {
        let test = MergeTest::new(&[&rows(2000)]);
        let mut output = OutputFile::rows(&test.folder.path().join("out.txt"), false).expect("an output");
        let merged = merge(&test.inputs, &mut output, MergeLimits::default(), &AtomicBool::new(true), &Gauge::default());
        assert!(matches!(merged, Err(MergeError::Interrupted)));
    }
}
