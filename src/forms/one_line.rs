//! A line that is a board by itself: a row of the database, a board with a name, its rows in groups or between slashes.
use super::board_text::{BoardReading, BoardText};
use super::border::Marks;
use super::grid::Grid;
use super::text_line::TextLine;
use crate::board::Size;
use std::ops::Range;

/// The board of a line with the words that are its cells.
type Found = (Range<usize>, BoardText);

/// Reads a line that is a board by itself; `None` if it is not. `asked` is the size of its boards, if that is known.
///
/// | line | board |
/// |---|---|
/// | `07 AAoooooooooooooo 12` | a row: moves, board, cluster size |
/// | `Jam-1 BOARD`, `1. BOARD`, `08 BOARD Jam-1` | a name before or after it, a number |
/// | `p02: 4: BCCo BooD AADo oooo # four vehicles` | its rows in groups; a comment |
/// | `BB.C/AA.C/..../....` or with `,` | its rows, which may have the mark of an exit |
/// | `. B B . A A . C . . . C . . . .` | its cells |
///
/// # Errors
/// There are two boards on the line.
pub(super) fn read(line: &TextLine, asked: Option<Size>) -> Option<Result<BoardText, String>> {
    let mut words: Vec<&str> = line.text.split_whitespace().collect();
    if let Some(comment) =
        words.iter().position(|word| matches!(*word, "#" | "//")).filter(|&at| at > 0 && words[at - 1].len() > 1)
    {
        words.truncate(comment);
    }
    let is_number = |word: &str| word.len() <= 15 && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut found: Vec<Found> =
        (0..words.len()).filter_map(|at| Some((at..at + 1, of_word(words[at], line.line, asked)?))).collect();
    if found.is_empty() {
        found.extend(in_groups(&words, asked));
    }
    if found.len() > 1 {
        let is_board = |(_, board): &Found| board.read(&BoardReading { size: asked, ..BoardReading::default() }).is_ok();
        let good: Vec<usize> = (0..found.len()).filter(|&index| is_board(&found[index])).collect();
        match good[..] {
            [] => found.truncate(1),
            [one] => found = vec![found.swap_remove(one)],
            [_, other, ..] => {
                let other = words[found[other].0.start];
                return Some(Err(format!("there is another board on the line, {other}: give each a line of its own")));
            }
        }
    }
    let (range, mut board) = found.pop()?;
    let (before, mut after) = (&words[..range.start], &words[range.end..]);
    let mut name: Vec<&str> = before.to_vec();
    if let [number] = before
        && is_number(number)
    {
        (board.number, name) = (number.parse().ok(), Vec::new());
    }
    if let [size, rest @ ..] = after
        && is_number(size)
    {
        (board.cluster_size, after) = (size.parse().ok(), rest);
    }
    name.extend(after);
    let name = name.join(" ");
    let name = if after.is_empty() { name.trim_end_matches([':', '.', ')']) } else { &name };
    board.name = Some(name.to_owned()).filter(|name| !name.is_empty());
    board.line = line.line;
    Some(Ok(board))
}

/// Whether a line may have so many cells.
fn is_of_board(cells: usize, asked: Option<Size>) -> bool {
    asked.map_or_else(|| cells >= Size::MAX && Size::of_cells(cells).is_some(), |size| size.cells() == cells)
}

/// The board of a word.
fn of_word(word: &str, line: u64, asked: Option<Size>) -> Option<BoardText> {
    if is_of_board(word.chars().count(), asked) && !word.contains(['/', ',']) {
        return Some(BoardText::of_cells(word));
    }
    let separator = ['/', ','].into_iter().find(|&separator| word.contains([separator]))?;
    let rows: Vec<TextLine> = word.split(separator).filter_map(|row| TextLine::read(line, row)).collect();
    if rows.len() < Size::MIN || rows.iter().any(|row| row.text.chars().count() < Size::MIN) {
        return None;
    }
    Grid::read(&rows, Marks::Arrows, false).ok().map(BoardText::of_grid)
}

/// The board whose cells or rows are words of equal length.
fn in_groups(words: &[&str], asked: Option<Size>) -> Option<Found> {
    let length = |at: usize| words[at].chars().count();
    let end = words.len();
    let groups = (0..end).map(|start| {
        let others = (start..end).find(|&at| length(at) != length(start)).unwrap_or(end);
        start..others
    });
    let (height, range) = groups.map(|range| (range.len(), range)).max_by_key(|(count, range)| (*count, end - range.start))?;
    let width = length(range.start);
    let cells = words[range.clone()].concat();
    if width == 1 {
        return (range.len() == end && is_of_board(height, asked)).then(|| (range, BoardText::of_cells(cells)));
    }
    let size = Size::new(width, height).ok().filter(|size| asked.map_or(size.cells() >= Size::MAX, |asked| asked == *size));
    size.map(|size| (range, BoardText { size: Some(size), ..BoardText::of_cells(cells) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Parts = (String, Option<u32>, Option<u64>, Option<String>);

    fn read(text: &str) -> Option<Result<Parts, String>> {
        let line = TextLine::read(3, text).expect("a line");
        let board = super::read(&line, None)?;
        Some(board.map(|board| (board.cells, board.number, board.cluster_size, board.name)))
    }

    #[test]
    fn the_table_of_forms() {
        let (four, jam) = ("AAoooooooooooooo", "BCCCooBoooDooAAEDooooEooFFoEooooGGGo");
        for (text, board, number, size, name) in [
            ("07 AAoooooooooooooo 12", four, Some(7), Some(12), None),
            ("08 AAoooooooooooooo Jam-1", four, Some(8), None, Some("Jam-1")),
            ("AAoooooooooooooo the first", four, None, None, Some("the first")),
            ("AAoooooooooooooo", four, None, None, None),
            ("Jam-1 AAoooooooooooooo", four, None, None, Some("Jam-1")),
            ("1. AAoooooooooooooo", four, None, None, Some("1")),
            ("AAoooooooooooooo # a comment", four, None, None, None),
            ("AAoo/oooo/oooo/oooo", four, None, None, None),
            ("jam AAoo,oooo,oooo,oooo", four, None, None, Some("jam")),
            ("A A o o o o o o o o o o o o o o", four, None, None, None),
            ("p02: 4: BCCCoo BoooDo oAAEDo oooEoo FFoEoo ooGGGo # 7 vehicles", jam, None, None, Some("p02: 4")),
            ("AAoooooooooooooo Sixteen-letters-", four, None, None, Some("Sixteen-letters-")),
            ("Sixteen-letters- AAoooooooooooooo", four, None, None, Some("Sixteen-letters-")),
        ] {
            let expected = (board.to_owned(), number, size, name.map(str::to_owned));
            assert_eq!(read(text), Some(Ok(expected)), "{text}");
        }
        for text in ["AAoo", "nonsense and more", "2 2 0 0 0 7", "Level 1:", "AA..../..../....", "a/b/c"] {
            assert_eq!(read(text), None, "{text}");
        }
        for text in ["AAoooooooooooooo oBBoAAoCoooCoooo", "07 AAoooooooooooooo 12 Jam oBBoAAoCoooCoooo"] {
            assert!(read(text).expect("a board").is_err(), "{text}");
        }
    }
}
