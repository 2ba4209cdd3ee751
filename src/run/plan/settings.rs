//! What is to be planned.
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::board::{Metric, Size, WallRange};
use crate::rows::LeastDepth;

/// The run to be planned, and how long to sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlanSettings {
    /// Board size.
    pub size: Size,
    /// Walls, in total.
    pub walls: WallRange,
    /// What depths count.
    pub metric: Metric,
    /// The depth from which on rows are kept.
    pub moves: LeastDepth,
    /// Whether the run searches all candidates.
    pub audit: bool,
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
