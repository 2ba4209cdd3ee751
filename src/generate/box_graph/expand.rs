//! The neighbours of a box.
use super::box_node::{NONE, SPLIT};
use super::{BoxGraph, BoxNode, CandidateOrder, set_nibble};
use crate::lines::{Component, ConfigSet, LineTables, MAX_SLOTS, StepOnto};

/// A step out of a box.
pub(super) struct StepOut {
    pub(super) at: usize,
    /// The cell that the step covers, as in [`BoxNode::cells`].
    pub(super) cell: usize,
    pub(super) step: StepOnto,
    /// The inner line whose cell it frees, and its component before and after.
    pub(super) freed: usize,
    pub(super) narrow: ConfigSet,
    pub(super) grown: Component,
    /// Per direction: the cells that steps out of the box cover whose neighbours are known. Empty if links are kept.
    pub(super) known: [u64; 2],
}

impl<const N: usize> BoxGraph<N> {
    /// Adds a box without links.
    #[inline(always)]
    pub(super) fn push<const LINKS: bool>(&mut self, node: BoxNode) {
        self.nodes.push(node);
        if LINKS {
            self.links.extend_from_slice(&[NONE; MAX_SLOTS * 8][..self.slots]);
        }
    }

    /// Finds all neighbours of a box; false if one of them holds a goal state smaller than the candidate.
    #[inline(always)]
    pub(super) fn expand<const LINKS: bool>(
        &mut self,
        lines: &LineTables<N>,
        at: usize,
        candidate: &CandidateOrder,
        observer: &mut impl StepObserver<N>,
    ) -> bool {
        self.table.make_room(&self.nodes);
        let node = self.nodes[at];
        let (inner_shift, outer_shift) = self.shifts();
        // A step matters only if it covers a cell that its inner line can leave. All such steps are found as bits, except those
        // whose neighbours are known; other steps are never visited. The piece that moves up (0) or down (1) is next to the cell.
        let pieces = node.cells & !self.outer_fixed;
        let vacant = node.vacated & !node.cells;
        let (up, down) = (pieces >> 8 & vacant, pieces << 8 & vacant);
        let (mut left, left_down) = (up & !node.known[0], down & !node.known[1]);
        let mut direction = 0;
        loop {
            if left == 0 {
                if direction == 1 {
                    return true;
                }
                (direction, left) = (1, left_down);
                continue;
            }
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            let (p, j) = (cell >> 3 & 7, cell & 7);
            let shift = outer_shift as usize + 4 * j;
            let config = (node.key >> shift & 15) as u8;
            let step = lines.step_onto(self.outer[j], config, p, direction);
            let q = step.frees as usize & 7;
            let whole = node.components[p] & self.leaving[p][j];
            let covered = node.cells >> (8 * p) & 0xff | 1 << j;
            let part = *lines.component_from(self.first_components[p], (whole as u32).trailing_zeros(), covered);
            let narrow = node.components[q];
            let freed = node.cells >> (8 * q) & 0xff & !(1 << j);
            let grown = *lines.component_from(self.first_components[q], (narrow as u32).trailing_zeros(), freed);
            let mut key = node.key ^ (step.flips as u64) << shift;
            set_nibble(&mut key, inner_shift as usize + 4 * q, (grown.configs as u32).trailing_zeros());
            if LINKS {
                self.nodes[at].linked_slots |= 1 << (8 * j + step.slot as usize);
            }
            let known = match direction {
                _ if LINKS => [0; 2],
                0 => [up & !left, down & !left_down],
                _ => [up, down & !left],
            };
            let out = StepOut { at, cell, step, freed: q, narrow, grown, known };
            if part.configs != whole {
                if !self.expand_split::<LINKS>(lines, &node, &out, key, candidate, observer) {
                    return false;
                }
                continue;
            }
            set_nibble(&mut key, inner_shift as usize + 4 * p, (part.configs as u32).trailing_zeros());
            let neighbour = self.table.insert(key, &self.nodes) as usize;
            if !self.meet::<LINKS>(lines, &node, &out, (neighbour, key, part), candidate, observer) {
                return false;
            }
            if LINKS {
                self.links[at * self.slots + self.slot_base[j] as usize + step.slot as usize] = neighbour as u32;
            }
            self.know_step_back::<LINKS>(&out, neighbour);
        }
    }

    /// A step led to this box, alone or among others. The step back covers the cell of line `q` again, and leads to the box before,
    /// and nowhere else, if the rest of `q`'s component is connected: line `p` grows back to its component there, of which it has a
    /// part here.
    #[inline(always)]
    fn know_step_back<const LINKS: bool>(&mut self, out: &StepOut, neighbour: usize) {
        let (q, j) = (out.freed & 7, out.cell & 7);
        if out.grown.whole >> j & 1 == 0 {
            return;
        }
        let back = out.step.slot as usize ^ 1;
        let to = &mut self.nodes[neighbour];
        to.known[back & 1] |= 1 << (8 * q + j);
        if LINKS {
            to.linked_slots |= 1 << (8 * j + back);
            self.links[neighbour * self.slots + self.slot_base[j] as usize + back] = out.at as u32;
        }
    }

    /// As [`BoxGraph::expand`] for a step that leads to several boxes: the component of the line that it covers falls apart.
    #[inline(always)]
    fn expand_split<const LINKS: bool>(
        &mut self,
        lines: &LineTables<N>,
        node: &BoxNode,
        out: &StepOut,
        mut key: u64,
        candidate: &CandidateOrder,
        observer: &mut impl StepObserver<N>,
    ) -> bool {
        let (p, j) = (out.cell >> 3 & 7, out.cell & 7);
        let whole = node.components[p] & self.leaving[p][j];
        let covered = node.cells >> (8 * p) & 0xff | 1 << j;
        let mut rest = whole;
        while rest != 0 {
            let part = *lines.component_from(self.first_components[p], rest.trailing_zeros(), covered);
            set_nibble(&mut key, self.shifts().0 as usize + 4 * p, part.configs.trailing_zeros());
            let neighbour = self.table.insert(key, &self.nodes) as usize;
            if !self.meet::<LINKS>(lines, node, out, (neighbour, key, part), candidate, observer) {
                return false;
            }
            if LINKS {
                let slot = self.slot_base[j] as usize + out.step.slot as usize;
                self.add_split(out.at * self.slots + slot, neighbour as u32, rest == whole);
            }
            self.know_step_back::<LINKS>(out, neighbour);
            rest &= !part.configs;
        }
        true
    }

    /// A step leads to the box of this number and key, where the component of the line that it covers is `part`. Adds the box if
    /// it is new; false if it holds a goal state smaller than the candidate.
    #[inline(always)]
    fn meet<const LINKS: bool>(
        &mut self,
        lines: &LineTables<N>,
        node: &BoxNode,
        out: &StepOut,
        (number, key, part): (usize, u64, Component),
        candidate: &CandidateOrder,
        observer: &mut impl StepObserver<N>,
    ) -> bool {
        let (p, q, j) = (out.cell >> 3 & 7, out.freed & 7, out.cell & 7);
        if number == self.nodes.len() {
            let kept = node.vacated & !(0xff << (8 * p) | 0xff << (8 * q));
            let vacated = kept | u64::from(part.vacated) << (8 * p) | u64::from(out.grown.vacated) << (8 * q);
            let cells = node.cells ^ (1 << (8 * q + j) | 1 << out.cell);
            // The two components are written where the box stays: the processor waits if it copies as a whole what was just written
            // in parts.
            self.push::<LINKS>(BoxNode { key, cells, vacated, known: Self::known_after(out), linked_slots: 0, ..*node });
            let to = &mut self.nodes[number];
            (to.components[p], to.components[q]) = (part.configs, out.grown.configs);
            let to = &self.nodes[number];
            if self.below(lines, to, candidate) {
                return false;
            }
            if LINKS {
                self.ranges.inner[q] |= out.grown.configs;
                self.ranges.outer[j] |= 1 << out.step.to;
            }
        }
        let bit = 8 * j + out.step.slot as usize;
        observer.step(lines, self, &Edge { from: out.at, to: number, bit, freed: q, narrow: out.narrow, wide: &out.grown });
        true
    }

    /// Adds a neighbour to the list of a link; the first one starts a new list.
    #[cold]
    fn add_split(&mut self, link: usize, neighbour: u32, first: bool) {
        let next = if first { NONE } else { self.links[link] & !SPLIT };
        self.splits.push((neighbour, next));
        self.links[link] = SPLIT | (self.splits.len() - 1) as u32; // checked after each box
    }
}

/// A step from one box to another.
pub struct Edge<'a> {
    /// Where it leads from and to.
    pub from: usize,
    pub to: usize,
    /// The slot, a number as in [`BoxNode`](super::BoxNode)'s `linked_slots`.
    pub bit: usize,
    /// The inner line whose cell the step frees, and its component before and after.
    pub freed: usize,
    pub narrow: ConfigSet,
    pub wide: &'a Component,
}

/// Is told of each step of an exploration.
pub trait StepObserver<const N: usize> {
    /// Box 0 was added.
    fn begin(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>);

    /// A step was made. If it leads to a new box, that is the last one of `boxes`.
    fn step(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>, edge: &Edge);
}

/// Observes nothing.
impl<const N: usize> StepObserver<N> for () {
    #[inline(always)]
    fn begin(&mut self, _: &LineTables<N>, _: &BoxGraph<N>) {}

    #[inline(always)]
    fn step(&mut self, _: &LineTables<N>, _: &BoxGraph<N>, _: &Edge) {}
}
