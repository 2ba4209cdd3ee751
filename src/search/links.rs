//! A whole cluster with its states linked to one another: the plain search again, made for checking many rows.
//!
//! [`Cluster`](super::Cluster) looks every successor up again in each search. Here each step between two states is looked up once
//! and becomes a link both ways; all that follows (depths, shortest solutions) walks along links. Takes 8 bytes a piece and about 40 more
//! for every state, so it is for clusters as databases have them. Shares nothing with the tables and boxes of the fast search.
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

use super::TooManyStates;
use super::lanes::{Boards, Lanes, Way};

/// No state: the step is not possible.
const NONE: u32 = u32::MAX;

/// The depth of a state that no search has reached.
const UNREACHED: u32 = u32::MAX;

/// Numbered states, found by a table of slots with linear probing. Emptied, it keeps its memory, but begins small again, so that a
/// small cluster behind a large one does not pay for that.
#[derive(Default)]
pub(super) struct Numbering {
    pub(super) boards: Vec<Boards>,
    /// The upper half of a state's hash above its number plus one; 0 is a free slot. A power of two of slots, at most half of them in use.
    slots: Vec<u64>,
}

impl Numbering {
    /// Slots to begin with.
    const FEW: usize = 1 << 11;

    pub(super) fn clear(&mut self) {
        self.boards.clear();
        self.slots.clear();
        self.slots.resize(Self::FEW, 0);
    }

    /// The number of a state, and whether it is a new one. [`Self::clear`] must have been called once.
    #[inline]
    pub(super) fn number(&mut self, boards: Boards, max_states: usize) -> Result<(u32, bool), TooManyStates> {
        let hash = hash(boards);
        let place = match self.place(hash, boards) {
            Ok(number) => return Ok((number, false)),
            Err(place) => place,
        };
        let number = self.boards.len();
        if number >= max_states.min(NONE as usize - 1) {
            return Err(TooManyStates(max_states));
        }
        self.slots[place] = slot(hash, number);
        self.boards.push(boards);
        if 2 * self.boards.len() > self.slots.len() {
            self.grow();
        }
        Ok((number as u32, true))
    }

    /// The number of a state, if it has one.
    #[inline]
    pub(super) fn find(&self, boards: Boards) -> Option<u32> {
        self.place(hash(boards), boards).ok()
    }

    /// The number of a state, or else the free slot where it would stand.
    #[inline]
    fn place(&self, hash: u64, boards: Boards) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                return Err(place);
            }
            let number = slot as u32 - 1;
            if slot >> 32 == hash >> 32 && self.boards[number as usize] == boards {
                return Ok(number);
            }
            place = (place + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(slots, 0);
        for (number, &boards) in self.boards.iter().enumerate() {
            let hash = hash(boards);
            let mut place = hash as usize & (slots - 1);
            while self.slots[place] != 0 {
                place = (place + 1) & (slots - 1);
            }
            self.slots[place] = slot(hash, number);
        }
    }
}

fn slot(hash: u64, number: usize) -> u64 {
    hash >> 32 << 32 | (number as u64 + 1)
}

#[inline]
fn hash((h, v): Boards) -> u64 {
    FxBuildHasher.hash_one((h, v))
}

/// A linked cluster. Its buffers are used again for the next one.
#[derive(Default)]
pub(super) struct Links {
    /// The states, number 0 first.
    pub(super) states: Numbering,
    /// Ways to step from a state: twice the pieces.
    ways: usize,
    /// For each state and way, the state it leads to or [`NONE`].
    links: Vec<u32>,
    /// For each state, the ways that are possible, way k as bit k.
    possible: Vec<u64>,
    depths: Vec<u32>,
    deepest: u32,
    seen: Vec<bool>,
}

impl Links {
    /// Finds all states of a cluster; `start` becomes number 0.
    pub(super) fn explore(&mut self, lanes: &Lanes, start: Boards, max_states: usize) -> Result<(), TooManyStates> {
        self.ways = 2 * lanes.pieces();
        self.states.clear();
        self.links.clear();
        self.possible.clear();
        self.number(start, max_states)?;
        let mut next = 0;
        let mut found = Vec::with_capacity(self.ways);
        while next < self.possible.len() {
            let known = self.possible[next];
            found.clear();
            lanes.steps(self.states.boards[next], |way, boards| {
                if known >> way & 1 == 0 {
                    found.push((way, boards));
                }
            });
            for &(way, boards) in &found {
                let other = self.number(boards, max_states)?;
                self.connect(next as u32, way, other);
                self.connect(other, way ^ 1, next as u32);
            }
            next += 1;
        }
        Ok(())
    }

    fn number(&mut self, boards: Boards, max_states: usize) -> Result<u32, TooManyStates> {
        let (number, is_new) = self.states.number(boards, max_states)?;
        if is_new {
            self.links.resize(self.links.len() + self.ways, NONE);
            self.possible.push(0);
        }
        Ok(number)
    }

    fn connect(&mut self, from: u32, way: Way, to: u32) {
        self.links[from as usize * self.ways + way] = to;
        self.possible[from as usize] |= 1 << way;
    }

    /// Calls `visit` with each state that one move reaches, and the way, as long as it wants to go further that way.
    fn moves(&self, from: u32, mut visit: impl FnMut(Way, u32) -> bool) {
        let mut possible = self.possible[from as usize];
        while possible != 0 {
            let way = possible.trailing_zeros() as usize;
            possible &= possible - 1;
            let mut other = self.links[from as usize * self.ways + way];
            while other != NONE && visit(way, other) {
                other = self.links[other as usize * self.ways + way];
            }
        }
    }

    /// How many states there are.
    pub(super) fn count(&self) -> usize {
        self.possible.len()
    }

    /// The smallest state by (H, V).
    pub(super) fn canonical(&self) -> Boards {
        *self.states.boards.iter().min().expect("a cluster has its start")
    }

    /// Finds the depth of every state in moves; false if there is no goal state.
    pub(super) fn find_depths(&mut self, lanes: &Lanes) -> bool {
        let mut depths = std::mem::take(&mut self.depths);
        depths.clear();
        depths.resize(self.count(), UNREACHED);
        let mut level: Vec<u32> = (0..self.count() as u32).filter(|&i| lanes.is_goal(self.states.boards[i as usize])).collect();
        level.iter().for_each(|&i| depths[i as usize] = 0);
        let solvable = !level.is_empty();
        let mut next = Vec::new();
        self.deepest = 0;
        for depth in 0.. {
            for &state in &level {
                self.moves(state, |_, other| {
                    let place = &mut depths[other as usize];
                    if *place == UNREACHED {
                        *place = depth + 1;
                        next.push(other);
                    }
                    *place > depth // what lies behind a state of this depth or less is that one's affair
                });
            }
            if next.is_empty() {
                self.deepest = depth;
                break;
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        self.depths = depths;
        solvable
    }

    /// The greatest depth.
    pub(super) fn deepest(&self) -> u32 {
        self.deepest
    }

    /// The depth of a state by number.
    pub(super) fn depth(&self, number: u32) -> u32 {
        self.depths[number as usize]
    }

    /// The number of the unsolved state: greatest depth, then smallest (H, V).
    pub(super) fn unsolved(&self) -> u32 {
        let hardest = (0..self.count() as u32).filter(|&i| self.depth(i) == self.deepest);
        hardest.min_by_key(|&i| self.states.boards[i as usize]).expect("some state is deepest")
    }

    /// The pieces that move in some shortest solution from a state, piece k as bit k.
    pub(super) fn movers(&mut self, from: u32) -> u64 {
        let mut seen = std::mem::take(&mut self.seen);
        seen.clear();
        seen.resize(self.count(), false);
        let mut movers = 0;
        let mut stack = vec![from];
        while let Some(state) = stack.pop() {
            let nearer = self.depth(state).wrapping_sub(1);
            self.moves(state, |way, other| {
                if self.depth(other) == nearer {
                    movers |= 1 << (way / 2);
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        stack.push(other);
                    }
                }
                true
            });
        }
        self.seen = seen;
        movers
    }
}
