//! Why a run of the generator fails.
use crate::engine::PipelineError;
use crate::files::{OutputError, RunFolderError, classes};
use crate::generate::ClusterTooLarge;
use crate::run::tables::TablesError;

/// Why the output is not complete, apart from a signal.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The candidates could not be counted, or a signal came first.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The search or the writing of its rows failed.
    #[error(transparent)]
    Pipeline(#[from] PipelineError<BatchError>),
    /// The run folder failed.
    #[error(transparent)]
    Folder(#[from] RunFolderError),
    /// The output could not be completed.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// Why a batch was not written.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// A cluster is larger than the search can handle.
    #[error(transparent)]
    Search(#[from] ClusterTooLarge),
    /// Its rows could not be written.
    #[error(transparent)]
    Folder(#[from] RunFolderError),
}

classes!(GenerateError [Tables.0, Pipeline.0, Folder.0, Output.0]);

classes!(BatchError [Search.0, Folder.0]);

classes!(GivenUp: ClusterTooLarge);
