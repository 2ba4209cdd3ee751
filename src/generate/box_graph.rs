//! The search for a cluster, box by box.
//!
//! Hold the *outer* lines (say, the columns) still. Each *inner* line can then reach, alone, a fixed set of its configurations:
//! the component of its present one under the cells that the outer lines block. Inner lines never meet, so all combinations of
//! their components are reachable from one another: a *box*, the product of one component an inner line. A box is named by its
//! outer configurations and the lowest configuration of each component, which is a state: the smallest of the box.
//!
//! Neighbours of a box: move one outer piece by one cell. It covers a cell of inner line `p` and frees one of inner line `q`:
//!
//! ```text
//!   q  . B .         line q: its component grows to its closure without the cell
//!      . B .
//!   p  . v .         line p: configurations on the cell drop out; the rest may fall apart, each part a neighbour
//! ```
//!
//! All other lines keep their components. No state is ever visited: the cluster size is the sum over boxes of the product of
//! component sizes, and the cluster is solvable if the primary's component somewhere holds the goal.
//!
//! # Tried and left
//! Times are of all candidates of shard 7/1000 of 6×6 without walls up to the complete graph.
//! - The box with the smallest H first, so that candidates that are not canonical show it sooner: 405,405 boxes expanded for
//!   those instead of 468,560, which is less than a heap costs. The latest box first: 478,528.
//! - A box that two steps lead to in either order, found by following links instead of in the table: 0.164 s against 0.166 s.
//! - Outer pieces that no inner one can meet held still, and counted by multiplication: 3 % fewer boxes without walls, 5 % with.
//! - All neighbours of a box made first, their memory asked for, and only then looked up: 0.187 s against 0.159 s.
use super::key_table::KeyTable;
use crate::enumerate::{ConfigSet, GroupId, LineTables, MAX_SLOTS, Placement, log2_times_256, packed};

/// A box of the cluster at hand.
#[derive(Clone, Copy, Debug)]
pub struct BoxNode {
    /// The smallest state: rows in the high half, columns in the low one, 4 bits a line.
    pub key: u64,
    /// Cells of the outer lines, bit `inner line * N + outer line`.
    pub cells: u64,
    /// Per inner line its component.
    pub components: [ConfigSet; 8],
    /// The slots that lead to another box, as far as they are known: bit `8 * outer line + slot`.
    pub ways: u64,
}

/// Where the primary has to go.
#[derive(Clone, Copy, Debug)]
pub struct GoalConfig {
    /// The primary row.
    pub row: usize,
    /// The configuration of that row in which the primary is at the exit.
    pub config: u8,
}

/// A state of the cluster at hand: its box, and the configuration of each inner line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxState {
    pub node: u32,
    pub inner: [u8; 8],
}

/// The configurations that each line takes anywhere in a cluster.
#[derive(Clone, Copy, Default, Debug)]
pub struct LineRanges {
    pub inner: [ConfigSet; 8],
    pub outer: [ConfigSet; 8],
}

/// No neighbour.
pub const NONE: u32 = u32::MAX;
/// Links from here on (but for [`NONE`]) stand for several neighbours, a list in [`BoxGraph::splits`].
const SPLIT: u32 = 1 << 31;

/// The cluster at hand as a graph of boxes. One value serves many clusters, and keeps its memory.
#[derive(Default)]
pub struct BoxGraph<const N: usize> {
    /// Whether rows are the inner lines.
    pub rows_inside: bool,
    pub inner: [GroupId; 8],
    pub outer: [GroupId; 8],
    pub nodes: Vec<BoxNode>,
    pub ranges: LineRanges,
    table: KeyTable,
    /// First slot of each outer line; slots are a piece and a direction: twice the piece, plus one for right or down.
    slot_base: [u8; 8],
    /// Slots of all outer lines.
    slots: usize,
    /// `[node * slots + slot]`: where a step leads.
    links: Vec<u32>,
    /// (neighbour, next in the list or [`NONE`])
    splits: Vec<(u32, u32)>,
}

/// What the search of a candidate's cluster came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Canonicity {
    /// A smaller goal state is reachable; the search stopped there.
    NotCanonical,
    /// The candidate is the smallest goal state of its cluster and the graph is complete.
    Canonical,
}

impl<const N: usize> BoxGraph<N> {
    /// Where in a key the configuration of a row is.
    pub const ROWS: u32 = 32;
    /// The row of the primary.
    const PRIMARY: usize = (N - 1) / 2;
    /// Where in a key the configuration of the primary row is.
    const PRIMARY_SHIFT: usize = Self::ROWS as usize + 4 * Self::PRIMARY;

    /// The shifts of inner and outer line 0 in a key.
    pub fn shifts(&self) -> (u32, u32) {
        if self.rows_inside { (Self::ROWS, 0) } else { (0, Self::ROWS) }
    }

    /// Searches the cluster of a candidate until it is complete or a goal state smaller than the candidate turns up.
    #[inline(always)]
    pub fn search(&mut self, lines: &LineTables<N>, candidate: &Placement<N>) -> Canonicity {
        let start = self.start(lines, candidate);
        self.table.clear();
        self.nodes.clear();
        self.links.clear();
        self.splits.clear();
        self.table.insert(start.key, 0);
        self.ranges.inner = start.components;
        for j in 0..N {
            self.ranges.outer[j] = 1 << self.outer_config(&start, j);
        }
        self.push(start);
        let rows = packed(&candidate.row_configs);
        let goal = candidate.row_configs[Self::PRIMARY];
        let floor = Floor { rows, vertical: self.vertical(lines, &start), goal };
        if Self::with_primary(start.key, goal) != rows << Self::ROWS | packed(&candidate.column_configs) {
            return Canonicity::NotCanonical;
        }
        let mut at = 0;
        while at < self.nodes.len() {
            if !self.expand(lines, at, &floor) {
                return Canonicity::NotCanonical;
            }
            at += 1;
        }
        Canonicity::Canonical
    }

    /// The box of a state, with the lines inside that make it larger.
    #[inline(always)]
    fn start(&mut self, lines: &LineTables<N>, candidate: &Placement<N>) -> BoxNode {
        let (rows, columns) = (candidate.row_groups, candidate.column_groups);
        let rows_inside = node_of(lines, candidate, true);
        let columns_inside = node_of(lines, candidate, false);
        // large boxes now, lines with many configurations, and many pieces promise few boxes, and few steps out of each. In
        // canonical clusters of shard 7/1000 (6×6 without walls) 1,233,500 boxes and 12.1 million slots; without the pieces, and
        // the rest to the first power, 1,293,930 and 13.5 million; by large boxes alone 1,465,984; with the better choice for each
        // cluster 1,126,023 and 11.2 million
        let promise = |node: &BoxNode, groups: &[GroupId; N]| {
            let mut promise = 0;
            for p in 0..N {
                promise += 2 * log2_times_256(node.components[p].count_ones()) + lines.inner_score(groups[p]);
            }
            promise
        };
        self.rows_inside = promise(&rows_inside, &rows) >= promise(&columns_inside, &columns);
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

    #[inline(always)]
    fn push(&mut self, node: BoxNode) {
        self.nodes.push(node);
        self.links.extend_from_slice(&[NONE; MAX_SLOTS * 8][..self.slots]);
    }

    /// Links a box to all its neighbours; false if one of them holds a state below the floor.
    #[inline(always)]
    fn expand(&mut self, lines: &LineTables<N>, at: usize, floor: &Floor) -> bool {
        let node = self.nodes[at];
        let (inner_shift, outer_shift) = self.shifts();
        let outer_key = node.key >> outer_shift;
        let line = |cells: u64, p: usize| cells >> (N * p) & LineTables::<N>::FULL as u64;
        let config = |j: usize| (outer_key >> (4 * j) & 15) as u8;
        // The steps that cover a cell which its inner line can leave, as bits, but for those met from the other side: without a look
        // at the others. On shard 7/1000 of 6×6 there were 10.3 million slots to try, 4.2 million blocked, 2.6 million met; this
        // takes 0.111 s instead of 0.160 s (this alone; `cargo bench --bench search up_to` times the stages).
        // (loops rather than iterators: what iterators make of a closure is not compiled for the processor's bit counts)
        let mut vacated = 0;
        for p in 0..N {
            vacated |= lines.transposed(!lines.common_cells(self.inner[p], node.components[p]) & LineTables::<N>::FULL, p);
        }
        let mut todo = 0;
        for j in 0..N {
            todo |= (lines.slots_covering(self.outer[j], config(j), line(vacated, j)) as u64) << (8 * j);
        }
        todo &= !node.ways;
        self.nodes[at].ways |= todo;
        while todo != 0 {
            let way = todo.trailing_zeros() as usize;
            let j = way / 8;
            todo &= todo - 1;
            let step = lines.step(self.outer[j], config(j), way % 8).expect("a slot that covers a cell");
            let (p, q) = (step.covers as usize, step.frees as usize);
            let slot = self.slot_base[j] as usize + step.slot as usize;
            let mut rest = node.components[p] & lines.avoiding(self.inner[p], j);
            let covered = line(node.cells, p) | 1 << j;
            let part = lines.component(self.inner[p], rest.trailing_zeros(), covered);
            let freed = line(node.cells, q) & !(1 << j);
            let grown = lines.component(self.inner[q], node.components[q].trailing_zeros(), freed);
            let mut to = node;
            to.ways = 0;
            to.cells = node.cells & !(1 << (N * q + j)) | 1 << (N * p + j);
            to.components[q] = grown;
            to.key = node.key & !(15 << (outer_shift as usize + 4 * j)) | (step.to as u64) << (outer_shift as usize + 4 * j);
            set_nibble(&mut to.key, inner_shift as usize + 4 * q, grown.trailing_zeros());
            let single = part == rest;
            // the step back covers the cell of line q again: what is left of its component is this box's, all of it
            let whole_back = grown & lines.avoiding(self.inner[q], j) == node.components[q];
            let mut part = part;
            loop {
                to.components[p] = part;
                set_nibble(&mut to.key, inner_shift as usize + 4 * p, part.trailing_zeros());
                let number = self.nodes.len() as u32;
                let found = self.table.insert(to.key, number);
                if found == number {
                    if self.below(lines, &to, floor) {
                        return false;
                    }
                    self.ranges.inner[q] |= grown;
                    self.ranges.outer[j] |= 1 << step.to;
                    self.push(to);
                }
                if single {
                    self.links[at * self.slots + slot] = found;
                    if whole_back {
                        self.links[found as usize * self.slots + (slot ^ 1)] = at as u32;
                        self.nodes[found as usize].ways |= 1 << (way ^ 1);
                    }
                    break;
                }
                self.add_split(at * self.slots + slot, found, rest == node.components[p] & lines.avoiding(self.inner[p], j));
                rest &= !part;
                if rest == 0 {
                    break;
                }
                part = lines.component(self.inner[p], rest.trailing_zeros(), covered);
            }
        }
        true
    }

    /// Puts a neighbour on the list of a link; the first one starts a new list.
    #[cold]
    fn add_split(&mut self, link: usize, neighbour: u32, first: bool) {
        let next = if first { NONE } else { self.links[link] & !SPLIT };
        self.splits.push((neighbour, next));
        self.links[link] = SPLIT | (self.splits.len() - 1) as u32;
    }

    /// Whether the box holds goal states; `goal` is the configuration of the primary row with the primary at the exit.
    #[inline(always)]
    fn holds_goal(&self, node: &BoxNode, goal: u8) -> bool {
        if self.rows_inside {
            node.components[Self::PRIMARY] >> goal & 1 == 1
        } else {
            (node.key >> Self::PRIMARY_SHIFT & 15) as u8 == goal
        }
    }

    /// A key with another configuration of the primary row. With the goal configuration, the key of a box that holds goal
    /// states becomes that of the smallest of them, as the lines of a box are independent.
    #[inline(always)]
    fn with_primary(key: u64, config: u8) -> u64 {
        key & !(15 << Self::PRIMARY_SHIFT) | (config as u64) << Self::PRIMARY_SHIFT
    }

    /// Whether the box holds a goal state smaller than the candidate.
    #[inline(always)]
    fn below(&self, lines: &LineTables<N>, node: &BoxNode, floor: &Floor) -> bool {
        if !self.holds_goal(node, floor.goal) {
            return false;
        }
        let rows = Self::with_primary(node.key, floor.goal) >> Self::ROWS;
        rows < floor.rows || rows == floor.rows && self.vertical(lines, node) < floor.vertical
    }

    /// V of the smallest state of a box.
    #[inline(always)]
    fn vertical(&self, lines: &LineTables<N>, node: &BoxNode) -> u64 {
        if self.rows_inside {
            return node.cells;
        }
        // columns are independent: V is smallest where each column's cells are
        lines.transposed_cells(&self.inner, |x| (node.key >> (4 * x) & 15) as u8)
    }

    /// The boxes that a step of a slot of outer line `j` leads to from box `at`.
    #[inline(always)]
    pub fn neighbours(&self, at: usize, j: usize, slot: usize) -> Neighbours<'_> {
        Neighbours { link: self.links[at * self.slots + self.slot_base[j] as usize + slot], splits: &self.splits }
    }

    /// The configuration of outer line `j` in a box.
    #[inline(always)]
    pub fn outer_config(&self, node: &BoxNode, j: usize) -> u8 {
        (node.key >> (self.shifts().1 as usize + 4 * j) & 15) as u8
    }

    /// Goal states in the boxes found.
    pub fn goal_states(&self, goal: &GoalConfig) -> u64 {
        let mut states = 0;
        for node in self.nodes.iter().filter(|node| self.holds_goal(node, goal.config)) {
            let mut size = 1;
            for p in 0..N {
                size *= if self.rows_inside && p == goal.row { 1 } else { node.components[p].count_ones() as u64 };
            }
            states += size;
        }
        states
    }

    /// The state of this key, if it belongs to the cluster.
    pub fn find(&self, lines: &LineTables<N>, key: u64) -> Option<BoxState> {
        let (inner_shift, outer_shift) = self.shifts();
        let config = |shift: u32, line: usize| (key >> (shift as usize + 4 * line) & 15) as u8;
        let cells = lines.transposed_cells(&self.outer, |j| config(outer_shift, j));
        let mut named = key;
        let mut inner = [0; 8];
        for p in 0..N {
            inner[p] = config(inner_shift, p);
            let blocked = cells >> (N * p) & LineTables::<N>::FULL as u64;
            let component = lines.component(self.inner[p], inner[p] as u32, blocked);
            set_nibble(&mut named, inner_shift as usize + 4 * p, component.trailing_zeros());
        }
        Some(BoxState { node: self.table.get(named)?, inner })
    }

    /// States in the boxes found.
    #[inline(always)]
    pub fn states(&self) -> u64 {
        let mut states = 0;
        for node in &self.nodes {
            let mut size = 1;
            for p in 0..N {
                size *= node.components[p].count_ones() as u64;
            }
            states += size;
        }
        states
    }
}

/// Where a step leads: mostly one box, or none; several where a component falls apart.
pub struct Neighbours<'b> {
    link: u32,
    splits: &'b [(u32, u32)],
}

impl Iterator for Neighbours<'_> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.link < SPLIT {
            return Some(std::mem::replace(&mut self.link, NONE));
        }
        if self.link == NONE {
            return None;
        }
        let (to, after) = self.splits[(self.link & !SPLIT) as usize];
        self.link = if after == NONE { NONE } else { SPLIT | after };
        Some(to)
    }
}

/// The candidate, as far as smaller states are concerned.
struct Floor {
    rows: u64,
    vertical: u64,
    /// The configuration of the primary row with the primary at the exit.
    goal: u8,
}

#[inline(always)]
fn set_nibble(key: &mut u64, shift: usize, value: u32) {
    *key = *key & !(15 << shift) | (value as u64) << shift;
}

/// The box of a state with rows, or columns, inside.
#[inline(always)]
fn node_of<const N: usize>(lines: &LineTables<N>, candidate: &Placement<N>, rows_inside: bool) -> BoxNode {
    let rows = (&candidate.row_groups, &candidate.row_configs);
    let columns = (&candidate.column_groups, &candidate.column_configs);
    let ((inner, inner_configs), (outer, outer_configs)) = if rows_inside { (rows, columns) } else { (columns, rows) };
    let cells = lines.transposed_cells(outer, |j| outer_configs[j]);
    let mut components = [1; 8];
    let mut lows = 0u64;
    for p in (0..N).rev() {
        let blocked = cells >> (N * p) & LineTables::<N>::FULL as u64;
        components[p] = lines.component(inner[p], inner_configs[p] as u32, blocked);
        lows = lows << 4 | components[p].trailing_zeros() as u64;
    }
    let held = packed(outer_configs);
    let key = if rows_inside { lows << 32 | held } else { held << 32 | lows };
    BoxNode { key, cells, components, ways: 0 }
}

impl Default for KeyTable {
    fn default() -> KeyTable {
        KeyTable::new()
    }
}
