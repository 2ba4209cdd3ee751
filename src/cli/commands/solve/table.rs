//! `gridlock solve FILE --claim COLUMN` and `-o TABLE`: the boards of a table of other people, solved in moves and in steps.
use super::claims::ClaimCheck;
use super::{HeuristicName, SolveArgs, Tally, worse};
use crate::board::Metric;
use crate::cli::board_argument::{BoardArgumentError, BoardSource, GivenBoard, given_line, given_vehicles};
use crate::cli::exit::{ExitCode, UsageError, describe};
use crate::cli::interruptible::InterruptibleOutputs;
use crate::cli::message::print_message;
use crate::database::{
    AnyTable, AnyTableFormat, AnyTableWriter, Fields, InputError, OpenedBoards, Record, TableTextError, Vehicles,
};
use crate::engine::{Progress, ProgressMode, counted, drive, grouped};
use crate::files::shown;
use crate::solve::SolveOptions;
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The records that decide which column holds the boards.
const LOOK_AHEAD: usize = 20;
/// Boards without an answer that are named one by one; the others are counted.
const NAMED: u64 = 20;

/// A board with all that its table says of it.
struct Entry {
    /// Where it is, for messages.
    place: String,
    given: Result<GivenBoard>,
    /// The columns of its record; none if the record can't be read.
    fields: Fields,
}

/// Shortest solutions of a board.
pub(super) struct Lengths {
    pub(super) moves: u32,
    pub(super) steps: u32,
    /// The board as gridlock writes it.
    pub(super) board: String,
    /// A solution of the metric that was asked for, else one in moves.
    solution: String,
}

/// A board of a table and what was found; `None` if it is unsolvable.
struct SolvedEntry {
    place: String,
    fields: Fields,
    found: Result<Option<Lengths>>,
}

/// Solves each board of a table in both metrics, writes the table with what was found if `--output` asks for it, and checks claims.
///
/// # Errors
/// The arguments contradict one another; the table can't be read or written; with `--fail-fast`, a board can't be read or is given up.
pub(super) fn run(args: &SolveArgs, heuristic: HeuristicName) -> Result<ExitCode> {
    let BoardSource::File(path) = BoardSource::of(&args.board) else {
        return Err(UsageError("--claim and --output need a file of boards").into());
    };
    let outputs = InterruptibleOutputs::install()?;
    let entries = entries(args, &path)?;
    let mut table = match &args.output {
        Some(output) => {
            let format = AnyTableFormat::of_path(output)?;
            Some(AnyTableWriter::new(outputs.text(output, args.force)?, format))
        }
        None => None,
    };
    let mut check = args.claim.as_ref().map(|column| ClaimCheck::new(column.clone(), args.metric, args.search.json));
    let mut progress = Progress::new(ProgressMode::on_terminal(true));
    let mut tally = Tally::default();
    let mut unsolvable = 0;
    let write = |solved: Result<SolvedEntry>| {
        tally.boards += 1;
        progress.items("boards", "solved", tally.boards, None);
        let mut note = |code: ExitCode, message: String| {
            tally.code = worse(tally.code, code);
            let count = match code {
                ExitCode::GivenUp => &mut tally.given_up,
                ExitCode::NegativeAnswer => &mut unsolvable,
                _ => &mut tally.not_read,
            };
            *count += 1;
            if *count <= NAMED {
                progress.message(&format!("gridlock: {message}"));
            }
        };
        let SolvedEntry { place, mut fields, found } = solved?;
        match &found {
            Err(_) if args.fail_fast => return found.map(drop),
            Err(error) => note(ExitCode::of_error(error), describe(error)),
            Ok(None) => note(ExitCode::NegativeAnswer, format!("{}: unsolvable", place)),
            Ok(Some(lengths)) => {
                if let Some(check) = &mut check {
                    check.look(&place, &fields, lengths)?;
                }
            }
        }
        match &mut table {
            Some(table) if !fields.is_empty() => {
                add_answer(&mut fields, found.as_ref().ok().and_then(Option::as_ref));
                Ok(table.write(&fields)?)
            }
            _ => Ok(()),
        }
    };
    let never = AtomicBool::new(false);
    let solve = |entry: Result<Entry>| {
        let Entry { place, given, fields } = entry?;
        Ok(SolvedEntry { place, fields, found: given.and_then(|given| lengths(args, heuristic, &given)) })
    };
    let driven = drive(|| (), |(), entry| solve(entry), entries, args.threads.or_all(), &never, write);
    driven.map_err(|error| error.into_write_error().unwrap_or_else(anyhow::Error::from))?;
    drop(progress);
    if let Some(table) = table {
        table.finish()?;
    }
    if unsolvable > 0 {
        print_message(&format!("gridlock: {} of {} unsolvable", grouped(unsolvable), counted(tally.boards, "board")));
    }
    tally.report();
    match check.map(ClaimCheck::finish).transpose()? {
        Some(wrong) if wrong > 0 => Ok(ExitCode::NegativeAnswer),
        _ => Ok(tally.code),
    }
}

/// Adds the columns of the answer. A name that is taken gets `solved_` before it.
fn add_answer(fields: &mut Fields, lengths: Option<&Lengths>) {
    let answer = [
        ("moves", lengths.map_or(Value::Null, |lengths| lengths.moves.into())),
        ("steps", lengths.map_or(Value::Null, |lengths| lengths.steps.into())),
        ("solution", lengths.map_or(Value::Null, |lengths| lengths.solution.as_str().into())),
    ];
    for (name, value) in answer {
        let free = if fields.contains_key(name) { format!("solved_{name}") } else { name.to_owned() };
        fields.insert(free, value);
    }
}

/// The boards of a file, each with the columns that it came with.
fn entries(args: &SolveArgs, path: &Path) -> Result<Box<dyn Iterator<Item = Result<Entry>>>> {
    let (reading, name) = (args.search.reading.clone(), shown(path).to_string());
    let shape = args.shape.shape;
    let is_board = {
        let reading = reading.clone();
        move |text: &str| {
            GivenBoard::of_text(text, String::new(), &reading).is_ok_and(|given| given.view_of_any_shape(shape).is_ok())
        }
    };
    let mut table = match AnyTable::open(path, |fields| !fields.iter().any(|field| is_board(field)))? {
        OpenedBoards::Boards(reader) => {
            return Ok(Box::new(reader.map(move |line| {
                let line = line?;
                let mut fields = Fields::new();
                fields.extend(line.moves.map(|moves| ("moves".to_owned(), moves.into())));
                fields.insert("board".to_owned(), line.board.clone().into());
                fields.extend(line.cluster_size.map(|size| ("cluster_size".to_owned(), size.into())));
                fields.extend(line.name.clone().map(|name| ("name".to_owned(), name.into())));
                let place = format!("{name}, line {}", line.line);
                Ok(Entry { given: given_line(line, &name, &reading), place, fields })
            })));
        }
        OpenedBoards::Vehicles(mut source) => {
            let mut list = Vec::new();
            source.by_ref().take(Vehicles::LONGEST + 1).read_to_end(&mut list).with_context(|| format!("cannot read {name}"))?;
            let mut fields = Vehicles::shared_columns(&list);
            let given = given_vehicles(path, &list[..], &reading)?;
            let view = given.view_of_any_shape(None)?;
            fields.insert("board".to_owned(), view.to_string().into());
            return Ok(Box::new(std::iter::once(Ok(Entry { place: name, given: Ok(given), fields }))));
        }
        OpenedBoards::Table(table) => table,
    };
    let first: VecDeque<_> = table.by_ref().take(LOOK_AHEAD).collect();
    let known: Vec<&Record> = first.iter().flatten().collect();
    let column = board_column(args, &known, |value| board_text(value).is_some_and(|text| is_board(&text)))?;
    if let (Some(claim), Some(record)) = (&args.claim, known.first())
        && !known.iter().any(|record| record.fields.contains_key(claim))
    {
        let columns = columns(record);
        anyhow::bail!("{name}: there is no column {claim:?} to check; its columns are {columns}");
    }
    let in_file = move |place: &str| format!("{name}, {place}");
    Ok(Box::new(first.into_iter().chain(table).map(move |record| {
        let Record { place, fields } = match record {
            Ok(record) => record,
            Err(error) => {
                let InputError::Table { source: TableTextError::Value { place, .. }, .. } = &error else {
                    return Err(error.into()); // nothing comes after it
                };
                return Ok(Entry { place: in_file(place), given: Err(error.into()), fields: Fields::new() });
            }
        };
        let place = in_file(&place);
        let given = match fields.get(&column).and_then(board_text) {
            Some(text) => GivenBoard::of_text(&text, place.clone(), &reading),
            None => Err(BoardArgumentError::new(&place, format_args!("there is no board in the column {column}")).into()),
        };
        Ok(Entry { place, given, fields })
    })))
}

/// The names of the columns of a record, for messages.
fn columns(record: &Record) -> String {
    record.fields.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// The text of a board: a text, or an array with a text for each row.
fn board_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(rows) => Some(rows.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?.join("\n")),
        _ => None,
    }
}

/// The column with the boards: that of `--board`, or the one that holds the most boards in the first records.
fn board_column(args: &SolveArgs, records: &[&Record], is_board: impl Fn(&Value) -> bool) -> Result<String> {
    let Some(record) = records.first() else { return Ok("board".to_owned()) };
    if let Some(column) = &args.board_column {
        anyhow::ensure!(record.fields.contains_key(column), "there is no column {column:?} with boards");
        return Ok(column.clone());
    }
    let count =
        |column: &str| records.iter().filter_map(|record| record.fields.get(column)).filter(|value| is_board(value)).count();
    let counts: Vec<(&String, usize)> = record.fields.keys().map(|column| (column, count(column))).collect();
    let most = counts.iter().map(|&(_, count)| count).max().unwrap_or(0);
    let best: Vec<&str> = counts.iter().filter(|&&(_, count)| count == most).map(|(column, _)| column.as_str()).collect();
    match best[..] {
        _ if most == 0 => {
            let columns = columns(record);
            anyhow::bail!(
                "none of the columns ({columns}) holds boards: name the one that does with --board COLUMN; boards that are not square need --shape, an exit on another side --exit"
            )
        }
        [only] => Ok(only.to_owned()),
        _ if best.contains(&"board") => Ok("board".to_owned()),
        _ => anyhow::bail!("several columns hold boards ({}): name one with --board COLUMN", best.join(", ")),
    }
}

/// Solves a board in both metrics; `None` if it is unsolvable.
fn lengths(args: &SolveArgs, heuristic: HeuristicName, given: &GivenBoard) -> Result<Option<Lengths>> {
    let view = given.view_of_any_shape(args.shape.shape)?;
    let options = SolveOptions::new().max_states(args.search.max_states);
    let options = options.algorithm(args.algorithm.into()).heuristic(heuristic.into());
    let of = |metric| options.metric(metric).solve(view.state());
    let both = of(Metric::Moves).and_then(|moves| Ok((moves, of(Metric::Steps)?)));
    let both = both.with_context(|| format!("{}: gave up; --max-states K allows more states", given.place))?;
    let (Some(moves), Some(steps)) = both else { return Ok(None) };
    let printed = if args.metric.map(Metric::from) == Some(Metric::Steps) { &steps } else { &moves };
    let solution: Vec<String> = printed.joined().into_iter().map(|step| view.describe(step)).collect();
    let solution = solution.join(" ");
    Ok(Some(Lengths { moves: moves.length(), steps: steps.length(), board: view.to_string(), solution }))
}
