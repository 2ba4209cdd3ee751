//! Boards as text: one character per cell, row-major, as in a row of the database.
use super::cell_set::CellSet;
use super::size::{Place, Size};
use super::state::{Item, Orientation, Piece, State};
use std::fmt;
use std::str::FromStr;

/// Why a text is not a board, and where. Rows and places count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A text without a size whose number of characters is not that of a square board.
    #[error(
        "a board has 16, 25, 36, 49 or 64 characters (4×4 to 8×8), or those of another square up to 16×16; this one has {length}"
    )]
    Length {
        /// Characters in the text.
        length: usize,
    },
    /// A text whose number of characters is not that of its size.
    #[error("a board of {size} has {cells} characters, this one has {length}", cells = size.cells())]
    Cells {
        /// The size.
        size: Size,
        /// Characters in the text.
        length: usize,
    },
    /// A character that is not an empty cell, a wall or a letter.
    #[error("{place}: unexpected character {character:?}; write . or o for an empty cell, x for a wall, letters for pieces")]
    Character {
        /// Where it stands.
        place: Place,
        /// The character.
        character: char,
    },
    /// The cells of one letter are not connected.
    #[error("{place}: '{character}' already names another piece; give each piece a letter of its own")]
    TwoRuns {
        /// The first cell that is not connected to the first run.
        place: Place,
        /// The letter.
        character: char,
    },
    /// The cells of one letter are connected, but not in a straight line.
    #[error("{place}: piece '{character}' is not straight")]
    NotStraight {
        /// The first cell that leaves the line.
        place: Place,
        /// The letter.
        character: char,
    },
    /// A letter on a single cell.
    #[error("{place}: piece '{character}' has length 1; pieces have length 2 or more, and a wall is written x")]
    TooShort {
        /// The cell.
        place: Place,
        /// The letter.
        character: char,
    },
    /// The cells of one digit or symbol can be divided into pieces in more than one way.
    #[error(
        "{place}: the cells of '{character}' can be divided into pieces in several ways; give each piece a symbol of its own"
    )]
    Ambiguous {
        /// The first of the cells.
        place: Place,
        /// The digit or symbol.
        character: char,
    },
    /// There is no `A`.
    #[error("there is no piece 'A', which would be the primary")]
    NoPrimary,
    /// `A` is vertical.
    #[error("{place}: the primary 'A' is vertical, but the exit is at the right end of a row")]
    PrimaryVertical {
        /// Its upper cell.
        place: Place,
    },
}

impl TextError {
    /// The cell at fault; `None` if the error is not about one cell.
    pub fn place(&self) -> Option<Place> {
        use TextError::*;
        match *self {
            Length { .. } | Cells { .. } | NoPrimary => None,
            Character { place, .. }
            | TwoRuns { place, .. }
            | NotStraight { place, .. }
            | TooShort { place, .. }
            | Ambiguous { place, .. }
            | PrimaryVertical { place } => Some(place),
        }
    }
}

/// The pieces and walls of a board text, before the rules about the primary are checked.
///
/// Pieces keep the letters of the text, so that a solution can name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The board's size.
    pub size: Size,
    /// Each piece with its letter, by first cell in row-major order.
    pub pieces: Vec<(char, Piece)>,
    /// The cells of the walls.
    pub walls: CellSet,
}

impl Drawing {
    /// Reads a board of some size: `.` and `o` as empty cells, `x` as walls, all other ASCII letters as pieces.
    ///
    /// # Errors
    /// The first [`TextError`] in row-major order, except for those about the primary.
    pub fn of_size(text: &str, size: Size) -> Result<Drawing, TextError> {
        let characters = characters_of(text, size)?;
        let mut drawing = Drawing { size, pieces: Vec::new(), walls: CellSet::EMPTY };
        for (cell, &character) in characters.iter().enumerate() {
            match character {
                '.' | 'o' => {}
                'x' => drawing.walls |= CellSet::of(cell),
                c if c.is_ascii_alphabetic() => {
                    if characters[..cell].contains(&c) {
                        continue; // the whole piece was read at its first cell
                    }
                    drawing.pieces.push((c, read_piece(size, &characters, cell)?));
                }
                _ => return Err(TextError::Character { place: Place::of_cell(size, cell), character }),
            }
        }
        Ok(drawing)
    }
}

/// The size of a square board with this text.
///
/// # Errors
/// [`TextError::Length`].
pub fn square_of(text: &str) -> Result<Size, TextError> {
    let length = text.chars().count();
    Size::of_cells(length).ok_or(TextError::Length { length })
}

/// The characters of a board of some size.
///
/// # Errors
/// [`TextError::Cells`].
pub fn characters_of(text: &str, size: Size) -> Result<Vec<char>, TextError> {
    let characters: Vec<char> = text.chars().collect();
    let length = characters.len();
    if length == size.cells() { Ok(characters) } else { Err(TextError::Cells { size, length }) }
}

impl FromStr for Drawing {
    type Err = TextError;

    /// Reads a square board.
    ///
    /// # Errors
    /// As [`Drawing::of_size`]; [`TextError::Length`].
    fn from_str(text: &str) -> Result<Drawing, TextError> {
        Drawing::of_size(text, square_of(text)?)
    }
}

/// The piece whose first cell in row-major order is `first`.
fn read_piece(size: Size, characters: &[char], first: usize) -> Result<Piece, TextError> {
    let (character, at) = (characters[first], |cell: usize| Place::of_cell(size, cell));
    let alike: CellSet = (0..size.cells()).filter(|&cell| characters[cell] == character).collect();
    let cells = size.connected(alike, first);
    if let Some(apart) = (alike - cells).first() {
        return Err(TextError::TwoRuns { place: at(apart), character });
    }
    let Some(second) = (cells - CellSet::of(first)).first() else {
        return Err(TextError::TooShort { place: at(first), character });
    };
    let (row, column) = (first / size.width(), first % size.width());
    let (orientation, line) = match second / size.width() == row {
        true => (Orientation::Horizontal, size.row_mask(row)),
        false => (Orientation::Vertical, size.column_mask(column)),
    };
    match (cells - line).first() {
        Some(off) => Err(TextError::NotStraight { place: at(off), character }),
        None => Ok(Piece { orientation, row, column, length: cells.len() }),
    }
}

impl TryFrom<&Drawing> for State {
    type Error = TextError;

    /// The state with `A` as the primary.
    ///
    /// # Errors
    /// A [`TextError`] if there is no `A`, or if it is vertical.
    fn try_from(drawing: &Drawing) -> Result<State, TextError> {
        let index = drawing.pieces.iter().position(|&(c, _)| c == 'A').ok_or(TextError::NoPrimary)?;
        let primary = drawing.pieces[index].1;
        if primary.orientation == Orientation::Vertical {
            return Err(TextError::PrimaryVertical { place: primary.place() });
        }
        let mut pieces: Vec<Piece> = drawing.pieces.iter().map(|&(_, piece)| piece).collect();
        pieces.swap(0, index);
        let state = State::new(drawing.size, &pieces, drawing.walls);
        Ok(state.expect("pieces read from cells neither overlap nor leave the board"))
    }
}

impl FromStr for State {
    type Err = TextError;

    /// Reads the text of a square board; `A` is the primary, the other pieces may have any distinct letters.
    /// [`State::of_size`] reads other boards.
    ///
    /// # Errors
    /// A [`TextError`] that locates what is wrong.
    fn from_str(text: &str) -> Result<State, TextError> {
        State::try_from(&text.parse::<Drawing>()?)
    }
}

impl State {
    /// Reads the text of a board of some size.
    ///
    /// ```
    /// use gridlock::State;
    ///
    /// // . B . . C .    6 columns and 5 rows, with a bus of length 4
    /// // . B . . C .
    /// // A A . . C .
    /// // . D D D D .
    /// // . . . . . .
    /// let board = State::of_size(".B..C..B..C.AA..C..DDDD.......", "6x5".parse()?)?;
    /// assert_eq!(board.to_string(), "oCooDooCooDoAAooDooBBBBooooooo");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`TextError`] that locates what is wrong.
    pub fn of_size(text: &str, size: Size) -> Result<State, TextError> {
        State::try_from(&Drawing::of_size(text, size)?)
    }
}

impl fmt::Display for State {
    /// The board as in a row of the database: `o` empty, `x` wall, letters in letter order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let mut cells = vec![b'o'; size.cells()];
        for (index, item) in self.items().iter().enumerate() {
            let letter = if matches!(item, Item::Wall(_)) { b'x' } else { *LETTERS.get(index).unwrap_or(&b'?') };
            item.cells(size).into_iter().for_each(|cell| cells[cell] = letter);
        }
        cells.into_iter().try_for_each(|c| write!(f, "{}", c as char))
    }
}

/// The letters of the items in letter order; `o` and `x` are left out, since they mean an empty cell and a wall.
const LETTERS: &[u8; 50] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz";

/// The letter of the item at `index` of [`State::items`](super::State::items): `A` for the primary, and so on.
///
/// # Panics
/// If `index` is 50 or more: see [`item_name`].
pub fn letter(index: usize) -> char {
    LETTERS[index] as char
}

/// The name of the item at `index`: its letter, and from index 50 on, where letters end, `AA`, `AB`, ..., `AZ`, `BA`, ...
pub fn item_name(index: usize) -> String {
    match index.checked_sub(LETTERS.len()) {
        None => letter(index).to_string(),
        Some(beyond) => [beyond / CAPITALS, beyond % CAPITALS].map(letter).iter().collect(),
    }
}

/// The index of the item with a name: the inverse of [`item_name`]. `None` for a text that is not the name of an item.
pub(super) fn item_of_name(name: &str) -> Option<usize> {
    let index = |letter: u8| LETTERS.iter().position(|&known| known == letter);
    match *name.as_bytes() {
        [one] => index(one),
        [one @ b'A'..=b'Z', other @ b'A'..=b'Z'] => Some(LETTERS.len() + CAPITALS * index(one)? + index(other)?),
        _ => None,
    }
}

/// The capital letters.
const CAPITALS: usize = 26;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::letter;

    fn error(text: &str) -> TextError {
        text.parse::<State>().expect_err("the board is wrong")
    }

    #[test]
    fn letters_follow_the_row_format() {
        let text = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
        assert_eq!(text.parse::<State>().unwrap().to_string(), text);
        let other = "zQQx..z..rppqAAr..q.tEEnFFt..nGGHHHn";
        assert_eq!(other.parse::<State>().unwrap().to_string(), text);
        assert_eq!((letter(25), letter(26), letter(40), letter(49)), ('Z', 'a', 'p', 'z'));
    }

    #[test]
    fn errors_point_at_the_cell() {
        let at = |row, column| Place { row, column };
        assert_eq!(error(""), TextError::Length { length: 0 });
        assert_eq!(error("....AA...o......x"), TextError::Length { length: 17 });
        assert_eq!(error("....AA.é........"), TextError::Character { place: at(2, 4), character: 'é' });
        assert_eq!(error("B...AA.BB......."), TextError::TwoRuns { place: at(2, 4), character: 'B' });
        assert_eq!(error("BB..AA..BB......"), TextError::TwoRuns { place: at(3, 1), character: 'B' });
        assert_eq!(error(".BB.AAB.........").place(), Some(at(2, 3)));
        assert_eq!(error(".BB.AAB.........").to_string(), "row 2, column 3: piece 'B' is not straight");
        assert_eq!(error("...BAABB...B...."), TextError::NotStraight { place: at(2, 3), character: 'B' });
        assert_eq!(error("...BBBBBAA......"), TextError::NotStraight { place: at(2, 1), character: 'B' });
        assert_eq!(error("B...AA.........."), TextError::TooShort { place: at(1, 1), character: 'B' });
        assert_eq!(error("................"), TextError::NoPrimary);
        assert_eq!(error("A...A..........."), TextError::PrimaryVertical { place: at(1, 1) });
        let size = Size::new(4, 3).unwrap();
        assert_eq!(State::of_size("....AA", size), Err(TextError::Cells { size, length: 6 }));
    }
}
