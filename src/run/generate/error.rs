//! Why a run of the generator fails.
use crate::engine::PipelineError;
use crate::files::{OutputError, RunFolderError, classes};
use crate::generate::ClusterTooLarge;
use crate::run::TablesError;

/// Why the output is not complete, apart from a signal.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The candidates could not be counted, or a signal came first.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// A cluster is larger than the search can handle.
    #[error(transparent)]
    Search(#[from] ClusterTooLarge),
    /// A worker failed.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// The run folder failed.
    #[error(transparent)]
    Folder(#[from] RunFolderError),
    /// The output could not be completed.
    #[error(transparent)]
    Output(#[from] OutputError),
}

classes!(GenerateError [Tables.0, Search.0, Pipeline.0, Folder.0, Output.0]);

classes!(GivenUp: ClusterTooLarge);
