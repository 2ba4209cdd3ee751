//! The identity of a row, by which other programs, notes and links can name it.
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::OnceLock;
use std::{fmt, io};

use super::expand::{Expander, RankTables};
use crate::board::{Metric, Puzzle, Rules, Size, State, StopToken};
use crate::generate::RankError;

/// The identity of a row: the board size, the number of walls, and the rank of its cluster's smallest goal state among the
/// candidates with these. `6-2-1234567` is the same row in every file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RowId {
    /// Board size.
    pub size: Size,
    /// The number of walls.
    pub walls: u8,
    /// The rank.
    pub rank: u64,
}

impl RowId {
    /// Whether a text is written like an id: three numbers with hyphens between them.
    pub fn is_like(text: &str) -> bool {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        text.split('-').count() == 3 && text.split('-').all(is_number)
    }

    /// The row: by moves or, if its cluster has none by moves, by steps. The first row of a size and number of walls takes up to
    /// a second, since tables are built.
    ///
    /// # Errors
    /// No row has this identity.
    pub fn row(self) -> Result<Puzzle, String> {
        let no_row = |problem: String| format!("there is no row {self}: {problem}");
        let row = |tables: &RankTables| {
            let tables = tables.of(self.walls, StopToken::NEVER).map_err(|problem| no_row(problem.to_string()))?;
            Ok::<_, String>(tables.worker().tested_row(self.rank))
        };
        let found = match row(tables(self.size))? {
            Err(RankError::NotMinimal(_)) => row(&RankTables::new(self.size, Metric::Steps))?,
            found => found,
        };
        found.map_err(|problem| no_row(problem.to_string()))
    }
}

/// The tables of a size, which all threads share.
fn tables(size: Size) -> &'static RankTables {
    static TABLES: [OnceLock<RankTables>; Size::MAX_FAST + 1] = [const { OnceLock::new() }; Size::MAX_FAST + 1];
    TABLES[size.n()].get_or_init(|| RankTables::new(size, Metric::Moves))
}

/// Finds the identities of rows on one thread.
#[derive(Default, Debug)]
pub struct RowIds {
    /// For each size.
    expanders: BTreeMap<usize, Expander<'static>>,
}

impl RowIds {
    /// The identity of the row of a board's cluster; `None` if its boards have no ranks, or it has no solution.
    pub fn of(&mut self, board: &State) -> Option<RowId> {
        self.id(board, |expander, walls| expander.cluster_rank(walls, board))
    }

    /// The same, given the smallest goal state of the cluster, which need not be explored then.
    pub fn of_goal(&mut self, goal: &State) -> Option<RowId> {
        self.id(goal, |expander, walls| expander.candidate_rank(walls, goal))
    }

    fn id(&mut self, board: &State, rank: impl FnOnce(&mut Expander<'static>, u8) -> io::Result<Option<u64>>) -> Option<RowId> {
        let (size, walls) = (board.size(), board.walls().len() as u8); // at most 64
        if !Rules::of_state(board).is_classic() || size.n() > Size::MAX_ENUMERATED {
            return None;
        }
        let expander = self.expanders.entry(size.n()).or_insert_with(|| tables(size).expander());
        Some(RowId { size, walls, rank: rank(expander, walls).ok()?? })
    }
}

impl fmt::Display for RowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.size.n(), self.walls, self.rank)
    }
}

impl FromStr for RowId {
    type Err = String;

    fn from_str(text: &str) -> Result<RowId, String> {
        let parts: Vec<&str> = text.split('-').collect();
        let number = |k: usize| parts[k].parse::<u64>().ok();
        let size = |n: u64| Size::square(n.try_into().ok()?).ok().filter(|size| (4..=Size::MAX_FAST).contains(&size.n()));
        let id = || Some((size(number(0)?)?, number(1)?, number(2)?));
        let Some((size, walls, rank)) = RowId::is_like(text).then(id).flatten() else {
            let form = "that is its board size, number of walls and rank, like 6-2-1234567";
            return Err(format!("'{text}' is not the id of a row: {form}"));
        };
        match u8::try_from(walls).ok().filter(|&walls| usize::from(walls) < size.cells()) {
            Some(walls) => Ok(RowId { size, walls, rank }),
            None => Err(format!("there is no row {text}: no board of {size} has {walls} walls and a car")),
        }
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
                let id = ids.of(&puzzle.board).expect("a rank");
                assert_eq!(id, RowId { size: database.size(), walls: entry.walls, rank: entry.rank });
                assert_eq!(ids.of_goal(&database.expander().candidate(entry).expect("a candidate")), Some(id));
                assert_eq!(ids.of(&puzzle.board.play(puzzle.board.legal_moves()[0])), Some(id), "each state of the cluster");
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
}
