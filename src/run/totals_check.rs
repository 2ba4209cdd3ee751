//! Compares the totals of a run with totals counted without enumerating, and its rows with known ones: published, or of earlier runs
//! that were verified row by row.
use super::run_identity::RunIdentity;
use crate::generate::Counts;
use serde::{Deserialize, Serialize};

/// Whether the totals of a run agree with those from sums of products, which are computed without enumerating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TotalsCheck {
    /// The numbers of candidates and of goal states are as expected.
    Passed,
    /// The number of candidates is as expected. The goal states are not compared: candidates were pruned without a search, or
    /// the run is one shard of several, and the expected number is known only for all shards together.
    PassedForCandidates,
    /// The run is not complete, so there is nothing to compare.
    NotDone,
    /// The totals are wrong: there is an error in the program, and the rows can't be trusted.
    Failed,
}

impl TotalsCheck {
    /// Compares the totals of a run with those expected.
    pub fn new(
        complete: bool,
        run: &RunIdentity,
        counts: &Counts,
        candidates_expected: u64,
        goal_states_expected: u128,
    ) -> TotalsCheck {
        match (complete, counts.candidates == candidates_expected, run.exhaustive && run.shard.is_whole()) {
            (false, _, _) => TotalsCheck::NotDone,
            (true, false, _) => TotalsCheck::Failed,
            (true, true, false) => TotalsCheck::PassedForCandidates,
            (true, true, true) if u128::from(counts.goal_states) == goal_states_expected => TotalsCheck::Passed,
            (true, true, true) => TotalsCheck::Failed,
        }
    }
}

/// One database per line: size, walls, metric, rows, SHA-256 of the rows in the published order, and `published` if the rows were
/// published in 2018.
const TABLE: &str = include_str!("../../data/known.csv");

/// What is known of the rows of a whole run, in the published order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownRows {
    /// How many there are.
    pub rows: u64,
    /// The SHA-256 of their text.
    pub sha256: &'static str,
    /// Whether they were published in 2018.
    pub is_published: bool,
}

/// What is known of the rows of a run; `None` if nothing is, or if the run is a shard or leaves rows out.
pub fn known_rows(run: &RunIdentity) -> Option<KnownRows> {
    let RunIdentity { rules, walls, metric, moves, shard, .. } = run;
    if !shard.is_whole() || !moves.is_none() {
        return None;
    }
    let wanted = [rules.to_string(), walls.to_string(), metric.to_string()];
    let mut lines = TABLE.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let fields = lines.find(|fields| fields[..3] == wanted)?;
    Some(KnownRows { rows: fields[3].parse().ok()?, sha256: fields[4], is_published: fields[5] == "published" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Metric, Size};
    use crate::run::run_identity::Shard;

    #[test]
    fn only_complete_runs_are_compared() {
        let counts = Counts { candidates: 10, goal_states: 100, ..Counts::default() };
        let run = |shard, exhaustive| {
            RunIdentity::new(Size::square(4).expect("a size"), "0".parse().expect("a range"), shard).with_exhaustive(exhaustive)
        };
        let (whole, part) = (run(Shard::WHOLE, true), run(Shard::new(0, 2).expect("a shard"), true));
        let pruning = run(Shard::WHOLE, false);
        let check = |complete, run, candidates, states| TotalsCheck::new(complete, run, &counts, candidates, states);
        assert_eq!(check(true, &whole, 10, 100), TotalsCheck::Passed);
        assert_eq!(check(true, &whole, 11, 100), TotalsCheck::Failed);
        assert_eq!(check(true, &whole, 10, 101), TotalsCheck::Failed);
        assert_eq!(check(true, &part, 10, 200), TotalsCheck::PassedForCandidates);
        assert_eq!(check(true, &part, 11, 200), TotalsCheck::Failed);
        assert_eq!(check(true, &pruning, 10, 200), TotalsCheck::PassedForCandidates);
        assert_eq!(check(true, &pruning, 11, 100), TotalsCheck::Failed);
        assert_eq!(check(false, &whole, 11, 101), TotalsCheck::NotDone);
    }

    fn run(n: usize, walls: &str) -> RunIdentity {
        RunIdentity::new(Size::square(n).expect("a size"), walls.parse().expect("a range"), Shard::WHOLE)
    }

    #[test]
    fn the_published_rows_are_known_and_no_part_of_them() {
        let known = known_rows(&run(6, "0..2")).expect("published");
        assert!(known.is_published && known.rows == 2_577_412 && known.sha256.starts_with("fca9f04d"));
        assert!(!known_rows(&run(5, "0..2")).expect("known").is_published);
        assert_eq!(known_rows(&run(7, "0")), None);
        assert_eq!(known_rows(&RunIdentity { shard: "0/2".parse().expect("a shard"), ..run(6, "0..2") }), None);
        assert_ne!(known_rows(&RunIdentity { metric: Metric::Steps, ..run(6, "0") }), known_rows(&run(6, "0")));
    }

    /// Every line of the table is that of a run.
    #[test]
    fn every_line_is_found() {
        let lines = TABLE.lines().skip(1);
        let found = lines.filter(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let metric = if fields[2] == "steps" { Metric::Steps } else { Metric::Moves };
            let run = RunIdentity { metric, ..run(fields[0].parse().expect("a size"), fields[1]) };
            known_rows(&run).is_some_and(|known| known.sha256.len() == 64 && known.rows.to_string() == fields[3])
        });
        assert_eq!(found.count(), TABLE.lines().count() - 1);
    }
}
