//! `gridlock stats`: statistics of a database.
use crate::cli::arguments::{ForceArgument, RowMetricArgument, ThreadsArgument, page_address};
use crate::cli::{
    Context, ExitCode, InterruptibleOutputs, Result, SolvedFolderArguments, UsageError, existing_beside_folder, file_of,
    open_solved_folder, with_solved_folder,
};
use crate::draw::Theme;
use crate::engine::{Interrupt, Progress, ProgressMode};
use crate::files::{Gauge, OutputFile};
use crate::jobs::{
    RowsError, SolvedStatistics, StatisticsPage, statistics, statistics_as_html, statistics_as_svg, statistics_as_text,
    statistics_without_states,
};
use crate::rows::Statistics;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Arguments of `gridlock stats`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock stats rush6.txt.bz2\n  \
                  gridlock stats rush6.txt.bz2 -o stats.html\n  \
                  gridlock stats @rush6 --without-states\n  \
                  gridlock stats rush6.txt.bz2 --solve -o stats.json")]
pub struct StatsArgs {
    /// Files of rows, plain or compressed; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub metric: RowMetricArgument,
    /// Write a page (.html), charts (.svg), JSON (.json) or text (.txt) to FILE instead of text to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// On a page, link each of the hardest boards to ADDRESS, a page that gridlock play wrote: http, https, or relative
    #[arg(long, value_name = "ADDRESS", value_parser = page_address)]
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
    /// With --solve, give up when a cluster has more states than this
    #[arg(long, value_name = "K", default_value_t = 50_000_000)]
    pub max_states: usize,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    #[command(flatten)]
    pub folder: SolvedFolderArguments,
}

/// Reads rows and writes their statistics.
///
/// # Errors
/// An input or a row can't be read, or the output can't be written.
pub fn run(args: &StatsArgs, quiet: bool) -> Result<ExitCode> {
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or(if args.json { "json" } else { "txt" });
    if !["html", "htm", "svg", "json", "txt"].contains(&ending) {
        return Err(UsageError("statistics are written as .html, .svg, .json or .txt").into());
    }
    if args.json && ending != "json" {
        return Err(UsageError("--json contradicts the extension of the output: name a .json file").into());
    }
    if args.play.is_some() && !matches!(ending, "html" | "htm") {
        return Err(UsageError("--play needs a page: name an output that ends in .html").into());
    }
    if args.solve
        && let Some(file) = file_of(path)?
    {
        return run_resumable(args, path, ending, &file, quiet);
    }
    let mut output = InterruptibleOutputs::install()?.text(path, args.force.force)?;
    let gauge = Gauge::of_rows("reading rows");
    let mut progress = Progress::begin(ProgressMode::on_terminal(quiet, false), &gauge);
    let stats = if args.solve {
        let never = Arc::new(AtomicBool::new(false)); // a signal ends the program at once
        let solved = solved_statistics(args, &never, &gauge)?;
        solved.solve(None, |done, total| gauge.count("solving rows", "rows", done, total))?
    } else if args.without_states {
        statistics_without_states(&args.inputs, args.metric.metric, &gauge)?
    } else {
        statistics(&args.inputs, args.metric.metric, &gauge)?
    };
    progress.end();
    output.write(text_of(&stats, args, ending)?.as_bytes())?;
    output.finish()?;
    Ok(ExitCode::Success)
}

/// Rows that are solved for a file are kept in a run folder next to it.
fn run_resumable(args: &StatsArgs, path: &Path, ending: &str, file: &Path, quiet: bool) -> Result<ExitCode> {
    let gauge = Gauge::of_rows("reading rows");
    let solve = |interrupt: &Interrupt, folder: &mut Option<_>| {
        let mut output = OutputFile::text(path, existing_beside_folder(args.force.force, file))?;
        let stop = interrupt.stop_flag();
        let solved = solved_statistics(args, &stop, &gauge)?;
        if let Some(run) = solved.run() {
            *folder = Some(open_solved_folder(file, run, &args.folder, quiet)?);
        }
        let stats = solved.solve(folder.as_mut(), |done, total| gauge.count("solving rows", "rows", done, total))?;
        output.write(text_of(&stats, args, ending)?.as_bytes())?;
        Ok(output)
    };
    with_solved_folder(path, quiet, &gauge, solve, |output| Ok(output.finish()?))
}

fn solved_statistics<'s>(args: &StatsArgs, stop: &'s Arc<AtomicBool>, gauge: &Gauge) -> Result<SolvedStatistics<'s>, RowsError> {
    SolvedStatistics::read(args.inputs.clone(), args.metric.metric, args.max_states, args.threads.or_all(), stop, gauge)
}

/// The statistics in the form that the file's ending asks for.
fn text_of(stats: &Statistics, args: &StatsArgs, ending: &str) -> Result<String> {
    Ok(match ending {
        "html" | "htm" => statistics_as_html(stats, StatisticsPage { files: &args.inputs, play: args.play.as_deref() }),
        "svg" => statistics_as_svg(stats, Theme::Light),
        "json" => serde_json::to_string(stats).context("cannot write the statistics as JSON")? + "\n",
        _ => statistics_as_text(stats),
    })
}
