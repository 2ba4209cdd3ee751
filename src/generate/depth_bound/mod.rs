//! An upper bound on the depth of a cluster, from its boxes alone. It rejects clusters that are provably not deep enough before
//! the search by states.
//!
//! Every box gets a *value*, and no state in it is deeper. The depth of the cluster is at most the greatest value. Values are
//! lengths of shortest paths to the boxes with goal states, over the edges below.
//!
//! - **Start.** A box with goal states has the value 0 if the columns are the inner lines: the primary's configuration is the
//!   same in all its states, so all are goal states. If the rows are the inner lines, its value is 1, unless the primary stands
//!   at the exit in all its states: it is the only piece of its row, so one move takes it there. By steps the value is the
//!   greatest distance of the primary.
//! - **Step.** An outer piece leaves box `X` for its neighbour `Y` by one step. The step covers a cell of one inner line, `p`,
//!   and frees a cell of another. From any state of `X`, bring `p` into its component in `Y`, then make the step. All other lines
//!   stay. That takes 1 more than `p` *needs*: nothing if its component is the same in both boxes, otherwise at most one move for
//!   each piece of the line. (Two configurations of one component have the pieces in the same order, and no blocked cell lies
//!   between their positions. Move the pieces that go right, beginning with the right one; then those that go left, beginning
//!   with the left one. Each moves once.)
//! - **Slide.** A chain of steps of one outer piece in one direction is a single move. It costs 1 plus what each covered line
//!   needs. These lines may all move before the slide begins. A step changes the components of only two lines: the one whose cell
//!   it covers, and the one whose cell it frees. A slide covers each line once, and frees only lines behind the piece. So until
//!   the slide comes to its cell, a line ahead keeps the component that it had at the beginning, and can leave the cell before.
//!
//! ```text
//!   p  . B .  ⇄      row p: B must go left or right before v comes: one move
//!      . v .
//!      . v .         then v moves up by one step: X → Y costs 2
//! ```
//!
//! In steps the same holds with distances instead of moves. A slide is then no cheaper than its steps.
//!
//! Three tests run in order; each gets only the clusters that the previous one could not prune: [`TreeBound`], with a path to each box by
//! steps that the exploration has found anyway; then [`DepthBound`], with shortest paths, first without slides, then with them.
use super::box_graph::{BoxGraph, BoxNode, Edge, StepObserver};
use crate::board::Metric;
use crate::lines::{LineTables, MAX_SLOTS};

/// The value of a box with goal states.
#[inline(always)]
fn goal_value<const N: usize>(lines: &LineTables<N>, boxes: &BoxGraph<N>, node: &BoxNode, metric: Metric) -> u32 {
    if !boxes.rows_inside {
        return 0;
    }
    let primary = boxes.primary;
    lines.needed(boxes.inner[primary], node.components[primary], 1 << boxes.goal, metric)
}

/// The value of each box along the tree of an exploration from a goal state. It looks at each step once, when the exploration
/// makes it. A box reached by the same slot as its parent
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
    #[inline(always)]
    pub fn greatest(&self) -> u32 {
        // without `max`, which the compiler turns into a call for each box in this profile (`lto = "off"`)
        self.boxes.iter().fold(0, |greatest, tree_box| if tree_box.value > greatest { tree_box.value } else { greatest }).into()
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
        let (wide, cell) = (edge.wide, edge.bit >> 3);
        let needed = match self.metric {
            Metric::Moves if wide.whole >> cell & 1 == 1 => wide.moves_to_leave(cell),
            _ => lines.needed(boxes.inner[edge.freed & 7], wide.configs, edge.narrow, self.metric),
        } as u16;
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

/// Shortest paths over the boxes of a cluster, by Dijkstra's method. Lengths are small numbers, so the queue is one list of boxes
/// per length.
#[derive(Default)]
pub struct DepthBound {
    /// Per box: the length of the shortest path found so far.
    values: Vec<u16>,
    /// Per length: boxes with a path of this length. A box may be in several lists; the shortest one counts.
    queue: Vec<Vec<u32>>,
    /// Boxes that a slide leads back to, with the length of the path from there.
    chain: Vec<(u32, u16)>,
}

/// No path yet.
const NO_PATH: u16 = u16::MAX;

impl DepthBound {
    /// Whether every box of the cluster has a value below `depth`, so that no state of it is as deep.
    ///
    /// With `slides` the values are smaller, and take longer to find. In steps there are no slides.
    #[inline(always)]
    pub fn is_below<const N: usize>(
        &mut self,
        lines: &LineTables<N>,
        boxes: &BoxGraph<N>,
        metric: Metric,
        slides: bool,
        depth: u32,
    ) -> bool {
        let slides = match metric {
            Metric::Moves => slides,
            Metric::Steps => false,
        };
        let limit = depth.min(NO_PATH.into()) as u16;
        self.values.clear();
        self.values.resize(boxes.nodes.len(), NO_PATH);
        self.queue.iter_mut().for_each(Vec::clear);
        if self.queue.len() < limit.into() {
            self.queue.resize_with(limit.into(), Vec::new);
        }
        for (number, node) in boxes.nodes.iter().enumerate() {
            if boxes.contains_goal(node) {
                self.offer(number as u32, goal_value(lines, boxes, node, metric), limit);
            }
        }
        let mut decided = 0;
        for value in 0..limit {
            while let Some(at) = self.queue[usize::from(value)].pop() {
                if self.values[at as usize] == value {
                    decided += 1;
                    self.leave(lines, boxes, metric, slides, (at, value), limit);
                }
            }
        }
        decided == boxes.nodes.len()
    }

    /// The value of each box, once [`DepthBound::is_below`] has returned true.
    #[cfg(test)]
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        let queue: usize = self.queue.iter().map(Vec::capacity).sum();
        2 * self.values.capacity() + 4 * queue + size_of::<Vec<u32>>() * self.queue.capacity() + 8 * self.chain.capacity()
    }

    /// Offers a path of this length to a box. Returns whether the box has no shorter one.
    #[inline(always)]
    fn offer(&mut self, at: u32, length: u32, limit: u16) -> bool {
        let known = &mut self.values[at as usize];
        if length < (*known).min(limit).into() {
            *known = length as u16;
            self.queue[length as usize].push(at);
            return true;
        }
        length == u32::from(*known)
    }

    /// Offers paths through box `at`, whose shortest path has this length, to all boxes from which a step, or a slide, leads
    /// there.
    #[inline(always)]
    fn leave<const N: usize>(
        &mut self,
        lines: &LineTables<N>,
        boxes: &BoxGraph<N>,
        metric: Metric,
        slides: bool,
        (at, value): (u32, u16),
        limit: u16,
    ) {
        for j in 0..N {
            for slot in 0..MAX_SLOTS.min(2 * lines.groups()[boxes.outer[j] as usize].lengths.len()) {
                // the first step back takes a move
                self.chain.clear();
                self.chain.push((at, value + 1));
                while let Some((to, length)) = self.chain.pop() {
                    let config = boxes.outer_config(&boxes.nodes[to as usize], j);
                    let Some(step) = lines.step(boxes.outer[j], config, slot) else { continue };
                    let covered = step.frees as usize; // on the way from there to here
                    let narrow = boxes.nodes[to as usize].components[covered];
                    for from in boxes.neighbours(to as usize, j, slot) {
                        let wide = boxes.nodes[from as usize].components[covered];
                        let length = u32::from(length) + lines.needed(boxes.inner[covered], wide, narrow, metric);
                        // where a shorter path is known, a new slide from there is as good as continuing this one
                        if self.offer(from, length, limit) && slides {
                            self.chain.push((from, length as u16));
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
