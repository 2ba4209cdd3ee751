//! Files of the database: rows and boards as lines, readers, filters and samples, merging, tables in other formats, statistics.
//!
//! Start with [`RowLine`], the line of the database, and [`RowReader`], which reads a file of them; `line_reader` is the reader of rows and
//! boards alike. Of the search it knows one thing: from the rank of a row to the row, and back (`ranks`).
mod any_table;
mod board_line;
mod column_summary;
mod filter;
mod line_reader;
mod merge;
mod number_range;
mod ranking;
mod ranks;
mod row;
mod row_facts;
mod sample;
mod seeded_hash;
mod sorter;
mod split;
mod statistics;
mod table;
mod table_text;
mod vehicle_colour;
mod vehicles;

pub use any_table::{
    AnyTable, AnyTableFormat, AnyTableWriter, BoardTable, Fields, OpenedBoards, Record, field, is_row_by_steps, stated_metric,
};
pub use board_line::{BoardLine, BoardReader};
pub use column_summary::{ColumnSummaries, ColumnSummary};
pub use filter::{Filter, SolvedFilter};
pub use line_reader::{FromLine, InputError, LineReader};
pub use merge::{MergeError, Merged, MergedInput, RowOrigin, merge};
pub use number_range::{NumberRange, NumberRangeError};
pub use ranking::{RankedRows, Ranking};
pub use ranks::{
    Database, DatabaseRows, Expander, ROWS_VERSION, RankChoice, RankCounts, RankEntry, RankFile, RankFileProblem, RankHeader,
    RankSettings, RankTables, RankWriter, RowProblem, built_in_databases, built_in_size, crc32, is_built_in, rank_header,
};
pub use row::{RowError, RowLine, RowReader};
pub use row_facts::{RowFacts, RowFactsError};
pub use sample::{SampleSize, Sampled, Sampler};
pub use seeded_hash::seeded_hash;
pub use sorter::MergeLimits;
pub use split::{Shares, SharesError, Split, SplitSide};
pub use statistics::{BINS, Hardest, RowTotals, Statistics};
pub use table::{Column, SolvedColumns, Table, TableError, TableFormat, TableKind, TableRow};
pub use table_text::TableTextError;
pub use vehicles::{Vehicles, VehiclesError};
