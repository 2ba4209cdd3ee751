//! Work whose threads need no tables or buffers of their own.
use std::marker::PhantomData;

use super::Work;

/// Work that is one function of the batch.
pub fn each<B: Send, T: Send>(run: impl Fn(B) -> T + Sync) -> impl Work<Batch = B, Outcome = T> {
    Each { run, batch: PhantomData }
}

struct Each<B, F> {
    run: F,
    batch: PhantomData<fn(B)>,
}

impl<B: Send, T: Send, F: Fn(B) -> T + Sync> Work for Each<B, F> {
    type Batch = B;
    type Outcome = T;
    type Worker<'w>
        = ()
    where
        Self: 'w;

    fn worker(&self) {}

    fn run(&self, (): &mut (), batch: B) -> T {
        (self.run)(batch)
    }
}
