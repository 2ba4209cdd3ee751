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
mod commuting;
mod expand;

pub use self::box_node::{BoxNode, BoxState, LineRanges, Neighbours};
use self::box_node::{by_line, node_of};
pub use self::expand::{Edge, StepObserver};
use super::ClusterLimits;
use super::key_table::KeyTable;
use crate::board::{Counted, LimitExceeded};
use crate::lines::{ConfigSet, GroupId, LineTables, Placement, log2_times_256, nibbles};

/// The cluster as a graph of boxes. One value serves many clusters and keeps its buffers.
#[derive(Default)]
pub struct BoxGraph<const N: usize> {
    /// Whether rows are the inner lines.
    pub rows_inside: bool,
    /// The row of the primary.
    pub primary: usize,
    /// The configuration of the primary row with the primary at the exit.
    pub goal: u8,
    /// The groups of the inner lines, and of the outer ones.
    pub inner: [GroupId; 8],
    pub outer: [GroupId; 8],
    /// The boxes; number 0 holds the state from which the cluster is explored.
    pub nodes: Vec<BoxNode>,
    pub ranges: LineRanges,
    /// Per inner line: see [`LineTables::first_component`].
    first_components: [u32; 8],
    /// Per inner and outer line: the configurations of the inner one that leave the cell that they share.
    leaving: [[ConfigSet; 8]; 8],
    /// The cells of the outer lines that no piece takes, as in [`BoxNode::cells`].
    outer_fixed: u64,
    /// Box numbers by key.
    table: KeyTable,
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

    /// The shifts of inner and outer line 0 in a key.
    pub fn shifts(&self) -> (u32, u32) {
        if self.rows_inside { (Self::ROWS, 0) } else { (0, Self::ROWS) }
    }

    /// Explores the cluster of a candidate until it is complete or a goal state smaller than the candidate turns up; returns
    /// whether the candidate is the smallest goal state, and so the graph complete. Each step that is made is reported to `observer`. Without
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
        observer: &mut impl StepObserver<N>,
    ) -> Result<bool, LimitExceeded> {
        let start = self.begin::<LINKS>(lines, candidate);
        let rows = nibbles(&candidate.row_configs);
        self.goal = candidate.row_configs[self.primary];
        let order = CandidateOrder { rows, vertical: self.vertical(lines, &start) };
        if self.with_goal(start.key) != rows << Self::ROWS | nibbles(&candidate.column_configs) {
            return Ok(false);
        }
        observer.begin(lines, self);
        self.explore::<LINKS>(lines, &order, limits, observer, |_| Ok(()))
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
        let primary_row = &lines.groups()[state.row_groups[self.primary] as usize];
        let last = lines.rules().size().width() - lines.rules().primary_length();
        let Some(goal) = primary_row.starts.iter().position(|starts| starts.last().map(|&start| start.into()) == Some(last))
        else {
            return Ok(false); // a wall is in the way
        };
        self.goal = goal as u8; // a group has at most 16 configurations
        // no goal state is smaller than this one
        let order = CandidateOrder { rows: 0, vertical: 0 };
        let (mut states, mut goal_states, mut counted) = (0, 0, 0);
        self.explore::<true>(lines, &order, limits, &mut (), |boxes| {
            for node in &boxes.nodes[counted..] {
                let (of_box, goals_of_box) = boxes.states_of(node);
                (states, goal_states) = (states + of_box, goal_states + goals_of_box);
            }
            counted = boxes.nodes.len();
            Counted::States.check(states as usize, max_states)
        })?;
        Ok(goal_states > 0)
    }

    /// Expands all boxes, calling `check` after each; false as soon as a goal state smaller than the candidate turns up.
    #[inline(always)]
    fn explore<const LINKS: bool>(
        &mut self,
        lines: &LineTables<N>,
        candidate: &CandidateOrder,
        limits: &ClusterLimits,
        observer: &mut impl StepObserver<N>,
        mut check: impl FnMut(&BoxGraph<N>) -> Result<(), LimitExceeded>,
    ) -> Result<bool, LimitExceeded> {
        let mut at = 0;
        while at < self.nodes.len() {
            if !self.expand::<LINKS>(lines, at, candidate, observer) {
                return Ok(false);
            }
            Counted::Boxes.check(self.nodes.len(), limits.boxes)?;
            Counted::SplitLinks.check(self.splits.len(), limits.split_links)?;
            check(self)?;
            at += 1;
        }
        Ok(true)
    }

    /// Drops the last cluster and adds the box of a state.
    #[inline(always)]
    fn begin<const LINKS: bool>(&mut self, lines: &LineTables<N>, state: &Placement<N>) -> BoxNode {
        self.primary = lines.primary_row();
        let start = self.start(lines, state);
        self.table.clear(self.nodes.len());
        self.nodes.clear();
        self.links.clear();
        self.splits.clear();
        self.table.insert(start.key, &self.nodes);
        self.ranges.inner = start.components;
        for j in 0..N {
            self.ranges.outer[j] = 1 << self.outer_config(&start, j);
        }
        self.outer_fixed = 0;
        let mut vacated = 0;
        for line in 0..N {
            self.first_components[line] = lines.first_component(self.inner[line]);
            self.outer_fixed |= by_line::<N>(lines.transposed(lines.groups()[self.outer[line] as usize].fixed, line));
            vacated |= lines.vacated(self.inner[line], start.components[line]) << (8 * line);
            for j in 0..N {
                self.leaving[line][j] = lines.avoiding(self.inner[line], j);
            }
        }
        self.push::<LINKS>(BoxNode { vacated, ..start });
        start
    }

    /// The box of a state. Picks the orientation with the smaller estimated graph as inner lines.
    #[inline(always)]
    fn start(&mut self, lines: &LineTables<N>, state: &Placement<N>) -> BoxNode {
        let (rows, columns) = (state.row_groups, state.column_groups);
        let rows_inside = node_of(lines, state, true);
        let columns_inside = node_of(lines, state, false);
        // Large boxes at the start, and inner lines with many configurations and long pieces, mean few boxes. The lines in the middle
        // matter most, except that of the primary.
        let size = lines.rules().size();
        let score = |node: &BoxNode, groups: &[GroupId; N], count: usize, primary: usize| {
            let mut score = 0;
            for p in 0..N {
                let in_middle = (2 * p + 1).abs_diff(count) <= 2 && p != primary;
                score += 2 * log2_times_256(node.components[p].count_ones()) + lines.inner_score(groups[p], in_middle);
            }
            score
        };
        let of_rows = score(&rows_inside, &rows, size.height(), self.primary);
        self.rows_inside = of_rows >= score(&columns_inside, &columns, size.width(), N);
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

    /// Whether the box contains goal states.
    #[inline(always)]
    pub fn contains_goal(&self, node: &BoxNode) -> bool {
        let goal = self.goal;
        if self.rows_inside {
            node.components[self.primary & 7] >> goal & 1 == 1
        } else {
            (node.key >> self.primary_shift() & 15) as u8 == goal
        }
    }

    /// The smallest goal state of the explored cluster, which `state` belongs to; `None` if there is none.
    pub fn smallest_goal(&self, lines: &LineTables<N>, state: &Placement<N>) -> Option<Placement<N>> {
        let goals = self.nodes.iter().filter(|node| self.contains_goal(node));
        let order = |node: &&BoxNode| (self.with_goal(node.key) >> Self::ROWS, self.vertical(lines, node));
        let key = self.with_goal(goals.min_by_key(order)?.key);
        let configs = |shift: u32| std::array::from_fn(|line| (key >> (shift as usize + 4 * line) & 15) as u8);
        Some(Placement { row_configs: configs(Self::ROWS), column_configs: configs(0), ..*state })
    }

    /// The shift of the primary row in a key.
    #[inline(always)]
    fn primary_shift(&self) -> usize {
        Self::ROWS as usize + 4 * self.primary
    }

    /// A key with the goal configuration in the primary row.
    ///
    /// The key of a box is its smallest state. The lines of a box are independent, so with the goal configuration in the
    /// primary row the key of a box that contains goal states becomes the smallest of them.
    #[inline(always)]
    fn with_goal(&self, key: u64) -> u64 {
        key & !(15 << self.primary_shift()) | (self.goal as u64) << self.primary_shift()
    }

    /// Whether the box contains a goal state smaller than the candidate.
    #[inline(always)]
    fn below(&self, lines: &LineTables<N>, node: &BoxNode, candidate: &CandidateOrder) -> bool {
        if !self.contains_goal(node) {
            return false;
        }
        let rows = self.with_goal(node.key) >> Self::ROWS;
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
            size *= if p == self.primary && self.rows_inside { 1 } else { count(p) };
        }
        let goal_states = if self.contains_goal(node) { size } else { 0 };
        (if self.rows_inside { size * count(self.primary & 7) } else { size }, goal_states)
    }
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
