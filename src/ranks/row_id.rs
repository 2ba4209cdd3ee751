//! The identity of a row, by which other programs, notes and links can name it.
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::{fmt, io};

use super::expand::{Expander, RankTables};
use crate::board::{Metric, Puzzle, Rules, Size, State, StopToken};
use crate::generate::RankError;

/// The identity of a row: the rules, the number of walls, the rank of its cluster's smallest goal state among the candidates with
/// these, and what depths count. `6-2-1234567` is the same row in every file. Rules other than those of the classic game are
/// written in full, and steps at the end: `6x5r2-0-77-steps`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RowId {
    /// The rules of the boards.
    pub rules: Rules,
    /// The number of walls.
    pub walls: u8,
    /// The rank.
    pub rank: u64,
    /// What depths count: a cluster may have different rows by moves and by steps.
    pub metric: Metric,
}

/// The end of an id by steps.
const STEPS: &str = "-steps";

impl RowId {
    /// Whether a text is written like an id: rules and two numbers with hyphens between them, perhaps with the metric.
    pub fn is_like(text: &str) -> bool {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let are_rules =
            |part: &str| part.starts_with(|c: char| c.is_ascii_digit()) && part.chars().all(|c| "0123456789xrpl.".contains(c));
        let parts: Vec<&str> = text.strip_suffix(STEPS).unwrap_or(text).split('-').collect();
        matches!(parts[..], [rules, walls, rank] if are_rules(rules) && is_number(walls) && is_number(rank))
    }

    /// The row. The first row of some rules and number of walls takes up to a second, since tables are built.
    ///
    /// # Errors
    /// No row has this identity; if one has it by steps, its id is named.
    pub fn row(self) -> Result<Puzzle, String> {
        let no_row = |problem: String| format!("there is no row {self}: {problem}");
        let row = |metric: Metric| {
            let tables = tables(self.rules, metric).of(self.walls, StopToken::NEVER);
            Ok::<_, String>(tables.map_err(|problem| no_row(problem.to_string()))?.worker().tested_row(self.rank))
        };
        match row(self.metric)? {
            Err(problem @ RankError::NotMinimal(_)) if self.metric == Metric::Moves && row(Metric::Steps)?.is_ok() => {
                let by_steps = RowId { metric: Metric::Steps, ..self };
                Err(no_row(format!("{problem}; if depths count steps it has one: {by_steps}")))
            }
            found => found.map_err(|problem| no_row(problem.to_string())),
        }
    }
}

/// The tables of some rules, which all threads share and which are never freed.
fn tables(rules: Rules, metric: Metric) -> &'static RankTables {
    static TABLES: Mutex<BTreeMap<(Rules, bool), &'static RankTables>> = Mutex::new(BTreeMap::new());
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (rules, metric == Metric::Steps);
    tables.entry(key).or_insert_with(|| Box::leak(Box::new(RankTables::new(rules, metric))))
}

/// Finds the identities of rows on one thread.
#[derive(Default, Debug)]
pub struct RowIds {
    /// For each set of rules.
    expanders: BTreeMap<Rules, Expander<'static>>,
}

impl RowIds {
    /// The identity of the row of a board's cluster in a metric, by these rules or, without any, those of the classic game; `None`
    /// if its boards have no ranks, or it has no solution.
    pub fn of(&mut self, board: &State, metric: Metric, rules: Option<Rules>) -> Option<RowId> {
        self.id(board, metric, rules, |expander, walls| expander.cluster_rank(walls, board))
    }

    /// The same, given the smallest goal state of the cluster, which need not be explored then.
    pub fn of_goal(&mut self, goal: &State, metric: Metric, rules: Option<Rules>) -> Option<RowId> {
        self.id(goal, metric, rules, |expander, walls| expander.candidate_rank(walls, goal))
    }

    fn id(
        &mut self,
        board: &State,
        metric: Metric,
        rules: Option<Rules>,
        rank: impl FnOnce(&mut Expander<'static>, u8) -> io::Result<Option<u64>>,
    ) -> Option<RowId> {
        let rules = rules.or_else(|| Some(Rules::of_state(board)).filter(|rules| rules.is_classic()))?;
        if rules.check_pieces(board).is_err() || rules.size().longer_side() > Size::MAX_ENUMERATED {
            return None;
        }
        let walls = board.walls().len() as u8; // at most 64
        // ranks do not depend on the metric
        let expander = self.expanders.entry(rules).or_insert_with(|| tables(rules, Metric::Moves).expander());
        Some(RowId { rules, walls, rank: rank(expander, walls).ok()??, metric })
    }
}

impl fmt::Display for RowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.rules, self.walls, self.rank)?;
        if self.metric == Metric::Steps { f.write_str(STEPS) } else { Ok(()) }
    }
}

impl FromStr for RowId {
    type Err = String;

    fn from_str(text: &str) -> Result<RowId, String> {
        let wrong =
            || format!("'{text}' is not the id of a row: that is its board size, number of walls and rank, like 6-2-1234567");
        if !RowId::is_like(text) {
            return Err(wrong());
        }
        let (id, metric) = match text.strip_suffix(STEPS) {
            Some(id) => (id, Metric::Steps),
            None => (text, Metric::Moves),
        };
        let parts: Vec<&str> = id.split('-').collect();
        let rules: Rules = parts[0].parse().map_err(|error| format!("{}; {error}", wrong()))?;
        let walls = parts[1].parse().ok().filter(|&walls: &u8| usize::from(walls) < rules.size().cells());
        let rank = parts[2].parse().ok().filter(|_| rules.size().longer_side() <= Size::MAX_FAST);
        let walls = walls
            .ok_or_else(|| format!("there is no row {text}: no board of {} has {} walls and a car", rules.size(), parts[1]))?;
        let rank = rank.ok_or_else(wrong)?;
        Ok(RowId { rules, walls, rank, metric })
    }
}

#[cfg(feature = "database")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::Database;

    #[test]
    fn every_row_has_an_id_that_gives_it_back() {
        let mut ids = RowIds::default();
        let mut compared = 0;
        for (name, every) in [("@rush4-all", 1), ("@rush5-all", 23), ("@rush6-all", 40_000)] {
            let database = Database::open(name).expect("a built-in database");
            for row in (0..database.len()).step_by(every) {
                let entry = database.entry(row).expect("a block").expect("an entry");
                let puzzle = database.get(row).expect("a row").expect("a row");
                let id = ids.of(&puzzle.board, Metric::Moves, None).expect("a rank");
                assert_eq!(id, database.id_of(entry.walls, entry.rank));
                assert_eq!(
                    ids.of_goal(&database.expander().candidate(entry).expect("a candidate"), Metric::Moves, None),
                    Some(id)
                );
                assert_eq!(
                    ids.of(&puzzle.board.play(puzzle.board.legal_moves()[0]), Metric::Moves, None),
                    Some(id),
                    "each state of the cluster"
                );
                assert_eq!(id.to_string().parse(), Ok(id));
                assert_eq!(id.row(), Ok(puzzle));
                assert_eq!(database.find_id(id).expect("a block"), Some(row));
                compared += 1;
            }
        }
        assert!(compared > 400, "{compared}");
    }

    #[test]
    fn what_names_no_row_says_why() {
        for text in ["", "6", "6-2", "6-2-1-1", "6--1", "6-2-a", "+6-2-1", "9-0-1", "6-2-99999999999999999999999"] {
            assert!(text.parse::<RowId>().expect_err("no id").contains("is not the id of a row"), "{text}");
        }
        for text in ["6-36-1", "6-300-1"] {
            assert!(text.parse::<RowId>().expect_err("too many").contains("there is no row"), "{text}");
        }
        for text in ["4-0-99999999", "5-0-2", "8-0-0", "6-35-0"] {
            let id: RowId = text.parse().expect("an id");
            assert!(id.row().expect_err("no row").contains("there is no row"), "{text}");
        }
    }

    /// Ids of one cluster by moves and by steps name the rows of the two databases, and ids of other rules those of theirs.
    #[test]
    fn rules_and_metric_are_part_of_an_id_at_length() {
        let (mut rows, mut by_steps_alone, mut different, mut ids) = (0, 0, 0, RowIds::default());
        for rules in ["4", "4r1", "5x3l2..4", "4p3", "5x4", "4x5"] {
            let rules: Rules = rules.parse().expect("rules");
            for walls in 0..3 {
                let of = |metric| tables(rules, metric).of(walls, StopToken::NEVER).expect("few candidates");
                for rank in 0..of(Metric::Moves).candidates() {
                    let [moves, steps] = [Metric::Moves, Metric::Steps].map(|metric| {
                        let id = RowId { rules, walls, rank, metric };
                        assert_eq!(id.to_string().parse(), Ok(id));
                        let row = id.row();
                        assert_eq!(row.as_ref().ok(), of(metric).worker().tested_row(rank).ok().as_ref(), "{id}");
                        if let Ok(puzzle) = &row {
                            assert_eq!(ids.of(&puzzle.board, metric, Some(rules)), Some(id));
                        }
                        row
                    });
                    rows += u32::from(moves.is_ok() && steps.is_ok());
                    different += u32::from(moves.is_ok() && steps.is_ok() && moves != steps);
                    if let (Err(problem), Ok(_)) = (&moves, &steps) {
                        by_steps_alone += 1;
                        assert!(problem.ends_with(&format!("{rules}-{walls}-{rank}-steps")), "{problem}");
                    }
                }
            }
        }
        assert!(rows > 100 && by_steps_alone > 0 && different > 10, "{rows} {by_steps_alone} {different}");
    }
}
