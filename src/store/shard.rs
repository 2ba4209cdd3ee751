//! Shards: the parts into which a run is split over processes or machines.
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The I-th of M parts of a run, written `I/M`: it owns the candidates whose rank is I modulo M.
///
/// So the shards of one M are disjoint, together they are the whole, and each is a fair sample of it.
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

    /// Which shard, from 0; also the rank of its first candidate.
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many shards there are; also the distance between the ranks of its candidates.
    pub fn of(self) -> u64 {
        self.of.get()
    }

    /// Whether this one shard is the whole run.
    pub fn is_whole(self) -> bool {
        self == Shard::WHOLE
    }

    /// How many of `total` candidates are this shard's: ranks `index`, `index + of`, ... below `total`.
    pub fn share(self, total: u64) -> u64 {
        total.saturating_sub(self.index).div_ceil(self.of())
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
        for total in 0..40 {
            for of in 1..12 {
                let mut owners = vec![0; total as usize];
                for index in 0..of {
                    let shard = Shard::new(index, of).expect("a shard");
                    for k in 0..shard.share(total) {
                        owners[(shard.index() + k * shard.of()) as usize] += 1;
                    }
                }
                assert!(owners.iter().all(|&n| n == 1), "{total} candidates in {of} shards");
            }
        }
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
