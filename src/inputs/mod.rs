//! Files of rows and boards, whatever their format: text, tables, rank files and the built-in databases. Merging.
//!
//! Start with [`LineReader`], which reads rows and boards alike. A [`Plan`] says how rows are selected, and its
//! [`RowSource`] gives them.
mod any_table;
mod board_line;
mod content;
mod json_boards;
mod line_reader;
#[cfg(feature = "cli")]
mod merge;
mod plan;
mod row_source;
mod vehicles;

pub use any_table::{BoardTable, OpenedBoards, is_row_by_steps, open_boards, stated_metric};
pub use board_line::boards_of;
pub use json_boards::text_of_json;
pub use line_reader::{InputError, LineReader, ReadFile, RowReader};
#[cfg(feature = "cli")]
pub use merge::{MergedInput, merge};
pub use plan::{Plan, SelectedRows};
pub use row_source::{FoundRows, RowSource};
pub use vehicles::Vehicles;
