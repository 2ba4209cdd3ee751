//! A move as a picture in a line of text: the letter of the piece on its colour, an arrow, and the number of cells.
use super::board::{rectangle, text};
use super::colouring::fills;
use super::theme::{Colours, Theme};
use crate::board::Move;
use crate::notation::{Exit, View};
use svg::node::element::Group;

/// A move that is drawn like `A ↓2`. Its measures are shares of the size of the text.
#[derive(Clone, Debug)]
pub(super) struct MoveSign {
    name: String,
    fill: String,
    arrow: String,
}

impl MoveSign {
    /// The signs of moves from the state of `view`, in the colours that its pieces have on the board.
    pub(super) fn all(view: &View, moves: &[Move], theme: Theme) -> Vec<MoveSign> {
        let fills = fills(view, &theme.colours());
        let sign = |&step: &Move| {
            let arrow = match view.side(step) {
                Exit::Left => '←',
                Exit::Right => '→',
                Exit::Up => '↑',
                Exit::Down => '↓',
            };
            let arrow = format!("{arrow}{}", step.distance.unsigned_abs());
            MoveSign { name: view.name(step.item).to_owned(), fill: fills[step.item].to_owned(), arrow }
        };
        moves.iter().map(sign).collect()
    }

    fn plate(&self) -> f64 {
        (self.name.chars().count() as f64 * 0.7 + 0.6).max(1.3)
    }

    /// Its width in text of size 1.
    pub(super) fn width(&self) -> f64 {
        self.plate() + 0.25 + self.arrow.chars().count() as f64 * 0.74
    }

    /// Draws it with its left end at `x` and its baseline at `y`.
    pub(super) fn draw(&self, x: f64, y: f64, size: f64, colour: &str) -> Group {
        let plate = self.plate() * size;
        let back = rectangle(x, y - 1.015 * size, plate, 1.3 * size).set("rx", format!("{:.2}", 0.25 * size));
        let letter = text(&self.name, x + plate / 2.0, y, size * 0.9, Colours::ink(&self.fill)).set("font-weight", "bold");
        let arrow = text(&self.arrow, x + plate + 0.25 * size, y, size, colour).set("text-anchor", "start");
        Group::new().add(back.set("fill", self.fill.as_str())).add(letter).add(arrow)
    }
}
