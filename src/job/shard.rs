//! Shards: the parts into which a run is split over processes or machines.
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The I-th of M parts of a run, written `I/M`.
///
/// Candidates are dealt out like cards, in blocks of neighbouring ranks: block `b` belongs to shard `b mod M`. So the shards of
/// one M are disjoint, together they are the whole, and each is a fair sample of it. A block is one candidate for shards of less
/// than half a million, so that shard I owns the ranks that are I modulo M; larger shards have about 250,000 blocks, as it takes
/// a while to find the candidate of a rank and none to go on to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    of: NonZeroU64,
}

/// A shard that can't be read, or that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// Not `I/M`.
    #[error("shard '{0}' is not of the form I/M, like 0/3 for the first of three")]
    Syntax(String),
    /// M is 0.
    #[error("there are no shards of 0: write I/M with M at least 1")]
    NoShards,
    /// I is not below M.
    #[error("shard {index}/{of} does not exist: shards of {of} are numbered from 0 to {last}", last = of - 1)]
    NoSuchShard {
        /// I.
        index: u64,
        /// M.
        of: u64,
    },
}

/// Blocks that a shard has at least, before they grow beyond one candidate.
const BLOCKS: u64 = 250_000;
/// Candidates of the largest block.
const LARGEST_BLOCK: u64 = 1024;

impl Shard {
    /// The whole run, 0/1.
    pub const WHOLE: Shard = Shard { index: 0, of: NonZeroU64::MIN };

    /// Shard `index` of `of`.
    ///
    /// # Errors
    /// [`ShardError::NoShards`] if `of` is 0, [`ShardError::NoSuchShard`] if `index` is not below it.
    pub fn new(index: u64, of: u64) -> Result<Shard, ShardError> {
        let shards = NonZeroU64::new(of).ok_or(ShardError::NoShards)?;
        if index < of { Ok(Shard { index, of: shards }) } else { Err(ShardError::NoSuchShard { index, of }) }
    }

    /// Which shard, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many shards there are.
    pub fn of(self) -> u64 {
        self.of.get()
    }

    /// Whether this one shard is the whole run.
    pub fn is_whole(self) -> bool {
        self == Shard::WHOLE
    }

    /// How many neighbouring candidates make a block, of `total`.
    pub fn block(self, total: u64) -> u64 {
        (total / self.of() / BLOCKS).clamp(1, LARGEST_BLOCK)
    }

    /// How many of `total` candidates are this shard's.
    pub fn share(self, total: u64) -> u64 {
        let block = self.block(total);
        // candidates of a round in which each shard gets a block; of the last, unfinished one this shard may get a part
        let round = block * self.of();
        total / round * block + (total % round).saturating_sub(self.index * block).min(block)
    }

    /// The shard, of as many as this one, that a rank of `total` belongs to.
    pub fn owner(self, total: u64, rank: u64) -> Shard {
        Shard { index: rank / self.block(total) % self.of(), ..self }
    }

    /// The rank of the `position`-th of this shard's candidates, of `total`.
    pub fn rank(self, total: u64, position: u64) -> u64 {
        let block = self.block(total);
        (position / block * self.of() + self.index) * block + position % block
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let number = |t: &str| t.parse::<u64>().map_err(|_| ShardError::Syntax(text.to_owned()));
        let (index, of) = text.split_once('/').ok_or_else(|| ShardError::Syntax(text.to_owned()))?;
        Shard::new(number(index)?, number(of)?)
    }
}

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shard, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_disjoint_and_together_the_whole() {
        let small = (0..40).flat_map(|total| (1..12).map(move |of| (total, of)));
        let large = [(499_999, 1), (500_000, 1), (1_500_001, 3), (1_500_007, 3), (2_250_017, 3), (3_000_000, 2)];
        for (total, of) in small.chain(large) {
            let mut owners = vec![0; total as usize];
            for index in 0..of {
                let shard = Shard::new(index, of).expect("a shard");
                for k in 0..shard.share(total) {
                    owners[shard.rank(total, k) as usize] += 1;
                    assert_eq!(shard.owner(total, shard.rank(total, k)), shard);
                }
            }
            assert!(owners.iter().all(|&n| n == 1), "{total} candidates in {of} shards");
        }
    }

    #[test]
    fn blocks_are_one_candidate_in_small_shards() {
        let shard = Shard::new(7, 1000).expect("a shard");
        assert_eq!((shard.block(243_502_786), shard.rank(243_502_786, 3)), (1, 3007));
        assert_eq!(shard.share(243_502_786), 243_503);
        assert_eq!((shard.block(27_403_231_255), shard.rank(27_403_231_255, 110)), (109, 109 * 1007 + 1));
    }

    #[test]
    fn text_comes_back_and_errors_say_why() {
        assert_eq!("7/1000".parse::<Shard>().expect("a shard").to_string(), "7/1000");
        assert_eq!("0/1".parse(), Ok(Shard::WHOLE));
        for text in ["", "3", "1/", "/2", "-1/3", "a/b", "1/2/3", "1 / 2"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Syntax(text.to_owned())));
        }
        assert_eq!("0/0".parse::<Shard>(), Err(ShardError::NoShards));
        let error = "3/3".parse::<Shard>().expect_err("no shard");
        assert_eq!(error.to_string(), "shard 3/3 does not exist: shards of 3 are numbered from 0 to 2");
    }
}
