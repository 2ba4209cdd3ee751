//! Merging row files into one in the published order, in bounded memory: sorted runs on disk, then a k-way merge.
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::line_reader::{InputError, RowReader};
use crate::errors::classes;
use crate::files::{Checksum, OutputFile, display_path};
use crate::gauge::{Gauge, GaugeStage, GaugeUnit};
use crate::ranks::{RankChoice, built_in_size, rank_header};
use crate::rows::RowLine;
use crate::rows::sorter::{MergeLimits, Record, SortError, Sorter};

/// Why files of rows could not be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// An input cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The output or a temporary file cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A row occurs twice in the inputs, or they are of different board sizes.
    #[error("{0}")]
    Rows(String),
}

/// Bytes of lines that are written at once.
const CHUNK: usize = 1 << 16;

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
/// [`OutputFile::scratch_folder`]. The rows of a single rank file come in the published order, and are written as they come. When
/// `stop` is set, the merge ends soon with [`InputError::Stopped`]. `gauge` shows the progress, first of reading, then of writing.
///
/// # Errors
/// [`MergeError::Rows`] if a row occurs twice, or for rows of several board sizes, and the variants for inputs and output.
pub fn merge(
    inputs: &[PathBuf],
    output: &mut OutputFile,
    limits: MergeLimits,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    gauge: &Gauge,
) -> Result<Merged, MergeError> {
    gauge.begin_files(inputs, built_in_size);
    let mut sorter = Sorter::new(output.scratch_folder(), limits);
    let (mut text, with_ranks) = (Vec::new(), output.makes_ranks());
    let mut write = |MergeEntry { row, rank, .. }: &MergeEntry| {
        match rank.filter(|_| with_ranks) {
            Some(rank) => writeln!(text, "{row} {rank}"),
            None => writeln!(text, "{row}"),
        }
        .expect("memory takes every row");
        if text.len() >= CHUNK {
            output.write(&text)?;
            text.clear();
        }
        if stop.load(Ordering::Relaxed) { Err(MergeError::from(InputError::Stopped)) } else { Ok(()) }
    };
    let read = if let [one] = inputs
        && rank_header(one).is_some()
    {
        read(inputs, threads, gauge, |entry| write(&entry))?
    } else {
        read(inputs, threads, gauge, |entry| sorter.push(entry, stop).map_err(|error| merge_error(error, inputs)))?
    };
    let rows = read.iter().map(|input| input.checksum.lines).sum();
    gauge.begin(GaugeStage { what: "writing the merged rows", items: "rows", unit: GaugeUnit::Items, total: Some(rows) });
    let (mut sorted, runs) = sorter.finish().map_err(|error| merge_error(error, inputs))?;
    while let Some(entry) = sorted.pop().map_err(|error| merge_error(error, inputs))? {
        write(&entry)?;
        gauge.add_items(1);
    }
    output.write(&text)?;
    Ok(Merged { rows, runs, inputs: read })
}

/// Passes on the rows of all inputs. Returns what each input held.
fn read(
    inputs: &[PathBuf],
    threads: NonZeroUsize,
    gauge: &Gauge,
    mut take: impl FnMut(MergeEntry) -> Result<(), MergeError>,
) -> Result<Vec<MergedInput>, MergeError> {
    let (mut first, mut read): (Option<(String, usize)>, _) = (None, Vec::new());
    for (file, path) in inputs.iter().enumerate() {
        let all = RankChoice { threads, ..RankChoice::all() };
        let mut reader = RowReader::open_chosen(path, gauge, all)?;
        let (mut states, mut deepest) = (0u64, 0);
        while let Some(row) = reader.next() {
            let (row, line, rank) = (row?, reader.line(), reader.rank());
            let place = || place(path, line);
            let (first, cells) = first.get_or_insert_with(|| (place(), row.board.len()));
            if row.board.len() != *cells {
                let (second, other) = (place(), row.board.len());
                return Err(MergeError::Rows(format!(
                    "{first} has a board of {cells} cells, {second} one of {other}: merge one board size at a time"
                )));
            }
            states = states.saturating_add(row.cluster_size);
            deepest = deepest.max(row.moves);
            take(MergeEntry { row, file, line, rank })?;
        }
        read.push(MergedInput { checksum: reader.checksum(), states, deepest });
    }
    Ok(read)
}

/// A row with its place, ordered by the published order of the rows, then by place.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct MergeEntry {
    row: RowLine,
    /// The index of the input.
    file: usize,
    /// The line in it, from 1.
    line: u64,
    /// Its rank, if the input is a rank file.
    rank: Option<u64>,
}

impl Record for MergeEntry {
    /// Writes a line `file line rank row`.
    fn write(&self, run: &mut impl Write) -> io::Result<()> {
        let rank = self.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        writeln!(run, "{} {} {rank} {}", self.file, self.line, self.row)
    }

    fn read(run: &mut impl BufRead) -> io::Result<Option<MergeEntry>> {
        let mut text = String::with_capacity(128);
        if run.read_line(&mut text)? == 0 {
            return Ok(None);
        }
        let entry = || {
            let mut fields = text.strip_suffix('\n')?.splitn(4, ' ');
            let (file, line, rank, row) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
            Some(MergeEntry {
                row: row.parse().ok()?,
                file: file.parse().ok()?,
                line: line.parse().ok()?,
                rank: rank.parse().ok(),
            })
        };
        entry().map(Some).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a temporary file was changed"))
    }

    fn is_repeated_by(&self, next: &MergeEntry) -> bool {
        self.row == next.row
    }
}

/// The place of a row, for messages.
fn place(path: &Path, line: u64) -> String {
    format!("{}, line {line}", display_path(path))
}

fn merge_error(error: SortError<MergeEntry>, inputs: &[PathBuf]) -> MergeError {
    let place = |entry: &MergeEntry| place(&inputs[entry.file], entry.line);
    match error {
        SortError::Temporary(error) => MergeError::Output(error),
        SortError::Repeated(twice) => {
            let [first, second] = *twice;
            MergeError::Rows(format!(
                "the row '{}' occurs twice: in {}, and in {}; was a file or shard given twice?",
                second.row,
                place(&first),
                place(&second)
            ))
        }
        SortError::Interrupted => InputError::Stopped.into(),
    }
}

classes!(MergeError [Input.0, Output.0] WrongInput: Rows);

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
            let mut output = OutputFile::text(&path, true)?;
            let merged = merge(&self.inputs, &mut output, limits, NonZeroUsize::MIN, &AtomicBool::new(false), &Gauge::default())?;
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
            let (first, second) = (place(&test.inputs[0], 60), place(&test.inputs[1], 1));
            let expected = format!("the row '{}' occurs twice: in {first}, and in {second};", all[59]);
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn board_sizes_do_not_mix() {
        let five = format!("01 AA{} 3", "o".repeat(23));
        let error = MergeTest::new(&[&rows(2), &[five]]).merge(MergeLimits::default()).expect_err("two sizes");
        assert!(error.to_string().contains("a board of 16 cells") && error.to_string().contains("one of 25"), "{error}");
    }

    #[test]
    fn the_flag_stops_it() {
        let test = MergeTest::new(&[&rows(2000)]);
        let mut output = OutputFile::text(&test.folder.path().join("out.txt"), false).expect("an output");
        let merged = merge(
            &test.inputs,
            &mut output,
            MergeLimits::default(),
            NonZeroUsize::MIN,
            &AtomicBool::new(true),
            &Gauge::default(),
        );
        assert!(matches!(merged, Err(MergeError::Input(InputError::Stopped))));
    }
}
