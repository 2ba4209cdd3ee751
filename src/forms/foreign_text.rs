//! Boards as other programs write them: any symbol may name a piece, and one symbol may name several.
use super::signs::{LongSigns, Meaning, Signs, is_name};
use crate::board::{CellSet, Orientation, Piece, Place, Size, TextError, characters_of, item_name};
use crate::notation::ViewError;

/// The pieces and walls of a board text of another program.
///
/// - [`Signs`] say which signs are empty cells and walls.
/// - Cells of one letter that are not connected are several pieces: `BB..BB` is two cars.
/// - Cells of one digit or other symbol may also touch where only one division into pieces is possible, longer ones than trucks
///   only where all cells are in one line: a block of two rows and three columns of `#` is refused. If several divisions are
///   possible, digits are lengths: `2222` is two cars, and `4444` a bus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ForeignText {
    /// Each piece with its name, by first cell in row-major order. The first piece of a symbol is named by it, each further one
    /// by a letter that the text does not use, or by two.
    pub(super) pieces: Vec<(String, Piece)>,
    /// The cells of the walls.
    pub(super) walls: CellSet,
}

impl ForeignText {
    /// Reads the text of a board of some size.
    ///
    /// # Errors
    /// A [`ViewError`] that locates what is wrong.
    pub(super) fn read(text: &str, long: &LongSigns, size: Size, signs: &Signs) -> Result<ForeignText, ViewError> {
        let symbols = characters_of(text, size)?;
        let (mut walls, mut seen) = (CellSet::EMPTY, CellSet::EMPTY);
        let mut found: Vec<(char, Piece)> = Vec::new();
        for (cell, &symbol) in symbols.iter().enumerate() {
            match signs.meaning(symbol) {
                Meaning::Empty => {}
                Meaning::Wall => walls |= CellSet::of(cell),
                Meaning::Piece if symbol.is_whitespace() || symbol.is_control() || matches!(symbol, '\u{fffe}' | '\u{ffff}') => {
                    return Err(TextError::Character { place: Place::of_cell(size, cell), character: symbol }.into());
                }
                Meaning::Piece if seen.contains(cell) => {}
                Meaning::Piece => {
                    let alike = (0..size.cells()).filter(|&other| symbols[other] == symbol).collect();
                    let cells = size.connected(alike, cell);
                    seen |= cells;
                    let pieces = pieces_of(size, cells, symbol).map_err(|error| error_of(error, &long.sign(symbol)))?;
                    found.extend(pieces.into_iter().map(|piece| (symbol, piece)));
                }
            }
        }
        found.sort_unstable_by_key(|(_, piece)| (piece.row, piece.column));
        let mut unused = (1..).map(item_name).filter(|name| !symbols.iter().any(|symbol| symbol.to_string() == *name));
        let name = |(index, &(symbol, piece)): (usize, &(char, Piece))| {
            let is_first = found[..index].iter().all(|(other, _)| *other != symbol);
            (if is_first { long.sign(symbol) } else { unused.next().expect("names do not end") }, piece)
        };
        let pieces = found.iter().enumerate().map(name).collect();
        Ok(ForeignText { pieces, walls })
    }
}

/// The error of a sign: of `x` as a vehicle, which may be meant as a wall, and of signs of several characters.
fn error_of(error: TextError, sign: &str) -> ViewError {
    let problem = match &error {
        TextError::TooShort { character: 'x', .. } => {
            "x is a vehicle where vehicles are small letters, but this one has length 1; if it is a wall, write #".to_owned()
        }
        TextError::TooShort { .. } if sign.chars().count() > 1 => format!("piece '{sign}' has length 1"),
        TextError::NotStraight { .. } if sign.chars().count() > 1 => format!("piece '{sign}' is not straight"),
        _ => return error.into(),
    };
    error.place().map_or_else(|| error.into(), |place| ViewError::Piece(place, problem))
}

/// Divides connected cells of one symbol into pieces.
fn pieces_of(size: Size, cells: CellSet, symbol: char) -> Result<Vec<Piece>, TextError> {
    let first = cells.first().expect("a symbol has a cell");
    let place = Place::of_cell(size, first);
    if cells.len() == 1 {
        return Err(TextError::TooShort { place, character: symbol });
    }
    let straight = straight_pieces(size, first, cells.len()).into_iter().find(|piece| piece.cells(size) == cells);
    // A letter names one piece; what touches must be straight.
    let (is_letter, own_length) = (is_name(symbol), symbol.to_digit(10).map(|digit| digit as usize));
    match straight {
        Some(piece) if is_letter || piece.length <= 3 || own_length == Some(piece.length) => return Ok(vec![piece]),
        None if is_letter => return Err(TextError::NotStraight { place, character: symbol }),
        _ => {}
    }
    let own_lengths = own_length.filter(|&length| length >= 2).map(|length| vec![length]);
    for lengths in own_lengths.into_iter().chain([vec![2, 3]]) {
        let mut divisions: Vec<Vec<Piece>> = Vec::new();
        if lengths.len() > 1 {
            divisions.extend(straight.map(|piece| vec![piece]));
        }
        divide(size, cells, &lengths, &mut Vec::new(), &mut divisions);
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
    let (row, column) = (first / size.width(), first % size.width());
    let piece = |orientation| Piece { orientation, row, column, length };
    [Orientation::Horizontal, Orientation::Vertical].map(piece).into_iter().filter(|piece| piece.check(size).is_ok()).collect()
}

/// Finds the divisions of cells into pieces of some lengths, at most two of them.
fn divide(size: Size, cells: CellSet, lengths: &[usize], chosen: &mut Vec<Piece>, found: &mut Vec<Vec<Piece>>) {
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
    use crate::board::{Drawing, square_of};

    fn read(text: &str) -> Result<ForeignText, ViewError> {
        let long = LongSigns::default();
        let signs = Signs::of(text, &long, &[]).map_err(ViewError::Board)?;
        ForeignText::read(text, &long, square_of(text)?, &signs)
    }

    fn names(text: &str) -> Result<Vec<String>, String> {
        let shown = |(name, piece): (String, Piece)| {
            let way = if piece.orientation == Orientation::Horizontal { '-' } else { '|' };
            format!("{name}{way}{}", piece.length)
        };
        let read = read(text).map_err(|error| error.to_string())?;
        Ok(read.pieces.into_iter().map(shown).collect())
    }

    #[test]
    fn boards_of_the_house_are_read_in_the_same_way() {
        let boards = [include_str!("../../data/rows45.txt"), include_str!("../../data/top23.txt")];
        for board in boards.iter().flat_map(|text| text.lines()).map(|row| row.split(' ').nth(1).expect("a board")) {
            let (drawing, foreign) = (board.parse::<Drawing>().expect("a board"), read(board).expect("a board"));
            let pieces: Vec<(String, Piece)> = drawing.pieces.iter().map(|(name, piece)| (name.to_string(), *piece)).collect();
            assert_eq!((drawing.walls, pieces), (foreign.walls, foreign.pieces));
        }
    }

    #[test]
    fn symbols_may_be_digits_and_name_several_pieces() {
        assert_eq!(names("BB__AA_C#-BC..B."), Ok(vec!["B-2".into(), "A-2".into(), "C|2".into(), "D|2".into()]));
        assert_eq!(names("2222AA.........."), Ok(vec!["2-2".into(), "B-2".into(), "A-2".into()]));
        assert_eq!(names("333.333.AA......"), Ok(vec!["3-3".into(), "B-3".into(), "A-2".into()]));
        assert_eq!(
            names("333BCC..AA.B....").map(|names| names.len()),
            Err("row 1, column 4: piece 'B' has length 1; pieces have length 2 or more, and a wall is written x".into())
        );
        assert_eq!(names("7...7.AA7......."), Ok(vec!["7|3".into(), "A-2".into()]));
    }

    #[test]
    fn what_the_cells_do_not_decide_is_refused() {
        let error = |text: &str| names(text).expect_err("refused");
        assert!(
            error("55..55..AA......").starts_with("row 1, column 1: the cells of '5' can be divided into pieces in several ways")
        );
        assert_eq!(error("..BBAA.B........"), "row 1, column 3: piece 'B' is not straight");
        assert_eq!(names("BBBBAA.........."), Ok(vec!["B-4".into(), "A-2".into()]));
        assert_eq!(names("4444AA.........."), Ok(vec!["4-4".into(), "A-2".into()]));
        assert!(error("5555AA..........").contains("can be divided into pieces in several ways"), "a bus or two cars");
        assert!(error("5...AA..........").contains("has length 1"));
        assert!(error("\t...AA..........").contains("unexpected character '\\t'"));
        assert!(error("x...aa..........").contains("x is a vehicle where"));
    }
}
