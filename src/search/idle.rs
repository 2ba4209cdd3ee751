//! Clusters with an idle piece give no row; which pieces are idle shows without any depth.
//!
//! A piece or wall is *idle* if in no state of the cluster it stops another piece from making a step. Take it away: every state
//! keeps its moves, and no new state becomes reachable for the others, because a step that is new would be one that the piece
//! had stopped. So every state keeps its depth, the unsolved state included, and the piece does not matter.
//!
//! A box shows who stops whom. Outer stops inner: a component could step onto a cell that an outer line covers. Inner stops
//! outer: an outer step would cover a cell that some configuration of the component takes. Pieces of one line stop each other
//! where they stand side by side.
use super::boxes::{Boxes, Node};
use super::lines::{ConfigSet, Lines};

/// Looks for idle pieces. Pieces are numbered per line: bit `k` the `k`-th piece, bit `8 + cell` the wall at `cell`.
#[derive(Default)]
pub struct Idle<const N: usize> {
    /// Pieces of each line not yet seen to stop another.
    inner: [u16; 8],
    outer: [u16; 8],
}

impl<const N: usize> Idle<N> {
    /// Whether some piece or wall of a complete cluster, other than the primary, is idle.
    pub fn any(&mut self, lines: &Lines<N>, boxes: &Boxes<N>) -> bool {
        let all = |group: u16| {
            let group = &lines.groups()[group as usize];
            (1u16 << group.lengths.len()) - 1 | (group.walls as u16) << 8
        };
        for p in 0..N {
            self.inner[p] = all(boxes.inner[p]);
            self.outer[p] = all(boxes.outer[p]);
        }
        let primary = (N - 1) / 2;
        let rows = if boxes.rows_inside { &mut self.inner } else { &mut self.outer };
        rows[primary] &= !1;
        for node in &boxes.nodes {
            self.strike(lines, boxes, node);
            if self.inner.iter().chain(&self.outer).all(|&left| left == 0) {
                return false;
            }
        }
        true
    }

    /// Strikes off the pieces that stop another one somewhere in a box.
    fn strike(&mut self, lines: &Lines<N>, boxes: &Boxes<N>, node: &Node) {
        for p in 0..N {
            let blocked = (node.cells >> (N * p)) as u8 & Lines::<N>::FULL;
            let mut set = node.components[p];
            while set != 0 {
                let config = set.trailing_zeros() as u8;
                set &= set - 1;
                let wanted = lines.wanted(boxes.inner[p], config);
                self.inner[p] &= !lines.beside(boxes.inner[p], config);
                let mut stopped = wanted & blocked;
                while stopped != 0 {
                    let j = stopped.trailing_zeros() as usize;
                    stopped &= stopped - 1;
                    self.outer[j] &= !lines.owner(boxes.outer[j], boxes.outer_config(node, j), p);
                }
            }
        }
        for j in 0..N {
            let config = boxes.outer_config(node, j);
            self.outer[j] &= !lines.beside(boxes.outer[j], config);
            let mut wanted = lines.wanted(boxes.outer[j], config);
            while wanted != 0 {
                let p = wanted.trailing_zeros() as usize;
                wanted &= wanted - 1;
                let mut stopping: ConfigSet = node.components[p] & !lines.avoiding(boxes.inner[p], j);
                while stopping != 0 && self.inner[p] != 0 {
                    let config = stopping.trailing_zeros() as u8;
                    stopping &= stopping - 1;
                    self.inner[p] &= !lines.owner(boxes.inner[p], config, j);
                }
            }
        }
    }
}
