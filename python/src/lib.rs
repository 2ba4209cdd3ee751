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
mod family;
mod generate;
mod indices;
mod interrupt;
mod notation;
mod numbers;
mod opened;
mod read;
mod row_iterator;
mod row_table;
mod selection;
mod solve;

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
    use crate::convert::{BoardError, GridlockError, LimitExceeded, parse_move, parse_row};
    #[pymodule_export]
    use crate::database::{Database, database};
    #[pymodule_export]
    use crate::family::{family, near_twins};
    #[pymodule_export]
    use crate::generate::{Puzzles, generate};
    #[pymodule_export]
    use crate::notation::{find_moves, read_board, read_moves, write_moves};
    #[pymodule_export]
    use crate::read::{read_rows, read_table};
    #[pymodule_export]
    use crate::row_iterator::{DatabaseIterator, RowIterator};
    #[pymodule_export]
    use crate::row_table::RowTable;
    #[pymodule_export]
    use crate::selection::Selection;
    #[pymodule_export]
    use crate::solve::{animation, solve, solve_many};

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
