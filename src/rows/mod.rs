//! A row of the database as a line: its facts and columns, filters, samples, splits, sorting and statistics.
//!
//! Start with [`RowLine`], the line of the database.
mod column_summary;
mod columns;
mod filter;
mod least_depth;
mod number_range;
mod place;
mod ranking;
mod row;
mod row_facts;
mod sampling;
pub(crate) mod sorter;
mod statistics;
mod tier;

pub use column_summary::{ColumnSummaries, ColumnSummary, quartile};
pub use columns::{Column, SolvedColumns, TableKind, TableRow};
pub use filter::{Filter, SolvedFilter};
pub use least_depth::LeastDepth;
pub use number_range::{FilterTextError, NumberRange};
pub use place::PlaceCondition;
pub use ranking::{RankedRows, Ranking};
pub use row::{FromLine, RowError, RowLine};
pub use row_facts::RowFacts;
pub(crate) use sampling::draw;
pub use sampling::{BoardLines, DistinctBoards, TwinGraph};
pub use sampling::{SampleSize, Sampled, Sampler, Sampling};
pub use sampling::{Shares, Split, SplitSide, split_hash, text_hash};
pub use sorter::MergeLimits;
pub use statistics::{BINS, Hardest, Statistics};
pub use tier::Tiers;
