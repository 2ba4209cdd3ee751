//! Which rows are drawn: samples, splits, and boards that differ by more than one piece or wall.
mod draw;
mod near_twins;
mod sample;
mod seeded_hash;
mod split;

pub(crate) use draw::draw;
pub use near_twins::{BoardLines, DistinctBoards, TwinGraph};
pub use sample::{SampleSize, Sampled, Sampler, Sampling};
pub use seeded_hash::text_hash;
pub use split::{Shares, Split, SplitSide, split_hash};
