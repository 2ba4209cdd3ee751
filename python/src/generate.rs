//! `generate`: the puzzles of a size.
use gridlock::internals::rows::LeastDepth;
use gridlock::{ClusterTooLarge, Puzzle, Rules, Size};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::collections::VecDeque;

use crate::board::ShapeArgument;
use crate::convert::{RangeText, Whole, metric, to_row, value_error};
use crate::interrupt::{Background, interruptible};

/// Candidates that are analysed at a time.
const BATCH: u64 = 4096;

/// The iterator of the library, and what it found in its last batch.
type Batch = (gridlock::Puzzles, VecDeque<Result<Puzzle, ClusterTooLarge>>);

/// An iterator over the puzzles of a size as rows. `generate(size, walls)` makes one.
#[pyclass(module = "gridlock_puzzle")]
pub struct Puzzles {
    /// `None` while a batch is being analysed.
    puzzles: Option<gridlock::Puzzles>,
    /// The batch being analysed.
    batch: Option<Background<Batch>>,
    candidates: u64,
    /// Ranks of candidates that are still to be analysed.
    next: u64,
    end: u64,
    ready: VecDeque<Result<Puzzle, ClusterTooLarge>>,
}

#[pymethods]
impl Puzzles {
    /// The number of candidates of the size and range of walls.
    #[getter]
    fn candidates(&self) -> u64 {
        self.candidates
    }

    /// The number of the candidate that is analysed next; rows of the candidates before it may still be waiting.
    #[getter]
    fn next_rank(&self) -> u64 {
        self.next
    }

    fn __iter__(slf: PyRef<'_, Puzzles>) -> PyRef<'_, Puzzles> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            if let Some(Ok(Puzzle { moves, board, cluster_size })) = self.ready.front() {
                // this runs Python code, and with it perhaps a signal handler that raises: the row is not lost
                let row = to_row(py, *moves, &board.to_string(), *cluster_size)?;
                self.ready.pop_front();
                return Ok(Some(row));
            }
            if let Some(Err(error)) = self.ready.pop_front() {
                return Err(value_error(error));
            }
            if let Some(puzzles) = self.puzzles.take_if(|_| self.next < self.end) {
                let ranks = self.next..self.end.min(self.next + BATCH);
                self.next = ranks.end;
                self.batch = Some(Background::start(move || {
                    let mut puzzles = puzzles.ranks(ranks).into_iter();
                    let ready = puzzles.by_ref().collect();
                    (puzzles.into_puzzles(), ready)
                })?);
            }
            if self.puzzles.is_some() {
                return Ok(None);
            }
            let batch = self.batch.as_ref().ok_or_else(|| PyRuntimeError::new_err("this iterator has failed before"))?;
            let (puzzles, ready) = batch.wait(py)?;
            (self.puzzles, self.ready, self.batch) = (Some(puzzles), ready, None);
        }
    }

    fn __repr__(&self) -> String {
        format!("<Puzzles: candidate {} of {}>", self.next, self.candidates)
    }
}

/// The puzzles of a size and a number of walls, as an iterator of `Row`: for every set of connected states the hardest state, if
/// no piece or wall of it is superfluous.
///
/// `size` is a number, or columns and rows as `'6x5'` or `(6, 5)`. `walls` is a number, a text like `0..2`, or a range like
/// `range(0, 3)`.
///
/// The defaults are the classic game. `primary_row` is the row of the primary, from 1 at the top (else the middle one, the upper
/// one of two), `primary_length` its length, and `lengths` are those of the other pieces, like `2..4`.
///
/// The generator goes through *candidates*, the goal states in which no piece except the primary can move left or up. They are
/// numbered from 0, and most give no row. Rows come in the order of their candidates, as from `gridlock generate`; `sorted(rows,
/// reverse=True)` puts the most moves first.
///
/// `metric` is what depths count: `moves` or `steps`. By steps other states are the hardest, so the rows differ.
///
/// `moves="60.."` leaves out the puzzles of fewer moves (or steps). Most of their clusters are rejected early, so this takes a
/// fraction of the time. The range must be open above.
///
/// `start` and `stop` restrict the iterator to candidates of these numbers, so that several processes can share the work:
/// consecutive ranges give all puzzles once. The work is done on one thread, some thousand candidates ahead.
///
/// 8×8 has too many candidates, and so has 7×7 with many walls: both are a `ValueError`. Candidates are counted first, which
/// takes seconds for 6×6 with walls and minutes for 7×7 with many; Ctrl-C ends that too. After Ctrl-C an iterator can be used
/// further, no row is lost.
///
/// >>> from gridlock_puzzle import generate
/// >>> rows = list(generate(4))
/// >>> len(rows), max(rows).moves
/// (32, 7)
/// >>> max(generate(4, metric="steps")).moves
/// 10
/// >>> [row.moves for row in generate(4, moves="7..")]
/// [7, 7, 7]
/// >>> max(generate("5x4", lengths="2..4")).moves
/// 9
/// >>> generate(5).candidates
/// 124886
/// >>> first, second = generate(4, walls="0..2", stop=1000), generate(4, walls="0..2", start=1000)
/// >>> len(set(first) | set(second)) == len(list(generate(4, walls="0..2")))
/// True
#[pyfunction]
#[pyo3(signature = (size, walls=None, *, metric="moves", moves=None, start=Whole(0), stop=None, primary_row=None,
                     primary_length=Whole(2), lengths=None),
       text_signature = "(size, walls=0, *, metric='moves', moves=None, start=0, stop=None, primary_row=None, primary_length=2, \
                         lengths='2..3')")]
#[expect(clippy::too_many_arguments, reason = "Python has names for them")]
pub fn generate(
    py: Python<'_>,
    size: &Bound<'_, PyAny>,
    walls: Option<RangeText>,
    metric: &str,
    moves: Option<&str>,
    start: Whole<u64>,
    stop: Option<Whole<u64>>,
    primary_row: Option<Whole<usize>>,
    primary_length: Whole<usize>,
    lengths: Option<RangeText>,
) -> PyResult<Puzzles> {
    let size = match size.extract::<ShapeArgument>() {
        Ok(ShapeArgument(size)) => size,
        Err(error) if error.is_instance_of::<PyValueError>(py) => return Err(error),
        Err(_) => Size::square(size.extract::<Whole<usize>>()?.0).map_err(value_error)?,
    };
    let row = primary_row.map_or(size.primary_row(), |row| row.0.wrapping_sub(1));
    let rules = Rules::of_size(size).with_primary_row(row).and_then(|rules| rules.with_primary_length(primary_length.0));
    let mut rules = rules.map_err(value_error)?;
    if let Some(lengths) = lengths {
        let lengths = lengths.numbers()?;
        rules = rules.with_lengths(lengths.min() as usize..=lengths.max() as usize).map_err(value_error)?;
    }
    let walls = walls.unwrap_or_else(|| RangeText::number(0)).walls()?;
    let metric = self::metric(metric)?;
    let puzzles = interruptible(py, |stop| gridlock::Generator::new_until(rules, walls, stop))?.map_err(value_error)?;
    let puzzles = gridlock::Puzzles::from(puzzles).with_metric(metric).with_least_depth(least_depth(moves)?);
    let candidates = puzzles.candidates();
    let end = stop.map_or(candidates, |stop| stop.0.min(candidates));
    Ok(Puzzles { puzzles: Some(puzzles), batch: None, candidates, next: start.0, end, ready: VecDeque::new() })
}

/// The least depth of a range like `60..`.
fn least_depth(moves: Option<&str>) -> PyResult<u32> {
    let Some(text) = moves else { return Ok(0) };
    text.parse::<LeastDepth>().map(|least| least.0).map_err(value_error)
}
