//! Work on the candidates of a generator, for the pipeline: every thread has a worker of the generator.
use std::marker::PhantomData;

use crate::engine::Work;
use crate::generate::{Generator, Worker};

/// Calls a function with each batch and the thread's worker of the generator.
pub(crate) struct CandidateWork<'g, B, T, F> {
    generator: &'g Generator,
    run: F,
    types: PhantomData<fn(B) -> T>,
}

impl<'g, B: Send, T: Send, F: Fn(&mut Worker<'_>, B) -> T + Sync> CandidateWork<'g, B, T, F> {
    /// The work that `run` does on the candidates of `generator`.
    pub(crate) fn new(generator: &'g Generator, run: F) -> CandidateWork<'g, B, T, F> {
        CandidateWork { generator, run, types: PhantomData }
    }
}

impl<B: Send, T: Send, F: Fn(&mut Worker<'_>, B) -> T + Sync> Work for CandidateWork<'_, B, T, F> {
    type Batch = B;
    type Outcome = T;
    type Worker<'w>
        = Worker<'w>
    where
        Self: 'w;

    fn worker(&self) -> Worker<'_> {
        self.generator.worker()
    }

    fn run(&self, worker: &mut Worker<'_>, batch: B) -> T {
        (self.run)(worker, batch)
    }
}
