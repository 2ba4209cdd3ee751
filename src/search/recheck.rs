//! The facts about a cluster once more, fast enough for millions of rows: plain search over linked states.
use std::collections::VecDeque;

use super::TooManyStates;
use super::lanes::{Boards, Lanes};
use super::links::{Links, Numbering};
use super::solve::without;
use crate::board::{Item, Orientation, Piece, PlacementError, Size, State, check_placement};

/// Finds what a row says anew. Its buffers are used again for the next row.
#[derive(Default)]
pub struct Recheck {
    links: Links,
    /// States of a search without one of the items.
    relaxed: Numbering,
    /// For each of them, the fewest moves that it was reached in so far.
    done: Vec<u32>,
    /// By promise, states to go on from, and the moves that they were reached in.
    promising: Vec<VecDeque<(u32, u32)>>,
}

/// A cluster as the plain search sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// States in the cluster.
    pub states: u64,
    /// The smallest state by (H, V).
    pub canonical: State,
    /// The hardest state; `None` if the cluster is unsolvable.
    pub hardest: Option<Hardest>,
}

/// The unsolved state of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hardest {
    /// The state itself.
    pub state: State,
    /// Its depth in moves.
    pub moves: u32,
    /// Indices in [`State::items`] of the pieces and walls that do not matter: without any one of them it still takes as many moves.
    pub superfluous: Vec<usize>,
}

/// A board that can't be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecheckError {
    /// The database does not enumerate it.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// Its cluster is too large.
    #[error(transparent)]
    TooManyStates(#[from] TooManyStates),
}

impl Recheck {
    /// The facts about the cluster of a state.
    ///
    /// # Errors
    /// [`RecheckError::Placement`] if the database does not enumerate such states, [`RecheckError::TooManyStates`] if the cluster,
    /// or a search for a piece that does not matter, has more than `max_states` states.
    pub fn facts(&mut self, state: &State, max_states: usize) -> Result<Facts, RecheckError> {
        check_placement(state)?;
        let lanes = Lanes::of(state);
        let links = &mut self.links;
        links.explore(&lanes, (state.horizontal(), state.vertical()), max_states)?;
        let mut facts = Facts { states: links.count() as u64, canonical: lanes.state(links.canonical()), hardest: None };
        if links.find_depths(&lanes) {
            let unsolved = links.unsolved();
            let movers = links.movers(unsolved);
            let moves = links.deepest();
            let state = lanes.state(links.states.boards[unsolved as usize]);
            let matters = |item: &Item| match item {
                Item::Piece(piece) => Lanes::of(&state).number(*piece).is_some_and(|number| movers >> number & 1 != 0),
                Item::Wall(_) => false,
            };
            let mut superfluous = Vec::new();
            for (index, item) in state.items().iter().enumerate().skip(1) {
                // A piece that moves in a shortest solution matters: the rest of it, which is shorter, solves the board without.
                if !matters(item) && !self.is_shorter_without(&state, index, moves, max_states)? {
                    superfluous.push(index);
                }
            }
            facts.hardest = Some(Hardest { state, moves, superfluous });
        }
        Ok(facts)
    }

    /// Whether the unsolved state takes fewer than `moves` moves without one of its items.
    ///
    /// A search without the item, best states first. A state which is one of the cluster when the item is put back takes at most its
    /// depth there, since all moves are possible without the item too: with the moves done so far less than `moves`, and the answer
    /// is yes. Otherwise that sum is the state's promise; a state in which something stands on the item's cells inherits it. The
    /// promise only orders the search. States are given up if [`Lanes::least_moves`] says that they take too many moves anyway, and
    /// taken up again if they are reached in fewer.
    fn is_shorter_without(&mut self, state: &State, item: usize, moves: u32, max_states: usize) -> Result<bool, TooManyStates> {
        let kept = Kept::of(state, item);
        let lanes = Lanes::of(&without(state, item));
        let (h, v) = (state.horizontal(), state.vertical());
        let start = if kept.lies { (h & !kept.cells, v) } else { (h, v & !kept.cells) };
        if lanes.least_moves(start) >= moves {
            return Ok(false);
        }
        let Recheck { links, relaxed, done, promising } = self;
        relaxed.clear();
        relaxed.number(start, max_states)?;
        done.clear();
        done.push(0);
        promising.iter_mut().for_each(VecDeque::clear);
        promising.resize_with(promising.len().max(2 * moves as usize), VecDeque::new);
        promising[0].push_back((0, 0));
        let mut reached = Vec::new();
        // Promises are counted from `moves`: none is less.
        let mut promise = 0;
        while promise < promising.len() {
            let Some((number, before)) = promising[promise].pop_front() else {
                promise += 1;
                continue;
            };
            if done[number as usize] < before {
                continue;
            }
            let (from, now, parent) = (relaxed.boards[number as usize], before + 1, promise);
            reached.clear();
            lanes.steps(from, |way, boards| reached.push((way, from, boards)));
            let mut next = 0;
            while let Some(&(way, last, boards)) = reached.get(next) {
                next += 1;
                reached.extend(lanes.further(way, (last, boards)).map(|further| (way, boards, further)));
                let least = lanes.least_moves(boards);
                if least == 0 {
                    return Ok(true);
                }
                if now + least >= moves {
                    continue;
                }
                let (number, is_new) = relaxed.number(boards, max_states)?;
                if is_new {
                    done.push(now);
                } else if now < done[number as usize] {
                    done[number as usize] = now;
                } else {
                    continue;
                }
                let depth = kept.put_back(boards).and_then(|boards| links.states.find(boards)).map(|number| links.depth(number));
                let own = match depth {
                    Some(depth) if now + depth < moves => return Ok(true),
                    Some(depth) => (now + depth - moves) as usize,
                    None => parent,
                };
                promising[own].push_back((number, now));
                promise = promise.min(own);
            }
        }
        Ok(false)
    }
}

/// An item that was taken away, and where it stood.
struct Kept {
    cells: u64,
    /// Whether it belongs to H.
    lies: bool,
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
        let lies = orientation == Orientation::Horizontal;
        let line = if lies { size.row_mask(row) } else { column_mask(size, column) };
        let before = line & ((cells & cells.wrapping_neg()) - 1);
        let board = if lies { state.horizontal() } else { state.vertical() };
        Kept { cells, lies, before, taken_before: (board & before).count_ones() }
    }

    /// The boards with the item where it stood, if there is room, and it comes to stand between the same pieces of its line.
    fn put_back(&self, (h, v): Boards) -> Option<Boards> {
        let own = if self.lies { h } else { v };
        if (h | v) & self.cells != 0 || (own & self.before).count_ones() != self.taken_before {
            return None;
        }
        Some(if self.lies { (h | self.cells, v) } else { (h, v | self.cells) })
    }
}

fn column_mask(size: Size, column: usize) -> u64 {
    (0..size.n()).map(|row| size.bit(row, column)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Analysis, Generator};

    const LIMIT: usize = 1_000_000;

    /// Compares with the plain analysis, which shares only the board with this one.
    fn assert_agrees(recheck: &mut Recheck, board: &State) {
        let analysis = Analysis::of(board, LIMIT).expect("a small cluster");
        let facts = recheck.facts(board, LIMIT);
        if let Err(error) = &analysis.placement {
            assert_eq!(facts, Err(RecheckError::Placement(error.clone())), "{board}");
            return;
        }
        let facts = facts.expect("an enumerated board");
        assert_eq!((facts.states, &facts.canonical), (analysis.states, &analysis.canonical), "{board}");
        let expected = analysis.unsolved.map(|u| (u.state, u.moves, u.superfluous));
        assert_eq!(facts.hardest.map(|h| (h.state, h.moves, h.superfluous)), expected, "{board}");
    }

    #[test]
    fn candidates_of_every_size_agree_with_the_plain_analysis() {
        let mut recheck = Recheck::default();
        for (n, walls, count) in [(4, "0..2", 2000), (5, "0..2", 600), (6, "0..2", 40), (7, "0..1", 4)] {
            let generator = Generator::new(Size::new(n).expect("a size"), walls.parse().expect("a range")).expect("not too many");
            let mut worker = generator.worker();
            let mut random = fastrand::Rng::with_seed(n as u64);
            for _ in 0..count {
                let board = worker.candidate(random.u64(..generator.candidates()));
                if Analysis::of(&board, 30_000).is_ok() {
                    assert_agrees(&mut recheck, &board);
                }
            }
        }
    }

    #[test]
    fn known_rows_agree() {
        let mut recheck = Recheck::default();
        for line in include_str!("../../data/rows45.txt").lines() {
            let board = line.split(' ').nth(1).expect("a board").parse().expect("a board");
            assert_agrees(&mut recheck, &board);
        }
        assert!(recheck.facts(&"oooBAAoBoooCoooC".parse().expect("a board"), LIMIT).is_err());
        let large = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().expect("a board");
        assert_eq!(recheck.facts(&large, 24_131), Err(RecheckError::TooManyStates(TooManyStates(24_131))));
    }
}
