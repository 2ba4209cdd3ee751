//! Pictures of boards and numbers: SVG, PNG and PDF, charts, and graphs. Knows no file and prints nothing.
mod board;
mod chart;
mod graph;
mod output;
mod sheet;
mod theme;

pub use board::{Look, animation, board, board_at, strip};
pub use chart::{Bar, CHART, Field, bars, curve, heat};
pub use graph::{GraphError, dot};
pub use output::{PictureError, pdf, png};
pub use sheet::{Card, cards, solutions};
pub use theme::{Theme, dark_rules};
