//! One file a subcommand: its arguments, and the one call that they become.
pub mod analyse;
pub mod count;
pub mod extras;
pub mod generate;
pub mod graph;
pub mod levels;
pub mod merge;
pub mod plan;
pub mod render;
pub mod select;
pub mod solve;
pub mod stats;
pub mod verify;
