//! Which rows of a rank file are wanted: the stages of a selection that ranks take over, so that other rows are never found.
use std::borrow::Cow;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::RankEntry;
use super::expand::{Expander, threads};
use crate::rows::{Conditions, Filter, NumberRange, Row, Sampled, Stage};

/// The rows of a rank file that a reader wants.
#[derive(Clone, Debug)]
pub struct RankChoice {
    /// The conditions. If they need rows, the reader tests them, unless a sample is taken.
    pub conditions: Conditions,
    /// The stage after them that ranks take over, if there is one: a sample, or the first rows of an order by a column that ranks
    /// tell.
    pub then: Option<Stage>,
    /// Counts the rows of the file, and those that meet the conditions, before the first of them is read.
    pub counts: Arc<RankCounts>,
    /// Threads that find rows.
    pub threads: NonZeroUsize,
    /// Ends the reading with an error when it is set.
    pub stop: Arc<AtomicBool>,
}

/// The rows that a [`RankChoice`] has seen.
#[derive(Default, Debug)]
pub struct RankCounts {
    /// Rows of rank files.
    pub rows: AtomicU64,
    /// Those of them that meet the conditions, as far as ranks tell.
    pub passed: AtomicU64,
}

impl RankChoice {
    /// All rows.
    pub fn all() -> RankChoice {
        RankChoice::of(Conditions::NONE)
    }

    /// The rows that meet some conditions.
    pub fn of(conditions: Conditions) -> RankChoice {
        RankChoice { conditions, then: None, counts: Arc::default(), threads: threads(), stop: Arc::default() }
    }

    /// The choice that takes over the first of some stages. `is_alone` says that no other file has rows for the selection; only
    /// then can more than conditions be taken over. All stages after the conditions must still run, since the rows come in the
    /// published order, and with all rows of the last place of an order.
    pub fn of_stages(stages: &[Stage], is_alone: bool) -> RankChoice {
        let (conditions, rest) = match stages {
            [Stage::Conditions(conditions), rest @ ..] => (conditions.clone(), rest),
            rest => (Conditions::NONE, rest),
        };
        let then = rest.first().filter(|stage| match stage {
            Stage::Sample(_) => is_alone,
            Stage::Order(ranking) => {
                // of the cluster size ranks tell the class, which is enough to leave out most rows
                let is_told = ranking.column.is_known_from_ranks() || ranking.column.name == "cluster_size";
                is_alone && ranking.top.is_some() && is_told && !conditions.need_rows()
            }
            _ => false,
        });
        RankChoice { then: then.cloned(), ..RankChoice::of(conditions) }
    }

    /// The number of rows that meet the conditions, once the first row was read; `None` if ranks do not tell it.
    pub fn passed(&self) -> Option<u64> {
        (!self.conditions.need_rows()).then(|| self.counts.passed.load(Ordering::Relaxed))
    }

    /// Whether a row meets all conditions on ranks.
    pub(super) fn accepts(&self, entry: RankEntry, expander: &mut Expander<'_>) -> io::Result<bool> {
        let Filter { moves, size, walls, tiers, pieces, cars, trucks, empty, places } = &self.conditions.filter;
        let has_figures = moves.contains(entry.moves)
            && entry.may_have_size(*size)
            && walls.contains(u32::from(entry.walls))
            && tiers.accepts(entry.moves);
        let mut of_lines = places.iter().filter(|condition| condition.is_of_lines()).peekable();
        let counts = [pieces, cars, trucks, empty].iter().any(|range| **range != NumberRange::ALL);
        if !has_figures || !counts && of_lines.peek().is_none() {
            return Ok(has_figures);
        }
        let has_counts = self.conditions.filter.accepts_counts(&expander.known(entry)?);
        if !has_counts || of_lines.peek().is_none() {
            return Ok(has_counts);
        }
        let (board, size) = (expander.candidate(entry)?.to_string(), expander.rules().size());
        Ok(of_lines.all(|condition| condition.holds(&board, size)))
    }
}

impl RankEntry {
    /// Whether the size of its cluster may lie in a range, as far as its class tells.
    fn may_have_size(self, range: NumberRange) -> bool {
        let Some(below) = self.size_class.checked_sub(1) else { return true };
        let least = 1 << below;
        range.min() <= least + (least - 1) && least <= range.max()
    }
}

impl From<RankEntry> for Row {
    /// What the entry says.
    fn from(entry: RankEntry) -> Row {
        Row { moves: entry.moves, walls: entry.walls.into(), rank: Some(entry.rank), ..Row::default() }
    }
}

impl Expander<'_> {
    /// A row as far as it is known from its rank: all but its board and its cluster size.
    ///
    /// # Errors
    /// There is no such rank.
    pub fn known(&mut self, entry: RankEntry) -> io::Result<Row> {
        let counts = self.vehicle_counts(entry)?;
        let (walls, cars, trucks) = (u32::from(entry.walls), counts.cars, counts.trucks);
        let cells = self.rules().size().cells() as u32; // at most 49
        let empty = cells - walls - counts.covered;
        Ok(Row { pieces: counts.pieces, cars, trucks, empty, ..Row::from(entry) })
    }
}

impl Sampled for RankEntry {
    /// As for the [`Row`] of the entry.
    fn key(&self) -> (u32, Cow<'_, str>) {
        (self.moves, Cow::Owned(format!("{}/{}", self.walls, self.rank)))
    }
}
