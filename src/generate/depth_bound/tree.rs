//! The bound along the tree of the exploration: one addition for each new box.
use super::goal_value;
use crate::board::Metric;
use crate::generate::box_graph::{BoxGraph, Tree};
use crate::lines::LineTables;

/// The value of each box along the tree of an exploration from a goal state. A box reached by the same slot as its parent
/// continues the parent's slide.
#[derive(Default)]
pub struct TreeBound {
    metric: Metric,
    boxes: Vec<TreeBox>,
    /// The greatest value of a box so far.
    greatest: u32,
    /// The pieces of each inner line.
    pieces: [u8; 8],
}

#[derive(Clone, Copy)]
struct TreeBox {
    value: u16,
    /// The slot by which it was reached; none for boxes with goal states.
    bit: u8,
}

/// No slot.
const NO_SLOT: u8 = u8::MAX;

impl TreeBound {
    /// The bound for depths that count moves or steps.
    pub fn new(metric: Metric) -> TreeBound {
        TreeBound { metric, ..TreeBound::default() }
    }

    /// The bound on the depth of the cluster explored last.
    pub fn greatest(&self) -> u32 {
        self.greatest
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<TreeBox>()
    }

    #[inline(always)]
    fn push(&mut self, value: u32, bit: u8) {
        self.greatest = self.greatest.max(value);
        self.boxes.push(TreeBox { value: value.min(u16::MAX.into()) as u16, bit });
    }
}

impl<const N: usize> Tree<N> for TreeBound {
    #[inline(always)]
    fn begin(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>) {
        self.boxes.clear();
        self.greatest = 0;
        for p in 0..N {
            self.pieces[p] = lines.groups()[boxes.inner[p] as usize].lengths.len() as u8; // at most 4
        }
        self.push(goal_value(lines, boxes, &boxes.nodes[0], self.metric), NO_SLOT);
    }

    #[inline(always)]
    fn grow(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>, parent: usize, bit: usize, freed: usize) {
        let (from, node) = (&boxes.nodes[parent], &boxes.nodes[boxes.nodes.len() - 1]);
        if boxes.contains_goal(node) {
            return self.push(goal_value(lines, boxes, node, self.metric), NO_SLOT);
        }
        // the way back covers the cell that is freed now
        let (wide, narrow) = (node.components[freed], from.components[freed]);
        let before = self.boxes[parent];
        let cost = match self.metric {
            Metric::Moves => {
                let needed = if wide == narrow { 0 } else { self.pieces[freed].into() };
                u32::from(before.bit != bit as u8) + needed
            }
            Metric::Steps => 1 + super::needs(lines, boxes.inner[freed], wide, narrow, self.metric),
        };
        self.push(u32::from(before.value) + cost, bit as u8); // a slot of at most 64
    }
}
