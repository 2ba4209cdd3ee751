//! The figures of a run: what was found, what it cost, and whether the totals are right.
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::settings::{as_n, as_text};
use super::shard::Shard;
use crate::board::{Size, WallRange};
use crate::generate::Counts;

/// What a run found and what it cost. `Display` is for people, JSON by serde for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Tally {
    /// Version of the program.
    pub version: &'static str,
    /// Board size N.
    #[serde(with = "as_n")]
    pub size: Size,
    /// Walls asked for.
    #[serde(with = "as_text")]
    pub walls: WallRange,
    /// The part of the whole that was done.
    pub shard: Shard,
    /// Threads that searched.
    pub threads: usize,
    /// Whether all candidates of the shard were done.
    pub complete: bool,
    /// Candidates that earlier runs had done; the cost does not count them.
    pub resumed_after: u64,
    /// Candidates of the shard, counted without enumerating them.
    pub candidates_expected: u64,
    /// States of all shards together, counted without enumerating them.
    pub states_expected: u128,
    /// Whether the totals agree with those two.
    pub check: Check,
    /// What was found.
    #[serde(flatten)]
    pub counts: Counts,
    /// What it cost.
    #[serde(flatten)]
    pub cost: Cost,
}

/// Whether the totals of a run agree with what was counted independently, from sums of products.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Candidates, and states in all clusters, are what they must be.
    Passed,
    /// Candidates are what they must be; a shard's states can't be known beforehand.
    PassedForCandidates,
    /// The run did not reach its end, so that there is nothing to compare.
    NotDone,
    /// The totals are wrong: an error in the program, and rows that can't be trusted.
    Failed,
}

/// What a run cost.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cost {
    /// Wall time.
    pub seconds: f64,
    /// Candidates a second of wall time.
    pub candidates_per_second: f64,
    /// States in canonical clusters a second of wall time.
    pub states_per_second: f64,
    /// Processor time of all threads together; unknown on some systems.
    pub cpu_seconds: Option<f64>,
    /// Most memory that was resident at once; unknown on some systems.
    pub peak_memory_bytes: Option<u64>,
}

/// Totals of a complete run that are not what they must be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the totals are wrong: {candidates} candidates where {candidates_expected} were expected, {states} states where \
     {states_expected} were expected; this is an error in gridlock, please report it, and don't use the rows"
)]
pub struct WrongTotals {
    candidates: u64,
    candidates_expected: u64,
    states: u64,
    states_expected: u128,
}

impl Check {
    /// Compares the totals of a run with those expected.
    pub fn new(complete: bool, shard: Shard, counts: &Counts, candidates_expected: u64, states_expected: u128) -> Check {
        match (complete, counts.candidates == candidates_expected, shard.is_whole()) {
            (false, _, _) => Check::NotDone,
            (true, false, _) => Check::Failed,
            (true, true, false) => Check::PassedForCandidates,
            (true, true, true) if u128::from(counts.states) == states_expected => Check::Passed,
            (true, true, true) => Check::Failed,
        }
    }
}

impl Cost {
    /// The cost of `counts` in the wall time `elapsed`; processor time and memory are those of the whole process.
    pub fn new(elapsed: Duration, counts: &Counts) -> Cost {
        let seconds = elapsed.as_secs_f64();
        let rate = |n: u64| n as f64 / seconds.max(1e-9);
        Cost {
            seconds,
            candidates_per_second: rate(counts.candidates),
            states_per_second: rate(counts.states),
            cpu_seconds: cpu_seconds(),
            peak_memory_bytes: peak_memory_bytes(),
        }
    }
}

impl Tally {
    /// Whether the totals are good, as far as they can be compared.
    ///
    /// # Errors
    /// [`WrongTotals`] if [`Tally::check`] is [`Check::Failed`].
    pub fn verdict(&self) -> Result<(), WrongTotals> {
        if self.check != Check::Failed {
            return Ok(());
        }
        Err(WrongTotals {
            candidates: self.counts.candidates,
            candidates_expected: self.candidates_expected,
            states: self.counts.states,
            states_expected: self.states_expected,
        })
    }
}

impl fmt::Display for Tally {
    /// One figure a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (counts, cost) = (&self.counts, &self.cost);
        let mut line = |name: &str, text: String| writeln!(f, "{name:<30}{text}");
        line("board", format!("{}, walls {}", self.size, self.walls))?;
        line("shard", format!("{}{}", self.shard, if self.complete { "" } else { ", not complete" }))?;
        line("candidates", format!("{} of {}", grouped(counts.candidates), grouped(self.candidates_expected)))?;
        line("canonical (clusters)", grouped(counts.canonical))?;
        line("solvable", grouped(counts.solvable))?;
        line("rows", grouped(counts.rows))?;
        line("states in canonical clusters", grouped(counts.states))?;
        line("states in rows", grouped(counts.states_in_rows))?;
        line("deepest", format!("{} moves", counts.deepest))?;
        if self.resumed_after > 0 {
            line("done by earlier runs", format!("{} candidates, not in the cost below", grouped(self.resumed_after)))?;
        }
        line("seconds", format!("{:.2} on {} threads", cost.seconds, self.threads))?;
        line("candidates/s", grouped(cost.candidates_per_second as u64))?;
        line("states/s", grouped(cost.states_per_second as u64))?;
        line("CPU seconds", cost.cpu_seconds.map_or("unknown".to_owned(), |s| format!("{s:.2}")))?;
        line("peak memory", cost.peak_memory_bytes.map_or("unknown".to_owned(), |b| format!("{:.1} MiB", b as f64 / 1048576.0)))?;
        line("check", self.check_text())
    }
}

impl Tally {
    fn check_text(&self) -> String {
        match self.check {
            Check::Passed => "passed: candidates and states equal the counts from sums of products".to_owned(),
            Check::PassedForCandidates => "passed for candidates; states can be compared for all shards together only".to_owned(),
            Check::NotDone => "not done, for the run is not complete".to_owned(),
            Check::Failed => format!(
                "FAILED: {} candidates and {} states were expected",
                grouped(self.candidates_expected),
                grouped(self.states_expected)
            ),
        }
    }
}

/// A number with a comma before every third digit: `27,103,652,326`.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 state`, `24,132 states`.
pub fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Processor time of this process so far, in seconds.
#[cfg(target_os = "linux")]
fn cpu_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(target_os = "linux"))]
fn cpu_seconds() -> Option<f64> {
    None
}

/// The most memory that this process had resident so far: `VmHWM` of Linux, absent elsewhere.
fn peak_memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_threes() {
        let texts = [0u64, 7, 999, 1000, 123_456, 27_103_652_326].map(grouped);
        assert_eq!(texts, ["0", "7", "999", "1,000", "123,456", "27,103,652,326"]);
    }

    #[test]
    fn only_complete_runs_are_compared() {
        let counts = Counts { candidates: 10, states: 100, ..Counts::default() };
        let part = Shard::new(0, 2).expect("a shard");
        let check = |complete, shard, candidates, states| Check::new(complete, shard, &counts, candidates, states);
        assert_eq!(check(true, Shard::WHOLE, 10, 100), Check::Passed);
        assert_eq!(check(true, Shard::WHOLE, 11, 100), Check::Failed);
        assert_eq!(check(true, Shard::WHOLE, 10, 101), Check::Failed);
        assert_eq!(check(true, part, 10, 200), Check::PassedForCandidates);
        assert_eq!(check(true, part, 11, 200), Check::Failed);
        assert_eq!(check(false, Shard::WHOLE, 11, 101), Check::NotDone);
    }

    #[test]
    fn the_summary_is_text_and_json() {
        let counts = Counts { candidates: 1349, canonical: 880, states: 9304, ..Counts::default() };
        let tally = Tally {
            version: "1.2.3",
            size: Size::new(4).expect("a size"),
            walls: "0..2".parse().expect("a range"),
            shard: Shard::WHOLE,
            threads: 2,
            complete: true,
            resumed_after: 0,
            candidates_expected: 1349,
            states_expected: 9304,
            check: Check::new(true, Shard::WHOLE, &counts, 1349, 9304),
            counts,
            cost: Cost::new(Duration::from_secs(2), &counts),
        };
        let text = tally.to_string();
        assert!(text.contains("candidates                    1,349 of 1,349\n"), "{text}");
        let json = serde_json::to_value(&tally).expect("JSON");
        assert_eq!(json["size"], 4);
        assert_eq!(json["walls"], "0..2");
        assert_eq!(json["shard"], "0/1");
        assert_eq!(json["canonical"], 880);
        assert_eq!(json["states_expected"], 9304);
        assert_eq!(json["states_per_second"], 4652.0);
        assert_eq!(json["check"], "passed");
        assert!(tally.verdict().is_ok());
    }
}
