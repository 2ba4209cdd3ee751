//! The summary of a run: what it found, what it cost, and whether the totals are right.
use crate::engine::{counted, grouped};
use crate::errors::{ErrorClass, failure};
use crate::files::open_regular;
use crate::generate::Counts;
use crate::run::run_identity::depths_note;
use crate::run::{Description, RunIdentity, TotalsCheck, tables};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use std::{fmt, io};

/// What a run found and what it cost. `Display` writes it for people, serde writes JSON for programs.
#[derive(Clone, Debug, Serialize)]
pub struct RunSummary {
    /// Version of the program.
    pub version: &'static str,
    /// The run.
    #[serde(flatten)]
    pub identity: RunIdentity,
    /// Threads that searched.
    pub threads: usize,
    /// Whether all candidates of the shard were analysed.
    pub complete: bool,
    /// Candidates that earlier runs analysed; the cost does not include them.
    pub resumed_after: u64,
    /// Candidates of the shard, counted without enumerating them.
    pub candidates_expected: u64,
    /// Goal states of all shards together, counted without enumerating them.
    pub goal_states_expected: u128,
    /// Whether the totals agree with those two.
    pub check: TotalsCheck,
    /// What was found.
    #[serde(flatten)]
    pub counts: Counts,
    /// What it cost.
    #[serde(flatten)]
    pub cost: RunCost,
}

/// The part of an earlier run's summary that decides whether it may be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct EarlierSummary {
    /// The run.
    #[serde(flatten)]
    pub identity: RunIdentity,
    /// Whether it was complete.
    pub complete: bool,
    /// What only a summary has.
    #[serde(rename = "candidates_expected")]
    _candidates_expected: u64,
}

impl EarlierSummary {
    /// Reads the file at `path`; `None` if it is not a summary.
    pub fn load(path: &Path) -> Option<EarlierSummary> {
        serde_json::from_reader(BufReader::new(open_regular(path).ok()?)).ok()
    }
}

impl RunSummary {
    /// The summary of a run that had nothing left to do, because its output is complete and has this description. It costs only
    /// the counting of the candidates.
    ///
    /// # Errors
    /// They can't be counted, or a signal came first.
    pub fn of_complete(
        identity: RunIdentity,
        threads: NonZeroUsize,
        description: &Description,
        stop: &AtomicBool,
    ) -> io::Result<RunSummary> {
        let begun = Instant::now();
        let generator = tables(identity.rules, identity.walls, stop)?;
        Ok(RunSummary {
            version: env!("CARGO_PKG_VERSION"),
            identity,
            threads: threads.get(),
            complete: true,
            resumed_after: description.counts.candidates,
            candidates_expected: identity.shard.share(generator.candidates()),
            goal_states_expected: generator.goal_states(),
            check: description.check,
            counts: description.counts,
            cost: RunCost::since(begun, &Counts::default()),
        })
    }

    /// Whether the totals are right, as far as they can be compared.
    ///
    /// # Errors
    /// [`RunSummary::check`] is [`TotalsCheck::Failed`].
    pub fn verdict(&self) -> io::Result<()> {
        if self.check != TotalsCheck::Failed {
            return Ok(());
        }
        let text = "the totals are wrong, see above; this is an error in gridlock, please report it, and don't use the rows";
        Err(failure(ErrorClass::Defect, text))
    }
}

impl fmt::Display for RunSummary {
    /// One figure per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (RunIdentity { rules, walls, metric, moves, shard, exhaustive, .. }, counts, cost) =
            (self.identity, &self.counts, &self.cost);
        let mut line = |name: &str, text: String| writeln!(f, "{name:<30}{text}");
        let unit = depths_note(metric);
        line("board", format!("{}, walls {walls}{unit}", rules.in_words()))?;
        if !moves.is_none() {
            line("rows of", format!("{moves} {metric}"))?;
        }
        line("shard", format!("{shard}{}", if self.complete { "" } else { ", not complete" }))?;
        line("candidates", format!("{} of {}", grouped(counts.candidates), grouped(self.candidates_expected)))?;
        // the clusters of pruned candidates are not explored, and their states not counted
        let searched = if exhaustive { "" } else { " searched" };
        if !exhaustive {
            line("pruned without a search", grouped(counts.pruned))?;
        }
        line(&format!("solvable clusters{searched}"), grouped(counts.solvable))?;
        line("rows", grouped(counts.rows))?;
        line(if exhaustive { "goal states" } else { "goal states in these" }, grouped(counts.goal_states))?;
        line(if exhaustive { "states in solvable clusters" } else { "states in these" }, grouped(counts.states))?;
        line("states in rows", grouped(counts.states_in_rows))?;
        line("deepest", counted(counts.deepest, metric.noun()))?;
        if self.resumed_after > 0 {
            line("done by earlier runs", format!("{}, not in the cost below", counted(self.resumed_after, "candidate")))?;
        }
        line("seconds", format!("{:.2} on {}", cost.seconds, counted(self.threads as u64, "thread")))?;
        line("candidates/s", grouped(cost.candidates_per_second as u64))?;
        line("states/s", grouped(cost.states_per_second as u64))?;
        line("CPU seconds", format!("{:.2}", cost.cpu_seconds))?;
        line("peak memory", cost.peak_memory_bytes.map_or("unknown".to_owned(), |b| format!("{:.1} MiB", b as f64 / 1048576.0)))?;
        line("check", self.check_text())
    }
}

impl RunSummary {
    fn check_text(&self) -> String {
        match self.check {
            TotalsCheck::Passed => "passed: candidates and goal states equal the counts from sums of products".to_owned(),
            TotalsCheck::PassedForCandidates if !self.identity.exhaustive => {
                "passed for candidates, searched and pruned together; goal states are compared with --exhaustive only".to_owned()
            }
            TotalsCheck::PassedForCandidates => {
                "passed for candidates; goal states can be compared for all shards together only".to_owned()
            }
            TotalsCheck::NotDone => "not done, because the run is not complete".to_owned(),
            TotalsCheck::Failed => format!(
                "FAILED: {} candidates{} were expected",
                grouped(self.candidates_expected),
                if self.identity.exhaustive {
                    format!(" and {} goal states", grouped(self.goal_states_expected))
                } else {
                    String::new()
                }
            ),
        }
    }
}

/// What a run cost.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RunCost {
    /// Wall time in seconds.
    pub seconds: f64,
    /// Candidates per second of wall time.
    pub candidates_per_second: f64,
    /// States in solvable clusters per second of wall time.
    pub states_per_second: f64,
    /// Processor time of all threads in seconds.
    pub cpu_seconds: f64,
    /// Peak resident memory of the process in bytes; unknown on some systems.
    pub peak_memory_bytes: Option<u64>,
}

impl RunCost {
    /// The cost of finding `counts` since the run began. Processor time and memory are the whole process's.
    pub fn since(begun: Instant, counts: &Counts) -> RunCost {
        let seconds = begun.elapsed().as_secs_f64();
        let rate = |n: u64| n as f64 / seconds.max(1e-9);
        RunCost {
            seconds,
            candidates_per_second: rate(counts.candidates),
            states_per_second: rate(counts.states),
            cpu_seconds: seconds_of(ClockId::ProcessCPUTime),
            peak_memory_bytes: peak_memory_bytes(),
        }
    }
}

/// What a clock of the system shows, in seconds.
pub(in crate::run) fn seconds_of(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Peak resident memory of this process in bytes: `VmHWM` of Linux, unknown elsewhere.
fn peak_memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Metric, Size};
    use crate::run::run_identity::Shard;

    #[test]
    fn the_summary_is_text_and_json() {
        let counts = Counts { candidates: 695, solvable: 493, goal_states: 1990, states: 9304, ..Counts::default() };
        let summary = RunSummary {
            version: "1.2.3",
            identity: RunIdentity::new(Size::square(4).expect("a size"), "0..2".parse().expect("a range"), Shard::WHOLE)
                .with_exhaustive(true),
            threads: 2,
            complete: true,
            resumed_after: 0,
            candidates_expected: 695,
            goal_states_expected: 1990,
            check: TotalsCheck::Passed,
            counts,
            cost: RunCost {
                seconds: 2.0,
                candidates_per_second: 347.5,
                states_per_second: 4652.0,
                cpu_seconds: 1.5,
                peak_memory_bytes: None,
            },
        };
        let text = summary.to_string();
        assert!(text.contains("seconds                       2.00 on 2 threads\n"), "{text}");
        let one = RunSummary { threads: 1, ..summary.clone() }.to_string();
        assert!(one.contains("seconds                       2.00 on 1 thread\n"), "{one}");
        assert!(text.contains("candidates                    695 of 695\n"), "{text}");
        let json = serde_json::to_value(&summary).expect("JSON");
        assert_eq!(json["size"], 4);
        assert_eq!(json["walls"], "0..2");
        assert_eq!(json["metric"], "moves");
        assert_eq!(json["shard"], "0/1");
        assert_eq!(json["solvable"], 493);
        assert_eq!(json["goal_states_expected"], 1990);
        assert_eq!(json["states_per_second"], 4652.0);
        assert_eq!(json["check"], "passed");
        assert!(summary.verdict().is_ok());
        let text = RunSummary { identity: RunIdentity { metric: Metric::Steps, ..summary.identity }, ..summary }.to_string();
        assert!(text.contains(", depths in steps\n") && text.contains("deepest                       0 steps\n"), "{text}");
    }
}
