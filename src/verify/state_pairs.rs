//! A whole cluster as pairs of half states, with the depth of every state: fast enough to recheck millions of rows.
//!
//! A state is the number of its rows and the number of its columns, see [`HalfBoard`]. Its depth is an entry of a table with a column
//! for each half state of the rows and a line for each half state of the columns. The reference search hashes every state; this one
//! hashes half states only, and a cluster of 4,000 states has only some hundreds of them.
use rustc_hash::FxHashSet;

use super::half_board::HalfBoard;
use super::limits::{LimitReached, SearchLimits};
use super::pair_depths::{Cursor, DEPTH_UNKNOWN, NO_STATE, Pair, PairDepths};
use crate::board::{Metric, Orientation, Piece, Size, State};

/// All states of a cluster and their depths. The buffers are reused for the next cluster.
pub(crate) struct StatePairs {
    rows: HalfBoard,
    columns: HalfBoard,
    depths: PairDepths,
    /// The states in the order of their discovery, the start first. Of a cluster that is not [`Self::is_listed`] it has only some.
    states: Vec<Pair>,
    /// The number of states.
    count: usize,
    /// The greatest depth.
    deepest: u16,
    /// The states of the greatest depth.
    deepest_states: Level,
    /// The states that [`Self::movers`] has visited.
    visited: FxHashSet<Pair>,
    /// Lists of states are no longer than this. Longer ones would need as much memory as the table, from which they are read instead.
    most_listed: usize,
}

/// The states of one depth: as a list, or only in the table if there are too many.
#[derive(Clone, Default, Debug)]
struct Level {
    states: Vec<Pair>,
    is_listed: bool,
}

/// How many states are expanded before the memory is counted again.
const ASK_EVERY: usize = 512;

/// While a cluster is explored that is not listed: the entry of a state whose moves have been made.
const EXPANDED: u16 = 0;

impl Default for StatePairs {
    fn default() -> StatePairs {
        StatePairs {
            rows: HalfBoard::default(),
            columns: HalfBoard::default(),
            depths: PairDepths::default(),
            states: Vec::new(),
            count: 0,
            deepest: 0,
            deepest_states: Level::default(),
            visited: FxHashSet::default(),
            most_listed: StatePairs::MOST_LISTED,
        }
    }
}

impl StatePairs {
    /// [`Self::most_listed`] if nothing else is asked for: 32 MiB.
    const MOST_LISTED: usize = 1 << 22;

    /// Finds all states of a cluster.
    ///
    /// # Errors
    /// [`LimitReached`] if it has more states than `limits` allow, or needs more memory.
    pub(crate) fn explore(&mut self, start: &State, limits: &SearchLimits) -> Result<(), LimitReached> {
        self.rows.reset(start, Orientation::Horizontal);
        self.columns.reset(start, Orientation::Vertical);
        self.depths.reset();
        self.states.clear();
        self.states.push((0, 0));
        *self.depths.slot((0, 0)) = DEPTH_UNKNOWN;
        // the states of the list that have been expanded, and the length of the list
        let (mut next, mut listed) = (0usize, 1);
        self.count = 1;
        let mut cursor = Cursor::default();
        loop {
            while next < listed {
                limits.check_states(self.count)?;
                if next.is_multiple_of(ASK_EVERY) {
                    limits.check_bytes(self.reserved_bytes())?;
                }
                let from = self.states[next];
                next += 1;
                if !self.is_listed() {
                    *self.depths.known_slot(from) = EXPANDED;
                }
                let StatePairs { rows, columns, states, depths, .. } = self;
                make_room(states, listed);
                let before = listed;
                slides(rows, columns, from, |to| {
                    // Write the state in any case and count it only if it is new: a branch would be hard to predict.
                    let slot = depths.slot(to);
                    states[listed] = to;
                    listed += usize::from(*slot == NO_STATE);
                    *slot = DEPTH_UNKNOWN.min(*slot);
                    false // single steps reach every state of the cluster
                });
                self.count += listed - before;
                if listed > self.most_listed {
                    (next, listed) = self.shorten_list(next, listed);
                }
            }
            if self.is_listed() || !self.list_unexpanded(&mut cursor) {
                break;
            }
            (next, listed) = (0, self.states.len());
        }
        self.states.truncate(listed);
        Ok(())
    }

    /// Whether [`Self::states`] has all states.
    fn is_listed(&self) -> bool {
        self.count <= self.most_listed
    }

    /// Takes the expanded states off the list, and as many of the others as are too many; returns how many of the new list are expanded,
    /// which is none, and its length.
    #[cold]
    fn shorten_list(&mut self, next: usize, listed: usize) -> (usize, usize) {
        for &state in &self.states[..next] {
            *self.depths.known_slot(state) = EXPANDED;
        }
        self.states.copy_within(next..listed, 0);
        (0, (listed - next).min(self.most_listed / 2))
    }

    /// Lists states that have not been expanded, from the table; false if there are none left.
    #[cold]
    fn list_unexpanded(&mut self, cursor: &mut Cursor) -> bool {
        self.states.clear();
        let from_the_start = *cursor == Cursor::default();
        while self.states.len() < self.most_listed / 2 + 1
            && let Some(state) = self.depths.next_with(cursor, DEPTH_UNKNOWN)
        {
            self.states.push(state);
        }
        if self.states.is_empty() && !from_the_start {
            // states that were met since stand before the cursor
            *cursor = Cursor::default();
            return self.list_unexpanded(cursor);
        }
        !self.states.is_empty()
    }

    /// Bytes of memory reserved.
    pub(crate) fn reserved_bytes(&self) -> usize {
        let lists = self.states.capacity() + self.deepest_states.states.capacity();
        self.rows.reserved_bytes() + self.columns.reserved_bytes() + self.depths.reserved_bytes() + lists * size_of::<Pair>()
    }

    /// The number of states.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The canonical state: the smallest by (H, V).
    pub(crate) fn canonical(&mut self) -> Pair {
        self.smallest(|_, _| true, |bitboard| bitboard).expect("a cluster contains its start")
    }

    /// The smallest goal state by (H, V); `None` if the cluster is unsolvable.
    pub(crate) fn smallest_goal(&mut self) -> Option<Pair> {
        self.smallest(is_goal, |bitboard| bitboard)
    }

    /// The goal state whose mirror image is smallest by (H, V); `None` if the cluster is unsolvable.
    pub(crate) fn goal_with_smallest_mirror_image(&mut self, size: Size) -> Option<Pair> {
        self.smallest(is_goal, |bitboard| size.mirrored(bitboard))
    }

    /// Of all states that fulfil a condition the smallest by (H, V), each bitboard seen through `view`.
    fn smallest(&mut self, holds: impl Fn(&HalfBoard, Pair) -> bool, view: impl Fn(u64) -> u64) -> Option<Pair> {
        let is_listed = self.is_listed();
        let StatePairs { rows, columns, depths, states, .. } = self;
        let order = |&(row, column): &Pair| (view(rows.bitboard(row)), view(columns.bitboard(column)));
        if is_listed {
            return states.iter().copied().filter(|&state| holds(rows, state)).min_by_key(order);
        }
        let mut smallest: Option<Pair> = None;
        depths.for_each(|state, _| {
            if holds(rows, state) && smallest.is_none_or(|smallest| order(&state) < order(&smallest)) {
                smallest = Some(state);
            }
        });
        smallest
    }

    /// Finds the depth of every state, in moves or steps, by a breadth-first search from all goal states at once. Returns false if there is no
    /// goal state. Call [`Self::explore`] first.
    ///
    /// # Errors
    /// [`LimitReached`] if it needs more memory than `limits` allow, or if a depth does not fit the table, which would be far deeper than
    /// any cluster known.
    pub(crate) fn find_depths(&mut self, metric: Metric, limits: &SearchLimits) -> Result<bool, LimitReached> {
        let mut level = self.goals();
        let solvable = !level.states.is_empty() || !level.is_listed;
        let mut next = Level::default();
        for depth in 0.. {
            if depth + 1 == DEPTH_UNKNOWN {
                return Err(LimitReached::States(self.count - 1));
            }
            next.states.clear();
            next.is_listed = true;
            let (mut at, mut cursor, mut count) = (0, Cursor::default(), 0);
            loop {
                let from =
                    if level.is_listed { level.states.get(at).copied() } else { self.depths.next_with(&mut cursor, depth) };
                let Some(from) = from else { break };
                at += 1;
                make_room(&mut next.states, count);
                let StatePairs { rows, columns, depths, .. } = self;
                slides(rows, columns, from, |to| {
                    let slot = depths.known_slot(to);
                    next.states[count] = to;
                    count += usize::from(*slot == DEPTH_UNKNOWN);
                    *slot = (depth + 1).min(*slot);
                    // A step ends after one cell. Stop a slide at a state of depth `depth` or less. That state is expanded in this frontier or an earlier one,
                    // and the states farther along the slide are one move away from it too.
                    metric == Metric::Moves && *slot > depth
                });
                if count > self.most_listed {
                    (count, next.is_listed) = (0, false);
                }
            }
            next.states.truncate(count);
            limits.check_bytes(self.reserved_bytes() + (level.states.capacity() + next.states.capacity()) * size_of::<Pair>())?;
            if next.is_listed && next.states.is_empty() {
                self.deepest = depth;
                break;
            }
            std::mem::swap(&mut level, &mut next);
        }
        self.deepest_states = level;
        Ok(solvable)
    }

    /// Gives all goal states the depth 0, and returns them.
    fn goals(&mut self) -> Level {
        let is_listed = self.is_listed();
        let mut goals = std::mem::take(&mut self.deepest_states);
        goals.states.clear();
        goals.is_listed = true;
        let StatePairs { rows, depths, states, most_listed, .. } = self;
        if is_listed {
            goals.states.extend(states.iter().filter(|&&state| is_goal(rows, state)));
            goals.states.iter().for_each(|&goal| *depths.known_slot(goal) = 0);
            return goals;
        }
        depths.for_each(|state, entry| {
            *entry = if is_goal(rows, state) { 0 } else { DEPTH_UNKNOWN };
            if *entry == 0 && goals.is_listed {
                goals.states.push(state);
                goals.is_listed = goals.states.len() <= *most_listed;
            }
        });
        goals
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
        let StatePairs { rows, columns, depths, deepest, deepest_states, .. } = self;
        let order = |&(row, column): &Pair| (rows.bitboard(row), columns.bitboard(column));
        let unsolved = if deepest_states.is_listed {
            deepest_states.states.iter().copied().min_by_key(order)
        } else {
            let mut cursor = Cursor::default();
            std::iter::from_fn(|| depths.next_with(&mut cursor, *deepest)).min_by_key(order)
        };
        unsolved.expect("some state is the deepest")
    }

    /// The pieces that move in at least one shortest solution from a state, in the metric of the depths, as bit sets: first those of the rows, then those of the
    /// columns. Bit k stands for the k-th piece of its half, sorted by line, then by position.
    pub(crate) fn movers(&mut self, from: Pair, metric: Metric) -> [u32; 2] {
        let StatePairs { rows, columns, depths, visited, .. } = self;
        let all = [rows.pieces_mask(), columns.pieces_mask()];
        let mut movers = [0; 2];
        let mut stack = vec![from];
        let mut nearer = Vec::new();
        visited.clear();
        while movers != all
            && let Some(state) = stack.pop()
        {
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

/// Whether the primary is at the exit.
fn is_goal(rows: &HalfBoard, state: Pair) -> bool {
    rows.cells_to_exit(state.0) == 0
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Item;
    use crate::generate::Generator;
    use crate::reference::Cluster;
    use std::collections::HashSet;

    /// Compares states, slides, depths and movers with the plain search, state by state.
    fn assert_agrees(pairs: &mut StatePairs, start: &State, cluster: &Cluster) {
        pairs.explore(start, &SearchLimits::of_states(100_000)).expect("a small cluster");
        let states: HashSet<State> = pairs.states.iter().map(|&pair| pairs.state(start, pair)).collect();
        assert_eq!((states.len(), pairs.count()), (cluster.states(), cluster.states()), "{start}");
        assert!(states.iter().all(|state| cluster.number(state).is_some()), "{start}");
        let canonical = pairs.canonical();
        assert_eq!(pairs.state(start, canonical), cluster.canonical());
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
        pairs.explore(start, &SearchLimits::of_states(100_000)).expect("a small cluster");
        let depths = cluster.depths(metric);
        assert_eq!(
            pairs.find_depths(metric, &SearchLimits::NONE).expect("a small cluster"),
            depths.deepest().is_some(),
            "{start}"
        );
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

    /// Lists and tables that are given up for sparse ones at once, or at various sizes.
    fn small_buffers(most_listed: usize, dense_entries: usize) -> StatePairs {
        StatePairs { most_listed, depths: PairDepths::with_dense_entries(dense_entries), ..StatePairs::default() }
    }

    #[test]
    fn a_cluster_with_many_half_states_agrees_with_the_plain_search() {
        let start: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
        let cluster = Cluster::explore(&start, 10_000).expect("a small cluster");
        assert_agrees(&mut StatePairs::default(), &start, &cluster);
        for (most_listed, dense_entries) in [(1, 0), (70, 1 << 24), (500, 1 << 12), (4_000, 0), (10_000, 0)] {
            let mut pairs = small_buffers(most_listed, dense_entries);
            assert_agrees_unlisted(&mut pairs, &start, &cluster);
            assert_eq!(pairs.depths.is_sparse(), dense_entries < 1 << 24);
        }
    }

    /// As [`assert_agrees`], for states that are not listed.
    fn assert_agrees_unlisted(pairs: &mut StatePairs, start: &State, cluster: &Cluster) {
        for metric in [Metric::Steps, Metric::Moves] {
            pairs.explore(start, &SearchLimits::NONE).expect("no limit");
            assert_eq!(pairs.count(), cluster.states());
            let depths = cluster.depths(metric);
            assert_eq!(pairs.find_depths(metric, &SearchLimits::NONE).expect("no limit"), depths.deepest().is_some());
            let (canonical, goal) = (pairs.canonical(), pairs.smallest_goal());
            assert_eq!(pairs.state(start, canonical), cluster.canonical());
            let smallest_goal = (0..cluster.states())
                .map(|number| cluster.state(number))
                .filter(State::is_goal)
                .min_by_key(|state| (state.horizontal() | state.walls(), state.vertical()));
            assert_eq!(goal.map(|goal| pairs.state(start, goal)), smallest_goal);
            let mut all = Vec::new();
            pairs.depths.for_each(|pair, depth| all.push((pair, *depth)));
            assert_eq!(all.len(), cluster.states());
            for (pair, depth) in all {
                let number = cluster.number(&pairs.state(start, pair)).expect("a state of the cluster");
                assert_eq!(Some(u32::from(depth)), depths.of(number));
            }
            let unsolved = cluster.unsolved(&depths).map(|number| cluster.state(number));
            assert_eq!(unsolved, Some(pairs.state(start, pairs.unsolved())));
        }
    }

    #[test]
    fn small_clusters_of_candidates_agree_without_lists() {
        let generator = Generator::new(Size::new(4).expect("a size"), "0..1".parse().expect("a range")).expect("not too many");
        let mut worker = generator.worker();
        let mut pairs = small_buffers(3, 100);
        let mut compared = 0;
        for rank in (0..generator.candidates()).step_by(7) {
            let start = worker.candidate(rank);
            if let Some(cluster) = Cluster::explore_smallest_goal(&start, 100_000).expect("a small cluster") {
                assert_agrees_unlisted(&mut pairs, &start, &cluster);
                compared += 1;
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn more_memory_than_allowed_is_an_error() {
        let start: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
        let limits = SearchLimits { states: usize::MAX, bytes: 100_000 };
        assert_eq!(StatePairs::default().explore(&start, &limits), Err(LimitReached::Bytes(100_000)));
        let enough = SearchLimits { states: usize::MAX, bytes: 10 << 20 };
        assert_eq!(StatePairs::default().explore(&start, &enough), Ok(()));
    }

    #[test]
    fn more_states_than_allowed_are_an_error() {
        let start: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
        let mut pairs = StatePairs::default();
        assert_eq!(pairs.explore(&start, &SearchLimits::of_states(4_779)), Err(LimitReached::States(4_779)));
        assert_eq!((pairs.explore(&start, &SearchLimits::of_states(4_780)), pairs.count()), (Ok(()), 4_780));
    }
}
