//! The letters of pieces and walls in the text of a board.

/// The letters of the items in letter order; `o` and `x` are left out, since they mean an empty cell and a wall.
pub(super) const LETTERS: &[u8; 50] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz";

/// The letter of the item at `index` of [`State::items`](super::State::items): `A` for the primary, and so on.
///
/// # Panics
/// If `index` is 50 or more, which no state has.
pub fn letter(index: usize) -> char {
    LETTERS[index] as char
}

/// The index of the item with a letter: the inverse of [`letter`]. `None` for a character that is not the letter of an item.
pub fn item_of_letter(letter: char) -> Option<usize> {
    LETTERS.iter().position(|&known| char::from(known) == letter)
}
