//! `select`: rows from files, through filter, split and sample, into a table.
use super::numbers::counted;
use super::pipeline::{self, PipelineError, Work};
use crate::board::{State, TextError, TooManyStates, View};
use crate::database::{
    Filter, InputError, RowFacts, RowFactsError, RowLine, RowReader, SampleSize, Sampler, SolvedColumns, Split, Table,
    TableError, TableRow,
};
use crate::solve::SolutionReport;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Rows of a batch if they are not solved.
const BATCH: usize = 512;
/// Rows of a batch if they are solved, which takes from 1 to 100 ms a row.
const SOLVED_BATCH: usize = 8;

/// Which rows to select, and whether to solve them.
#[derive(Clone, Debug)]
pub struct SelectSettings {
    /// Files of rows; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// The conditions that rows must meet.
    pub filter: Filter,
    /// The side of a split to keep, if the rows are split.
    pub split: Option<Split>,
    /// How many rows to keep.
    pub sample_size: SampleSize,
    /// Seed of the sample.
    pub seed: u64,
    /// `Some` if boards are to be solved: the greatest number of states that a search may keep.
    pub solve: Option<usize>,
    /// Threads that solve. The table does not depend on it.
    pub threads: NonZeroUsize,
}

/// How many rows were read and written.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SelectSummary {
    /// Rows read.
    pub read: u64,
    /// Rows that passed filter and split.
    pub passed: u64,
    /// Rows written.
    pub written: u64,
}

/// Why rows can't be selected.
#[derive(Debug, thiserror::Error)]
pub enum SelectError {
    /// A file of rows can't be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A row whose board has impossible pieces.
    #[error(transparent)]
    RowFacts(#[from] RowFactsError),
    /// The table can't be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A worker failed.
    #[error(transparent)]
    Pipeline(PipelineError<Infallible>),
    /// A board is impossible.
    #[error("the board {board}: {source}")]
    Board {
        /// The board.
        board: String,
        /// What is wrong with it.
        source: TextError,
    },
    /// A cluster is too large to be solved.
    #[error("the board {board}: {source}; --max-states K allows more states")]
    TooMany {
        /// The board.
        board: String,
        /// The limit.
        source: TooManyStates,
    },
    /// The moves or the cluster size of a row are wrong.
    #[error("the row '{row}' is wrong: its board takes {moves}, and its cluster has {states} states")]
    WrongRow {
        /// The row.
        row: String,
        /// The moves that its board needs, as text.
        moves: String,
        /// The states of its cluster.
        states: u64,
    },
}

/// Reads, filters and samples rows, solves them if that is wanted, and writes them to `table`. The caller finishes the table.
///
/// `step` is called with the number of rows written so far, and the number of rows to be written if that is known.
///
/// # Errors
/// The first [`SelectError`] in the order of the rows.
pub fn select(
    settings: &SelectSettings,
    table: &mut Table,
    mut step: impl FnMut(u64, Option<u64>),
) -> Result<SelectSummary, SelectError> {
    let never = AtomicBool::new(false); // a signal ends the program at once
    let batch_size = if settings.solve.is_some() { SOLVED_BATCH } else { BATCH };
    let mut passing = PassingRows::new(settings);
    let mut written = 0;
    let mut write_in_order = |batches: &mut dyn Iterator<Item = Batch>, total: Option<u64>| {
        let write = |rows: Result<Vec<TableRow>, SelectError>| {
            let rows = rows?;
            table.write(&rows)?;
            written += rows.len() as u64;
            step(written, total);
            Ok(())
        };
        let driven = pipeline::drive(&TableRows { solve: settings.solve }, batches, settings.threads, &never, write);
        driven.map(drop).map_err(|error| error.into_write_error().unwrap_or_else(SelectError::Pipeline))
    };
    if settings.sample_size == SampleSize::All {
        write_in_order(&mut Batches { rows: &mut passing, most: batch_size, error: None }, None)?;
    } else {
        let mut sampler = Sampler::new(settings.sample_size, settings.seed);
        for row in &mut passing {
            sampler.offer(row?);
        }
        let rows = sampler.finish();
        write_in_order(&mut rows.chunks(batch_size).map(|rows| Ok(rows.to_vec())), Some(rows.len() as u64))?;
    }
    Ok(SelectSummary { written, ..passing.summary })
}

/// Rows to be solved and written together, or the error that ends the input.
type Batch = Result<Vec<RowLine>, SelectError>;

/// The rows of all inputs that pass filter and split.
struct PassingRows<'s> {
    settings: &'s SelectSettings,
    /// Inputs that have not been opened yet.
    inputs: std::slice::Iter<'s, PathBuf>,
    input: Option<RowReader>,
    summary: SelectSummary,
}

impl PassingRows<'_> {
    fn new(settings: &SelectSettings) -> PassingRows<'_> {
        PassingRows { settings, inputs: settings.inputs.iter(), input: None, summary: SelectSummary::default() }
    }

    fn next_row(&mut self) -> Result<Option<RowLine>, SelectError> {
        loop {
            let Some(row) = self.input.as_mut().and_then(Iterator::next) else {
                let Some(path) = self.inputs.next() else { return Ok(None) };
                self.input = Some(RowReader::open(path)?);
                continue;
            };
            let row = row?;
            self.summary.read += 1;
            let SelectSettings { filter, split, .. } = self.settings;
            if filter.accepts(&row, &RowFacts::of(&row)?) && split.is_none_or(|split| split.accepts(&row)) {
                self.summary.passed += 1;
                return Ok(Some(row));
            }
        }
    }
}

impl Iterator for PassingRows<'_> {
    type Item = Result<RowLine, SelectError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_row().transpose()
    }
}

/// Rows in batches; an error is a batch of its own, after the rows that stand before it.
struct Batches<'r, 's> {
    rows: &'r mut PassingRows<'s>,
    most: usize,
    error: Option<SelectError>,
}

impl Iterator for Batches<'_, '_> {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let mut batch = Vec::new();
        while self.error.is_none() && batch.len() < self.most {
            match self.rows.next() {
                Some(Ok(row)) => batch.push(row),
                Some(Err(error)) => self.error = Some(error),
                None => break,
            }
        }
        if batch.is_empty() { self.error.take().map(Err) } else { Some(Ok(batch)) }
    }
}

/// Making table rows as work for the pipeline.
struct TableRows {
    /// The greatest number of states if boards are solved.
    solve: Option<usize>,
}

impl Work for TableRows {
    type Batch = Batch;
    type Outcome = Result<Vec<TableRow>, SelectError>;
    type Worker<'w> = ();

    fn worker(&self) {}

    fn run(&self, (): &mut (), batch: Batch) -> Self::Outcome {
        batch?.iter().map(|row| table_row(row, self.solve)).collect()
    }
}

/// The row of the table for a row of the database, with the columns that need a search if it is to be solved.
fn table_row(row: &RowLine, solve: Option<usize>) -> Result<TableRow, SelectError> {
    let RowFacts { walls, pieces, cars, trucks, empty } = RowFacts::of(row)?;
    let solved = solve.map(|max_states| solved_columns(row, max_states)).transpose()?;
    let RowLine { moves, board, cluster_size } = row.clone();
    Ok(TableRow { moves, board, cluster_size, walls, pieces, cars, trucks, empty, solved })
}

fn solved_columns(row: &RowLine, max_states: usize) -> Result<SolvedColumns, SelectError> {
    let board = || row.board.clone();
    let state: State = row.board.parse().map_err(|source| SelectError::Board { board: board(), source })?;
    let details = SolutionReport::of(&state, max_states).map_err(|source| SelectError::TooMany { board: board(), source })?;
    let wrong = |moves: String, states| SelectError::WrongRow { row: row.to_string(), moves, states };
    let Some(details) = details else { return Err(wrong("no number of moves to solve".to_owned(), 0)) };
    if details.solution.len() as u32 != row.moves || details.states != row.cluster_size {
        return Err(wrong(counted(details.solution.len() as u64, "move"), details.states));
    }
    let view = View::of_state(&state);
    Ok(SolvedColumns {
        solution: view.describe_all(&details.solution),
        steps: details.steps,
        goal_states: details.goal_states,
        unsolved_states: details.unsolved_states,
        first_moves: view.describe_all(&details.first_moves),
        shortest_solutions: i64::try_from(details.shortest_solutions).unwrap_or(i64::MAX),
    })
}
