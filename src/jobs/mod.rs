//! Work that goes through the rows of files, one command each: `select`, `stats`, `verify`, and the choice of puzzles for `play`;
//! and `status`, the state of runs.
//!
//! `solved_rows` is what `select` and `stats` share: rows chosen by filters and samples, and solved on all threads if wanted.
mod error;
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
