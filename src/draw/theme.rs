//! The colours of pictures.

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// For paper and bright screens.
    Light,
    /// For dark screens.
    Dark,
}

/// Colours as SVG writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Colours {
    pub(super) page: &'static str,
    pub(super) ground: &'static str,
    pub(super) cell: &'static str,
    pub(super) frame: &'static str,
    pub(super) text: &'static str,
    pub(super) primary: &'static str,
    pub(super) wall: &'static str,
    pub(super) cars: [&'static str; 6],
    pub(super) trucks: [&'static str; 4],
}

impl Theme {
    pub(super) fn colours(self) -> Colours {
        match self {
            Theme::Light => Colours {
                page: "#ffffff",
                ground: "#e6e8eb",
                cell: "#d6d9de",
                frame: "#3c4450",
                text: "#20252c",
                primary: "#d7263d",
                wall: "#565f6d",
                cars: ["#3d8bd4", "#4fa98a", "#8a76c9", "#d99a3d", "#5fb6cf", "#b5739d"],
                trucks: ["#27567f", "#2f6f4f", "#54408c", "#8a5a1d"],
            },
            Theme::Dark => Colours {
                page: "#14171c",
                ground: "#23282f",
                cell: "#2e343d",
                frame: "#9aa4b2",
                text: "#e9edf2",
                primary: "#ff4d5e",
                wall: "#7b8594",
                cars: ["#5aa5ea", "#63c4a1", "#a393e6", "#efb75c", "#79d2ea", "#d792bf"],
                trucks: ["#3f7fb8", "#459a71", "#7a62c0", "#b97d33"],
            },
        }
    }
}
