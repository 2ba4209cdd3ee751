//! A row of the database as a line: its facts and columns, filters, samples, splits, sorting and statistics.
//!
//! Start with [`RowLine`], the line of the database.
#[cfg(feature = "cli")]
mod column_summary;
mod columns;
mod filter;
mod filter_options;
mod known_row;
mod least_depth;
mod number_range;
mod place;
mod ranking;
mod row;
mod sampling;
pub(crate) mod sorter;
mod stages;
#[cfg(feature = "cli")]
mod statistics;
mod tier;

#[cfg(feature = "cli")]
pub use column_summary::{ColumnSummaries, ColumnSummary, quartile};
pub use columns::{Column, Row, SolvedColumns, TableKind};
pub use filter::{Condition, Conditions, Filter, SolvedFilter};
pub use filter_options::FilterOptions;
pub use known_row::Staged;
pub use least_depth::LeastDepth;
pub use number_range::{FilterTextError, NumberRange};
pub use place::PlaceCondition;
pub use ranking::Ranking;
pub use row::{FromLine, RowError, RowLine};
pub(crate) use sampling::conditional_sample;
pub use sampling::{BoardLines, DistinctBoards, DuplicateGraph};
pub use sampling::{SampleSize, Sampled, Sampler, Sampling};
pub use sampling::{Shares, Split, SplitSide, split_hash, text_hash};
pub use sorter::MergeLimits;
pub use stages::{Stage, Stages, stages_of};
#[cfg(feature = "cli")]
pub use statistics::{BINS, Hardest, Statistics};
pub use tier::Tiers;
