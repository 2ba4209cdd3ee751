//! Arguments that several commands share, and how their values are read.
mod board;
mod board_table;
mod columns;
mod filter;
mod given_board;
mod own_boards;
mod parsers;
mod shard;
mod shared;

pub(crate) use board::{BoardSource, first_board};
pub(crate) use board_table::{Entry, entries, whole_number};
pub(crate) use columns::ColumnArguments;
pub(crate) use filter::FilterArguments;
pub(crate) use given_board::{GivenBoard, ReadingArguments};
pub(crate) use own_boards::OwnBoards;
pub(crate) use parsers::{bytes, price, processors, seconds};
pub(crate) use shard::ShardArgument;
pub(crate) use shared::{
    FolderArguments, ForceArgument, MaxStatesArgument, MetricArgument, PiecesArguments, ROWS_OUTPUT, RowMetricArgument,
    RulesArguments, RunArguments, SearchArguments, SeedArgument, ThreadsArgument,
};
