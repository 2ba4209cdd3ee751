//! A row, the line of the database, as text.
use std::str::FromStr;

use crate::board::RowText;

pub use crate::board::RowError;

/// A row of the database as text, with `o` for the empty cells: its fields are checked, the pieces of its board are not.
///
/// Commands that move rows by the million use it. To look at the board, read the row as a [`Puzzle`](crate::board::Puzzle) instead,
/// which is written and ordered in the same way.
pub type RowLine = RowText<String>;

/// What a reader makes of a line of a file.
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
    /// A [`RowError`] if the line is not what it should be.
    fn from_line(line: u64, text: &str) -> Result<Option<Self>, RowError>;
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
    /// Programs write these files. Without its line end, the last row may have lost the last digits of its cluster size.
    const NEEDS_LINE_END: bool = true;

    fn from_line(_: u64, text: &str) -> Result<Option<RowLine>, RowError> {
        text.parse().map(Some)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::inputs::{InputError, RowReader};

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

    #[test]
    fn errors_name_file_and_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.txt");
        let good = "07 AAooBBooooooxooo 3\n";
        let error = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("written");
            let rows: Result<Vec<_>, _> = RowReader::open(&path).expect("opened").collect();
            rows.expect_err("an error")
        };
        assert!(matches!(error(format!("{good}{good}nonsense\n").as_bytes()), InputError::Row { line: 3, .. }));
        assert!(matches!(error(format!("{good}\n").as_bytes()), InputError::Row { line: 2, .. }));
        assert!(matches!(error(format!("{good}07 AAoo").as_bytes()), InputError::Truncated { line: 1, what: "a row", .. }));
        assert!(matches!(error(b"\xff\xfe\n"), InputError::NotText { line: 1, .. }));
        assert!(matches!(error(&[b'7'; 4096]), InputError::NotText { line: 1, .. }));
        assert!(matches!(RowReader::open(&folder.path().join("none.txt")), Err(InputError::Read { .. })));
    }
}
