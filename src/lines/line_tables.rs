//! Line tables: everything about one row or column that does not depend on the rest of the board, looked up.
//!
//! Tables are indexed by group and configuration; the comment of each field shows the index. The file
//! [`table_builder`](super::table_builder) fills them. They are read with bounds checks, which cost no measurable time.
use super::line_group::{Clearance, LineItem};
use super::line_groups::{GroupId, LineGroups};
use super::step_clearance::StepClearance;
use crate::board::{Bitboard, Metric};

/// A set of configurations of one group, bit `c` for configuration `c`.
pub type ConfigSet = u16;

/// Most pieces in one line of up to 8 cells, since one cell is free (example: three cars on 7 cells).
pub const MAX_PIECES: usize = 3;
/// Most slots (piece and direction) of one line.
pub const MAX_SLOTS: usize = 2 * MAX_PIECES;

/// One piece moved by one cell, as it affects its own line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which piece moves, and in which direction: twice the piece's index in the line, plus one if it moves right (down).
    pub slot: u8,
    /// The configuration after the step.
    pub to: u8,
    /// The cell of the line that the piece newly covers.
    pub covers: u8,
    /// The cell of the line that the piece leaves.
    pub frees: u8,
    /// The cells that the piece newly covers if it moves on as far as its line has room: from `.0` to before `.1`.
    pub ahead: (u8, u8),
    /// Whether it is the only piece of its line.
    pub alone: bool,
}

/// A step by the cell that it covers, as far as the exploration of boxes needs it: see [`LineTables::step_onto`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct StepOnto {
    /// As in [`Step`].
    pub slot: u8,
    pub to: u8,
    pub frees: u8,
    /// The bits in which the configurations before and after the step differ.
    pub flips: u8,
}

/// What a line can do while crossing lines cover some cells all the time.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(align(8))]
pub struct Component {
    /// The configurations that it can reach, its own among them.
    pub configs: ConfigSet,
    /// The cells that some of them leave free.
    pub vacated: u8,
    /// Those of these cells that can be covered too without parting the configurations that leave them: these are one component then.
    pub whole: u8,
    /// 4 bits for each cell: see [`Component::moves_to_leave`].
    pub(super) moves_to_leave: u32,
}

impl Component {
    /// For a cell of `whole`: the most moves that the line needs until it leaves the cell, see [`LineTables::needed`].
    #[inline(always)]
    pub fn moves_to_leave(&self, cell: usize) -> u32 {
        self.moves_to_leave >> (4 * cell) & 15
    }
}

/// The configurations of all rows (or columns) in one number, 4 bits each, line 0 in the lowest bits.
#[inline(always)]
pub fn nibbles(configs: &[u8]) -> u64 {
    configs.iter().rev().fold(0, |key, &config| key << 4 | config as u64)
}

/// `256 * log2(n)`, rounded, for `n` below 32, such as numbers of configurations; 0 for 0.
#[inline(always)]
pub fn log2_times_256(n: u32) -> u32 {
    LOG2_TIMES_256[n as usize & 31]
}

const LOG2_TIMES_256: [u32; 32] = [
    0, 0, 256, 406, 512, 594, 662, 719, 768, 812, 850, 886, 918, 947, 975, 1000, 1024, 1046, 1068, 1087, 1106, 1124, 1142, 1158,
    1174, 1189, 1203, 1217, 1231, 1244, 1256, 1268,
];

/// The tables for the lines of a board whose longer side has `N` cells, over its [`LineGroups`].
///
/// In the indices of the private fields, `C` is `CONFIG_ROOM` and `S` is `SET_BITS`.
pub struct LineTables<const N: usize> {
    pub(super) line_groups: LineGroups<N>,
    /// `[group]`: see [`LineTables::reversed`].
    pub(super) reversed: Vec<GroupId>,
    /// `[group]`: number of configurations.
    pub(super) config_counts: Vec<u8>,
    /// `[group]`: see [`LineTables::inner_score`].
    pub(super) inner_scores: Vec<[u32; 2]>,
    /// `[group * C + config]`: covered cells.
    pub(super) masks: Vec<u8>,
    /// `[(first_components[group] + config) << N | blocked]`
    pub(super) components: Vec<Component>,
    /// `[group]`: the number of configurations of all groups before it.
    pub(super) first_components: Vec<u32>,
    /// `[group * N + cell]`: configurations that leave the cell free.
    pub(super) avoiding: Vec<ConfigSet>,
    /// `[(group * C + config) * MAX_SLOTS + slot]`
    pub(super) steps: Vec<Option<Step>>,
    /// `[(group * C + config) << 4 | direction << 3 | cell]`
    pub(super) steps_onto: Vec<StepOnto>,
    /// `[group * C + config]`: configurations that differ in the position of one piece.
    pub(super) moves: Vec<ConfigSet>,
    /// `[group * C + config]`: configurations one step away.
    pub(super) steps_to: Vec<ConfigSet>,
    /// `[(group * C + config) * N + cell]`: see [`LineTables::steps_to_avoid`].
    pub(super) steps_to_avoid: Vec<u8>,
    /// `[group * C + config]`: see [`LineTables::step_clearance`].
    pub(super) step_clearances: Vec<StepClearance>,
    /// `[group]`: for a group of two pieces or more, where its part of `digit_moves` starts.
    pub(super) digit_moves_from: Vec<Option<u32>>,
    /// In the part of a group: `[set * number of configurations + digit]`.
    pub(super) digit_moves: Vec<u16>,
    /// `[group << S | set]`: the cells that every configuration of the set covers.
    pub(super) common_cells: Vec<u8>,
    /// `[group << S | set]`: for each piece its positions in the set, bit `start`.
    pub(super) piece_starts: Vec<[u8; MAX_PIECES]>,
    /// `[mask]`: cell `i` of the line at bit `i * N`.
    pub(super) transposed: [u64; 256],
    /// `[group * C + config]`
    pub(super) clearances: Vec<Clearance>,
    /// `[group][item, pieces before walls]`: the group without the item, and for each configuration the one that is left.
    pub(super) removals: Vec<Vec<(GroupId, [u8; 16])>>,
}

debug_as_name!([const N: usize] LineTables<N>);

impl<const N: usize> std::ops::Deref for LineTables<N> {
    type Target = LineGroups<N>;

    #[inline(always)]
    fn deref(&self) -> &LineGroups<N> {
        &self.line_groups
    }
}

impl<const N: usize> LineTables<N> {
    /// Table slots reserved for the configurations of a group: a power of two.
    pub(crate) const CONFIG_ROOM: usize = if N < 7 { 8 } else { 16 };
    /// Bits of a set of configurations: the most configurations of any group, which `[2,2]` has.
    pub(super) const SET_BITS: usize = match N {
        ..=6 => 6,
        7 => 10,
        _ => 15,
    };
    /// Mask of all cells of a line.
    pub const FULL: u8 = ((1u16 << N) - 1) as u8;

    #[inline(always)]
    pub(super) fn config_index(group: GroupId, config: u8) -> usize {
        group as usize * Self::CONFIG_ROOM + config as usize
    }

    #[inline(always)]
    pub(super) fn set_index(group: GroupId, set: ConfigSet) -> usize {
        (group as usize) << Self::SET_BITS | set as usize
    }

    /// The group read backwards: the walls and the pieces of the line, the last one first; the group itself if that is not in the
    /// tables, as for a primary with walls beside it. Columns are in the tables both ways.
    #[inline(always)]
    pub fn reversed(&self, group: GroupId) -> GroupId {
        self.reversed[group as usize]
    }

    /// How many configurations a group has.
    #[inline(always)]
    pub fn config_count(&self, group: GroupId) -> u8 {
        self.config_counts[group as usize]
    }

    /// All configurations of a group. If nothing crosses the line, each can be reached from any other.
    #[inline(always)]
    pub fn all_configs(&self, group: GroupId) -> ConfigSet {
        // at most 16 bits, see `SET_BITS`
        ((1u32 << self.config_counts[group as usize]) - 1) as ConfigSet
    }

    /// A heuristic score for the choice between rows and columns as the inner lines of the box graph:
    /// `256 * (4 * log2(configurations) + 3 * cells of pieces)`, with 6 instead of 3 for a line in the middle of the board. The kind
    /// of lines with the higher total usually gives fewer boxes.
    #[inline(always)]
    pub fn inner_score(&self, group: GroupId, in_middle: bool) -> u32 {
        self.inner_scores[group as usize][usize::from(in_middle)]
    }

    /// Mask of the cells that pieces and walls cover, and of those beyond the board.
    #[inline(always)]
    pub fn mask(&self, group: GroupId, config: u8) -> u8 {
        self.masks[Self::config_index(group, config)]
    }

    /// The configurations reachable from `config` if crossing lines cover the cells of `blocked` all the time; empty if `config`
    /// itself covers one of them.
    #[inline(always)]
    pub fn component(&self, group: GroupId, config: u32, blocked: u64) -> ConfigSet {
        self.component_from(self.first_component(group), config, blocked).configs
    }

    /// The number that stands for a group in [`component_from`](Self::component_from).
    #[inline(always)]
    pub fn first_component(&self, group: GroupId) -> u32 {
        self.first_components[group as usize]
    }

    /// All about the component of `config` if crossing lines cover the cells of `blocked`, by the group's
    /// [`first_component`](Self::first_component).
    #[inline(always)]
    pub fn component_from(&self, first: u32, config: u32, blocked: u64) -> &Component {
        &self.components[((first + config) as usize) << N | blocked as usize]
    }

    /// The most moves, or steps, that a line needs to come from a configuration of `from` to one of `to`. `from` is a component, and
    /// `to` a non-empty part of it.
    #[inline(always)]
    pub fn needed(&self, group: GroupId, from: ConfigSet, to: ConfigSet, metric: Metric) -> u32 {
        let (mut reached, mut count) = (to, 0);
        while reached != from {
            for config in Bitboard(reached.into()) {
                reached |= match metric {
                    Metric::Moves => self.moves(group, config as u32),
                    Metric::Steps => self.steps_to(group, config as u8),
                };
            }
            reached &= from;
            count += 1;
        }
        count
    }

    /// The configurations that leave `cell` free.
    #[inline(always)]
    pub fn avoiding(&self, group: GroupId, cell: usize) -> ConfigSet {
        self.avoiding[group as usize * N + cell]
    }

    /// The configurations that differ from `config` in the position of one piece.
    ///
    /// Within a component these are exactly the configurations one move away. Two configurations of a component are connected by
    /// steps, and a piece can pass neither a blocked cell nor another piece of its line. So if they differ in one piece, all
    /// cells between its two positions are free, and one move goes from one to the other.
    #[inline(always)]
    pub fn moves(&self, group: GroupId, config: u32) -> ConfigSet {
        self.moves[group as usize * Self::CONFIG_ROOM + config as usize]
    }

    /// [`LineTables::moves`] within a set of configurations, for each digit of the set. The *digit* of a configuration is its
    /// position in the set, so it is a digit of a mixed radix state index. `None` if the line has at most one piece, since then a
    /// move leads from every configuration to every other.
    ///
    /// ```text
    /// [2,2] on 6 cells, the set of   BB.CC.   .BBCC.   .BB.CC
    /// digit                             0        1        2
    /// one move leads to the digits      1       0, 2      1         as bits: 010, 101, 010
    /// ```
    #[inline(always)]
    pub fn digit_moves(&self, group: GroupId, set: ConfigSet) -> Option<&[u16]> {
        let from = self.digit_moves_from[group as usize]? as usize;
        let configs = self.groups[group as usize].masks.len();
        Some(&self.digit_moves[from + set as usize * configs..][..configs])
    }

    /// The step of a slot, if the line has room for it.
    #[inline(always)]
    pub fn step(&self, group: GroupId, config: u8, slot: usize) -> Option<Step> {
        self.steps[Self::config_index(group, config) * MAX_SLOTS + slot]
    }

    /// The steps out of a configuration, by increasing slot.
    pub(super) fn steps(&self, group: GroupId, config: u8) -> impl Iterator<Item = &Step> {
        self.steps[Self::config_index(group, config) * MAX_SLOTS..][..MAX_SLOTS].iter().flatten()
    }

    /// The configurations one step away from `config`. A step stays in a component exactly if it leads to a configuration of it.
    #[inline(always)]
    pub fn steps_to(&self, group: GroupId, config: u8) -> ConfigSet {
        self.steps_to[Self::config_index(group, config)]
    }

    /// The fewest steps of all pieces of the line together until `cell` is free, if nothing crosses the line; [`NEVER`] if it
    /// never is.
    #[inline(always)]
    pub fn steps_to_avoid(&self, group: GroupId, config: u8, cell: usize) -> u32 {
        self.steps_to_avoid[Self::config_index(group, config) * N + cell].into()
    }

    /// How many steps the vertical on the primary row needs to clear it. For columns; both directions [`NEVER`] if none covers
    /// the primary row.
    #[inline(always)]
    pub fn step_clearance(&self, group: GroupId, config: u8) -> &StepClearance {
        &self.step_clearances[Self::config_index(group, config)]
    }

    /// The step that covers `cell`, a free cell of the line, by the piece next to it on the left (`direction` 1: it moves right)
    /// or on the right (0). Unspecified if no piece is on that side.
    #[inline(always)]
    pub fn step_onto(&self, group: GroupId, config: u8, cell: usize, direction: usize) -> StepOnto {
        self.steps_onto[Self::config_index(group, config) << 4 | direction << 3 | cell]
    }

    /// Mask of the cells that the line covers in every configuration of a set; all cells if the set is empty.
    #[inline(always)]
    pub fn common_cells(&self, group: GroupId, set: ConfigSet) -> u8 {
        self.common_cells[Self::set_index(group, set)]
    }

    /// Mask of the cells that the line leaves free in some configuration of a set; none if the set is empty.
    #[inline(always)]
    pub fn vacated(&self, group: GroupId, set: ConfigSet) -> u64 {
        (!self.common_cells(group, set) & Self::FULL).into()
    }

    /// For each piece of a line, the positions (bit `start`) that it has in the configurations of a set.
    #[inline(always)]
    pub fn piece_starts(&self, group: GroupId, set: ConfigSet) -> [u8; MAX_PIECES] {
        self.piece_starts[Self::set_index(group, set)]
    }

    /// The cells of row (column) `line` as seen by the lines that cross it: cell `i` is bit `i * N + line`, so that the bits
    /// `i * N..` are the cells of the crossing line `i`.
    #[inline(always)]
    pub fn transposed(&self, mask: u8, line: usize) -> u64 {
        self.transposed[mask as usize] << line
    }

    /// The cells of all rows (or all columns), each as [`LineTables::transposed`]; line `j` is in configuration `config(j)`.
    #[inline(always)]
    pub fn transposed_cells(&self, groups: &[GroupId], config: impl Fn(usize) -> u8) -> u64 {
        let mut cells = 0;
        for j in 0..N {
            cells |= self.transposed(self.mask(groups[j], config(j)), j);
        }
        cells
    }

    /// How the vertical on the primary row can clear it. For columns; all zero if none covers the primary row.
    #[inline(always)]
    pub fn clearance(&self, group: GroupId, config: u8) -> Clearance {
        self.clearances[Self::config_index(group, config)]
    }

    /// The group and configuration of a line after one of its pieces or walls is removed.
    #[inline]
    pub fn remove_item(&self, group: GroupId, config: u8, item: LineItem) -> (GroupId, u8) {
        let line = &self.groups[group as usize];
        let index = match item {
            LineItem::Piece(piece) => piece,
            LineItem::Wall(cell) => line.lengths.len() + (line.walls as u32 & ((1 << cell) - 1)).count_ones() as usize,
        };
        let (remaining, configs) = &self.removals[group as usize][index];
        (*remaining, configs[config as usize])
    }
}
