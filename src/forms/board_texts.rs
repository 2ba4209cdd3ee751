//! The boards of a text, whatever their form.
use std::convert::Infallible;

use super::board_text::{BoardReading, BoardText, ReadBoard, wrong_length};
use super::border::{Marks, is_edge, is_lower_edge, is_upper_edge};
use super::grid::Grid;
use super::one_line;
use super::signs::{Meaning, Signs};
use super::text_line::{BlockError, TextLine};
use crate::board::{Size, TextError};

/// The name of the primary where a `K` marks the exit.
const MARKED_PRIMARY: &str = "P";
/// The lines of a block that are kept: those of the largest board, and some around it.
const MOST_LINES: usize = 2 * Size::MAX;
/// The errors before the first board that are kept.
const MOST_ERRORS: usize = 21;
/// The beginnings of the lines that `analyse` prints above its first drawing.
const HEADINGS: [&str; 2] = ["this board", "turned as in the database"];

/// The boards of a text, one after the other.
///
/// A line that is a board by itself begins a list: each line below it is one too. Other lines without a blank line between them are a
/// *block*: one board, perhaps with a title, comments, its size, a border and the mark of its exit, or one error. If nothing in
/// the text is a board, there is one error.
///
/// Of what `analyse` prints, the first drawing is the board, and the rest is skipped: the drawing next to it is the unsolved state.
pub struct BoardTexts<I: Iterator> {
    lines: I,
    /// Lines of spaces directly above what follows: they may be rows of a board whose empty cells are spaces.
    spaces: Vec<TextLine>,
    /// Lines that were read and belong to what follows, the next one last.
    waiting: Vec<TextLine>,
    size: Option<Size>,
    /// The line with this number, if there is one, belongs to the list above it.
    next_of_list: u64,
    /// The title above the next board, with its first and last line.
    title: Option<(String, u64, u64)>,
    /// How many boards a line says there are, and its number.
    said: Option<(u64, u64)>,
    boards: u64,
    /// What was found, and what can't be read before the first board.
    ready: Vec<Result<BoardText, BlockError>>,
    /// Whether the next drawing is in the output of `analyse`.
    is_analysis: bool,
    ended: bool,
}

debug_as_name!([I: Iterator] BoardTexts<I>);

/// The only board of a text.
///
/// # Errors
/// A [`BlockError`] with its line: the text has no board, several boards, or one that can't be read.
pub fn only_board(text: &str, size: Option<Size>) -> Result<BoardText, BlockError> {
    let lines = (1..).zip(text.lines()).filter_map(|(line, text)| TextLine::read(line, text)).map(Ok::<_, Infallible>);
    let mut boards = BoardTexts::new(lines, size).map(|Ok(board)| board);
    let board = boards.next().ok_or_else(|| BlockError::new(1, "there is no board in the text"))??;
    match boards.next() {
        None => Ok(board),
        Some(Err(error)) => Err(error),
        Some(Ok(other)) => Err(BlockError::new(other.line, "there are several boards in the text")),
    }
}

/// Reads the only board of a text.
///
/// # Errors
/// What [`only_board`] and [`BoardText::read`] find.
pub fn read_board(text: &str, how: &BoardReading) -> Result<ReadBoard, String> {
    let board = only_board(text, how.size).map_err(|error| error.to_string())?;
    board.read(how).map_err(|error| error.to_string())
}

impl<E, I: Iterator<Item = Result<TextLine, E>>> BoardTexts<I> {
    /// The boards of some lines. `size` is the size of boards on one line, if they are not square.
    pub fn new(lines: I, size: Option<Size>) -> BoardTexts<I> {
        let (waiting, ready) = (Vec::new(), Vec::new());
        let (next_of_list, title, said, boards, is_analysis, ended) = (0, None, None, 0, false, false);
        BoardTexts { lines, spaces: Vec::new(), waiting, size, next_of_list, title, said, boards, ready, is_analysis, ended }
    }

    fn next_line(&mut self) -> Option<Result<TextLine, E>> {
        self.waiting.pop().map(Ok).or_else(|| self.lines.next())
    }

    /// The lines of the block that begins with this one.
    fn block(&mut self, first: TextLine) -> Result<Vec<TextLine>, E> {
        let is_sized = first.sizes().is_some();
        let (mut is_open, mut next, length) = (is_edge(&first.text), first.line + 1, first.text.chars().count());
        // a line of spaces is a row of spaces where all lines are equally long
        let mut may_be_spaces = length >= Size::MIN && !first.text.contains(['.', '_', '-']);
        let mut block = vec![first];
        while let Some(line) = self.next_line().transpose()? {
            let is_blank = line.is_blank() && !(may_be_spaces && line.text.chars().count() == length);
            let begins = is_sized && line.sizes().is_some() && block.len() > Size::MIN;
            let is_next_drawing = is_open && !is_lower_edge(&line.text) && is_upper_edge(&line.text);
            if line.line != next || is_blank || begins || is_next_drawing {
                self.waiting.push(line);
                break;
            }
            may_be_spaces &= line.text.chars().count() == length;
            next += 1;
            let is_end = is_lower_edge(&line.text) && (is_open || !is_upper_edge(&line.text));
            is_open |= is_edge(&line.text);
            if block.len() <= MOST_LINES {
                block.push(line);
            }
            if is_end {
                break;
            }
        }
        while block.last().is_some_and(TextLine::is_blank) && !may_be_spaces {
            block.pop();
        }
        let mut spaces = std::mem::take(&mut self.spaces);
        let is_above = |above: &TextLine| may_be_spaces && above.text.chars().count() == length;
        if spaces.last().is_some_and(|above| above.line + 1 == block[0].line) && spaces.iter().all(is_above) {
            spaces.append(&mut block);
            block = spaces;
        }
        Ok(block)
    }

    /// Reads a block. A block may have no board.
    fn read_block(&mut self, block: Vec<TextLine>) {
        let first = block[0].line;
        // # may also begin a row
        let is_whole = block.len() > 1 && Grid::read(&block, Marks::Arrows, false).is_ok();
        let mut lines: Vec<TextLine> = block.into_iter().filter(|line| is_whole || !line.is_comment()).collect();
        if lines.first().is_some_and(|line| line.line > first && one_line::read(line, self.size).is_some()) {
            return self.put_back(lines, 0);
        }
        if lines.first().is_some_and(|line| HEADINGS.iter().any(|heading| line.text.starts_with(heading))) {
            lines.remove(0);
            self.is_analysis = lines.first().is_some_and(|line| is_edge(&line.text));
        }
        let takes_first = std::mem::take(&mut self.is_analysis);
        self.ended = takes_first;
        if let [count, sizes, ..] = &lines[..]
            && count.is_number()
            && sizes.sizes().is_some()
        {
            self.said = count.text.trim().parse().ok().map(|boards| (boards, count.line));
            return self.put_back(lines, 1);
        }
        let board = match lines.first().and_then(TextLine::sizes).filter(|_| lines.len() > 1) {
            Some(sizes) => sized(sizes, &lines[1..]),
            None => match self.grid(&lines, takes_first) {
                Ok(grid) => Ok(BoardText::of_grid(grid)),
                Err(_) if lines.is_empty() => return,
                Err(problem) => match self.below_title(lines, problem) {
                    Some(board) => board,
                    None => return,
                },
            },
        };
        let board = board.map_err(|problem| BlockError::new(first, problem)).map(|board| {
            let title = self.title.take().map(|(title, ..)| title);
            BoardText { line: first, name: title.or(board.name), ..board }
        });
        self.ready.push(board);
    }

    /// The grid of lines without titles, unless the first line can be nothing else.
    fn grid(&mut self, lines: &[TextLine], takes_first: bool) -> Result<Grid, String> {
        if let [title, rest @ ..] = lines
            && title.has_words()
            && let Ok(grid) = Grid::read(rest, Marks::Arrows, takes_first)
        {
            self.title = Some((title.title().to_owned(), title.line, title.line));
            return Ok(grid);
        }
        Grid::read(lines, Marks::Arrows, takes_first)
    }

    fn put_back(&mut self, lines: Vec<TextLine>, from: usize) {
        self.waiting.extend(lines.into_iter().skip(from).rev());
    }

    /// Reads lines that are not a grid as titles with a board below them. The error says what is wrong with the board. `None` if
    /// there are only titles, or if the lines below them are read as a list.
    fn below_title(&mut self, lines: Vec<TextLine>, problem: String) -> Option<Result<BoardText, String>> {
        let has_digit = |line: &TextLine| line.text.contains(|c: char| c.is_ascii_digit());
        let is_title = |at: usize| {
            let rest = &lines[at + 1..];
            lines[at].is_title() && (!lines[at].is_number() || !rest.is_empty() && !rest.iter().any(has_digit))
        };
        let titles = (0..lines.len()).find(|&at| !is_title(at)).unwrap_or(lines.len());
        if let [first, .., last] | [first @ last] = &lines[..titles] {
            let title: Vec<&str> = lines[..titles].iter().map(TextLine::title).collect();
            self.title = Some((title.join(" "), first.line, last.line));
        }
        let is_list = |line: &TextLine| !is_edge(&line.text) && matches!(one_line::read(line, self.size), Some(Ok(_)));
        let is_row = |line: &TextLine| !line.text.trim().contains(char::is_whitespace);
        match &lines[titles..] {
            [] => None,
            [line, ..] if titles > 0 && is_list(line) => {
                self.put_back(lines, titles);
                None
            }
            // a wrong line above a list
            [line, rest @ ..] if !is_row(line) && !is_edge(&line.text) && rest.iter().any(is_list) => {
                let problem = not_a_board(line, self.size);
                self.put_back(lines, titles + 1);
                Some(Err(problem))
            }
            [line] if !is_edge(&line.text) => Some(Err(not_a_board(line, self.size))),
            _ if titles == 0 => Some(Err(problem)),
            below => Some(Grid::read(below, Marks::Arrows, false).map(BoardText::of_grid)),
        }
    }

    /// Adds the board of a line, whose name may stand in the line above.
    fn add_line(&mut self, line: u64, board: Result<BoardText, String>) {
        let mut board = board.map_err(|problem| BlockError::new(line, problem));
        match self.title.take() {
            Some((title, _, last)) if last + 1 == line && !title.starts_with(|c: char| c.is_ascii_digit()) => {
                if let Ok(board) = &mut board {
                    board.name.get_or_insert(title);
                }
            }
            title => self.ready.extend(title.map(no_title).map(Err)),
        }
        self.ready.push(board);
    }

    /// Reads the next line or block.
    fn advance(&mut self) -> Option<Result<(), E>> {
        let line = match self.next_line().filter(|_| !self.ended)? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let number = line.line;
        let is_in_list = self.next_of_list == number && !is_edge(&line.text);
        if line.is_blank() {
            if self.spaces.last().is_none_or(|last| last.line + 1 != number || last.text.len() != line.text.len()) {
                self.spaces.clear();
            }
            self.spaces.extend((self.spaces.len() < Size::MAX).then_some(line));
            return Some(Ok(()));
        }
        if is_in_list && line.is_comment() {
            self.next_of_list += 1;
            return Some(Ok(()));
        }
        match if is_edge(&line.text) { None } else { one_line::read(&line, self.size) } {
            None if !is_in_list => match self.block(line) {
                Ok(block) => self.read_block(block),
                Err(error) => return Some(Err(error)),
            },
            board => {
                self.next_of_list = number + 1;
                match board {
                    None if line.text.trim().ends_with(':') => self.title = Some((line.title().to_owned(), number, number)),
                    board => self.add_line(number, board.unwrap_or_else(|| Err(not_a_board(&line, self.size)))),
                }
            }
        }
        Some(Ok(()))
    }

    /// The errors at the end of a text: nothing in it is a board, or not as many as it says.
    fn finish(&mut self) {
        self.ready.extend(self.title.take().filter(|_| !self.ended).map(no_title).map(Err));
        if self.boards == 0 && self.ready.len() > 1 {
            self.ready.truncate(1);
            if let Some(Err(error)) = self.ready.first_mut() {
                error.problem += "; nothing else in the text is a board either";
            }
        }
        if let Some((said, line)) = self.said.take().filter(|&(said, _)| said != self.boards) {
            self.ready.push(Err(BlockError::new(line, format!("says {said} boards, but there are {}", self.boards))));
        }
    }
}

/// A title without a board below it.
fn no_title((_, first, _): (String, u64, u64)) -> BlockError {
    BlockError::new(first, "no word of it is a board")
}

/// Why a line alone is no board.
fn not_a_board(line: &TextLine, asked: Option<Size>) -> String {
    let words: Vec<&str> = line.text.split_whitespace().collect();
    match (&words[..], asked) {
        ([word], Some(size)) => TextError::Cells { size, length: word.chars().count() }.to_string(),
        ([word], None) => {
            BoardText::of_cells(*word).size(None).map_or_else(|error| error.to_string(), |_| "it is one row".to_owned())
        }
        ([number, word, ..], _) if number.parse::<u32>().is_ok() => wrong_length(word.chars().count()).to_string(),
        _ => "no word of it is a board".to_owned(),
    }
}

/// The board below a line with its rows, columns and perhaps its number of vehicles, which may also have a line of its own. A `K`
/// outside the board, at an end of the row or column of the primary `P`, marks its exit.
fn sized((rows, columns, vehicles): (usize, usize, Option<usize>), lines: &[TextLine]) -> Result<BoardText, String> {
    let own_line = lines[0].text.trim().parse().ok().filter(|_| vehicles.is_none());
    let (said, lines) = if own_line.is_some() { (own_line, &lines[1..]) } else { (vehicles, lines) };
    let has_k = lines.iter().flat_map(|line| line.text.matches('K')).count() == 1;
    let grid = Grid::read(lines, if has_k { Marks::K } else { Marks::Arrows }, false)?;
    let (width, height) = (grid.size.width(), grid.size.height());
    if (height, width) != (rows, columns) && (width, height) != (rows, columns) {
        return Err(format!("{height} rows of {width} cells, but the line with the size says {rows} {columns}"));
    }
    let signs = Signs::of(&grid.cells, &grid.long, &[])?;
    let mut names: Vec<char> = grid.cells.chars().filter(|&sign| signs.meaning(sign) == Meaning::Piece).collect();
    names.sort_unstable();
    names.dedup();
    // with the primary or without it
    if let Some(said) = said.filter(|&said| said != names.len() && said + 1 != names.len()) {
        return Err(format!("the text says {said} vehicles, but the board has {}", names.len()));
    }
    if grid.exit.is_none() && (has_k || vehicles.is_none() && grid.cells.contains(|sign| MARKED_PRIMARY.starts_with(sign))) {
        return Err("below its size, a board with P needs one K outside it, at an end of the row or column of P".to_owned());
    }
    Ok(BoardText { primary: has_k.then_some(MARKED_PRIMARY), ..BoardText::of_grid(grid) })
}

impl<E, I: Iterator<Item = Result<TextLine, E>>> Iterator for BoardTexts<I> {
    type Item = Result<Result<BoardText, BlockError>, E>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let has_board = self.boards > 0 || self.ready.last().is_some_and(Result::is_ok);
            if has_board && !self.ready.is_empty() {
                let board = self.ready.remove(0); // there are few
                self.boards += u64::from(board.is_ok());
                return Some(Ok(board));
            }
            self.ready.truncate(MOST_ERRORS);
            match self.advance() {
                Some(Ok(())) => {}
                Some(Err(error)) => return Some(Err(error)),
                None => {
                    self.finish();
                    self.ended = true;
                    return (!self.ready.is_empty()).then(|| Ok(self.ready.remove(0)));
                }
            }
        }
    }
}
