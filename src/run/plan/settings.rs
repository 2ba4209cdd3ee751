//! What is to be planned.
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::run::RunIdentity;

/// The run to be planned, and how long to sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlanSettings {
    /// The whole run.
    pub run: RunIdentity,
    /// Cores that the run will have.
    pub cores: NonZeroUsize,
    /// Price of a core for an hour, in any currency.
    pub price: f64,
    /// How long to sample.
    pub time: Duration,
    /// Seed of the sample.
    pub seed: u64,
    /// Threads that sample.
    pub threads: NonZeroUsize,
}
