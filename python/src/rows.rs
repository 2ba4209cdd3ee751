//! `read_rows`: the rows of a file, filtered and sampled as by `gridlock select`.
use gridlock::internals::files::display_path;
use gridlock::internals::inputs::{InputError, RowReader};
use gridlock::internals::rows::{Filter, NumberRange, RowFacts, RowLine, SampleSize, Sampler, Shares, Split, SplitSide};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::vec;

use crate::convert::{RangeText, Whole, system_error, to_row, unknown, value_error};

/// Rows that are read without the GIL at a time.
const BATCH: usize = 4096;

/// Which rows of a file are wanted. The private argument of `_core.read_rows` and `_core.read_table`.
#[pyclass(frozen, module = "gridlock_puzzle._core")]
pub struct Selection {
    filter: Filter,
    split: Option<Split>,
    sample: SampleSize,
    seed: u64,
}

#[pymethods]
impl Selection {
    #[new]
    #[pyo3(signature = (*, moves=None, cluster_size=None, walls=None, pieces=None, cars=None, trucks=None, empty=None,
        inventory=None, sample=None, per_moves=None, split=None, test_share=0.2, shares=None, seed=Whole(0)))]
    #[allow(clippy::too_many_arguments, reason = "they are the options of the command")]
    fn new(
        moves: Option<RangeText>,
        cluster_size: Option<RangeText>,
        walls: Option<RangeText>,
        pieces: Option<RangeText>,
        cars: Option<RangeText>,
        trucks: Option<RangeText>,
        empty: Option<RangeText>,
        inventory: Option<&str>,
        sample: Option<Whole<usize>>,
        per_moves: Option<Whole<usize>>,
        split: Option<&str>,
        test_share: f64,
        shares: Option<&str>,
        seed: Whole<u64>,
    ) -> PyResult<Selection> {
        let filter = filter_of([moves, cluster_size, walls, pieces, cars, trucks, empty], inventory)?;
        let sample = match (sample, per_moves) {
            (Some(_), Some(_)) => return Err(value_error("choose sample or per_moves, not both")),
            (Some(Whole(total)), None) => SampleSize::Total(total),
            (None, Some(Whole(each))) => SampleSize::PerMoves(each),
            (None, None) => SampleSize::All,
        };
        let split = split.map(|side| split_of(side, test_share, shares, seed.0)).transpose()?;
        Ok(Selection { filter, split, sample, seed: seed.0 })
    }
}

/// The filter of some ranges and an inventory. The ranges are for moves, cluster size, walls, pieces, cars, trucks and empty
/// cells.
///
/// # Errors
/// `ValueError` for a text that is not a range, or an unknown inventory.
pub fn filter_of(ranges: [Option<RangeText>; 7], inventory: Option<&str>) -> PyResult<Filter> {
    let mut numbers = [NumberRange::ALL; 7];
    for (numbers, range) in numbers.iter_mut().zip(ranges) {
        if let Some(range) = range {
            *numbers = range.numbers()?;
        }
    }
    let [moves, size, walls, pieces, cars, trucks, empty] = numbers;
    let filter = Filter { moves, size, walls, pieces, cars, trucks, empty };
    match inventory {
        None => Ok(filter),
        Some("box") => Ok(filter.of_the_boxed_game()),
        Some(name) => Err(unknown("inventory", name, "box")),
    }
}

/// A split by the arguments of Python.
///
/// # Errors
/// `ValueError` for wrong shares, or an unknown side.
pub fn split_of(side: &str, test_share: f64, shares: Option<&str>, seed: u64) -> PyResult<Split> {
    let shares: Shares = match shares {
        Some(text) => text.parse().map_err(value_error)?,
        None => Shares::of_test(test_share).map_err(value_error)?,
    };
    let side = match side {
        "train" => SplitSide::Train,
        "validation" if shares.has_validation() => SplitSide::Validation,
        "validation" => {
            return Err(value_error("validation needs a share: name all three, for example shares='80,10,10'"));
        }
        "test" => SplitSide::Test,
        name => return Err(unknown("split", name, "train, validation or test")),
    };
    Ok(Split { side, shares, seed })
}

/// Rows of a file that pass the filter and the split, with what is counted on their boards.
pub struct PassingRows {
    path: PathBuf,
    reader: RowReader,
    filter: Filter,
    split: Option<Split>,
}

impl PassingRows {
    /// The next row; the error is the message.
    fn next_row(&mut self) -> Result<Option<(RowLine, RowFacts)>, String> {
        while let Some(row) = self.reader.next() {
            let row = row.map_err(message)?;
            let facts = RowFacts::of(&row)
                .map_err(|error| format!("{}, line {}: {error}", display_path(&self.path), self.reader.line()))?;
            if self.filter.accepts(&row, &facts) && self.split.is_none_or(|split| split.accepts(&row)) {
                return Ok(Some((row, facts)));
            }
        }
        Ok(None)
    }

    /// The next rows, at most `most` of them, and the message of the error after them if there is one.
    pub fn next_rows(&mut self, most: usize) -> (Vec<(RowLine, RowFacts)>, Option<String>) {
        let mut rows = Vec::with_capacity(most.min(BATCH));
        while rows.len() < most {
            match self.next_row() {
                Ok(Some(row)) => rows.push(row),
                Ok(None) => break,
                Err(message) => return (rows, Some(message)),
            }
        }
        (rows, None)
    }
}

/// The message about a file that can't be read, without the names of the program's commands.
fn message(error: InputError) -> String {
    match &error {
        InputError::Vehicles(path) => format!("{}: it is a list of the vehicles of one board, not rows", display_path(path)),
        _ => error.to_string(),
    }
}

/// Opens a file. If the selection is a sample, reads the file and gives the rows of the sample instead.
///
/// # Errors
/// `ValueError` if the content is not rows, `OSError` if the system can't read it, and what a signal handler raises.
pub fn open(py: Python<'_>, path: PathBuf, selection: &Selection) -> PyResult<Rows> {
    let Selection { filter, split, sample, seed } = *selection;
    // the program reads standard input for the name `-`
    let opened = if path == Path::new("-") { PathBuf::from("./-") } else { path.clone() };
    let reader = py.detach(move || RowReader::open(&opened)).map_err(|error| match error {
        InputError::Read { source, .. } if source.raw_os_error().is_some() => system_error(&path, &source),
        error => value_error(message(error)),
    })?;
    let mut passing = PassingRows { path, reader, filter, split };
    if sample == SampleSize::All {
        return Ok(Rows::Passing(Box::new(passing)));
    }
    let mut sampler = Sampler::new(sample, seed);
    loop {
        py.check_signals()?;
        let (rows, failed) = py.detach(|| passing.next_rows(BATCH));
        if let Some(message) = failed {
            return Err(value_error(message));
        }
        if rows.is_empty() {
            let chosen = py.detach(|| sampler.finish()).into_iter();
            return Ok(Rows::Chosen(chosen));
        }
        rows.into_iter().for_each(|(row, _)| sampler.offer(row));
    }
}

/// Where rows come from.
pub enum Rows {
    /// The rows of a file, one after the other.
    Passing(Box<PassingRows>),
    /// A sample.
    Chosen(vec::IntoIter<RowLine>),
}

impl Rows {
    /// As [`PassingRows::next_rows`].
    pub fn next_rows(&mut self, most: usize) -> (Vec<(RowLine, RowFacts)>, Option<String>) {
        match self {
            Rows::Passing(passing) => passing.next_rows(most),
            Rows::Chosen(rows) => {
                let facts = |row: RowLine| {
                    let facts = RowFacts::of(&row).expect("the facts of a sampled row have been counted before");
                    (row, facts)
                };
                (rows.take(most).map(facts).collect(), None)
            }
        }
    }
}

/// An iterator over the rows of a file. `read_rows(path)` makes one.
#[pyclass(module = "gridlock_puzzle")]
pub struct RowIterator {
    /// Not shared: the lock only lets Python's other threads see the iterator.
    rows: Mutex<Rows>,
    ready: vec::IntoIter<(RowLine, RowFacts)>,
    /// The message of the error after the rows that are ready.
    failed: Option<String>,
    ended: bool,
}

#[pymethods]
impl RowIterator {
    fn __iter__(slf: PyRef<'_, RowIterator>) -> PyRef<'_, RowIterator> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            if let Some((row, _)) = self.ready.as_slice().first() {
                // this runs Python code, and with it perhaps a signal handler that raises: the row is not lost
                let row = to_row(py, row.moves, &row.board, row.cluster_size)?;
                self.ready.next();
                return Ok(Some(row));
            }
            if let Some(message) = self.failed.take() {
                return Err(value_error(message));
            }
            if self.ended {
                return Ok(None);
            }
            py.check_signals()?;
            let rows = self.rows.get_mut().unwrap_or_else(PoisonError::into_inner);
            let (ready, failed) = py.detach(|| rows.next_rows(BATCH));
            self.ended = ready.is_empty() || failed.is_some();
            (self.ready, self.failed) = (ready.into_iter(), failed);
        }
    }
}

/// The rows of a file that a selection wants: what `gridlock_puzzle.read_rows` calls.
#[pyfunction]
pub fn read_rows(py: Python<'_>, path: PathBuf, selection: &Selection) -> PyResult<RowIterator> {
    let rows = Mutex::new(open(py, path, selection)?);
    Ok(RowIterator { rows, ready: Vec::new().into_iter(), failed: None, ended: false })
}
