//! Pictures of boards, statistics and clusters as SVG, PNG, GIF and PDF; clusters also for Graphviz.
//!
//! Every function returns its picture; none writes a file or prints. Start with `board`: animations, strips and sheets of cards
//! are made of such pictures.
mod board;
mod card;
mod chart;
mod colouring;
#[cfg(feature = "pictures")]
mod converters;
#[cfg(feature = "pictures")]
mod gif;
mod graph;
mod graph_layout;
mod move_sign;
mod output;
#[cfg(feature = "cli")]
mod play;
mod sheet;
mod solutions;
mod strip;
#[cfg(feature = "pictures")]
mod text_layer;
mod theme;

#[cfg(feature = "pictures")]
pub use self::{
    converters::{pdf, png},
    gif::gif,
};
pub(crate) use board::titled;
pub use board::{Look, animation, animation_frames, board, of_width};
pub use card::{Card, Paper};
pub use chart::{Bar, BarChart, CHART, HeatField, bar_chart, heat_map};
pub use graph::{ClusterGraph, GraphState};
pub use output::PictureError;
#[cfg(not(feature = "pictures"))]
pub use output::not_built::{gif, pdf, png};
#[cfg(feature = "cli")]
pub use play::{PageTheme, PlayCollection, PlayPage, PlayPuzzle, escaped, play_board, play_link, play_page, policy_digest};
pub use sheet::Sheet;
pub use strip::strip;
pub use theme::{SvgTheme, Theme, dark_rules};
