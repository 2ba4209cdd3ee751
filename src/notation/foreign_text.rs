//! Boards as other programs write them: any symbol may name a piece, and one symbol may name several.
use crate::board::{Bitboard, Orientation, Piece, Place, Size, TextError, letter};

/// The pieces and walls of a board text of another program.
///
/// - `.`, `o`, `_` and `-` are empty cells, `x` and `#` walls.
/// - Cells of one letter that are not connected are several pieces: `BB..BB` is two cars.
/// - Cells of one digit or other symbol may also touch where only one division into cars and trucks is possible: `2222` is two
///   cars, and a block of two rows and three columns of `3` is two trucks. If several divisions are possible, `2` and `3` are
///   lengths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignText {
    /// Each piece with its name, by first cell in row-major order. The first piece of a symbol is named by it, each further one
    /// by a letter that the text does not use.
    pub pieces: Vec<(char, Piece)>,
    /// The cells of the walls.
    pub walls: Bitboard,
}

impl ForeignText {
    /// Reads a board text.
    ///
    /// # Errors
    /// A [`TextError`] that locates what is wrong.
    pub fn read(text: &str) -> Result<ForeignText, TextError> {
        let symbols: Vec<char> = text.chars().collect();
        let length = symbols.len();
        let size = Size::of_cells(length).ok_or(TextError::Length { length })?;
        let (mut walls, mut seen) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut found: Vec<(char, Piece)> = Vec::new();
        for (cell, &symbol) in symbols.iter().enumerate() {
            match symbol {
                '.' | 'o' | '_' | '-' => {}
                'x' | '#' => walls |= Bitboard(1 << cell),
                c if c.is_whitespace() || c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                    return Err(TextError::Character { place: Place::of_cell(size, cell), character: c });
                }
                _ if seen.contains(cell) => {}
                _ => {
                    let cells = connected(size, &symbols, cell);
                    seen |= cells;
                    found.extend(pieces_of(size, cells, symbol)?.into_iter().map(|piece| (symbol, piece)));
                }
            }
        }
        found.sort_unstable_by_key(|(_, piece)| (piece.row, piece.column));
        let mut unused = (1..50).map(letter).filter(|letter| !symbols.contains(letter));
        let name = |(index, &(symbol, piece)): (usize, &(char, Piece))| {
            let is_first = found[..index].iter().all(|(other, _)| *other != symbol);
            (if is_first { symbol } else { unused.next().expect("a board has fewer than 32 pieces") }, piece)
        };
        let pieces = found.iter().enumerate().map(name).collect();
        Ok(ForeignText { pieces, walls })
    }
}

/// The cells that are connected with `first` by sides and have its symbol.
fn connected(size: Size, symbols: &[char], first: usize) -> Bitboard {
    let alike: Bitboard = (0..size.cells()).filter(|&cell| symbols[cell] == symbols[first]).collect();
    let (mut cells, mut larger) = (Bitboard::EMPTY, Bitboard(1 << first));
    while cells != larger {
        cells = larger;
        larger = cells | (size.beside(cells) & alike);
    }
    cells
}

/// Divides connected cells of one symbol into pieces.
fn pieces_of(size: Size, cells: Bitboard, symbol: char) -> Result<Vec<Piece>, TextError> {
    let first = cells.first().expect("a symbol has a cell");
    let place = Place::of_cell(size, first);
    if cells.len() == 1 {
        return Err(TextError::TooShort { place, character: symbol });
    }
    let straight = |length: usize| straight_pieces(size, first, length).into_iter().find(|piece| piece.cells(size) == cells);
    if let Some(piece) = (2..=3).find_map(straight) {
        return Ok(vec![piece]);
    }
    // A letter names one piece; what touches must be straight.
    if symbol.is_alphabetic() {
        let (row, column) = (size.row_mask(first / size.n()), size.column_mask(first % size.n()));
        return Err(match (cells - row).is_empty() || (cells - column).is_empty() {
            true => TextError::TooLong { place, character: symbol, length: cells.len() },
            false => TextError::NotStraight { place, character: symbol },
        });
    }
    let lengths: &[&[usize]] = match symbol {
        '2' => &[&[2], &[2, 3]],
        '3' => &[&[3], &[2, 3]],
        _ => &[&[2, 3]],
    };
    for lengths in lengths {
        let mut divisions = Vec::new();
        divide(size, cells, lengths, &mut Vec::new(), &mut divisions);
        match divisions.len() {
            0 => {}
            1 => return Ok(divisions.remove(0)),
            _ => return Err(TextError::Ambiguous { place, character: symbol }),
        }
    }
    Err(TextError::NotStraight { place, character: symbol })
}

/// The pieces of a length whose left or upper cell is `first`.
fn straight_pieces(size: Size, first: usize, length: usize) -> Vec<Piece> {
    let (row, column) = (first / size.n(), first % size.n());
    let piece = |orientation| Piece { orientation, row, column, length };
    [Orientation::Horizontal, Orientation::Vertical].map(piece).into_iter().filter(|piece| piece.check(size).is_ok()).collect()
}

/// Finds the divisions of cells into pieces of some lengths, at most two of them.
fn divide(size: Size, cells: Bitboard, lengths: &[usize], chosen: &mut Vec<Piece>, found: &mut Vec<Vec<Piece>>) {
    // The first cell is the left or upper cell of its piece.
    let Some(first) = cells.first() else {
        found.push(chosen.clone());
        return;
    };
    for piece in lengths.iter().flat_map(|&length| straight_pieces(size, first, length)) {
        let own = piece.cells(size);
        if (own - cells).is_empty() && found.len() < 2 {
            chosen.push(piece);
            divide(size, cells - own, lengths, chosen, found);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Drawing;

    fn names(text: &str) -> Result<Vec<String>, String> {
        let shown = |(name, piece): (char, Piece)| {
            let way = if piece.orientation == Orientation::Horizontal { '-' } else { '|' };
            format!("{name}{way}{}", piece.length)
        };
        let read = ForeignText::read(text).map_err(|error| error.to_string())?;
        Ok(read.pieces.into_iter().map(shown).collect())
    }

    #[test]
    fn boards_of_the_house_are_read_in_the_same_way() {
        let boards = [include_str!("../../data/rows45.txt"), include_str!("../../data/top23.txt")];
        for board in boards.iter().flat_map(|text| text.lines()).map(|row| row.split(' ').nth(1).expect("a board")) {
            let (drawing, foreign) = (board.parse::<Drawing>().expect("a board"), ForeignText::read(board).expect("a board"));
            assert_eq!((drawing.walls, drawing.pieces), (foreign.walls, foreign.pieces));
        }
    }

    #[test]
    fn symbols_may_be_digits_and_name_several_pieces() {
        assert_eq!(names("BB__AA_C#-BC..B."), Ok(vec!["B-2".into(), "A-2".into(), "C|2".into(), "D|2".into()]));
        assert_eq!(names("2222AA.........."), Ok(vec!["2-2".into(), "B-2".into(), "A-2".into()]));
        assert_eq!(names("333.333.AA......"), Ok(vec!["3-3".into(), "B-3".into(), "A-2".into()]));
        assert_eq!(
            names("333BCC..AA.B....").map(|names| names.len()),
            Err("row 1, column 4: piece 'B' has length 1; pieces have length 2 or 3, and a wall is written x".into())
        );
        assert_eq!(names("7...7.AA7......."), Ok(vec!["7|3".into(), "A-2".into()]));
    }

    #[test]
    fn what_shape_does_not_decide_is_refused() {
        let error = |text: &str| names(text).expect_err("refused");
        assert!(
            error("55..55..AA......").starts_with("row 1, column 1: the cells of '5' can be divided into pieces in several ways")
        );
        assert_eq!(error("..BBAA.B........"), "row 1, column 3: piece 'B' is not straight");
        assert_eq!(error("BBBBAA.........."), "row 1, column 1: piece 'B' has length 4; pieces have length 2 or 3");
        assert!(error("5...AA..........").contains("has length 1"));
        assert!(error(" ...AA..........").contains("unexpected character ' '"));
    }
}
