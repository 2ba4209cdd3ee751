//! The puzzles of a rank file for a page of `play` that finds them by itself.
use super::play::ChoiceSettings;
use crate::board::{Metric, Orientation, State};
use crate::draw::PlayCollection;
use crate::files::sha256;
use crate::inputs::Plan;
use crate::notation::Exit;
use crate::ranks::{Database, rank_header};
use crate::rows::Stage;
use std::io;
use std::path::Path;

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
    if choice.exit != Exit::Right || needs_rows || rank_header(path).is_none() {
        return Ok(None);
    }
    let database = Database::open(path)?;
    let selection = database.selection(&ranks.conditions.filter)?;
    let counts =
        selection.counts.iter().map(|(&(walls, moves, pieces), &count)| [walls.into(), moves.into(), pieces.into(), count]);
    let checkpoints = selection.checkpoints.iter().map(|point| (point.walls, point.rank, cell_codes(&point.candidate)));
    let id = sha256(&selection.bytes)[..16].to_owned();
    let (counts, checkpoints) = (counts.collect(), checkpoints.collect());
    let collection = PlayCollection { id, counts, checkpoints, ranks: selection.bytes };
    Ok(Some(RankPage { collection, metric: database.metric(), read: database.len(), passed: selection.rows }))
}

/// A state in half as many characters as it has cells, for the checkpoints of a page. Each character is a number of base 36, for
/// two cells: six times what begins at the first, plus what begins at the second. There begins nothing (0), a wall (1), a
/// horizontal car or truck (2, 3), or a vertical one (4, 5).
fn cell_codes(state: &State) -> String {
    let cells = state.size().cells();
    let mut codes = vec![0; cells.next_multiple_of(2)];
    for (cell, code) in codes.iter_mut().enumerate().take(cells) {
        *code = state.walls().contains(cell).into();
    }
    for piece in state.pieces() {
        let is_vertical = piece.orientation == Orientation::Vertical;
        codes[piece.row * state.size().n() + piece.column] = piece.length as u32 + if is_vertical { 2 } else { 0 };
    }
    let digits = codes.chunks(2).map(|pair| char::from_digit(6 * pair[0] + pair[1], 36).expect("two numbers below 6"));
    digits.collect()
}
