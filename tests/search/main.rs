//! The search against slow twins, published rows and samples, and what holds for every board.
mod fast_and_slow;
mod oracle;
mod oracle_rows;
#[cfg(feature = "cli")]
mod other_rules;
mod properties;
mod property_settings;
mod pruning;
mod published_rows;
#[cfg(feature = "cli")]
mod ranks;
mod sampled_rows;
