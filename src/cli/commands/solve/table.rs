//! `gridlock solve FILE --claim COLUMN` and `-o TABLE`: the boards of any table, solved in moves and in steps.
use super::claims::{ClaimCheck, Lengths};
use super::{SolveArgs, Tally, known_boards};
use crate::board::Metric;
use crate::cli::arguments::{BoardSource, Entry, GivenBoard, Wanted, entries};
use crate::cli::{Context, ExitCode, Failure, InterruptibleOutputs, Result};
use crate::engine::{Progress, ProgressMode, drive};
use crate::files::{ErrorClass, Gauge};
use crate::inputs::is_row_by_steps;
use crate::solve::{Heuristic, SolveOptions};
use crate::tables::{Columns, Fields, Format, Value, any_case};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A board of a table and what was found; `None` if it is unsolvable.
struct SolvedEntry {
    place: String,
    fields: Fields,
    found: Result<Option<Lengths>>,
}

/// Solves each board of a table in both metrics, writes the extended table if `--output` asks for it, and checks claims.
///
/// # Errors
/// The arguments contradict one another; the table can't be read or written; with `--fail-fast`, a board can't be read or is
/// given up.
pub(super) fn run(args: &SolveArgs, heuristic: Heuristic, quiet: bool) -> Result<ExitCode> {
    let BoardSource::File(path) = BoardSource::of(&args.board) else {
        return Err(Failure::of_input("--claim and --output need a file of boards"));
    };
    let outputs = InterruptibleOutputs::install()?;
    let wanted = Wanted::AllColumns(args.claim.as_deref());
    let entries = entries(&path, &args.search.reading, args.is_list(), wanted)?;
    let mut table = match &args.output {
        Some(output) => {
            let format = Format::of_path(output, Columns::Any)?;
            Some(outputs.table(output, format, args.force, &[])?)
        }
        None => None,
    };
    let mut check = args.claim.as_ref().map(|column| ClaimCheck::new(column.clone(), args.metric, args.search.json));
    let gauge = Gauge::default();
    let is_on_stdout = args.output.as_deref().is_none_or(|output| output == Path::new("-"));
    let progress = Progress::begin(ProgressMode::on_terminal(quiet, is_on_stdout), &gauge);
    let total = known_boards(&path);
    let mut tally = Tally::default();
    let write = |solved: Result<SolvedEntry>| {
        tally.boards += 1;
        gauge.count("solving boards", "boards", tally.boards, total);
        let SolvedEntry { place, mut fields, found } = solved?;
        match &found {
            Err(_) if args.fail_fast => return found.map(drop),
            Err(error) => tally.note(&progress, error.code(), &error.describe()),
            Ok(None) => {
                tally.note(&progress, ExitCode::Failed(ErrorClass::NegativeAnswer), &format!("{place}: unsolvable"));
            }
            Ok(Some(lengths)) => {
                if let Some(check) = &mut check {
                    check.look(&place, &fields, lengths)?;
                }
            }
        }
        match &mut table {
            Some(table) if !fields.is_empty() => {
                add_answer(&mut fields, found.as_ref().ok().and_then(Option::as_ref));
                Ok(table.write(&[fields.iter().map(|(name, value)| (name.as_str(), value.cell())).collect()])?)
            }
            _ => Ok(()),
        }
    };
    let never = AtomicBool::new(false);
    let solve = |entry: Result<Entry>| {
        let Entry { place, given, fields } = entry?;
        Ok(SolvedEntry { place, fields, found: given.and_then(|given| lengths(args, heuristic, &given)) })
    };
    drive(|| (), |(), entry| solve(entry), entries, args.threads.or_all(), &never, write)?;
    drop(progress);
    if let Some(table) = table {
        table.finish()?;
    }
    tally.report();
    match check.map(ClaimCheck::finish).transpose()? {
        Some(wrong) if wrong > 0 => Ok(ExitCode::Failed(ErrorClass::NegativeAnswer)),
        _ => Ok(tally.code),
    }
}

/// Adds the columns of the answer. A name already in use gets the prefix `solved_`. In a table of rows by steps `moves` counts as
/// used, since a table with that column counts moves.
fn add_answer(fields: &mut Fields, lengths: Option<&Lengths>) {
    let answer = [
        ("moves", Value::of(lengths.map(|lengths| lengths.moves))),
        ("steps", Value::of(lengths.map(|lengths| lengths.steps))),
        ("solution", Value::of(lengths.map(|lengths| &lengths.solution))),
    ];
    let is_by_steps = is_row_by_steps(fields);
    for (name, value) in answer {
        let is_taken = any_case(fields, name).is_some() || name == "moves" && is_by_steps;
        fields.insert(if is_taken { format!("solved_{name}") } else { name.to_owned() }, value);
    }
}

/// Solves a board in both metrics; `None` if it is unsolvable.
fn lengths(args: &SolveArgs, heuristic: Heuristic, given: &GivenBoard) -> Result<Option<Lengths>> {
    let view = given.view()?;
    let options = SolveOptions::new().max_states(args.search.max_states);
    let options = options.algorithm(args.algorithm).heuristic(heuristic);
    let of = |metric| options.metric(metric).solve(view.state());
    let both = of(Metric::Moves).and_then(|moves| Ok((moves, of(Metric::Steps)?)));
    let both = both.with_context(|| format!("{}: gave up; --max-states K allows more states", given.place))?;
    let (Some(moves), Some(steps)) = both else { return Ok(None) };
    let printed = match args.metric {
        Some(Metric::Steps) => &steps,
        Some(Metric::Moves) | None => &moves,
    };
    let solution = view.written(&printed.joined(), args.notation).join(args.notation.separator());
    Ok(Some(Lengths { moves: moves.length(), steps: steps.length(), board: view.to_string(), solution }))
}
