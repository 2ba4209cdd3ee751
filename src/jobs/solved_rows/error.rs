//! Why rows could not be read or solved.
use std::io;
use std::path::PathBuf;

use crate::board::{SearchError, TextError};
use crate::engine::PipelineError;
use crate::files::{classes, display_path};
use crate::inputs::{InputError, SourceError};
use crate::rows::RowFactsError;
use crate::tables::TableError;

/// Why rows could not be read or solved.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// A row can't be read, or the stop flag of its files was set.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A file of rows can't be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A row whose board has impossible pieces.
    #[error(transparent)]
    RowFacts(#[from] RowFactsError),
    /// A board is impossible.
    #[error("the board {board}: {source}")]
    Board {
        /// The board.
        board: String,
        /// What is wrong with it.
        source: TextError,
    },
    /// A cluster is too large to be solved.
    #[error("the board {board}: {source}; --max-states K allows more states")]
    TooMany {
        /// The board.
        board: String,
        /// The limit.
        source: SearchError,
    },
    /// The moves or the cluster size of a row are wrong.
    #[error("the row '{row}' is wrong: its board takes {moves}, and its cluster has {states} states")]
    WrongRow {
        /// The row.
        row: String,
        /// The moves that its board needs, as text.
        moves: String,
        /// The states of its cluster.
        states: u64,
    },
    /// The threads can't be started, or a worker failed.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// The run folder failed, or it is not known what the rows count.
    #[error(transparent)]
    Run(#[from] io::Error),
    /// A line in the run folder is not a solved row.
    #[error("the solved rows in {} can't be read: {source}; --restart discards them", display_path(path))]
    Saved {
        /// The run folder.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The solved rows are not the rows that were read at first.
    #[error(
        "the solved rows in {} are not the rows of the files: these were changed by another program while their rows were being \
         solved; --restart discards what is solved", display_path(.0)
    )]
    OtherRows(PathBuf),
    /// The table can't be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The stop flag was set.
    #[error("stopped by a signal before the work was complete")]
    Stopped,
}

classes!(
    RowsError [Source.0, Input.0, Pipeline.0, Run.0, Table.0]
    GivenUp: TooMany;
    Stopped: Stopped;
    WrongInput: RowFacts, Board, WrongRow, Saved, OtherRows
);
