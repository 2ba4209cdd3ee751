//! A drawing of a board for a terminal, as its author wrote it.
use super::exit::Exit;
use super::view::View;
use crate::board::State;
use std::fmt;

/// Displays a board with its edges, in its own symbols, with an arrow at the exit.
///
/// ```text
/// ┌─────────┐
/// │ . Q Q . │
/// │ A A . Z →
/// │ . . . Z │
/// │ . . . . │
/// └─────────┘
/// ```
#[derive(Debug)]
pub struct ViewPicture<'v>(pub &'v View);

impl ViewPicture<'_> {
    /// The characters of its lines.
    pub fn width(&self) -> usize {
        self.to_string().lines().next().map_or(0, |line| line.chars().count())
    }
}

impl fmt::Display for ViewPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ViewPicture(view) = self;
        let (columns, exit, cells) = (view.size().width(), view.exit(), view.cells("."));
        let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1); // of a cell
        let (row, column) = view.corner_of(view.state().primary());
        let edge = |corners: [char; 2], arrow: Option<char>| -> String {
            let at = (width + 1) * column + 1;
            let line = (0..(width + 1) * columns + 1).map(|k| arrow.filter(|_| k == at).unwrap_or('─'));
            corners[..1].iter().copied().chain(line).chain(corners[1..].iter().copied()).collect()
        };
        writeln!(f, "{}", edge(['┌', '┐'], (exit == Exit::Up).then_some('↑')))?;
        for (k, cells) in cells.chunks(columns).enumerate() {
            write!(f, "{}", if exit == Exit::Left && k == row { '←' } else { '│' })?;
            for cell in cells {
                write!(f, " {cell:<width$}")?;
            }
            writeln!(f, " {}", if exit == Exit::Right && k == row { '→' } else { '│' })?;
        }
        write!(f, "{}", edge(['└', '┘'], (exit == Exit::Down).then_some('↓')))
    }
}

impl State {
    /// A drawing of the board over H + 2 lines.
    pub fn picture(&self) -> Picture<'_> {
        Picture(self)
    }
}

/// Displays a state as a drawing of H + 2 lines, in the letters of the database, with an arrow at the exit.
///
/// ```text
/// ┌─────────┐
/// │ . B B . │
/// │ A A . C →
/// │ . . . C │
/// │ . . . . │
/// └─────────┘
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'s>(pub &'s State);

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ViewPicture(&View::of_state(self.0)).fmt(f)
    }
}

/// Texts of several lines side by side, each in a column of the given width.
#[cfg(feature = "cli")]
pub fn side_by_side(texts: &[(String, usize)]) -> String {
    let mut columns: Vec<_> = texts.iter().map(|(text, width)| (text.lines(), *width)).collect();
    let mut joined = String::new();
    loop {
        let cells: Vec<(Option<&str>, usize)> = columns.iter_mut().map(|(lines, width)| (lines.next(), *width)).collect();
        if cells.iter().all(|(cell, _)| cell.is_none()) {
            return joined;
        }
        let line: String = cells.into_iter().map(|(cell, width)| format!("{:<width$}", cell.unwrap_or_default())).collect();
        joined += line.trim_end();
        joined.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_of_a_state_has_the_letters_of_the_database() {
        let state: State = "oQQoAAoZoooZoooo".parse().unwrap();
        let expected = "┌─────────┐\n│ . B B . │\n│ A A . C →\n│ . . . C │\n│ . . . . │\n└─────────┘";
        assert_eq!(state.picture().to_string(), expected);
    }

    #[test]
    fn the_arrow_is_at_the_exit() {
        let picture = |text: &str, exit| ViewPicture(&View::from_text(text, exit).unwrap()).to_string();
        let right = picture("oQQoAAoZoooZoooo", Exit::Right);
        assert_eq!(right, "┌─────────┐\n│ . Q Q . │\n│ A A . Z →\n│ . . . Z │\n│ . . . . │\n└─────────┘");
        assert_eq!(picture("oooooooooAAooooo", Exit::Left).lines().nth(3), Some("← . A A . │"));
        assert_eq!(picture("oooooAoooAoooooo", Exit::Up).lines().next(), Some("┌───↑─────┐"));
        assert_eq!(picture("ooooooAoooAooooo", Exit::Down).lines().last(), Some("└─────↓───┘"));
    }
}
