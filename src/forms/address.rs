//! A board as one word, with its size and exit: in links to pages of `play`, and in their data.
use crate::board::Size;
use crate::notation::{Exit, View, ViewError};

impl View {
    /// The board as one word: its size if it is not square, its text, and its exit if that is not the right one, like
    /// `4x3:AAoBoooBoooo@left`.
    pub fn address(&self) -> String {
        let (size, exit) = (self.size(), self.exit());
        let size = if size.is_square() { String::new() } else { format!("{}x{}:", size.width(), size.height()) };
        let side = if exit == Exit::Right { String::new() } else { format!("@{exit}") };
        format!("{size}{self}{side}")
    }

    /// Reads the word of a board. `exit` is meant if the word names none.
    ///
    /// # Errors
    /// As [`View::of_size`]; the word names a size or an exit that can't be read.
    pub fn from_address(word: &str, exit: Exit) -> Result<View, ViewError> {
        let (board, exit) = match word.split_once('@') {
            Some((board, side)) => (board, side.parse().map_err(ViewError::Board)?),
            None => (word, exit),
        };
        match board.split_once(':') {
            Some((size, cells)) => {
                let size: Size = size.parse().map_err(|error| ViewError::Board(format!("{error}")))?;
                View::of_size(cells, size, "A", exit)
            }
            None => View::from_text(board, exit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_come_back() {
        for word in
            ["oBBoAAoCoooCoooo", "4x3:AAoBoooBoooo", "4x3:ooBAooBAoooo@up", "3x5:ooAooAooooooBBo@down", "oBBooAAoCoooCooo@left"]
        {
            assert_eq!(View::from_address(word, Exit::Right).expect(word).address(), word);
        }
        let left = View::from_address("oBBooAAoCoooCooo", Exit::Left).expect("a board");
        assert_eq!(left.address(), "oBBooAAoCoooCooo@left");
        let error = |word: &str| View::from_address(word, Exit::Right).expect_err(word).to_string();
        assert_eq!(error("oBBoAAoCoooCoooo@north"), "'north' is not an exit; use right, left, up or down");
        assert!(error("9:AA").contains('9') && error("4x3:AA").ends_with("this one has 2"));
    }
}
