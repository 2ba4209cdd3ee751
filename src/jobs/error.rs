//! Why a job could not be done.
use crate::engine::PipelineError;
use crate::files::{RunFolderError, classes};
use crate::inputs::InputError;
use crate::run::{DescriptionError, RowMetricError, TablesError};
use crate::tables::TableError;

/// Why a job could not be done.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A file can't be read, or its stop flag was set.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A description can't be read.
    #[error(transparent)]
    Description(#[from] DescriptionError),
    /// It is not known what the rows count, or something other than what is asked for.
    #[error(transparent)]
    Metric(#[from] RowMetricError),
    /// The tables for the checks of shard and order can't be built, or a signal came first.
    #[error("the order and shard in the description can't be checked: {0}")]
    Tables(#[from] TablesError),
    /// The threads can't be started, or a worker failed.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// The run folder failed.
    #[error(transparent)]
    Folder(#[from] RunFolderError),
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
    #[error("stopped by a signal before the work was complete")]
    Stopped,
}

classes!(
    JobError [Input.0, Description.0, Metric.0, Tables.0, Pipeline.0, Folder.0, Table.0]
    WrongInput: Wrong;
    GivenUp: TooMany;
    Stopped: Stopped
);

impl JobError {
    /// Something wrong at a place.
    pub(super) fn wrong(place: &str, problem: impl std::fmt::Display) -> JobError {
        JobError::Wrong(format!("{place}: {problem}"))
    }
}
