//! Rows from files through filter, split and sample into a table.
use crate::board::{State, TextError, TooManyStates, View};
use crate::database::{
    Filter, InputError, RowFacts, RowFactsError, RowLine, RowReader, SampleSize, Sampler, SolvedColumns, Split, Table,
    TableError, TableRow,
};
use crate::solve::SolutionReport;
use rayon::prelude::*;
use std::path::PathBuf;

/// Records that are made, and written, together.
const CHUNK: usize = 1 << 13;

/// What to choose, and what to tell of it.
#[derive(Clone, Debug)]
pub struct SelectSettings {
    /// Files of rows; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// What the rows must be like.
    pub filter: Filter,
    /// The side of a split, if there is one.
    pub split: Option<Split>,
    /// How many rows are kept.
    pub sample_size: SampleSize,
    /// Seed of the choice.
    pub seed: u64,
    /// Whether boards are solved, and the greatest number of states then.
    pub solve: Option<usize>,
}

/// How many rows there were.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SelectSummary {
    /// Rows read.
    pub read: u64,
    /// Rows that passed filter and split.
    pub passed: u64,
    /// Rows written.
    pub written: u64,
}

/// A selection that can't be made.
#[derive(Debug, thiserror::Error)]
pub enum SelectError {
    /// A file of rows.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A row whose board has impossible pieces.
    #[error(transparent)]
    RowFacts(#[from] RowFactsError),
    /// The table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A board that is none.
    #[error("the board {board}: {source}")]
    Board { board: String, source: TextError },
    /// A cluster too large to be solved.
    #[error("the board {board}: {source}; --max-states K allows more states")]
    TooMany { board: String, source: TooManyStates },
    /// A row that says other than its board.
    #[error("the row '{row}' is wrong: its board takes {moves}, and its cluster has {states} states")]
    WrongRow { row: String, moves: String, states: u64 },
}

/// Reads, chooses and writes; the table is not finished here.
///
/// # Errors
/// The first [`SelectError`].
pub fn select(selection: &SelectSettings, table: &mut Table) -> Result<SelectSummary, SelectError> {
    let mut selected = SelectSummary::default();
    let mut sampler = Sampler::new(selection.sample_size, selection.seed);
    let mut chunk = Vec::new();
    for input in &selection.inputs {
        for row in RowReader::open(input)? {
            let row = row?;
            selected.read += 1;
            let passes = selection.filter.accepts(&row, &RowFacts::of(&row)?);
            if !passes || !selection.split.is_none_or(|split| split.accepts(&row)) {
                continue;
            }
            selected.passed += 1;
            if selection.sample_size != SampleSize::All {
                sampler.offer(row);
                continue;
            }
            chunk.push(row);
            if chunk.len() == CHUNK {
                selected.written += write(&chunk, selection, table)?;
                chunk.clear();
            }
        }
    }
    for rows in [chunk, sampler.finish()] {
        for rows in rows.chunks(CHUNK) {
            selected.written += write(rows, selection, table)?;
        }
    }
    Ok(selected)
}

fn write(rows: &[RowLine], selection: &SelectSettings, table: &mut Table) -> Result<u64, SelectError> {
    let records: Vec<TableRow> = rows.par_iter().map(|row| record(row, selection.solve)).collect::<Result<_, _>>()?;
    table.write(&records)?;
    Ok(records.len() as u64)
}

/// The line of the table for a row, with what a search finds out if it is asked for.
fn record(row: &RowLine, solve: Option<usize>) -> Result<TableRow, SelectError> {
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
        return Err(wrong(format!("{} moves", details.solution.len()), details.states));
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
