//! `Database`: a database by rank. A view of it is a list of row numbers; rows are found when they are asked for.
mod open;
mod pickle;
mod view;

pub use open::*; // with what the macro of pyo3 makes
pub use view::Database;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use gridlock::internals::files::hex;
use gridlock::internals::ranks::RankChoice;
use gridlock::internals::rows::{Conditions, SampleSize, Sampling, Stage, Tiers};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};

use crate::arrays::{Arrays, array_row};
use crate::board::BoardArgument;
use crate::columns::array;
use crate::convert::{RangeText, Whole, to_row, value_error};
use crate::indices::{place, places};
use crate::numbers::Numbers;
use crate::opened::row_of;
use crate::row_iterator::DatabaseIterator;
use crate::row_table::RowTable;
use crate::selection::{filter_of, split_of};

#[pymethods]
impl Database {
    /// Opens a rank file, as `gridlock generate -o FILE.ranks` and `gridlock merge` write it, or one that is built in, by a name
    /// like `@rush5`. `ValueError` if it is damaged.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Database> {
        opened(py, &path)
    }

    /// Cells along one side, the longer one if the boards are not square.
    #[getter]
    fn size(&self) -> usize {
        self.database().size().longer_side()
    }

    /// Columns and rows of the boards.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.database().size().width(), self.database().size().height())
    }

    /// The rules as text: the size, then what differs from the classic game, like `7x6r1p3l2..4` for the primary in row 1 and of
    /// length 3, and other pieces of length 2 to 4.
    #[getter]
    fn rules(&self) -> String {
        self.database().rules().to_string()
    }

    /// The numbers of walls of the whole database.
    #[getter]
    fn wall_range<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let walls = self.database().walls();
        py.import("builtins")?.getattr("range")?.call1((walls.min(), walls.max() + 1))
    }

    /// The depths of the rows: their moves, or their steps in a database by steps, as a NumPy array of 32-bit integers. No row is
    /// found for it, nor for the other arrays. They are made once, and can't be written to.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> int(database(5).moves.max())
    /// 21
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.columns.of_entries(py, self.database(), &self.numbers)?[0].clone_ref(py))
    }

    /// The walls of the rows as an array, like `moves`.
    #[getter]
    fn walls(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.columns.of_entries(py, self.database(), &self.numbers)?[1].clone_ref(py))
    }

    /// The pieces of the rows with the primary, as an array like `moves`.
    #[getter]
    fn pieces(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.columns.of_pieces(py, self.database(), &self.numbers)?[0].clone_ref(py))
    }

    /// The cars of the rows without the primary, as an array like `moves`.
    #[getter]
    fn cars(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.columns.of_pieces(py, self.database(), &self.numbers)?[1].clone_ref(py))
    }

    /// The trucks of the rows as an array, like `moves`.
    #[getter]
    fn trucks(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.columns.of_pieces(py, self.database(), &self.numbers)?[2].clone_ref(py))
    }

    /// The empty cells of the rows as an array, like `moves`.
    #[getter]
    fn empty(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.columns.of_pieces(py, self.database(), &self.numbers)?[3].clone_ref(py))
    }

    /// What depths count: `moves` or `steps`.
    #[getter]
    fn metric(&self) -> String {
        self.database().metric().to_string()
    }

    /// Whether these are all rows of the size and the numbers of walls.
    #[getter]
    fn is_whole(&self) -> bool {
        self.database().is_whole() && self.numbers.has_all(self.database().len())
    }

    /// The SHA-256 of all rows of the file as text, in the published order.
    #[getter]
    fn sha256(&self) -> String {
        hex(&self.database().sha256())
    }

    fn __len__(&self) -> usize {
        self.numbers.len()
    }

    fn __repr__(&self) -> String {
        let (rules, walls) = (self.database().rules().in_words(), self.database().walls());
        format!("<Database: {} of {} rows, {rules}, walls {walls}>", self.numbers.len(), self.database().len())
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
            let numbers = places(index, length)?.into_iter().map(|place| self.numbers.get(place)).collect();
            return Ok(Bound::new(py, self.with(numbers))?.into_any());
        };
        let number = self.numbers.get(place(index, length)?);
        let row = py.detach(|| self.database().get(number)).map_err(value_error)?;
        let row = row.expect("a row of the view is one of the database");
        to_row(py, row.moves, &row.board.to_string(), row.cluster_size)
    }

    fn __iter__(&self) -> DatabaseIterator {
        DatabaseIterator::new(self.walk(self.numbers.clone(), RankChoice::all()))
    }

    fn __reversed__(&self) -> DatabaseIterator {
        let numbers = Numbers::Chosen(self.numbers.to_vec().into_iter().rev().collect());
        DatabaseIterator::new(self.walk(numbers, RankChoice::all()))
    }

    fn __contains__(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let number = self.number_of(py, value)?;
        Ok(number.is_some_and(|number| self.numbers.places_of(number, 0..self.numbers.len()).next().is_some()))
    }

    /// The index of a row, or of the row with a board or its text; `ValueError` if it is not in the database. `find` takes any
    /// position.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> database(5).index(database(5)[77])
    /// 77
    #[pyo3(signature = (value, start=0, stop=None))]
    fn index(&self, py: Python<'_>, value: &Bound<'_, PyAny>, start: isize, stop: Option<isize>) -> PyResult<usize> {
        let length = self.numbers.len();
        let bound = |at: isize| if at < 0 { length.saturating_sub(at.unsigned_abs()) } else { length.min(at as usize) };
        let places = bound(start)..stop.map_or(length, bound);
        let number = self.number_of(py, value)?;
        let place = number.and_then(|number| self.numbers.places_of(number, places).next());
        place.ok_or_else(|| {
            value_error(format!("{} is not in the database", value.str().map_or(String::new(), |text| text.to_string())))
        })
    }

    /// How often a row, or the row with a board or its text, is in the database.
    fn count(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let number = self.number_of(py, value)?;
        Ok(number.map_or(0, |number| self.numbers.places_of(number, 0..self.numbers.len()).count()))
    }

    /// The index of the row of a board, given as a `Board`, its text or a row: that of its cluster, so all positions that moves
    /// connect have the same one. `None` if no row is here for it, because a piece or wall does not matter, the board has another
    /// size or number of walls, or no solution. It takes milliseconds.
    ///
    /// >>> from gridlock_puzzle import Board, database
    /// >>> db, board = database(5), Board(database(5)[1234])
    /// >>> board.push(board.legal_moves()[0])
    /// >>> db.find(board), db.find("oBBoAAoCoooCoooo")
    /// (1234, None)
    fn find(&self, py: Python<'_>, board: BoardArgument) -> PyResult<Option<usize>> {
        let number = py.detach(|| self.database().find(board.0.state())).map_err(value_error)?;
        Ok(number.and_then(|number| self.numbers.places_of(number, 0..self.numbers.len()).next()))
    }

    /// The id of a row: its board size, number of walls and rank, which name it in every version and file. It is taken wherever a
    /// board is: by `find`, `Board`, `solve` and the program. No row is found for it.
    ///
    /// >>> from gridlock_puzzle import Board, database
    /// >>> db = database(5)
    /// >>> db.id(1234), db.find(db.id(1234)), Board(db.id(1234)).text == db[1234].board
    /// ('5-0-93133', 1234, True)
    fn id(&self, index: isize) -> PyResult<String> {
        let number = self.numbers.get(place(index, self.numbers.len())?);
        let entry = self.database().entry(number).map_err(value_error)?.expect("a row of the view is one of the database");
        Ok(self.database().id_of(entry.walls, entry.rank).to_string())
    }

    /// The rows that meet some conditions: each is a number, a text like `5..10`, a `range`, or a list or tuple without gaps.
    /// `inventory="box"` is for boards that the boxed game can build. `place="row1=truck,column6!=piece"` is for boards with
    /// something in its row or column, as for `gridlock select --place`. No row is found for it, except for `cluster_size`: then
    /// those that meet the other conditions are, some seconds per 100,000.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> few = database(5).where(moves=range(10, 13), walls=0, pieces="..7")
    /// >>> [row.moves for row in few.sample(3, seed=2)]
    /// [12, 12, 11]
    #[pyo3(name = "where", signature = (*, moves=None, walls=None, pieces=None, cars=None, trucks=None, empty=None, inventory=None, place=None, cluster_size=None))]
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
        place: Option<&str>,
        cluster_size: Option<RangeText>,
    ) -> PyResult<Database> {
        let filter = filter_of([moves, None, walls, pieces, cars, trucks, empty], inventory, place, Tiers::NONE)?;
        let conditions = Conditions { filter, split: None };
        if conditions.need_rows() {
            return Err(value_error(
                "a place must be a row or column and no 'empty', which moves can't change: read_rows takes all places, and finds each row",
            ));
        }
        let chosen = self.selected(py, RankChoice::of(conditions))?;
        match cluster_size {
            Some(sizes) => chosen.of_cluster_size(py, &sizes.numbers()?),
            None => Ok(chosen),
        }
    }

    /// Random rows in the order of the database. The seed decides which: they are those of `gridlock select FILE.ranks --sample`
    /// with the same conditions and seed; without a seed they differ each time. No row is found for it. More rows than there are
    /// are a `ValueError`. With `distinct`, no two are near twins, as for `gridlock select --distinct`; then they may be fewer.
    #[pyo3(signature = (count, *, seed=None, distinct=false))]
    fn sample(&self, py: Python<'_>, count: Whole<usize>, seed: Option<Whole<u64>>, distinct: bool) -> PyResult<Database> {
        if count.0 > self.numbers.len() {
            return Err(value_error(format!(
                "a sample of {} rows is larger than the {} rows that there are",
                count.0,
                self.numbers.len()
            )));
        }
        let seed = match seed {
            Some(Whole(seed)) => seed,
            None => py.import("random")?.call_method1("getrandbits", (64,))?.extract()?,
        };
        let sampling = Sampling { size: SampleSize::Total(count.0), seed, distinct, ..Sampling::ALL };
        self.selected(py, RankChoice { then: Some(Stage::Sample(sampling)), ..RankChoice::all() })
    }

    /// The rows that are no near twin of an earlier one that is kept, as for `gridlock select --distinct`. Two rows are near
    /// twins if their families are one, or become one by one change, see `bench.near_twin_split`. No row is found for it. It
    /// takes some seconds per 100,000 rows.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> hard = database(5).where(moves="18..")
    /// >>> len(hard) > len(hard.distinct()) > 0
    /// True
    fn distinct(&self, py: Python<'_>) -> PyResult<Database> {
        let sampling = Sampling { distinct: true, ..Sampling::ALL };
        self.selected(py, RankChoice { then: Some(Stage::Sample(sampling)), ..RankChoice::all() })
    }

    /// One side of a split, that of `gridlock select --split` and `read_rows(..., split=...)`: `train` or `test` with
    /// `test_share`, or one of `train`, `validation` and `test` with `shares` in percent, like `80,10,10`. A cluster and its
    /// mirror image are on one side. All rows are found for it, some seconds per 100,000; the other sides with the same seed then
    /// come at once. `progress(done, all)` is called about 20 times a second.
    ///
    /// `bench.split` has the same sides, and can keep more together.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> db = database(4)
    /// >>> sum(len(db.split(side, shares="50,25,25")) for side in ("train", "validation", "test"))
    /// 32
    #[pyo3(signature = (side, *, test_share=0.2, shares=None, seed=Whole(0), progress=None), text_signature = "($self, side, *, test_share=0.2, shares=None, seed=0, progress=None)")]
    fn split(
        &self,
        py: Python<'_>,
        side: &str,
        test_share: f64,
        shares: Option<&str>,
        seed: Whole<u64>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Database> {
        let split = split_of(side, test_share, shares, seed.0)?;
        let kept = self.on_side(py, &split, progress)?;
        Ok(self.with(kept))
    }

    /// A hash of the family of each row, which depends on `purpose`: what `bench.split` and `bench.sample` call. No row is found
    /// for it.
    #[pyo3(signature = (purpose, progress=None))]
    fn _family_hashes<'py>(
        &self,
        py: Python<'py>,
        purpose: &str,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let hashes = self.family_hashes(py, purpose, progress)?;
        array(py, "uint64", hashes.iter().map(|hash| hash.to_ne_bytes()))
    }

    /// The rows as an Arrow table, as `read_table` gives it. `progress(done, all)` is called about 20 times a second.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> import pyarrow
    /// >>> pyarrow.table(database(4).to_table()).num_rows
    /// 32
    #[pyo3(signature = (progress=None))]
    fn to_table(&self, py: Python<'_>, progress: Option<Bound<'_, PyAny>>) -> PyResult<RowTable> {
        let mut table = RowTable::empty(self.database().metric(), Tiers::NONE);
        let row = |entry, puzzle: &gridlock::Puzzle| row_of(self.database(), entry, puzzle);
        let rows = |places, hear: &dyn Fn(usize) -> bool| self.numbers.rows(self.database(), places, row, hear);
        self.in_batches(py, progress, rows, |rows| table.push(&rows))?;
        Ok(table)
    }

    /// The rows as NumPy arrays by name: `boards`, as `uint8` of rows × lines × columns with the numbers of `Board.cells`,
    /// `moves` and `cluster_sizes`. All threads find the rows. `progress(done, all)` is called about 20 times a second.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> arrays = database(5).where(moves="21..").arrays()
    /// >>> [(name, array.shape, array.dtype) for name, array in arrays.items()]
    /// [('boards', (4, 5, 5), dtype('uint8')), ('moves', (4,), dtype('int32')), ('cluster_sizes', (4,), dtype('int64'))]
    #[pyo3(signature = (progress=None))]
    fn arrays<'py>(&self, py: Python<'py>, progress: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyDict>> {
        let mut arrays = Arrays::new(self.database().size(), self.numbers.len());
        let rows =
            |places, hear: &dyn Fn(usize) -> bool| self.numbers.rows(self.database(), places, |_, row| Ok(array_row(row)), hear);
        self.in_batches(py, progress, rows, |rows| arrays.push(&rows))?;
        arrays.dictionary(py)
    }

    /// The rows as a `pandas.DataFrame`, with the columns of `to_table`. All rows are found for it, some seconds per 100,000. Needs
    /// pandas and pyarrow.
    ///
    /// >>> from gridlock_puzzle import database
    /// >>> database(4).to_pandas()[["moves", "pieces", "cluster_size"]].max().tolist()
    /// [7, 6, 42]
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))?.call_method0("to_pandas")
    }

    /// The rows as a stream of record batches, for libraries that read Arrow. All of them are found first.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Bound::new(py, self.to_table(py, None)?)?.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    /// The schema of the rows, for libraries that read Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Bound::new(py, RowTable::empty(self.database().metric(), Tiers::NONE))?.call_method0("__arrow_c_schema__")
    }

    /// The number of rows and the first three, as notebooks show them.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let title = self.__repr__().replace('<', "&lt;").replace('>', "&gt;");
        let first = (0..self.numbers.len().min(3)).map(|place| self.picture_of(py, self.numbers.get(place)));
        let pictures = first.collect::<PyResult<String>>()?;
        Ok(format!("<p>{title}</p><div style=\"display:flex;gap:1em\">{pictures}</div>"))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'_, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __eq__(&self, py: Python<'_>, other: &Database) -> bool {
        let has_same_rows = self.numbers.len() == other.numbers.len()
            && (0..self.numbers.len()).all(|place| self.numbers.get(place) == other.numbers.get(place));
        has_same_rows
            && (Arc::ptr_eq(&self.opened, &other.opened)
                || py.detach(|| self.database().file_sha256() == other.database().file_sha256()))
    }

    fn __hash__(&self) -> u64 {
        let first = if self.numbers.len() > 0 { self.numbers.get(0) } else { 0 };
        let mut hasher = DefaultHasher::new();
        (self.numbers.len(), first).hash(&mut hasher);
        hasher.finish()
    }

    /// Databases are pickled as the arguments of `_restore`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<pickle::Reduced<'py>> {
        pickle::reduced(slf)
    }

    /// The database of a pickle.
    #[staticmethod]
    fn _restore(py: Python<'_>, origin: PathBuf, sha256: Option<&str>, numbers: Option<&[u8]>) -> PyResult<Database> {
        pickle::restored(py, origin, sha256, numbers)
    }
}
