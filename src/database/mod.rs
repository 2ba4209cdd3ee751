//! Rows of the database: text, readers, order, filters, tables, statistics.
pub mod board_line;
pub mod filter;
pub mod line_reader;
pub mod merge;
pub mod row;
pub mod row_facts;
pub mod statistics;
pub mod table;
pub mod vehicles;

pub use board_line::{BoardLine, BoardReader};
pub use filter::{Filter, NumberRange, NumberRangeError, SampleSize, Sampler, Split, SplitSide, seeded_hash};
pub use line_reader::{FromLine, InputError, LineReader};
pub use merge::{MergeError, MergeLimits, Merged, RowOrigin, merge};
pub use row::{RowError, RowLine, RowReader};
pub use row_facts::{RowFacts, RowFactsError};
pub use statistics::{BINS, RowTotals, Statistics};
pub use table::table_row::{SolvedColumns, TableError, TableRow};
pub use table::{Table, TableFormat};
pub use vehicles::{Vehicles, VehiclesError};
