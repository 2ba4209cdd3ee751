//! The puzzles of a rank file for a page of `play` that finds them by itself.
use super::play::ChoiceSettings;
use crate::board::Metric;
use crate::draw::{PlayCollection, PlayRow};
use crate::files::sha256;
use crate::inputs::Plan;
use crate::notation::Exit;
use crate::ranks::{Database, rank_header};
use crate::rows::Stage;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

/// The moves of the puzzle that the page of a database shows first.
const EASY: RangeInclusive<u32> = 4..=6;

/// The puzzles of a rank file that a page finds by itself.
#[derive(Clone, Debug)]
pub struct RankPage {
    /// What the page holds.
    pub collection: PlayCollection,
    /// What its depths count.
    pub metric: Metric,
    /// Rows of the file.
    pub read: u64,
    /// Rows that pass.
    pub passed: u64,
}

/// The rows of a rank file that pass, for a page that finds them by itself; `None` if `path` is not a rank file, or the choice
/// needs the rows.
///
/// # Errors
/// The file is damaged.
pub fn rank_page(path: &Path, choice: &ChoiceSettings) -> io::Result<Option<RankPage>> {
    let Plan { choice: ranks, stages } = &choice.plan;
    let needs_rows = ranks.conditions.need_rows() || !stages.iter().all(|stage| matches!(stage, Stage::Limit(_)));
    if choice.exit != Exit::Right || needs_rows || rank_header(path).is_none_or(|header| !header.rules.is_classic()) {
        return Ok(None);
    }
    let database = Database::open(path)?;
    let selection = database.selection(&ranks.conditions.filter)?;
    let counts =
        selection.counts.iter().map(|(&(walls, moves, pieces), &count)| [walls.into(), moves.into(), pieces.into(), count]);
    let id = sha256(&selection.bytes)[..16].to_owned();
    let first = easy_row(&Database::of_bytes(selection.bytes.clone())?)?;
    let collection = PlayCollection { id, counts: counts.collect(), ranks: selection.bytes, first };
    Ok(Some(RankPage { collection, metric: database.metric(), read: database.len(), passed: selection.rows }))
}

/// The first row with few moves; `None` if no row has so few.
fn easy_row(database: &Database) -> io::Result<Option<PlayRow>> {
    for (row, entry) in (0..).zip(database.entries()) {
        if EASY.contains(&entry?.moves) {
            let found = database.get(row)?;
            return Ok(found.map(|puzzle| PlayRow {
                row,
                board: puzzle.board.to_string(),
                moves: puzzle.moves,
                states: puzzle.cluster_size,
            }));
        }
    }
    Ok(None)
}
