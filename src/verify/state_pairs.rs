//! A whole cluster as pairs of halves: the plain search again, state by state, made for checking many rows.
//!
//! A state is the number of its rows and the number of its columns ([`HalfBoard`]), and its depth stands in a table at that row and
//! column. [`Cluster`](super::Cluster) hashes every state that it meets; here only halves are hashed, of which a cluster
//! of 4,000 states has some hundreds. Shares nothing with the tables and boxes of the fast search.
use rustc_hash::FxHashSet;

use super::half_board::HalfBoard;
use crate::board::{Orientation, Piece, Size, State, TooManyStates};

/// A state: the numbers of its rows and of its columns.
pub(crate) type Pair = (u32, u32);

/// A cluster. Its buffers are used again for the next one.
#[derive(Default)]
pub(crate) struct StatePairs {
    rows: HalfBoard,
    columns: HalfBoard,
    /// The states, that of the start first.
    states: Vec<Pair>,
    depths: PairDepths,
    deepest: u16,
    /// The states of the greatest depth, once depths are known.
    hardest: Vec<Pair>,
    seen: FxHashSet<Pair>,
}

impl StatePairs {
    /// Finds all states of a cluster.
    pub(crate) fn explore(&mut self, start: &State, max_states: usize) -> Result<(), TooManyStates> {
        let StatePairs { rows, columns, states, depths, .. } = self;
        rows.reset(start, Orientation::Horizontal);
        columns.reset(start, Orientation::Vertical);
        depths.reset();
        states.clear();
        states.push((0, 0));
        *depths.entry((0, 0)) = INSIDE;
        let mut count = 1;
        let mut next = 0;
        while next < count {
            if count > max_states || depths.table.len() > PairDepths::LARGEST {
                return Err(TooManyStates(max_states.min(count - 1)));
            }
            let from = states[next];
            next += 1;
            make_room(states, count);
            slides(rows, columns, from, |to| {
                // without a branch, which would be hard to predict
                let known = depths.entry(to);
                states[count] = to;
                count += usize::from(*known == OUTSIDE);
                *known = INSIDE;
                false // single steps lead everywhere
            });
        }
        states.truncate(count);
        Ok(())
    }

    /// How many states there are.
    pub(crate) fn count(&self) -> usize {
        self.states.len()
    }

    /// The smallest state by (H, V).
    pub(crate) fn canonical(&self) -> Pair {
        self.smallest(&self.states)
    }

    /// The smallest goal state by (H, V); `None` if the cluster is unsolvable.
    pub(crate) fn smallest_goal(&self) -> Option<Pair> {
        let goals: Vec<Pair> = self.states.iter().copied().filter(|state| self.rows.ahead(state.0) == 0).collect();
        (!goals.is_empty()).then(|| self.smallest(&goals))
    }

    fn smallest(&self, states: &[Pair]) -> Pair {
        let boards = |&(row, column): &Pair| (self.rows.board(row), self.columns.board(column));
        *states.iter().min_by_key(|pair| boards(pair)).expect("a cluster has its start")
    }

    /// Finds the depth of every state in moves; false if there is no goal state.
    pub(crate) fn find_depths(&mut self) -> Result<bool, TooManyStates> {
        let StatePairs { rows, columns, states, depths, .. } = self;
        let mut level = std::mem::take(&mut self.hardest);
        level.clear();
        level.extend(states.iter().filter(|state| rows.ahead(state.0) == 0));
        level.iter().for_each(|&goal| *depths.reached(goal) = 0);
        let solvable = !level.is_empty();
        let mut next = Vec::new();
        for depth in 0.. {
            if depth + 1 == INSIDE {
                return Err(TooManyStates(states.len() - 1)); // far deeper than any cluster known
            }
            let mut count = 0;
            for &from in &level {
                make_room(&mut next, count);
                slides(rows, columns, from, |to| {
                    let known = depths.reached(to);
                    next[count] = to;
                    count += usize::from(*known == INSIDE);
                    *known = (depth + 1).min(*known);
                    *known > depth // what lies behind a state of this depth or less is that one's affair
                });
            }
            next.truncate(count);
            if next.is_empty() {
                self.deepest = depth;
                break;
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        self.hardest = level;
        Ok(solvable)
    }

    /// The greatest depth.
    pub(crate) fn deepest(&self) -> u32 {
        self.deepest.into()
    }

    /// Rows, columns and depths apart.
    pub(crate) fn parts(&mut self) -> (&mut HalfBoard, &mut HalfBoard, &PairDepths) {
        (&mut self.rows, &mut self.columns, &self.depths)
    }

    /// The unsolved state: greatest depth, then smallest (H, V).
    pub(crate) fn unsolved(&self) -> Pair {
        self.smallest(&self.hardest)
    }

    /// The pieces that move in some shortest solution from a state: piece k of the rows as bit k of the first number, piece k of the
    /// columns as bit k of the second.
    pub(crate) fn movers(&mut self, from: Pair) -> [u32; 2] {
        let StatePairs { rows, columns, depths, seen, .. } = self;
        let mut movers = [0; 2];
        let mut stack = vec![from];
        let mut nearer = Vec::new();
        seen.clear();
        while let Some(state) = stack.pop() {
            let depth = *depths.reached(state);
            slides(rows, columns, state, |to| {
                if depths.reached(to).wrapping_add(1) == depth {
                    nearer.push(to);
                }
                true
            });
            for to in nearer.drain(..) {
                if to.0 != state.0 {
                    movers[0] |= 1 << rows.mover(state.0, to.0);
                } else {
                    movers[1] |= 1 << columns.mover(state.1, to.1);
                }
                if seen.insert(to) {
                    stack.push(to);
                }
            }
        }
        movers
    }

    /// A pair as a state; any state of the cluster tells the walls.
    pub(crate) fn state(&self, like: &State, (row, column): Pair) -> State {
        let primary_row = like.size().primary_row();
        let mut pieces: Vec<Piece> = self.rows.pieces(row).chain(self.columns.pieces(column)).collect();
        pieces.sort_by_key(|p| (p.orientation, p.row != primary_row));
        State::new(like.size(), &pieces, like.walls()).expect("steps keep to the rules")
    }
}

/// Calls `visit` with each pair that one move reaches, as long as it wants the same piece to go further.
#[inline]
pub(crate) fn slides(rows: &mut HalfBoard, columns: &mut HalfBoard, from: Pair, mut visit: impl FnMut(Pair) -> bool) {
    let (row, column) = from;
    rows.slides(row, columns.board(column), |to| visit((to, column)));
    columns.slides(column, rows.board(row), |to| visit((row, to)));
}

/// No state has more moves than this.
const MOST_MOVES: usize = 2 * Size::MAX * Size::MAX;

/// Room in a list for all states that a move leads to, behind the first `count`.
fn make_room(states: &mut Vec<Pair>, count: usize) {
    if count + MOST_MOVES > states.len() {
        states.resize(2 * count + MOST_MOVES, (0, 0));
    }
}

/// In the table: no state of the cluster.
const OUTSIDE: u16 = u16::MAX;
/// In the table: a state whose depth is not known.
const INSIDE: u16 = u16::MAX - 1;

/// The depth of each pair.
#[derive(Default)]
pub(crate) struct PairDepths {
    /// [`OUTSIDE`], [`INSIDE`] or a depth: a line for each board of the columns.
    table: Vec<u16>,
    /// Length of the lines, more than the greatest number of rows.
    width: usize,
}

impl PairDepths {
    /// Length of the lines to begin with.
    const WIDTH: usize = 64;
    /// Entries whose memory is kept for the next cluster: few clusters need more.
    const KEPT: usize = 1 << 22;
    /// Entries that the table may have: 2 GiB of them.
    const LARGEST: usize = 1 << 30;

    pub(crate) fn reset(&mut self) {
        self.table.clear();
        self.table.shrink_to(Self::KEPT);
        self.width = Self::WIDTH;
    }

    /// The entry of any pair.
    #[inline]
    pub(crate) fn entry(&mut self, (row, column): Pair) -> &mut u16 {
        while row as usize >= self.width {
            self.widen();
        }
        let place = column as usize * self.width + row as usize;
        if place >= self.table.len() {
            self.table.resize((column as usize + 1) * self.width, OUTSIDE);
        }
        &mut self.table[place]
    }

    /// The entry of a pair that was reached.
    #[inline]
    fn reached(&mut self, (row, column): Pair) -> &mut u16 {
        &mut self.table[column as usize * self.width + row as usize]
    }

    /// Doubles the length of the lines.
    #[cold]
    fn widen(&mut self) {
        let (old, new) = (self.width, 2 * self.width);
        self.table.resize(2 * self.table.len(), OUTSIDE);
        // from the last to the first, so that none is written over before it is moved
        for line in (1..self.table.len() / new).rev() {
            self.table.copy_within(line * old..(line + 1) * old, line * new);
            self.table[line * new - old..line * new].fill(OUTSIDE);
        }
        self.width = new;
    }

    /// The depth of a pair, if it is a state of the cluster.
    pub(crate) fn known(&self, pair: Pair) -> Option<u32> {
        let (row, column) = pair;
        let depth = if (row as usize) < self.width { self.table.get(column as usize * self.width + row as usize) } else { None };
        depth.copied().filter(|&depth| depth < INSIDE).map(u32::from)
    }
}
