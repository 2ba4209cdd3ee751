//! Rows of the database as text, or as a rank file.
use super::format::{Columns, Format, Reading, TextTable};
use super::record::{Cell, Cells};
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
        let output = OutputFile::rows(path, existing, ranks)?;
        let with_ranks = output.makes_ranks();
        Ok(Box::new(TextTable::new(output, move |records| {
            Ok(records.unwrap_or_default().iter().map(|record| line(record, with_ranks)).collect::<String>().into_bytes())
        })))
    },
};

/// The last column of a row on its way into a rank file, if its rank is known.
pub const RANK: &str = "rank";

/// The first three columns as a row, perhaps with its rank if that is known.
fn line(record: &Cells<'_>, with_rank: bool) -> String {
    match record[..] {
        [(_, Cell::Number(moves)), (_, Cell::Text(board)), (_, Cell::Number(cluster_size)), ..] => {
            let row = RowText { moves: moves as u32, board, cluster_size };
            match record.last() {
                Some((RANK, Cell::Number(rank))) if with_rank => format!("{row} {rank}\n"),
                _ => format!("{row}\n"),
            }
        }
        _ => String::new(),
    }
}
