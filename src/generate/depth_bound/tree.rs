//! The bound along the tree of the exploration. It looks at each step once, when the exploration makes it.
use super::goal_value;
use crate::board::Metric;
use crate::generate::box_graph::{BoxGraph, Edge, StepObserver};
use crate::lines::LineTables;

/// The value of each box along the tree of an exploration from a goal state. A box reached by the same slot as its parent
/// continues the parent's slide. Of several parents the best one counts, by the values known when they are met.
#[derive(Default)]
pub struct TreeBound {
    metric: Metric,
    boxes: Vec<TreeBox>,
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
        self.boxes.iter().map(|tree_box| tree_box.value).max().unwrap_or(0).into()
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<TreeBox>()
    }
}

impl<const N: usize> StepObserver<N> for TreeBound {
    #[inline(always)]
    fn begin(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>) {
        self.boxes.clear();
        let value = goal_value(lines, boxes, &boxes.nodes[0], self.metric) as u16; // a few moves or steps
        self.boxes.push(TreeBox { value, bit: NO_SLOT });
    }

    #[inline(always)]
    fn step(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>, edge: &Edge) {
        // the way back covers the cell that is freed now
        let before = self.boxes[edge.from];
        let needed = super::needs(lines, boxes.inner[edge.freed & 7], edge.wide, edge.narrow, self.metric) as u16;
        let continues = match self.metric {
            Metric::Moves => before.bit == edge.bit as u8, // a slot of at most 64
            Metric::Steps => false,
        };
        let value = before.value.saturating_add(needed + u16::from(!continues));
        let mut reached = TreeBox { value, bit: edge.bit as u8 };
        if let Some(known) = self.boxes.get_mut(edge.to) {
            if reached.value < known.value {
                *known = reached;
            }
            return;
        }
        let node = &boxes.nodes[edge.to];
        if boxes.contains_goal(node) {
            reached = TreeBox { value: goal_value(lines, boxes, node, self.metric) as u16, bit: NO_SLOT };
        }
        self.boxes.push(reached);
    }
}
