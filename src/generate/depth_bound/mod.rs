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
mod paths;
mod tree;

pub use paths::DepthBound;
pub use tree::TreeBound;

use super::box_graph::{BoxGraph, BoxNode};
use crate::board::{Bitboard, Metric};
use crate::lines::{ConfigSet, GroupId, LineTables};

/// The value of a box with goal states.
#[inline(always)]
fn goal_value<const N: usize>(lines: &LineTables<N>, boxes: &BoxGraph<N>, node: &BoxNode, metric: Metric) -> u32 {
    if !boxes.rows_inside {
        return 0;
    }
    let primary = boxes.primary;
    needs(lines, boxes.inner[primary], node.components[primary], 1 << boxes.goal, metric)
}

/// The most moves, or steps, that a line needs to come from a configuration of `from` to one of `to`. `from` is a component, and
/// `to` a non-empty part of it.
#[inline(always)]
fn needs<const N: usize>(lines: &LineTables<N>, group: GroupId, from: ConfigSet, to: ConfigSet, metric: Metric) -> u32 {
    let (mut reached, mut count) = (to, 0);
    while reached != from {
        for config in Bitboard(reached.into()) {
            reached |= match metric {
                Metric::Moves => lines.moves(group, config as u32),
                Metric::Steps => lines.steps_to(group, config as u8),
            };
        }
        reached &= from;
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests;
