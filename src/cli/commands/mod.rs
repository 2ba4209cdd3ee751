//! One file for each subcommand: its arguments and the call that they become.
//!
//! A command checks its arguments, opens its input and output, calls one function of the library, and prints the answer.
pub mod analyse;
pub mod completions;
pub mod count;
pub mod generate;
pub mod graph;
pub mod hunt;
pub mod levels;
pub mod man;
pub mod merge;
pub mod plan;
pub mod play;
pub mod render;
pub mod select;
pub mod sheet;
pub mod solve;
pub mod stats;
pub mod verify;
