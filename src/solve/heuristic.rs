//! Lower bounds for the depth of a state: which pieces must move before the primary reaches the exit, and how far.
//!
//! The bounds are admissible, that is, never above the depth. To see why, take any solution. If a piece reaches a place `d` cells
//! ahead of where it stands now, it sweeps the `d` cells in front of it, so each of these cells must be free at some time.
//! Therefore
//! 1. there is no wall among these cells;
//! 2. every crossing piece that now covers one of them leaves that cell at some time: it moves far enough in one of its two
//!    directions;
//! 3. the next piece of the same line, if it starts after a gap of `g < d` cells, moves ahead by at least `d - g`, since pieces
//!    of a line keep their order.
//!
//! The primary must reach the end of its row. [`Heuristic::Blocking`] applies the rules once, to the primary.
//! [`Heuristic::Advanced`] applies them to every piece that must move, until they require nothing new, and chooses the directions
//! of rule 2 so that the total is least. Each piece that must move costs at least one move, or the steps to the farthest place
//! that it must reach. A solution that chooses other directions costs at least as much, so the total is a lower bound.
//!
//! ```text
//! . . . x      A must go right by 2. C covers a swept cell (rule 2). It can't go up, because of the wall, and must go down by 1,
//! A A . C      to a cell that D covers (rule 2 again). D must go left.
//! . . . C      Blocking: A and C, 2 moves. Advanced: A, C and D, 3 moves.
//! . . D D
//! ```
//!
//! One move, or one step, changes either bound by at most one.
//!
//! [`SearchSpace`] is the graph that A* and IDA* search with these bounds.
use crate::board::{Item, LimitExceeded, Metric, Move, Orientation, SearchError, State};
use crate::reference::Tracks;

/// A lower bound for the depth of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum, serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Heuristic {
    /// No lower bound.
    Zero,
    /// Pieces in the way of the primary, plus its final move.
    Blocking,
    /// Fewest pieces that must move to clear the way.
    #[default]
    Advanced,
}

/// No piece on a cell.
const NONE: u8 = u8::MAX;
/// A wall on a cell.
const WALL: u8 = u8::MAX - 1;

/// Index of a direction: up or left.
const BACK: usize = 0;
/// Index of a direction: down or right.
const AHEAD: usize = 1;

/// A piece and how far it is from the edges.
#[derive(Clone, Copy)]
struct Vehicle {
    /// Index of its first cell.
    first: usize,
    /// Cell indices from one cell of its line to the next: 1 or W.
    stride: usize,
    length: usize,
    /// Cells from the piece to the edge of the board, in each direction.
    room: [usize; 2],
}

/// A piece reaches a place at least `distance` cells from here, in a direction.
#[derive(Clone, Copy)]
struct Reach {
    piece: usize,
    direction: usize,
    distance: u8,
}

/// Something that must happen at some time in the solution: one of two ways, where the edge of the board leaves room for it.
type Requirement = [Option<Reach>; 2];

/// How far each piece must go in each direction by the requirements handled so far.
type Distances = Vec<[u8; 2]>;

/// A state prepared for the bounds.
struct BlockingBoard {
    metric: Metric,
    vehicles: Vec<Vehicle>,
    /// Index of the vehicle on each cell, or [`WALL`], or [`NONE`].
    cells: Vec<u8>,
}

impl Heuristic {
    /// The bound for the depth of a state in a metric; `None` if the state certainly has no solution.
    pub fn bound(self, state: &State, metric: Metric) -> Option<u32> {
        if self == Heuristic::Zero || state.is_goal() {
            return Some(0);
        }
        let board = BlockingBoard::of(state, metric);
        let goal = Reach { piece: 0, direction: AHEAD, distance: board.vehicles[0].room[AHEAD] as u8 };
        if self == Heuristic::Blocking {
            let cheaper = |ways: Requirement| ways.into_iter().flatten().map(|way| board.cost(way.distance)).min();
            let others: Option<u32> = board.requirements_of(goal).into_iter().map(cheaper).sum();
            return Some(board.cost(goal.distance) + others?);
        }
        let mut best = None;
        board.search_cheapest(vec![[Some(goal), None]], vec![[0; 2]; board.vehicles.len()], &mut best);
        best
    }
}

impl BlockingBoard {
    fn of(state: &State, metric: Metric) -> BlockingBoard {
        let size = state.size();
        let mut board = BlockingBoard { metric, vehicles: Vec::new(), cells: vec![NONE; size.cells()] };
        for item in state.items() {
            match *item {
                Item::Wall(cell) => board.cells[cell] = WALL,
                Item::Piece(piece) => {
                    let stride = if piece.orientation == Orientation::Horizontal { 1 } else { size.width() };
                    let first = piece.row * size.width() + piece.column;
                    let room = [piece.position(), piece.line_length(size) - piece.position() - piece.length];
                    (0..piece.length).for_each(|k| board.cells[first + k * stride] = board.vehicles.len() as u8);
                    board.vehicles.push(Vehicle { first, stride, length: piece.length, room });
                }
            }
        }
        board
    }

    /// Lowers `best` to the least total that meets the requirements, trying each way to meet one. `distances` holds what earlier
    /// requirements demand; a branch stops once it can't be cheaper than `best`.
    fn search_cheapest(&self, mut requirements: Vec<Requirement>, distances: Distances, best: &mut Option<u32>) {
        let total = self.total(&distances);
        if best.is_some_and(|best| total >= best) {
            return;
        }
        let is_met = |ways: &Requirement| ways.iter().flatten().any(|way| distances[way.piece][way.direction] >= way.distance);
        let next = std::iter::from_fn(|| requirements.pop()).find(|ways| !is_met(ways));
        let Some(ways) = next else {
            *best = Some(total);
            return;
        };
        for way in ways.into_iter().flatten() {
            let mut farther = distances.clone();
            farther[way.piece][way.direction] = way.distance;
            self.search_cheapest([&requirements[..], &self.requirements_of(way)].concat(), farther, best);
        }
    }

    /// What rules 1 to 3 require of the cells that a piece sweeps.
    fn requirements_of(&self, Reach { piece, direction, distance }: Reach) -> Vec<Requirement> {
        let Vehicle { first, stride, length, .. } = self.vehicles[piece];
        let mut found = Vec::new();
        for k in 1..=distance {
            let along = k as usize * stride;
            let cell = if direction == BACK { first - along } else { first + (length - 1) * stride + along };
            match self.cells[cell] {
                NONE => {}
                WALL => {
                    found.push([None; 2]); // no way
                    break;
                }
                other if self.vehicles[other as usize].stride == stride => {
                    // rule 3, after a gap of k - 1 cells; that requirement deals with the cells beyond
                    found.push([self.reach(other, direction, (distance - (k - 1)).into()), None]);
                    break;
                }
                other => {
                    let Vehicle { first, stride, length, .. } = self.vehicles[other as usize];
                    let inside = (cell - first) / stride;
                    found.push([self.reach(other, BACK, length - inside), self.reach(other, AHEAD, inside + 1)]);
                }
            }
        }
        found
    }

    /// A piece goes this far; `None` if the edge of the board is nearer.
    fn reach(&self, piece: u8, direction: usize, distance: usize) -> Option<Reach> {
        let piece = piece as usize;
        (distance <= self.vehicles[piece].room[direction]).then_some(Reach { piece, direction, distance: distance as u8 })
    }

    /// The least that a piece which must go this far adds to a solution.
    fn cost(&self, distance: u8) -> u32 {
        self.metric.units(distance.into())
    }

    fn total(&self, distances: &Distances) -> u32 {
        let farthest = distances.iter().map(|to| to[BACK].max(to[AHEAD]));
        farthest.filter(|&far| far > 0).map(|far| self.cost(far)).sum()
    }
}

/// The cluster of the start as a graph over keys, and the question asked about it.
pub(super) struct SearchSpace {
    pub tracks: Tracks,
    /// Key of the start.
    pub start: u64,
    pub metric: Metric,
    pub heuristic: Heuristic,
}

impl SearchSpace {
    pub fn new(state: &State, metric: Metric, heuristic: Heuristic) -> SearchSpace {
        let tracks = Tracks::of(state);
        let start = tracks.key(state).expect("a state lies on its own tracks");
        SearchSpace { tracks, start, metric, heuristic }
    }

    /// The lower bound for the depth of a state; `None` if it certainly has no solution.
    pub fn bound(&self, key: u64) -> Option<u32> {
        self.heuristic.bound(&self.tracks.state(key), self.metric)
    }

    /// The error of a search that met too many states, and has proven that no solution is shorter than `at_least`.
    pub fn given_up(&self, at_least: u32) -> impl Fn(LimitExceeded) -> SearchError {
        let metric = self.metric;
        move |reached| SearchError::AtLeast { reached, at_least, metric }
    }

    /// The states that one move, or one step, reaches.
    pub fn successors(&self, key: u64) -> Vec<(u64, Move)> {
        let mut successors = Vec::new();
        self.tracks.successors(key, self.metric, |next, step| successors.push((next, step)));
        successors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::reference::Cluster;

    fn bounds(board: &str, metric: Metric) -> [Option<u32>; 3] {
        let state: State = board.parse().unwrap();
        [Heuristic::Zero, Heuristic::Blocking, Heuristic::Advanced].map(|h| h.bound(&state, metric))
    }

    #[test]
    fn small_boards_by_hand() {
        // nothing in the way; one piece that must leave; one that can only leave downwards, where D stands
        assert_eq!(bounds("ooooAAoooooooooo", Metric::Moves), [Some(0), Some(1), Some(1)]);
        assert_eq!(bounds("oBBoAAoCoooCoooo", Metric::Moves), [Some(0), Some(2), Some(2)]);
        assert_eq!(bounds("oooCAAoCoooooDDo", Metric::Steps), [Some(0), Some(4), Some(4)]);
        assert_eq!(bounds("oooxAAoCoooCoDDo", Metric::Moves), [Some(0), Some(2), Some(2)]);
        assert_eq!(bounds("oooxAAoCoooCooDD", Metric::Moves), [Some(0), Some(2), Some(3)]);
        assert_eq!(bounds("oooxAAoCoooCoooo", Metric::Moves), [Some(0), Some(2), Some(2)]);
        assert_eq!(bounds("oooxAAoCoooCooox", Metric::Moves), [Some(0), Some(2), None], "C is stuck");
        assert_eq!(bounds("ooooAAoxoooooooo", Metric::Moves), [Some(0), None, None]);
        let largest = format!("{}AAoooBooxooooBoo{}CCDDEEFF", "o".repeat(24), "o".repeat(16));
        assert_eq!(bounds(&largest, Metric::Moves), [Some(0), Some(2), Some(2)]);
        assert_eq!(bounds(&largest, Metric::Steps), [Some(0), Some(7), Some(7)]);
    }

    /// On all states of a cluster: never above the depth, zero ≤ blocking ≤ advanced, and at most one apart between neighbours.
    fn assert_bounds_hold(board: &State, limit: usize) -> usize {
        let Ok(cluster) = Cluster::explore(board, limit) else { return 0 };
        for metric in [Metric::Moves, Metric::Steps] {
            let depths = cluster.depths(metric);
            for number in 0..cluster.states() {
                let state = cluster.state(number);
                let depth = depths.of(number).map_or(u32::MAX, |depth| depth);
                let [zero, blocking, advanced] = [Heuristic::Zero, Heuristic::Blocking, Heuristic::Advanced]
                    .map(|h| h.bound(&state, metric).unwrap_or(u32::MAX));
                assert!(zero <= blocking && blocking <= advanced && advanced <= depth, "{state}: {blocking} {advanced} {depth}");
                if advanced == u32::MAX {
                    continue;
                }
                for step in state.legal_moves().into_iter().filter(|step| metric == Metric::Moves || step.distance.abs() == 1) {
                    let next = Heuristic::Advanced.bound(&state.play(step), metric).expect("the same cluster");
                    assert!(next.abs_diff(advanced) <= 1, "{state}");
                }
            }
        }
        cluster.states()
    }

    #[test]
    fn bounds_are_never_above_the_depth() {
        let mut states = 0;
        for card in include_str!("../../data/jams40.txt").lines().chain(include_str!("../../data/top23.txt").lines()) {
            let board: State = card.split(' ').nth(1).unwrap().parse().unwrap();
            states += assert_bounds_hold(&board, 3_000);
        }
        assert!(states > 20_000, "{states} states");
    }

    #[test]
    fn bounds_hold_on_8x8() {
        let boards = [
            "UBBBCCYoUxxFFoYoUGGHHIIIAAooooZaJJJxLLZaxxVWXOOoPPVWXxRRxoVWTTTo",
            "ooBBCCDDEEFFFooXGGGHHIIXAAoooooXJJKKLLMMRSNNNOOORSTUVWPPRSTUVWQQ",
            "RTxCCCDDRTxFFFooGGGWYHHHAAVWYoabSUVIIIabSUoXxxooxUoXZMMMNNOOZPPx",
            "BBBoxDDDxFFFxYooHHIIIYJJAAoooZooKKLLxZNNOOPPPZQQRRRxTTooxVVWWWXX",
        ];
        let states: usize = boards.map(|board| assert_bounds_hold(&board.parse().unwrap(), 1_000)).iter().sum();
        assert_eq!(states, 466 + 528 + 952 + 54);
        // the most pieces: no cell is free
        let full = "ZZBFJNRVaaBFJNRVbbCGKOSWAACGKOSWccDHLPTXddDHLPTXeeEIMQUYffEIMQUY";
        assert_eq!(bounds(full, Metric::Moves), [Some(0), Some(7), None]);
    }

    #[test]
    fn bounds_hold_on_random_candidates() {
        use crate::board::WallRange;
        let mut states = 0;
        for (n, walls) in [(4, 3), (5, 2), (6, 2)] {
            let generator = crate::generate::Generator::new(Size::square(n).unwrap(), WallRange::new(0, walls).unwrap()).unwrap();
            let (step, mut worker) = (generator.candidates() / 300, generator.worker());
            states += (0..300).map(|i| assert_bounds_hold(&worker.candidate(i * step), 1_000)).sum::<usize>();
        }
        assert!(states > 10_000, "{states} states");
    }
}
