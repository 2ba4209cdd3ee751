//! Observer of the exploration: gets each step between boxes.
use super::BoxGraph;
use crate::lines::{ConfigSet, LineTables};

/// A step from one box to another.
pub struct Edge {
    /// Where it leads from and to.
    pub from: usize,
    pub to: usize,
    /// The slot, a number as in [`BoxNode`](super::BoxNode)'s `linked_slots`.
    pub bit: usize,
    /// The inner line whose cell the step frees, and its component before and after.
    pub freed: usize,
    pub narrow: ConfigSet,
    pub wide: ConfigSet,
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
