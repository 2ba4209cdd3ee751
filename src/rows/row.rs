//! A row, the line of the database, as text.
use std::str::FromStr;

use crate::board::{RowText, as_text};
use crate::tables::{Record, any_case};

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

    /// The value of a row that was never a line; `None` if it must be written as one.
    fn from_row(_row: RowLine) -> Option<Self> {
        None
    }

    /// The line that stands for a record of a table.
    ///
    /// # Errors
    /// What is wrong with the record.
    fn text_of(record: &Record) -> Result<String, String> {
        column(record, "board")
    }
}

/// The text of a column; its name may be written in capitals.
fn column(record: &Record, name: &str) -> Result<String, String> {
    let text = any_case(&record.fields, name).map(|value| value.cell().text()).filter(|text| !text.is_empty());
    text.ok_or_else(|| format!("there is no {name}; a row needs moves (or steps), board and cluster_size"))
}

/// The number in a column.
fn number(record: &Record, name: &str) -> Result<u64, String> {
    let text = column(record, name)?;
    // pandas writes the whole numbers of a column with gaps as 20.0
    let whole = text.strip_suffix(".0").unwrap_or(&text);
    whole.parse().map_err(|_| format!("{text:?} in the column {name} is not a number"))
}

impl FromStr for RowLine {
    type Err = RowError;

    /// Reads a row without its line end; `.` counts as `o`.
    fn from_str(line: &str) -> Result<RowLine, RowError> {
        let RowText { moves, board, cluster_size } = RowText::parse(line)?;
        Ok(RowLine { moves, board: board.replace('.', "o"), cluster_size })
    }
}

as_text!(RowLine);

impl FromLine for RowLine {
    const WHAT: &'static str = "a row";
    const LONGEST_LINE: usize = 128;
    /// Without its line end, the last row may have lost the last digits of its cluster size.
    const NEEDS_LINE_END: bool = true;

    fn from_line(_: u64, text: &str) -> Result<Option<RowLine>, RowError> {
        text.parse().map(Some)
    }

    fn from_row(row: RowLine) -> Option<RowLine> {
        Some(row)
    }

    /// In a table by steps, the column of the moves is called `steps`. Other tables have both columns, one of which holds
    /// solutions.
    fn text_of(record: &Record) -> Result<String, String> {
        let is_by_steps = any_case(&record.fields, "moves").is_none() && any_case(&record.fields, "steps").is_some();
        let moves = number(record, if is_by_steps { "steps" } else { "moves" })?;
        Ok(format!("{moves:02} {} {}", column(record, "board")?, number(record, "cluster_size")?))
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
