//! A line of a text, and what it can be: a comment, a title, or a size.
use crate::board::Size;

/// A line of a text of boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLine {
    /// Its number, from 1.
    pub line: u64,
    /// Its text, with all white space but its end.
    pub text: String,
}

impl TextLine {
    /// Reads line number `line`; `None` if it is empty.
    pub fn read(line: u64, text: &str) -> Option<TextLine> {
        let text = text.trim_end_matches(['\n', '\r']);
        (!text.is_empty()).then(|| TextLine { line, text: text.to_owned() })
    }

    /// Whether it has white space alone.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Its words: what stands between white space, commas and semicolons, each with its place.
    pub(super) fn signs(text: &[char]) -> Vec<(usize, String)> {
        let mut signs: Vec<(usize, String)> = Vec::new();
        let mut is_open = false;
        for (at, &c) in text.iter().enumerate() {
            let is_separator = c.is_whitespace() || matches!(c, ',' | ';');
            match signs.last_mut() {
                _ if is_separator => {}
                Some((_, sign)) if is_open => sign.push(c),
                _ => signs.push((at, c.to_string())),
            }
            is_open = !is_separator;
        }
        signs
    }

    /// Whether it is a comment: `//`, or `#` before words.
    pub(super) fn is_comment(&self) -> bool {
        let text = self.text.trim();
        let words =
            text.strip_prefix('#').filter(|_| !text.ends_with('#')).map(|rest| rest.split_whitespace().collect::<Vec<_>>());
        let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic() || c.is_ascii_digit()).count() > 1;
        text.starts_with("//") || words.is_some_and(|words| words.len() > 1 && words.iter().any(is_word))
    }

    /// Whether it can be a title, and not a row: it has words, or ends with a colon.
    pub(super) fn is_title(&self) -> bool {
        let text = self.text.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        let has_number = words.iter().any(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let distinct = |word: &str| word.char_indices().filter(|&(at, c)| !word[..at].contains([c])).count();
        let is_word = |word: &&str| {
            let letters = word.trim_end_matches(|c: char| !c.is_alphabetic());
            let is_capital = |c: char| c.is_alphabetic() && !c.is_lowercase();
            let has_capital =
                letters.starts_with(is_capital) && letters.chars().skip(1).take_while(|c| c.is_lowercase()).count() > 1;
            has_capital || has_number && letters.chars().all(char::is_lowercase) && distinct(letters) > 2
        };
        text.ends_with(':') || words.iter().any(is_word) || self.is_number()
    }

    /// Whether it is a title of words, or one with a colon: no row looks like that.
    pub(super) fn has_words(&self) -> bool {
        let text = self.text.trim();
        let is_short = |word: &str| word.chars().count() == 1;
        self.is_title()
            && !self.is_number()
            && (text.ends_with(':') || text.contains([' ']) && !text.split_whitespace().all(is_short))
    }

    /// Its text as a title.
    pub(super) fn title(&self) -> &str {
        self.text.trim().trim_end_matches([':', '.', ')'])
    }

    /// Whether it is a number alone, perhaps with a full stop or a bracket behind it, or `#` before it.
    pub(super) fn is_number(&self) -> bool {
        let digits = self.text.trim().trim_start_matches('#').trim_end_matches(['.', ')']);
        (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// The rows and columns of the board below it, and its number of vehicles, if the line has these numbers alone.
    pub(super) fn sizes(&self) -> Option<(usize, usize, Option<usize>)> {
        let numbers: Option<Vec<usize>> = self.text.split_whitespace().map(|word| word.parse().ok()).collect();
        let is_side = |side: usize| (Size::MIN..=Size::MAX).contains(&side);
        match numbers?[..] {
            [rows, columns] if is_side(rows) && is_side(columns) => Some((rows, columns, None)),
            [rows, columns, vehicles] if is_side(rows) && is_side(columns) => Some((rows, columns, Some(vehicles))),
            _ => None,
        }
    }
}

/// Lines that can't be read as boards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BlockError {
    /// The wrong line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub problem: String,
}

impl BlockError {
    /// What is wrong with a line.
    pub(super) fn new(line: u64, problem: impl Into<String>) -> BlockError {
        BlockError { line, problem: problem.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> TextLine {
        TextLine::read(1, text).expect("a line")
    }

    #[test]
    fn comments_and_titles_are_no_rows() {
        for comment in ["// a level", "# 7 vehicles", "#Level 3 of 9"] {
            assert!(line(comment).is_comment(), "{comment}");
        }
        for title in ["Level 1:", "Jam-1", "level 1", "12.", "#3", "Beginner card", "p02:"] {
            assert!(line(title).is_title() && !line(title).is_comment(), "{title}");
        }
        for row in ["# # . .", "#AAB..", "#  AA #", "aab..c", ".BBB", "AA BB", "A A b b . c", "BBBCCC", "GAA..Y"] {
            assert!(!line(row).is_comment() && !line(row).is_title(), "{row}");
        }
        assert_eq!(line(" 6 7 13").sizes(), Some((6, 7, Some(13))));
        assert_eq!((line("6 17").sizes(), line("6").sizes(), line("6 6 a").sizes()), (None, None, None));
    }
}
