//! A row, the line of the database, as text.
use std::str::FromStr;

use crate::board::RowText;
use crate::tables::Record;

pub use crate::board::RowError;

/// A row of the database as text, with `o` for the empty cells: its fields are checked, but not the pieces of its board.
///
/// Commands that move rows by the million use it. To get at the board, read the row as a [`Puzzle`](crate::board::Puzzle)
/// instead, which is written and ordered in the same way.
pub type RowLine = RowText<String>;

/// What a reader turns a line of a file into.
pub trait FromLine: Sized {
    /// What a line holds, for messages: "a row".
    const WHAT: &'static str;
    /// The longest line that is read into memory, in bytes, including its end.
    const LONGEST_LINE: usize;
    /// Whether a last line without its line end means that the file is truncated.
    const NEEDS_LINE_END: bool;

    /// Reads line number `line`, without its end; `None` if the line is to be skipped.
    ///
    /// # Errors
    /// A [`RowError`] that says what is wrong with the line.
    fn from_line(line: u64, text: &str) -> Result<Option<Self>, RowError>;

    /// Reads a record of a table, and puts the line that stands for it into `line`.
    ///
    /// # Errors
    /// What is wrong with the record.
    fn from_record(record: &Record, line: &mut String) -> Result<Option<Self>, RecordProblem> {
        line.clone_from(&text_of(record, "board")?);
        Self::from_line(record.line, line).map_err(RecordProblem::Row)
    }
}

/// Why a record is not a row.
#[derive(Debug)]
pub enum RecordProblem {
    /// It has the columns of a row, but other values.
    Row(RowError),
    /// It lacks one of these columns, or a number is not one.
    Column(String),
}

/// The text of a column; its name may be written in capitals.
fn text_of(record: &Record, name: &str) -> Result<String, RecordProblem> {
    let text = record.fields.get_any_case(name).map(|value| value.cell().text()).filter(|text| !text.is_empty());
    text.ok_or_else(|| RecordProblem::Column(format!("there is no {name}; a row needs moves (or steps), board and cluster_size")))
}

/// The number in a column.
fn number_of(record: &Record, name: &str) -> Result<u64, RecordProblem> {
    let text = text_of(record, name)?;
    text.parse().map_err(|_| RecordProblem::Column(format!("{text:?} in the column {name} is not a number")))
}

impl FromStr for RowLine {
    type Err = RowError;

    /// Reads a row without its line end; `.` counts as `o`.
    fn from_str(line: &str) -> Result<RowLine, RowError> {
        let RowText { moves, board, cluster_size } = RowText::parse(line)?;
        Ok(RowLine { moves, board: board.replace('.', "o"), cluster_size })
    }
}

impl FromLine for RowLine {
    const WHAT: &'static str = "a row";
    const LONGEST_LINE: usize = 128;
    /// Without its line end, the last row may have lost the last digits of its cluster size.
    const NEEDS_LINE_END: bool = true;

    fn from_line(_: u64, text: &str) -> Result<Option<RowLine>, RowError> {
        text.parse().map(Some)
    }

    /// In a table by steps, the column of the moves is called `steps`. Other tables have both columns, one of which holds
    /// solutions.
    fn from_record(record: &Record, line: &mut String) -> Result<Option<RowLine>, RecordProblem> {
        let is_by_steps = record.fields.get_any_case("moves").is_none() && record.fields.get_any_case("steps").is_some();
        let moves = number_of(record, if is_by_steps { "steps" } else { "moves" })?;
        let (board, cluster_size) = (text_of(record, "board")?, number_of(record, "cluster_size")?);
        let row = RowText::of_fields(moves, board, cluster_size).map_err(RecordProblem::Row)?;
        *line = row.to_string();
        Ok(Some(RowLine { board: row.board.replace('.', "o"), ..row }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> RowLine {
        text.parse().expect("a row")
    }

    #[test]
    fn rows_of_the_published_database_come_back() {
        for line in ["60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332", "05 oBBBCCooFoDDooFAAHooFooHooGEEEooGooo 11"] {
            assert_eq!(row(line).to_string(), line);
        }
        assert_eq!(row("101 AAoooooooooooooo 1").to_string(), "101 AAoooooooooooooo 1");
        assert_eq!(row("07 AA..ooooooooooo. 1").to_string(), "07 AAoooooooooooooo 1", "dots become o");
    }
}
