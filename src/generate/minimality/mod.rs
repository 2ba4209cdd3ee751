//! Is the unsolved state minimal? Each piece and wall is removed in turn, and a search looks for a shorter solution.
//!
//! A piece that moves in some shortest solution always matters: without it the same solution is shorter by its moves. Only the
//! others are removed. The search is breadth-first, forward from the state without the piece. It drops a state whose
//! [lower bound](MinimalityTest::bound) exceeds the moves left.
//!
//! # Useful moves
//! On the board without the piece too, a state has a shortest solution in which a move with `j` moves after it consists of
//! [useful steps](super::useful_steps) of rank at most `j`. So the search makes a move that leaves `j` moves only if each of its
//! steps is useful, of rank at most `j`. The cluster of that board has not been explored; the reach of its lines stands for it.
//!
//! # Moves that come too late
//! Let `y` be a state that the search meets with `m` moves left, with the old place of the item clear, and known to be a state of
//! the cluster once the item is back there. The depth of that state is above `m`, or the search would have ended:
//! - (a) The old place was never entered. Then all moves were moves of the cluster, and the unsolved state is deeper than all
//!   moves together.
//! - (b) It was entered and left. Then the depth was looked up when it was left for the last time, and a move lowers the depth by
//!   at most one.
//!
//! So a solution of `y` in `m` moves has to enter the old place. Let `r` be the lowest rank of a useful step that enters one of its
//! cells. The move that makes the step has at least `r` moves after it. Hence:
//! - `y` itself is of no use if `m ≤ r`;
//! - a move that leaves `m' ≤ r` moves must touch the old place, or it leads to another such state that is of no use.
//!
//! A state of no use is on no way to a goal state in the moves left, whatever the order of the moves that led to it, so the proof
//! below, which is about states on such ways, holds without it.
//!
//! # Moves that commute
//! Two moves of different lines *commute* in a state if they can be made in either order, with the same result; then one order is
//! enough. When do they?
//! - Two rows always commute, and so do two columns: they never meet.
//! - A row and a column meet in one cell. They commute if one of the two moves does not *touch* that cell: it neither covers, nor
//!   leaves, nor crosses it. That move does not depend on the cell, and for the other move the cell is the same before and after
//!   it.
//!
//! Number the lines. When a move of line `j` has found a state, its next moves are restricted: a move of line `i` is skipped if
//!
//! 1. `i < j`, the two moves commute, and the ranks of the move of `j` are low enough for the next level too; or
//! 2. `i = j`, and the line has one piece.
//!
//! *Claim: the goal is still found, if it can be reached in the moves left.* Call a move *permitted* on a level if its ranks are
//! low enough there. Whether it is depends on its piece and the places from which it steps, not on the rest of the board; and
//! what is permitted on a level is permitted on all earlier levels. The *distance* of a state is the fewest permitted moves in
//! which it can be reached, the first being made on the first level, and so on. Among the goal states that the claim above
//! promises, take one of the smallest distance. We show that every state `y` on a shortest way to it is found, on the level of
//! its distance. The bound does not drop `y`.
//!
//! Let `k + 1` be the distance of `y`. Consider all pairs `(x, i)` such that `x` has distance `k`, and a permitted move of line
//! `i` leads from `x` to `y`. Choose a pair with the greatest `i`. By induction `x` is found, by line `j` from some state `w` of
//! distance `k - 1`. Suppose that the move of `i` is skipped.
//! - Rule 1: swap the moves. Line `i` leads from `w` to some `v`, and line `j` from `v` to `y`. The move of `i` is permitted one
//!   level earlier, so the distance of `v` is at most `k`. The move of `j` is permitted one level later, by the rule, and on all
//!   earlier levels. So the distance of `v` is at least `k`, or `y` would have a smaller one, and `(v, j)` is a pair too: `j > i`
//!   contradicts the choice.
//! - Rule 2: the same piece moves twice, and could move from `w` to `y` at once, by some of the same steps, all permitted on the
//!   earlier level. Then the distance of `y` is at most `k`: a contradiction. ∎
//!
//! # Steps
//! If depth counts steps (`BY_STEPS`), every move is by one cell. All of the above holds with *step* for *move*, except rule 2,
//! which is left out: two steps of a piece are not one step. Where a solution is shorter without the item than the depth of the
//! unsolved state, no step of the item is in it, so a piece that moves in some shortest solution by steps matters as well. The
//! lower bound is [`MinimalityTest::bound_by_steps`].
//!
//! These rules save two moves in three. `docs/NOTES.md` has the figures, and what was tried instead.
mod bound;
mod keyed_state;
mod moved_pieces;

use self::keyed_state::{KeyedState, doubled, span};
pub use self::keyed_state::{Probe, RemovedItem, ShortCut};
pub(super) use self::moved_pieces::pieces_moved;
use super::ClusterLimits;
use super::key_table::KeyTable;
use super::reach::Reach;
use super::useful_steps::{StepSet, UsefulSteps};
use crate::board::{Bitboard, Counted, LimitExceeded, Metric};
use crate::lines::{ConfigSet, GroupId, LineTables, Placement, mask_of};

/// A line's group, and where its bits are.
#[derive(Clone, Copy, Default, Debug)]
struct FilledLine {
    group: GroupId,
    /// Whether it has one piece.
    single: bool,
    /// The shift of its configuration in a key.
    key_shift: u8,
    /// The shift of its cells among those that cross it, see [`KeyedState::cells`].
    cells_shift: u8,
}

/// The moves whose steps are all useful, up to some rank.
#[derive(Clone, Debug)]
struct UsefulMoves {
    steps: StepSet,
    /// The lines that have such moves, as bits.
    lines: u16,
    /// Per line and configuration: where they lead if nothing blocks them; [`UNKNOWN`] until it is needed.
    to: [[ConfigSet; 16]; 16],
}

/// Not a possible set: a move changes the configuration, so a set never holds them all.
const UNKNOWN: ConfigSet = ConfigSet::MAX;

/// The columns in a set of lines, numbered as in [`MinimalityTest::lines`]; the rows are the other bits.
const COLUMNS: u16 = 0x5555;

/// Looks for short solutions. One value serves many clusters and keeps its buffers.
#[derive(Default)]
pub struct MinimalityTest<const N: usize, P = ()> {
    /// Keys of the states met, and their numbers in that list.
    seen: Vec<u64>,
    numbers: KeyTable,
    /// Column `x` is line `2 * x`, row `y` is line `2 * y + 1`.
    lines: [FilledLine; 16],
    /// `[rank]`: the useful moves of up to this rank.
    useful: Vec<UsefulMoves>,
    /// The lowest rank of a useful step that enters the old place of the removed item; the highest number if none does.
    first_entered: u32,
    /// The lines with cells of the old place, as bits.
    lines_of_item: u16,
    /// The row of the primary, and per configuration the cells between the primary and the exit.
    primary: FilledLine,
    before_exit: [u8; 16],
    /// The states of the current level and of the next.
    level: Vec<KeyedState>,
    next: Vec<KeyedState>,
    pub(super) probe: P,
}

impl<const N: usize, P: Probe> MinimalityTest<N, P> {
    /// Whether the goal can be reached without an item in at most `most_moves` moves, or steps; with the item it takes more.
    /// `depth` gives the depth of states of the cluster by key, the item back in its old place: an upper bound, since they are no
    /// deeper without it.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the search meets more states than `limits` allow.
    #[inline(always)]
    pub fn is_solvable_within(
        &mut self,
        lines: &LineTables<N>,
        removed: &RemovedItem<N>,
        most_moves: u32,
        metric: Metric,
        depth: impl Fn(u64) -> Option<u32>,
        limits: &ClusterLimits,
    ) -> Result<bool, LimitExceeded> {
        match metric {
            Metric::Moves => self.search::<false>(lines, removed, most_moves, depth, limits),
            Metric::Steps => self.search::<true>(lines, removed, most_moves, depth, limits),
        }
    }

    #[inline(always)]
    fn search<const BY_STEPS: bool>(
        &mut self,
        lines: &LineTables<N>,
        removed: &RemovedItem<N>,
        most_moves: u32,
        depth: impl Fn(u64) -> Option<u32>,
        limits: &ClusterLimits,
    ) -> Result<bool, LimitExceeded> {
        self.prepare(lines, &removed.rest);
        let start = KeyedState::new(lines, &removed.rest);
        let least = self.bound_of::<BY_STEPS>(lines, &start, most_moves);
        if least == 0 || least > most_moves {
            return Ok(least == 0);
        }
        self.find_useful_steps(lines, &removed.rest, most_moves, removed);
        self.numbers.clear(self.seen.len());
        self.seen.clear();
        self.is_new(start.key);
        self.level.clear();
        self.level.push(start);
        for moves in 1..=most_moves {
            self.next.clear();
            for i in 0..self.level.len() {
                if self.expand::<BY_STEPS>(lines, self.level[i], most_moves - moves, removed, &depth) {
                    return Ok(true);
                }
                Counted::StatesWithoutAPiece.check(self.seen.len(), limits.states_without_a_piece)?;
            }
            std::mem::swap(&mut self.level, &mut self.next);
        }
        Ok(false)
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        let levels = (self.level.capacity() + self.next.capacity()) * size_of::<KeyedState>();
        self.numbers.reserved_bytes() + 8 * self.seen.capacity() + levels
    }

    /// Looks up the lines of a state; they are the same for all states of its search.
    fn prepare(&mut self, lines: &LineTables<N>, state: &Placement<N>) {
        for i in 0..2 * N {
            let group = if i & 1 == 0 { state.column_groups[i / 2] } else { state.row_groups[i / 2] };
            let pieces = lines.groups()[group as usize].lengths.len();
            let key_shift = 4 * (i / 2) + if i & 1 == 0 { 0 } else { 32 };
            let cells_shift = N * (i / 2);
            self.lines[i] = FilledLine { group, single: pieces == 1, key_shift: key_shift as u8, cells_shift: cells_shift as u8 };
        }
        self.primary = self.lines[2 * lines.primary_row() + 1];
        let row = &lines.groups()[self.primary.group as usize];
        for (config, starts) in row.starts.iter().enumerate() {
            let end = starts[0] + row.lengths[0];
            self.before_exit[config] = mask_of(end, row.cells - end);
        }
    }

    /// Finds the useful steps on the board of a state, up to rank `most`, and which of them enter the old place of the removed
    /// item.
    fn find_useful_steps(&mut self, lines: &LineTables<N>, state: &Placement<N>, most: u32, removed: &RemovedItem<N>) {
        let (mut groups, mut configs) = ([0; 16], [0; 16]);
        for k in 0..N {
            (groups[k], configs[k]) = (state.row_groups[k], state.row_configs[k]);
            (groups[N + k], configs[N + k]) = (state.column_groups[k], state.column_configs[k]);
        }
        let places = Reach::new(lines, &groups, &configs).places(lines, &groups);
        let mut useful = UsefulSteps::new(lines, &groups, &places, &places);
        self.useful.clear();
        (self.first_entered, self.lines_of_item) = (u32::MAX, 0);
        for i in 0..2 * N {
            self.lines_of_item |= u16::from(removed.cells_in(i) != 0) << i;
        }
        let mut movable = 0;
        while useful.changed_lines() != 0 && self.useful.len() <= most as usize {
            for line in Bitboard::from(useful.changed_lines()) {
                let i = if line < N { 2 * line + 1 } else { 2 * (line - N) };
                movable |= 1 << i;
                if useful.steps().cells_entered(lines, line, groups[line]) & removed.cells_in(i) != 0 {
                    self.first_entered = self.first_entered.min(self.useful.len() as u32);
                }
            }
            self.useful.push(UsefulMoves { steps: *useful.steps(), lines: movable, to: [[UNKNOWN; 16]; 16] });
            useful.next_rank(lines);
        }
    }

    /// The configurations that useful moves of up to a rank lead to from a configuration of line `i`, if nothing blocks them.
    #[inline(always)]
    fn useful_moves(&mut self, lines: &LineTables<N>, rank: usize, i: usize, config: u8) -> ConfigSet {
        let UsefulMoves { steps, to, .. } = &mut self.useful[rank];
        let known = &mut to[i][config as usize];
        if *known == UNKNOWN {
            let line = if i & 1 == 0 { N + i / 2 } else { i / 2 };
            *known = slides(lines, steps, line, self.lines[i].group, config);
        }
        *known
    }

    /// Puts the new states one move away that may be solvable in `moves_left` moves on the next level; true if one of them
    /// certainly is.
    #[inline(always)]
    fn expand<const BY_STEPS: bool>(
        &mut self,
        lines: &LineTables<N>,
        from: KeyedState,
        moves_left: u32,
        removed: &RemovedItem<N>,
        depth: &impl Fn(u64) -> Option<u32>,
    ) -> bool {
        let was_clear = removed.is_clear(&from);
        let found = self.next.len();
        // the highest ranks of moves made now, and of moves made on the next level
        let highest = self.useful.len() - 1;
        let (rank, next_rank) = (highest.min(moves_left as usize), highest.min(moves_left.saturating_sub(1) as usize));
        let mut todo = self.useful[rank].lines & !from.skipped;
        // too late for all moves that do not touch the old place
        let must_enter = from.in_cluster && moves_left <= self.first_entered;
        if must_enter {
            self.probe.taken(ShortCut::OnlyTouching);
            todo &= self.lines_of_item;
        }
        for i in Bitboard::from(todo) {
            let FilledLine { group, single, key_shift, cells_shift } = self.lines[i];
            let config = (from.key >> key_shift & 15) as u8;
            let blocked = from.cells[i & 1] >> cells_shift & LineTables::<N>::FULL as u64;
            // Rule 1: an earlier line that is not skipped as a whole crosses line `found_by` in a cell that the last move
            // touched; only its moves that also touch that cell do not commute
            let must_touch = if i < from.found_by as usize { 1 << (from.found_by / 2) } else { u64::MAX };
            let mut to = lines.component(group, config as u32, blocked) & self.useful_moves(lines, rank, i, config);
            if BY_STEPS {
                to &= lines.steps_to(group, config);
            }
            if to == 0 {
                continue;
            }
            let in_time = self.useful_moves(lines, next_rank, i, config);
            let old = removed.cells_in(i) as u64;
            for c in Bitboard::from(to) {
                let changed = lines.mask(group, config) ^ lines.mask(group, c as u8);
                let touched = span(changed);
                if touched & must_touch == 0 || must_enter && touched & old == 0 {
                    continue;
                }
                let mut state = from;
                state.key ^= (c as u64 ^ config as u64) << key_shift;
                state.cells[i & 1 ^ 1] ^= lines.transposed(changed, i / 2);
                let least = self.bound_of::<BY_STEPS>(lines, &state, moves_left);
                if least == 0 {
                    return true;
                }
                if least <= moves_left {
                    let is_clear = removed.is_clear(&state);
                    state.in_cluster &= is_clear;
                    state.crossed = is_clear && (!was_clear || touched & old != 0);
                    // lines along it, and those across that meet no touched cell
                    let commuting = !doubled(touched) | COLUMNS << (i & 1);
                    state.skipped = u16::from(single && !BY_STEPS) << i;
                    state.found_by = 0;
                    if in_time >> c & 1 == 1 {
                        state.skipped |= commuting & ((1 << i) - 1);
                        state.found_by = i as u8;
                    }
                    self.next.push(state);
                }
            }
        }
        self.keep_new(found, moves_left, removed, depth)
    }

    /// Adds a state to those met; false if it was met before.
    #[inline(always)]
    fn is_new(&mut self, key: u64) -> bool {
        self.numbers.make_room(&self.seen);
        let is_new = self.numbers.insert(key, &self.seen) as usize == self.seen.len();
        if is_new {
            self.seen.push(key);
        }
        is_new
    }

    /// Keeps the states on the next level from position `found` on that are unvisited and not pruned; true if one of them is
    /// certainly solvable in `moves_left` moves.
    #[inline(always)]
    fn keep_new(&mut self, found: usize, moves_left: u32, removed: &RemovedItem<N>, depth: &impl Fn(u64) -> Option<u32>) -> bool {
        // Large tables are not in the cache. Here the processor loads all places at once; below it would wait at each lookup.
        let nearby = self.next[found..].iter().fold(0, |nearby, state| nearby ^ self.numbers.touch(state.key));
        std::hint::black_box(nearby);
        let mut kept = found;
        for at in found..self.next.len() {
            if !self.is_new(self.next[at].key) {
                continue;
            }
            let state = &mut self.next[at];
            // Until a piece enters the old place, all moves are also moves of the cluster with the item in place, where the
            // unsolved state is deeper than `most_moves`. So look up the depth only once a piece has entered the old place and
            // left it again.
            if state.crossed {
                let known = removed.restored_key(state.key).and_then(depth);
                if known.is_some_and(|moves| moves <= moves_left) {
                    return true;
                }
                state.in_cluster = known.is_some();
                if state.in_cluster && moves_left <= self.first_entered {
                    // its moves would have to enter the old place, and come too late for that
                    self.probe.taken(ShortCut::TooLate);
                    continue;
                }
            }
            self.next.swap(kept, at);
            kept += 1;
        }
        self.next.truncate(kept);
        false
    }
}

/// The configurations reached by slides whose steps are all in a set, if nothing blocks them.
#[inline(never)]
fn slides<const N: usize>(lines: &LineTables<N>, steps: &StepSet, line: usize, group: GroupId, config: u8) -> ConfigSet {
    let starts = &lines.groups()[group as usize].starts;
    let mut to = 0;
    for slot in 0..2 * starts[config as usize].len() {
        let mut at = config;
        while steps.contains(line, &starts[at as usize], slot)
            && let Some(step) = lines.step(group, at, slot)
        {
            at = step.to;
            to |= 1 << at;
        }
    }
    to
}
