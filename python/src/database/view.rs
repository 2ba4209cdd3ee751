//! A view of a database, and how it finds its rows: by their numbers, on all threads.
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use gridlock::internals::notation::View;
use gridlock::internals::ranks::RankChoice;
use gridlock::internals::rows::{Filter, NumberRange, PlaceCondition, Split, Stage};
use gridlock::{Metric, RankEntry};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::board::{Board, BoardArgument};
use crate::columns::Columns;
use crate::convert::{to_row, value_error};
use crate::family::{family_hash, family_of, family_of_pieces};
use crate::interrupt::{Background, hearing, on_all_threads};
use crate::numbers::Numbers;
use crate::opened::{BATCH, Opened, Walk};
use crate::row_iterator::Rows;

/// Rows whose families one thread names before it asks for more work.
const FAMILIES: usize = 1 << 12;

/// A database that fits into a few megabytes, because a row follows from the number of its candidate: a sequence of `Row`.
///
/// `database()` is the one that is built in, `Database.open(path)` any rank file. An index finds one row by a search of some
/// microseconds; the first one also builds tables, which takes about a tenth of a second for 6×6. A slice, an array of indices or
/// of booleans, `where`, `sample` and `split` give another `Database` with some of the rows. Only `split` has to find the rows
/// first.
///
/// Rows are in the order of their number of walls and of their candidates, not in the published order.
///
/// >>> from gridlock_puzzle import database
/// >>> db = database(5)
/// >>> len(db), db.size, db.wall_range
/// (7320, 5, range(0, 3))
/// >>> hard = db.where(moves="20..", walls=0)
/// >>> sorted({row.moves for row in hard})
/// [20]
/// >>> len(db.where(moves=range(10, 13)).sample(100, seed=1))
/// 100
/// >>> len(db[(db.moves >= 20) & (db.trucks == 0)])
/// 10
///
/// It is a `collections.abc.Sequence`. A board or its text is in it if a row has it; `find` takes any position. Two are equal if
/// they have the same rows of the same database in the same order.
///
/// >>> hard[0] in db, hard[0].board in db, "oBBoAAoCoooCoooo" in db
/// (True, True, False)
///
/// Libraries that read Arrow take it as a table, for instance `pyarrow.table(db)`; then all its rows are found. Pickled, it is
/// the name of the built-in database or the path of the file, with the numbers of its rows.
#[pyclass(frozen, sequence, module = "gridlock_puzzle")]
pub struct Database {
    pub(super) opened: Arc<Opened>,
    pub(super) numbers: Numbers,
    pub(super) columns: Columns,
}

impl Database {
    /// All rows of a database.
    pub(super) fn whole(opened: Arc<Opened>) -> Database {
        Database { numbers: Numbers::All(opened.database.len()), opened, columns: Columns::new() }
    }

    /// The built-in database with a name. All that ask for it share one.
    pub(super) fn built_in(name: &'static str) -> PyResult<Database> {
        static OPENED: Mutex<Vec<Arc<Opened>>> = Mutex::new(Vec::new());
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = opened.iter().find(|opened| opened.origin == Path::new(name)) {
            return Ok(Database::whole(opened.clone()));
        }
        let database = gridlock::Database::open(name).map_err(value_error)?;
        opened.push(Arc::new(Opened::new(database, PathBuf::from(name))));
        Ok(Database::whole(opened[opened.len() - 1].clone()))
    }

    pub(super) fn database(&self) -> &gridlock::Database {
        &self.opened.database
    }

    /// What its depths count.
    pub fn depths(&self) -> Metric {
        self.database().metric()
    }

    /// The same database with other rows.
    pub(super) fn with(&self, numbers: Vec<u64>) -> Database {
        Database { opened: self.opened.clone(), numbers: Numbers::Chosen(numbers.into()), columns: Columns::new() }
    }

    /// The same database with the rows that a choice wants.
    pub(super) fn selected(&self, py: Python<'_>, choice: RankChoice) -> PyResult<Database> {
        Ok(Database { opened: self.opened.clone(), numbers: self.chosen(py, &choice)?, columns: Columns::new() })
    }

    /// The rows that a choice wants, as far as ranks tell.
    pub(super) fn chosen(&self, py: Python<'_>, choice: &RankChoice) -> PyResult<Numbers> {
        let is_all = choice.then.is_none() && of_ranks(&choice.conditions.filter) == Filter::ALL;
        if is_all {
            return Ok(self.numbers.clone());
        }
        let (database, own, choice) = (self.database().clone(), self.numbers.clone(), choice.clone());
        let stop = choice.stop.clone();
        let choose = move || {
            let among = match &own {
                Numbers::All(_) => None,
                Numbers::Chosen(numbers) => Some(&numbers[..]),
            };
            Ok::<_, io::Error>(match database.chosen(among, &choice)? {
                all if among.is_none() && all.len() as u64 == database.len() => own,
                chosen => Numbers::Chosen(chosen.into()),
            })
        };
        let chosen = Background::start(choose)?.wait(py).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        chosen.map_err(value_error)
    }

    /// Rows of the database that a choice wants, one after the other.
    pub fn walk(&self, numbers: Numbers, choice: RankChoice) -> Walk {
        Walk { database: self.database().clone(), numbers, next: 0, choice }
    }

    /// The rows of the view that come through the stages of a selection. `stop` ends all reading.
    ///
    /// # Errors
    /// `ValueError` if the database is damaged, and what a signal handler raises.
    pub fn rows(&self, py: Python<'_>, stages: &[Stage], stop: &Arc<AtomicBool>) -> PyResult<Rows> {
        let choice = RankChoice { stop: stop.clone(), ..RankChoice::of_stages(stages, true) };
        let numbers = self.chosen(py, &choice)?;
        let rest: Vec<Stage> = stages.iter().filter(|stage| !matches!(stage, Stage::Conditions(_))).cloned().collect();
        Ok(Rows::of_view(self.walk(numbers, choice), &rest))
    }

    /// The numbers of the rows on a side of a split, all of which are found.
    pub(super) fn on_side(&self, py: Python<'_>, split: &Split, progress: Option<Bound<'_, PyAny>>) -> PyResult<Vec<u64>> {
        let mut kept = Vec::new();
        let hashes = |places: Range<usize>, hear: &dyn Fn(usize) -> bool| {
            let numbers: Vec<u64> = places.map(|place| self.numbers.get(place)).collect();
            let hashes = self.opened.split_hashes(&numbers, split.seed, hear)?;
            Ok(numbers.into_iter().zip(hashes).collect())
        };
        self.in_batches(py, progress, hashes, |hashes: Vec<(u64, u64)>| {
            kept.extend(hashes.into_iter().filter(|&(_, hash)| split.keeps(hash)).map(|(number, _)| number));
        })?;
        Ok(kept)
    }

    /// The rows whose clusters have a size in a range. All rows are found for it.
    pub(super) fn of_cluster_size(&self, py: Python<'_>, sizes: &NumberRange) -> PyResult<Database> {
        let mut kept = Vec::new();
        let rows = |places: Range<usize>, hear: &dyn Fn(usize) -> bool| {
            let numbers = places.clone().map(|place| self.numbers.get(place));
            let found = self.numbers.rows(self.database(), places.clone(), |_, row| Ok(row.cluster_size), hear)?;
            Ok(numbers.zip(found).collect())
        };
        self.in_batches(py, None, rows, |rows: Vec<(u64, u64)>| {
            kept.extend(rows.into_iter().filter(|&(_, size)| sizes.contains(size)).map(|(number, _)| number));
        })?;
        Ok(self.with(kept))
    }

    /// A row with its picture, in HTML.
    pub(super) fn picture_of(&self, py: Python<'_>, number: u64) -> PyResult<String> {
        let row = py.detach(|| self.database().get(number)).map_err(value_error)?;
        let row = row.expect("a row of the view is one of the database");
        let picture = Board::of(View::of_state(&row.board))._repr_svg_()?;
        Ok(format!("<div style=\"width:12em\">{picture}{row}</div>"))
    }

    /// A hash of the family of each row.
    pub(super) fn family_hashes(&self, py: Python<'_>, purpose: &str, progress: Option<Bound<'_, PyAny>>) -> PyResult<Vec<u64>> {
        let is_classic = self.database().rules().is_classic();
        let progress = Progress { call: progress.map(Bound::unbind), all: self.numbers.len() };
        let hashes = hearing(py, &|py, done| progress.tell(py, done), |hear| {
            on_all_threads(
                progress.all,
                FAMILIES,
                || (self.database().expander(), Vec::new()),
                |(expander, pieces), places| {
                    let hash = |entry: Result<RankEntry, String>| {
                        let entry = entry?;
                        if !is_classic {
                            let state = expander.candidate(entry).map_err(|problem| problem.to_string())?;
                            return Ok(family_hash(purpose, &family_of(&View::of_state(&state))));
                        }
                        pieces.clear();
                        let walls = expander.candidate_pieces(entry, pieces).map_err(|problem| problem.to_string())?;
                        Ok(family_hash(purpose, &family_of_pieces(self.database().size(), pieces.iter().copied(), walls)))
                    };
                    self.numbers.entries(self.database(), places).map(hash).collect()
                },
                hear,
            )
        })?;
        progress.tell(py, hashes.len())?;
        Ok(hashes)
    }

    /// Works on all rows, batch by batch: `take` gets what `work` finds for the rows of some places. Meanwhile Python's
    /// `progress(done, all)` is called.
    pub(super) fn in_batches<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<Bound<'_, PyAny>>,
        work: impl Fn(Range<usize>, &dyn Fn(usize) -> bool) -> Result<Vec<T>, String> + Sync,
        mut take: impl FnMut(Vec<T>),
    ) -> PyResult<()> {
        let progress = Progress { call: progress.map(Bound::unbind), all: self.numbers.len() };
        for first in (0..progress.all).step_by(BATCH) {
            let end = progress.all.min(first + BATCH);
            let found = hearing(py, &|py, done| progress.tell(py, first + done), |hear| work(first..end, hear))?;
            progress.tell(py, end)?;
            take(found);
        }
        Ok(())
    }

    /// The number of the row whose board is that of `value`, if that is a board, its text or a row; `None` for all that is not in
    /// the database.
    pub(super) fn number_of(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let row = value.cast::<PyTuple>().ok();
        let is_board = value.is_instance_of::<Board>() || value.is_instance_of::<PyString>();
        let board = match row {
            Some(row) if row.len() == 3 => row.get_item(1)?,
            _ if is_board => value.clone(),
            _ => return Ok(None),
        };
        let Ok(BoardArgument(view)) = board.extract::<BoardArgument>() else { return Ok(None) };
        let found = py.detach(|| {
            let Some(number) = self.database().find(view.state())? else { return Ok(None) };
            Ok::<_, io::Error>(self.database().get(number)?.map(|puzzle| (number, puzzle)))
        });
        let Some((number, puzzle)) = found.map_err(value_error)? else { return Ok(None) };
        let is_equal = match row {
            Some(row) => to_row(py, puzzle.moves, &puzzle.board.to_string(), puzzle.cluster_size)?.eq(row)?,
            None => View::of_state(&puzzle.board).is_same_board(&view),
        };
        Ok(is_equal.then_some(number))
    }
}

/// A Python function that receives the progress.
struct Progress {
    call: Option<Py<PyAny>>,
    all: usize,
}

impl Progress {
    fn tell(&self, py: Python<'_>, done: usize) -> PyResult<()> {
        match &self.call {
            Some(call) => call.call1(py, (done, self.all)).map(drop),
            None => Ok(()),
        }
    }
}

/// What ranks can tell of a filter: without the size of the cluster, and of places only what moves can't change.
fn of_ranks(filter: &Filter) -> Filter {
    let places = filter.places.iter().copied().filter(PlaceCondition::is_of_lines).collect();
    Filter { size: NumberRange::ALL, places, ..filter.clone() }
}
