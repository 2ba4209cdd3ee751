//! Dismissal.
mod line_answers;
mod rooms;
mod spread;
mod tables;
mod walk;

pub use tables::DismissalTables;
pub use walk::{DismissedAt, Dismisser};
