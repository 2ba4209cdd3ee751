//! The boards of a file with what its table says about them. In other people's tables the column of boards can have any name.
use crate::board::{Rules, Size};
use crate::cli::arguments::given_board::{GivenBoard, ReadingArguments};
use crate::cli::{Context, Failure, Result};
use crate::files::display_path;
use crate::inputs::{BoardTable, InputError, OpenedBoards, Vehicles, open_boards, text_of_json};
use crate::ranks::{RankChoice, RowId};
use crate::run::common_rules;
use crate::tables::{Fields, Record, Value, any_case};
use std::collections::VecDeque;
use std::path::Path;

/// The records that decide which column holds the boards.
const LOOK_AHEAD: usize = 20;

/// The columns of boards and rows as lines of text.
const COLUMNS_OF_LINES: [&str; 5] = ["number", "moves", "board", "cluster_size", "name"];

/// A board with everything that its table says about it.
pub(crate) struct Entry {
    pub(crate) given: Result<GivenBoard>,
    /// The columns of its record; empty if it can't be read.
    pub(crate) fields: Fields,
}

/// The boards of a file; of a rank file the chosen ones. `is_list` says whether it is a list of vehicles; if it is `None`, its content
/// decides. `needed` is a column that a table must have.
///
/// # Errors
/// The file can't be opened, no column holds its boards, or it lacks the needed one; each item can be an error of reading, after which
/// nothing follows.
pub(crate) fn entries(
    path: &Path,
    reading: &ReadingArguments,
    is_list: Option<bool>,
    ranks: Option<&RankChoice>,
    needed: Option<&str>,
) -> Result<Box<dyn Iterator<Item = Result<Entry>>>> {
    let (mut reading, name) = (reading.clone(), display_path(path));
    if reading.size.is_none() {
        // a rank file or a description says it; of files of boards alone there may be another text beside
        let rules = common_rules(&[path.to_owned()], None).ok().flatten();
        reading.size = rules.map(Rules::size).filter(|size| !size.is_square());
    }
    let is_board = {
        let reading = reading.clone();
        move |text: &str| GivenBoard::of_text(text, String::new(), &reading).is_ok_and(|given| given.view().is_ok())
    };
    let asked = reading.board_column.as_deref();
    let how = BoardTable { is_list, column: asked, size: reading.size, ranks };
    let mut table = match open_boards(path, how, &is_board)? {
        OpenedBoards::Boards(boards, file) => {
            reading.is_of_text(&name)?;
            if let Some(column) = asked.or(needed.filter(|column| !COLUMNS_OF_LINES.contains(column))) {
                let problem = format_args!("there is no column {column:?}: the file is not a table with named columns");
                return Err(Failure::of_board(name, problem));
            }
            return Ok(Box::new(boards.map(move |line| {
                let mut fields = Fields::default();
                let line = match line {
                    Err(error @ InputError::Record { .. }) => return Ok(Entry { given: Err(error.into()), fields }),
                    line => line?,
                };
                let number = if line.cluster_size.is_some() { "moves" } else { "number" };
                fields.extend(line.number.map(|value| (number.to_owned(), Value::of(value))));
                fields.insert("board".to_owned(), Value::of(&line.cells));
                fields.extend(line.cluster_size.map(|size| ("cluster_size".to_owned(), Value::of(size))));
                fields.extend(line.name.as_ref().map(|name| ("name".to_owned(), Value::of(name))));
                let place = format!("{name}, line {}", line.line);
                Ok(Entry { given: Ok(GivenBoard::of_board(line, place, &reading).of_file(&file)), fields })
            })));
        }
        OpenedBoards::Vehicles(list) => {
            let mut fields = Vehicles::shared_columns(&list);
            if let Some(column) = needed.filter(|column| !fields.contains_key(*column)) {
                return Err(Failure::of_board(
                    name,
                    format_args!("there is no column {column:?} with the same value for all vehicles"),
                ));
            }
            let given = GivenBoard::of_vehicles(&list, None, name, &reading)?;
            fields.extend(given.view().ok().map(|view| ("board".to_owned(), Value::of(view.to_string()))));
            return Ok(Box::new(std::iter::once(Ok(Entry { given: Ok(given), fields }))));
        }
        OpenedBoards::Table(table) => table,
    };
    let holds_board = |value: &Value| vehicles_in(value).is_some() || board_text(value).is_some_and(|text| is_board(&text));
    let mut first: VecDeque<_> = table.by_ref().take(1).collect();
    let is_known =
        matches!(first.front(), Some(Ok(Record { fields, .. })) if fields.get(asked.unwrap_or("board")).is_some_and(holds_board));
    if !is_known || needed.is_some() {
        first.extend(table.by_ref().take(LOOK_AHEAD - 1)); // a pipe may deliver more only later
    }
    let known: Vec<&Record> = first.iter().flatten().collect();
    if let (Some(record), Some(column)) =
        (known.first(), asked.into_iter().chain(needed).find(|column| !has_column(&known, column)))
    {
        let problem = format_args!("there is no column {column:?}; its columns are {}", columns_of(record));
        return Err(Failure::of_board(name, problem));
    }
    let column = asked.map_or_else(|| board_column(&known, holds_board), |column| Ok(column.to_owned())).context(&name)?;
    Ok(Box::new(first.into_iter().chain(table).map(move |record| {
        let Record { line, fields } = match record {
            Err(error @ InputError::Record { .. }) => {
                return Ok(Entry { given: Err(error.into()), fields: Fields::default() });
            }
            record => record?, // after any other error nothing follows
        };
        let place = format!("{name}, line {line}");
        let cell = fields.get(&column);
        let given = match cell.and_then(board_text) {
            _ if let Some(list) = cell.and_then(vehicles_in) => {
                GivenBoard::of_vehicles(&list, size_in(&fields), place, &reading).map(|given| with_figures(given, &fields))
            }
            Some(id) if RowId::is_like(&id) => GivenBoard::of_id(&id, &place, place.clone()),
            Some(text) => GivenBoard::of_text(&text, place, &reading).map(|given| with_figures(given, &fields)),
            None => Err(Failure::of_board(place, format_args!("there is no board in the column {column}"))),
        };
        Ok(Entry { given, fields })
    })))
}

/// The board of a record with its name and, if the record is a row of a database, its moves (or steps) and its cluster size.
fn with_figures(mut given: GivenBoard, fields: &Fields) -> GivenBoard {
    let number = |name| any_case(fields, name).and_then(whole_number).and_then(|number| u64::try_from(number).ok());
    let cluster_size = number("cluster_size");
    let depth = number("moves").or_else(|| number("steps")).filter(|_| cluster_size.is_some());
    let name = any_case(fields, "name").map(Value::parsed);
    let name = name.as_ref().and_then(|name| name.as_str()).filter(|name| !name.is_empty());
    let moves = depth.and_then(|depth| u32::try_from(depth).ok());
    (given.name, given.moves, given.cluster_size) = (name.map(str::to_owned), moves, moves.and(cluster_size));
    given
}

/// A whole number, or a text that is one, limited to the range of `i64`.
pub(crate) fn whole_number(value: &Value) -> Option<i64> {
    let number = match value.parsed() {
        serde_json::Value::Number(number) => number.as_f64()?,
        serde_json::Value::String(text) => text.trim().parse::<f64>().ok()?,
        _ => return None,
    };
    (number.fract() == 0.0).then_some(number as i64)
}

/// The text of a board: a text, or an array of rows.
fn board_text(value: &Value) -> Option<String> {
    text_of_json(&value.parsed())
}

/// The vehicles of a JSON array.
fn vehicles_in(value: &Value) -> Option<Vec<Record>> {
    let Value::Json(json) = value else { return None };
    let list: Vec<Fields> = serde_json::from_str(json.get()).ok()?;
    let list = (1..).zip(list).map(|(line, fields)| Record { line, fields });
    Some(list.collect()).filter(|list: &Vec<Record>| !list.is_empty())
}

/// The size of a board that its record says.
fn size_in(fields: &Fields) -> Option<Size> {
    let number = |names: [&str; 2]| {
        let value = names.iter().find_map(|name| any_case(fields, name)).and_then(whole_number);
        value.and_then(|number| usize::try_from(number).ok())
    };
    let sides = number(["width", "columns"]).zip(number(["height", "rows"])).or(number(["size", "n"]).map(|n| (n, n)));
    sides.and_then(|(width, height)| Size::new(width, height).ok())
}

/// The names of the columns of a record, for messages.
fn columns_of(record: &Record) -> String {
    record.fields.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Whether some record has a column.
fn has_column(records: &[&Record], column: &str) -> bool {
    records.iter().any(|record| record.fields.contains_key(column))
}

/// The column with the boards: `board` if the first records have boards there, else the column with the most boards in them.
fn board_column(records: &[&Record], is_board: impl Fn(&Value) -> bool) -> Result<String> {
    let Some(record) = records.first() else { return Ok("board".to_owned()) };
    let count =
        |column: &str| records.iter().filter_map(|record| record.fields.get(column)).filter(|value| is_board(value)).count();
    let counts: Vec<(&String, usize)> = record.fields.keys().map(|column| (column, count(column))).collect();
    let most = counts.iter().map(|&(_, count)| count).max().unwrap_or(0);
    let is_usual = |&&(column, count): &&(&String, usize)| column.eq_ignore_ascii_case("board") && (count > 0 || most == 0);
    if let Some((column, _)) = counts.iter().find(is_usual) {
        return Ok((*column).clone());
    }
    let best: Vec<&str> = counts.iter().filter(|&&(_, count)| count == most).map(|(column, _)| column.as_str()).collect();
    match best[..] {
        _ if most == 0 => Err(Failure::of_input(format_args!(
            "none of its columns ({}) holds boards: name the right one with --board COLUMN; boards that are not square need \
             --size, boards with an exit on another side --exit",
            columns_of(record)
        ))),
        [only] => Ok(only.to_owned()),
        _ => Err(Failure::of_input(format_args!(
            "several columns hold boards ({}): name one with --board COLUMN",
            best.join(", ")
        ))),
    }
}
