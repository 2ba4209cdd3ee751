//! Tables: records with named fields, in several formats.
//!
//! A format is a source file with a [`Format`], which only [`FORMATS`] names. A reader is an iterator over [`Record`]s; a
//! [`TableWriter`] takes them. `parquet` and `sqlite` write if they are built with the features of their names.
mod csv;
mod format;
mod json;
mod parquet;
mod record;
mod row_lines;
mod sqlite;

pub use csv::SEPARATORS;
pub use format::{Columns, Format, Input, LONGEST_RECORD, Reading, Records};
pub use record::{Cell, CellType, Cells, Fields, ReadError, Record, TableError, TypedColumn, Value, any_case};
pub use row_lines::RANK;

use crate::files::{Codec, display_path};
use std::path::Path;

/// All formats, in the order of help. Rows come first.
pub static FORMATS: &[&Format] =
    &[&row_lines::ROW_LINES, &json::JSON_LINES, &json::JSON_ARRAY, &csv::CSV, &sqlite::SQLITE, &parquet::PARQUET];

impl Format {
    /// The format of this name in options.
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().copied().find(|format| format.name == name)
    }

    /// The format that the ending of a file name chooses, if it can hold such columns; standard output gets rows. `hard.csv.gz` is
    /// compressed CSV.
    ///
    /// # Errors
    /// [`TableError::Format`] for other endings.
    pub fn of_path(path: &Path, columns: Columns) -> Result<&'static Format, TableError> {
        let formats = || FORMATS.iter().copied().filter(|format| format.columns >= columns);
        let ending = if path == Path::new("-") { Some("txt") } else { path.extension().and_then(|ending| ending.to_str()) };
        let of = |ending: Option<&str>| formats().find(|format| ending.is_some_and(|ending| format.endings.contains(&ending)));
        let compressed = of(Codec::inner_ending(path)).filter(|format| format.columns == Columns::Any);
        compressed.or_else(|| of(ending)).ok_or_else(|| {
            let endings: Vec<String> = formats().flat_map(|format| format.endings).map(|ending| format!(".{ending}")).collect();
            let (file, endings) = (display_path(path), endings.join(", "));
            TableError::Format(format!("{file} does not have the ending of a format for this table: use one of {endings}"))
        })
    }

    /// This format, for a file of this name.
    ///
    /// # Errors
    /// [`TableError::Format`] if the ending is that of another format. Text may also be called `.txt`, and compressed `.gz` or
    /// `.bz2`.
    pub fn checked(&'static self, path: &Path) -> Result<&'static Format, TableError> {
        let ending = Codec::inner_ending(path).or_else(|| path.extension()?.to_str());
        let is_of = |format: &&&Format| ending.is_some_and(|ending| format.endings.contains(&ending));
        let is_text = self.columns == Columns::Any && Codec::of_path(path).is_some();
        match FORMATS.iter().find(is_of) {
            Some(other) if other.name != self.name && !is_text => Err(TableError::Format(format!(
                "{} has an ending of the format {}, but the format asked for is {}: let name and format agree",
                display_path(path),
                other.name,
                self.name
            ))),
            _ => Ok(self),
        }
    }

    /// The format of a file with these first bytes, if it is a table.
    pub fn of_start(start: &[u8]) -> Option<&'static Format> {
        FORMATS.iter().copied().find(|format| (format.recognise)(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compressed_table_is_no_file_of_rows() {
        let (mut tables, rows) = (0, row_lines::ROW_LINES.endings);
        for ending in FORMATS.iter().flat_map(|format| format.endings).chain(&["ranks"]) {
            for compression in ["gz", "bz2"] {
                let path = format!("rows.{ending}.{compression}");
                let is_rows = rows.contains(ending) && *ending != "ranks";
                assert_eq!(Codec::of_path(path.as_ref()).is_some(), is_rows, "{path}");
                tables += u32::from(!is_rows);
            }
        }
        assert!(tables > 12, "{tables}");
    }
}
