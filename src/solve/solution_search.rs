//! What a table of puzzles says about each puzzle beyond its row: a solution, and numbers of its cluster.
use super::shortest_solutions::ShortestSolutions;
use crate::board::{Item, Metric, Move, Orientation, Piece, SearchError, State};
use crate::pairs::{PairSearchError, SearchLimits, StatePairs, check_board};
use crate::reference::Cluster;

/// The solutions of a board, and numbers of its cluster. docs/GUIDE.md defines each of them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolutionReport {
    /// States in the cluster.
    pub states: u64,
    /// The printed solution: a shortest one in moves. Each of its moves is, of the moves that reduce the depth, the one to the
    /// smallest state by (H, V).
    pub solution: Vec<Move>,
    /// The fewest steps of any solution.
    pub fewest_steps: u32,
    /// Goal states in the cluster.
    pub goal_states: u64,
    /// The smallest goal state by (H, V): the candidate that stands for the cluster.
    pub smallest_goal: State,
    /// States of the greatest depth in moves.
    pub deepest_states: u64,
    /// The greatest depth in moves.
    pub greatest_depth: u32,
    /// All shortest solutions in moves.
    pub shortest: ShortestSolutions,
}

/// Finds the [`SolutionReport`] of one board after the other. Its buffers are reused, so a thread keeps one `SolutionSearch`.
#[derive(Default)]
pub struct SolutionSearch(StatePairs);

debug_as_name!([] SolutionSearch);

/// Reserved memory that is kept for the next cluster.
const KEPT_BYTES: usize = 64 << 20;

impl SolutionSearch {
    /// The report of a board; `None` if it has no solution.
    ///
    /// # Errors
    /// [`SearchError::LimitExceeded`] if the cluster has more than `max_states` states.
    pub fn report(&mut self, board: &State, max_states: usize) -> Result<Option<SolutionReport>, SearchError> {
        let report = by_pairs(&mut self.0, board, max_states);
        if self.0.reserved_bytes() > KEPT_BYTES {
            *self = SolutionSearch::default();
        }
        report.or_else(|error| match error {
            PairSearchError::GivenUp(reached) if reached.limit == max_states => Err(reached.into()),
            _ => plain_report(board, max_states),
        })
    }
}

/// The report by pairs of half states, which is several times faster than [`plain_report`].
///
/// # Errors
/// [`PairSearchError`] if no database enumerates the board, it has more than 64 cells, or the cluster is too large.
fn by_pairs(pairs: &mut StatePairs, board: &State, max_states: usize) -> Result<Option<SolutionReport>, PairSearchError> {
    check_board(board)?;
    // states are counted by the list, and larger clusters have none
    pairs.explore(board, &SearchLimits::of_states(max_states.min(StatePairs::MOST_LISTED)))?;
    if !pairs.find_depths(Metric::Moves, &SearchLimits::NONE)? {
        return Ok(None);
    }
    let solved = "every state of a solvable cluster has a solution";
    let depth = pairs.depth_of_start().expect(solved);
    let (items, mut reached) = (items_of_halves(board), Vec::new());
    // adds the moves from a state that reduce the depth to a list, and where they lead
    let mut nearer = |pairs: &mut StatePairs, from, found: &mut Vec<_>| {
        pairs.nearer(from, Metric::Moves, &mut reached);
        found.extend(reached.iter().map(|&to| {
            let (orientation, piece, distance) = pairs.slide(from, to);
            (to, Move { item: items[orientation as usize][piece], distance })
        }));
    };
    let shortest = ShortestSolutions::along(StatePairs::START, depth, |from, found| nearer(pairs, from, found));
    let (mut at, mut solution, mut found) = (StatePairs::START, Vec::new(), Vec::new());
    while solution.len() < depth as usize {
        nearer(pairs, at, &mut found);
        let (to, step) = found.drain(..).min_by_key(|&(to, _)| pairs.order(to)).expect(solved);
        solution.push(step);
        at = to;
    }
    let smallest_goal = pairs.smallest_goal().expect(solved);
    Ok(Some(SolutionReport {
        states: pairs.count() as u64,
        solution,
        fewest_steps: pairs.fewest_steps().expect(solved),
        goal_states: pairs.goal_states() as u64,
        smallest_goal: pairs.state(board, smallest_goal),
        deepest_states: pairs.deepest_states() as u64,
        greatest_depth: pairs.deepest(),
        shortest,
    }))
}

/// The report by the plain search, which can explore the cluster of any board.
fn plain_report(board: &State, max_states: usize) -> Result<Option<SolutionReport>, SearchError> {
    let cluster = Cluster::explore(board, max_states)?;
    let depths = cluster.depths(Metric::Moves);
    let report = || {
        let greatest_depth = depths.deepest()?;
        Some(SolutionReport {
            states: cluster.states() as u64,
            solution: cluster.solution(&depths, board)?,
            fewest_steps: cluster.fewest_steps()?,
            goal_states: depths.histogram()[0],
            smallest_goal: cluster.smallest_goal()?,
            deepest_states: depths.histogram()[greatest_depth as usize],
            greatest_depth,
            shortest: ShortestSolutions::in_cluster(&cluster, &depths, 0)?, // the board is state 0 of its cluster
        })
    };
    Ok(report())
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
    use crate::board::{CellSet, LimitExceeded, Size};

    const LIMIT: usize = 5_000;

    /// A board with pieces of both orientations and some walls at random places; large boards are full, so that clusters are
    /// small.
    fn random_board(size: Size, random: &mut fastrand::Rng) -> State {
        let n = size.n();
        let mut pieces: Vec<Piece> = Vec::new();
        let (mut taken, mut walls) = (CellSet::EMPTY, CellSet::EMPTY);
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
            walls |= CellSet::of(random.usize(..size.cells())) - taken;
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
    fn pairs_of_half_states_give_the_report_of_the_plain_search_at_length() {
        let mut search = SolutionSearch::default();
        for n in 4..=8 {
            let size = Size::square(n).expect("a size");
            let mut random = fastrand::Rng::with_seed(n as u64);
            let (mut solved, mut hard, mut unsolvable, mut too_large, mut not_enumerated) = (0, 0, 0, 0, 0);
            for _ in 0..[4000, 3000, 2000, 2000, 3000][n - 4] {
                let board = random_board(size, &mut random);
                let plain = plain_report(&board, LIMIT);
                assert_eq!(search.report(&board, LIMIT), plain, "{board}");
                match by_pairs(&mut search.0, &board, LIMIT) {
                    Err(PairSearchError::Placement(_) | PairSearchError::TooLarge(_)) => not_enumerated += 1,
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
                let report = by_pairs(&mut search.0, &board, 30_000).expect("the database enumerates it");
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
