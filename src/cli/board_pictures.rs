//! Boards side by side on a terminal.
use crate::notation::{View, ViewPicture};

/// The width of a line, in characters.
const WIDTH: usize = 100;

/// Boards, each below its title, as many side by side as a line holds.
pub(crate) fn side_by_side(boards: &[(String, View)]) -> String {
    let width = boards.iter().map(|(title, view)| title.chars().count().max(2 * view.shape().width() + 3)).max().unwrap_or(1) + 2;
    let mut text = String::new();
    for group in boards.chunks((WIDTH / width).max(1)) {
        let pictures: Vec<String> = group.iter().map(|(title, view)| format!("{title}\n{}", ViewPicture(view))).collect();
        let mut columns: Vec<_> = pictures.iter().map(|picture| picture.lines()).collect();
        loop {
            let cells: Vec<Option<&str>> = columns.iter_mut().map(Iterator::next).collect();
            if cells.iter().all(Option::is_none) {
                break;
            }
            let line: String = cells.into_iter().map(|cell| format!("{:<width$}", cell.unwrap_or_default())).collect();
            text += line.trim_end();
            text.push('\n');
        }
    }
    text
}
