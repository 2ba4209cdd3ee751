//! A board given on the command line.
use crate::board::{State, TextError};

/// Reads a board argument.
///
/// # Errors
/// What is wrong with it; where a cell is at fault, followed by the board with a mark under that cell.
pub(super) fn parse_board(text: &str) -> Result<State, String> {
    text.parse().map_err(|error: TextError| match marked(text, &error) {
        Some(picture) => format!("{error}\n\n{picture}"),
        None => error.to_string(),
    })
}

/// The rows of the board text as far as the cell at fault, and `^` under it.
///
/// ```text
///   ..BB
///   AA.B
///      ^
/// ```
fn marked(text: &str, error: &TextError) -> Option<String> {
    let place = error.place()?;
    let characters: Vec<char> = text.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let rows = characters.chunks(characters.len().isqrt()).take(place.row);
    let lines: Vec<String> = rows.map(|row| format!("  {}\n", row.iter().collect::<String>())).collect();
    Some(format!("{}  {}^", lines.concat(), " ".repeat(place.column - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cell_at_fault_is_marked() {
        let message = parse_board("..BBAA.B........").unwrap_err();
        assert_eq!(message, "row 2, column 4: piece 'B' is not straight\n\n  ..BB\n  AA.B\n     ^");
        assert!(parse_board("..BB").unwrap_err().starts_with("a board has 16,"));
        assert!(parse_board("..BBAA.B\n.......").unwrap_err().ends_with("  ^"), "the line end counts as a character");
    }
}
