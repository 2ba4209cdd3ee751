//! `gridlock solve FILE --claim COLUMN` and `-o TABLE`: the boards of any table, solved in moves and in steps.
use super::claims::{ClaimCheck, Lengths};
use super::{SolveArgs, Tally};
use crate::board::Metric;
use crate::cli::arguments::{BoardSource, Entry, GivenBoard, entries};
use crate::cli::{Context, Failure, Result, end_on_signal};
use crate::engine::{Progress, ProgressMode, drive};
use crate::errors::ErrorClass;
use crate::gauge::Gauge;
use crate::inputs::is_row_by_steps;
use crate::notation::MoveNotation;
use crate::tables::{Columns, Fields, Format, Value, any_case};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Solves each board of a table in both metrics, writes the extended table if `--output` asks for it, and checks claims.
///
/// # Errors
/// The arguments contradict one another; the table can't be read or written; with `--fail-fast`, a board can't be read or is
/// given up.
pub(super) fn run(args: &SolveArgs, quiet: bool) -> Result<()> {
    let BoardSource::File(path) = BoardSource::of(&args.board) else {
        return Err(Failure::of_input("--claim and --output need a file of boards"));
    };
    if args.output.is_none() && args.notation != MoveNotation::default() {
        return Err(Failure::of_input("--notation is for solutions, and no table is written: name one with -o"));
    }
    end_on_signal()?;
    let entries = entries(&path, &args.search.reading, args.is_list(), None, args.claim.as_deref())?;
    let create = |output: &Path| (Format::of_path(output, Columns::Any)?.create)(output, args.force.into(), &[], None);
    let mut table = args.output.as_deref().map(create).transpose()?;
    let mut check = args.claim.as_ref().map(|column| ClaimCheck::new(column.clone(), args.metric, args.search.json));
    let gauge = Gauge::default();
    let is_on_stdout = args.output.as_deref().is_none_or(|output| output == Path::new("-"));
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, is_on_stdout), &gauge);
    let (mut tally, mut has_records) = (Tally::of(args), false);
    let write = |solved: Result<(Fields, Result<Lengths>)>| {
        let (mut fields, found) = solved?;
        match &found {
            Ok(lengths) => {
                tally.end(None);
                if let Some(check) = &mut check {
                    check.look(&fields, lengths)?;
                }
            }
            Err(error) if args.fail_fast && error.class != ErrorClass::NegativeAnswer => return found.map(drop),
            Err(error) => tally.note(&progress, error),
        }
        tally.show(&gauge);
        match &mut table {
            Some(table) if !fields.is_empty() => {
                has_records = true;
                add_answer(&mut fields, found.as_ref().ok());
                Ok(table.write(&[fields.iter().map(|(name, value)| (name.as_str(), value.cell())).collect()])?)
            }
            _ => Ok(()),
        }
    };
    let solve = |entry: Result<Entry>| {
        let Entry { given, fields } = entry?;
        Ok((fields, given.and_then(|given| lengths(args, given))))
    };
    drive(|| (), |(), entry| solve(entry), entries, args.threads.threads, &AtomicBool::new(false), write)?;
    drop(progress);
    // the first record says the columns: without one there is no table
    if let Some(table) = table.filter(|_| has_records) {
        table.finish()?;
    }
    let solved = tally.report(args);
    match check.map(ClaimCheck::finish).transpose()? {
        Some(wrong) if wrong > 0 => Err(Failure::silent(ErrorClass::NegativeAnswer)),
        _ => solved,
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

/// Solves a board in both metrics.
///
/// # Errors
/// The board can't be read or solved, or is given up.
fn lengths(args: &SolveArgs, given: GivenBoard) -> Result<Lengths> {
    let (view, place) = (given.view()?, given.place);
    let of = |metric| {
        let solved = args.options().metric(metric).solve(view.state());
        let solved = solved.context(format_args!("{place}: gave up; --max-states K allows more states"))?;
        solved.ok_or_else(|| Failure::negative(format_args!("{place}: unsolvable")))
    };
    let (moves, steps) = (of(Metric::Moves)?, of(Metric::Steps)?);
    let printed = if args.metric == Some(Metric::Steps) { &steps } else { &moves };
    let solution = view.written(&printed.joined(), args.notation).join(args.notation.separator());
    let (moves, steps) = (moves.length(), steps.length());
    Ok(Lengths { place, moves, steps, board: view.to_string(), solution })
}
