//! One file for each subcommand, those that draw in `pictures`, and `manual` for two: its arguments and the call that they become.
//!
//! A command checks its arguments, opens its input and output, calls one function of the library, and prints the answer.
pub mod analyse;
pub mod count;
pub mod generate;
pub mod hunt;
pub mod levels;
pub mod manual;
pub mod merge;
pub mod pictures;
pub mod plan;
pub mod select;
pub mod solve;
pub mod stats;
pub mod status;
pub mod verify;
