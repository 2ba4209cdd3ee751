//! Which rows of a rank file are wanted, as far as this is known without a search.
use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::RankEntry;
use super::expand::Expander;
use crate::rows::{
    BoardLines, Filter, NumberRange, PlaceCondition, Ranking, RowFacts, RowLine, SampleSize, Sampled, Sampling, Split, TableRow,
};

/// The rows of a rank file that a reader wants. Rows that are not wanted are never expanded.
#[derive(Clone, Debug)]
pub struct RankChoice {
    /// The conditions. Unless a sample is drawn, the reader checks those that ranks can't tell, see [`RankChoice::needs_rows`].
    pub filter: Filter,
    /// The side of a split to keep, if the rows are split.
    pub split: Option<Split>,
    /// Which of the rows that meet them to draw, in the order of their ranks' hashes.
    pub sample: Option<Sampling>,
    /// The order whose first rows alone are wanted, by a column that is known from the ranks.
    pub top: Option<Ranking>,
    /// Counts the rows of the file, and those that meet the conditions, before the first of them is read.
    pub counts: Arc<RankCounts>,
    /// Whether to say that merging the file once saves time.
    pub advises: bool,
    /// Ends the reading with an error when it is set.
    pub stop: Arc<AtomicBool>,
}

/// The rows that a [`RankChoice`] has seen.
#[derive(Default, Debug)]
pub struct RankCounts {
    /// Rows of rank files.
    pub rows: AtomicU64,
    /// Those of them that meet the conditions.
    pub passed: AtomicU64,
}

impl RankChoice {
    /// The rows that meet some conditions.
    pub fn of(filter: Filter, split: Option<Split>) -> RankChoice {
        RankChoice { filter, split, sample: None, top: None, counts: Arc::default(), advises: true, stop: Arc::default() }
    }

    /// A sample of the rows that meet some conditions. No other rows are found, except those that fail a condition that ranks
    /// can't tell.
    pub fn sampled(filter: Filter, split: Option<Split>, sampling: Sampling) -> RankChoice {
        RankChoice { sample: (sampling.size != SampleSize::All).then_some(sampling), ..RankChoice::of(filter, split) }
    }

    /// Keeps only the first rows of an order, if the ranks tell which they are, that is, if no condition is left to the reader.
    pub fn with_top(self, ranking: Option<Ranking>) -> RankChoice {
        let is_known = |ranking: &Ranking| ranking.top.is_some() && ranking.column.is_known_from_ranks();
        let top = ranking.filter(|ranking| is_known(ranking) && !self.needs_rows() && self.sample.is_none());
        RankChoice { top, ..self }
    }

    /// Whether the rows themselves must be known, since ranks can't tell all conditions. If not, the counts say how many rows
    /// meet them.
    pub fn needs_rows(&self) -> bool {
        self.split.is_some() || self.filter.needs_rows()
    }

    /// Whether a row meets all conditions; `facts` are its own.
    pub fn accepts_row(&self, row: &RowLine, facts: &RowFacts) -> bool {
        self.filter.accepts(row, facts) && self.split.is_none_or(|split| split.accepts(row))
    }

    /// Whether more than moves and walls matters, so that every board is needed.
    fn needs_boards(&self) -> bool {
        let Filter { pieces, cars, trucks, empty, places, .. } = &self.filter;
        [pieces, cars, trucks, empty].iter().any(|range| **range != NumberRange::ALL)
            || places.iter().any(PlaceCondition::is_of_lines)
    }

    /// Whether a row has the moves and walls that are wanted.
    pub(super) fn accepts(&self, entry: &RankEntry) -> bool {
        let Filter { moves, walls, tiers, .. } = &self.filter;
        moves.contains(entry.moves) && walls.contains(u32::from(entry.walls)) && tiers.accepts(entry.moves)
    }

    /// Whether a row has the pieces that are wanted, and in the lines in which they are wanted. `facts` are its own.
    fn accepts_board(&self, facts: &RowFacts, entry: RankEntry, expander: &mut Expander<'_>) -> io::Result<bool> {
        let has_pieces = self.filter.accepts_pieces(facts);
        let mut of_lines = self.filter.places.iter().filter(|condition| condition.is_of_lines()).peekable();
        if !has_pieces || of_lines.peek().is_none() {
            return Ok(has_pieces);
        }
        let board = expander.candidate(entry)?.to_string();
        Ok(of_lines.all(|condition| condition.holds(&board)))
    }

    /// Whether a row meets all conditions on ranks.
    pub(super) fn accepts_rank(&self, entry: RankEntry, expander: &mut Expander<'_>) -> io::Result<bool> {
        if !self.accepts(&entry) || !self.needs_boards() {
            return Ok(self.accepts(&entry));
        }
        self.accepts_board(&facts(entry, expander)?, entry, expander)
    }
}

/// The place of a row in an order: its key, then the greater number of moves. The published order decides between rows with the
/// same place.
pub(super) type Place = (u64, u32);

/// The place of a row in an order by a column that is known from its rank.
pub(super) fn place(ranking: &Ranking, entry: RankEntry, expander: &mut Expander<'_>) -> io::Result<Place> {
    let mut row = TableRow { moves: entry.moves, walls: u32::from(entry.walls), ..TableRow::default() };
    if !["moves", "walls"].contains(&ranking.column.name) {
        let RowFacts { pieces, cars, trucks, empty, .. } = facts(entry, expander)?;
        (row.pieces, row.cars, row.trucks, row.empty) = (pieces, cars, trucks, empty);
    }
    Ok((ranking.key(&row), u32::MAX - entry.moves))
}

/// What a board consists of, known from its rank.
///
/// # Errors
/// There is no such rank.
pub(super) fn facts(entry: RankEntry, expander: &mut Expander<'_>) -> io::Result<RowFacts> {
    let counts = expander.vehicle_counts(entry)?;
    let (walls, cars, trucks) = (u32::from(entry.walls), counts.cars, counts.trucks);
    let cells = expander.size().cells() as u32; // at most 49
    Ok(RowFacts { walls, pieces: 1 + cars + trucks, cars, trucks, empty: cells - walls - 2 * (1 + cars) - 3 * trucks })
}

/// The lines of a row's board, which are those of its candidate.
///
/// # Errors
/// There is no such rank.
pub(super) fn lines(entry: RankEntry, expander: &mut Expander<'_>) -> io::Result<BoardLines> {
    expander.vehicle_counts(entry)?;
    Ok(BoardLines::of(&expander.candidate(entry)?))
}

impl Sampled for RankEntry {
    /// Walls and rank identify it: `2/123456`.
    fn key(&self) -> (u32, Cow<'_, str>) {
        (self.moves, Cow::Owned(format!("{}/{}", self.walls, self.rank)))
    }
}
