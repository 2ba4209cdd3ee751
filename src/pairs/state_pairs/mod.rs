//! A whole cluster as pairs of half states, with the depth of every state: fast enough to recheck millions of rows.
//!
//! A state is the number of its rows and the number of its columns, see [`HalfBoard`]. Its depth is an entry of a table with a
//! column for each half state of the rows and a line for each half state of the columns. The reference search hashes every state;
//! this one hashes half states only, and a cluster of 4,000 states has only some hundreds of them.
use rustc_hash::FxHashSet;

use super::SearchLimits;
use super::half_board::HalfBoard;
use super::pair_depths::{Cursor, DEPTH_UNKNOWN, NO_STATE, Pair, PairDepths};
use crate::board::{Bitboard, LimitExceeded, Metric, Orientation, Piece, Size, State};

/// All states of a cluster and their depths. The buffers are reused for the next cluster.
pub(crate) struct StatePairs {
    rows: HalfBoard,
    columns: HalfBoard,
    depths: PairDepths,
    /// The states in the order of their discovery, the start first. Only some of them if the cluster is not [`Self::is_listed`].
    states: Vec<Pair>,
    /// How many states are at most 0, 1, 2, ... steps from the start, if the cluster [`Self::is_listed`].
    within_steps: Vec<usize>,
    /// The number of states.
    count: usize,
    /// The greatest depth.
    deepest: u16,
    /// The states of the greatest depth.
    deepest_states: Level,
    /// The states that [`Self::movers`] has visited.
    visited: FxHashSet<Pair>,
    /// Lists of states are no longer than this. Longer ones would need as much memory as the table, from which they are read
    /// instead.
    most_listed: usize,
}

/// The states of one depth: as a list, or only in the table if there are too many.
#[derive(Clone, Default, Debug)]
struct Level {
    states: Vec<Pair>,
    is_listed: bool,
}

/// How many states are expanded between two checks of the memory.
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
            within_steps: Vec::new(),
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
    pub(crate) const MOST_LISTED: usize = 1 << 22;

    /// The state from which the cluster is explored.
    pub(crate) const START: Pair = (0, 0);

    /// Finds all states of a cluster, whose board [`check_board`](super::check_board) must accept.
    ///
    /// # Errors
    /// [`LimitExceeded`] if it has more states than `limits` allow, or needs more memory.
    pub(crate) fn explore(&mut self, start: &State, limits: &SearchLimits) -> Result<(), LimitExceeded> {
        self.rows.reset(start, Orientation::Horizontal);
        self.columns.reset(start, Orientation::Vertical);
        self.depths.reset();
        self.states.clear();
        self.states.push(Self::START);
        self.within_steps.clear();
        self.within_steps.push(1);
        *self.depths.slot(Self::START) = DEPTH_UNKNOWN;
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
                if self.within_steps.last() == Some(&next) {
                    self.within_steps.push(listed); // all states that are nearer have been expanded
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

    /// Takes the expanded states off the list, and as many of the others as are too many; returns the number of expanded states
    /// in the new list, which is 0, and its length.
    #[cold]
    fn shorten_list(&mut self, next: usize, listed: usize) -> (usize, usize) {
        for &state in &self.states[..next] {
            *self.depths.known_slot(state) = EXPANDED;
        }
        self.states.copy_within(next..listed, 0);
        (0, (listed - next).min(self.most_listed / 2))
    }

    /// Refills the list with unexpanded states from the table; false if there are none left.
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

    /// The number of goal states, if the cluster is listed.
    pub(crate) fn goal_states(&self) -> usize {
        self.states.iter().filter(|&&state| is_goal(&self.rows, state)).count()
    }

    /// The fewest steps from the start to a goal state, if the cluster is listed; `None` if it is unsolvable.
    pub(crate) fn fewest_steps(&self) -> Option<u32> {
        let nearest = self.states.iter().position(|&state| is_goal(&self.rows, state))?;
        Some(self.within_steps.partition_point(|&states| states <= nearest) as u32)
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
        self.smallest(is_goal, |bitboard| size.mirrored(Bitboard(bitboard)).0)
    }

    /// The smallest by (H, V) of all states that meet a condition, each bitboard seen through `view`.
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

    /// Finds the depth of every state, in moves or steps, by a breadth-first search from all goal states at once. Returns false
    /// if there is no goal state. Call [`Self::explore`] first.
    ///
    /// # Errors
    /// [`LimitExceeded`] if it needs more memory than `limits` allow, or if a depth does not fit the table; no known cluster is
    /// nearly as deep.
    pub(crate) fn find_depths(&mut self, metric: Metric, limits: &SearchLimits) -> Result<bool, LimitExceeded> {
        let mut level = self.goals();
        let solvable = !level.states.is_empty() || !level.is_listed;
        let mut next = Level::default();
        for depth in 0.. {
            if depth + 1 == DEPTH_UNKNOWN {
                return Err(LimitExceeded::states(self.count - 1));
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
                    // A step ends after one cell. Stop a slide at a state of depth `depth` or less. That state is expanded in
                    // this frontier or an earlier one, and the states farther along the slide are one move away from it too.
                    metric.slides_far() && *slot > depth
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

    /// The number of states of the greatest depth, if the cluster is listed.
    pub(crate) fn deepest_states(&self) -> usize {
        self.deepest_states.states.len()
    }

    /// The depth of the start.
    pub(crate) fn depth_of_start(&self) -> Option<u32> {
        self.depths.depth(Self::START)
    }

    /// The bitboards (H, V) of a state, by which the states of a cluster are ordered.
    pub(crate) fn order(&self, (row, column): Pair) -> (u64, u64) {
        (self.rows.bitboard(row), self.columns.bitboard(column))
    }

    /// The rows, the columns and the depths, borrowed separately.
    pub(crate) fn parts(&mut self) -> (&mut HalfBoard, &mut HalfBoard, &PairDepths) {
        (&mut self.rows, &mut self.columns, &self.depths)
    }

    /// The unsolved state: the smallest by (H, V) of the deepest states.
    pub(crate) fn hardest(&self) -> Pair {
        let StatePairs { depths, deepest, deepest_states, .. } = self;
        let order = |&state: &Pair| self.order(state);
        let hardest = if deepest_states.is_listed {
            deepest_states.states.iter().copied().min_by_key(order)
        } else {
            let mut cursor = Cursor::default();
            std::iter::from_fn(|| depths.next_with(&mut cursor, *deepest)).min_by_key(order)
        };
        hardest.expect("some state is the deepest")
    }

    /// Lists the states reached from a state by moves that reduce the depth, in the metric of the depths.
    pub(crate) fn nearer(&mut self, from: Pair, metric: Metric, nearer: &mut Vec<Pair>) {
        let StatePairs { rows, columns, depths, .. } = self;
        let depth = *depths.known_slot(from);
        nearer.clear();
        slides(rows, columns, from, |to| {
            if depths.known_slot(to).wrapping_add(1) == depth {
                nearer.push(to);
            }
            metric.slides_far()
        });
    }

    /// The piece that one slide moves, and how far it goes to the right or down. See [`HalfBoard::mover`] for its index.
    pub(crate) fn slide(&self, from: Pair, to: Pair) -> (Orientation, usize, i8) {
        let (half, orientation, (from, to)) = match from.1 == to.1 {
            true => (&self.rows, Orientation::Horizontal, (from.0, to.0)),
            false => (&self.columns, Orientation::Vertical, (from.1, to.1)),
        };
        (orientation, half.mover(from, to), half.distance(from, to))
    }

    /// The pieces that move in at least one shortest solution from a state, in the metric of the depths, as bit sets: first of
    /// the rows, then of the columns. Bit k stands for the k-th piece of its half, sorted by line, then by position.
    pub(crate) fn movers(&mut self, from: Pair, metric: Metric) -> [u32; 2] {
        let all = [self.rows.pieces_mask(), self.columns.pieces_mask()];
        let mut movers = [0; 2];
        let mut stack = vec![from];
        let mut nearer = Vec::new();
        self.visited.clear();
        while movers != all
            && let Some(state) = stack.pop()
        {
            self.nearer(state, metric, &mut nearer);
            for &to in &nearer {
                let (orientation, piece, _) = self.slide(state, to);
                movers[orientation as usize] |= 1 << piece;
                if self.visited.insert(to) {
                    stack.push(to);
                }
            }
        }
        movers
    }

    /// A pair as a [`State`]. `like` is any state of the cluster; size and walls are taken from it.
    pub(crate) fn state(&self, like: &State, (row, column): Pair) -> State {
        let primary_row = like.primary().row;
        let mut pieces: Vec<Piece> = self.rows.pieces(row).chain(self.columns.pieces(column)).collect();
        pieces.sort_by_key(|p| (p.orientation, p.row != primary_row)); // the primary first
        State::new(like.size(), &pieces, like.walls()).expect("legal moves lead to legal states")
    }
}

/// Whether the primary is at the exit.
fn is_goal(rows: &HalfBoard, state: Pair) -> bool {
    rows.cells_to_exit(state.0) == 0
}

/// Calls `visit` with the pairs that the slides from a pair reach. Each slide is extended step by step until it is blocked or
/// `visit` returns false.
#[inline(always)]
pub(crate) fn slides(rows: &mut HalfBoard, columns: &mut HalfBoard, from: Pair, mut visit: impl FnMut(Pair) -> bool) {
    let (row, column) = from;
    rows.slides(row, columns.bitboard(column), |to| visit((to, column)));
    columns.slides(column, rows.bitboard(row), |to| visit((row, to)));
}

/// No state has more moves than this: at most one piece can step into a cell in each direction.
const MAX_MOVES: usize = 2 * u64::BITS as usize;

/// Grows a list so that all states that one state's moves reach fit after the first `count`.
fn make_room(states: &mut Vec<Pair>, count: usize) {
    if count + MAX_MOVES > states.len() {
        states.resize(2 * count + MAX_MOVES, (0, 0));
    }
}

#[cfg(test)]
mod tests;
