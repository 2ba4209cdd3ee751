//! The line of a file of boards: a row of the database, or a bare board, with or without a name.
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::path::Path;

use super::line_reader::{InputError, LineReader};
use crate::files::printable;
use crate::rows::FromLine;
use crate::rows::RowError;

/// A board as a line of a file gives it. Whether it is a legal board is not checked here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLine {
    /// The line, from 1.
    pub line: u64,
    /// The characters of the board.
    pub board: String,
    /// The number before the board: the moves of a row.
    pub moves: Option<u32>,
    /// The number after the board: the cluster size of a row.
    pub cluster_size: Option<u64>,
    /// The words after the board, except a cluster size.
    pub name: Option<String>,
    /// How many lines it was written on; 1 if it is on one line, row by row.
    pub rows: usize,
    /// What the line has of the frames that gridlock draws around boards.
    frame: Frame,
    /// Whether the line begins as the one above the first frame of `analyse`.
    is_heading: bool,
}

/// What a line has of the frames that gridlock draws around boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Frame {
    /// None.
    None,
    /// The upper edge of a frame, or of several: no board.
    Top,
    /// The sides of one frame, with the cells between them.
    One,
    /// The sides of several frames. The cells are those of the first.
    Several,
}

/// Characters of a frame; they are skipped.
const FRAME: &str = "┌┐└┘─│←↑→↓";
/// Characters of the sides of a frame.
const SIDES: [char; 3] = ['│', '←', '→'];

/// The lengths of a line that is one row of a board.
const ROW: RangeInclusive<usize> = 3..=8;
/// The lengths of a line that is one row of a board which is too large, or a small board with `--shape`.
const LONG_ROW: RangeInclusive<usize> = 9..=15;

/// The boards of a file: one per line, as `board`, `board name`, `moves board cluster_size` or `moves board name`, or typed over several lines of
/// equal length. Spaces between cells, blank lines and frames of lines are skipped; a blank line ends a board of several lines.
///
/// Of what `analyse` prints, the first frame is the board, and the rest is skipped: the frame next to it is the unsolved state. Other frames
/// side by side are an error.
pub struct BoardReader {
    lines: LineReader<BoardLine>,
    /// What was read beyond the end of a board of several lines, or of a line that may belong to what `analyse` prints.
    held: VecDeque<Result<BoardLine, InputError>>,
    /// How many of the lines ahead are known to be a board on one line each.
    single: usize,
    /// Whether the next frame is that of `analyse`.
    is_analysis: bool,
    /// Whether there is nothing more to be read.
    ended: bool,
}

/// How the line above the first frame of `analyse` begins.
const HEADING: &str = "this board";
/// The most lines that `analyse` prints above its first frame.
const LINES_ABOVE: usize = 2;

impl BoardReader {
    /// Opens a file of boards, which is not a list of vehicles.
    ///
    /// # Errors
    /// As [`LineReader::open`].
    pub fn open(path: &Path) -> Result<BoardReader, InputError> {
        Ok(BoardReader::of(LineReader::open(path)?))
    }

    pub(super) fn of(lines: LineReader<BoardLine>) -> BoardReader {
        BoardReader { lines, held: VecDeque::new(), single: 0, is_analysis: false, ended: false }
    }

    fn next_line(&mut self) -> Option<Result<BoardLine, InputError>> {
        self.held.pop_front().or_else(|| self.lines.next())
    }

    /// The next line that is not the edge of a frame. What `analyse` prints above a frame is skipped.
    fn next_content(&mut self) -> Option<Result<BoardLine, InputError>> {
        loop {
            let line = match self.next_line()? {
                Ok(line) if line.frame == Frame::Top => continue,
                Ok(line) if !line.may_be_board() => line,
                other => return Some(other),
            };
            let mut above = vec![line];
            while above.len() < LINES_ABOVE
                && let Some(next) = self.next_line()
            {
                match next {
                    Ok(next) if !next.may_be_board() && next.frame != Frame::Top => above.push(next),
                    other => {
                        self.held.push_front(other);
                        break;
                    }
                }
            }
            let next = self.next_line();
            let is_frame = matches!(&next, Some(Ok(next)) if next.frame == Frame::Top);
            next.into_iter().for_each(|next| self.held.push_front(next));
            if is_frame && above.last().is_some_and(|line| line.is_heading) {
                self.is_analysis = true;
                continue;
            }
            let first = above.remove(0);
            above.into_iter().rev().for_each(|line| self.held.push_front(Ok(line)));
            return Some(Ok(first));
        }
    }
}

impl Iterator for BoardReader {
    type Item = Result<BoardLine, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let mut board = match self.next_content()? {
            Ok(line) if line.frame == Frame::Several && !self.is_analysis => {
                self.ended = true;
                return Some(Err(InputError::SideBySide { path: self.lines.path().to_owned(), line: line.line }));
            }
            Ok(line) if self.single > 0 => {
                self.single -= 1;
                return Some(Ok(line));
            }
            Ok(line) if line.is_part(&ROW) || line.is_part(&LONG_ROW) => line,
            other => return Some(other),
        };
        let lengths = if board.is_part(&ROW) { ROW } else { LONG_ROW };
        let length = board.board.len();
        let mut more = Vec::new();
        while more.len() + 1 < *lengths.end() {
            match self.next_line() {
                Some(Ok(line))
                    if line.is_part(&lengths)
                        && line.board.len() == length
                        && line.line == board.line + more.len() as u64 + 1 =>
                {
                    more.push(line);
                }
                other => {
                    other.into_iter().for_each(|other| self.held.push_front(other));
                    break;
                }
            }
        }
        // Most small boards on one line each have the primary in common, the rows of a large one have no piece.
        let is_piece = |c: &char| c.is_alphanumeric() && !matches!(c, 'o' | 'x');
        let in_most = |c: char| 2 * more.iter().filter(|line| line.board.contains(c)).count() > more.len();
        if lengths == LONG_ROW && (more.len() < 2 || board.board.chars().filter(is_piece).any(in_most)) {
            self.single = more.len();
            more.into_iter().rev().for_each(|line| self.held.push_front(Ok(line)));
            return Some(Ok(board));
        }
        board.rows += more.len();
        more.iter().for_each(|line| board.board += &line.board);
        self.ended = self.is_analysis;
        Some(Ok(board))
    }
}

impl BoardLine {
    /// Whether it has as many cells as a board, or a row of one, has.
    fn may_be_board(&self) -> bool {
        let cells = self.board.chars().count();
        let is_shape = (3..=8).any(|width| cells.is_multiple_of(width) && (3..=8).contains(&(cells / width)));
        self.is_part(&ROW) || is_shape
    }

    /// Whether it can be one row of a board that is typed over several lines, with one of these lengths.
    fn is_part(&self, lengths: &RangeInclusive<usize>) -> bool {
        self.name.is_none() && lengths.contains(&self.board.chars().count())
    }
}

impl FromLine for BoardLine {
    const WHAT: &'static str = "a board";
    /// A name may be long.
    const LONGEST_LINE: usize = 4096;
    /// People write these files by hand.
    const NEEDS_LINE_END: bool = false;

    /// A blank line is `None`, and so is the lower edge of a frame; there are no errors.
    fn from_line(line: u64, text: &str) -> Result<Option<BoardLine>, RowError> {
        let (frame, text) = framed(text.trim());
        let is_heading = text.starts_with(HEADING);
        let is_number = |field: &str| field.len() <= 15 && field.bytes().all(|b| b.is_ascii_digit());
        let mut fields: Vec<&str> = text.split_whitespace().filter(|word| !word.chars().all(|c| FRAME.contains(c))).collect();
        let is_spaced = fields.len() >= *ROW.start() && fields.iter().all(|field| field.chars().count() == 1);
        if is_spaced || frame == Frame::Top {
            let board = fields.concat();
            return Ok(Some(BoardLine { line, board, moves: None, cluster_size: None, name: None, rows: 1, frame, is_heading }));
        }
        let mut moves = None;
        if fields.len() > 1 && is_number(fields[0]) {
            moves = fields.remove(0).parse().ok();
        }
        let mut cluster_size = None;
        let Some((&board, mut rest)) = fields.split_first() else { return Ok(None) };
        if let [size, name @ ..] = rest
            && is_number(size)
        {
            cluster_size = size.parse().ok();
            rest = name;
        }
        let name = if rest.is_empty() { None } else { Some(printable(&rest.join(" ")).into_owned()) };
        Ok(Some(BoardLine { line, board: board.to_owned(), moves, cluster_size, name, rows: 1, frame, is_heading }))
    }
}

/// What a line has of frames, and the text in the first of them, or the whole line.
fn framed(line: &str) -> (Frame, &str) {
    if line.starts_with('┌') {
        return (Frame::Top, "");
    }
    let Some(inside) = line.strip_prefix(SIDES) else { return (Frame::None, line) };
    match inside.split_once(SIDES) {
        Some((cells, rest)) => (if rest.contains(SIDES) { Frame::Several } else { Frame::One }, cells),
        None => (Frame::One, inside),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards.txt");
        for bytes in [&b"\n\xff\xfe\n"[..], &[&b"\n"[..], &[b'A'; 100_000]].concat()] {
            std::fs::write(&path, bytes).expect("written");
            let found = BoardReader::open(&path).expect("opened").next();
            assert!(matches!(found, Some(Err(InputError::NotText { line: 2, .. }))), "{found:?}");
        }
    }

    #[test]
    fn rows_cards_and_bare_boards_are_read() {
        let read = |text: &str| BoardLine::from_line(3, text).expect("no errors").map(|b| (b.board, b.name));
        let board = "AAoooooooooooooo".to_owned();
        assert_eq!(read("07 AAoooooooooooooo 12\n"), Some((board.clone(), None)));
        assert_eq!(read("08 AAoooooooooooooo Jam-1\r\n"), Some((board.clone(), Some("Jam-1".to_owned()))));
        assert_eq!(read("AAoooooooooooooo the first"), Some((board.clone(), Some("the first".to_owned()))));
        assert_eq!(read("AAoooooooooooooo"), Some((board, None)));
        assert_eq!(read(" \n"), None);
    }

    #[test]
    fn boards_over_several_lines_are_joined() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards.txt");
        let text = "oBBo\nAAoC\noooC\noooo\n\n07 AAoooooooooooooo 12\n\n┌─────────┐\n│ 2 2 . 3 │\n│ A A . 3 →\n│ . . . 3 │\n\
                    │ . . . . │\n└─────────┘\n2222\nAA..\n....\n....";
        std::fs::write(&path, text).expect("written");
        let read: Vec<(u64, String, usize)> =
            BoardReader::open(&path).expect("opened").map(|b| b.expect("a board")).map(|b| (b.line, b.board, b.rows)).collect();
        let expected =
            [(1, "oBBoAAoCoooCoooo", 4), (6, "AAoooooooooooooo", 1), (9, "22.3AA.3...3....", 4), (14, "2222AA..........", 4)];
        assert_eq!(read, expected.map(|(line, board, rows)| (line, board.to_owned(), rows)));
    }

    #[test]
    fn of_an_analysis_the_first_frame_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards.txt");
        let one = "┌─────────┐\n│ . Q Q . │\n│ A A . Z →\n│ . . . Z │\n│ . . . . │\n└─────────┘\n";
        let two: String = one.lines().map(|line| format!("{line}   {}\n", line.replace('Z', "."))).collect();
        let rest =
            "\ncluster         19 states, 4 goal states\ncanonical state BBoDAAoDooooCCoo\n\nmoves   states\n    0     6 ▪▪\n";
        let turned = "turned as in the database, the exit at the right:\n\n";
        for (text, expected) in [
            (format!("this board    unsolved state\n{two}{rest}"), vec![(3, ".QQ.AA.Z...Z....")]),
            (format!("this board\n{one}{rest}"), vec![(3, ".QQ.AA.Z...Z....")]),
            (format!("{turned}this board\n{one}{rest}"), vec![(5, ".QQ.AA.Z...Z....")]),
            // other frames are boards among others
            (
                format!("mine:\n{one}{rest}"),
                vec![(1, "mine:"), (3, ".QQ.AA.Z...Z...."), (9, "cluster"), (10, "canonical"), (12, "moves"), (13, "6")],
            ),
            (
                format!("AAoooooooooooooo\n{one}{one}AAoooooooooooooo\n"),
                vec![(1, "AAoooooooooooooo"), (3, ".QQ.AA.Z...Z...."), (9, ".QQ.AA.Z...Z...."), (14, "AAoooooooooooooo")],
            ),
            // what is no board stays an error of its line
            ("nonsense and more\n\nAAoooooooooooooo\n".to_owned(), vec![(1, "nonsense"), (3, "AAoooooooooooooo")]),
        ] {
            std::fs::write(&path, &text).expect("written");
            let read: Vec<BoardLine> = BoardReader::open(&path).expect("opened").map(|b| b.expect("a board")).collect();
            let read: Vec<(u64, &str)> = read.iter().map(|board| (board.line, board.board.as_str())).collect();
            assert_eq!(read, expected, "{text}");
        }
        std::fs::write(&path, two).expect("written");
        let read: Vec<_> = BoardReader::open(&path).expect("opened").collect();
        assert!(matches!(read[..], [Err(InputError::SideBySide { line: 2, .. })]), "{read:?}");
    }

    #[test]
    fn an_error_names_the_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards");
        std::fs::write(&path, b"AAoooooooooooooo\n\xff\xfe\n").expect("written");
        let error = BoardReader::open(&path).expect("opened").nth(1).expect("a line").expect_err("no text");
        assert!(error.to_string().contains("boards, line 2: not a board but binary data"), "{error}");
    }
}
