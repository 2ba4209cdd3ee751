//! What is known of a row: its line, what its letters say, and what identifies it for samples and near-duplicates.
use super::columns::Row;
use super::number_range::FilterTextError;
use super::row::RowLine;
use super::sampling::{BoardLines, Sampled};
use crate::board::{RowText, Rules, Size, State, TextError};
use std::borrow::Cow;

impl Row {
    /// The row of a line, with what is counted on its board. Whether the cells of a letter are adjacent is not checked.
    ///
    /// # Errors
    /// A [`FilterTextError`] if a letter is on one cell.
    pub fn of(line: RowLine) -> Result<Row, FilterTextError> {
        let RowLine { moves, board, cluster_size } = line;
        let mut cells = [0u32; 128];
        board.bytes().for_each(|byte| cells[usize::from(byte & 127)] += 1);
        let (walls, empty) = (cells[usize::from(b'x')], cells[usize::from(b'o')]);
        let mut row = Row { moves, board, cluster_size, walls, empty, ..Row::default() };
        for letter in (b'A'..=b'Z').chain(b'a'..=b'z').filter(|letter| !matches!(letter, b'o' | b'x')) {
            match cells[usize::from(letter)] {
                0 => continue,
                2 => row.cars += 1,
                3 => row.trucks += 1,
                1 => {
                    let (board, letter) = (&row.board, char::from(letter));
                    let problem = format!("the board {board} has '{letter}' on 1 cell, but pieces have 2 or more");
                    return Err(FilterTextError(problem));
                }
                _ => {} // longer pieces are neither cars nor trucks
            }
            row.pieces += 1;
        }
        // the primary counts as neither
        match cells[usize::from(b'A')] {
            2 => row.cars -= 1,
            3 => row.trucks -= 1,
            _ => {}
        }
        Ok(row)
    }

    /// The row as text: [`Display`](std::fmt::Display) writes its line, and its order is the published one.
    pub fn text(&self) -> RowText<&str> {
        RowText { moves: self.moves, board: &self.board, cluster_size: self.cluster_size }
    }

    /// Its line.
    pub fn line(&self) -> RowLine {
        RowLine { moves: self.moves, board: self.board.clone(), cluster_size: self.cluster_size }
    }

    /// The same row as one of a database with these rules.
    pub fn of_rules(self, rules: Rules) -> Row {
        Row { rules: Some(rules).filter(|rules| !rules.is_classic()), ..self }
    }

    /// The size of its board; `None` if that is not square and no rules are known.
    pub fn size(&self) -> Option<Size> {
        self.rules.map(Rules::size).or_else(|| Size::of_cells(self.board.len()))
    }

    /// Its board.
    ///
    /// # Errors
    /// A [`FilterTextError`] if the letters do not form a board.
    pub fn state(&self) -> Result<State, FilterTextError> {
        let of_size = |size| State::of_size(&self.board, size);
        let state = self.size().map_or_else(|| self.board.parse(), of_size);
        state.map_err(|error: TextError| FilterTextError(format!("the board {}: {error}", self.board)))
    }

    /// The lines of its board.
    ///
    /// # Errors
    /// A [`FilterTextError`] if the letters do not form a board, or a board larger than 8×8.
    pub fn lines(&self) -> Result<BoardLines, FilterTextError> {
        BoardLines::try_from(&self.state()?)
    }
}

impl Sampled for Row {
    /// Walls and rank identify a row of a rank file (`2/123456`), the board any other.
    fn key(&self) -> (u32, Cow<'_, str>) {
        let key = self.rank.map(|rank| Cow::Owned(format!("{}/{rank}", self.walls)));
        (self.moves, key.unwrap_or(Cow::Borrowed(&self.board)))
    }
}

/// A row that goes through stages, perhaps with more than the row.
pub trait Staged: Sampled {
    /// The row.
    fn row(&self) -> &Row;

    /// The lines of its board. They are asked for only where near-duplicates are left out.
    ///
    /// # Errors
    /// The letters do not form a board.
    fn lines(&self) -> Result<BoardLines, FilterTextError>;
}

impl Staged for Row {
    fn row(&self) -> &Row {
        self
    }

    fn lines(&self) -> Result<BoardLines, FilterTextError> {
        Row::lines(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted() {
        let line: RowLine = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332".parse().expect("a row");
        let row = Row::of(line.clone()).expect("pieces");
        assert_eq!((row.walls, row.pieces, row.cars, row.trucks, row.empty), (1, 12, 9, 2, 9));
        assert_eq!((row.line(), row.text().to_string()), (line.clone(), line.to_string()));
        let with_board = |board: &str| RowLine { board: board.to_owned(), ..line.clone() };
        let row = Row::of(with_board("AAABBBBCCCDDoooo")).expect("pieces");
        assert_eq!((row.pieces, row.cars, row.trucks, row.empty), (4, 1, 1, 4));
        let error = Row::of(with_board("AABooooooooooooo")).expect_err("a piece of one cell").to_string();
        assert!(error.contains("'B' on 1 cell"), "{error}");
    }
}
