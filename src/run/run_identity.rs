//! The identity of a run: everything that decides which rows it writes; shards are its parts over processes or machines.
use super::tables::tables;
use crate::board::{Metric, Rules, WallRange, as_text};
use crate::enumerate::count_candidates;
use crate::files::FolderRun;
use crate::generate::{Counts, Generator};
use crate::rows::LeastDepth;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::{fmt, io};

/// The version of the rows that this program writes. Raise it with every change of the program that can change a row or the order
/// of the candidates: a run of another version is not resumed, and shards of different versions are not merged.
pub const ROWS_VERSION: u32 = crate::ranks::ROWS_VERSION as u32;

/// Everything that decides the rows of a run, and which totals it can check. Two runs of the same identity write the same rows,
/// byte for byte. What does not matter for the rows, like the number of threads, is not part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunIdentity {
    /// The [`ROWS_VERSION`] of the program.
    pub rows_version: u32,
    /// The rules of the boards. Files call them `size`: N for the classic game on N×N, else the text of the rules.
    #[serde(rename = "size", with = "as_size")]
    pub rules: Rules,
    /// Walls, in total.
    pub walls: WallRange,
    /// What depths count; moves in files of versions that knew nothing else.
    #[serde(default)]
    pub metric: Metric,
    /// The depth from which on rows are kept. Files name it only if some are left out.
    #[serde(default, skip_serializing_if = "LeastDepth::is_none")]
    pub moves: LeastDepth,
    /// The part of the run.
    pub shard: Shard,
    /// Whether all candidates are searched, so that the goal states can be checked. If not, candidates that can give no row are
    /// pruned, and files say so; the rows are the same. Earlier versions called it `audit`.
    #[serde(default = "yes", alias = "audit", skip_serializing_if = "is_exhaustive")]
    pub exhaustive: bool,
}

/// The value for files without the field, from versions that searched all candidates.
fn yes() -> bool {
    true
}

/// Whether a file leaves the field out.
fn is_exhaustive(exhaustive: &bool) -> bool {
    *exhaustive
}

/// What is added to the description of a run or file that does not count moves.
pub(crate) fn depths_note(metric: Metric) -> &'static str {
    match metric {
        Metric::Moves => "",
        Metric::Steps => ", depths in steps",
    }
}

impl RunIdentity {
    /// The identity of a run of this program by moves in which candidates are pruned.
    pub fn new(rules: impl Into<Rules>, walls: WallRange, shard: Shard) -> RunIdentity {
        RunIdentity {
            rows_version: ROWS_VERSION,
            rules: rules.into(),
            walls,
            metric: Metric::Moves,
            moves: LeastDepth(0),
            shard,
            exhaustive: false,
        }
    }

    /// The identity of the same run, searching all candidates or not.
    pub fn with_exhaustive(self, exhaustive: bool) -> RunIdentity {
        RunIdentity { exhaustive, ..self }
    }

    /// The generator of the whole run, of which this is a shard. Setting `stop` ends the counting of its candidates.
    ///
    /// # Errors
    /// There is no candidate, or there are more than ranks; a signal came first.
    pub fn generator(&self, stop: &AtomicBool) -> io::Result<Generator> {
        let generator = tables(self.rules, self.walls, stop)?.with_metric(self.metric).with_least_depth(self.moves.0);
        Ok(if self.exhaustive { generator } else { generator.pruning() })
    }

    /// How many candidates all shards together have, counted without enumerating. That takes under a second on boards of up to 36
    /// cells and with at most one wall, and minutes on 7×7 with four.
    pub fn candidates(&self) -> u128 {
        count_candidates(self.rules, self.walls)
    }

    /// What differs in another run, as text: `walls 0..2, not 0..1`. Empty if nothing differs.
    pub fn differences(&self, other: &RunIdentity) -> String {
        let mut found = Vec::new();
        let mut compare = |name: &str, own: &dyn fmt::Display, others: &dyn fmt::Display| {
            let (own, others) = (own.to_string(), others.to_string());
            if own != others {
                found.push(format!("{name} {others}, not {own}"));
            }
        };
        compare("board", &self.rules.in_words(), &other.rules.in_words());
        compare("walls", &self.walls, &other.walls);
        compare("metric", &self.metric, &other.metric);
        compare("moves", &self.moves, &other.moves);
        compare("shard", &self.shard, &other.shard);
        let search = |run: &RunIdentity| if run.exhaustive { "with --exhaustive" } else { "without --exhaustive" };
        compare("generated", &search(self), &search(other));
        compare("rows of version", &self.rows_version, &other.rows_version);
        found.join("; ")
    }
}

/// A run, and the form in which its folder keeps the rows.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct KeptRun {
    /// The run.
    #[serde(flatten)]
    pub identity: RunIdentity,
    /// Whether each row has a fourth field: its rank among the candidates with its number of walls.
    #[serde(default)]
    pub with_ranks: bool,
}

/// A position is a candidate of the shard; a line is a row.
impl FolderRun for KeptRun {
    type Counts = Counts;

    fn differences(&self, other: &KeptRun) -> String {
        let differences = self.identity.differences(&other.identity);
        if !differences.is_empty() || self.with_ranks == other.with_ranks {
            return differences;
        }
        let [own, others] = [self.with_ranks, other.with_ranks].map(|ranks| if ranks { "with" } else { "without" });
        format!(
            "rows {others} their ranks, not {own} them: renamed, it may go on as the folder of a file that is as its rows are"
        )
    }

    fn positions(counts: &Counts) -> u64 {
        counts.candidates
    }

    fn lines(counts: &Counts) -> u64 {
        counts.rows
    }
}

/// Serializes the rules of a run: the number N for the classic game on N×N, else their text. A board with a side above
/// [`Size::MAX_ENUMERATED`] is refused before its candidates are counted.
///
/// [`Size::MAX_ENUMERATED`]: crate::board::Size::MAX_ENUMERATED
pub(crate) mod as_size {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::board::{Rules, Size};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum NumberOrText {
        Number(usize),
        Text(String),
    }

    pub fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
        match rules.is_classic() {
            true => serializer.serialize_u64(rules.size().width() as u64),
            false => serializer.collect_str(rules),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        let rules = match NumberOrText::deserialize(deserializer)? {
            NumberOrText::Number(n) => Rules::classic(n).map_err(D::Error::custom)?,
            NumberOrText::Text(text) => text.parse().map_err(D::Error::custom)?,
        };
        if rules.size().longer_side() > Size::MAX_ENUMERATED {
            return Err(D::Error::custom(format!("{} is too large to generate", rules.size())));
        }
        Ok(rules)
    }
}

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
    use crate::board::Size;

    #[test]
    fn differences_are_named_and_json_comes_back() {
        let size = |n| Size::square(n).expect("a size");
        let walls = |text: &str| text.parse::<WallRange>().expect("a range");
        let here = RunIdentity::new(size(5), walls("0..2"), Shard::WHOLE);
        let there = RunIdentity { walls: walls("1"), rows_version: 7, ..here };
        assert_eq!(here.differences(&here), "");
        assert_eq!(here.differences(&there), "walls 1, not 0..2; rows of version 7, not 2");
        let json = serde_json::to_string(&there).expect("JSON");
        assert_eq!(serde_json::from_str::<RunIdentity>(&json).expect("an identity"), there);
        assert!(serde_json::from_str::<RunIdentity>(&json.replace('5', "9")).is_err());
        let other = RunIdentity { rules: "6x5r2l2..4".parse().expect("rules"), ..here };
        assert_eq!(here.differences(&other), "board 6×5, primary in row 2, lengths 2..4, not 5×5");
        let json = serde_json::to_string(&other).expect("JSON");
        assert!(json.contains("\"size\":\"6x5r2l2..4\""), "{json}");
        assert_eq!(serde_json::from_str::<RunIdentity>(&json).expect("an identity"), other);
        assert!(serde_json::from_str::<RunIdentity>(&json.replace("6x5", "8x5")).is_err());
    }

    #[test]
    fn only_steps_are_named() {
        let moves = RunIdentity::new(Size::square(4).expect("a size"), "0".parse().expect("a range"), Shard::WHOLE);
        let steps = RunIdentity { metric: Metric::Steps, ..moves };
        assert_eq!(moves.differences(&steps), "metric steps, not moves");
        let json = serde_json::to_string(&steps).expect("JSON");
        assert_eq!(serde_json::from_str::<RunIdentity>(&json).expect("an identity"), steps);
        let unnamed = json.replace("\"metric\":\"steps\",", "");
        assert_eq!(serde_json::from_str::<RunIdentity>(&unnamed).expect("an identity"), moves);
    }

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
