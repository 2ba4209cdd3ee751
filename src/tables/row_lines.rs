//! Rows of the database as text, or as a rank file.

use super::error::TableError;
use super::format::{Columns, Format, Reading, TableWriter};
use super::record::{Cell, Cells};
use crate::board::RowText;
use crate::files::{LineEncoder, OutputFile};

pub(super) static ROW_LINES: Format = Format {
    name: "rows",
    help: "Rows `moves board cluster_size`",
    endings: &["txt", "gz", "bz2", "ranks"],
    columns: Columns::OfARow,
    recognise: |_| false,
    reading: Reading::Lines,
    create: |path, existing, _| Ok(Box::new(RowLines(OutputFile::rows(path, existing)?))),
};

struct RowLines(OutputFile);

impl TableWriter for RowLines {
    /// The first three columns form a row.
    fn write(&mut self, records: &[Cells<'_>]) -> Result<(), TableError> {
        let line = |record: &Cells<'_>| match record[..] {
            [(_, Cell::Number(moves)), (_, Cell::Text(board)), (_, Cell::Number(cluster_size)), ..] => {
                format!("{}\n", RowText { moves: moves as u32, board, cluster_size })
            }
            _ => String::new(),
        };
        let text: String = records.iter().map(line).collect();
        Ok(self.0.write(text.as_bytes())?)
    }

    fn encode_ranks(&mut self, encoder: Box<dyn LineEncoder>) {
        self.0.encode_ranks(encoder);
    }

    fn finish(self: Box<Self>) -> Result<(), TableError> {
        Ok(self.0.finish()?)
    }
}
