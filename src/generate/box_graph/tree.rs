//! What follows an exploration of boxes.
use super::BoxGraph;
use crate::lines::LineTables;

/// Follows an exploration from box to new box.
pub trait Tree<const N: usize> {
    /// Box 0 was added.
    fn begin(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>);

    /// The last box of `boxes` was reached from box `parent` by the slot `bit`, a number as in [`BoxNode`](super::BoxNode)'s
    /// `linked_slots`. The step frees a cell of inner line `freed`.
    fn grow(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>, parent: usize, bit: usize, freed: usize);
}

/// Nothing follows.
impl<const N: usize> Tree<N> for () {
    #[inline(always)]
    fn begin(&mut self, _: &LineTables<N>, _: &BoxGraph<N>) {}

    #[inline(always)]
    fn grow(&mut self, _: &LineTables<N>, _: &BoxGraph<N>, _: usize, _: usize, _: usize) {}
}
