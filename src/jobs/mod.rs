//! Work that goes through the rows of files, one command each: `select`, `stats`, `verify`, and the choice of puzzles for `play`;
//! and `status`, the state of runs.
//!
//! `solved_rows` is what `select` and `stats` share: rows chosen by filters and samples, and solved on all threads if wanted.
mod extra_columns;
mod own_boards;
mod play;
mod rank_page;
mod select;
mod solved_rows;
mod statistics;
mod status;
mod verify;

pub use extra_columns::ExtraColumns;
pub use own_boards::{FirstPlaces, OwnRows, own_rows};
pub use play::{Choice, ChoiceSettings, GivenPuzzle, PlaySettings, choose_boards, choose_puzzles};
pub use rank_page::{RankPage, rank_page};
pub use select::{SelectSettings, SelectSummary, Selection};
pub use solved_rows::SolvedRun;
pub use statistics::page::{statistics_as_html, statistics_as_svg};
pub use statistics::{solved_statistics, statistics, statistics_as_csv, statistics_as_text};
pub use status::{RunStatus, run_statuses};
pub use verify::{Finding, VerifySettings, VerifySummary, verify};

use crate::engine::PipelineError;
use crate::errors::{STOPPED, classes};
use crate::inputs::InputError;
use crate::rows::FilterTextError;
use crate::tables::TableError;
use std::io;

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
