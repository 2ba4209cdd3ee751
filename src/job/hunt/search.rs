//! One search: from a start board by random changes, some of them to easier boards, until its evaluations are used up.
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Instant;

use rustc_hash::FxHashSet;

use super::Workshop;
use super::control::Control;
use super::cooling::Cooling;
use super::minimal_row::{RowMaker, RowResult};
use super::mutation::{mutated, random_board};
use super::screen::{has_blocked_column, packed_hash};
use super::settings::{HuntSettings, TieBreak};
use crate::board::{Puzzle, State};
use crate::random::Random;
use crate::verify::ClusterDepth;

/// The hardest boards of one search that become rows.
const KEPT: usize = 25;
/// Every so-many-th board is made from the unsolved state of the present cluster, the others from random states of it.
const UNSOLVED: u64 = 8;
/// How often a board is made anew because it is unsolvable at sight, or of a cluster that was searched before.
const TRIES: usize = 64;

/// A search to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchTask {
    /// Its number, from 0.
    pub number: u64,
    /// How many boards to look at.
    pub evaluations: u64,
}

/// What a search found, or the rows of known boards.
#[derive(Default)]
pub(super) struct SearchResult {
    /// The rows of its hardest boards.
    pub rows: Vec<Puzzle>,
    /// Boards that it looked at.
    pub evaluations: u64,
    /// Boards that were passed over because their cluster has too many states.
    pub too_large: u64,
    /// Boards whose rows were not made because the time was over.
    pub out_of_time: u64,
}

impl SearchResult {
    /// Adds what came of a board.
    pub(super) fn add(&mut self, row: RowResult) {
        match row {
            RowResult::Row(row) => self.rows.push(row),
            RowResult::NoRow => {}
            RowResult::OutOfTime => self.out_of_time += 1,
        }
    }
}

/// The cluster from which a search goes on; `Workshop::present` holds its states.
struct Present {
    /// Thousandths of a move: the depth, and what decides between boards of the same depth.
    value: i64,
    unsolved: State,
    states: u64,
}

/// Makes a search. It ends early if the hunt is over.
pub(super) fn search(task: SearchTask, settings: &HuntSettings, control: &Control<'_>, workshop: &mut Workshop) -> SearchResult {
    let mut random = Random::new(settings.seed);
    // the seed of a search: the number that the hunt's own stream has at its place, mixed once more
    let mut random = Random::new(random.draw() ^ Random::new(task.number).draw());
    let cooling = Cooling { start: settings.temperature };
    let begun = Instant::now();
    let mut hardest = Hardest::default();
    let mut present: Option<Present> = None;
    let mut seen = FxHashSet::default();
    let mut result = SearchResult::default();
    while result.evaluations < task.evaluations && !control.is_over() {
        let board = match &present {
            None => start_board(task, settings, &mut random),
            Some(present) => next_board(present, workshop, settings, &mut seen, &mut random),
        };
        let share = result.evaluations as f64 / settings.search_length as f64;
        result.evaluations += 1;
        control.count(result.evaluations);
        let Some(board) = board else { continue };
        let Ok(found) = workshop.depths.search(&board, settings.metric, settings.max_states) else {
            result.too_large += 1;
            continue;
        };
        let Some(found) = found else { continue }; // unsolvable
        if hardest.offer(&found) {
            control.offer(&found);
        }
        let value = value_of(&found, settings.tie_break);
        let loss = present.as_ref().map_or(0, |present| present.value - value);
        // a search that the time cuts short cools down faster
        if cooling.accepts(loss, share.max(control.share_of_time(begun)), &mut random) {
            present = Some(Present { value, unsolved: found.unsolved, states: found.states });
            std::mem::swap(&mut workshop.depths, &mut workshop.present);
        }
    }
    let mut maker = RowMaker::new(workshop, settings);
    for (number, board) in hardest.boards().enumerate() {
        // the row of the hardest board is made in any case
        result.add(maker.row(board, &|| number == 0 || control.has_time_for_rows()));
    }
    result
}

/// The board from which a search starts: every second search starts from one that is known, if there are any.
fn start_board(task: SearchTask, settings: &HuntSettings, random: &mut Random) -> Option<State> {
    if settings.known.is_empty() || task.number % 2 == 1 {
        (0..TRIES).find_map(|_| random_board(settings.size, settings.walls, random).filter(|board| !has_blocked_column(board)))
    } else {
        Some(settings.known[random.below(settings.known.len() as u64) as usize].clone())
    }
}

/// A changed board that has not been searched, as far as can be seen; `None` if none was found.
fn next_board(
    present: &Present,
    workshop: &Workshop,
    settings: &HuntSettings,
    seen: &mut FxHashSet<u64>,
    random: &mut Random,
) -> Option<State> {
    (0..TRIES).find_map(|_| {
        let unsolved = &present.unsolved;
        let next = if random.below(UNSOLVED) == 0 {
            mutated(unsolved, settings.walls, random)
        } else {
            mutated(&workshop.present.state(unsolved, random.below(present.states)), settings.walls, random)
        };
        next.filter(|board| !has_blocked_column(board) && seen.insert(packed_hash(board)))
    })
}

/// The value of a board in thousandths of a move, or of a step. What decides between boards of the same depth is less than one move.
fn value_of(found: &ClusterDepth, tie_break: TieBreak) -> i64 {
    let of_states = 15 * i64::from(found.states.max(1).ilog2());
    let tie = match tie_break {
        TieBreak::FewerStates => 960 - of_states,
        TieBreak::MoreStates => of_states,
        TieBreak::FewerPieces => 960 - 15 * found.unsolved.items().len() as i64,
    };
    1000 * i64::from(found.moves) + tie
}

/// The hardest boards met, at most [`KEPT`], one for each cluster.
#[derive(Default)]
struct Hardest {
    boards: BTreeMap<(Reverse<u32>, Reverse<u64>, String), State>,
}

impl Hardest {
    /// Adds a board; returns whether it is the deepest so far.
    fn offer(&mut self, found: &ClusterDepth) -> bool {
        let deepest = self.boards.keys().next().map(|(moves, ..)| moves.0);
        let is_among = self.boards.len() < KEPT
            || self.boards.keys().next_back().is_some_and(|last| (last.0.0, last.1.0) < (found.moves, found.states));
        if is_among {
            let key = (Reverse(found.moves), Reverse(found.states), found.unsolved.to_string());
            self.boards.insert(key, found.unsolved.clone());
            if self.boards.len() > KEPT {
                self.boards.pop_last();
            }
        }
        deepest.is_none_or(|deepest| found.moves > deepest)
    }

    fn boards(&self) -> impl Iterator<Item = &State> {
        self.boards.values()
    }
}
