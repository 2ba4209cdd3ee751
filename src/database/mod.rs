//! Rows of the database: text, readers, order, filters, tables, statistics.
pub mod board_reader;
pub mod filter;
pub mod merge;
pub mod row;
pub mod row_facts;
pub mod row_reader;
pub mod statistics;
pub mod table;
pub mod vehicles;

pub use board_reader::{BoardLine, BoardReader};
pub use filter::{Filter, NumberRange, NumberRangeError, SampleSize, Sampler, Split, SplitSide, seeded_hash};
pub use merge::{MergeError, MergeLimits, Merged, RowOrigin, merge};
pub use row::{RowError, RowLine};
pub use row_facts::{RowFacts, RowFactsError};
pub use row_reader::{InputError, RowReader};
pub use statistics::{BINS, RowTotals, Statistics};
pub use table::table_row::{SolvedColumns, TableError, TableRow};
pub use table::{Table, TableFormat};
pub use vehicles::{Vehicles, VehiclesError};
