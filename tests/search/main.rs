//! The search against slow twins, published rows and samples, and what holds for every board.
#[cfg(feature = "cli")]
mod databases;
mod fast_and_slow;
#[cfg(feature = "cli")]
mod near_duplicates;
#[cfg(feature = "cli")]
mod oracle;
mod properties;
mod property_settings;
mod pruning;
mod published_rows;
#[cfg(feature = "cli")]
mod ranks;
