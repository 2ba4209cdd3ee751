//! What is computed. Knows no thread and no file, and prints nothing.
mod counts;
mod generator;

pub use counts::Counts;
pub use generator::{Generator, Ranks, Worker};
