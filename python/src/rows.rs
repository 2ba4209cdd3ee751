//! `read_rows`: the rows of a file or a database, filtered and sampled as `gridlock select` does it.
use gridlock::internals::files::Gauge;
use gridlock::internals::inputs::{InputError, RowSource, SourceRows};
use gridlock::internals::ranks::RankChoice;
use gridlock::internals::rows::{
    BoardLines, Filter, NumberRange, PlaceCondition, RowFacts, RowLine, Sampler, Sampling, Shares, Split, SplitSide, Tiers,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::vec;

use crate::convert::{RangeText, Whole, system_error, to_row, unknown, value_error};
use crate::database::Database;
use crate::interrupt::Background;
use crate::walk::Walk;

/// Rows that are read without the GIL at a time.
const BATCH: usize = 4096;
/// Rows that an iterator reads at first.
const FIRST: usize = 64;

/// Which rows are wanted. The private argument of `_core.read_rows` and `_core.read_table`.
#[pyclass(frozen, module = "gridlock_puzzle._core")]
pub struct Selection {
    filter: Filter,
    split: Option<Split>,
    sampling: Sampling,
}

impl Selection {
    /// The tiers of which rows are wanted.
    pub fn tiers(&self) -> &Tiers {
        &self.filter.tiers
    }
}

#[pymethods]
impl Selection {
    #[new]
    #[pyo3(signature = (*, moves=None, cluster_size=None, walls=None, pieces=None, cars=None, trucks=None, empty=None,
        inventory=None, place=None, tiers=None, sample=None, spread=None, per_moves=None, distinct=false, split=None, test_share=0.2, shares=None, seed=Whole(0)))]
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
        place: Option<&str>,
        tiers: Option<&str>,
        sample: Option<Whole<usize>>,
        spread: Option<&str>,
        per_moves: Option<Whole<usize>>,
        distinct: bool,
        split: Option<&str>,
        test_share: f64,
        shares: Option<&str>,
        seed: Whole<u64>,
    ) -> PyResult<Selection> {
        let tiers: Tiers = tiers.map_or(Ok(Tiers::NONE), str::parse).map_err(value_error)?;
        let filter = filter_of([moves, cluster_size, walls, pieces, cars, trucks, empty], inventory, place)?;
        let filter = Filter { tiers: tiers.clone(), ..filter };
        let [sample, per_moves] = [sample, per_moves].map(|count| count.map(|Whole(count)| count));
        match spread {
            _ if sample.is_some() && per_moves.is_some() => return Err(value_error("choose sample or per_moves, not both")),
            None => {}
            Some("moves") if sample.is_some() && tiers.is_empty() => {}
            Some("moves") => return Err(value_error("spread needs sample, and no tiers, over which every sample is spread")),
            Some(name) => return Err(unknown("spread", name, "moves")),
        }
        let sampling = Sampling::of_options(sample, per_moves, spread.is_some(), tiers, seed.0, distinct);
        let split = split.map(|side| split_of(side, test_share, shares, seed.0)).transpose()?;
        Ok(Selection { filter, split, sampling })
    }
}

/// The filter of some ranges, an inventory and conditions on places. The ranges are those of moves, cluster size, walls, pieces,
/// cars, trucks and empty cells.
///
/// # Errors
/// `ValueError` for a text that is not a range or not a condition, or an unknown inventory.
pub fn filter_of(ranges: [Option<RangeText>; 7], inventory: Option<&str>, place: Option<&str>) -> PyResult<Filter> {
    let mut numbers = [NumberRange::ALL; 7];
    for (numbers, range) in numbers.iter_mut().zip(ranges) {
        if let Some(range) = range {
            *numbers = range.numbers()?;
        }
    }
    let [moves, size, walls, pieces, cars, trucks, empty] = numbers;
    let places = place.map(|text| text.split(',').map(str::parse::<PlaceCondition>).collect::<Result<_, _>>()).transpose();
    let places = places.map_err(value_error)?.unwrap_or_default();
    let filter = Filter { moves, size, walls, pieces, cars, trucks, empty, places, ..Filter::ALL };
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

/// Where rows are asked for: a file by its name, the name of a built-in database, or a `Database`.
pub enum RowsOf<'py> {
    Path(PathBuf),
    Database(Bound<'py, Database>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for RowsOf<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<RowsOf<'py>> {
        if let Ok(database) = object.cast::<Database>() {
            return Ok(RowsOf::Database(database.to_owned()));
        }
        let path: PathBuf = object.extract()?;
        // the program reads standard input for the name `-`; here it is the name of a file
        Ok(RowsOf::Path(if path == Path::new("-") { PathBuf::from("./-") } else { path }))
    }
}

/// Rows with what their boards consist of, and the message of the error after them if there is one.
pub type Batch = (Vec<(RowLine, RowFacts)>, Option<String>);

/// The rows that a selection wants.
pub enum Rows {
    /// Those of a file, one after the other.
    Source(Box<SourceRows>),
    /// Those of a `Database`.
    Walk(Box<Walk>),
    /// A sample.
    Chosen(vec::IntoIter<RowLine>),
}

impl Rows {
    /// Opens what holds the rows. A sample of a file of text is drawn first. `stop` ends all reading.
    ///
    /// # Errors
    /// `ValueError` for what is not rows, `OSError` for what the system can't read, and what a signal handler raises.
    pub fn open(py: Python<'_>, source: RowsOf<'_>, selection: &Selection, stop: &Arc<AtomicBool>) -> PyResult<Rows> {
        let Selection { filter, split, sampling } = selection;
        let choice = RankChoice::sampled(filter.clone(), *split, sampling.clone());
        let choice = RankChoice { advises: false, stop: stop.clone(), ..choice };
        let mut rows = match source {
            RowsOf::Path(path) => {
                let source = RowSource { inputs: vec![path.clone()], choice, gauge: Gauge::default() };
                let mut rows = source.rows();
                py.detach(|| rows.open()).map_err(|error| match error {
                    InputError::Read { source, .. } if source.raw_os_error().is_some() => system_error(&path, &source),
                    error => value_error(error),
                })?;
                Rows::Source(Box::new(rows))
            }
            RowsOf::Database(database) => Rows::Walk(Box::new(database.get().walk(py, choice)?)),
        };
        if sampling.keeps_all() {
            return Ok(rows);
        }
        let mut sampler = Sampler::new(sampling.clone());
        let draw = move || {
            rows.each_batch(BATCH, |batch| batch.into_iter().for_each(|(row, _)| sampler.offer(row)))?;
            let lines = |row: &RowLine| row.board.parse().map(|board| BoardLines::of(&board));
            sampler.finish(lines).map_err(|error| error.to_string())
        };
        let drawn = Background::start(draw)?.wait(py).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        Ok(Rows::Chosen(drawn.map_err(value_error)?.into_iter()))
    }

    /// Passes on all rows, about `most` at a time.
    ///
    /// # Errors
    /// The message of the first error.
    pub fn each_batch(&mut self, most: usize, mut take: impl FnMut(Vec<(RowLine, RowFacts)>)) -> Result<(), String> {
        loop {
            match self.next_rows(most) {
                (_, Some(message)) => return Err(message),
                (batch, None) if batch.is_empty() => return Ok(()),
                (batch, None) => take(batch),
            }
        }
    }

    /// The next rows, at most `most` of them; none at the end.
    pub fn next_rows(&mut self, most: usize) -> Batch {
        let mut batch = Vec::with_capacity(most.min(BATCH));
        match self {
            Rows::Source(rows) => {
                while batch.len() < most {
                    match rows.next() {
                        Some(Ok(row)) => batch.push((row, rows.facts())),
                        Some(Err(error)) => return (batch, Some(error.to_string())),
                        None => break,
                    }
                }
            }
            Rows::Walk(walk) => match walk.next_rows(most) {
                Ok(rows) => batch = rows,
                Err(message) => return (batch, Some(message)),
            },
            Rows::Chosen(rows) => {
                let facts = |row: RowLine| {
                    let facts = RowFacts::of(&row).expect("the facts of a sampled row have been counted before");
                    (row, facts)
                };
                batch.extend(rows.take(most).map(facts));
            }
        }
        (batch, None)
    }
}

/// An iterator over the rows of a file or a `Database`. `read_rows(source)` makes one.
#[pyclass(module = "gridlock_puzzle")]
pub struct RowIterator {
    /// `None` while a batch is being read. Not shared: the lock only lets Python's other threads see the iterator.
    rows: Mutex<Option<Rows>>,
    /// The batch that is being read.
    reading: Option<Background<(Rows, Batch)>>,
    /// Rows of the next batch: few at first, since many loops end soon.
    most: usize,
    ready: vec::IntoIter<(RowLine, RowFacts)>,
    /// The message of the error after the rows that are ready.
    failed: Option<String>,
    ended: bool,
    stop: Arc<AtomicBool>,
}

impl RowIterator {
    /// An iterator over rows. `stop` ends their reading.
    pub fn new(rows: Rows, stop: Arc<AtomicBool>) -> RowIterator {
        let (rows, ready) = (Mutex::new(Some(rows)), Vec::new().into_iter());
        RowIterator { rows, reading: None, most: FIRST, ready, failed: None, ended: false, stop }
    }
}

#[pymethods]
impl RowIterator {
    fn __iter__(slf: PyRef<'_, RowIterator>) -> PyRef<'_, RowIterator> {
        slf
    }

    pub fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
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
            let rows = self.rows.get_mut().unwrap_or_else(PoisonError::into_inner);
            if let Some(mut rows) = rows.take() {
                let most = self.most;
                self.most = BATCH.min(4 * most);
                self.reading = Some(Background::start(move || {
                    let batch = rows.next_rows(most);
                    (rows, batch)
                })?);
            }
            let reading = self.reading.as_ref().ok_or_else(|| PyRuntimeError::new_err("this iterator has failed before"))?;
            let (held, (ready, failed)) = reading.wait(py)?;
            (*rows, self.reading) = (Some(held), None);
            self.ended = ready.is_empty() || failed.is_some();
            (self.ready, self.failed) = (ready.into_iter(), failed);
        }
    }
}

impl Drop for RowIterator {
    /// Ends the reading.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The rows that a selection wants: what `gridlock_puzzle.read_rows` calls.
#[pyfunction]
pub fn read_rows(py: Python<'_>, source: RowsOf<'_>, selection: &Selection) -> PyResult<RowIterator> {
    let stop = Arc::default();
    Ok(RowIterator::new(Rows::open(py, source, selection, &stop)?, stop))
}
