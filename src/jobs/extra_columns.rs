//! Columns that `select` makes of a row as it writes it: its id, and its pieces and walls as lists.
use super::JobError;
use crate::board::{Item, Metric, Move, Rules};
use crate::notation::{MoveNotation, View};
use crate::ranks::{RowId, RowIds};
use crate::rows::Row;
use crate::tables::{Cell, CellType, Cells, TypedColumn};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

/// Which of these columns a table has, and how its solutions are written.
#[derive(Debug)]
pub struct ExtraColumns {
    /// Whether there is a column `id`.
    pub with_ids: bool,
    /// Whether there are columns `pieces_list` and `walls_list`.
    pub with_lists: bool,
    /// How the moves of solutions are written.
    pub notation: MoveNotation,
    /// What the rows count.
    pub metric: Metric,
    /// Finds the ids of other rows.
    pub ids: RowIds,
}

/// The values of a row in these columns.
#[derive(Debug)]
pub struct ExtraValues {
    id: Option<String>,
    lists: Option<[Box<RawValue>; 2]>,
}

impl ExtraColumns {
    /// The columns whose values have one type.
    pub fn typed(&self) -> Vec<TypedColumn> {
        let id = TypedColumn { name: "id", cell_type: CellType::Text, indexed: false };
        self.with_ids.then_some(id).into_iter().collect()
    }

    /// The values of a row, whose solution is written anew. Of rows that do not know their ranks the clusters are explored.
    ///
    /// # Errors
    /// The letters of the row are not a board.
    pub fn of(&mut self, row: &mut Row) -> Result<ExtraValues, JobError> {
        let solution = row.solved.as_ref().filter(|_| self.notation != MoveNotation::default()).map(|solved| &solved.solution);
        if !self.with_ids && !self.with_lists && solution.is_none() {
            return Ok(ExtraValues { id: None, lists: None });
        }
        let view = View::of_state(&row.state()?);
        let written = solution.map(|solution| {
            let moves = view.read_moves(solution).expect("moves that the program wrote");
            let moves: Vec<Move> = moves.iter().map(|written| view.meant(written).expect("a piece of the board")).collect();
            view.written(&moves, self.notation).join(self.notation.separator())
        });
        if let (Some(written), Some(solved)) = (written, &mut row.solved) {
            solved.solution = written;
        }
        let (walls, metric) = (row.walls as u8, self.metric); // at most 49
        let id = self.with_ids.then(|| {
            let rules = row.rules.unwrap_or_else(|| Rules::of_state(view.state()));
            let known = row.rank.map(|rank| RowId { rules, walls, rank, metric });
            known.or_else(|| self.ids.of(view.state(), metric, row.rules)).map_or_else(String::new, |id| id.to_string())
        });
        Ok(ExtraValues { id, lists: self.with_lists.then(|| lists(&view)) })
    }
}

impl ExtraValues {
    /// Adds the values to the record of the row.
    pub fn add_to<'r>(&'r self, record: &mut Cells<'r>) {
        record.extend(self.id.as_deref().map(|id| ("id", Cell::Text(id))));
        if let Some([pieces, walls]) = &self.lists {
            record.extend([("pieces_list", Cell::Json(pieces)), ("walls_list", Cell::Json(walls))]);
        }
    }
}

/// The pieces and the walls of a board as JSON. `x` and `y` are the column and the row of the left or upper cell, from 1.
fn lists(view: &View) -> [Box<RawValue>; 2] {
    let (mut pieces, mut walls) = (Vec::new(), Vec::new());
    for (index, item) in view.state().items().iter().enumerate() {
        match *item {
            Item::Piece(piece) => {
                let (row, column) = view.corner_of(piece);
                let orientation = if view.stands(piece) { "V" } else { "H" };
                pieces.push(json!({
                    "id": view.name(index), "x": column + 1, "y": row + 1, "length": piece.length, "orientation": orientation,
                }));
            }
            Item::Wall(cell) => {
                let width = view.size().width();
                walls.push(json!({ "x": cell % width + 1, "y": cell / width + 1 }));
            }
        }
    }
    [pieces, walls].map(|list| to_raw_value(&list).expect("JSON"))
}
