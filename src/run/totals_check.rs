//! Compares the totals of a run with totals counted without enumerating.
use serde::{Deserialize, Serialize};

use super::run_identity::RunIdentity;
use crate::generate::Counts;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::run::shard::Shard;

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
}
