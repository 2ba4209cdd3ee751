//! The search that finds the columns of one row.
use crate::board::Metric;
use crate::engine::counted;
use crate::jobs::JobError;
use crate::notation::View;
use crate::ranks::RowIds;
use crate::rows::{Row, SolvedColumns};
use crate::solve::{SolutionSearch, blocking_pieces, total_steps};
use std::collections::HashSet;

/// What one thread needs to solve rows.
#[derive(Default)]
pub(super) struct RowSearch {
    solutions: SolutionSearch,
    ids: RowIds,
}

impl RowSearch {
    /// Checks a row, and gives it the columns that need a search. Its cluster may have `max_states` states; `metric` is what the
    /// row counts.
    ///
    /// # Errors
    /// The [`JobError`] of this row.
    pub(super) fn solve(&mut self, row: &mut Row, max_states: usize, metric: Metric) -> Result<(), JobError> {
        row.solved = Some(Box::new(self.columns(row, max_states, metric)?));
        Ok(())
    }

    fn columns(&mut self, row: &Row, max_states: usize, metric: Metric) -> Result<SolvedColumns, JobError> {
        let state = row.state()?;
        let too_many = |error| JobError::TooMany(format!("the board {}: {error}; --max-states K allows more states", row.board));
        let report = self.solutions.report(&state, max_states).map_err(too_many)?;
        let wrong = |moves: String, states: u64| {
            JobError::Wrong(format!(
                "the row '{}' is wrong: its board takes {moves}, and its cluster has {states} states",
                row.text()
            ))
        };
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
        let letters = |items: &[usize]| items.iter().map(|&item| symbols[item].as_str()).collect();
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
            id: self.ids.of_goal(&report.smallest_goal, metric, row.rules).map_or(String::new(), |id| id.to_string()),
        })
    }
}
