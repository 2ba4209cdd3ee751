//! What the drawing commands share: `--theme`, the format by the file's extension, and the solution to draw.
use crate::board::Move;
use crate::draw::Theme;
use crate::notation::View;
use crate::solve::{self, SolveOptions};
use anyhow::{Context, Result};
use clap::ValueEnum;
use std::path::Path;

/// The value of `--theme`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThemeName {
    Light,
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Theme {
        match name {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        }
    }
}

/// The extension of a file's name; empty if it has none.
pub(crate) fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// A shortest solution, checked by replaying it; `None` if there is none.
///
/// # Errors
/// The search meets more than `max_states` states.
pub(crate) fn shortest_solution(view: &View, max_states: usize) -> Result<Option<Vec<Move>>> {
    let solution = SolveOptions::new()
        .max_states(max_states)
        .solve(view.state())
        .context("gave up on the solution; --max-states K allows more states")?;
    if let Some(solution) = &solution {
        solve::replay(view.state(), solution.moves()).context("the solution found is wrong: this is a bug in gridlock")?;
    }
    Ok(solution.map(|solution| solution.moves().to_vec()))
}
