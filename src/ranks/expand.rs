//! From ranks to rows and back, with tables for each number of walls.
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Display;
use std::io;
use std::num::NonZeroUsize;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use super::{RankEntry, size_class};
use crate::board::{Bitboard, Metric, Piece, Puzzle, Rules, Size, State, StopToken, WallRange};
use crate::enumerate::GeneratorError;
use crate::errors::{reworded, stopped, wrong_input};
use crate::generate::{Generator, VehicleCounts, Worker};

/// The tables of the candidates of some rules, for each number of walls: built on first use, and shared by all threads.
#[derive(Debug)]
pub struct RankTables {
    rules: Rules,
    metric: Metric,
    of_walls: [OnceLock<Generator>; Size::MAX_FAST * Size::MAX_FAST],
    building: Mutex<()>,
}

impl RankTables {
    /// No tables yet.
    pub fn new(rules: Rules, metric: Metric) -> RankTables {
        RankTables { rules, metric, of_walls: std::array::from_fn(|_| OnceLock::new()), building: Mutex::new(()) }
    }

    /// The tables for a number of walls. Builds them if they are not there: that takes up to a second.
    ///
    /// # Errors
    /// There are no tables for this number of walls, or `stop` is set.
    pub fn of(&self, walls: u8, stop: StopToken<'_>) -> io::Result<&Generator> {
        let tables = &self.of_walls[usize::from(walls)];
        let _one = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.get().is_none() {
            let range = WallRange::new(walls, walls).expect("a range of one number");
            let no_ranks = |why: &io::Error| format!("there are no ranks for boards with {walls} walls: {why}");
            let generator = Generator::new_until(self.rules, range, stop).map_err(generator_error);
            let generator = generator.map_err(|error| reworded(error, no_ranks))?;
            let _ = tables.set(generator.with_metric(self.metric)); // one thread at a time
        }
        Ok(tables.get().expect("they were built"))
    }

    /// Buffers for one thread.
    pub fn expander(&self) -> Expander<'_> {
        Expander { tables: self, workers: BTreeMap::new() }
    }
}

/// Turns ranks into rows, and rows into ranks, on one thread. It reuses its buffers.
#[derive(Debug)]
pub struct Expander<'t> {
    tables: &'t RankTables,
    /// Per number of walls the worker, and the number of candidates.
    workers: BTreeMap<u8, (Worker<'t>, u64)>,
}

impl<'t> Expander<'t> {
    /// The rules of the rows.
    pub(super) fn rules(&self) -> Rules {
        self.tables.rules
    }

    /// The worker for a number of walls, and the number of candidates. Its first use may build the tables.
    fn worker_and_candidates(&mut self, walls: u8) -> io::Result<&mut (Worker<'t>, u64)> {
        Ok(match self.workers.entry(walls) {
            Entry::Occupied(worker) => worker.into_mut(),
            Entry::Vacant(place) => {
                let tables = self.tables.of(walls, StopToken::NEVER)?;
                place.insert((tables.worker(), tables.candidates()))
            }
        })
    }

    fn worker(&mut self, walls: u8) -> io::Result<&mut Worker<'t>> {
        Ok(&mut self.worker_and_candidates(walls)?.0)
    }

    /// The row of a rank.
    ///
    /// # Errors
    /// There is no row of this rank, or it has another number of moves.
    pub fn row(&mut self, entry: RankEntry) -> io::Result<Puzzle> {
        let row = self.worker(entry.walls)?.row(entry.rank).map_err(|problem| wrong_input(problem.to_string()))?;
        if row.moves != entry.moves {
            return Err(wrong_input(format!("its row is '{row}', but the file says {} moves", entry.moves)));
        }
        if entry.size_class > 0 && entry.size_class != size_class(row.cluster_size) {
            let class = entry.size_class;
            return Err(wrong_input(format!(
                "its row is '{row}', but the file says that the size of its cluster has {class} binary digits"
            )));
        }
        Ok(row)
    }

    /// As [`Expander::row`], with the block of the entry in the error.
    pub(super) fn row_of(&mut self, block: u64, entry: RankEntry) -> io::Result<Puzzle> {
        let place = |why: &io::Error| format!("block {block}, {entry}: {why}; the file is damaged or made up");
        self.row(entry).map_err(|problem| reworded(problem, place))
    }

    /// The number of cars and trucks of the board of a rank.
    ///
    /// # Errors
    /// There is no such rank.
    pub fn vehicle_counts(&mut self, entry: RankEntry) -> io::Result<VehicleCounts> {
        let (worker, candidates) = self.worker_and_candidates(entry.walls)?;
        if entry.rank < *candidates {
            return Ok(worker.vehicle_counts(entry.rank));
        }
        Err(wrong_input(format!("there is no {entry}: the file is damaged or made up")))
    }

    /// The candidate of a rank, which must exist.
    ///
    /// # Errors
    /// As [`Expander::vehicle_counts`].
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn candidate(&mut self, entry: RankEntry) -> io::Result<State> {
        Ok(self.worker(entry.walls)?.candidate(entry.rank))
    }

    /// Adds the pieces of the candidate of a rank, which must exist, to a list, in any order; returns its walls.
    ///
    /// # Errors
    /// As [`Expander::vehicle_counts`].
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn candidate_pieces(&mut self, entry: RankEntry, pieces: &mut Vec<Piece>) -> io::Result<Bitboard> {
        Ok(self.worker(entry.walls)?.candidate_pieces(entry.rank, pieces))
    }

    /// The rank of the cluster of a board, which need not be the rank of a row. `None` if the board is not among the candidates
    /// with its number of walls, or has no solution.
    ///
    /// # Errors
    /// As [`Expander::vehicle_counts`].
    pub fn cluster_rank(&mut self, walls: u8, board: &State) -> io::Result<Option<u64>> {
        Ok(self.worker(walls)?.rank_of_cluster(board).ok())
    }

    /// The rank of a candidate; `None` if the board is not one of those with its number of walls.
    ///
    /// # Errors
    /// As [`Expander::vehicle_counts`].
    pub fn candidate_rank(&mut self, walls: u8, candidate: &State) -> io::Result<Option<u64>> {
        Ok(self.tables.of(walls, StopToken::NEVER)?.rank(candidate))
    }

    /// The rank of a row.
    ///
    /// # Errors
    /// It has none.
    pub fn entry(&mut self, row: &Puzzle) -> io::Result<RankEntry> {
        let walls = row.board.walls().len() as u8; // at most 64
        let rank = self.worker(walls)?.rank_of(row).map_err(|problem| {
            let problem = match row.board.size() == self.rules().size() {
                true => format!("{problem}, with depths in {}", self.tables.metric),
                false => format!("the other rows are of size {}", self.rules().size()),
            };
            unranked(row, &problem)
        })?;
        Ok(RankEntry { walls, rank, moves: row.moves, size_class: size_class(row.cluster_size) })
    }
}

/// The error of a row without a rank.
pub(super) fn unranked(row: impl Display, problem: &str) -> io::Error {
    wrong_input(format!("the row '{row}' has no rank: {problem}; write rows that are not from a database as text"))
}

/// The error of candidates that can't be numbered, or that a signal came first.
pub(crate) fn generator_error(error: GeneratorError) -> io::Error {
    match error {
        GeneratorError::Stopped(_) => stopped(),
        error => wrong_input(error.to_string()),
    }
}

/// Threads that expand rows: one per core.
pub(super) fn threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
