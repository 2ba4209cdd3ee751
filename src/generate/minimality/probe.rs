//! A look at the inside of the search for the tests, which must know that each short cut was taken.

/// A short cut of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShortCut {
    /// From a state only moves that touch the old place of the item are made.
    OnlyTouching,
    /// A state is dropped, since its moves would come too late.
    TooLate,
    /// The search ends on the path of an earlier search.
    KnownPath,
    /// A state is dropped, since an earlier search had met it.
    MetBefore,
}

/// Is told of every short cut. The program has `()`, which takes no space and does nothing.
pub trait Probe: Default {
    #[inline(always)]
    fn taken(&mut self, _: ShortCut) {}
}

impl Probe for () {}
