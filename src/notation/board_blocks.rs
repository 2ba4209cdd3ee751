//! The boards of a text: one on each line, or typed over several lines.
use std::iter::Peekable;
use std::ops::RangeInclusive;

use super::block_error::BlockError;
use super::board_line::{BoardLine, Role};
use super::marked_board::MarkedBoard;
use crate::board::{Drawing, Size};

/// The lengths of a line that can be one row of a board.
const ROW: RangeInclusive<usize> = Size::MIN..=Size::MAX;

/// The boards of a text.
///
/// Lines without a blank line between them are a *block*, and the first line of a block decides what it is:
///
/// - A line with numbers or a name, or with as many cells as a board has (16, 25, 36 and so on, or the number of the `size` asked
///   for), begins a list: each line of the block is a board.
/// - A line of 3 to 15 other cells, or of 16 if a size was asked for, is the first row of a board, and every line of the block is a row of that board. The rows must
///   have the same length; otherwise the whole block is one error.
/// - Two numbers, the rows and columns of a board with a `K` at its exit, begin the format of assignments ([`MarkedBoard`]).
/// - `┌` begins a drawing. It is a block from there to `└`, with or without blank lines around it; drawings side by side are an
///   error.
///
/// Of what `analyse` prints, the first drawing is the board, and the rest is skipped: the drawing next to it is the unsolved state.
pub struct BoardBlocks<I: Iterator> {
    lines: Peekable<I>,
    size: Option<Size>,
    /// The line with this number, if there is one, belongs to the list above it.
    next_of_list: u64,
    /// Whether the next drawing is in the output of `analyse`.
    is_analysis: bool,
    ended: bool,
}

debug_as_name!([I: Iterator] BoardBlocks<I>);

impl<E, I: Iterator<Item = Result<BoardLine, E>>> BoardBlocks<I> {
    /// The boards of some lines; blank lines are skipped. `size` is the size of boards on one line, if they are not square.
    pub fn new(lines: I, size: Option<Size>) -> BoardBlocks<I> {
        BoardBlocks { lines: lines.peekable(), size, next_of_list: 0, is_analysis: false, ended: false }
    }

    /// The board of a line, with its name. A name that contains a board is an error: two boards stand on one line.
    fn named(board: BoardLine) -> Result<BoardLine, BlockError> {
        let is_board = |word: &str| word.len() == board.board.len() && word.parse::<Drawing>().is_ok();
        match board.name.iter().flat_map(|name| name.split(' ')).find(|word| is_board(word)) {
            Some(other) => Err(BlockError::new(
                board.line,
                format!("there is another board on the line, {other}: give each a line of its own"),
            )),
            None => Ok(board),
        }
    }

    /// Whether a line can only be a row of a board.
    fn is_row(&self, line: &BoardLine) -> bool {
        let cells = line.cells();
        let is_square = || cells >= Size::MAX && Size::of_cells(cells).is_some(); // nine cells are a row
        let is_board = self.size.map_or_else(is_square, |size| size.cells() == cells);
        line.role == Role::Bare && ROW.contains(&cells) && !is_board
    }

    /// The next line, if it is the one numbered `line` and has one of the roles.
    fn next_if(&mut self, line: u64, roles: &[Role]) -> Option<BoardLine> {
        let is_wanted = |next: &Result<BoardLine, E>| next.as_ref().is_ok_and(|n| n.line == line && roles.contains(&n.role));
        self.lines.next_if(is_wanted)?.ok()
    }

    /// Skips the rest of a block.
    fn skip_from(&mut self, mut line: u64) {
        let roles = [Role::Bare, Role::Words, Role::Drawn, Role::SideBySide, Role::BrokenDrawing];
        while self.next_if(line, &roles).is_some() {
            line += 1;
        }
        self.next_if(line, &[Role::Bottom]);
    }

    /// Adds a row to a board.
    fn add(board: &mut BoardLine, row: &BoardLine) -> Result<(), BlockError> {
        let (length, expected) = (row.cells(), board.cells() / board.rows);
        if length != expected {
            let problem = format!(
                "{length} cells, but line {}, where the board begins, has {expected}; lines without a blank line between them are one \
                 board",
                board.line
            );
            return Err(BlockError::new(row.line, problem));
        }
        board.rows += 1;
        board.board += &row.board;
        Ok(())
    }

    /// The board whose first row is given.
    fn typed(&mut self, mut board: BoardLine) -> Result<BoardLine, BlockError> {
        let first = board.line;
        let roles = [Role::Bare, Role::Words, Role::Drawn, Role::SideBySide, Role::BrokenDrawing];
        while let Some(row) = self.next_if(first + board.rows as u64, &roles) {
            let added = match row.role {
                Role::Bare => Self::add(&mut board, &row),
                _ => {
                    let problem = format!("not a row of the board that begins in line {first}; put a blank line between boards");
                    Err(BlockError::new(row.line, problem))
                }
            };
            added.inspect_err(|_| self.skip_from(row.line + 1))?;
        }
        Ok(board)
    }

    /// The board below its size, if the line is one.
    fn marked(&mut self, size: &BoardLine) -> Option<Result<BoardLine, BlockError>> {
        let mut board = MarkedBoard::begins(size)?;
        let mut line = size.line + 1;
        while let Some(row) = self.next_if(line, &[Role::Bare]) {
            board.add(row);
            line += 1;
        }
        (line > size.line + 1).then(|| board.read(size.line).inspect_err(|_| self.skip_from(line)))
    }

    /// The board in a drawing, below its upper edge.
    fn drawn(&mut self, top: u64) -> Result<BoardLine, BlockError> {
        let mut drawn: Option<BoardLine> = None;
        let mut line = top + 1;
        let roles = [Role::Drawn, Role::SideBySide];
        while let Some(row) = self.next_if(line, &roles) {
            let added = match &mut drawn {
                _ if row.role == Role::SideBySide && !self.is_analysis => {
                    Err(BlockError::new(line, "several boards are drawn side by side: give one, or boards as text, one per line"))
                }
                None => {
                    drawn = Some(row);
                    Ok(())
                }
                Some(board) => Self::add(board, &row),
            };
            added.inspect_err(|_| self.skip_from(line + 1))?;
            line += 1;
        }
        let is_closed = self.next_if(line, &[Role::Bottom]).is_some();
        drawn.filter(|board| is_closed && board.rows > 1).ok_or_else(|| {
            self.skip_from(line);
            BlockError::broken_drawing(top)
        })
    }
}

impl<E, I: Iterator<Item = Result<BoardLine, E>>> Iterator for BoardBlocks<I> {
    type Item = Result<Result<BoardLine, BlockError>, E>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = match self.lines.next().filter(|_| !self.ended)? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            let number = line.line;
            let board = match line.role {
                Role::Bottom => continue,
                Role::Heading => match self.lines.peek() {
                    Some(Ok(next)) if matches!(next.role, Role::Top | Role::Heading) => {
                        self.is_analysis = next.role == Role::Top;
                        continue;
                    }
                    _ => Ok(line),
                },
                Role::Top => {
                    let board = self.drawn(number);
                    self.ended = self.is_analysis;
                    board
                }
                Role::Drawn | Role::SideBySide | Role::BrokenDrawing => {
                    self.skip_from(number + 1);
                    Err(BlockError::broken_drawing(number))
                }
                Role::Bare if self.next_of_list != number && self.is_row(&line) => self.typed(line),
                Role::Bare | Role::Words => {
                    let is_in_list = self.next_of_list == number;
                    match if is_in_list { None } else { self.marked(&line) } {
                        Some(board) => board,
                        None => {
                            self.next_of_list = number + 1;
                            Self::named(line)
                        }
                    }
                }
            };
            return Some(Ok(board));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Exit;
    use std::convert::Infallible;

    /// The boards of a text as line, board and rows; the errors as line.
    fn read(text: &str, size: Option<Size>) -> Vec<Result<(u64, String, usize), u64>> {
        let lines = (1..).zip(text.lines()).filter_map(|(line, text)| BoardLine::read(line, text)).map(Ok::<_, Infallible>);
        let board = |Ok(board): Result<Result<BoardLine, BlockError>, Infallible>| {
            board.map(|board| (board.line, board.board, board.rows)).map_err(|error| error.line)
        };
        BoardBlocks::new(lines, size).map(board).collect()
    }

    fn boards(expected: &[(u64, &str, usize)]) -> Vec<Result<(u64, String, usize), u64>> {
        expected.iter().map(|&(line, board, rows)| Ok((line, board.to_owned(), rows))).collect()
    }

    #[test]
    fn boards_over_several_lines_are_joined() {
        let text = "oBBo\nAAoC\noooC\noooo\n\n07 AAoooooooooooooo 12\n\n┌─────────┐\n│ 2 2 . 3 │\n│ A A . 3 →\n│ . . . 3 │\n\
                    │ . . . . │\n└─────────┘\n2222\nAA..\n....\n....\n\n.éé.\nAA..\n....\n";
        let expected = [
            (1, "oBBoAAoCoooCoooo", 4),
            (6, "AAoooooooooooooo", 1),
            (9, "22.3AA.3...3....", 4),
            (14, "2222AA..........", 4),
            (19, ".éé.AA......", 3),
        ];
        assert_eq!(read(text, None), boards(&expected));
    }

    #[test]
    fn a_second_board_is_no_name() {
        for text in [
            "AAoooooooooooooo oBBoAAoCoooCoooo",
            "07 AAoooooooooooooo 12 Jam oBBoAAoCoooCoooo",
            "AAoooooooooooooo\roBBoAAoCoooCoooo\r",
        ] {
            assert_eq!(read(&format!("{text}\nAAoooooooooooooo\n"), None)[0], Err(1), "{text}");
        }
        let names = "AAoooooooooooooo 0123456789abcdef\nAAoooooooooooooo Sixteen-letters-\nAAoooooooooooooo Jam 2\n";
        assert!(read(names, None).iter().all(Result::is_ok));
    }

    #[test]
    fn lines_without_a_blank_line_between_them_are_one_board_or_one_error() {
        assert_eq!(read(".BB.\nAA.C\n...C\nDD.\n\n07 AAoooooooooooooo 12\n", None)[0], Err(4));
        assert_eq!(read(".BB.\nAA.C\n...C\nDD.\n....\n....\n", None), [Err(4)]);
        assert_eq!(read(".BB.\nAA.C\n...C\n.... Jam-2\n", None), [Err(4)]);
        assert_eq!(read(".BB.\nAA.C\n...C\nAAoooooooooooooo\n", None), [Err(4)]);
        // each line of a list is a board of its own
        let list = "AAoooooooooooooo\nAAoo\nAAoooooooooooooo\n";
        let expected = [(1, "AAoooooooooooooo", 1), (2, "AAoo", 1), (3, "AAoooooooooooooo", 1)];
        assert_eq!(read(list, None), boards(&expected));
        // nine cells are a board if that size was asked for, else a row; 16 the other way round
        let nine = "AA.......\nAA...B..B\n.BB......\n";
        assert_eq!(read(nine, "3x3".parse().ok()).len(), 3);
        assert_eq!(read(nine, None), boards(&[(1, "AA.......AA...B..B.BB......", 3)]));
        let sixteen = format!("AA{0}\n..{0}\n..{0}\n", ".".repeat(14));
        assert_eq!(read(&sixteen, None).len(), 3);
        assert_eq!(read(&sixteen, "16x3".parse().ok()), boards(&[(1, &sixteen.replace('\n', ""), 3)]));
    }

    #[test]
    fn boards_of_assignments_have_their_exit_on_any_side() {
        let sides = [
            (Exit::Right, "4 4\n2\n.BB.\nPP.CK\n...C\n....\n", ".BB.PP.C...C...."),
            (Exit::Right, "4 4\n.BB.\nPP.CK\n...C\n....\n", ".BB.PP.C...C...."),
            (Exit::Right, "4 4\n3\n. B B .\nP P . C K\n. . . C\n. . . .\n", ".BB.PP.C...C...."),
            (Exit::Left, "4 5\n2\n ..BB.\nKC..PP\n C....\n .....\n", "..BB.C..PPC........."),
            (Exit::Left, "3 4\n1\n....\nKB.PP\nB...\n", "....B.PPB..."),
            (Exit::Up, "4 4\n1\n  K\n.BB.\n....\n..P.\n..P.\n", ".BB.......P...P."),
            (Exit::Down, "4 4\n1\n.P..\n.P..\n.BB.\n....\n K\n", ".P...P...BB....."),
            (Exit::Down, "4 4\n1\n  .P..\n  .P..\n  .BB.\n  ....\n   K\n", ".P...P...BB....."),
        ];
        for (exit, text, board) in sides {
            let list = format!("AAoooooooooooooo\n\n{text}\n07 AAoooooooooooooo 12\n");
            let lines = (1..).zip(list.lines()).filter_map(|(line, text)| BoardLine::read(line, text)).map(Ok::<_, Infallible>);
            let read: Vec<BoardLine> = BoardBlocks::new(lines, None).map(|Ok(board)| board.expect(text)).collect();
            assert_eq!((read.len(), read[1].exit, read[1].board.as_str()), (3, Some(exit), board), "{text}");
            assert_eq!((read[0].exit, read[2].exit, read[1].line), (None, None, 3));
        }
    }

    #[test]
    fn boards_of_assignments_are_read_as_they_are_meant_or_refused() {
        let good = "4 4\n2\n.BB.\nPP.CK\n...C\n....\n";
        assert_eq!(read(good, None), boards(&[(1, ".BB.PP.C...C....", 4)]));
        for (altered, line) in [
            (good.replace("CK", "C"), 1),                              // no exit
            (good.replace("...C\n", "...CK\n"), 1),                    // two exits
            (good.replace(".BB.", ".BBK"), 1),                         // one of them on the board
            (good.replace("CK", "C").replace("...C\n", "...CK\n"), 1), // not at the row of the primary
            (good.replace("....\n", "....\n....\n"), 1),               // a row too many
            (good.replace("....\n", ""), 1),                           // a row too few
            (good.replace("...C", "..C"), 5),                          // a short row
            (good.replace("4 4", "4 5"), 3),                           // other columns
            (good.replace("4 4", "5 4"), 1),                           // other rows
            (good.replace("\n2\n", "\n4\n"), 2),                       // other pieces
            (good.replace("PP", "QQ"), 1),                             // no primary
            ("4 4\n1\nK\n.BB.\n....\n..P.\n..P.\n".to_owned(), 1),     // beside the column of the primary
            ("4 4\n1\n  K\n.BB.\n....\n..P.\n..P.\n  K\n".to_owned(), 1),
        ] {
            assert_eq!(read(&altered, None), [Err(line)], "{altered}");
        }
        // without rows below it a line of two numbers is a line of a list
        assert_eq!(read("4 4\n", None).len(), 1);
        assert_eq!(read("AAoooooooooooooo\n4 4\n....\n", None).len(), 3);
    }

    #[test]
    fn incomplete_drawings_are_refused() {
        let drawing = "┌─────────┐\n│ 2 2 . 3 │\n│ A A . 3 →\n│ . . . 3 │\n│ . . . . │\n└─────────┘\n";
        let lines: Vec<&str> = drawing.lines().collect();
        for (kept, expected) in [(0..5, 1), (1..6, 1), (1..5, 1), (0..3, 1)] {
            assert_eq!(read(&lines[kept].join("\n"), None), [Err(expected)]);
        }
        assert_eq!(read(&drawing.replace("3 →", "3"), None), [Err(1)]);
        assert_eq!(read(&drawing.replace("A A . 3", "A A 3"), None), [Err(3)]);
    }

    #[test]
    fn of_an_analysis_the_first_drawing_is_read() {
        let one = "┌─────────┐\n│ . Q Q . │\n│ A A . Z →\n│ . . . Z │\n│ . . . . │\n└─────────┘\n";
        let two: String = one.lines().map(|line| format!("{line}   {}\n", line.replace('Z', "."))).collect();
        let rest = "\ncluster         19 states, 4 goal states\nmoves   states\n    0     6 ▪▪\n";
        let turned = "turned as in the database, the exit at the right:\n\n";
        for (text, expected) in [
            (format!("this board    unsolved state\n{two}{rest}"), vec![(3, ".QQ.AA.Z...Z....", 4)]),
            (format!("this board\n{one}{rest}"), vec![(3, ".QQ.AA.Z...Z....", 4)]),
            (format!("{turned}this board\n{one}{rest}"), vec![(5, ".QQ.AA.Z...Z....", 4)]),
            // other drawings are boards among others
            (
                format!("AAoooooooooooooo\n{one}{one}AAoooooooooooooo\n"),
                vec![
                    (1, "AAoooooooooooooo", 1),
                    (3, ".QQ.AA.Z...Z....", 4),
                    (9, ".QQ.AA.Z...Z....", 4),
                    (14, "AAoooooooooooooo", 1),
                ],
            ),
            // text that is not a board remains an error of its line
            ("nonsense and more\n\nAAoooooooooooooo\n".to_owned(), vec![(1, "nonsense", 1), (3, "AAoooooooooooooo", 1)]),
        ] {
            assert_eq!(read(&text, None), boards(&expected), "{text}");
        }
        assert_eq!(read(&two, None), [Err(2)]);
    }
}
