//! The bound by shortest paths to the boxes with goal states.
use super::{goal_value, needs};
use crate::board::Metric;
use crate::generate::box_graph::BoxGraph;
use crate::lines::{LineTables, MAX_SLOTS};

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
                        let length = u32::from(length) + needs(lines, boxes.inner[covered], wide, narrow, metric);
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
