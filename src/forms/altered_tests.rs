//! Boards are read as they are meant, or refused: the reader against a plain second one, on slightly altered texts.
use std::convert::Infallible;

use super::{BoardReading, BoardText, BoardTexts, TextLine};

/// A board of any size as text, `.` for an empty cell.
struct Plain {
    width: usize,
    cells: Vec<char>,
}

impl Plain {
    fn text(&self) -> String {
        self.cells.iter().collect()
    }
}

/// The same numbers on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A board with `A` in row `line`, and some other pieces and walls.
fn random_board(random: &mut Numbers, (width, height): (usize, usize), line: usize) -> Plain {
    let mut cells = vec!['.'; width * height];
    let first = line * width + random.below(width - 1);
    cells[first..first + 2].fill('A');
    let mut letters = "BCDEFGHIJKLM".chars();
    for _ in 0..width * height {
        let (row, column, length) = (random.below(height), random.below(width), 1 + random.below(3));
        let is_vertical = random.below(2) == 1;
        let (fits, stride) = if is_vertical { (row + length <= height, width) } else { (column + length <= width, 1) };
        let own: Vec<usize> = (0..length).map(|k| row * width + column + k * stride).collect();
        if !fits || own.iter().any(|&cell| cells[cell] != '.') || (length == 1 && random.below(8) > 0) {
            continue;
        }
        let Some(name) = (if length == 1 { Some('x') } else { letters.next() }) else { break };
        own.into_iter().for_each(|cell| cells[cell] = name);
    }
    Plain { width, cells }
}

/// A way to write several boards.
#[derive(Clone, Copy, Debug)]
enum Form {
    Lines,
    Rows,
    Drawings,
}

const FORMS: [Form; 3] = [Form::Lines, Form::Rows, Form::Drawings];

impl Form {
    fn write(self, boards: &[Plain]) -> String {
        let rows = |board: &Plain| board.cells.chunks(board.width).map(String::from_iter).collect::<Vec<String>>();
        let spaced = |row: &String| row.chars().map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
        let one = |(index, board): (usize, &Plain)| match self {
            Form::Lines if index == 1 => format!("08 {} Jam {index}\n", board.text()),
            Form::Lines => format!("{}\n", board.text()),
            Form::Rows => format!("{}\n\n", rows(board).join("\n")),
            Form::Drawings => {
                let edge = "─".repeat(2 * board.width + 1);
                let sides: String = rows(board).iter().map(|row| format!("│ {} │\n", spaced(row))).collect();
                format!("┌{edge}┐\n{sides}└{edge}┘\n")
            }
        };
        boards.iter().enumerate().map(one).collect()
    }

    /// The boards of a text, read as plainly as possible.
    fn read(self, text: &str) -> Vec<Picture> {
        let joined = |rows: &[String]| {
            let width = rows.first().map_or(0, |row| row.chars().count());
            let is_even = rows.iter().all(|row| row.chars().count() == width);
            (is_even && (3..=16).contains(&width) && (3..=16).contains(&rows.len())).then(|| picture(&rows.concat(), width))?
        };
        let square = |text: &str| {
            let side = text.chars().count().isqrt();
            (side * side == text.chars().count() && (3..=16).contains(&side)).then(|| picture(text, side))?
        };
        let cells = |row: &str| row.split_whitespace().collect::<String>();
        match self {
            Form::Lines => {
                let board = |line: &str| line.split_whitespace().find_map(square);
                text.lines().filter_map(board).collect()
            }
            Form::Rows => {
                let mut blocks = vec![Vec::new()];
                for row in text.lines().map(cells) {
                    if row.is_empty() { blocks.push(Vec::new()) } else { blocks.last_mut().expect("a block").push(row) }
                }
                blocks.iter().filter_map(|rows| joined(rows)).collect()
            }
            Form::Drawings => {
                let (mut boards, mut open) = (Vec::new(), None);
                for line in text.lines().map(str::trim) {
                    // one side may be missing: that is the exit
                    let (left, right) = (line.starts_with('│'), line.ends_with('│'));
                    let inside = (left || right).then(|| line.trim_matches('│'));
                    match (inside, &mut open) {
                        (Some(row), Some(rows)) => Vec::push(rows, cells(row)),
                        _ if line.starts_with('┌') => open = Some(Vec::new()),
                        (_, rows) => {
                            let rows = rows.take().filter(|_| line.starts_with('└')).unwrap_or_default();
                            boards.extend(joined(&rows));
                        }
                    }
                }
                boards
            }
        }
    }
}

/// For each cell the first cell of its piece, or `None` for an empty cell; walls are marked with `usize::MAX`. Then the width.
type Picture = (usize, Vec<Option<usize>>);

/// The picture of a board with one primary; names do not matter.
fn picture(text: &str, width: usize) -> Option<Picture> {
    let cells: Vec<char> = text.chars().collect();
    let is_new = |cell: usize| {
        let same = |other: usize| cells[other] == cells[cell];
        !(cell >= width && same(cell - width) || !cell.is_multiple_of(width) && same(cell - 1))
    };
    let primaries = (0..cells.len()).filter(|&cell| cells[cell] == 'A' && is_new(cell)).count();
    let mut found = Vec::new();
    for cell in 0..cells.len() {
        found.push(match cells[cell] {
            '.' | 'o' | '_' | '-' => None,
            'x' | '#' => Some(usize::MAX),
            _ if is_new(cell) => Some(cell),
            c if cell >= width && cells[cell - width] == c => found[cell - width],
            _ => found[cell - 1],
        });
    }
    (primaries == 1).then_some((width, found))
}

/// The text with one character or line altered, or cut off.
fn altered(text: &str, random: &mut Numbers) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let mut lines: Vec<&str> = text.lines().collect();
    let (at, line) = (random.below(characters.len()), random.below(lines.len()));
    let other = if random.below(3) == 0 { "é.AB\n 8"[..].chars().nth(random.below(7)).expect("one") } else { '.' };
    match random.below(6) {
        0 => characters[at] = other,
        1 => characters.insert(at, other),
        2 => drop(characters.remove(at)),
        3 => characters.truncate(at),
        kind => {
            if kind == 4 {
                lines.remove(line);
            } else {
                lines.insert(line, lines[line]);
            }
            return lines.join("\n") + "\n";
        }
    }
    characters.into_iter().collect()
}

/// The boards that are read.
fn read(text: &str) -> Vec<Picture> {
    let lines = (1..).zip(text.lines()).filter_map(|(line, text)| TextLine::read(line, text)).map(Ok::<_, Infallible>);
    let board = |Ok(board): Result<Result<BoardText, _>, Infallible>| {
        let view = board.ok()?.read(&BoardReading::default()).ok()?.view;
        Some(picture(&view.to_string(), view.size().width()).expect("one primary"))
    };
    BoardTexts::new(lines, None).filter_map(board).collect()
}

#[test]
fn altered_boards_are_read_as_they_are_meant_or_refused() {
    let mut random = Numbers(43);
    let (mut same, mut refused) = (0, 0);
    for (form, (size, line)) in
        FORMS.into_iter().flat_map(|form| [((4, 4), 1), ((8, 8), 3), ((5, 4), 1)].map(|case| (form, case)))
    {
        if size.0 != size.1 && matches!(form, Form::Lines) {
            continue;
        }
        for _ in 0..200 {
            let boards: Vec<Plain> = (0..3).map(|_| random_board(&mut random, size, line)).collect();
            let text = form.write(&boards);
            let expected: Vec<Picture> = boards.iter().filter_map(|board| picture(&board.text(), size.0)).collect();
            assert_eq!((form.read(&text), expected.len()), (expected.clone(), 3), "{text}");
            assert_eq!(read(&text), expected, "{text}");
            let text = altered(&text, &mut random);
            let (mut meant, found) = (form.read(&text).into_iter(), read(&text));
            (same, refused) = (same + found.len(), refused + 3usize.saturating_sub(found.len()));
            for board in found {
                assert!(meant.any(|other| other == board), "{form:?}: nobody typed {board:?}\n{text}");
            }
        }
    }
    assert_eq!((same, refused), (3339, 1518));
}
