//! A probe in the search: the tests must know that each short cut was taken.

/// A short cut of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShortCut {
    /// From a state only moves that touch the old place of the item are made.
    OnlyTouching,
    /// A state is dropped, since its moves would come too late.
    TooLate,
}

/// Receives every short cut taken. The program uses `()`, which takes no space and does nothing.
pub trait Probe: Default {
    #[inline(always)]
    fn taken(&mut self, _: ShortCut) {}
}

impl Probe for () {}
