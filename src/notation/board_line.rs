//! The line of a file of boards: a row of the database, a bare board with or without a name, or a part of a board over several
//! lines.

use super::exit::Exit;

/// A board written on one or several lines. Whether it is legal is not checked here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLine {
    /// The first line, from 1.
    pub line: u64,
    /// The characters of the board.
    pub board: String,
    /// The number before the board: the moves of a row.
    pub moves: Option<u32>,
    /// The number after the board: the cluster size of a row.
    pub cluster_size: Option<u64>,
    /// The words after the board, except a cluster size.
    pub name: Option<String>,
    /// How many lines it was written on; 1 if it is on one line, row by row.
    pub rows: usize,
    /// The exit, if the text marks it; then the primary is `P`.
    pub exit: Option<Exit>,
    /// White space before the line.
    pub(super) indent: usize,
    pub(super) role: Role,
}

/// What a line can be in a block of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// One word, or cells with spaces between: a board, or one row of a board.
    Bare,
    /// A board with numbers or a name.
    Words,
    /// A line as `analyse` prints it above its first drawing.
    Heading,
    /// The upper edge of a drawing, or of several.
    Top,
    /// The lower edge.
    Bottom,
    /// The two sides of a drawing, with the cells of a row between them.
    Drawn,
    /// The sides of several drawings. The cells are the first drawing's.
    SideBySide,
    /// One side of a drawing without the other.
    BrokenDrawing,
}

/// Characters of the sides of a drawing.
const SIDES: [char; 3] = ['│', '←', '→'];
/// The beginnings of the lines that `analyse` prints above its first drawing.
const HEADINGS: [&str; 2] = ["this board", "turned as in the database"];

impl BoardLine {
    /// A board without words around it, on one line.
    pub(super) fn bare(line: u64, board: String, role: Role) -> BoardLine {
        BoardLine { line, board, moves: None, cluster_size: None, name: None, rows: 1, exit: None, indent: 0, role }
    }

    /// Reads line number `line`; `None` if it is blank.
    pub fn read(line: u64, text: &str) -> Option<BoardLine> {
        let indent = text.chars().take_while(|character| character.is_whitespace()).count();
        let text = text.trim();
        let bare =
            |role, cells: &str| Some(BoardLine { indent, ..BoardLine::bare(line, cells.split_whitespace().collect(), role) });
        if text.starts_with('┌') {
            return bare(Role::Top, "");
        }
        if text.starts_with('└') {
            return bare(Role::Bottom, "");
        }
        if let Some(inside) = text.strip_prefix(SIDES) {
            return match inside.split_once(SIDES) {
                Some((cells, "")) => bare(Role::Drawn, cells),
                Some((cells, rest)) if rest.contains(SIDES) => bare(Role::SideBySide, cells),
                _ => bare(Role::BrokenDrawing, inside),
            };
        }
        let mut words: Vec<&str> = text.split_whitespace().collect();
        if words.len() == 1 || words.len() > 2 && words.iter().all(|word| word.chars().count() == 1) {
            return bare(Role::Bare, text);
        }
        let is_number = |word: &str| word.len() <= 15 && word.bytes().all(|byte| byte.is_ascii_digit());
        let mut moves = None;
        if words.first().is_some_and(|word| is_number(word)) {
            moves = words.remove(0).parse().ok();
        }
        let (&board, mut rest) = words.split_first()?;
        let mut cluster_size = None;
        if let [size, name @ ..] = rest
            && is_number(size)
        {
            cluster_size = size.parse().ok();
            rest = name;
        }
        let name = (!rest.is_empty()).then(|| rest.join(" "));
        let role = if HEADINGS.iter().any(|heading| text.starts_with(heading)) { Role::Heading } else { Role::Words };
        Some(BoardLine { moves, cluster_size, name, indent, ..BoardLine::bare(line, board.to_owned(), role) })
    }

    /// Characters of the board.
    pub fn cells(&self) -> usize {
        self.board.chars().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_cards_and_bare_boards_are_read() {
        let read = |text: &str| BoardLine::read(3, text).map(|line| (line.board, line.moves, line.cluster_size, line.name));
        let board = "AAoooooooooooooo".to_owned();
        assert_eq!(read("07 AAoooooooooooooo 12\n"), Some((board.clone(), Some(7), Some(12), None)));
        assert_eq!(read("08 AAoooooooooooooo Jam-1\r\n"), Some((board.clone(), Some(8), None, Some("Jam-1".to_owned()))));
        assert_eq!(read("AAoooooooooooooo the first"), Some((board.clone(), None, None, Some("the first".to_owned()))));
        assert_eq!(read("AAoooooooooooooo"), Some((board, None, None, None)));
        assert_eq!(read(" é é . "), Some(("éé.".to_owned(), None, None, None)));
        assert_eq!(read(" \n"), None);
    }
}
