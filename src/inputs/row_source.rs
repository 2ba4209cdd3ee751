//! The rows of files that meet conditions: what the program and the Python package read of any file.
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::line_reader::{InputError, RowReader};
use crate::board::{Rules, Size};
use crate::gauge::Gauge;
use crate::ranks::{RankChoice, built_in_size, is_built_in, rank_header};
use crate::rows::Row;

/// The rows of each file that holds boards alone: each board was solved for its moves and its cluster size.
pub type FoundRows = HashMap<PathBuf, Vec<Row>>;

/// Files of rows, and which of their rows are wanted.
#[derive(Clone, Debug)]
pub struct RowSource {
    /// Files of rows; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// The rows of those that hold boards alone.
    pub found: Arc<FoundRows>,
    /// The conditions that rows must meet, and which rows of a rank file are found at all.
    pub choice: RankChoice,
    /// The rules of files of text, if they are known.
    pub rules: HashMap<PathBuf, Rules>,
    /// Shows the progress of reading the files.
    pub gauge: Gauge,
}

impl RowSource {
    /// All rows of some files.
    pub fn all(inputs: Vec<PathBuf>) -> RowSource {
        RowSource { inputs, found: Arc::default(), choice: RankChoice::all(), rules: HashMap::new(), gauge: Gauge::default() }
    }

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
        let (mut source, has_one) = (self.clone(), inputs.len() == 1);
        source.choice.counts = Arc::default();
        SourceRows { source, has_one, inputs, input: Opened::Nothing, rules: None, read: 0, passed: 0 }
    }
}

/// Iterates over the rows of a [`RowSource`].
pub struct SourceRows {
    source: RowSource,
    /// Whether there is only one input: then rows of ranks keep their ranks.
    has_one: bool,
    /// Inputs that have not been opened yet.
    inputs: std::vec::IntoIter<PathBuf>,
    input: Opened,
    /// The rules of its rows, if they are known.
    rules: Option<Rules>,
    /// Rows of files that are not rank files.
    read: u64,
    passed: u64,
}

/// The input that is read.
enum Opened {
    /// The next one has not been opened yet.
    Nothing,
    File(Box<RowReader>),
    Found {
        path: PathBuf,
        /// The number of the next row.
        next: usize,
    },
}

impl SourceRows {
    /// The number of rows read so far. All rows of a rank file count as soon as it is opened.
    pub fn read(&self) -> u64 {
        self.read + self.source.choice.counts.rows.load(Ordering::Relaxed)
    }

    /// Whether ranks take over more than conditions.
    pub(super) fn takes_over(&self) -> bool {
        self.source.choice.then.is_some()
    }

    /// The number of rows that met the conditions so far; `None` if ranks take over more than conditions, but do not tell it.
    pub fn passed(&self) -> Option<u64> {
        if self.takes_over() { self.source.choice.passed() } else { Some(self.passed) }
    }

    /// Opens the next file, if no file is open and there is one. The first row does so too; this is for those who want to know at
    /// once whether it can be read.
    ///
    /// # Errors
    /// As [`RowReader::open`].
    pub fn open(&mut self) -> Result<(), InputError> {
        if matches!(self.input, Opened::Nothing)
            && let Some(path) = self.inputs.next()
        {
            if self.source.found.contains_key(&path) {
                self.input = Opened::Found { path, next: 0 };
            } else {
                self.rules = rank_header(&path).map(|header| header.rules).or(self.source.rules.get(&path).copied());
                self.input =
                    Opened::File(Box::new(RowReader::open_chosen(&path, &self.source.gauge, self.source.choice.clone())?));
            }
        }
        Ok(())
    }

    fn next_row(&mut self) -> Result<Option<Row>, InputError> {
        loop {
            self.open()?;
            let choice = &self.source.choice;
            let input = match &mut self.input {
                Opened::Nothing => return Ok(None),
                Opened::File(input) => input,
                Opened::Found { path, next } => {
                    let Some(row) = self.source.found[path].get(*next) else {
                        self.input = Opened::Nothing;
                        continue;
                    };
                    (*next, self.read) = (*next + 1, self.read + 1);
                    if choice.conditions.accept(row) {
                        self.passed += 1;
                        return Ok(Some(row.clone()));
                    }
                    continue;
                }
            };
            if choice.stop.load(Ordering::Relaxed) {
                return Err(InputError::Stopped);
            }
            let Some(line) = input.next() else {
                self.input = Opened::Nothing;
                continue;
            };
            let line = line?;
            let wrong = |problem| InputError::Record { path: input.file().path.clone(), line: input.line(), problem };
            if let Some(problem) = refusal(self.rules, &line.board) {
                return Err(wrong(problem));
            }
            let mut row = Row::of(line).map_err(|error| wrong(error.to_string()))?;
            if let Some(rules) = self.rules {
                row = row.of_rules(rules);
            }
            row.rank = input.rank().filter(|_| self.has_one);
            self.read += u64::from(!input.is_of_ranks());
            // ranks have met the conditions that do not need the row
            if input.is_of_ranks() && !choice.conditions.need_rows() || choice.conditions.accept(&row) {
                self.passed += 1;
                return Ok(Some(row));
            }
        }
    }
}

/// Why a board can't be one of some rules; `None` if it can.
fn refusal(rules: Option<Rules>, board: &str) -> Option<String> {
    if let Some(size) = rules.map(Rules::size) {
        return (size.cells() != board.len()).then(|| format!("the board {board} is not of {size}"));
    }
    let problem = "is not square, and neither --size nor a description beside the file says its columns and rows";
    Size::of_cells(board.len()).is_none().then(|| format!("the board {board} {problem}"))
}

impl Iterator for SourceRows {
    type Item = Result<Row, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_row().transpose()
    }
}

debug_as_name!([] SourceRows);
