//! Line tables: everything about one row or column that does not depend on the rest of the board.
//!
//! The tables are read with bounds checks: without them the search takes as long (0.699 s against 0.701 s on shard 7/1000 of 6×6).
use super::line_group::{Clearance, GroupSignature, LineGroup, LineItem, all_groups, signature};
use rustc_hash::FxHashMap;

/// The number of a group in [`LineTables`]; group 0 is the empty line.
pub type GroupId = u16;

/// A set of configurations of one group, bit `c` for configuration `c`.
pub type ConfigSet = u16;

/// One piece moved by one cell, seen from the line it moves in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Twice the piece's place in the line; plus one if it moves right (down).
    pub slot: u8,
    /// The configuration after the step.
    pub to: u8,
    /// The cell of the line that the piece newly covers.
    pub covers: u8,
    /// The cell of the line that the piece leaves.
    pub frees: u8,
    /// The cells that the piece newly covers if it goes on as far as the line has room, from `.0` to before `.1`.
    pub ahead: (u8, u8),
    /// Whether it is the only piece of its line.
    pub alone: bool,
}

/// The configurations of all lines of a kind in one number, 4 bits each, that of line 0 lowest.
#[inline(always)]
pub fn packed(configs: &[u8]) -> u64 {
    configs.iter().rev().fold(0, |key, &config| key << 4 | config as u64)
}

/// `256 * log2(n)`, rounded; 0 for 0. For numbers of configurations, which are below 32.
#[inline(always)]
pub fn log2_times_256(n: u32) -> u32 {
    LOG2_TIMES_256[n as usize & 31]
}

/// The tables for lines of `N` cells.
pub struct LineTables<const N: usize> {
    groups: Vec<LineGroup>,
    /// `[group * C + config]`
    masks: Vec<u8>,
    /// `[(group * C + config) << N | blocked]`
    components: Vec<ConfigSet>,
    /// `[group * N + cell]`: configurations that leave the cell free
    avoiding: Vec<ConfigSet>,
    /// `[(group * C + config) * MAX_SLOTS + slot]`: the step of a slot
    steps: Vec<Option<Step>>,
    /// `[group * C + config]`: configurations that differ in the place of one piece
    moves: Vec<ConfigSet>,
    /// Per group with two pieces or more where its part of `rank_moves` starts: `[set * configurations + rank]`
    rank_moves_from: Vec<Option<u32>>,
    rank_moves: Vec<u16>,
    /// `[(group * C + config) << N | cells]`: the slots whose steps cover one of the cells.
    slots: Vec<u8>,
    /// `[group << SET | set]`: the cells that all configurations of the set take.
    always: Vec<u8>,
    /// `[group << SET | set]`: per piece its places in the set, bit `start`.
    places: Vec<[u8; MAX_PIECES]>,
    /// Per group how many configurations it has.
    configs: Vec<u8>,
    /// Per group: [`log2_times_256`] of its configurations, and as much as 16 more would add for each piece.
    promise: Vec<u32>,
    /// `[mask]`: cell `i` of the line at bit `i * N`
    across: [u64; 128],
    /// `[group * C + config]`
    ways_out: Vec<Clearance>,
    /// Per group and item, pieces before walls: the group without it, and the configuration that is left of each
    without: Vec<Vec<(GroupId, [u8; 16])>>,
    /// Groups by walls, lengths by segment, and configurations by starts
    numbers: FxHashMap<GroupSignature, GroupId>,
}

/// `256 * log2(n)`; 0 for 0.
const LOG2_TIMES_256: [u32; 32] = [
    0, 0, 256, 406, 512, 594, 662, 719, 768, 812, 850, 886, 918, 947, 975, 1000, 1024, 1046, 1068, 1087, 1106, 1124, 1142, 1158,
    1174, 1189, 1203, 1217, 1231, 1244, 1256, 1268,
];

/// Most pieces in one line (three cars on 7 cells).
pub const MAX_PIECES: usize = 3;
/// Most slots (piece and direction) of one line.
pub const MAX_SLOTS: usize = 2 * MAX_PIECES;

impl<const N: usize> LineTables<N> {
    /// Room for the configurations of a group: a power of two.
    pub const C: usize = if N < 7 { 8 } else { 16 };
    /// Bits of a set of configurations.
    const SET: usize = if N < 7 { 6 } else { 10 };
    /// All cells of a line.
    pub const FULL: u8 = ((1u16 << N) - 1) as u8;

    /// The tables of every group with at most `max_walls` walls that leaves a cell free.
    pub fn new(max_walls: usize) -> LineTables<N> {
        let groups = all_groups::<N>(max_walls);
        let count = groups.len();
        let c_room = Self::C;
        let mut lines = LineTables {
            masks: vec![0; count * c_room],
            components: vec![0; (count * c_room) << N],
            avoiding: vec![0; count * N],
            steps: vec![None; count * c_room * MAX_SLOTS],
            configs: groups.iter().map(|group| group.masks.len() as u8).collect(),
            promise: groups
                .iter()
                .map(|g| log2_times_256(g.masks.len() as u32) + log2_times_256(16) * g.lengths.len() as u32)
                .collect(),
            moves: vec![0; count * c_room],
            rank_moves_from: vec![None; count],
            rank_moves: vec![],
            slots: vec![0; (count * c_room) << N],
            always: vec![Self::FULL; count << Self::SET],
            places: vec![[0; MAX_PIECES]; count << Self::SET],
            across: std::array::from_fn(|mask| (0..N).filter(|i| mask >> i & 1 == 1).map(|i| 1 << (i * N)).sum()),
            ways_out: vec![Clearance::default(); count * c_room],
            numbers: groups.iter().enumerate().map(|(g, group)| (group.signature(), g as GroupId)).collect(),
            without: vec![],
            groups,
        };
        let less = |g| lines.items(g as GroupId, 0).map(|item| lines.less(g as GroupId, &item)).collect();
        lines.without = (0..count).map(less).collect();
        for g in 0..count {
            lines.fill(g);
        }
        lines
    }

    fn fill(&mut self, g: usize) {
        let group = self.groups[g].clone();
        for (c, &mask) in group.masks.iter().enumerate() {
            self.masks[g * Self::C + c] = mask;
            for cell in (0..N).filter(|cell| mask >> cell & 1 == 0) {
                self.avoiding[g * N + cell] |= 1 << c;
            }
            for slot in 0..2 * group.lengths.len() {
                if let Some(to) = group.stepped(c, slot) {
                    let changed = mask ^ group.masks[to as usize];
                    let covers = (changed & !mask).trailing_zeros() as u8;
                    let frees = (changed & mask).trailing_zeros() as u8;
                    let (from, end) =
                        group.placed(group.farthest(c, slot)).nth(slot / 2).map(|(s, l)| (s, s + l)).expect("a piece");
                    let ahead = if slot % 2 == 1 { (covers, end) } else { (from, covers + 1) };
                    let alone = group.lengths.len() == 1;
                    let step = Step { slot: slot as u8, to, covers, frees, ahead, alone };
                    self.steps[(g * Self::C + c) * MAX_SLOTS + slot] = Some(step);
                }
            }
            for (other, starts) in group.starts.iter().enumerate() {
                if starts.iter().zip(&group.starts[c]).filter(|(a, b)| a != b).count() == 1 {
                    self.moves[g * Self::C + c] |= 1 << other;
                }
            }
            self.ways_out[g * Self::C + c] = group.ways_out(c, (N - 1) / 2);
        }
        self.fill_slots(g);
        self.fill_sets(g);
        if group.lengths.len() > 1 {
            self.fill_rank_moves(g, group.masks.len());
        }
        for c in 0..group.masks.len() {
            for blocked in 0..=Self::FULL {
                self.components[(g * Self::C + c) << N | blocked as usize] = self.flood(g, c, blocked);
            }
        }
    }

    fn fill_slots(&mut self, g: usize) {
        for c in 0..self.groups[g].masks.len() {
            for slot in 0..MAX_SLOTS {
                let Some(step) = self.step(g as GroupId, c as u8, slot) else { continue };
                for cells in (0..=Self::FULL as usize).filter(|cells| cells >> step.covers & 1 == 1) {
                    self.slots[(g * Self::C + c) << N | cells] |= 1 << slot;
                }
            }
        }
    }

    fn fill_sets(&mut self, g: usize) {
        let group = &self.groups[g];
        for set in 1..1usize << group.masks.len() {
            let (c, rest) = (set.trailing_zeros() as usize, g << Self::SET | set & (set - 1));
            self.always[g << Self::SET | set] = self.always[rest] & group.masks[c];
            let mut places = self.places[rest];
            places.iter_mut().zip(&group.starts[c]).for_each(|(places, start)| *places |= 1 << start);
            self.places[g << Self::SET | set] = places;
        }
    }

    fn fill_rank_moves(&mut self, g: usize, configs: usize) {
        self.rank_moves_from[g] = Some(self.rank_moves.len() as u32);
        for set in 0..1u32 << configs {
            let members: Vec<usize> = (0..configs).filter(|c| set >> c & 1 == 1).collect();
            for rank in 0..configs {
                let moves = members.get(rank).map_or(0, |c| self.moves[g * Self::C + c]);
                let ranks = members.iter().enumerate().filter(|(_, c)| moves >> **c & 1 == 1);
                self.rank_moves.push(ranks.map(|(r, _)| 1 << r).sum());
            }
        }
    }

    /// The configurations reachable from `c` by steps that stay clear of `blocked`; empty if `c` itself does not.
    fn flood(&self, g: usize, c: usize, blocked: u8) -> ConfigSet {
        if self.groups[g].masks[c] & blocked != 0 {
            return 0;
        }
        let mut seen: ConfigSet = 1 << c;
        let mut todo = vec![c];
        while let Some(at) = todo.pop() {
            for step in self.steps(g as GroupId, at as u8) {
                let to = step.to as usize;
                if self.groups[g].masks[to] & blocked == 0 && seen >> to & 1 == 0 {
                    seen |= 1 << to;
                    todo.push(to);
                }
            }
        }
        seen
    }

    /// Every group, the empty line first.
    pub fn groups(&self) -> &[LineGroup] {
        &self.groups
    }

    /// The group of these walls and pieces `(start, length)`, left to right, and its configuration.
    pub fn find(&self, walls: u8, pieces: &[(u8, u8)]) -> Option<(GroupId, u8)> {
        let &g = self.numbers.get(&signature(walls, pieces))?;
        let starts = pieces.iter().map(|(start, _)| start);
        let config = self.groups[g as usize].starts.iter().position(|s| s.iter().eq(starts.clone()))?;
        Some((g, config as u8))
    }

    /// Cells covered by pieces and walls.
    #[inline(always)]
    pub fn mask(&self, group: GroupId, config: u8) -> u8 {
        self.masks[group as usize * Self::C + config as usize]
    }

    /// The configurations reachable from `config` within its line, the cells of `blocked` being taken by crossing lines.
    #[inline(always)]
    pub fn component(&self, group: GroupId, config: u32, blocked: u64) -> ConfigSet {
        self.components[(group as usize * Self::C + config as usize) << N | blocked as usize]
    }

    /// The configurations that leave `cell` free.
    #[inline(always)]
    pub fn avoiding(&self, group: GroupId, cell: usize) -> ConfigSet {
        self.avoiding[group as usize * N + cell]
    }

    /// The steps out of a configuration, by rising slot.
    fn steps(&self, group: GroupId, config: u8) -> impl Iterator<Item = &Step> {
        self.steps[(group as usize * Self::C + config as usize) * MAX_SLOTS..][..MAX_SLOTS].iter().flatten()
    }

    /// The configurations that differ from `config` in the place of one piece.
    ///
    /// Within a component these are the configurations one move away. A piece never gets past a blocked cell or another piece
    /// of its line, so two configurations of one component that differ in one piece have nothing in between.
    #[inline(always)]
    pub fn moves(&self, group: GroupId, config: u32) -> ConfigSet {
        self.moves[group as usize * Self::C + config as usize]
    }

    /// How many configurations a group has.
    #[inline(always)]
    pub fn config_count(&self, group: GroupId) -> u8 {
        self.configs[group as usize]
    }

    /// The cells of all lines of a kind, as [`LineTables::transposed`] has them; line `j` is in configuration `config(j)`.
    #[inline(always)]
    pub fn transposed_cells(&self, groups: &[GroupId], config: impl Fn(usize) -> u8) -> u64 {
        let mut cells = 0;
        for j in 0..N {
            cells |= self.transposed(self.mask(groups[j], config(j)), j);
        }
        cells
    }

    /// How much a group inside promises to spare boxes and steps: see [`Boxes`](crate::generate::box_graph::BoxGraph).
    #[inline(always)]
    pub fn inner_score(&self, group: GroupId) -> u32 {
        self.promise[group as usize]
    }

    /// All configurations of a group: what it reaches from any of them if nothing crosses it.
    #[inline(always)]
    pub fn all_configs(&self, group: GroupId) -> ConfigSet {
        ((1u32 << self.configs[group as usize]) - 1) as ConfigSet
    }

    /// The cells of a line across `N` others: cell `i` of the line, which is the `j`-th of its kind, is bit `i * N + j`.
    #[inline(always)]
    pub fn transposed(&self, mask: u8, j: usize) -> u64 {
        self.across[mask as usize & 127] << j
    }

    /// How the piece on the primary row leaves it; for a configuration of a column that has one.
    #[inline(always)]
    pub fn clearance(&self, group: GroupId, config: u8) -> Clearance {
        self.ways_out[group as usize * Self::C + config as usize]
    }

    /// The places (bit `start`) that each piece of a line takes in a set of configurations.
    #[inline(always)]
    pub fn piece_starts(&self, group: GroupId, set: ConfigSet) -> [u8; MAX_PIECES] {
        self.places[(group as usize) << Self::SET | set as usize]
    }

    /// [`LineTables::moves`] within a set of configurations, by ranks in the set; `None` if the line has one piece at most, so that
    /// every configuration is a move from every other.
    #[inline(always)]
    pub fn digit_moves(&self, group: GroupId, set: ConfigSet) -> Option<&[u16]> {
        let from = self.rank_moves_from[group as usize]? as usize;
        let configs = self.groups[group as usize].masks.len();
        Some(&self.rank_moves[from + set as usize * configs..][..configs])
    }

    /// The step of a slot, if the line has room for it.
    #[inline(always)]
    pub fn step(&self, group: GroupId, config: u8, slot: usize) -> Option<Step> {
        self.steps[(group as usize * Self::C + config as usize) * MAX_SLOTS + slot]
    }

    /// The slots of a configuration whose steps cover one of some cells, as bits.
    #[inline(always)]
    pub fn slots_covering(&self, group: GroupId, config: u8, cells: u64) -> u8 {
        self.slots[(group as usize * Self::C + config as usize) << N | cells as usize]
    }

    /// The cells that a line takes in all configurations of a set; all cells if there is none.
    #[inline(always)]
    pub fn common_cells(&self, group: GroupId, set: ConfigSet) -> u8 {
        self.always[(group as usize) << Self::SET | set as usize]
    }

    /// The pieces and walls of a line.
    pub fn items(&self, group: GroupId, config: u8) -> impl Iterator<Item = LineItem> + '_ {
        let line = &self.groups[group as usize];
        let piece = |(number, (start, length))| LineItem { wall: false, number, cells: (((1u16 << length) - 1) << start) as u8 };
        let walls =
            (0..N).filter(|cell| line.walls >> cell & 1 == 1).map(|cell| LineItem { wall: true, number: cell, cells: 1 << cell });
        line.placed(config as usize).enumerate().map(piece).chain(walls)
    }

    /// Group and configuration that are left when a piece or wall is taken away.
    #[inline]
    pub fn remove_item(&self, group: GroupId, config: u8, item: &LineItem) -> (GroupId, u8) {
        let line = &self.groups[group as usize];
        let walls_before = (line.walls as u32 & ((1 << item.number) - 1)).count_ones() as usize;
        let place = if item.wall { line.lengths.len() + walls_before } else { item.number };
        let (less, configs) = &self.without[group as usize][place];
        (*less, configs[config as usize])
    }

    /// What is left of a group without one of its pieces or walls, and of each of its configurations.
    fn less(&self, group: GroupId, item: &LineItem) -> (GroupId, [u8; 16]) {
        let line = &self.groups[group as usize];
        let walls = if item.wall { line.walls & !item.cells } else { line.walls };
        let kept = |(number, _): &(usize, (u8, u8))| item.wall || *number != item.number;
        let (mut less, mut configs) = (0, [0; 16]);
        for config in 0..line.masks.len() {
            let pieces: Vec<(u8, u8)> = line.placed(config).enumerate().filter(kept).map(|(_, piece)| piece).collect();
            (less, configs[config]) = self.find(walls, &pieces).expect("what is left of a group is a group too");
        }
        (less, configs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_cells_without_walls() {
        let lines = LineTables::<6>::new(0);
        let sizes: Vec<(&[u8], usize)> = lines.groups().iter().map(|g| (&g.lengths[..], g.masks.len())).collect();
        let expected: [(&[u8], usize); 6] = [(&[], 1), (&[2], 5), (&[2, 2], 6), (&[2, 3], 3), (&[3], 4), (&[3, 2], 3)];
        assert_eq!(sizes, expected);
    }

    #[test]
    fn masks_rise_and_components_partition_the_unblocked_configurations() {
        let lines = LineTables::<7>::new(1);
        for (g, group) in lines.groups().iter().enumerate() {
            assert!(group.masks.is_sorted_by(|a, b| a < b), "{group:?}");
            assert!(
                (0..group.masks.len()).all(|c| lines.component(g as GroupId, c as u32, 0) == lines.all_configs(g as GroupId))
            );
            for blocked in 0..=LineTables::<7>::FULL {
                for (c, mask) in group.masks.iter().enumerate() {
                    let own = lines.component(g as GroupId, c as u32, blocked as u64);
                    assert_eq!(own >> c & 1 == 1, mask & blocked == 0);
                    for other in (0..group.masks.len()).filter(|o| own >> o & 1 == 1) {
                        assert_eq!(lines.component(g as GroupId, other as u32, blocked as u64), own);
                    }
                }
            }
        }
    }

    #[test]
    fn logarithms() {
        for n in 1..32 {
            assert_eq!(log2_times_256(n), (256.0 * f64::from(n).log2()).round() as u32, "{n}");
        }
    }

    #[test]
    fn sets_and_slots_by_definition() {
        fn check<const N: usize>() {
            let lines = LineTables::<N>::new(2);
            for (g, group) in lines.groups().iter().enumerate() {
                for set in 0..1u16 << group.masks.len() {
                    let members: Vec<usize> = (0..group.masks.len()).filter(|c| set >> c & 1 == 1).collect();
                    let always = members.iter().fold(LineTables::<N>::FULL, |cells, &c| cells & group.masks[c]);
                    assert_eq!(lines.common_cells(g as GroupId, set), always);
                    for (piece, &places) in lines.piece_starts(g as GroupId, set).iter().enumerate() {
                        let starts = members.iter().filter_map(|&c| group.starts[c].get(piece));
                        assert_eq!(places, starts.fold(0, |places, start| places | 1 << start));
                    }
                }
                for c in 0..group.masks.len() as u8 {
                    for cells in 0..=LineTables::<N>::FULL {
                        let covers =
                            |slot: &usize| lines.step(g as GroupId, c, *slot).is_some_and(|step| cells >> step.covers & 1 == 1);
                        let slots = (0..MAX_SLOTS).filter(covers).fold(0, |slots, slot| slots | 1 << slot);
                        assert_eq!(lines.slots_covering(g as GroupId, c, cells as u64), slots);
                    }
                }
            }
        }
        check::<4>();
        check::<6>();
        check::<7>();
    }

    #[test]
    fn steps_know_what_lies_ahead() {
        let lines = LineTables::<7>::new(2);
        for (g, group) in lines.groups().iter().enumerate() {
            for c in 0..group.masks.len() {
                for step in lines.steps(g as GroupId, c as u8) {
                    let (mut at, mut ahead) = (*step, 1u8 << step.covers);
                    while let Some(next) = lines.step(g as GroupId, at.to, step.slot as usize) {
                        ahead |= 1 << next.covers;
                        at = next;
                    }
                    let (from, end) = step.ahead;
                    assert_eq!(ahead as u32, (1 << end) - (1 << from), "{group:?} {c} {step:?}");
                    assert_eq!(step.alone, group.lengths.len() == 1);
                }
            }
        }
    }

    #[test]
    fn a_wall_splits_the_line() {
        let lines = LineTables::<6>::new(1);
        let (group, config) = lines.find(0b000100, &[(3, 2)]).unwrap();
        assert_eq!(lines.groups()[group as usize].masks, [0b011100, 0b110100]);
        assert_eq!(config, 0);
        assert_eq!(lines.moves(group, 0), 0b10);
        let wall = LineItem { wall: true, number: 2, cells: 0b100 };
        assert_eq!(lines.remove_item(group, 0, &wall), lines.find(0, &[(3, 2)]).unwrap());
        assert_ne!(lines.find(0b000100, &[(0, 2)]).unwrap().0, group);
    }
}
