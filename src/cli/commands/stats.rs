//! `gridlock stats`: statistics of a database.
use crate::cli::arguments::{
    FolderArguments, ForceArgument, MaxStatesArgument, OwnBoards, ReadingArguments, RowMetricArgument, ThreadsArgument,
};
use crate::cli::{Failure, Result, SolvedOutput};
use crate::engine::{Progress, ProgressMode};
use crate::files::OutputFile;
use crate::gauge::Gauge;
use crate::jobs::{
    SelectSettings, Selection, solved_statistics, statistics, statistics_as_csv, statistics_as_html, statistics_as_svg,
    statistics_as_text,
};
use crate::run::metric_of_files;
use std::path::PathBuf;

/// Arguments of `gridlock stats`.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_arg("restart", |arg| arg.requires("solve")), mut_arg("save_every", |arg| arg.requires("solve")))]
#[command(after_help = "Examples:\n  \
                  gridlock stats rush6.txt.bz2\n  \
                  gridlock stats rush6.txt.bz2 -o stats.html\n  \
                  gridlock stats @rush6 --without-states\n  \
                  gridlock stats rush6.txt.bz2 --solve -o stats.json")]
pub struct StatsArgs {
    /// Files of rows or boards, plain or compressed; - is standard input, with rows
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArguments,
    #[command(flatten)]
    pub metric: RowMetricArgument,
    /// Write a page (.html), charts (.svg), JSON (.json), text (.txt), or how many rows have each number of moves, walls and pieces
    /// (.csv) to FILE instead of text to standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,
    /// On a page, link each of the hardest boards to ADDRESS, a page that gridlock play wrote
    #[arg(long, value_name = "ADDRESS")]
    pub play: Option<String>,
    /// Write JSON, one object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub force: ForceArgument,
    /// Leave out cluster sizes and boards: a rank file then takes only seconds, without a search
    #[arg(long, conflicts_with = "solve")]
    pub without_states: bool,
    /// Solve each board, check its row, and add the distribution of each column of `select --solve`
    #[arg(long)]
    pub solve: bool,
    #[command(flatten)]
    pub max_states: MaxStatesArgument,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    #[command(flatten)]
    pub folder: FolderArguments,
}

/// Reads rows and writes their statistics.
///
/// # Errors
/// An input or a row can't be read, or the output can't be written.
pub fn run(args: &StatsArgs, quiet: bool) -> Result<()> {
    let path = &args.output;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or(if args.json { "json" } else { "txt" });
    if !["html", "htm", "svg", "json", "csv", "txt"].contains(&ending) {
        return Err(Failure::of_input("statistics are written as .html, .svg, .json, .csv or .txt"));
    }
    if args.json && ending != "json" {
        return Err(Failure::of_input("--json contradicts the extension of the output: name a .json file"));
    }
    if args.solve && ["svg", "csv"].contains(&ending) {
        return Err(Failure::of_input(
            "--solve adds a table, which charts and CSV do not have: name a .html, .json or .txt file",
        ));
    }
    if args.without_states && ending == "csv" {
        return Err(Failure::of_input("the CSV file has no cluster sizes and no boards: leave out --without-states"));
    }
    if args.play.is_some() && !matches!(ending, "html" | "htm") {
        return Err(Failure::of_input("--play needs a page: name an output that ends in .html"));
    }
    let gauge = Gauge::of_rows("reading rows");
    let mut output = SolvedOutput::new(path, args.solve)?;
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, false), &gauge);
    let metric = metric_of_files(&args.inputs, args.metric.metric)?;
    let max_states = args.max_states.limit();
    let own = OwnBoards::of_files(&args.inputs, &args.reading, metric, max_states, args.threads.threads, quiet)?;
    args.max_states.check(args.solve || !own.found.is_empty())?;
    let settings = SelectSettings {
        inputs: args.inputs.clone(),
        found: own.found.clone(),
        size: args.reading.size,
        stages: Vec::new(),
        metric: args.metric.metric,
        solved_columns: args.solve,
        max_states,
        threads: args.threads.threads,
        gauge: gauge.clone(),
    };
    let count = |output: &mut SolvedOutput| {
        let file = OutputFile::text(path, output.existing(args.force.force))?;
        let stats = if args.solve {
            let stop = output.stop.clone();
            let selection = Selection::read(&settings, &stop)?;
            output.open_folder(selection.run.as_ref(), &args.folder, quiet)?;
            solved_statistics(selection, output.folder.as_mut(), |done, total| gauge.count("solving rows", "rows", done, total))?
        } else {
            statistics(&settings, !args.without_states && ending != "csv")?
        };
        Ok((file, stats))
    };
    let counted = count(&mut output);
    let (file, stats) = output.made(counted)?;
    drop(progress);
    file.finish_with(match ending {
        "html" | "htm" => statistics_as_html(&stats, &args.inputs, args.play.as_deref()),
        "svg" => statistics_as_svg(&stats, &args.inputs),
        "json" => serde_json::to_string(&stats)? + "\n",
        "csv" => statistics_as_csv(&stats),
        _ => statistics_as_text(&stats),
    })?;
    output.remove_folder()?;
    own.check()
}
