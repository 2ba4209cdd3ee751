//! The identity of a run: everything that decides which rows it writes.
use std::sync::atomic::AtomicBool;
use std::{fmt, io};

use serde::{Deserialize, Serialize};

use super::shard::Shard;
use super::tables::tables;
use crate::board::{Metric, Rules, WallRange};
use crate::files::FolderRun;
use crate::generate::{Counts, Generator};
use crate::rows::LeastDepth;

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
    /// pruned, and files say so; the rows are the same.
    #[serde(default = "yes", skip_serializing_if = "is_exhaustive")]
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
    /// There is no candidate, or there are more than ranks; the environment variable for gathering bits can't be obeyed; a signal
    /// came first.
    pub fn generator(&self, stop: &AtomicBool) -> io::Result<Generator> {
        let generator = tables(self.rules, self.walls, stop)?.with_metric(self.metric).with_least_depth(self.moves.0);
        Ok(if self.exhaustive { generator } else { generator.pruning() })
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
}
