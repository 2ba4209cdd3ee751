//! The search of a cluster for a [`SolutionReport`].
use super::blocking::blocking_pieces;
use super::shortest_solutions::ShortestSolutions;
use super::solution_report::SolutionReport;
use crate::board::{Item, Metric, Move, Orientation, Piece, SearchError, State, check_placement};
use crate::pairs::{Pair, PairSearchError, SearchLimits, StatePairs};
use crate::reference::Cluster;

/// Finds the [`SolutionReport`] of one board after the other. Its buffers are reused, so a thread keeps one `SolutionSearch`.
#[derive(Default)]
pub struct SolutionSearch {
    pairs: StatePairs,
    /// The indices in [`State::items`] of the pieces of each half of the board, see [`items_of_halves`].
    items: [Vec<usize>; 2],
    /// States that [`Self::nearer`] has found.
    reached: Vec<Pair>,
}

debug_as_name!([] SolutionSearch);

/// Reserved memory that is kept for the next cluster.
const KEPT_BYTES: usize = 64 << 20;

impl SolutionSearch {
    /// The report of a board; `None` if it has no solution.
    ///
    /// # Errors
    /// [`SearchError::LimitExceeded`] if the cluster has more than `max_states` states.
    pub fn report(&mut self, board: &State, max_states: usize) -> Result<Option<SolutionReport>, SearchError> {
        let report = self.by_pairs(board, max_states);
        if self.pairs.reserved_bytes() > KEPT_BYTES {
            *self = SolutionSearch::default();
        }
        report.or_else(|error| match error {
            PairSearchError::GivenUp(reached) if reached.limit == max_states => Err(reached.into()),
            _ => plain_report(board, max_states),
        })
    }

    /// The same with `pairs`, which is several times faster.
    ///
    /// # Errors
    /// [`PairSearchError`] if the database does not enumerate the board, or the cluster is too large.
    fn by_pairs(&mut self, board: &State, max_states: usize) -> Result<Option<SolutionReport>, PairSearchError> {
        check_placement(board)?;
        let pairs = &mut self.pairs;
        // states are counted by the list, and larger clusters have none
        pairs.explore(board, &SearchLimits::of_states(max_states.min(StatePairs::MOST_LISTED)))?;
        let Some(smallest_goal) = pairs.smallest_goal() else { return Ok(None) };
        let smallest_goal = pairs.state(board, smallest_goal);
        if !pairs.find_depths(Metric::Moves, &SearchLimits::NONE)? {
            return Ok(None);
        }
        let solved = "every state of a solvable cluster has a solution";
        let (states, goal_states) = (pairs.count() as u64, pairs.goal_states() as u64);
        let (greatest_depth, deepest_states) = (pairs.deepest(), pairs.deepest_states() as u64);
        let fewest_steps = pairs.fewest_steps().expect(solved);
        let depth = pairs.depth_of_start().expect(solved);
        self.items = items_of_halves(board);
        let shortest = ShortestSolutions::along(StatePairs::START, depth, |from, found| self.nearer(from, found));
        let (mut at, mut solution, mut found) = (StatePairs::START, Vec::new(), Vec::new());
        while solution.len() < depth as usize {
            self.nearer(at, &mut found);
            let (to, step) = found.drain(..).min_by_key(|&(to, _)| self.pairs.order(to)).expect(solved);
            solution.push(step);
            at = to;
        }
        Ok(Some(SolutionReport {
            states,
            solution,
            fewest_steps,
            goal_states,
            smallest_goal,
            deepest_states,
            greatest_depth,
            shortest,
            legal_moves: board.legal_moves().len() as u32,
            blocking_pieces: blocking_pieces(board).len() as u32,
        }))
    }

    /// Adds the moves from a state that reduce the depth to a list, and where they lead.
    fn nearer(&mut self, from: Pair, found: &mut Vec<(Pair, Move)>) {
        let SolutionSearch { pairs, items, reached } = self;
        pairs.nearer(from, Metric::Moves, reached);
        found.extend(reached.iter().map(|&to| {
            let (orientation, piece, distance) = pairs.slide(from, to);
            (to, Move { item: items[orientation as usize][piece], distance })
        }));
    }
}

/// The report by the plain search, which can explore the cluster of any board.
fn plain_report(board: &State, max_states: usize) -> Result<Option<SolutionReport>, SearchError> {
    let cluster = Cluster::explore(board, max_states)?;
    let depths = cluster.depths(Metric::Moves);
    let (Some(greatest_depth), Some(smallest_goal), Some(fewest_steps), Some(solution), Some(shortest)) = (
        depths.deepest(),
        cluster.smallest_goal(),
        cluster.fewest_steps(),
        cluster.solution(&depths, board),
        ShortestSolutions::in_cluster(&cluster, &depths, 0), // the board is state 0 of its cluster
    ) else {
        return Ok(None);
    };
    Ok(Some(SolutionReport {
        states: cluster.states() as u64,
        solution,
        fewest_steps,
        goal_states: depths.histogram()[0],
        smallest_goal,
        deepest_states: depths.histogram()[greatest_depth as usize],
        greatest_depth,
        shortest,
        legal_moves: board.legal_moves().len() as u32,
        blocking_pieces: blocking_pieces(board).len() as u32,
    }))
}

/// The indices in [`State::items`] of the pieces of each orientation, sorted by line, then by position.
fn items_of_halves(board: &State) -> [Vec<usize>; 2] {
    [Orientation::Horizontal, Orientation::Vertical].map(|orientation| {
        let piece = |(index, item): (usize, &Item)| match *item {
            Item::Piece(piece) if piece.orientation == orientation => Some((piece, index)),
            _ => None,
        };
        let mut pieces: Vec<(Piece, usize)> = board.items().iter().enumerate().filter_map(piece).collect();
        pieces.sort_unstable_by_key(|(piece, _)| (piece.line(), piece.position()));
        pieces.into_iter().map(|(_, index)| index).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, LimitExceeded, Size};

    const LIMIT: usize = 5_000;

    /// A board with pieces of both orientations and some walls at random places; large boards are full, so that clusters are
    /// small.
    fn random_board(size: Size, random: &mut fastrand::Rng) -> State {
        let n = size.n();
        let mut pieces: Vec<Piece> = Vec::new();
        let (mut taken, mut walls) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for attempt in 0..random.usize(2 * n..n * n) {
            let horizontal = attempt == 0 || random.bool();
            let length = if attempt == 0 { 2 } else { random.usize(2..4) };
            let (line, position) = (random.usize(..n), random.usize(..=n - length));
            let (orientation, row, column) = match horizontal {
                true => (Orientation::Horizontal, if attempt == 0 { size.primary_row() } else { line }, position),
                false => (Orientation::Vertical, position, line),
            };
            let piece = Piece { orientation, row, column, length };
            if !taken.intersects(piece.cells(size)) {
                taken |= piece.cells(size);
                pieces.push(piece);
            }
        }
        for _ in 0..random.usize(..[4, 4, 6, 16, 24][n - 4]) {
            walls |= Bitboard(1 << random.usize(..size.cells())) - taken;
        }
        State::new(size, &pieces, walls).expect("nothing overlaps")
    }

    /// A known board of 6×6 at the right edge of a larger one, its primary in the row of the exit, with walls on its other sides.
    fn walled_in(size: Size) -> Option<State> {
        let (n, top, left) = (size.n(), size.primary_row() - 2, size.n() - 6);
        let inner: Vec<char> = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".chars().collect();
        let cell = |row: usize, column: usize| match (row.checked_sub(top), column.checked_sub(left)) {
            (Some(y @ ..6), Some(x)) => inner[6 * y + x],
            (Some(..6), None) if column + 1 == left => 'x',
            (_, Some(_)) if row + 1 == top || row == top + 6 => 'x',
            _ => '.',
        };
        let board: String = (0..n * n).map(|k| cell(k / n, k % n)).collect();
        board.parse().ok()
    }

    #[test]
    fn a_known_board() {
        let mut search = SolutionSearch::default();
        let report = search.report(&"BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap(), 100_000).unwrap().unwrap();
        assert_eq!((report.states, report.solution.len(), report.fewest_steps), (24_132, 49, 93));
        assert!(report.shortest.first_moves.contains(&report.solution[0]));
        assert_eq!(search.report(&"ooooAAoxoooooooo".parse().unwrap(), 100), Ok(None));
    }

    #[test]
    fn pairs_of_half_states_give_the_report_of_the_plain_search() {
        let mut search = SolutionSearch::default();
        for n in 4..=8 {
            let size = Size::new(n).expect("a size");
            let mut random = fastrand::Rng::with_seed(n as u64);
            let (mut solved, mut hard, mut unsolvable, mut too_large, mut not_enumerated) = (0, 0, 0, 0, 0);
            for _ in 0..[4000, 3000, 2000, 2000, 3000][n - 4] {
                let board = random_board(size, &mut random);
                let plain = plain_report(&board, LIMIT);
                assert_eq!(search.report(&board, LIMIT), plain, "{board}");
                match search.by_pairs(&board, LIMIT) {
                    Err(PairSearchError::Placement(_)) => not_enumerated += 1,
                    Err(PairSearchError::GivenUp(limit)) => {
                        assert_eq!(
                            (limit, plain),
                            (LimitExceeded::states(LIMIT), Err(LimitExceeded::states(LIMIT).into())),
                            "{board}"
                        );
                        too_large += 1;
                    }
                    Ok(report) => {
                        solved += usize::from(report.is_some());
                        unsolvable += usize::from(report.is_none());
                        hard += usize::from(report.as_ref().is_some_and(|report| report.solution.len() > 4));
                        assert_eq!(Ok(report), plain, "{board}");
                    }
                }
            }
            // a hard board of 6×6 behind walls
            if let (7.., Some(board)) = (n, walled_in(size)) {
                let report = search.by_pairs(&board, 30_000).expect("the database enumerates it");
                assert_eq!(Ok(&report), plain_report(&board, 30_000).as_ref(), "{board}");
                let report = report.expect("a solution");
                assert_eq!((report.states, report.solution.len(), report.fewest_steps), (24_132, 49, 93));
                hard += 1;
            }
            let met = [solved, unsolvable, too_large + usize::from(n < 6), not_enumerated, hard];
            assert!(met.iter().zip([50, 30, 1, 800, 1]).all(|(&met, least)| met >= least), "{n}: {met:?}");
        }
    }
}
