//! Which rows are chosen at random: samples, splits, and samples without near-duplicates.
mod conditional;
mod near_duplicates;
mod sample;
mod split;

pub(crate) use conditional::conditional_sample;
pub use near_duplicates::{BoardLines, DistinctBoards, DuplicateGraph};
pub use sample::{SampleSize, Sampled, Sampler, Sampling};
pub use split::{Shares, Split, SplitSide, split_hash};

use sha2::{Digest, Sha256};

/// A pseudo-random number that depends only on the seed, the purpose and a text that identifies what is chosen, such as the board
/// of a row: a cluster has exactly one row, so the board identifies the cluster.
///
/// It is the first 8 bytes, big-endian, of the SHA-256 of: the seed as 8 big-endian bytes, the purpose, the text.
pub fn seeded_hash(seed: u64, purpose: &str, text: &str) -> u64 {
    let digest = Sha256::new().chain_update(seed.to_be_bytes()).chain_update(purpose).chain_update(text).finalize();
    u64::from_be_bytes(digest[..8].try_into().expect("8 of 32 bytes"))
}

/// A number that depends only on a text: the first 8 bytes, big-endian, of its SHA-256.
pub fn text_hash(text: &str) -> u64 {
    let digest = Sha256::digest(text);
    u64::from_be_bytes(digest[..8].try_into().expect("8 of 32 bytes"))
}
