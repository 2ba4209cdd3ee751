//! Checking a file as a whole: format, letters, walls, duplicates, order, and the totals of its description.
use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::row_checks::{NumberedRow, text_hash};
use crate::files::FileSum;
use crate::gauge::Gauge;
use crate::inputs::{InputError, RowReader};
use crate::ranks::{RankChoice, RankCounts};
use crate::rows::RowLine;
use crate::run::{Description, RowOrder, RunIdentity};

/// Rows of a batch.
pub(super) const BATCH: usize = 32;
/// Faults kept for the report at the end; further ones are only counted.
const MOST_FAULTS: usize = 10_000;

/// Reads a file once and makes the checks that need no analysis of a cluster.
pub(super) struct FileChecks {
    path: PathBuf,
    reader: RowReader,
    /// Its rows, if it is a rank file.
    counts: Arc<RankCounts>,
    description: Option<Description>,
    cells: Option<usize>,
    /// The line in which each board occurs, by its hash.
    boards: HashMap<u128, u64>,
    last: Option<RowLine>,
    /// The sum of the cluster sizes, as the rows state them.
    states: u64,
    /// The greatest number of moves, as the rows state them.
    deepest: u32,
    /// The first line that is not in the published order.
    unordered: Option<u64>,
    faults: Vec<(u64, String)>,
    /// Number of faults beyond [`MOST_FAULTS`].
    pub(super) not_kept: u64,
    error: Option<InputError>,
}

impl FileChecks {
    /// Opens a file that may have a description. Of a rank file only the rows of `choice` are found.
    ///
    /// # Errors
    /// [`InputError`] if it can't be opened.
    pub(super) fn new(
        path: &Path,
        description: Option<Description>,
        choice: RankChoice,
        gauge: &Gauge,
    ) -> Result<FileChecks, InputError> {
        let cells = description.as_ref().map(|description| description.identity.rules.size().cells());
        let counts = choice.counts.clone();
        let reader = RowReader::open_chosen(path, gauge, choice)?;
        let path = path.to_owned();
        Ok(FileChecks {
            path,
            reader,
            counts,
            description,
            cells,
            boards: HashMap::new(),
            last: None,
            states: 0,
            deepest: 0,
            unordered: None,
            faults: Vec::new(),
            not_kept: 0,
            error: None,
        })
    }

    /// The rows read so far, or all of a rank file that is sampled.
    pub(super) fn rows(&self) -> u64 {
        self.counts.rows.load(Ordering::Relaxed).max(self.reader.checksum().lines)
    }

    /// The rows that can be analysed, in batches. Ends at an error, which [`FileChecks::finish`] returns.
    pub(super) fn batches(&mut self) -> impl Iterator<Item = Vec<NumberedRow>> {
        std::iter::from_fn(|| {
            let batch: Vec<NumberedRow> = std::iter::from_fn(|| self.next_row()).take(BATCH).collect();
            (!batch.is_empty()).then_some(batch)
        })
    }

    fn next_row(&mut self) -> Option<NumberedRow> {
        loop {
            match self.reader.next()? {
                Ok(row) => {
                    let line = self.reader.line();
                    self.check(line, &row);
                    return Some((line, row));
                }
                Err(InputError::Row { line, source, .. }) => self.fault(line, || format!("not a row: {source}")),
                Err(error) => {
                    self.error = Some(error);
                    return None;
                }
            }
        }
    }

    fn fault(&mut self, line: u64, fault: impl FnOnce() -> String) {
        if self.faults.len() < MOST_FAULTS { self.faults.push((line, fault())) } else { self.not_kept += 1 }
    }

    fn check(&mut self, line: u64, row: &RowLine) {
        let as_written = format!("{row}\n");
        if self.reader.line_bytes() != as_written.as_bytes() {
            self.fault(line, || format!("not as the database writes it, which is {row}"));
        }
        self.states = self.states.saturating_add(row.cluster_size);
        self.deepest = self.deepest.max(row.moves);
        let cells = row.board.len();
        let expected = *self.cells.get_or_insert(cells);
        if expected != cells {
            self.fault(line, || format!("its board has {cells} cells, not {expected} as the rows before it"));
        }
        let walls = row.board.bytes().filter(|&cell| cell == b'x').count();
        if let Some(RunIdentity { walls: range, moves: least, .. }) = self.description.as_ref().map(|found| found.identity) {
            if !(range.min()..=range.max()).contains(&walls) {
                self.fault(line, || format!("it has {walls} walls, which the description rules out"));
            }
            if row.moves < least.0 {
                self.fault(line, || format!("the description names only rows of {least}"));
            }
        }
        if let Some(first) = self.boards.insert(text_hash(&row.board), line) {
            self.fault(line, || format!("the same board as in line {first}"));
        } else if self.last.as_ref().is_some_and(|last| last > row) {
            self.unordered.get_or_insert(line);
        }
        self.last = Some(row.clone());
    }

    /// Passes the faults to `count` and returns the order of the rows. `to_the_end`: the file was read to its end.
    ///
    /// # Errors
    /// The [`InputError`] that ended the reading, or of reading the file again for its SHA-256.
    pub(super) fn finish(
        &mut self,
        to_the_end: bool,
        stop: &AtomicBool,
        count: &mut dyn FnMut(u64, String),
    ) -> Result<Option<RowOrder>, InputError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        for (line, fault) in self.faults.drain(..) {
            count(line, fault);
        }
        if !to_the_end {
            return Ok(None);
        }
        let described = self.description.as_ref().map(|description| description.order);
        let order = match (self.unordered, described) {
            (None, _) => Some(RowOrder::Published),
            (Some(_), Some(RowOrder::Candidates)) => Some(RowOrder::Candidates),
            (Some(_), None) if self.reader.is_table() => None,
            (Some(line), _) => {
                let fault =
                    "out of order: it belongs before the row above it, and no description says that rows are in another order";
                count(line, fault.to_owned());
                None
            }
        };
        let Some(description) = &self.description else { return Ok(order) };
        let mut total = |what, found: &dyn Display, expected: &dyn Display| {
            let (found, expected) = (found.to_string(), expected.to_string());
            if found != expected {
                count(0, format!("{what}: {found}, but the description says {expected}"));
            }
        };
        if description.order == RowOrder::Ranks && !self.reader.is_of_ranks() {
            total("order of the rows", &"as in a text", &"as in a rank file");
        }
        let sum = self.reader.checksum();
        let rows = self.rows();
        total("rows", &rows, &description.rows.lines);
        if sum.lines == rows {
            total("SHA-256 of the rows", &sum.sha256, &description.rows.sha256);
            total("bytes of the rows", &sum.bytes, &description.rows.bytes);
            total("states in rows", &self.states, &description.counts.states_in_rows);
            total("deepest", &self.deepest, &description.counts.deepest);
        }
        let file = FileSum::of(&self.path, stop).map_err(|source| InputError::Read { path: self.path.clone(), source })?;
        if let Some(file) = file {
            total("bytes of the file", &file.bytes, &description.file.bytes);
            total("SHA-256 of the file", &file.sha256, &description.file.sha256);
        }
        Ok(order)
    }
}
