//! Pictures of boards, statistics and clusters as SVG, PNG, GIF and PDF; clusters also for Graphviz.
//!
//! Every function returns its picture; none writes a file or prints. Start with `board`: animations, strips and sheets of cards
//! are made of such pictures.
mod board;
#[cfg(feature = "cli")]
mod card;
#[cfg(feature = "cli")]
mod chart;
mod colouring;
#[cfg(feature = "pictures")]
mod converters;
#[cfg(feature = "cli")]
mod graph;
#[cfg(feature = "cli")]
mod graph_layout;
#[cfg(feature = "cli")]
mod play;
#[cfg(feature = "cli")]
mod sheet;
#[cfg(feature = "cli")]
mod solutions;
#[cfg(feature = "cli")]
mod strip;
mod theme;

#[cfg(feature = "pictures")]
pub use self::converters::{gif, pdf, png};
#[cfg(feature = "cli")]
pub(crate) use board::titled;
pub use board::{Look, animation, animation_frames, board, of_width};
#[cfg(feature = "cli")]
pub use card::{Card, Paper};
#[cfg(feature = "cli")]
pub use chart::{Bar, BarChart, CHART, HeatField, bar_chart, heat_map};
#[cfg(feature = "cli")]
pub use graph::{ClusterGraph, GraphState};
#[cfg(all(feature = "cli", not(feature = "pictures")))]
pub use not_built::{gif, pdf, png};
#[cfg(feature = "cli")]
pub use play::{
    PageTheme, PlayCollection, PlayPage, PlayPuzzle, PlayRow, escaped, play_board, play_link, play_page, policy_digest,
};
#[cfg(feature = "cli")]
pub use sheet::Sheet;
#[cfg(feature = "cli")]
pub use strip::strip;
pub use theme::{SvgTheme, Theme, dark_rules};

/// The reason why a picture cannot be converted.
#[cfg(feature = "cli")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture can't be made: {0}")]
pub struct PictureError(String);

#[cfg(all(feature = "cli", not(feature = "pictures")))]
mod not_built {
    use super::PictureError;

    fn not_built() -> Result<Vec<u8>, PictureError> {
        let text = "this gridlock was built without PNG, GIF and PDF: write SVG, or build it with --features pictures";
        Err(PictureError(text.to_owned()))
    }

    /// PNG is not available without the feature `pictures`.
    ///
    /// # Errors
    /// Always.
    pub fn png(_svg: &str, _width: u32) -> Result<Vec<u8>, PictureError> {
        not_built()
    }

    /// PDF is not available without the feature `pictures`.
    ///
    /// # Errors
    /// Always.
    pub fn pdf(_title: &str, _pages: &[String], _paper: (f32, f32)) -> Result<Vec<u8>, PictureError> {
        not_built()
    }

    /// GIF is not available without the feature `pictures`.
    ///
    /// # Errors
    /// Always.
    pub fn gif(_frames: &[(svg::Document, u16)], _width: u16) -> Result<Vec<u8>, PictureError> {
        not_built()
    }
}
