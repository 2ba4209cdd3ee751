//! The rows of files that pass filter and split: what the program and the Python package read of any file.
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::line_reader::{InputError, RowReader};
use crate::files::Gauge;
use crate::ranks::{RankChoice, RankCounts, built_in_size, is_built_in};
use crate::rows::{RowFacts, RowLine};

/// Files of rows, and which of their rows are wanted.
#[derive(Clone, Debug)]
pub struct RowSource {
    /// Files of rows; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// The conditions that rows must meet, and for rank files, which rows are found at all.
    pub choice: RankChoice,
    /// Shows the progress of reading the files.
    pub gauge: Gauge,
}

impl RowSource {
    /// Whether its files can be read again and give the same rows: they are regular files.
    pub fn is_repeatable(&self) -> bool {
        let is_regular = |path: &PathBuf| {
            is_built_in(path) || path != Path::new("-") && fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
        };
        self.inputs.iter().all(is_regular)
    }

    /// The rows that are wanted, in the order of the files.
    pub fn rows(&self) -> SourceRows {
        self.gauge.begin_files(&self.inputs, built_in_size);
        let inputs = self.inputs.clone().into_iter();
        let (source, counts, facts) = (self.clone(), Arc::default(), RowFacts::default());
        SourceRows { source, inputs, input: None, counts, read: 0, passed: 0, facts }
    }
}

/// Iterates over the rows of a [`RowSource`].
pub struct SourceRows {
    source: RowSource,
    /// Inputs that have not been opened yet.
    inputs: std::vec::IntoIter<PathBuf>,
    input: Option<RowReader>,
    /// What rank files hold.
    counts: Arc<RankCounts>,
    /// Rows of other files.
    read: u64,
    passed: u64,
    /// Those of the last row.
    facts: RowFacts,
}

impl SourceRows {
    /// The number of rows read so far. All rows of a rank file count as soon as it is opened.
    pub fn read(&self) -> u64 {
        self.read + self.counts.rows.load(Ordering::Relaxed)
    }

    /// The number of rows that passed filter and split so far; `None` if it is not known, since a sample was full before all rows
    /// were tried.
    pub fn passed(&self) -> Option<u64> {
        let choice = &self.source.choice;
        if choice.sample.is_none() && choice.top.is_none() {
            return Some(self.passed);
        }
        (!choice.needs_rows()).then(|| self.counts.passed.load(Ordering::Relaxed))
    }

    /// What the board of the last row consists of.
    pub fn facts(&self) -> RowFacts {
        self.facts
    }

    /// Opens the next file, if no file is open and there is one. The first row does so too; this is for those who want to know at
    /// once whether it can be read.
    ///
    /// # Errors
    /// As [`RowReader::open`].
    pub fn open(&mut self) -> Result<(), InputError> {
        if self.input.is_none()
            && let Some(path) = self.inputs.next()
        {
            let choice = RankChoice { counts: self.counts.clone(), ..self.source.choice.clone() };
            self.input = Some(RowReader::open_chosen(&path, &self.source.gauge, choice)?);
        }
        Ok(())
    }

    fn next_row(&mut self) -> Result<Option<RowLine>, InputError> {
        loop {
            self.open()?;
            let Some(input) = &mut self.input else { return Ok(None) };
            let choice = &self.source.choice;
            if choice.stop.load(Ordering::Relaxed) {
                return Err(InputError::Stopped);
            }
            let Some(row) = input.next() else {
                self.input = None;
                continue;
            };
            let row = row?;
            self.read += u64::from(!input.is_of_ranks());
            let facts = RowFacts::of(&row).map_err(|error| {
                let (path, line) = (input.path().to_owned(), input.line());
                InputError::Record { path, line, problem: error.to_string() }
            })?;
            if choice.accepts_row(&row, &facts) {
                self.passed += 1;
                self.facts = facts;
                return Ok(Some(row));
            }
        }
    }
}

impl Iterator for SourceRows {
    type Item = Result<RowLine, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_row().transpose()
    }
}

debug_as_name!([] SourceRows);
