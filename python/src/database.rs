//! `Database`: a database by rank. A view of it is a list of row numbers; rows are found on demand.
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use gridlock::internals::files::display_path;
use gridlock::internals::rows::{RowFacts, RowLine, seeded_hash};
use gridlock::{Puzzle, RankEntry, RankFileProblem};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::convert::{RangeText, Whole, system_error, to_row, value_error};
use crate::interrupt::{PATIENCE, interruptible};
use crate::rows::{filter_of, split_of};
use crate::table::{BATCH, RowTable};

/// Rows that one thread finds before it asks for more work.
const PIECE: usize = 16;
/// Rows that an iterator finds at first.
const FIRST: usize = 64;

/// The numbers of the rows of a view, in its order.
#[derive(Clone)]
enum Numbers {
    All(Range<u64>),
    Chosen(Arc<[u64]>),
}

impl Numbers {
    fn len(&self) -> usize {
        match self {
            Numbers::All(range) => (range.end - range.start) as usize,
            Numbers::Chosen(numbers) => numbers.len(),
        }
    }

    fn get(&self, place: usize) -> u64 {
        match self {
            Numbers::All(range) => range.start + place as u64,
            Numbers::Chosen(numbers) => numbers[place],
        }
    }
}

/// A database that fits into a few megabytes, because a row follows from the number of its candidate: a sequence of `Row`.
///
/// `database()` gives a built-in one, `Database.open(path)` opens any rank file. An index finds one row by a search of some
/// microseconds; the first one also builds tables, which takes about a tenth of a second for 6×6. A slice, `where`, `sample` and
/// `split` give another `Database` with some of the rows. Only `split` has to find the rows first.
///
/// Rows are in the order of their number of walls and of their candidates, not in the published order.
///
/// >>> from gridlock_puzzle import database
/// >>> db = database(5)
/// >>> len(db), db.size, db.walls
/// (7320, 5, range(0, 3))
/// >>> hard = db.where(moves="20..", walls=0)
/// >>> sorted({row.moves for row in hard})
/// [20]
/// >>> len(db.where(moves=range(10, 13)).sample(100, seed=1))
/// 100
#[pyclass(frozen, sequence, module = "gridlock_puzzle")]
pub struct Database {
    database: gridlock::Database,
    numbers: Numbers,
}

impl Database {
    fn of(database: gridlock::Database) -> Database {
        let numbers = Numbers::All(0..database.len());
        Database { database, numbers }
    }

    /// Finds the rows of a range of places on all threads. Calls `progress` with the number of rows found, on the calling thread.
    fn rows(
        &self,
        py: Python<'_>,
        places: Range<usize>,
        progress: &(dyn Fn(Python<'_>, usize) -> PyResult<()> + Sync),
    ) -> PyResult<Vec<Puzzle>> {
        let raised = Mutex::new(None);
        let found = py.detach(|| {
            let entries = self.entries(places).collect::<Result<Vec<RankEntry>, String>>();
            let hear = |done| match Python::attach(|py| py.check_signals().and_then(|()| progress(py, done))) {
                Ok(()) => true,
                Err(error) => {
                    *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    false
                }
            };
            entries.and_then(|entries| expand(&self.database, &entries, &hear))
        });
        match raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => found.map_err(value_error),
        }
    }

    /// The entries of the rows of a range of places.
    fn entries(&self, places: Range<usize>) -> impl Iterator<Item = Result<RankEntry, String>> + '_ {
        let entries = self.database.entries_of(places.map(|place| self.numbers.get(place)));
        entries.map(|entry| entry.map_err(|problem| problem.to_string()))
    }

    /// The seeded hash of each row of a range of places, and its number.
    fn hashes(&self, places: Range<usize>, seed: u64) -> Result<Vec<(u64, u64)>, String> {
        let hash = |(place, entry): (usize, Result<RankEntry, String>)| {
            let RankEntry { walls, rank, .. } = entry?;
            Ok((seeded_hash(seed, "sample", &format!("{walls}/{rank}")), self.numbers.get(place)))
        };
        places.clone().zip(self.entries(places)).map(hash).collect()
    }

    /// The same database with other rows.
    fn with(&self, numbers: Vec<u64>) -> Database {
        Database { database: self.database.clone(), numbers: Numbers::Chosen(numbers.into()) }
    }
}

/// Finds the rows of some entries on all threads, and returns them in the order of the entries. About every [`PATIENCE`] it calls
/// `hear` with the number of rows found; when `hear` returns false, it stops early and returns fewer rows.
fn expand(database: &gridlock::Database, entries: &[RankEntry], hear: &dyn Fn(usize) -> bool) -> Result<Vec<Puzzle>, String> {
    let pieces: Vec<&[RankEntry]> = entries.chunks(PIECE).collect();
    let (next, done, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let work = |_| -> Result<Vec<(usize, Vec<Puzzle>)>, String> {
        let mut expander = database.expander();
        let mut found = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            let Some(entries) = pieces.get(piece) else { break };
            let row = |&entry: &RankEntry| {
                let problem = |problem| format!("the row of rank {} with {} walls: {problem}", entry.rank, entry.walls);
                expander.row(entry).map_err(problem)
            };
            let rows: Result<Vec<Puzzle>, String> = entries.iter().map(row).collect();
            found.push((piece, rows.inspect_err(|_| stop.store(true, Ordering::Relaxed))?));
            done.fetch_add(entries.len(), Ordering::Relaxed);
        }
        Ok(found)
    };
    let mut found = on_threads(all_threads().min(pieces.len()), work, || {
        if !hear(done.load(Ordering::Relaxed)) {
            stop.store(true, Ordering::Relaxed);
        }
    })?;
    found.sort_unstable_by_key(|&(piece, _)| piece);
    Ok(found.into_iter().flat_map(|(_, rows)| rows).collect())
}

/// How many threads the machine can run at once.
fn all_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `work` with the number of each of some threads, on that thread, and joins what they return. Meanwhile it calls `hear`
/// every [`PATIENCE`].
fn on_threads<T: Send>(
    threads: usize,
    work: impl Fn(usize) -> Result<Vec<T>, String> + Sync,
    hear: impl Fn(),
) -> Result<Vec<T>, String> {
    thread::scope(|scope| {
        let (working, ended) = channel::<()>();
        let work = &work;
        let begin = |thread| {
            let working = working.clone();
            scope.spawn(move || {
                let _working = working; // until the work ends
                work(thread)
            })
        };
        let workers: Vec<_> = (0..threads).map(begin).collect();
        drop(working);
        while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            hear();
        }
        let joined = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| Err("an error in gridlock".to_owned())));
        Ok(joined.collect::<Result<Vec<Vec<T>>, String>>()?.into_iter().flatten().collect())
    })
}

#[pymethods]
impl Database {
    /// Opens a rank file, as `gridlock generate -o FILE.ranks` and `gridlock merge` write it. `ValueError` if it is damaged.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Database> {
        // names of built-in databases for the program are file names here
        let path =
            if path.starts_with("@") || path.to_string_lossy().starts_with('@') { PathBuf::from(".").join(path) } else { path };
        let opened = gridlock::Database::open(&path);
        opened.map(Database::of).map_err(|problem| match problem {
            RankFileProblem::System(error) if error.raw_os_error().is_some() => system_error(&path, &error),
            RankFileProblem::NotRanks => {
                value_error(format!("{}: {problem}; read_rows and read_table read files of rows and tables", display_path(&path)))
            }
            problem => value_error(format!("{}: {problem}", display_path(&path))),
        })
    }

    /// Board size.
    #[getter]
    fn size(&self) -> usize {
        self.database.size().n()
    }

    /// The numbers of walls of the whole database.
    #[getter]
    fn walls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let walls = self.database.walls();
        py.import("builtins")?.getattr("range")?.call1((walls.min(), walls.max() + 1))
    }

    /// What depths count: `moves` or `steps`.
    #[getter]
    fn metric(&self) -> String {
        self.database.metric().to_string()
    }

    /// Whether these are all rows of the size and the numbers of walls.
    #[getter]
    fn is_whole(&self) -> bool {
        self.database.is_whole() && self.numbers.len() as u64 == self.database.len()
    }

    /// The SHA-256 of all rows of the file as text, in the published order.
    #[getter]
    fn sha256(&self) -> String {
        self.database.sha256().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The moves of each row, as a list of numbers. No row is found for it.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> max(database(5).moves)
    /// 21
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        let moves = || self.entries(0..self.numbers.len()).map(|entry| entry.map(|entry| entry.moves)).collect::<Result<_, _>>();
        py.detach(moves).map_err(value_error)
    }

    fn __len__(&self) -> usize {
        self.numbers.len()
    }

    fn __repr__(&self) -> String {
        let (n, walls) = (self.size(), self.database.walls());
        format!("<Database: {} of {} rows, {n}×{n}, walls {walls}>", self.numbers.len(), self.database.len())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.numbers.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(length as isize)?;
            let place = |k: usize| (indices.start + k as isize * indices.step) as usize;
            let numbers = (0..indices.slicelength).map(|k| self.numbers.get(place(k))).collect();
            return Ok(Bound::new(py, self.with(numbers))?.into_any());
        }
        let Ok(index) = index.extract::<isize>() else {
            return Err(PyTypeError::new_err("the index of a row is a whole number or a slice"));
        };
        let place = if index < 0 { index + length as isize } else { index };
        if place < 0 || place as usize >= length {
            return Err(PyIndexError::new_err(format!("row {index} of {length}")));
        }
        let number = self.numbers.get(place as usize);
        let row = py.detach(|| self.database.get(number)).map_err(value_error)?;
        let row = row.expect("a row of the view is one of the database");
        to_row(py, row.moves, &row.board.to_string(), row.cluster_size)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> DatabaseIterator {
        let database = Database { database: slf.database.clone(), numbers: slf.numbers.clone() };
        DatabaseIterator { database, next: 0, ready: Vec::new().into_iter() }
    }

    /// The rows that meet some conditions: each is a number, a text like `5..10`, or a `range`. `inventory="box"` is for boards
    /// that the boxed game can build. No row is found for it.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> few = database(5).where(moves=range(10, 13), walls=0, pieces="..7")
    /// >>> [row.moves for row in few.sample(3, seed=2)]
    /// [12, 12, 11]
    #[pyo3(name = "where", signature = (*, moves=None, walls=None, pieces=None, cars=None, trucks=None, empty=None, inventory=None))]
    #[allow(clippy::too_many_arguments, reason = "they are the options of the command")]
    fn of_rows(
        &self,
        py: Python<'_>,
        moves: Option<RangeText>,
        walls: Option<RangeText>,
        pieces: Option<RangeText>,
        cars: Option<RangeText>,
        trucks: Option<RangeText>,
        empty: Option<RangeText>,
        inventory: Option<&str>,
    ) -> PyResult<Database> {
        let filter = filter_of([moves, None, walls, pieces, cars, trucks, empty], inventory)?;
        let meeting = py.detach(|| self.database.select(&filter)).map_err(value_error)?;
        Ok(self.with(match &self.numbers {
            Numbers::All(_) => meeting,
            Numbers::Chosen(numbers) => numbers.iter().copied().filter(|number| meeting.binary_search(number).is_ok()).collect(),
        }))
    }

    /// Random rows, all of them if there are fewer than `count`, in the order of the database. The seed decides which: the same
    /// rows as `gridlock select FILE.ranks --sample` with the same conditions. No row is found for it.
    #[pyo3(signature = (count, *, seed=Whole(0)), text_signature = "($self, count, *, seed=0)")]
    fn sample(&self, py: Python<'_>, count: Whole<usize>, seed: Whole<u64>) -> PyResult<Database> {
        let (length, threads) = (self.numbers.len(), all_threads());
        let share = length.div_ceil(threads);
        let hashes = |thread: usize| self.hashes(length.min(thread * share)..length.min((thread + 1) * share), seed.0);
        let chosen = py.detach(|| {
            let mut hashes = on_threads(threads, hashes, || {})?;
            let count = count.0.min(hashes.len());
            if count < hashes.len() {
                hashes.select_nth_unstable(count);
            }
            let mut chosen: Vec<u64> = hashes[..count].iter().map(|&(_, number)| number).collect();
            chosen.sort_unstable();
            Ok::<_, String>(chosen)
        });
        Ok(self.with(chosen.map_err(value_error)?))
    }

    /// One side of the split that `gridlock select --split` and `read_rows(..., split=...)` make: `train` or `test` with
    /// `test_share`, or one of `train`, `validation` and `test` with `shares` in percent, like `80,10,10`. A cluster and its
    /// mirror image are on one side. It finds all rows: some seconds per 100,000.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> db = database(4)
    /// >>> sum(len(db.split(side, shares="50,25,25")) for side in ("train", "validation", "test"))
    /// 32
    #[pyo3(signature = (side, *, test_share=0.2, shares=None, seed=Whole(0)), text_signature = "($self, side, *, test_share=0.2, shares=None, seed=0)")]
    fn split(&self, py: Python<'_>, side: &str, test_share: f64, shares: Option<&str>, seed: Whole<u64>) -> PyResult<Database> {
        let split = split_of(side, test_share, shares, seed.0)?;
        let mut numbers = Vec::new();
        for first in (0..self.numbers.len()).step_by(BATCH) {
            let places = first..self.numbers.len().min(first + BATCH);
            let rows = self.rows(py, places.clone(), &|_, _| Ok(()))?;
            numbers.extend(
                places.zip(&rows).filter(|(_, row)| split.accepts(&row_line(row))).map(|(place, _)| self.numbers.get(place)),
            );
        }
        Ok(self.with(numbers))
    }

    /// The rows as an Arrow table, as `read_table` gives it. `progress(done, all)` is called about 20 times a second.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> import pyarrow
    /// >>> pyarrow.table(database(4).to_table()).num_rows
    /// 32
    #[pyo3(signature = (progress=None))]
    fn to_table(&self, py: Python<'_>, progress: Option<Bound<'_, PyAny>>) -> PyResult<RowTable> {
        let progress = progress.map(Bound::unbind);
        let all = self.numbers.len();
        let mut table = RowTable::empty(self.database.metric());
        for first in (0..all).step_by(BATCH) {
            let hear = |py: Python<'_>, done: usize| match &progress {
                Some(progress) => progress.call1(py, (first + done, all)).map(drop),
                None => Ok(()),
            };
            let places = first..all.min(first + BATCH);
            let end = places.len();
            let rows = self.rows(py, places, &hear)?;
            hear(py, end)?;
            let rows: Result<Vec<(RowLine, RowFacts)>, _> =
                rows.iter().map(row_line).map(|row| RowFacts::of(&row).map(|facts| (row, facts))).collect();
            table.push(&rows.map_err(value_error)?);
        }
        Ok(table)
    }
}

fn row_line(row: &Puzzle) -> RowLine {
    RowLine { moves: row.moves, board: row.board.to_string(), cluster_size: row.cluster_size }
}

/// An iterator over the rows of a `Database`. `iter(database)` makes one.
#[pyclass(module = "gridlock_puzzle")]
pub struct DatabaseIterator {
    database: Database,
    /// The place of the first row that has not been found.
    next: usize,
    ready: std::vec::IntoIter<Puzzle>,
}

#[pymethods]
impl DatabaseIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.ready.as_slice().is_empty() {
            // few rows at first, since many loops end soon
            let places = self.next..self.database.numbers.len().min(2 * self.next + FIRST).min(self.next + BATCH);
            self.ready = self.database.rows(py, places.clone(), &|_, _| Ok(()))?.into_iter();
            self.next = places.end;
        }
        let Some(row) = self.ready.as_slice().first() else { return Ok(None) };
        // this runs Python code, and with it perhaps a signal handler that raises: the row is not lost
        let row = to_row(py, row.moves, &row.board.to_string(), row.cluster_size)?;
        self.ready.next();
        Ok(Some(row))
    }
}

/// A database that is built in: all puzzles of 6×6, or of 5×5 or 4×4, with no, one or two walls, as a `Database`.
///
/// >>> from gridlock_puzzle import database
/// >>> database(4)
/// <Database: 32 of 32 rows, 4×4, walls 0..2>
/// >>> database(4)[0].moves
/// 1
#[pyfunction]
#[pyo3(signature = (size=Whole(6)), text_signature = "(size=6)")]
pub fn database(py: Python<'_>, size: Whole<usize>) -> PyResult<Database> {
    let name = format!("@rush{}", size.0);
    if !gridlock::internals::ranks::is_built_in(std::path::Path::new(&name)) {
        let names = gridlock::internals::ranks::built_in_databases();
        let sizes: Vec<&str> = names.iter().map(|name| name.trim_start_matches(|c: char| !c.is_ascii_digit())).collect();
        return Err(value_error(format!("no database of size {} is built in: choose one of {}", size.0, sizes.join(", "))));
    }
    let opened = interruptible(py, |_| gridlock::Database::open(&name))?;
    opened.map(Database::of).map_err(value_error)
}
