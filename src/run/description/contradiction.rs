//! Comparing a description with what can be computed without the rows, and with itself.
//!
//! Exactly known are the candidates of every shard, and the goal states of all shards together. The other counters are known only by
//! a new run; they must fit each other.
use std::fmt;

use serde::Serialize;

use super::{Description, MissingShards, RowOrder};
use crate::run::run_identity::ROWS_VERSION;
use crate::run::shard::Shard;
use crate::run::tables::ExactTotals;
use crate::run::totals_check::TotalsCheck;

/// A description that says what can't be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// A value differs from the one that is known: its name, the value of the description, the right one.
    Value(&'static str, String, String),
    /// A number is greater than another that limits it: name and number of both.
    Excess((&'static str, u128), (&'static str, u128)),
    /// The list of missing shards is not one: the reason.
    Missing(&'static str),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::Value(what, found, expected) => {
                write!(f, "{what}: the description says {found}, but it is {expected}")
            }
            Contradiction::Excess((less, few), (more, many)) => {
                write!(f, "{less}: the description says {few}, which is more than the {many} {more}")
            }
            Contradiction::Missing(why) => write!(f, "missing shards: {why}"),
        }
    }
}

impl Description {
    /// All that can't be true in this description; `totals` are those of its size and walls.
    ///
    /// If the rows are of another version, that is the only answer: the other values may have had another meaning.
    pub fn contradictions(&self, totals: &ExactTotals) -> Vec<Contradiction> {
        let mut found = Vec::new();
        let mut equal = |what, said: String, expected: String| {
            if said != expected {
                found.push(Contradiction::Value(what, said, expected));
            }
        };
        equal("rows_version", self.identity.rows_version.to_string(), ROWS_VERSION.to_string());
        if self.identity.rows_version != ROWS_VERSION {
            return found;
        }
        let counts = &self.counts;
        let is_whole = self.identity.shard.is_whole() && self.missing.is_none();
        equal("candidates", counts.candidates.to_string(), self.candidates_expected(totals.candidates).to_string());
        if is_whole && self.identity.audit {
            equal("goal states", counts.goal_states.to_string(), totals.goal_states.to_string());
        }
        equal("check", as_text(&self.check), as_text(&self.check_expected()));
        if !self.identity.shard.is_whole() {
            let expected = if self.order == RowOrder::Ranks { RowOrder::Ranks } else { RowOrder::Candidates };
            equal("order of a shard", as_text(&self.order), as_text(&expected));
        }
        equal("rows counted by the generator", counts.rows.to_string(), self.rows.lines.to_string());
        if !self.program.starts_with("gridlock ") {
            equal("program", self.program.clone(), "a version of gridlock".to_owned());
        }

        let mut at_most = |less: (&'static str, u64), more: (&'static str, u128)| {
            let less = (less.0, u128::from(less.1));
            if less.1 > more.1 {
                found.push(Contradiction::Excess(less, more));
            }
        };
        let candidates = if self.identity.audit { 0 } else { counts.candidates };
        at_most(("dismissed", counts.dismissed), ("candidates that can be dismissed", candidates.into()));
        at_most(("rows", counts.rows), ("solvable clusters", counts.solvable.into()));
        // Of 5×5 and 7×7 a candidate may account for two clusters. The candidate of the second one may be in another shard.
        let for_two = self.identity.size.has_mirror_images() && !is_whole;
        let searched = counts.candidates.saturating_sub(counts.dismissed);
        let clusters = u128::from(searched) * if for_two { 2 } else { 1 };
        at_most(("solvable clusters", counts.solvable), ("clusters of its candidates", clusters));
        at_most(("solvable clusters", counts.solvable), ("goal states", counts.goal_states.into()));
        at_most(("goal states", counts.goal_states), ("states", counts.states.into()));
        at_most(("goal states", counts.goal_states), ("goal states of all shards", totals.goal_states));
        if let Some(states) = totals.states {
            at_most(("states", counts.states), ("states of the board size", states));
        }
        // Every cluster that gives no row has a state at least, and a row of d moves has a cluster of at least d + 1 states.
        let without_rows = counts.solvable.saturating_sub(counts.rows);
        let most_in_rows = counts.states.saturating_sub(without_rows);
        at_most(("states in rows", counts.states_in_rows), ("states less one for each other cluster", most_in_rows.into()));
        let states_less_rows = counts.states_in_rows.saturating_sub(counts.rows);
        at_most(("deepest", counts.deepest.into()), ("states in rows less one for each row", states_less_rows.into()));
        at_most(("rows", counts.rows), ("states in rows", counts.states_in_rows.into()));
        if counts.rows == 0 {
            at_most(("states in rows", counts.states_in_rows), ("states of no row", 0));
        }
        found.extend(self.missing.as_ref().and_then(|missing| self.wrong_list(missing)));
        found
    }

    /// The number of candidates of the shards that it covers, where all shards have `total`.
    fn candidates_expected(&self, total: u64) -> u64 {
        match &self.missing {
            None => self.identity.shard.share(total),
            Some(MissingShards { of, shards }) => {
                let share = |&shard: &u64| Shard::new(shard, *of).map_or(0, |shard| shard.share(total));
                shards.iter().map(share).fold(total, u64::saturating_sub)
            }
        }
    }

    /// What the generator and a merge write as the check of a description that has not failed.
    fn check_expected(&self) -> TotalsCheck {
        match (&self.missing, self.identity.shard.is_whole()) {
            (Some(_), _) => TotalsCheck::NotDone,
            (None, true) if self.identity.audit => TotalsCheck::Passed,
            (None, _) => TotalsCheck::PassedForCandidates,
        }
    }

    /// Why the list of missing shards is wrong; `None` if it is right.
    fn wrong_list(&self, missing: &MissingShards) -> Option<Contradiction> {
        let MissingShards { of, shards } = missing;
        let why = if !self.identity.shard.is_whole() || self.order != RowOrder::Published {
            "only a merge can lack shards, and it is shard 0/1 in the published order"
        } else if shards.is_empty() {
            "the list is empty"
        } else if !shards.is_sorted_by(|a, b| a < b) {
            "the list is not in ascending order"
        } else if shards.last().is_some_and(|last| last >= of) {
            "a shard of the list does not exist"
        } else if shards.len() as u64 >= *of {
            "all shards are in the list"
        } else {
            return None;
        };
        Some(Contradiction::Missing(why))
    }
}

/// The name of a variant, as the file has it.
fn as_text(variant: &impl Serialize) -> String {
    serde_json::to_string(variant).unwrap_or_default()
}
