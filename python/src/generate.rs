//! `generate`: the puzzles of a size.
use gridlock::{ClusterTooLarge, Puzzle, Size};
use pyo3::prelude::*;
use std::collections::VecDeque;

use crate::convert::{RangeText, Whole, metric, to_row, value_error};

/// Candidates between two looks at the signals.
const BATCH: u64 = 4096;

/// An iterator over the puzzles of a size as rows. `generate(size, walls)` makes one.
#[pyclass(module = "gridlock_puzzle")]
pub struct Puzzles {
    /// `None` only while a batch is under work.
    puzzles: Option<gridlock::Puzzles>,
    candidates: u64,
    /// Ranks of candidates that are still to be analysed.
    next: u64,
    end: u64,
    ready: VecDeque<Result<Puzzle, ClusterTooLarge>>,
}

#[pymethods]
impl Puzzles {
    /// The number of candidates of the size and range of walls: ranks run from 0 to one below it.
    #[getter]
    fn candidates(&self) -> u64 {
        self.candidates
    }

    /// The rank of the candidate that is analysed next; rows of the candidates before it may still be waiting.
    #[getter]
    fn next_rank(&self) -> u64 {
        self.next
    }

    fn __iter__(slf: PyRef<'_, Puzzles>) -> PyRef<'_, Puzzles> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            if let Some(puzzle) = self.ready.pop_front() {
                let Puzzle { moves, unsolved, cluster_size } = puzzle.map_err(value_error)?;
                return to_row(py, moves, &unsolved.to_string(), cluster_size).map(Some);
            }
            if self.next >= self.end {
                return Ok(None);
            }
            py.check_signals()?;
            let Some(puzzles) = self.puzzles.take() else { return Ok(None) };
            let ranks = self.next..self.end.min(self.next + BATCH);
            self.next = ranks.end;
            let (puzzles, ready) = py.detach(move || {
                let mut puzzles = puzzles.ranks(ranks);
                let ready: VecDeque<_> = puzzles.by_ref().collect();
                (puzzles, ready)
            });
            self.puzzles = Some(puzzles);
            self.ready = ready;
        }
    }

    fn __repr__(&self) -> String {
        format!("<Puzzles: candidate {} of {}>", self.next, self.candidates)
    }
}

/// The puzzles of a size and a number of walls, as an iterator of `Row`: for every set of connected states the hardest state, if no piece
/// or wall of it is superfluous.
///
/// `walls` is a number, a text like `0..2`, or a range like `range(0, 3)`. The order is that of the candidates, in which
/// `gridlock generate` writes too; `sorted(rows, reverse=True)` puts those of most moves first.
///
/// `metric` is what depths count: `moves` or `steps`. By steps other states are the hardest, so the rows are others.
///
/// `start` and `stop` restrict the iterator to candidates of these ranks, so that several processes can share the work: consecutive
/// ranges give all puzzles once. The work is done on the calling thread, some thousand candidates ahead.
///
/// >>> from gridlock_puzzle import generate
/// >>> rows = list(generate(4))
/// >>> len(rows), max(rows).moves
/// (32, 7)
/// >>> max(generate(4, metric="steps")).moves
/// 10
/// >>> generate(5).candidates
/// 124886
/// >>> first, second = generate(4, walls="0..2", stop=1000), generate(4, walls="0..2", start=1000)
/// >>> len(set(first) | set(second)) == len(list(generate(4, walls="0..2")))
/// True
#[pyfunction]
#[pyo3(signature = (size, walls=None, *, metric="moves", start=Whole(0), stop=None),
       text_signature = "(size, walls=0, *, metric='moves', start=0, stop=None)")]
pub fn generate(
    py: Python<'_>,
    size: Whole<usize>,
    walls: Option<RangeText>,
    metric: &str,
    start: Whole<u64>,
    stop: Option<Whole<u64>>,
) -> PyResult<Puzzles> {
    let size = Size::new(size.0).map_err(value_error)?;
    let walls = walls.unwrap_or_else(|| RangeText::number(0)).walls()?;
    let metric = self::metric(metric)?;
    let puzzles = py.detach(|| gridlock::Puzzles::of(size, walls)).map_err(value_error)?.with_metric(metric);
    let candidates = puzzles.candidates();
    let end = stop.map_or(candidates, |stop| stop.0.min(candidates));
    Ok(Puzzles { puzzles: Some(puzzles), candidates, next: start.0, end, ready: VecDeque::new() })
}
