//! The compiled module of the Python package `gridlock_puzzle`. Its comments are the docstrings of Python.
//!
//! Start with `board`; `convert` is the border between the two languages. Long work runs without the GIL, see `interrupt`.
mod arrays;
mod batch;
mod board;
mod cluster;
mod columns;
mod convert;
mod database;
mod database_iterator;
mod family;
mod generate;
mod indices;
mod interrupt;
mod notation;
mod numbers;
mod opened;
mod rows;
mod solve;
mod table;
mod threads;
mod walk;

use pyo3::prelude::*;

/// The compiled part of gridlock_puzzle. Import everything from there.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::batch::BoardBatch;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::cluster::{Cluster, States, cluster};
    #[pymodule_export]
    use crate::convert::{parse_move, parse_row};
    #[pymodule_export]
    use crate::database::{Database, database};
    #[pymodule_export]
    use crate::database_iterator::DatabaseIterator;
    #[pymodule_export]
    use crate::family::{family, near_twins};
    #[pymodule_export]
    use crate::generate::{Puzzles, generate};
    #[pymodule_export]
    use crate::notation::{read_board, write_moves};
    #[pymodule_export]
    use crate::rows::{RowIterator, Selection, read_rows};
    #[pymodule_export]
    use crate::solve::{animation, solve, solve_many};
    #[pymodule_export]
    use crate::table::{RowTable, read_table};

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
