//! The rows of boards alone: one's own boards, solved so that they can be chosen and counted like the rows of a database.
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use super::JobError;
use super::play::figures;
use crate::board::{Metric, Rules, Size};
use crate::engine::drive;
use crate::notation::View;
use crate::rows::{Row, RowLine};

/// The rows of boards, and what became of the other boards. Boards are named by their places.
#[derive(Clone, Default, Debug)]
pub struct OwnRows {
    /// The rows of the boards that can be solved, in the order of the boards. The moves of a row are those of its board, which need
    /// not be the hardest of its cluster.
    pub rows: Vec<Row>,
    /// Boards that can't be solved.
    pub unsolvable: Vec<String>,
    /// Boards whose clusters are too large.
    pub given_up: Vec<String>,
    /// Boards that are earlier ones, and these.
    pub same: Vec<(String, String)>,
}

/// The first place of each board, whatever its letters and its exit.
#[derive(Clone, Default, Debug)]
pub struct FirstPlaces(HashMap<(Size, String), String>);

impl FirstPlaces {
    /// The place of the same board before; `None` for a board that is new, which is now at `place`.
    pub fn before(&mut self, view: &View, place: &str) -> Option<&str> {
        let state = view.state();
        let first = self.0.entry((state.size(), state.to_string())).or_insert_with(|| place.to_owned());
        (first != place).then_some(first)
    }
}

/// Solves `boards`, each with its place, in a metric and within a number of states for each cluster. `step` is called with the
/// number of boards solved so far, and the number of all. The rows do not depend on `threads`.
///
/// # Errors
/// The first error of `boards`, or a [`JobError`].
pub fn own_rows<E: From<JobError>>(
    boards: impl Iterator<Item = Result<(View, String), E>>,
    metric: Metric,
    max_states: usize,
    threads: NonZeroUsize,
    mut step: impl FnMut(u64, u64),
) -> Result<OwnRows, E> {
    let (mut own, mut places) = (OwnRows::default(), FirstPlaces::default());
    let mut all = Vec::new();
    for board in boards {
        let (view, place) = board?;
        own.same.extend(places.before(&view, &place).map(|first| (place.clone(), first.to_owned())));
        all.push((view, place));
    }
    let (never, mut done, total) = (AtomicBool::new(false), 0, all.len() as u64); // a signal ends the program at once
    let write = |((view, place), (moves, states)): ((View, String), _)| -> Result<(), JobError> {
        done += 1;
        step(done, total);
        match (moves, states) {
            (Some(moves), Some(cluster_size)) => {
                let board = view.state().to_string();
                let row = Row::of(RowLine { moves, board, cluster_size }).map_err(|error| JobError::wrong(&place, error))?;
                own.rows.push(row.of_rules(Rules::of_state(view.state())));
            }
            (None, Some(_)) => own.unsolvable.push(place),
            _ => own.given_up.push(place),
        }
        Ok(())
    };
    let search = |(view, place): (View, String)| {
        let found = figures(&view, metric, max_states);
        ((view, place), found)
    };
    drive(|| (), |(), board| search(board), all, threads, &never, write)?;
    Ok(own)
}
