//! Boards of assignments: the primary is `P`, and a `K` outside the board marks its exit.
use super::block_error::BlockError;
use super::board_line::{BoardLine, Role};
use super::exit::Exit;

/// The name of the primary.
pub const MARKED_PRIMARY: &str = "P";
/// The mark of the exit.
const EXIT: char = 'K';

/// A board in the format of assignments: a line with its rows and columns, one with its number of pieces, which may be left out,
/// and its rows. `K` stands at an end of the primary's row, or alone on a line above or below the primary's column.
///
/// ```text
/// 6 6
/// 11
/// AAB..F
/// ..BCDF
/// GPPCDFK
/// GH.III
/// GHJ...
/// LLJMM.
/// ```
pub(super) struct MarkedBoard {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The number of pieces and its line.
    count: Option<(u64, usize)>,
    lines: Vec<BoardLine>,
}

impl MarkedBoard {
    /// The board that begins with this line, if it has the size of one.
    pub(super) fn begins(line: &BoardLine) -> Option<MarkedBoard> {
        let columns = line.board.parse().ok().filter(|_| line.board.len() <= 2 && line.role == Role::Words)?;
        let is_size = line.name.is_none() && line.cluster_size.is_none();
        let rows = line.moves.filter(|&rows| is_size && rows > 1)? as usize;
        Some(MarkedBoard { rows, columns, count: None, lines: Vec::new() })
    }

    /// Adds the next line.
    pub(super) fn add(&mut self, line: BoardLine) {
        match line.board.parse().ok().filter(|_| self.count.is_none() && self.lines.is_empty() && line.cells() <= 2) {
            Some(count) => self.count = Some((line.line, count)),
            None => self.lines.push(line),
        }
    }

    /// The board without its exit, and where that is.
    ///
    /// # Errors
    /// A [`BlockError`] if rows are missing or of other lengths, if there is not one `K` in line with the primary, or if the
    /// number of pieces is another.
    pub(super) fn read(mut self, first: u64) -> Result<BoardLine, BlockError> {
        let no_exit = || {
            let problem = "a board that begins with its size needs one K outside it, at an end of the row or column of P";
            BlockError::new(first, problem)
        };
        let marks = self.lines.iter().flat_map(|line| line.board.matches(EXIT)).count();
        let at = self.lines.iter().position(|line| line.board.contains(EXIT)).filter(|_| marks == 1).ok_or_else(no_exit)?;
        let mark = self.lines[at].clone();
        let is_alone = mark.cells() == 1;
        if is_alone {
            self.lines.remove(at);
        } else {
            // after a mark the row is one cell further to the left than the others
            self.lines[at].indent += usize::from(mark.board.starts_with(EXIT));
            self.lines[at].board = mark.board.replace(EXIT, "");
        }
        if self.lines.len() != self.rows {
            let problem = format!("{} rows, but the line with the size says {}", self.lines.len(), self.rows);
            return Err(BlockError::new(first, problem));
        }
        if let Some(row) = self.lines.iter().find(|row| row.cells() != self.columns) {
            let problem = format!("{} cells, but the line with the size says {}", row.cells(), self.columns);
            return Err(BlockError::new(row.line, problem));
        }
        let is_in_column = |row: &BoardLine| row.board.find(MARKED_PRIMARY).is_some_and(|k| row.indent + k == mark.indent);
        let is_in_line =
            if is_alone { self.lines.iter().any(is_in_column) } else { self.lines[at].board.contains(MARKED_PRIMARY) };
        let exit = match at {
            _ if !is_in_line => return Err(no_exit()),
            0 if is_alone => Exit::Up,
            at if is_alone && at == self.rows => Exit::Down,
            _ if !is_alone && mark.board.starts_with(EXIT) => Exit::Left,
            _ if !is_alone && mark.board.ends_with(EXIT) => Exit::Right,
            _ => return Err(no_exit()),
        };
        let board: String = self.lines.iter().map(|row| row.board.as_str()).collect();
        let mut names: Vec<char> = board.chars().filter(|symbol| !matches!(symbol, '.' | 'x' | '#')).collect();
        names.sort_unstable();
        names.dedup();
        // with the primary or without it
        if let Some((line, said)) = self.count.filter(|&(_, said)| said != names.len() && said + 1 != names.len()) {
            let problem = format!("says {said} pieces, but the board has {}, P among them", names.len());
            return Err(BlockError::new(line, problem));
        }
        Ok(BoardLine { rows: self.rows, exit: Some(exit), ..BoardLine::bare(first, board, Role::Bare) })
    }
}
