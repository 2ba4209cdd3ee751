//! Whether an item of the unsolved state matters: a search without it, made for checking many rows.
//!
//! It looks at the best states first, and what makes a state good is told by its *shadow*: the state of the cluster that the same
//! moves lead to as far as the item, back in its place, lets them through. Most moves can be made there too; one that the item stops
//! leaves the shadow where it is, and is what the search is after. The *promise* of a state is the depth of its shadow and the moves
//! made so far, without those that the shadow did not make. It only orders the search: the answer does not hang on it.
use std::collections::VecDeque;

use super::half_board::{HalfBoard, NONE};
use super::state_pairs::{Pair, PairDepths, StatePairs, slides};
use crate::board::{Item, Orientation, Piece, State, TooManyStates};

/// The search. Its buffers are used again for the next item.
#[derive(Default)]
pub(crate) struct ShadowSearch {
    /// The half that the item was taken from.
    half: HalfBoard,
    /// For each of its boards, the board of the cluster with the item put back, or [`NONE`].
    put_back: Vec<u32>,
    /// The fewest moves that a state was reached in so far.
    fewest: PairDepths,
    /// By promise, states to go on from.
    promising: Vec<VecDeque<Waiting>>,
    reached: Vec<Pair>,
}

/// A state to go on from.
#[derive(Clone, Copy)]
struct Waiting {
    state: Pair,
    /// The moves that it was reached in.
    moves: u32,
    /// Its shadow, and how many of the moves that did not make.
    shadow: Pair,
    behind: u32,
}

/// The halves that a search moves in, and what it knows of the cluster.
struct Sides<'c> {
    rows: &'c mut HalfBoard,
    columns: &'c mut HalfBoard,
    /// The half of the item with it in its place; the other one is the same for the cluster and the search.
    whole: &'c HalfBoard,
    /// Whether the item belongs to the rows.
    lies: bool,
    depths: &'c PairDepths,
    /// The moves of the unsolved state.
    limit: u32,
}

impl ShadowSearch {
    /// How much better a state is whose shadow could not follow than the state before it: measured, 2 is best.
    const BONUS: usize = 2;

    /// Whether the unsolved state of a cluster takes fewer moves without one of its items.
    ///
    /// A state which is one of the cluster when the item is put back takes at most its depth there, since all moves are possible
    /// without the item too: with the moves made so far less than those of the unsolved state, and the answer is yes. States are given
    /// up if they take too many moves anyway, one of the primary and one of each vertical in its way, and taken up again if they are
    /// reached in fewer.
    ///
    /// # Errors
    /// [`TooManyStates`] if the search goes on from more than `max_states` states.
    pub(crate) fn is_shorter_without(
        &mut self,
        cluster: &mut StatePairs,
        state: &State,
        item: usize,
        max_states: usize,
    ) -> Result<bool, TooManyStates> {
        let kept = Kept::of(state, item);
        let (limit, unsolved) = (cluster.deepest(), cluster.unsolved());
        let lies = kept.orientation == Orientation::Horizontal;
        let ShadowSearch { half, put_back, fewest, promising, reached } = self;
        half.reset(&state.without_item(item), kept.orientation);
        let (rows, columns, depths) = cluster.parts();
        let sides = if lies {
            &mut Sides { rows: half, columns, whole: rows, lies, depths, limit }
        } else {
            &mut Sides { rows, columns: half, whole: columns, lies, depths, limit }
        };
        let start = if lies { (0, unsolved.1) } else { (unsolved.0, 0) };
        if sides.least_moves(start) >= limit {
            return Ok(false);
        }
        put_back.clear();
        fewest.reset();
        *fewest.entry(start) = 0;
        promising.iter_mut().for_each(VecDeque::clear);
        promising.resize_with(promising.len().max(Self::BONUS + 2 * limit as usize), VecDeque::new);
        let mut promise = Self::BONUS;
        promising[promise].push_back(Waiting { state: start, moves: 0, shadow: unsolved, behind: 0 });
        let mut left = max_states;
        while promise < promising.len() {
            let Some(from) = promising[promise].pop_front() else {
                promise += 1;
                continue;
            };
            if u32::from(*fewest.entry(from.state)) < from.moves {
                continue;
            }
            left = left.checked_sub(1).ok_or(TooManyStates(max_states))?;
            reached.clear();
            slides(sides.rows, sides.columns, from.state, |to| {
                reached.push(to);
                true
            });
            sides.put_back(&kept, put_back);
            let (moves, parent) = (from.moves + 1, promise);
            for &to in reached.iter() {
                let known = fewest.entry(to);
                if u32::from(*known) <= moves {
                    continue;
                }
                let least = sides.least_moves(to);
                if least == 0 {
                    return Ok(true);
                }
                if moves + least >= limit {
                    continue;
                }
                *known = moves as u16; // less than the depth of the unsolved state, which is one
                let in_cluster = if lies { (put_back[to.0 as usize], to.1) } else { (to.0, put_back[to.1 as usize]) };
                if sides.depths.known(in_cluster).is_some_and(|depth| moves + depth < limit) {
                    return Ok(true);
                }
                let (own, waiting) = sides.judge(&from, to, in_cluster);
                let own = own.map_or(parent.saturating_sub(Self::BONUS), |promise| promise as usize + Self::BONUS);
                promising[own].push_back(waiting);
                promise = promise.min(own);
            }
        }
        Ok(false)
    }
}

impl Sides<'_> {
    /// Moves that a state needs at least: one of the primary, and one of each vertical in its way; 0 at the goal only.
    fn least_moves(&self, (row, column): Pair) -> u32 {
        match self.rows.ahead(row) {
            0 => 0,
            ahead => 1 + (self.columns.board(column) & ahead).count_ones(),
        }
    }

    /// Looks the new boards of the item's half up with the item put back.
    fn put_back(&self, kept: &Kept, known: &mut Vec<u32>) {
        let half = if self.lies { &self.rows } else { &self.columns };
        for number in known.len()..half.count() {
            let board = kept.put_back(half.board(number as u32));
            known.push(board.and_then(|board| self.whole.find(board)).unwrap_or(NONE));
        }
    }

    /// The promise of a state, if its shadow could follow, and what to remember of it; `in_cluster` is the state with the item put
    /// back.
    fn judge(&self, from: &Waiting, to: Pair, in_cluster: Pair) -> (Option<u32>, Waiting) {
        let moves = from.moves + 1;
        let (depth, shadow, behind) = match self.depths.known(in_cluster) {
            Some(depth) => (Some(depth), in_cluster, 0),
            None => {
                let shadow = self.follow(from.shadow, from.state, to);
                match self.depths.known(shadow) {
                    Some(depth) => (Some(depth), shadow, from.behind),
                    None => (None, from.shadow, from.behind + 1),
                }
            }
        };
        let promise = depth.map(|depth| (moves - behind + depth).saturating_sub(self.limit));
        (promise, Waiting { state: to, moves, shadow, behind })
    }

    /// Where the move from one state to another takes a shadow.
    fn follow(&self, shadow: Pair, from: Pair, to: Pair) -> Pair {
        let (rows, columns) = if self.lies { (self.whole, &*self.columns) } else { (&*self.rows, self.whole) };
        let changed = (self.rows.board(from.0) ^ self.rows.board(to.0), self.columns.board(from.1) ^ self.columns.board(to.1));
        (rows.changed(shadow.0, changed.0), columns.changed(shadow.1, changed.1))
    }
}

/// An item that was taken away, and where it stood.
struct Kept {
    /// The half that it belongs to; walls belong to the rows.
    orientation: Orientation,
    cells: u64,
    /// The cells of its line before it, and how many of them are taken in its cluster whenever it stands there.
    before: u64,
    taken_before: u32,
}

impl Kept {
    fn of(state: &State, item: usize) -> Kept {
        let size = state.size();
        let (orientation, row, column, cells) = match state.items()[item] {
            Item::Piece(piece @ Piece { orientation, row, column, .. }) => (orientation, row, column, piece.cells(size)),
            Item::Wall(cell) => (Orientation::Horizontal, cell / size.n(), cell % size.n(), 1 << cell),
        };
        let (board, line) = match orientation {
            Orientation::Horizontal => (state.horizontal(), size.row_mask(row)),
            Orientation::Vertical => (state.vertical(), (0..size.n()).map(|row| size.bit(row, column)).sum()),
        };
        let before = line & ((cells & cells.wrapping_neg()) - 1);
        Kept { orientation, cells, before, taken_before: (board & before).count_ones() }
    }

    /// The half with the item where it stood, if there is room in it, and it comes to stand between the same pieces of its line.
    fn put_back(&self, board: u64) -> Option<u64> {
        let fits = board & self.cells == 0 && (board & self.before).count_ones() == self.taken_before;
        fits.then_some(board | self.cells)
    }
}
