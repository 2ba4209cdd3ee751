//! A file of boards in any form: tables with columns of any names, boards as text, or lists of vehicles.
use std::fs;
use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use super::board_line::{BoardReader, boards_of};
use super::content::Content;
use super::json_boards::text_of_json;
use super::line_reader::{InputError, LineReader, ReadFile, opened, read_error};
use super::vehicles::{Vehicles, are_of_vehicles, is_line_without_header};
use crate::board::{Metric, Size};
use crate::gauge::Gauge;
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
        let file = lines.file().clone();
        Ok(OpenedBoards::Boards(boards_of(lines, table.size), file))
    };
    let listed = |source: Input| {
        let mut list = Vec::new();
        source.take(Vehicles::LONGEST + 1).read_to_end(&mut list).map_err(failed)?;
        let wrong = |problem| InputError::File { path: path.to_owned(), problem };
        Vehicles::records(&list).map(OpenedBoards::Vehicles).map_err(wrong)
    };
    let read = match content {
        Content::Table(read) => {
            let (first, json);
            let is_array = source.fill_buf().map_err(failed)?.starts_with(b"[");
            (first, source) = if is_array { second_sign(source).map_err(failed)? } else { (None, source) };
            match first {
                Some(b'"' | b'[' | b'0'..=b'9') => {
                    (json, source) = json_text(source).map_err(failed)?;
                    let problem = || "it can't be read as a JSON array: it has neither records nor boards".to_owned();
                    if !json {
                        return Err(InputError::File { path: path.to_owned(), problem: problem() });
                    }
                    return lines(Content::Lines, source);
                }
                _ => read,
            }
        }
        _ if is_list == Some(true) => return listed(source),
        Content::Vehicles if is_list.is_none() && column.is_none() => return listed(source),
        Content::Ranks => return lines(content, source),
        Content::Lines | Content::Vehicles => {
            let start;
            (start, source) = first_lines(source, column, is_board).map_err(failed)?;
            let FirstLines { is_table, boards, is_bare_list } = start;
            match Format::named("csv").map(|format| format.reading) {
                _ if is_list.is_none() && column.is_none() && is_bare_list => return listed(source),
                Some(Reading::Records(read)) if is_list.is_none() && is_table => read,
                _ if is_list.is_none() && path.extension().is_some_and(|ending| ending == "csv") && boards != HasBoard::Alone => {
                    if boards == HasBoard::No {
                        return listed(source);
                    }
                    let problem = "its first line must have the names of the columns, like moves,board,cluster_size".to_owned();
                    return Err(InputError::File { path: path.to_owned(), problem });
                }
                _ => return lines(Content::Lines, source),
            }
        }
    };
    let mut records = read(source).map_err(failed)?.fuse().peekable();
    let is_vehicle = |record: &Record| are_of_vehicles(record.fields.keys().map(String::as_str));
    if column.is_none() && is_list != Some(false) && matches!(records.peek(), Some(Ok(record)) if is_vehicle(record)) {
        return records.take(MOST_RECORDS).collect::<Result<_, _>>().map(OpenedBoards::Vehicles).map_err(failed);
    }
    let (path, mut ended) = (path.to_owned(), false);
    Ok(OpenedBoards::Table(Box::new(std::iter::from_fn(move || {
        let next = if ended { None } else { records.next() }?.map_err(|error| read_error(&path, 0, error));
        ended = !matches!(next, Ok(_) | Err(InputError::Record { .. }));
        Some(next)
    }))))
}

/// The records of a list of vehicles that are read: more than the cells of the largest board.
const MOST_RECORDS: usize = Size::MAX * Size::MAX + 1;
/// The longest JSON array of boards, in bytes.
const LONGEST_ARRAY: u64 = 1 << 26;

/// The first sign after the one that begins a source, if that is `[`. Returns the source with what was read put back.
fn second_sign(mut source: Input) -> io::Result<(Option<u8>, Input)> {
    let (mut start, mut byte) = (Vec::new(), [0]);
    let mut signs = Vec::new();
    while signs.len() < 2 && signs.first().is_none_or(|&first| first == b'[') && source.read(&mut byte)? == 1 {
        start.push(byte[0]);
        signs.extend((!byte[0].is_ascii_whitespace()).then_some(byte[0]));
    }
    Ok((signs.get(1).copied(), Box::new(Cursor::new(start).chain(source))))
}

/// Whether a source is a JSON array of boards, and their text.
fn json_text(source: Input) -> io::Result<(bool, Input)> {
    let mut bytes = Vec::new();
    source.take(LONGEST_ARRAY).read_to_end(&mut bytes)?;
    let text = serde_json::from_slice(&bytes).ok().and_then(|value| text_of_json(&value));
    Ok((text.is_some(), Box::new(Cursor::new(text.unwrap_or_default().into_bytes()))))
}

/// Whether the first line of a text has a board.
#[derive(PartialEq, Eq)]
enum HasBoard {
    No,
    /// It is the board.
    Alone,
    Beside,
}

/// What the first line of a text, and the next one if that is needed, say about it.
struct FirstLines {
    /// Whether it is a table: its first line names the column with the boards or, if that is unknown, has several names and no
    /// board, and the line below has as many fields.
    is_table: bool,
    boards: HasBoard,
    /// Whether the first line is a vehicle of a list without a header, and the next one too, if there is one.
    is_bare_list: bool,
}

/// Looks at the first lines of a text, in which `column` holds the boards, if that is known. Returns the source with both lines put
/// back.
fn first_lines(mut source: Input, column: Option<&str>, is_board: impl Fn(&str) -> bool) -> io::Result<(FirstLines, Input)> {
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
    let has_names = !is_table && fields.len() > 1 && fields.iter().all(is_name);
    let mut is_bare_list = is_line_without_header(&header);
    if has_names || is_bare_list {
        let end = lines.len();
        source.by_ref().take(LONGEST_RECORD as u64).read_until(b'\n', &mut lines)?;
        let second = String::from_utf8_lossy(&lines[end..]);
        is_table |= has_names && second.split(SEPARATORS).count() == fields.len();
        is_bare_list &= second.trim().is_empty() || is_line_without_header(&second);
    }
    let boards = match fields[..] {
        _ if !fields.iter().any(|field| is_board(field)) => HasBoard::No,
        [_] => HasBoard::Alone,
        _ => HasBoard::Beside,
    };
    Ok((FirstLines { is_table, boards, is_bare_list }, Box::new(Cursor::new(lines).chain(source))))
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
    /// Boards or rows as lines of text, and their file, which may be damaged.
    Boards(BoardReader, Arc<ReadFile>),
    /// The vehicles of one board.
    Vehicles(Vec<Record>),
}
