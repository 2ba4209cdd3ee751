//! The letters of pieces and walls in the text of a board.

/// The letters of the items in letter order; `o` and `x` are left out, since they mean an empty cell and a wall.
pub(super) const LETTERS: &[u8; 50] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz";

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
