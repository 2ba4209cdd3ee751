//! A whole cluster as pairs of half states, with the depth of every state: fast enough to recheck millions of rows.
//!
//! A state is the number of its rows and the number of its columns, see [`HalfBoard`]. Its depth is an entry of a table with a column
//! for each half state of the rows and a line for each half state of the columns. The reference search hashes every state; this one
//! hashes half states only, and a cluster of 4,000 states has only some hundreds of them.
use rustc_hash::FxHashSet;

use super::half_board::HalfBoard;
use crate::board::{Metric, Orientation, Piece, Size, State, TooManyStates};

/// A state: the number of its rows and the number of its columns.
pub(crate) type Pair = (u32, u32);

/// All states of a cluster and their depths. The buffers are reused for the next cluster.
#[derive(Default)]
pub(crate) struct StatePairs {
    rows: HalfBoard,
    columns: HalfBoard,
    /// The states in the order of their discovery, the start first.
    states: Vec<Pair>,
    depths: PairDepths,
    /// The greatest depth.
    deepest: u16,
    /// The states of the greatest depth.
    deepest_states: Vec<Pair>,
    /// The states that [`Self::movers`] has visited.
    visited: FxHashSet<Pair>,
}

impl StatePairs {
    /// Finds all states of a cluster.
    ///
    /// # Errors
    /// [`TooManyStates`] if there are more than `max_states`, or if the table of depths becomes too large.
    pub(crate) fn explore(&mut self, start: &State, max_states: usize) -> Result<(), TooManyStates> {
        let StatePairs { rows, columns, states, depths, .. } = self;
        rows.reset(start, Orientation::Horizontal);
        columns.reset(start, Orientation::Vertical);
        depths.reset();
        states.clear();
        states.push((0, 0));
        *depths.slot((0, 0)) = DEPTH_UNKNOWN;
        let mut count = 1;
        let mut next = 0;
        while next < count {
            if count > max_states || depths.table.len() > PairDepths::MAX_ENTRIES {
                return Err(TooManyStates(max_states.min(count - 1)));
            }
            let from = states[next];
            next += 1;
            make_room(states, count);
            slides(rows, columns, from, |to| {
                // Write the state in any case and count it only if it is new: a branch would be hard to predict.
                let slot = depths.slot(to);
                states[count] = to;
                count += usize::from(*slot == NO_STATE);
                *slot = DEPTH_UNKNOWN;
                false // single steps reach every state of the cluster
            });
        }
        states.truncate(count);
        Ok(())
    }

    /// The number of states.
    pub(crate) fn count(&self) -> usize {
        self.states.len()
    }

    /// The canonical state: the smallest by (H, V).
    pub(crate) fn canonical(&self) -> Pair {
        self.smallest(&self.states)
    }

    /// The smallest goal state by (H, V); `None` if the cluster is unsolvable.
    pub(crate) fn smallest_goal(&self) -> Option<Pair> {
        self.goals().min_by_key(|&(row, column)| (self.rows.bitboard(row), self.columns.bitboard(column)))
    }

    /// The goal state whose mirror image is smallest by (H, V); `None` if the cluster is unsolvable.
    pub(crate) fn goal_with_smallest_mirror_image(&self, size: Size) -> Option<Pair> {
        let mirrored = |bitboard| size.mirrored(bitboard);
        self.goals().min_by_key(|&(row, column)| (mirrored(self.rows.bitboard(row)), mirrored(self.columns.bitboard(column))))
    }

    /// All goal states.
    fn goals(&self) -> impl Iterator<Item = Pair> + '_ {
        self.states.iter().copied().filter(|state| self.rows.cells_to_exit(state.0) == 0)
    }

    /// The smallest of some states by (H, V).
    fn smallest(&self, states: &[Pair]) -> Pair {
        let order = |&(row, column): &Pair| (self.rows.bitboard(row), self.columns.bitboard(column));
        *states.iter().min_by_key(|pair| order(pair)).expect("a cluster contains its start")
    }

    /// Finds the depth of every state, in moves or steps, by a breadth-first search from all goal states at once. Returns false if there is no
    /// goal state. Call [`Self::explore`] first.
    ///
    /// # Errors
    /// [`TooManyStates`] if a depth does not fit the table, which would be far deeper than any cluster known.
    pub(crate) fn find_depths(&mut self, metric: Metric) -> Result<bool, TooManyStates> {
        let StatePairs { rows, columns, states, depths, .. } = self;
        let mut frontier = std::mem::take(&mut self.deepest_states);
        frontier.clear();
        frontier.extend(states.iter().filter(|state| rows.cells_to_exit(state.0) == 0));
        frontier.iter().for_each(|&goal| *depths.known_slot(goal) = 0);
        let solvable = !frontier.is_empty();
        let mut next = Vec::new();
        for depth in 0.. {
            if depth + 1 == DEPTH_UNKNOWN {
                return Err(TooManyStates(states.len() - 1));
            }
            let mut count = 0;
            for &from in &frontier {
                make_room(&mut next, count);
                slides(rows, columns, from, |to| {
                    let slot = depths.known_slot(to);
                    next[count] = to;
                    count += usize::from(*slot == DEPTH_UNKNOWN);
                    *slot = (depth + 1).min(*slot);
                    // A step ends after one cell. Stop a slide at a state of depth `depth` or less. That state is expanded in this frontier or an earlier one,
                    // and the states farther along the slide are one move away from it too.
                    metric == Metric::Moves && *slot > depth
                });
            }
            next.truncate(count);
            if next.is_empty() {
                self.deepest = depth;
                break;
            }
            std::mem::swap(&mut frontier, &mut next);
            next.clear();
        }
        self.deepest_states = frontier;
        Ok(solvable)
    }

    /// The greatest depth.
    pub(crate) fn deepest(&self) -> u32 {
        self.deepest.into()
    }

    /// The rows, the columns and the depths, borrowed separately.
    pub(crate) fn parts(&mut self) -> (&mut HalfBoard, &mut HalfBoard, &PairDepths) {
        (&mut self.rows, &mut self.columns, &self.depths)
    }

    /// The unsolved state: of the states of greatest depth the smallest by (H, V).
    pub(crate) fn unsolved(&self) -> Pair {
        self.smallest(&self.deepest_states)
    }

    /// The pieces that move in at least one shortest solution from a state, in the metric of the depths, as bit sets: first those of the rows, then those of the
    /// columns. Bit k stands for the k-th piece of its half, sorted by line, then by position.
    pub(crate) fn movers(&mut self, from: Pair, metric: Metric) -> [u32; 2] {
        let StatePairs { rows, columns, depths, visited, .. } = self;
        let mut movers = [0; 2];
        let mut stack = vec![from];
        let mut nearer = Vec::new();
        visited.clear();
        while let Some(state) = stack.pop() {
            let depth = *depths.known_slot(state);
            slides(rows, columns, state, |to| {
                if depths.known_slot(to).wrapping_add(1) == depth {
                    nearer.push(to);
                }
                metric == Metric::Moves
            });
            for to in nearer.drain(..) {
                if to.0 != state.0 {
                    movers[0] |= 1 << rows.mover(state.0, to.0);
                } else {
                    movers[1] |= 1 << columns.mover(state.1, to.1);
                }
                if visited.insert(to) {
                    stack.push(to);
                }
            }
        }
        movers
    }

    /// A pair as a [`State`]. `like` is any state of the cluster; size and walls are taken from it.
    pub(crate) fn state(&self, like: &State, (row, column): Pair) -> State {
        let primary_row = like.size().primary_row();
        let mut pieces: Vec<Piece> = self.rows.pieces(row).chain(self.columns.pieces(column)).collect();
        pieces.sort_by_key(|p| (p.orientation, p.row != primary_row)); // the primary first
        State::new(like.size(), &pieces, like.walls()).expect("legal moves lead to legal states")
    }
}

/// Calls `visit` with the pairs that the slides from a pair reach. Each slide is extended step by step until it is blocked or `visit`
/// returns false.
#[inline]
pub(crate) fn slides(rows: &mut HalfBoard, columns: &mut HalfBoard, from: Pair, mut visit: impl FnMut(Pair) -> bool) {
    let (row, column) = from;
    rows.slides(row, columns.bitboard(column), |to| visit((to, column)));
    columns.slides(column, rows.bitboard(row), |to| visit((row, to)));
}

/// No state has more moves than this.
const MAX_MOVES: usize = 2 * Size::MAX * Size::MAX;

/// Grows a list so that all states that one state's moves reach fit after the first `count`.
fn make_room(states: &mut Vec<Pair>, count: usize) {
    if count + MAX_MOVES > states.len() {
        states.resize(2 * count + MAX_MOVES, (0, 0));
    }
}

/// Table entry of a pair that is not a state met so far.
const NO_STATE: u16 = u16::MAX;
/// Table entry of a state that was met but whose depth is not known.
const DEPTH_UNKNOWN: u16 = u16::MAX - 1;

/// A number for each pair: the depth of the state, or the number of moves in which a search reached it.
#[derive(Default)]
pub(crate) struct PairDepths {
    /// One line for each half state of the columns; entries are [`NO_STATE`], [`DEPTH_UNKNOWN`] or a depth.
    table: Vec<u16>,
    /// The length of a line, more than the greatest number of a half state of the rows.
    width: usize,
}

impl PairDepths {
    /// The initial length of a line.
    const INITIAL_WIDTH: usize = 64;
    /// Entries whose memory is kept for the next cluster; few clusters need more.
    const KEPT_ENTRIES: usize = 1 << 22;
    /// The most entries that the table may have: 2 GiB.
    const MAX_ENTRIES: usize = 1 << 30;

    /// Removes all entries.
    pub(crate) fn reset(&mut self) {
        self.table.clear();
        self.table.shrink_to(Self::KEPT_ENTRIES);
        self.width = Self::INITIAL_WIDTH;
    }

    /// The entry of any pair; the table grows if it has none.
    #[inline]
    pub(crate) fn slot(&mut self, (row, column): Pair) -> &mut u16 {
        while row as usize >= self.width {
            self.widen();
        }
        let index = column as usize * self.width + row as usize;
        if index >= self.table.len() {
            self.table.resize((column as usize + 1) * self.width, NO_STATE);
        }
        &mut self.table[index]
    }

    /// The entry of a pair that the table has already.
    #[inline]
    fn known_slot(&mut self, (row, column): Pair) -> &mut u16 {
        &mut self.table[column as usize * self.width + row as usize]
    }

    /// Doubles the length of the lines.
    #[cold]
    fn widen(&mut self) {
        let (old, new) = (self.width, 2 * self.width);
        self.table.resize(2 * self.table.len(), NO_STATE);
        // the last line first, so that no line is overwritten before it has moved
        for line in (1..self.table.len() / new).rev() {
            self.table.copy_within(line * old..(line + 1) * old, line * new);
            self.table[line * new - old..line * new].fill(NO_STATE);
        }
        self.width = new;
    }

    /// The depth of a pair; `None` if it is not a state of the cluster, or its depth is not known.
    pub(crate) fn depth(&self, (row, column): Pair) -> Option<u32> {
        let (row, column) = (row as usize, column as usize);
        let depth = if row < self.width { self.table.get(column * self.width + row) } else { None };
        depth.copied().filter(|&depth| depth < DEPTH_UNKNOWN).map(u32::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Item;
    use crate::generate::Generator;
    use crate::reference::Cluster;
    use std::collections::HashSet;

    /// Compares states, slides, depths and movers with the plain search, state by state.
    fn assert_agrees(pairs: &mut StatePairs, start: &State, cluster: &Cluster) {
        pairs.explore(start, 100_000).expect("a small cluster");
        let states: HashSet<State> = pairs.states.iter().map(|&pair| pairs.state(start, pair)).collect();
        assert_eq!((states.len(), pairs.count()), (cluster.states(), cluster.states()), "{start}");
        assert!(states.iter().all(|state| cluster.number(state).is_some()), "{start}");
        assert_eq!(pairs.state(start, pairs.canonical()), cluster.canonical());
        [Metric::Steps, Metric::Moves].into_iter().for_each(|metric| assert_depths_agree(pairs, start, cluster, metric));
        let depths = cluster.depths(Metric::Moves);
        for pair in pairs.states.clone() {
            let state = pairs.state(start, pair);
            let mut reached = Vec::new();
            slides(&mut pairs.rows, &mut pairs.columns, pair, |to| {
                reached.push(to);
                true
            });
            let reached: Vec<State> = reached.into_iter().map(|to| pairs.state(start, to)).collect();
            let expected: HashSet<State> = state.legal_moves().iter().map(|&step| state.play(step)).collect();
            assert_eq!((reached.len(), reached.into_iter().collect()), (expected.len(), expected), "{state}");
            assert_eq!(pairs.depths.depth(pair), cluster.number(&state).and_then(|number| depths.of(number)), "{state}");
        }
    }

    /// Compares the depth of each state, the unsolved state and its movers with the plain search.
    fn assert_depths_agree(pairs: &mut StatePairs, start: &State, cluster: &Cluster, metric: Metric) {
        pairs.explore(start, 100_000).expect("a small cluster");
        let depths = cluster.depths(metric);
        assert_eq!(pairs.find_depths(metric).expect("a small cluster"), depths.deepest().is_some(), "{start}");
        for pair in pairs.states.clone() {
            let number = cluster.number(&pairs.state(start, pair));
            assert_eq!(pairs.depths.depth(pair), number.and_then(|number| depths.of(number)), "{start}, {metric}");
        }
        if let Some(number) = cluster.unsolved(&depths) {
            let unsolved = pairs.unsolved();
            let state = cluster.state(number);
            assert_eq!((pairs.state(start, unsolved), Some(pairs.deepest())), (state.clone(), depths.deepest()));
            assert_eq!(pairs.movers(unsolved, metric), plain_movers(cluster, &state, metric), "{state}, {metric}");
        }
    }

    /// [`StatePairs::movers`] by the plain rules: every move that reduces the depth is part of a shortest solution.
    fn plain_movers(cluster: &Cluster, from: &State, metric: Metric) -> [u32; 2] {
        let depths = cluster.depths(metric);
        let depth_of = |state: &State| depths.of(cluster.number(state).expect("a state of the cluster"));
        let mut movers = [0; 2];
        let mut stack = vec![from.clone()];
        let mut visited = HashSet::new();
        while let Some(state) = stack.pop() {
            let legal = state.legal_moves();
            for step in legal.into_iter().filter(|step| metric == Metric::Moves || step.distance.abs() == 1) {
                let next = state.play(step);
                if depth_of(&next) < depth_of(&state) {
                    let Item::Piece(piece) = state.items()[step.item] else { panic!("a wall moves") };
                    let mut half: Vec<Piece> = state.pieces().filter(|p| p.orientation == piece.orientation).collect();
                    half.sort_by_key(|p| (p.line(), p.position()));
                    let index = half.iter().position(|p| *p == piece).expect("the piece is in its half");
                    movers[piece.orientation as usize] |= 1 << index;
                    if visited.insert(next.clone()) {
                        stack.push(next);
                    }
                }
            }
        }
        movers
    }

    #[test]
    fn all_solvable_clusters_of_4x4_with_up_to_one_wall_agree_with_the_plain_search() {
        let generator = Generator::new(Size::new(4).expect("a size"), "0..1".parse().expect("a range")).expect("not too many");
        let mut worker = generator.worker();
        let mut pairs = StatePairs::default();
        for rank in 0..generator.candidates() {
            let start = worker.candidate(rank);
            if let Some(cluster) = Cluster::explore_smallest_goal(&start, 100_000).expect("a small cluster") {
                assert_agrees(&mut pairs, &start, &cluster);
            }
        }
    }

    #[test]
    fn a_cluster_with_many_half_states_agrees_with_the_plain_search() {
        let start: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
        let mut pairs = StatePairs::default();
        assert_agrees(&mut pairs, &start, &Cluster::explore(&start, 10_000).expect("a small cluster"));
        assert!(pairs.depths.width > PairDepths::INITIAL_WIDTH, "the table of depths has been widened");
    }

    #[test]
    fn more_states_than_allowed_are_an_error() {
        let start: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
        let mut pairs = StatePairs::default();
        assert_eq!(pairs.explore(&start, 4_779), Err(TooManyStates(4_779)));
        assert_eq!((pairs.explore(&start, 4_780), pairs.count()), (Ok(()), 4_780));
    }
}
