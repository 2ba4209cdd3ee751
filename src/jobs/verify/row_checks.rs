//! Checking single rows: each against its cluster, which is searched anew.
use std::collections::HashMap;
use std::io;
use std::sync::atomic::AtomicBool;

use super::Finding;
use crate::board::{Metric, Rules, Size, State, letter};
use crate::files::sha256;
use crate::generate::Generator;
use crate::pairs::{PairSearchError, SearchLimits};
use crate::rows::RowLine;
use crate::run::{Description, RowOrder, RunIdentity, tables};
use crate::verify::{ClusterFacts, Recheck};

/// A row with the number of its line, from 1.
pub(super) type NumberedRow = (u64, RowLine);

/// The position of a row among all rows: the rank of the candidate that gives it, and whether it is the row of the mirror image,
/// which comes second.
type RowPosition = (u64, bool);

/// The result of analysing a row.
pub(super) struct CheckedRow {
    line: u64,
    /// If its search was given up, only the checks without a search were made.
    findings: Vec<Finding>,
    /// The number of states in its cluster, and a hash of the canonical state; `None` if the cluster could not be analysed.
    cluster: Option<(u64, u128)>,
    /// Its position, if the rows should be in the order of their candidates.
    position: Option<RowPosition>,
}

impl CheckedRow {
    fn fault(&mut self, fault: String) {
        self.findings.push(Finding::Fault(fault));
    }
}

/// The analysis of rows as work for the pipeline.
pub(super) struct RowChecks {
    /// What the rows count.
    metric: Metric,
    /// The rules of all rows; without them, those of the classic game on the board of each row.
    rules: Option<Rules>,
    /// The limits for the search of one row.
    limits: SearchLimits,
    /// Where the rows come from; `None` if rows may come from any candidate and stand in any order.
    source: Option<(Generator, Description)>,
}

impl RowChecks {
    /// The checks for a file with this description, if there is one, and these rules, if they are known. Builds the tables of the candidates if it says that the rows
    /// are in the order of the candidates, or from some shards only.
    ///
    /// # Errors
    /// They can't be built: without them order and shard can't be checked.
    pub(super) fn new(
        description: Option<&Description>,
        rules: Option<Rules>,
        metric: Metric,
        limits: SearchLimits,
        stop: &AtomicBool,
    ) -> io::Result<RowChecks> {
        let needs_ranks =
            |d: &&Description| d.order == RowOrder::Candidates || !d.identity.shard.is_whole() || d.missing.is_some();
        let source = description.filter(needs_ranks).map(|description| {
            let RunIdentity { rules, walls, .. } = description.identity;
            Ok::<_, io::Error>((tables(rules, walls, stop)?, description.clone()))
        });
        Ok(RowChecks { metric, rules, limits, source: source.transpose()? })
    }

    /// Finds the candidate that gives a row, and checks that it belongs to the shards of the file: the smallest goal state of the
    /// row's cluster, or of the mirror image if that is analysed for both.
    fn check_candidate(&self, facts: &ClusterFacts, checked: &mut CheckedRow) {
        let Some((generator, description)) = &self.source else { return };
        let Some(goal) = &facts.smallest_goal else { return };
        let Some(mirrored) = generator.is_left_to_mirror_image(goal) else { return }; // wrong size or walls: another fault
        let candidate = if mirrored { facts.smallest_goal_of_mirror_image.as_ref() } else { Some(goal) };
        let Some(rank) = candidate.and_then(|candidate| generator.rank(candidate)) else { return }; // the same
        let total = generator.candidates();
        let wrong = match &description.missing {
            None => Some(description.identity.shard.owner(total, rank)).filter(|owner| *owner != description.identity.shard),
            Some(missing) => missing.owner(total, rank),
        };
        if let Some(shard) = wrong {
            checked.fault(format!("its candidate belongs to shard {shard}"));
        }
        checked.position = (description.order == RowOrder::Candidates).then_some((rank, mirrored));
    }

    /// Checks a row.
    pub(super) fn check(&self, recheck: &mut Recheck, line: u64, row: &RowLine) -> CheckedRow {
        let mut checked = CheckedRow { line, findings: Vec::new(), cluster: None, position: None };
        let size = self.rules.map(Rules::size).or(Size::of_cells(row.board.len()));
        let Some(size) = size else {
            checked.fault("not the board of a square, and neither --size nor a description says its size".to_owned());
            return checked;
        };
        let state = match State::of_size(&row.board, size) {
            Ok(state) => state,
            Err(error) => {
                checked.fault(format!("not a board: {error}"));
                return checked;
            }
        };
        let written = state.to_string();
        if written != row.board {
            checked.fault(format!("wrong letters: the same board is written {written}"));
        }
        if let Err(error) = self.rules.unwrap_or(Rules::of_size(size)).check_pieces(&state) {
            checked.fault(format!("not in any database: {error}"));
            return checked;
        }
        match recheck.facts(&state, self.metric, &self.limits) {
            Err(PairSearchError::GivenUp(limit)) => checked.findings.push(Finding::GivenUp(limit)),
            Err(error) => checked.fault(format!("not in any database: {error}")),
            Ok(facts) => {
                checked.cluster = Some((facts.states, text_hash(&facts.canonical.to_string())));
                self.check_candidate(&facts, &mut checked);
                compare(row, &state, facts, self.metric, |fault| checked.fault(fault));
            }
        }
        checked
    }
}

/// Compares a row with the facts of its cluster.
fn compare(row: &RowLine, state: &State, facts: ClusterFacts, metric: Metric, mut fault: impl FnMut(String)) {
    if facts.states != row.cluster_size {
        fault(format!("wrong cluster size: it has {} states", facts.states));
    }
    let Some(hardest) = facts.hardest else {
        fault("its cluster can't be solved".to_owned());
        return;
    };
    if hardest.moves != row.moves {
        fault(format!("wrong {metric}: it takes {:02}", hardest.moves));
    }
    if hardest.state != *state {
        fault(format!("not the unsolved state of its cluster, which is {}", hardest.state));
    }
    if !hardest.superfluous.is_empty() {
        let letters: Vec<String> = hardest.superfluous.iter().map(|&index| letter(index).to_string()).collect();
        fault(format!("not minimal: it takes as many {metric} without any one of {}", letters.join(", ")));
    }
}

/// The first 128 bits of the SHA-256 of a text. Equal hashes are taken to mean equal texts.
pub(super) fn text_hash(text: &str) -> u128 {
    u128::from_str_radix(&sha256(text.as_bytes())[..32], 16).expect("32 hexadecimal digits")
}

/// Totals of the rows analysed, and the faults that show only when two of them are compared.
#[derive(Default)]
pub(super) struct CheckedTotals {
    /// Rows analysed.
    pub(super) analysed: u64,
    /// Rows whose search was given up; the other rows analysed were checked to the end.
    pub(super) given_up: u64,
    /// States in their clusters.
    pub(super) states: u64,
    /// The line in which each cluster occurs, by the hash of the canonical state.
    clusters: HashMap<u128, u64>,
    /// The last position so far, and its line.
    last: Option<(RowPosition, u64)>,
}

impl CheckedTotals {
    /// Adds a row, and passes what was found to `count`. Rows must be added in the order of the file.
    pub(super) fn add(&mut self, checked: CheckedRow, count: &mut dyn FnMut(u64, Finding)) {
        self.analysed += 1;
        for finding in checked.findings {
            self.given_up += u64::from(matches!(finding, Finding::GivenUp(_)));
            count(checked.line, finding);
        }
        if let Some(position) = checked.position {
            match self.last {
                Some((last, line)) if position < last => {
                    let fault =
                        format!("out of order: it belongs before line {line}, and rows are in the order of their candidates");
                    count(checked.line, Finding::Fault(fault));
                }
                _ => self.last = Some((position, checked.line)),
            }
        }
        if let Some((states, cluster)) = checked.cluster {
            self.states += states;
            if let Some(line) = self.clusters.insert(cluster, checked.line) {
                count(checked.line, Finding::Fault(format!("of the same cluster as line {line}")));
            }
        }
    }
}
