//! Why a job could not be done.
use std::io;

use crate::engine::PipelineError;
use crate::files::{STOPPED, classes};
use crate::inputs::InputError;
use crate::rows::FilterTextError;
use crate::tables::TableError;

/// Why a job could not be done.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A file can't be read, or its stop flag was set.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A description or a run folder can't be read or written, the metric of the rows differs from the one requested, or the
    /// tables of the candidates can't be built.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The letters of a row do not form a board.
    #[error(transparent)]
    Board(#[from] FilterTextError),
    /// The threads can't be started, or a worker failed.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// The table can't be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A row, a board or a saved row is wrong.
    #[error("{0}")]
    Wrong(String),
    /// A cluster is too large to be solved.
    #[error("{0}")]
    TooMany(String),
    /// The stop flag was set.
    #[error("{STOPPED}")]
    Stopped,
}

classes!(JobError [Input.0, File.0, Pipeline.0, Table.0] WrongInput: Wrong, Board; GivenUp: TooMany; Stopped: Stopped);

impl JobError {
    /// Something wrong at a place.
    pub(super) fn wrong(place: &str, problem: impl std::fmt::Display) -> JobError {
        JobError::Wrong(format!("{place}: {problem}"))
    }
}
