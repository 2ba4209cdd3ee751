//! The columns of one row.
use super::error::RowsError;
use crate::board::{Metric, State};
use crate::engine::counted;
use crate::notation::View;
use crate::ranks::RowIds;
use crate::rows::{BoardLines, RowFacts, RowLine, SolvedColumns, TableRow};
use crate::solve::{SolutionSearch, blocking_pieces, total_steps};
use std::collections::HashSet;

/// What one thread needs to fill the columns.
#[derive(Default)]
pub(super) struct RowSearch {
    solutions: SolutionSearch,
    ids: RowIds,
}

/// The row of the table for a row of the database, with the columns that need a search if it is to be solved: `solve` is the
/// greatest number of states that its cluster may have. `metric` is what the row counts.
///
/// # Errors
/// The [`RowsError`] of this row.
pub(super) fn table_row(
    row: &RowLine,
    search: &mut RowSearch,
    solve: Option<usize>,
    metric: Metric,
) -> Result<TableRow, RowsError> {
    let RowFacts { walls, pieces, cars, trucks, empty } = RowFacts::of(row)?;
    let solved = solve.map(|max_states| solved_columns(row, search, max_states, metric)).transpose()?;
    let RowLine { moves, board, cluster_size } = row.clone();
    Ok(TableRow { moves, board, cluster_size, walls, pieces, cars, trucks, empty, solved })
}

/// The lines of a board.
///
/// # Errors
/// [`RowsError::Board`] if there is no such board.
pub fn lines_of(board: &str) -> Result<BoardLines, RowsError> {
    Ok(BoardLines::of(&state_of(board)?))
}

fn state_of(board: &str) -> Result<State, RowsError> {
    board.parse().map_err(|source| RowsError::Board { board: board.to_owned(), source })
}

fn solved_columns(row: &RowLine, search: &mut RowSearch, max_states: usize, metric: Metric) -> Result<SolvedColumns, RowsError> {
    let board = || row.board.clone();
    let state = state_of(&row.board)?;
    let report = search.solutions.report(&state, max_states).map_err(|source| RowsError::TooMany { board: board(), source })?;
    let wrong = |moves: String, states| RowsError::WrongRow { row: row.to_string(), moves, states };
    let Some(report) = report else { return Err(wrong(format!("no number of {metric} to solve"), 0)) };
    let depth = match metric {
        Metric::Moves => report.solution.len() as u32,
        Metric::Steps => report.fewest_steps,
    };
    if depth != row.moves || report.states != row.cluster_size {
        return Err(wrong(counted(depth, metric.noun()), report.states));
    }
    let (view, solution, shortest) = (View::of_state(&state), &report.solution, &report.shortest);
    let moved_pieces = solution.iter().map(|step| step.item).collect::<HashSet<_>>().len() as u32;
    let symbols = view.symbols();
    let letters = |items: &[usize]| items.iter().map(|&item| symbols[item]).collect();
    Ok(SolvedColumns {
        solution: view.describe_all(solution),
        solution_steps: total_steps(solution),
        fewest_steps: report.fewest_steps,
        goal_states: report.goal_states,
        deepest_states: report.deepest_states,
        greatest_depth: report.greatest_depth,
        first_moves: view.describe_all(&shortest.first_moves),
        first_move_count: shortest.first_moves.len() as u32,
        shortest_solutions: i64::try_from(shortest.count).unwrap_or(i64::MAX),
        always_moved: letters(&shortest.always_moved),
        ever_moved: letters(&shortest.ever_moved),
        primary_always_returns: shortest.primary_always_returns.into(),
        always_repeats: shortest.always_repeats.into(),
        moved_pieces,
        primary_moves: solution.iter().filter(|step| step.item == 0).count() as u32,
        repeats: solution.len() as u32 - moved_pieces,
        legal_moves: state.legal_moves().len() as u32,
        blocking_pieces: blocking_pieces(&state).len() as u32,
        id: search.ids.of_goal(&report.smallest_goal).map_or(String::new(), |id| id.to_string()),
    })
}
