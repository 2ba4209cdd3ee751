//! Pictures of boards and of numbers as SVG, PNG and PDF, and graphs of clusters for Graphviz.
//!
//! Every function returns its picture; none writes a file or prints. Uses only the board. Start with `board`: animations, strips and
//! sheets of cards are made of such pictures.
mod board;
mod chart;
mod colouring;
mod graph;
mod output;
mod play;
mod sheet;
mod theme;

pub use board::{Look, animation, board, board_at, strip};
pub use chart::{Bar, BarChart, CHART, HeatField, bar_chart, curve_chart, heat_map};
pub use graph::{GraphError, dot};
pub use output::{PictureError, pdf, png};
pub use play::{PageTheme, PlayPage, PlayPuzzle, play_board, play_link, play_page};
pub use sheet::{Card, cards, solutions};
pub use theme::{Theme, dark_rules};
