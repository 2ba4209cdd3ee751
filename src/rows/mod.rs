//! A row of the database as a line: its facts and columns, filters, samples, splits, sorting and statistics.
//!
//! Start with [`RowLine`], the line of the database.
mod column_summary;
mod columns;
mod draw;
mod filter;
mod least_depth;
mod near_twins;
mod number_range;
mod place;
mod ranking;
mod row;
mod row_facts;
mod row_table;
mod sample;
mod seeded_hash;
pub(crate) mod sorter;
mod split;
mod statistics;
mod tier;

pub use column_summary::{ColumnSummaries, ColumnSummary, quartile};
pub use columns::{Column, SolvedColumns, TableKind, TableRow};
pub(crate) use draw::draw;
pub use filter::{Filter, SolvedFilter};
pub use least_depth::LeastDepth;
pub use near_twins::{BoardLines, DistinctBoards, TwinGraph};
pub use number_range::NumberRange;
pub use place::PlaceCondition;
pub use ranking::{RankedRows, Ranking};
pub use row::{FromLine, RecordProblem, RowError, RowLine};
pub use row_facts::{RowFacts, RowFactsError};
pub use row_table::RowTable;
pub use sample::{SampleSize, Sampled, Sampler, Sampling};
pub use seeded_hash::text_hash;
pub use sorter::MergeLimits;
pub use split::{Shares, Split, SplitSide, split_hash};
pub use statistics::{BINS, Hardest, Statistics};
pub use tier::Tiers;
