//! The cluster as a graph of boxes.
//!
//! Hold the *outer* lines (say, the columns) still. Each *inner* line can then reach, by itself, a fixed set of its
//! configurations: the *component* of its current configuration, given the cells that the outer lines block. Inner lines are
//! parallel and never meet, so every combination of their components can be reached. These combinations form a *box*: a product
//! of one component for each inner line. The *key* of a box consists of its outer configurations and the lowest configuration of
//! each component, which together are its smallest state.
//!
//! One step of one outer piece leads from a box to its neighbours. The step covers a cell of inner line `p` and frees a cell of
//! inner line `q`:
//!
//! ```text
//!   q  . B .         line q: its component grows to all that can now be reached without the cell
//!      . B .
//!   p  . v .         line p: configurations on the cell drop out; the rest may split, and each part is a neighbour
//! ```
//!
//! All other lines keep their components. No state is visited: the size of the cluster is the sum, over all boxes, of the product
//! of the component sizes. A box holds goal states if the primary row can have the goal configuration in it; the smallest of them
//! is the key of the box with that configuration in the primary row.
//!
//! An exploration that keeps no links passes over steps that surely lead to known boxes (`commuting.rs`).
//!
//! `docs/NOTES.md` says what was tried instead.
mod box_node;
mod box_table;
mod commuting;
mod tree;

pub use self::box_node::{BoxNode, BoxState, LineRanges, Neighbours};
use self::box_node::{NONE, SPLIT, by_line, node_of};
use self::box_table::BoxTable;
pub use self::tree::{Edge, Tree};
use super::limits::ClusterLimits;
use crate::board::{Bitboard, Counted, LimitExceeded};
use crate::lines::{ConfigSet, GroupId, LineTables, MAX_SLOTS, Placement, StepOnto, log2_times_256, nibbles};

/// The cluster as a graph of boxes. One value serves many clusters and keeps its buffers.
#[derive(Default)]
pub struct BoxGraph<const N: usize> {
    /// Whether rows are the inner lines.
    pub rows_inside: bool,
    /// The configuration of the primary row with the primary at the exit.
    pub goal: u8,
    /// The groups of the inner lines, and of the outer ones.
    pub inner: [GroupId; 8],
    pub outer: [GroupId; 8],
    /// The boxes; number 0 holds the state from which the cluster is explored.
    pub nodes: Vec<BoxNode>,
    pub ranges: LineRanges,
    /// Per inner and outer line: the configurations of the inner one that leave the cell that they share.
    leaving: [[ConfigSet; 8]; 8],
    /// The walls of the outer lines, as in [`BoxNode::cells`].
    outer_walls: u64,
    /// Box numbers by key.
    table: BoxTable,
    /// The first slot of each outer line. A slot is a piece and a direction: twice the piece, plus one for right or down.
    slot_base: [u8; 8],
    /// The number of slots of all outer lines.
    slots: usize,
    /// `[box * slots + slot]`: where a step leads.
    links: Vec<u32>,
    /// (neighbour, next in the list or [`NONE`])
    splits: Vec<(u32, u32)>,
}

impl<const N: usize> BoxGraph<N> {
    /// The shift of row 0 in a key.
    pub const ROWS: u32 = 32;
    /// The row of the primary.
    pub const PRIMARY: usize = (N - 1) / 2;
    /// The shift of the primary row in a key.
    const PRIMARY_SHIFT: usize = Self::ROWS as usize + 4 * Self::PRIMARY;

    /// The shifts of inner and outer line 0 in a key.
    pub fn shifts(&self) -> (u32, u32) {
        if self.rows_inside { (Self::ROWS, 0) } else { (0, Self::ROWS) }
    }

    /// Explores the cluster of a candidate until it is complete or a goal state smaller than the candidate turns up; returns
    /// whether the candidate is the smallest goal state, and so the graph complete. `tree` follows each step that is made. Without
    /// `LINKS` the boxes are the same, [`BoxGraph::neighbours`] and [`BoxNode::linked_slots`] must not be used, and steps that
    /// commute with earlier ones are not made.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the cluster has more boxes or split links than `limits` allow.
    #[inline(always)]
    pub fn search<const LINKS: bool>(
        &mut self,
        lines: &LineTables<N>,
        candidate: &Placement<N>,
        limits: &ClusterLimits,
        tree: &mut impl Tree<N>,
    ) -> Result<bool, LimitExceeded> {
        let start = self.begin::<LINKS>(lines, candidate);
        let rows = nibbles(&candidate.row_configs);
        self.goal = candidate.row_configs[Self::PRIMARY];
        let order = CandidateOrder { rows, vertical: self.vertical(lines, &start) };
        if Self::with_primary(start.key, self.goal) != rows << Self::ROWS | nibbles(&candidate.column_configs) {
            return Ok(false);
        }
        tree.begin(lines, self);
        let mut at = 0;
        while at < self.nodes.len() {
            if !self.expand::<LINKS>(lines, at, &order, tree) {
                return Ok(false);
            }
            Counted::Boxes.check(self.nodes.len(), limits.boxes)?;
            Counted::SplitLinks.check(self.splits.len(), limits.split_links)?;
            at += 1;
        }
        Ok(true)
    }

    /// Explores the whole cluster of any state, unless it has more than `max_states` states; returns whether it is solvable.
    ///
    /// # Errors
    /// As [`BoxGraph::search`], and [`LimitExceeded`] if there are more states.
    #[inline(always)]
    pub fn search_from(
        &mut self,
        lines: &LineTables<N>,
        state: &Placement<N>,
        max_states: usize,
        limits: &ClusterLimits,
    ) -> Result<bool, LimitExceeded> {
        self.begin::<true>(lines, state);
        // the primary is the only piece of its row
        let primary_row = &lines.groups()[state.row_groups[Self::PRIMARY] as usize];
        let Some(goal) = primary_row.starts.iter().position(|starts| starts.last() == Some(&(N as u8 - 2))) else {
            return Ok(false); // a wall is in the way
        };
        self.goal = goal as u8; // a group has at most 16 configurations
        // no goal state is smaller than this one
        let order = CandidateOrder { rows: 0, vertical: 0 };
        let (mut states, mut goal_states, mut counted) = (0, 0, 0);
        let mut at = 0;
        while at < self.nodes.len() {
            self.expand::<true>(lines, at, &order, &mut ());
            Counted::Boxes.check(self.nodes.len(), limits.boxes)?;
            Counted::SplitLinks.check(self.splits.len(), limits.split_links)?;
            for node in &self.nodes[counted..] {
                let (of_box, goals_of_box) = self.states_of(node);
                (states, goal_states) = (states + of_box, goal_states + goals_of_box);
            }
            counted = self.nodes.len();
            Counted::States.check(states as usize, max_states)?;
            at += 1;
        }
        Ok(goal_states > 0)
    }

    /// Drops the last cluster and adds the box of a state.
    #[inline(always)]
    fn begin<const LINKS: bool>(&mut self, lines: &LineTables<N>, state: &Placement<N>) -> BoxNode {
        let start = self.start(lines, state);
        self.table.clear(self.nodes.len());
        self.nodes.clear();
        self.links.clear();
        self.splits.clear();
        self.table.insert(start.key, &[]);
        self.ranges.inner = start.components;
        for j in 0..N {
            self.ranges.outer[j] = 1 << self.outer_config(&start, j);
        }
        self.outer_walls = 0;
        let mut vacated = 0;
        for line in 0..N {
            self.outer_walls |= by_line::<N>(lines.transposed(lines.groups()[self.outer[line] as usize].walls, line));
            vacated |= lines.vacated(self.inner[line], start.components[line]) << (8 * line);
            for j in 0..N {
                self.leaving[line][j] = lines.avoiding(self.inner[line], j);
            }
        }
        self.push::<LINKS>(BoxNode { vacated, ..start });
        start
    }

    /// The box of a state. Chooses as inner lines those that promise the smaller graph.
    #[inline(always)]
    fn start(&mut self, lines: &LineTables<N>, state: &Placement<N>) -> BoxNode {
        let (rows, columns) = (state.row_groups, state.column_groups);
        let rows_inside = node_of(lines, state, true);
        let columns_inside = node_of(lines, state, false);
        // large boxes at the start, and inner lines with many configurations and many pieces, mean few boxes and few steps out of
        // each
        let score = |node: &BoxNode, groups: &[GroupId; N]| {
            let mut score = 0;
            for p in 0..N {
                score += 2 * log2_times_256(node.components[p].count_ones()) + lines.inner_score(groups[p]);
            }
            score
        };
        self.rows_inside = score(&rows_inside, &rows) >= score(&columns_inside, &columns);
        let (inner, outer) = if self.rows_inside { (rows, columns) } else { (columns, rows) };
        self.inner[..N].copy_from_slice(&inner);
        self.outer[..N].copy_from_slice(&outer);
        let mut slots = 0;
        for j in 0..N {
            self.slot_base[j] = slots;
            slots += 2 * lines.groups()[self.outer[j] as usize].lengths.len() as u8;
        }
        self.slots = slots as usize;
        if self.rows_inside { rows_inside } else { columns_inside }
    }

    /// Adds a box without links.
    #[inline(always)]
    fn push<const LINKS: bool>(&mut self, node: BoxNode) {
        self.nodes.push(node);
        if LINKS {
            self.links.extend_from_slice(&[NONE; MAX_SLOTS * 8][..self.slots]);
        }
    }

    /// Finds all neighbours of a box; false if one of them holds a goal state smaller than the candidate.
    #[inline(always)]
    fn expand<const LINKS: bool>(
        &mut self,
        lines: &LineTables<N>,
        at: usize,
        candidate: &CandidateOrder,
        tree: &mut impl Tree<N>,
    ) -> bool {
        self.table.make_room(&self.nodes);
        let node = self.nodes[at];
        let (inner_shift, outer_shift) = self.shifts();
        // A step matters only if it covers a cell that its inner line can leave. All such steps are found as bits, except those
        // whose neighbours are known; other steps are never visited. The piece that moves up (0) or down (1) is next to the cell.
        let pieces = node.cells & !self.outer_walls;
        let vacant = node.vacated & !node.cells;
        let possible = [pieces >> 8 & vacant, pieces << 8 & vacant];
        let mut left = [possible[0] & !node.known[0], possible[1] & !node.known[1]];
        for direction in 0..2 {
            for cell in Bitboard(left[direction]) {
                left[direction] &= left[direction] - 1;
                let (p, j) = (cell >> 3 & 7, cell & 7);
                let shift = outer_shift as usize + 4 * j;
                let config = (node.key >> shift & 15) as u8;
                let step = lines.step_onto(self.outer[j], config, p, direction);
                let q = step.frees as usize & 7;
                let whole = node.components[p] & self.leaving[p][j];
                let covered = node.cells >> (8 * p) & 0xff | 1 << j;
                let part = lines.component(self.inner[p], (whole as u32).trailing_zeros(), covered);
                let freed = node.cells >> (8 * q) & 0xff & !(1 << j);
                let grown = lines.component(self.inner[q], (node.components[q] as u32).trailing_zeros(), freed);
                let mut key = node.key ^ (step.flips as u64) << shift;
                set_nibble(&mut key, inner_shift as usize + 4 * q, (grown as u32).trailing_zeros());
                if LINKS {
                    self.nodes[at].linked_slots |= 1 << (8 * j + step.slot as usize);
                }
                let known = if LINKS { [0; 2] } else { [possible[0] & !left[0], possible[1] & !left[1]] };
                let out = StepOut { at, cell, step, narrow: node.components[q], grown, known };
                if part != whole {
                    if !self.expand_split::<LINKS>(lines, &out, key, candidate, tree) {
                        return false;
                    }
                    continue;
                }
                set_nibble(&mut key, inner_shift as usize + 4 * p, (part as u32).trailing_zeros());
                let neighbour = self.table.insert(key, &self.nodes) as usize;
                if !self.meet::<LINKS>(lines, &out, (neighbour, key, part), candidate, tree) {
                    return false;
                }
                if LINKS {
                    self.links[at * self.slots + self.slot_base[j] as usize + step.slot as usize] = neighbour as u32;
                }
                // the step back covers the cell of line q again; it leads to this box alone if the rest of q's component is
                // connected
                if grown & self.leaving[q][j] == node.components[q] {
                    let to = &mut self.nodes[neighbour];
                    to.known[1 - direction] |= 1 << (8 * q + j);
                    if LINKS {
                        let back = step.slot as usize ^ 1;
                        to.linked_slots |= 1 << (8 * j + back);
                        self.links[neighbour * self.slots + self.slot_base[j] as usize + back] = at as u32;
                    }
                }
            }
        }
        true
    }

    /// As [`BoxGraph::expand`] for a step that leads to several boxes: the component of the line that it covers falls apart.
    #[inline(always)]
    fn expand_split<const LINKS: bool>(
        &mut self,
        lines: &LineTables<N>,
        out: &StepOut,
        mut key: u64,
        candidate: &CandidateOrder,
        tree: &mut impl Tree<N>,
    ) -> bool {
        let node = &self.nodes[out.at];
        let (p, j) = (out.cell >> 3 & 7, out.cell & 7);
        let whole = node.components[p] & self.leaving[p][j];
        let covered = node.cells >> (8 * p) & 0xff | 1 << j;
        let mut rest = whole;
        while rest != 0 {
            let part = lines.component(self.inner[p], rest.trailing_zeros(), covered);
            set_nibble(&mut key, self.shifts().0 as usize + 4 * p, part.trailing_zeros());
            let neighbour = self.table.insert(key, &self.nodes) as usize;
            if !self.meet::<LINKS>(lines, out, (neighbour, key, part), candidate, tree) {
                return false;
            }
            if LINKS {
                let slot = self.slot_base[j] as usize + out.step.slot as usize;
                self.add_split(out.at * self.slots + slot, neighbour as u32, rest == whole);
            }
            rest &= !part;
        }
        true
    }

    /// A step leads to the box of this number and key, where the component of the line that it covers is `part`. Adds the box if
    /// it is new; false if it holds a goal state smaller than the candidate.
    #[inline(always)]
    fn meet<const LINKS: bool>(
        &mut self,
        lines: &LineTables<N>,
        out: &StepOut,
        (number, key, part): (usize, u64, ConfigSet),
        candidate: &CandidateOrder,
        tree: &mut impl Tree<N>,
    ) -> bool {
        let (p, q, j) = (out.cell >> 3 & 7, out.step.frees as usize & 7, out.cell & 7);
        if number == self.nodes.len() {
            self.push::<LINKS>(self.nodes[out.at]);
            let known = self.known_after(lines, out);
            let to = &mut self.nodes[number];
            to.key = key;
            to.cells ^= 1 << (8 * q + j) | 1 << out.cell;
            (to.components[p], to.components[q]) = (part, out.grown);
            let kept = to.vacated & !(0xff << (8 * p) | 0xff << (8 * q));
            to.vacated =
                kept | lines.vacated(self.inner[p], part) << (8 * p) | lines.vacated(self.inner[q], out.grown) << (8 * q);
            (to.known, to.linked_slots) = (known, 0);
            if self.below(lines, &self.nodes[number], candidate) {
                return false;
            }
            self.ranges.inner[q] |= out.grown;
            self.ranges.outer[j] |= 1 << out.step.to;
        }
        let bit = 8 * j + out.step.slot as usize;
        tree.follow(lines, self, &Edge { from: out.at, to: number, bit, freed: q, narrow: out.narrow, wide: out.grown });
        true
    }

    /// Adds a neighbour to the list of a link; the first one starts a new list.
    #[cold]
    fn add_split(&mut self, link: usize, neighbour: u32, first: bool) {
        let next = if first { NONE } else { self.links[link] & !SPLIT };
        self.splits.push((neighbour, next));
        self.links[link] = SPLIT | (self.splits.len() - 1) as u32; // checked after each box
    }

    /// Whether the box contains goal states.
    #[inline(always)]
    pub fn contains_goal(&self, node: &BoxNode) -> bool {
        let goal = self.goal;
        if self.rows_inside {
            node.components[Self::PRIMARY] >> goal & 1 == 1
        } else {
            (node.key >> Self::PRIMARY_SHIFT & 15) as u8 == goal
        }
    }

    /// The smallest goal state of the explored cluster, which `state` belongs to; `None` if there is none.
    pub fn smallest_goal(&self, lines: &LineTables<N>, state: &Placement<N>) -> Option<Placement<N>> {
        let goals = self.nodes.iter().filter(|node| self.contains_goal(node));
        let order = |node: &&BoxNode| (Self::with_primary(node.key, self.goal) >> Self::ROWS, self.vertical(lines, node));
        let key = Self::with_primary(goals.min_by_key(order)?.key, self.goal);
        let configs = |shift: u32| std::array::from_fn(|line| (key >> (shift as usize + 4 * line) & 15) as u8);
        Some(Placement { row_configs: configs(Self::ROWS), column_configs: configs(0), ..*state })
    }

    /// A key with another configuration of the primary row.
    ///
    /// The key of a box is its smallest state. The lines of a box are independent, so with the goal configuration in the
    /// primary row the key of a box that contains goal states becomes the smallest of them.
    #[inline(always)]
    fn with_primary(key: u64, config: u8) -> u64 {
        key & !(15 << Self::PRIMARY_SHIFT) | (config as u64) << Self::PRIMARY_SHIFT
    }

    /// Whether the box contains a goal state smaller than the candidate.
    #[inline(always)]
    fn below(&self, lines: &LineTables<N>, node: &BoxNode, candidate: &CandidateOrder) -> bool {
        if !self.contains_goal(node) {
            return false;
        }
        let rows = Self::with_primary(node.key, self.goal) >> Self::ROWS;
        rows < candidate.rows || rows == candidate.rows && self.vertical(lines, node) < candidate.vertical
    }

    /// The bitboard V of the verticals in the smallest state of a box.
    #[inline(always)]
    fn vertical(&self, lines: &LineTables<N>, node: &BoxNode) -> u64 {
        if self.rows_inside {
            return node.cells;
        }
        // columns are independent, so V is smallest where each column has its lowest configuration
        lines.transposed_cells(&self.inner, |x| (node.key >> (4 * x) & 15) as u8)
    }

    /// The boxes that a step of outer line `j` leads to from box `at`.
    #[inline(always)]
    pub fn neighbours(&self, at: usize, j: usize, slot: usize) -> Neighbours<'_> {
        Neighbours { link: self.links[at * self.slots + self.slot_base[j] as usize + slot], splits: &self.splits }
    }

    /// The configurations of the outer lines in a box, 4 bits each from the lowest on. Ignore the bits above the `N` lines.
    #[inline(always)]
    pub fn outer_configs(&self, node: &BoxNode) -> u64 {
        node.key >> self.shifts().1
    }

    /// The configuration of outer line `j` in a box.
    #[inline(always)]
    pub fn outer_config(&self, node: &BoxNode, j: usize) -> u8 {
        (self.outer_configs(node) >> (4 * j) & 15) as u8
    }

    /// The state of this key, if it belongs to the cluster.
    pub fn find(&self, lines: &LineTables<N>, key: u64) -> Option<BoxState> {
        let (inner_shift, outer_shift) = self.shifts();
        let config = |shift: u32, line: usize| (key >> (shift as usize + 4 * line) & 15) as u8;
        let cells = lines.transposed_cells(&self.outer, |j| config(outer_shift, j));
        let mut box_key = key;
        let mut inner = [0; 8];
        for p in 0..N {
            inner[p] = config(inner_shift, p);
            let blocked = cells >> (N * p) & LineTables::<N>::FULL as u64;
            let component = lines.component(self.inner[p], inner[p] as u32, blocked);
            set_nibble(&mut box_key, inner_shift as usize + 4 * p, component.trailing_zeros());
        }
        Some(BoxState { node: self.table.get(box_key, &self.nodes)?, inner })
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        let boxes = self.nodes.capacity() * size_of::<BoxNode>() + self.table.reserved_bytes();
        boxes + 4 * self.links.capacity() + 8 * self.splits.capacity()
    }

    /// The number of states in all boxes, and of goal states.
    #[inline(always)]
    pub fn states(&self) -> (u64, u64) {
        let (mut states, mut goal_states) = (0, 0);
        for node in &self.nodes {
            let (of_box, goals_of_box) = self.states_of(node);
            (states, goal_states) = (states + of_box, goal_states + goals_of_box);
        }
        (states, goal_states)
    }

    /// The number of states in a box, and of goal states.
    #[inline(always)]
    fn states_of(&self, node: &BoxNode) -> (u64, u64) {
        let count = |p: usize| node.components[p].count_ones() as u64;
        // all lines except the primary row, if it is an inner line
        let mut size = 1;
        for p in 0..N {
            size *= if p == Self::PRIMARY && self.rows_inside { 1 } else { count(p) };
        }
        let goal_states = if self.contains_goal(node) { size } else { 0 };
        (if self.rows_inside { size * count(Self::PRIMARY) } else { size }, goal_states)
    }
}

/// A step out of a box.
struct StepOut {
    at: usize,
    /// The cell that the step covers, as in [`BoxNode::cells`].
    cell: usize,
    step: StepOnto,
    /// The component of the inner line whose cell it frees, before and after.
    narrow: ConfigSet,
    grown: ConfigSet,
    /// Per direction: the cells that steps out of the box cover whose neighbours are known. Empty if links are kept.
    known: [u64; 2],
}

/// The place of the candidate in the order of states.
struct CandidateOrder {
    rows: u64,
    vertical: u64,
}

#[inline(always)]
fn set_nibble(key: &mut u64, shift: usize, value: u32) {
    *key = *key & !(15 << shift) | (value as u64) << shift;
}
