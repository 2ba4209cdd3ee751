//! Shards: the parts of a run that is split over processes or machines.
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use crate::board::as_text;

/// The I-th of M parts of a run, written `I/M`.
///
/// Candidates are dealt out like cards, in blocks of consecutive ranks: block `b` belongs to shard `b mod M`. So the shards of
/// one M are disjoint, together they are the whole run, and each is a fair sample of it. For example, with blocks of 2 and M = 3:
///
/// ```text
/// rank   0 1  2 3  4 5  6 7  8 9
/// shard   0    1    2    0    1
/// ```
///
/// In shards of less than half a million candidates a block is a single candidate, so shard I has the ranks that are I modulo M.
/// Larger shards have about 250,000 blocks: finding the candidate of a rank is slow, stepping to the next one is fast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    of: NonZeroU64,
}

/// Blocks grow beyond one candidate only in shards with at least this many blocks.
const BLOCKS: u64 = 250_000;
/// The greatest number of candidates in a block.
const LARGEST_BLOCK: u64 = 1024;

impl Shard {
    /// The whole run, 0/1.
    pub const WHOLE: Shard = Shard { index: 0, of: NonZeroU64::MIN };

    /// Shard `index` of `of`.
    ///
    /// # Errors
    /// `of` is 0, or `index` is not below it.
    pub fn new(index: u64, of: u64) -> Result<Shard, String> {
        let shards = NonZeroU64::new(of).ok_or("there are no shards of 0: write I/M with M at least 1")?;
        if index < of {
            return Ok(Shard { index, of: shards });
        }
        Err(format!("shard {index}/{of} does not exist: shards of {of} are numbered from 0 to {}", of - 1))
    }

    /// The number I of the shard, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number M of all shards.
    pub fn of(self) -> u64 {
        self.of.get()
    }

    /// Whether this is the only shard, 0/1.
    pub fn is_whole(self) -> bool {
        self == Shard::WHOLE
    }

    /// The number of candidates in a block, in a run of `total` candidates.
    pub fn block(self, total: u64) -> u64 {
        (total / self.of() / BLOCKS).clamp(1, LARGEST_BLOCK)
    }

    /// The number of candidates of this shard, in a run of `total` candidates.
    pub fn share(self, total: u64) -> u64 {
        let block = self.block(total);
        // In each round each shard gets one block. In the last round, which may be incomplete, this shard may get part of a
        // block.
        let round = block * self.of();
        total / round * block + (total % round).saturating_sub(self.index * block).min(block)
    }

    /// The shard of the same M to which `rank` belongs, in a run of `total` candidates.
    pub fn owner(self, total: u64, rank: u64) -> Shard {
        Shard { index: rank / self.block(total) % self.of(), ..self }
    }

    /// The rank of the candidate at `position` (from 0) of this shard, in a run of `total` candidates.
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
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = || text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        let (index, of) =
            numbers().ok_or_else(|| format!("shard '{text}' is not of the form I/M, like 0/3 for the first of three"))?;
        Shard::new(index, of)
    }
}

as_text!(Shard);

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
            assert!(text.parse::<Shard>().expect_err("no shard").contains("not of the form"), "{text}");
        }
        assert!("0/0".parse::<Shard>().expect_err("no shard").starts_with("there are no shards of 0"));
        let error = "3/3".parse::<Shard>().expect_err("no shard");
        assert_eq!(error, "shard 3/3 does not exist: shards of 3 are numbered from 0 to 2");
    }
}
