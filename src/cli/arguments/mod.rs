//! Arguments that several commands share, and how their values are read.
pub mod board;
pub mod board_table;
pub mod columns;
pub mod filter;
pub mod given_board;
pub mod parsers;
pub mod shared;
