//! A file of boards in any form: tables with columns of any names, boards as text, or lists of vehicles.
use std::fs;
use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;

use super::board_line::BoardReader;
use super::content::Content;
use super::line_reader::{InputError, LineReader, opened, read_error};
use crate::board::{Metric, Size};
use crate::files::Gauge;
use crate::ranks::{RankChoice, rank_header};
use crate::tables::{Fields, Format, Input, LONGEST_RECORD, Reading, Record, SEPARATORS, any_case};

/// How to read a file of boards.
#[derive(Clone, Copy, Default, Debug)]
pub struct BoardTable<'a> {
    /// Whether it is a list of vehicles; for `Some(false)`, text has a board on each line. For `None` the content decides.
    pub is_list: Option<bool>,
    /// The column with the boards, if it is known.
    pub column: Option<&'a str>,
    /// The size of boards on one line, if they are not square.
    pub size: Option<Size>,
    /// Which rows of a rank file are wanted, if not all.
    pub ranks: Option<&'a RankChoice>,
}

/// The records of a table, in their order.
///
/// A record that can't be read is an [`InputError::Record`], and the next one follows. After any other error
/// nothing follows.
pub type AnyTable = Box<dyn Iterator<Item = Result<Record, InputError>>>;

/// Opens a file of boards; `-` is standard input. Its content decides what it is: text is CSV if its first line has the names of
/// columns.
///
/// # Errors
/// As [`LineReader::open`](super::LineReader::open).
pub fn open_boards(path: &Path, table: BoardTable<'_>, is_board: impl Fn(&str) -> bool) -> Result<OpenedBoards, InputError> {
    let BoardTable { is_list, column, .. } = table;
    let (content, mut source) = opened(path, &Gauge::default())?;
    let failed = |error| read_error(path, 0, error);
    let lines = |content, source| {
        let ranks = table.ranks.cloned().unwrap_or_else(RankChoice::all);
        let lines = LineReader::of_content(path, content, source, ranks, &Gauge::default())?;
        Ok(OpenedBoards::Boards(Box::new(BoardReader::of(lines, table.size))))
    };
    let read = match content {
        _ if is_list == Some(true) => return Ok(OpenedBoards::Vehicles(source)),
        Content::Vehicles if is_list.is_none() && column.is_none() => return Ok(OpenedBoards::Vehicles(source)),
        Content::Ranks => return lines(content, source),
        Content::Table(read) => read,
        Content::Lines | Content::Vehicles => {
            let (is_table, boards);
            (is_table, boards, source) = is_csv(source, column, is_board).map_err(failed)?;
            match Format::named("csv").map(|format| format.reading) {
                Some(Reading::Records(read)) if is_list.is_none() && is_table => read,
                _ if is_list.is_none() && path.extension().is_some_and(|ending| ending == "csv") && boards != HasBoard::Alone => {
                    if boards == HasBoard::No {
                        return Ok(OpenedBoards::Vehicles(source));
                    }
                    let problem = "its first line must have the names of the columns, like moves,board,cluster_size".to_owned();
                    return Err(InputError::File { path: path.to_owned(), problem });
                }
                _ => return lines(Content::Lines, source),
            }
        }
    };
    let (path, mut records, mut ended) = (path.to_owned(), read(source).map_err(failed)?.fuse(), false);
    Ok(OpenedBoards::Table(Box::new(std::iter::from_fn(move || {
        let next = if ended { None } else { records.next() }?.map_err(|error| read_error(&path, 0, error));
        ended = !matches!(next, Ok(_) | Err(InputError::Record { .. }));
        Some(next)
    }))))
}

/// Whether the first line of a text has a board.
#[derive(PartialEq, Eq)]
enum HasBoard {
    No,
    /// It is the board.
    Alone,
    Beside,
}

/// Whether text is a table: its first line names the `column` with the boards or, if that is unknown, has several names and no
/// board, and the line below has as many fields. Returns the source with both lines put back.
fn is_csv(mut source: Input, column: Option<&str>, is_board: impl Fn(&str) -> bool) -> io::Result<(bool, HasBoard, Input)> {
    let mut lines = Vec::new();
    source.by_ref().take(LONGEST_RECORD as u64).read_until(b'\n', &mut lines)?;
    let header = String::from_utf8_lossy(&lines).into_owned();
    let fields: Vec<&str> = header.split(SEPARATORS).map(|field| field.trim().trim_matches('"')).collect();
    let is_name = |field: &&str| {
        let words = || field.split_whitespace();
        let is_spaced = words().count() > 1 && words().all(|word| word.chars().count() == 1);
        field.contains(char::is_alphabetic) && !is_spaced && !words().any(&is_board)
    };
    let mut is_table = column.is_some_and(|column| fields.contains(&column));
    if !is_table && fields.len() > 1 && fields.iter().all(is_name) {
        let end = lines.len();
        source.by_ref().take(LONGEST_RECORD as u64).read_until(b'\n', &mut lines)?;
        is_table = String::from_utf8_lossy(&lines[end..]).split(SEPARATORS).count() == fields.len();
    }
    let boards = match fields[..] {
        _ if !fields.iter().any(|field| is_board(field)) => HasBoard::No,
        [_] => HasBoard::Alone,
        _ => HasBoard::Beside,
    };
    Ok((is_table, boards, Box::new(Cursor::new(lines).chain(source))))
}

/// What the rows of a file count, if the file itself says so, as a rank file does, or a table whose column of moves is called
/// `steps`.
pub fn stated_metric(path: &Path) -> Option<Metric> {
    if let Some(header) = rank_header(path) {
        return Some(header.metric);
    }
    let is_regular = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let Some(Ok(OpenedBoards::Table(mut table))) = is_regular.then(|| open_boards(path, BoardTable::default(), |_| false)) else {
        return None;
    };
    let Record { fields, .. } = table.next()?.ok()?;
    is_row_by_steps(&fields).then_some(Metric::Steps)
}

/// Whether a record is a row of a database by steps.
pub fn is_row_by_steps(fields: &Fields) -> bool {
    let has = |name: &&str| any_case(fields, name).is_some();
    ["steps", "board", "cluster_size"].iter().all(has) && !has(&"moves")
}

/// A file of boards, opened according to its content.
pub enum OpenedBoards {
    /// Records of a table.
    Table(AnyTable),
    /// Boards or rows as lines of text.
    Boards(Box<BoardReader>),
    /// A list of the vehicles of one board.
    Vehicles(Input),
}
