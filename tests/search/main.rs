//! The search against slow twins, published rows and samples; what holds for every board, and for every input of the readers.
#[cfg(feature = "cli")]
mod databases;
mod fast_and_slow;
#[cfg(feature = "cli")]
mod near_duplicates;
#[cfg(feature = "cli")]
mod oracle;
#[cfg(feature = "cli")]
mod parsers;
mod properties;
mod property_settings;
mod pruning;
mod published_rows;
#[cfg(feature = "cli")]
mod ranks;
