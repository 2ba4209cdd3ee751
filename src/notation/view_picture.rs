//! A drawing of a board for a terminal, as its author wrote it.
use super::exit::Exit;
use super::view::View;
use std::fmt;

/// Displays a board in a frame, in its own symbols, with an arrow at the exit.
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

impl fmt::Display for ViewPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ViewPicture(view) = self;
        let (width, exit) = (view.shape().width(), view.exit());
        let (row, column) = view.corner_of(view.state().primary());
        let edge = |corners: [char; 2], arrow: Option<char>| -> String {
            let at = 2 * column + 1;
            let line = (0..2 * width + 1).map(|k| arrow.filter(|_| k == at).unwrap_or('─'));
            corners[..1].iter().copied().chain(line).chain(corners[1..].iter().copied()).collect()
        };
        writeln!(f, "{}", edge(['┌', '┐'], (exit == Exit::Up).then_some('↑')))?;
        let cells: Vec<char> = view.to_string().chars().map(|c| if c == 'o' { '.' } else { c }).collect();
        for (k, cells) in cells.chunks(width).enumerate() {
            write!(f, "{}", if exit == Exit::Left && k == row { '←' } else { '│' })?;
            for cell in cells {
                write!(f, " {cell}")?;
            }
            writeln!(f, " {}", if exit == Exit::Right && k == row { '→' } else { '│' })?;
        }
        write!(f, "{}", edge(['└', '┘'], (exit == Exit::Down).then_some('↓')))
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
    fn the_arrow_is_at_the_exit() {
        let picture = |text: &str, exit| ViewPicture(&View::from_text(text, exit).unwrap()).to_string();
        let right = picture("oQQoAAoZoooZoooo", Exit::Right);
        assert_eq!(right, "┌─────────┐\n│ . Q Q . │\n│ A A . Z →\n│ . . . Z │\n│ . . . . │\n└─────────┘");
        assert_eq!(picture("oooooooooAAooooo", Exit::Left).lines().nth(3), Some("← . A A . │"));
        assert_eq!(picture("oooooAoooAoooooo", Exit::Up).lines().next(), Some("┌───↑─────┐"));
        assert_eq!(picture("ooooooAoooAooooo", Exit::Down).lines().last(), Some("└─────↓───┘"));
    }
}
