//! `gridlock select`: selected rows of a database as a table.
use crate::cli::exit::{ExitCode, UsageError};
use crate::cli::filter_arguments::FilterArguments;
use crate::cli::interruptible::InterruptibleOutputs;
use crate::cli::message::print_message;
use crate::cli::shared_arguments::{ForceArgument, ThreadsArgument};
use crate::database::TableFormat;
use crate::job::select;
use crate::job::{Progress, ProgressMode, SelectSettings, counted, grouped};
use anyhow::Result;
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// Arguments of `gridlock select`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Ranges are inclusive and may be open: 20..30, 20.., ..30, or one number.\n\n\
                  Examples:\n  \
                  gridlock select rush6.txt.bz2 --moves 20..30 --walls 0 --sample 100 --seed 1 -o hundred.txt\n  \
                  gridlock select rush6.txt.bz2 --inventory box --per-moves 10 --solve -o cards.csv\n  \
                  gridlock select rush6.txt.bz2 --split train --test-share 0.1 -o train.sqlite\n  \
                  gridlock select rush6.txt.bz2 --moves 50.. -o - --format jsonl | jq .board")]
pub struct SelectArgs {
    /// Files of rows, plain or compressed; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub rows: FilterArguments,
    /// Solve each board and check its row: adds solution, steps, goal states, unsolved states, first moves, number of solutions
    #[arg(long)]
    pub solve: bool,
    /// Give up when a cluster has more states than this
    #[arg(long, value_name = "K", default_value_t = 50_000_000)]
    pub max_states: usize,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    /// Write the rows to FILE; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Format of the output [default: by its extension: .txt, .gz, .bz2, .jsonl, .csv, .sqlite, .parquet]
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,
    /// The same as --format jsonl
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// `--format`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatName {
    /// Rows `moves board cluster_size`
    Rows,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header
    Csv,
    /// An SQLite database
    Sqlite,
    /// A Parquet file
    Parquet,
}

impl From<FormatName> for TableFormat {
    fn from(name: FormatName) -> TableFormat {
        match name {
            FormatName::Rows => TableFormat::Rows,
            FormatName::Jsonl => TableFormat::JsonLines,
            FormatName::Csv => TableFormat::Csv,
            FormatName::Sqlite => TableFormat::Sqlite,
            FormatName::Parquet => TableFormat::Parquet,
        }
    }
}

/// Writes the selected rows to a table.
///
/// # Errors
/// An input or a row can't be read, or the output can't be written.
pub fn run(args: &SelectArgs) -> Result<ExitCode> {
    let split = args.rows.split()?;
    let format = match args.format {
        Some(name) => name.into(),
        None if args.json => TableFormat::JsonLines,
        None => TableFormat::of_path(&args.output)?,
    };
    if args.solve && format == TableFormat::Rows {
        return Err(
            UsageError("--solve adds columns, which rows do not have: choose --format jsonl, csv, sqlite or parquet").into()
        );
    }
    let settings = SelectSettings {
        inputs: args.inputs.clone(),
        filter: args.rows.filter(),
        split,
        sample_size: args.rows.sample_size(),
        seed: args.rows.seed.seed,
        solve: args.solve.then_some(args.max_states),
        threads: args.threads.or_all(),
    };
    let mut table = InterruptibleOutputs::install()?.table(&args.output, format, args.force.force, args.solve)?;
    // Without solving, the work is done before a bar could be read.
    let mode = if args.solve { ProgressMode::on_terminal(args.output == Path::new("-")) } else { ProgressMode::Quiet };
    let mut progress = Progress::new(mode);
    let selected = select(&settings, &mut table, |done, total| progress.items("rows", "solved", done, total))?;
    progress.end();
    table.finish()?;
    print_message(&format!(
        "selected {} of {}; {} passed the filters",
        grouped(selected.written),
        counted(selected.read, "row"),
        grouped(selected.passed)
    ));
    Ok(ExitCode::Success)
}
