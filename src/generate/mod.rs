//! From one candidate to its verdict: the fast search.
pub mod analyzer;
pub mod bits;
pub mod box_graph;
pub mod counts;
pub mod frontier;
pub mod generator;
pub mod irrelevance;
pub mod key_table;
pub mod minimality;
pub mod retrograde;
pub mod state_index;

pub use analyzer::{ClusterAnalyzer, Stage, Verdict};
pub use counts::Counts;
pub use generator::{Generator, Ranks, Worker};
