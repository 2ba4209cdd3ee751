//! From the rank of a row to the row, and back.
//!
//! The *rank of a row* is the rank of the smallest goal state of its cluster. Each cluster has its own, so each row has exactly
//! one rank, and no two rows share one. Where there are mirror images, as on 5×5 and 7×7, this also holds for a cluster and its mirror image, though the generator
//! searches only one of them.
//!
//! Getting a row from the rank of a rank file skips the tests of pieces and walls: the run that generated the row has shown that
//! each of them matters. [`Worker::tested_row`](super::Worker::tested_row) does not skip it.
use super::worker::WorkerOfSize;
use super::{ClusterTooLarge, RankError, VehicleCounts};
use crate::board::{LimitExceeded, Puzzle, State};
use crate::generate::analyzer::{ClusterRow, Explored};
use crate::lines::Placement;

impl<const N: usize> WorkerOfSize<'_, N> {
    /// See [`Worker::row`](super::Worker::row).
    pub(super) fn row(&mut self, rank: u64) -> Result<Puzzle, RankError> {
        self.row_by(rank, |explored| explored.known_row().map(Some))
    }

    /// See [`Worker::tested_row`](super::Worker::tested_row).
    pub(super) fn tested_row(&mut self, rank: u64) -> Result<Puzzle, RankError> {
        self.row_by(rank, |explored| explored.rows(0).map(|[row, _]| row))
    }

    /// Explores the cluster of a rank, and finds its row.
    fn row_by(&mut self, rank: u64, find: impl FnOnce(&mut Explored<'_, N>) -> Found<N>) -> Result<Puzzle, RankError> {
        let candidates = self.generator.enumerator.candidates();
        if rank >= candidates {
            return Err(RankError::OutOfRange { rank, candidates });
        }
        let lines = &self.generator.lines;
        let candidate = self.placement(rank);
        match self.analyzer.explore_alone(lines, &candidate, None) {
            Ok(Some(mut explored)) => to_row(find(&mut explored), &explored),
            Ok(None) => Err(RankError::NotSmallestGoal(candidate.to_state(lines))),
            Err(source) => Err(ClusterTooLarge { state: candidate.to_state(lines), source }.into()),
        }
    }

    /// See [`Worker::rank_of`](super::Worker::rank_of).
    pub(super) fn rank_of(&mut self, row: &Puzzle) -> Result<u64, RankError> {
        let (rank, mut explored) = self.explored_from(&row.board)?;
        let found = to_row(explored.hardest(0), &explored)?;
        if found == *row { Ok(rank) } else { Err(RankError::OtherRow(found)) }
    }

    /// See [`Worker::rank_of_cluster`](super::Worker::rank_of_cluster).
    pub(super) fn rank_of_cluster(&mut self, state: &State) -> Result<u64, RankError> {
        Ok(self.explored_from(state)?.0)
    }

    /// Explores the cluster of a state; returns the rank of its smallest goal state too.
    fn explored_from(&mut self, state: &State) -> Result<(u64, Explored<'_, N>), RankError> {
        let lines = &self.generator.lines;
        let board = || state.clone();
        let state = Placement::from_state(lines, state).ok_or_else(|| RankError::NotEnumerated(board()))?;
        let explored = self.analyzer.explore_alone(lines, &state, Some(usize::MAX));
        let explored = explored.map_err(|source| ClusterTooLarge { state: board(), source })?;
        let explored = explored.ok_or_else(|| RankError::Unsolvable(board()))?;
        let goal = explored.smallest_goal().ok_or_else(|| RankError::Unsolvable(board()))?;
        let rank = self.generator.enumerator.rank(&goal).ok_or_else(|| RankError::NotEnumerated(board()))?;
        Ok((rank, explored))
    }

    /// See [`Worker::vehicle_counts`](super::Worker::vehicle_counts).
    pub(super) fn vehicle_counts(&mut self, rank: u64) -> VehicleCounts {
        let candidate = self.placement(rank);
        let groups = candidate.row_groups.iter().chain(&candidate.column_groups);
        let lengths = groups.flat_map(|&group| &self.generator.lines.groups()[group as usize].lengths);
        let mut counts = VehicleCounts::default();
        for &length in lengths {
            counts.pieces += 1;
            counts.covered += u32::from(length);
            counts.cars += u32::from(length == 2);
            counts.trucks += u32::from(length == 3);
        }
        // the primary is among them, and counts as neither
        let own = self.generator.lines.rules().primary_length();
        counts.cars -= u32::from(own == 2);
        counts.trucks -= u32::from(own == 3);
        counts
    }
}

/// What the stages after the exploration of a cluster find: its row, if it may have one.
type Found<const N: usize> = Result<Option<ClusterRow<N>>, LimitExceeded>;

/// What was found in an explored cluster, as a row.
fn to_row<const N: usize>(found: Found<N>, explored: &Explored<'_, N>) -> Result<Puzzle, RankError> {
    let start = || explored.cluster.start.to_state(explored.lines);
    match found {
        Ok(Some(row)) => Ok(row.to_puzzle(explored.lines, explored.cluster.states)),
        Ok(None) => Err(RankError::NotMinimal(start())),
        Err(source) => Err(ClusterTooLarge { state: start(), source }.into()),
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Metric, Puzzle, Size};
    use crate::generate::{Generator, RankError, Ranks};

    /// All rows of a database come back from their ranks, which are all different; other ranks give no row, or one whose pieces
    /// do not all matter. The ranks are those of the goal states that come with the rows; except for mirror images, the generator found the rows there.
    fn check(n: usize, walls: &str, metric: Metric, ranks: Ranks) {
        let generator =
            Generator::new(Size::square(n).expect("a size"), walls.parse().expect("a range")).expect("few candidates");
        let generator = generator.with_metric(metric);
        let mut worker = generator.worker();
        let mut rows: Vec<(u64, Puzzle)> = Vec::new();
        let (mut mirror_images, mut not_minimal) = (0, 0);
        for rank in (0..ranks.count).map(|k| ranks.first + k * ranks.step).take_while(|&rank| rank < generator.candidates()) {
            let mut found = Vec::new();
            worker
                .analyse(Ranks { first: rank, step: 1, count: 1 }, &mut |row, goal| {
                    found.push((row.clone(), goal.clone()));
                })
                .expect("small");
            let tested = worker.tested_row(rank);
            if n.is_multiple_of(2) {
                assert_eq!(tested.as_ref().ok(), found.first().map(|(row, _)| row), "{rank}");
            }
            not_minimal += u32::from(matches!(tested, Err(RankError::NotMinimal(_))) && worker.row(rank).is_ok());
            for (row, goal) in found {
                let own = worker.rank_of(&row).expect("a rank");
                assert_eq!(generator.rank(&goal), Some(own), "{row}: {goal}");
                mirror_images += usize::from(own != rank);
                assert_eq!(worker.rank_of_cluster(&row.board), Ok(own));
                assert!(own == rank || n % 2 == 1, "{row}: {own}, not {rank}");
                assert_eq!(worker.row(own).as_ref(), Ok(&row));
                assert_eq!(worker.tested_row(own).as_ref(), Ok(&row));
                let state = worker.candidate(own);
                let items = row.board.pieces().filter(|piece| piece.length == 3).count() as u32;
                assert_eq!(worker.vehicle_counts(own).trucks, items, "{state}");
                assert_eq!(worker.vehicle_counts(own).cars, row.board.pieces().count() as u32 - items - 1, "{state}");
                rows.push((own, row));
            }
        }
        assert!(not_minimal > 0 || n == 4, "{n} {walls} {metric}");
        assert!(mirror_images > rows.len() / 4 || n.is_multiple_of(2), "{mirror_images} of {}", rows.len());
        rows.sort();
        assert!(rows.windows(2).all(|pair| pair[0].0 < pair[1].0), "{n} {walls} {metric}: a rank for each row");
        assert!(rows.len() > 20, "{n} {walls}: {} rows", rows.len());
    }

    #[test]
    fn every_row_has_a_rank_of_its_own_and_comes_back_from_it_at_length() {
        for metric in [Metric::Moves, Metric::Steps] {
            check(4, "0..2", metric, Ranks { first: 0, step: 1, count: u64::MAX });
            check(5, "0", metric, Ranks { first: 0, step: 1, count: 124_886 });
            check(6, "0", metric, Ranks { first: 1_000_003, step: 9_991, count: 4_000 });
            check(7, "0", metric, Ranks { first: 7, step: 8_000_003, count: 11_000 });
        }
    }

    #[test]
    fn a_tested_row_does_not_depend_on_the_least_depth() {
        let generator =
            || Generator::new(Size::square(4).expect("a size"), "0".parse().expect("a range")).expect("few candidates");
        let (all, deep) = (generator(), generator().with_least_depth(5));
        let (mut worker, mut of_deep) = (all.worker(), deep.worker());
        let mut rows = 0;
        for rank in 0..all.candidates() {
            let tested = worker.tested_row(rank);
            assert_eq!(of_deep.tested_row(rank), tested, "{rank}");
            rows += u32::from(tested.is_ok());
        }
        assert_eq!(rows, 32);
    }

    #[test]
    fn what_gives_no_row_is_named() {
        let generator = Generator::new(Size::square(4).expect("a size"), "0".parse().expect("a range")).expect("few candidates");
        let mut worker = generator.worker();
        let candidates = generator.candidates();
        assert_eq!(worker.tested_row(candidates), Err(RankError::OutOfRange { rank: candidates, candidates }));
        let mut kinds = [0; 3];
        let mut rows = Vec::new();
        for rank in 0..candidates {
            match worker.tested_row(rank) {
                Ok(row) => {
                    kinds[0] += 1;
                    assert_eq!(worker.row(rank).as_ref(), Ok(&row));
                    assert_eq!(worker.rank_of(&row), Ok(rank));
                    rows.push(row);
                }
                Err(RankError::NotSmallestGoal(_)) => kinds[1] += 1,
                Err(RankError::NotMinimal(_)) => kinds[2] += 1,
                Err(error) => panic!("{rank}: {error}"),
            }
        }
        assert!(kinds.iter().all(|&count| count > 10), "{kinds:?}");
        let row = |text: &str| -> Puzzle { text.parse().expect("a row") };
        assert!(matches!(worker.rank_of(&row("02 oBBoAAoCoooCooxo 19")), Err(RankError::NotEnumerated(_))), "a wall");
        assert!(matches!(worker.rank_of(&row("02 oooBAAoBoooBoooo 19")), Err(RankError::Unsolvable(_))));
        let right = rows.pop().expect("a row");
        let deeper = Puzzle { moves: right.moves + 1, ..right.clone() };
        let larger = Puzzle { cluster_size: right.cluster_size + 1, ..right.clone() };
        let rank = worker.rank_of(&right).expect("a rank");
        let other_state = Puzzle { board: worker.candidate(rank), ..right.clone() };
        for wrong in [deeper, larger, other_state] {
            assert_eq!(worker.rank_of(&wrong), Err(RankError::OtherRow(right.clone())), "{wrong}");
        }
    }
}
