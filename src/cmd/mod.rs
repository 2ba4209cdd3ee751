//! One file a subcommand.
pub mod analyse;
mod board_argument;
