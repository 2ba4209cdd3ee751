//! Which rows are chosen at random: samples, splits, and samples without near-duplicates.
mod conditional;
mod near_duplicates;
mod sample;
mod seeded_hash;
mod split;

pub(crate) use conditional::conditional_sample;
pub use near_duplicates::{BoardLines, DistinctBoards, DuplicateGraph};
pub use sample::{SampleSize, Sampled, Sampler, Sampling};
pub use seeded_hash::text_hash;
pub use split::{Shares, Split, SplitSide, split_hash};
