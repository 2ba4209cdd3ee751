//! The commands that draw, and what they have in common: the format by the file's extension, and the solution to draw.
pub mod graph;
pub mod play;
pub mod render;
pub mod sheet;

use crate::board::Move;
use crate::cli::arguments::FilterArguments;
use crate::cli::{Context, Failure, Result, print_message};
use crate::engine::{counted, grouped};
use crate::files::display_path;
use crate::jobs::Choice;
use crate::notation::View;
use crate::solve::{self, SolveOptions};
use std::ffi::OsStr;
use std::path::Path;

/// The extension of a file's name; empty if it has none.
fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// A shortest solution, checked by replaying it; `None` if there is none.
///
/// # Errors
/// The search meets more than `max_states` states.
fn shortest_solution(view: &View, max_states: usize) -> Result<Option<Vec<Move>>> {
    let solution = SolveOptions::new().max_states(max_states).solve(view.state());
    let solution = solution.context("gave up on the solution; --max-states K allows more states")?;
    Ok(solution.map(|solution| {
        solve::replay(view.state(), solution.moves()).expect("a solution solves its board");
        solution.moves().to_vec()
    }))
}

/// Refuses a choice without boards.
///
/// # Errors
/// The file holds no board, or none passes.
fn check_chosen<T>(choice: &Choice<T>, input: &OsStr, rows: &FilterArguments, purpose: &str) -> Result<()> {
    if choice.read == 0 {
        return Err(Failure::no_board_in(input));
    }
    if choice.chosen.is_empty() {
        Failure::check_left_out(&choice.unsolvable, &[])?;
        let boards = counted(choice.read, "board");
        let tip = rows.more_walls_tip(&[input.into()]);
        return Err(Failure::negative(format!("none of {boards} passes the filters, so there is nothing to {purpose}{tip}")));
    }
    Ok(())
}

/// Says on stderr what was made and where, such as `12 cards: open cards.pdf`, and how many boards a limit left out.
fn print_made(made: &str, output: &Path, left_out: Option<u64>, quiet: bool) {
    if quiet || output == Path::new("-") {
        return;
    }
    let more = match left_out {
        Some(0) => String::new(),
        Some(more) => format!("; {} more left out, --limit K takes more", grouped(more)),
        None => "; others may pass, --limit K takes more".to_owned(),
    };
    print_message(&format!("{made}: open {}{more}", display_path(output)));
}
