//! What the searches from one deepest state of a cluster tell the searches from another.
//!
//! On odd sizes a cluster also stands for its mirror image, so two deepest states are tested; often they are a few moves apart.
//! Let `D` be the depth of both. With the same item removed, both searches look for solutions of fewer than `D` moves in the same
//! graph.
//! - If the first search found a solution, it knows the states on that path, and how many moves each of them needs at most. The
//!   second search ends when it meets such a state in time.
//! - If the first search found none, its start has depth `D` or more without the item, too. So a state that it met after `k`
//!   moves has depth `D - k` or more. If the second search meets that state after `k` moves or more, it has fewer than `D - k`
//!   moves left, and drops the state. As with a lower bound, no state on a way to the goal in the moves left is dropped.
use super::{MinimalityTest, Probe, RemovedItem, ShortCut};
use crate::board::{Bitboard, Metric};
use crate::generate::key_table::KeyTable;
use crate::lines::{LineItem, LineTables};
use rustc_hash::FxHashMap;

/// What is kept of the searches from the first deepest state.
#[derive(Default)]
pub(super) struct Earlier {
    /// Per item without which they found a solution: the states on its path, and the moves that each needs at most.
    paths: Vec<((usize, LineItem), FxHashMap<u64, u32>)>,
    /// The item without which they found none.
    unsolvable_without: Option<(usize, LineItem)>,
    /// The states met without that item, and how many up to each level. `None` before the first such search.
    seen: Option<KeyTable>,
    met: Vec<u32>,
    /// The path of the item that is removed now, by its number.
    path: Option<usize>,
    /// Whether `seen` is of the item that is removed now.
    is_of_item: bool,
}

impl Earlier {
    /// Reads the place of a key: see [`KeyTable::touch`].
    #[inline(always)]
    pub(super) fn touch(&self, key: u64) -> u32 {
        self.seen_without_item().map_or(0, |seen| seen.touch(key))
    }

    /// The states that the first search met, if it found no solution and was without the item that is removed now.
    #[inline(always)]
    fn seen_without_item(&self) -> Option<&KeyTable> {
        if self.is_of_item { self.seen.as_ref() } else { None }
    }

    /// Bytes of memory reserved.
    pub(super) fn reserved_bytes(&self) -> usize {
        self.seen.as_ref().map_or(0, KeyTable::reserved_bytes)
    }
}

impl<const N: usize, P: Probe> MinimalityTest<N, P> {
    /// Chooses what the next search may use: what an earlier search without the same item found in this cluster. That search was
    /// from another state, since no item is removed twice from one state.
    pub fn recall(&mut self, removed: &RemovedItem<N>) {
        let earlier = &mut self.earlier;
        earlier.is_of_item = earlier.unsolvable_without == Some(removed.item);
        earlier.path = earlier.paths.iter().position(|(item, _)| *item == removed.item);
    }

    /// Forgets what is known of another cluster.
    pub fn forget(&mut self) {
        self.earlier.paths.clear();
        self.earlier.unsolvable_without = None;
    }

    /// Keeps what the last search found, for the second deepest state.
    pub fn remember(&mut self, lines: &LineTables<N>, removed: &RemovedItem<N>, metric: Metric, is_solvable: bool) {
        if is_solvable {
            let path = self.path(lines, metric);
            self.earlier.paths.push((removed.item, path));
        } else if !self.met.is_empty() {
            std::mem::swap(&mut self.seen, self.earlier.seen.get_or_insert_default());
            std::mem::swap(&mut self.met, &mut self.earlier.met);
            self.earlier.unsolvable_without = Some(removed.item);
        }
    }

    /// Whether a state is known to be solvable in `moves_left` moves.
    #[inline(always)]
    pub(super) fn is_on_path(&mut self, key: u64, moves_left: u32) -> bool {
        let Some(path) = self.earlier.path else { return false };
        let is_solvable = self.earlier.paths[path].1.get(&key).is_some_and(|&moves| moves <= moves_left);
        if is_solvable {
            self.probe.taken(ShortCut::KnownPath);
        }
        is_solvable
    }

    /// Whether a state of the level that is being made was met by the first search on the same level or an earlier one.
    #[inline(always)]
    pub(super) fn is_too_deep(&mut self, key: u64) -> bool {
        let number = self.earlier.seen_without_item().and_then(|seen| seen.get(key));
        let is_too_deep = number.is_some_and(|number| number < self.earlier.met[self.met.len()]);
        if is_too_deep {
            self.probe.taken(ShortCut::MetBefore);
        }
        is_too_deep
    }

    /// The states on the path that the last search found, and the moves that each of them needs at most.
    fn path(&self, lines: &LineTables<N>, metric: Metric) -> FxHashMap<u64, u32> {
        let mut path = FxHashMap::default();
        let Some((mut key, mut moves)) = self.found else { return path };
        loop {
            path.insert(key, moves);
            let number = self.seen.get(key).expect("the search met it");
            let level = self.met.partition_point(|&met| met <= number);
            if level == 0 {
                return path;
            }
            // moves can be taken back, so a state met earlier is one move away
            key = self
                .one_move_away(lines, metric, key)
                .find(|&key| self.seen.get(key).is_some_and(|number| number < self.met[level - 1]))
                .expect("the search made a move to it");
            moves += 1;
        }
    }

    /// The keys of the states one move away.
    fn one_move_away(&self, lines: &LineTables<N>, metric: Metric, key: u64) -> impl Iterator<Item = u64> {
        let shift = |i: usize| 4 * (i / 2) + 32 * (i & 1);
        let config = move |i: usize| (key >> shift(i) & 15) as u8;
        let cells: [u8; 16] = std::array::from_fn(|i| if i < 2 * N { lines.mask(self.lines[i].group, config(i)) } else { 0 });
        (0..2 * N).flat_map(move |i| {
            let group = self.lines[i].group;
            let blocked = (0..N).fold(0, |blocked, k| blocked | (cells[2 * k + (i + 1) % 2] as u64 >> (i / 2) & 1) << k);
            let one_away = match metric {
                Metric::Moves => lines.moves(group, config(i) as u32),
                Metric::Steps => lines.steps_to(group, config(i)),
            };
            let to = lines.component(group, config(i) as u32, blocked) & one_away;
            Bitboard::from(to).into_iter().map(move |c| key ^ (c as u64 ^ config(i) as u64) << shift(i))
        })
    }
}
