//! Numbers of walls, pieces and empty cells of a row, counted from the letters of its board.
use super::number_range::FilterTextError;
use super::row::RowLine;

/// What the board of a row consists of.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct RowFacts {
    /// Walls.
    pub walls: u32,
    /// Pieces, including the primary.
    pub pieces: u32,
    /// Cars (length 2), not counting the primary.
    pub cars: u32,
    /// Trucks (length 3).
    pub trucks: u32,
    /// Empty cells.
    pub empty: u32,
}

impl RowFacts {
    /// Counts the letters on the board of a row. Whether the cells of a letter are adjacent is not checked.
    ///
    /// # Errors
    /// A [`FilterTextError`] if a letter is on one cell, or on more than three.
    pub fn of(row: &RowLine) -> Result<RowFacts, FilterTextError> {
        let mut cells = [0u32; 128];
        row.board.bytes().for_each(|byte| cells[usize::from(byte & 127)] += 1);
        let mut facts = RowFacts { walls: cells[usize::from(b'x')], empty: cells[usize::from(b'o')], ..RowFacts::default() };
        for letter in (b'A'..=b'Z').chain(b'a'..=b'z').filter(|letter| !matches!(letter, b'o' | b'x')) {
            match cells[usize::from(letter)] {
                0 => continue,
                2 => facts.cars += 1,
                3 => facts.trucks += 1,
                cells => {
                    let (board, letter) = (&row.board, char::from(letter));
                    let problem = format!("the board {board} has '{letter}' on {cells} cells, but pieces have 2 or 3");
                    return Err(FilterTextError(problem));
                }
            }
            facts.pieces += 1;
        }
        facts.cars = facts.cars.saturating_sub(1);
        Ok(facts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted() {
        let row: RowLine = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332".parse().expect("a row");
        assert_eq!(RowFacts::of(&row), Ok(RowFacts { walls: 1, pieces: 12, cars: 9, trucks: 2, empty: 9 }));
        let wrong = RowLine { board: "AABBBBoooooooooo".to_owned(), ..row };
        assert!(RowFacts::of(&wrong).expect_err("four cells").to_string().contains("'B' on 4 cells"));
    }
}
