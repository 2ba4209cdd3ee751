//! Rows of the database as text, or as a rank file.
use super::format::{Columns, Format, Reading};
use super::record::{Cell, Cells};
use super::text_table::TextTable;
use crate::board::RowText;
use crate::files::OutputFile;

pub(super) static ROW_LINES: Format = Format {
    name: "rows",
    help: "Rows `moves board cluster_size`",
    endings: &["txt", "gz", "bz2", "ranks"],
    columns: Columns::OfARow,
    recognise: |_| false,
    reading: Reading::Lines,
    create: |path, existing, _, ranks| {
        Ok(Box::new(TextTable::new(OutputFile::rows(path, existing, ranks)?, |records| {
            Ok(records.unwrap_or_default().iter().map(line).collect::<String>().into_bytes())
        })))
    },
};

/// The first three columns as a row.
fn line(record: &Cells<'_>) -> String {
    match record[..] {
        [(_, Cell::Number(moves)), (_, Cell::Text(board)), (_, Cell::Number(cluster_size)), ..] => {
            format!("{}\n", RowText { moves: moves as u32, board, cluster_size })
        }
        _ => String::new(),
    }
}
