//! What is computed. Knows no thread and no file, and prints nothing.
mod analysis;
mod boxes;
mod count;
mod counts;
mod depth;
mod entries;
mod enumerate;
mod generator;
mod lines;
mod minimal;
mod relevance;
mod table;

pub use counts::Counts;
pub use generator::{Generator, Ranks, TooMany, Worker, candidates, states};
