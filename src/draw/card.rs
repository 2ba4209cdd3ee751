//! A puzzle card, and the paper on which cards are printed.
use crate::board::Move;
use crate::notation::View;

/// The width of a page in the units of the pictures.
pub(super) const WIDTH: f64 = 1050.0;
/// The margin at the left and right of the cards, and above and below them, where the heading and the rules are.
pub(super) const MARGIN: f64 = 50.0;
pub(super) const ABOVE: f64 = 66.0;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 40;

/// The size of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, which are 1/72 inch.
    pub fn points(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }

    /// The height of a page in the units of the pictures.
    pub(super) fn height(self) -> f64 {
        let (width, height) = self.points();
        (WIDTH * f64::from(height) / f64::from(width)).round()
    }

    /// The width and height of the cards of a page together.
    pub(super) fn cards(self) -> (f64, f64) {
        (WIDTH - 2.0 * MARGIN, self.height() - 2.0 * ABOVE)
    }
}

/// A puzzle on a card.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its board.
    pub view: View,
    /// Its name, or its number.
    pub title: String,
    /// A shortest solution.
    pub solution: Vec<Move>,
}

impl Card {
    /// Its title, shortened if it is too long for a card, and the number of moves.
    pub(super) fn title_and_moves(&self) -> (String, String) {
        let title = match self.title.char_indices().nth(LONGEST_TITLE) {
            Some((end, _)) => format!("{}…", &self.title[..end]),
            None => self.title.clone(),
        };
        let number = self.solution.len();
        (title, format!("{number} move{}", if number == 1 { "" } else { "s" }))
    }

    /// What stands above the board.
    pub(super) fn caption(&self) -> String {
        let (title, moves) = self.title_and_moves();
        format!("{title} · {moves}")
    }
}
