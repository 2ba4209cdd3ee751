//! From ranks to rows and back, with tables for each number of walls.
use std::collections::BTreeMap;

use super::RankEntry;
use super::error::{RankFileProblem, RowProblem};
use crate::board::{Metric, Puzzle, Size, State, StopToken, WallRange};
use crate::enumerate::GeneratorError;
use crate::generate::{Generator, VehicleCounts, Worker};

/// The tables of the candidates of a size, for some numbers of walls. All threads share them.
#[derive(Debug)]
pub struct RankTables {
    size: Size,
    metric: Metric,
    of_walls: BTreeMap<u8, Generator>,
}

impl RankTables {
    /// No tables yet.
    pub fn new(size: Size, metric: Metric) -> RankTables {
        RankTables { size, metric, of_walls: BTreeMap::new() }
    }

    /// Board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Builds the tables for a number of walls, if they are not there.
    ///
    /// # Errors
    /// [`RankFileProblem::Tables`] if there are none; [`RankFileProblem::Stopped`] once `stop` is set.
    pub fn add(&mut self, walls: u8, stop: StopToken<'_>) -> Result<(), RankFileProblem> {
        if !self.of_walls.contains_key(&walls) {
            let range = WallRange::new(walls, walls).expect("a range of one number");
            let generator = Generator::new_until(self.size, range, stop).map_err(|source| match source {
                GeneratorError::Stopped(_) => RankFileProblem::Stopped,
                GeneratorError::NotEnumerated(_) | GeneratorError::TooManyCandidates(_) => {
                    RankFileProblem::Tables { walls, source }
                }
            })?;
            self.of_walls.insert(walls, generator.with_metric(self.metric));
        }
        Ok(())
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
    workers: BTreeMap<u8, Worker<'t>>,
}

impl<'t> Expander<'t> {
    /// The worker for a number of walls, whose tables must be there.
    fn worker(&mut self, walls: u8) -> &mut Worker<'t> {
        let tables = self.tables;
        self.workers.entry(walls).or_insert_with(|| tables.of_walls[&walls].worker())
    }

    /// The row of a rank.
    ///
    /// # Errors
    /// A [`RowProblem`] if there is no row of this rank, or one with another number of moves.
    ///
    /// # Panics
    /// If the tables for its number of walls were not built.
    pub fn row(&mut self, entry: RankEntry) -> Result<Puzzle, RowProblem> {
        let row = self.worker(entry.walls).row(entry.rank)?;
        if row.moves == entry.moves { Ok(row) } else { Err(RowProblem::Moves(row, entry.moves)) }
    }

    /// The number of cars and trucks of the board of a rank; `None` if there is no such rank.
    ///
    /// # Panics
    /// As [`Expander::row`].
    pub fn vehicle_counts(&mut self, entry: RankEntry) -> Option<VehicleCounts> {
        let is_rank = entry.rank < self.tables.of_walls[&entry.walls].candidates();
        is_rank.then(|| self.worker(entry.walls).vehicle_counts(entry.rank))
    }

    /// The candidate of a rank, which must exist.
    ///
    /// # Panics
    /// As [`Expander::row`], and if there is no such rank.
    pub fn candidate(&mut self, entry: RankEntry) -> State {
        self.worker(entry.walls).candidate(entry.rank)
    }

    /// The rank of the cluster of a board, which need not be the rank of a row. `None` if the board is not among the candidates
    /// with its number of walls, or has no solution.
    ///
    /// # Panics
    /// As [`Expander::row`].
    pub fn cluster_rank(&mut self, walls: u8, board: &State) -> Option<u64> {
        self.worker(walls).rank_of_cluster(board).ok()
    }

    /// The rank of a row.
    ///
    /// # Errors
    /// [`RankFileProblem::Unranked`] if it has none.
    ///
    /// # Panics
    /// As [`Expander::row`].
    pub fn entry(&mut self, row: &Puzzle) -> Result<RankEntry, RankFileProblem> {
        let walls = row.board.walls().count_ones() as u8; // at most 64
        let rank = self.worker(walls).rank_of(row).map_err(|problem| {
            let problem = match row.board.size() == self.tables.size {
                true => format!("{problem}, with depths in {}", self.tables.metric),
                false => format!("the other rows are of size {}", self.tables.size),
            };
            RankFileProblem::Unranked { row: row.to_string(), problem }
        })?;
        Ok(RankEntry { walls, rank, moves: row.moves })
    }
}
