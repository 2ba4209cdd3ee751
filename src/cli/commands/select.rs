//! `gridlock select`: selected rows of a database as a table.
use crate::cli::arguments::{
    ColumnArguments, FilterArguments, FolderArguments, ForceArgument, MaxStatesArgument, OwnBoards, ReadingArguments,
    RowMetricArgument, ThreadsArgument,
};
use crate::cli::{Failure, Result, SolvedOutput, print_answer, print_message};
use crate::engine::{Progress, ProgressMode, counted, grouped};
use crate::files::{display_path, names_ranks};
use crate::gauge::Gauge;
use crate::jobs::{ExtraColumns, SelectSettings, SelectSummary, Selection};
use crate::notation::MoveNotation;
use crate::ranks::{RankSettings, RowIds};
use crate::rows::{Column, Row, SolvedFilter, TableKind, stages_of};
use crate::run::{common_rules, metric_of_files, remove_old_description};
use crate::tables::{Columns, FORMATS, Format};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `gridlock select`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Ranges are inclusive and may be open: 20..30, 20.., ..30, or one number.\n\n\
                  Examples:\n  \
                  gridlock select rush6.txt.bz2 --moves 20..30 --walls 0 --sample 100 --seed 1 -o hundred.txt\n  \
                  gridlock select rush6.txt.bz2 --inventory box --per-moves 10 --solve -o cards.csv\n  \
                  gridlock select @rush5 --spread moves --sample 365 --solve -o year.json\n  \
                  gridlock select rush6.txt.bz2 --moves 20.. --unique-first-move --sort fewest_steps --limit 50 -o longest.txt\n  \
                  gridlock select rush6.txt.bz2 --split validation --shares 80,10,10 -o validation.sqlite\n  \
                  gridlock select rush6.txt.bz2 --moves 50.. --format jsonl | jq .board")]
pub struct SelectArgs {
    /// Files of rows or boards, plain or compressed; - is standard input, with rows
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub rows: FilterArguments,
    /// Solve each board, check its row, and add the columns that need a search
    #[arg(long)]
    pub solve: bool,
    /// Add a column id; --solve has it too
    #[arg(long, conflicts_with = "solve")]
    pub id: bool,
    /// Add the pieces as a list of id, x, y, length and orientation, and the walls as a list of x and y, from 1; for JSON
    #[arg(long)]
    pub pieces_as_list: bool,
    /// How the moves of solutions are written
    #[arg(long, value_enum, default_value_t, requires = "solve")]
    pub notation: MoveNotation,
    #[command(flatten)]
    pub reading: ReadingArguments,
    #[command(flatten)]
    pub metric: RowMetricArgument,
    #[command(flatten)]
    pub max_states: MaxStatesArgument,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    /// Write the rows to FILE; - is standard output, as without this option
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,
    /// Format of the output [default: by its extension: .txt, .gz, .bz2, .ranks, .json, .jsonl, .csv, .sqlite, .parquet]
    #[arg(long, value_parser = formats())]
    pub format: Option<&'static Format>,
    /// Print only the name, type and definition of every column
    #[arg(long, exclusive = true)]
    pub list_columns: bool,
    #[command(flatten)]
    pub force: ForceArgument,
    #[command(flatten)]
    pub columns: ColumnArguments,
    #[command(flatten)]
    pub folder: FolderArguments,
}

/// `--format`
fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.help));
    PossibleValuesParser::new(names).try_map(|name| Format::named(&name).ok_or("there is no such format"))
}

/// Writes the selected rows to a table.
///
/// # Errors
/// An input or a row can't be read, or the output can't be written.
pub fn run(args: &SelectArgs, quiet: bool) -> Result<()> {
    if args.list_columns {
        return list_columns();
    }
    let of_solutions = args.columns.conditions();
    let conditions = args.rows.conditions(of_solutions.iter().cloned())?;
    let format = match args.format {
        Some(format) => format.checked(&args.output)?,
        None => Format::of_path(&args.output, Columns::OfARow)?,
    };
    if names_ranks(&args.output) && args.columns.sort.is_some() && args.columns.limit.is_none() {
        return Err(Failure::of_input("a rank file has the order of the ranks: leave out --sort, or add --limit"));
    }
    if (args.solve || args.id) && format.columns == Columns::OfARow {
        let option = if args.solve { "--solve" } else { "--id" };
        return Err(Failure::of_input(format_args!(
            "{option} adds columns, which rows do not have: choose --format json, jsonl, csv, sqlite or parquet"
        )));
    }
    if args.pieces_as_list && !["json", "jsonl"].contains(&format.name) {
        return Err(Failure::of_input("--pieces-as-list is for JSON: choose --format json or jsonl"));
    }
    let metric = metric_of_files(&args.inputs, args.metric.metric)?;
    let max_states = args.max_states.limit();
    let own = OwnBoards::of_files(&args.inputs, &args.reading, metric, max_states, args.threads.threads, quiet)?;
    let settings = SelectSettings {
        inputs: args.inputs.clone(),
        found: own.found.clone(),
        size: args.reading.size,
        stages: stages_of(
            conditions,
            args.rows.except()?,
            &SolvedFilter::new(&of_solutions),
            &args.rows.sampling(),
            args.columns.ranking(),
            args.columns.limit,
        ),
        metric: args.metric.metric,
        solved_columns: args.solve,
        max_states,
        threads: args.threads.threads,
        gauge: Gauge::of_rows("selecting rows"),
    };
    args.max_states.check(settings.solves() || !own.found.is_empty())?;
    if args.folder.restart && !settings.is_resumable() {
        return Err(Failure::of_input("--restart discards saved work, but this selection saves none"));
    }
    let (tiers, ranks) = (args.rows.tiers.clone().unwrap_or_default(), format.columns == Columns::OfARow);
    let kind = TableKind { solved: args.solve, metric, tiers, ranks };
    let mode = ProgressMode::for_stderr(quiet, args.output == Path::new("-"));
    let mut output = SolvedOutput::new(&args.output, settings.is_resumable())?;
    let progress = Progress::begin(mode, &settings.gauge);
    let select = |output: &mut SolvedOutput| {
        let (threads, stop, gauge) = (settings.threads, output.stop.clone(), settings.gauge.clone());
        let (rules, whole) = (common_rules(&settings.inputs, settings.size)?, settings.whole());
        let ranks = RankSettings { metric, rules, whole, threads, stop: stop.clone(), gauge };
        let ranks = Some(ranks.encoder(&args.output));
        let (ids, with_lists) = (RowIds::default(), args.pieces_as_list);
        let mut extra = ExtraColumns { with_ids: args.id, with_lists, notation: args.notation, metric, ids };
        let columns = [kind.columns(), extra.typed()].concat();
        let mut table = (format.create)(&args.output, output.existing(args.force.force), &columns, ranks)?;
        let selection = Selection::read(&settings, &stop)?;
        output.open_folder(selection.run.as_ref(), &args.folder, quiet)?;
        let write = |rows: &mut [Row]| {
            let values = rows.iter_mut().map(|row| extra.of(row)).collect::<Result<Vec<_>, _>>()?;
            let mut records: Vec<_> = rows.iter().map(|row| kind.record(row)).collect();
            records.iter_mut().zip(&values).for_each(|(record, values)| values.add_to(record));
            Ok(table.write(&records)?)
        };
        let selected = selection.write(write, output.folder.as_mut(), |done, total| {
            settings.gauge.count("solving rows", "rows", done, total); // more useful than the share of the files
        })?;
        Ok((table, selected))
    };
    let selected = select(&mut output);
    let (table, SelectSummary { read, passed, written }) = output.made(selected)?;
    remove_old_description(&args.output, args.force.force)?;
    table.finish()?;
    drop(progress);
    if !quiet {
        let (rows, end) = match passed {
            Some(passed) => {
                let rows = format!("{} of {}", grouped(written), counted(read, "row"));
                (rows, format!("{} passed the filters", grouped(passed)))
            }
            None => (counted(written, "row"), "that was enough, so not all were tried".to_owned()),
        };
        print_message(&match args.output == Path::new("-") {
            true => format!("selected {rows}; {end}"),
            false => format!("{} has {rows}; {end}", display_path(&args.output)),
        });
    }
    output.remove_folder()?;
    own.check()?;
    if passed == Some(0) || written == 0 && !args.rows.exclude.is_empty() {
        return Err(Failure::negative(format!("no row passes the filters{}", args.rows.more_walls_tip(&args.inputs))));
    }
    Ok(())
}

/// Prints the columns as JSON lines: `search` says whether `--solve` adds the column.
fn list_columns() -> Result<()> {
    let line = |column: &Column| {
        let (name, kind, search) = (column.name, column.type_name(), column.needs_search());
        format!("{}\n", json!({ "name": name, "type": kind, "search": search, "definition": column.definition }))
    };
    print_answer(Column::all(true).map(line).collect::<String>())
}
