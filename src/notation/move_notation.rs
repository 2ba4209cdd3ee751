//! The notations in which people and programs write moves.
use super::exit::Exit;
use super::view::View;
use crate::board::Move;

/// How moves are written. The Python package reads all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum MoveNotation {
    /// C+1 A+2: letter, sign and cells; + is to the right or down
    #[default]
    Distance,
    /// C down 1, A right 2
    Words,
    /// C: down 1, A: right 2
    Colon,
    /// (C, 1) (A, 2)
    Pairs,
    /// C+ A+ A+: one cell each
    Signs,
    /// Cv A> A>: one cell each
    Arrows,
    /// C,1 and A,2 on lines below car,move
    Csv,
}

impl MoveNotation {
    /// What stands between moves.
    pub fn separator(self) -> &'static str {
        match self {
            MoveNotation::Words | MoveNotation::Colon => ", ",
            MoveNotation::Csv => "\n",
            _ => " ",
        }
    }

    /// The line above the moves.
    pub fn header(self) -> &'static str {
        if self == MoveNotation::Csv { "car,move\n" } else { "" }
    }
}

impl View {
    /// The texts of moves in the given board's own names and directions. A notation of one cell has a text for each cell.
    pub fn written(&self, moves: &[Move], notation: MoveNotation) -> Vec<String> {
        moves.iter().flat_map(|&step| self.written_move(step, notation)).collect()
    }

    fn written_move(&self, step: Move, notation: MoveNotation) -> Vec<String> {
        let (name, distance) = (self.name(step.item), self.distance(step));
        let side = self.side(step);
        let arrow = match side {
            Exit::Left => '<',
            Exit::Right => '>',
            Exit::Up => '^',
            Exit::Down => 'v',
        };
        let cells = distance.unsigned_abs();
        match notation {
            MoveNotation::Distance => vec![self.describe(step)],
            MoveNotation::Words => vec![format!("{name} {side} {cells}")],
            MoveNotation::Colon => vec![format!("{name}: {side} {cells}")],
            MoveNotation::Pairs => vec![format!("({name}, {distance})")],
            MoveNotation::Csv => vec![format!("{name},{distance}")],
            MoveNotation::Signs => vec![format!("{name}{}", if distance > 0 { '+' } else { '-' }); cells.into()],
            MoveNotation::Arrows => vec![format!("{name}{arrow}"); cells.into()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Exit;

    #[test]
    fn directions_are_those_of_the_given_board() {
        let written = |text: &str, exit, notation: MoveNotation| {
            let view = View::from_text(text, exit).expect("a board");
            let moves = [Move { item: 2, distance: 1 }, Move { item: 0, distance: 2 }];
            view.written(&moves, notation).join(notation.separator())
        };
        let expected = [
            ("Z+1 A+2", "Z+1 A-2"),
            ("Z down 1, A right 2", "Z right 1, A up 2"),
            ("Z: down 1, A: right 2", "Z: right 1, A: up 2"),
            ("(Z, 1) (A, 2)", "(Z, 1) (A, -2)"),
            ("Z+ A+ A+", "Z+ A- A-"),
            ("Zv A> A>", "Z> A^ A^"),
        ];
        use MoveNotation::{Arrows, Colon, Distance, Pairs, Signs, Words};
        for (notation, (right, up)) in [Distance, Words, Colon, Pairs, Signs, Arrows].into_iter().zip(expected) {
            assert_eq!(written("oQQoAAoZoooZoooo", Exit::Right, notation), right);
            assert_eq!(written("oZZoQoooQAoooAoo", Exit::Up, notation), up);
        }
    }
}
