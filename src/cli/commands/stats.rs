//! `gridlock stats`: statistics of a database.
use crate::cli::exit::{ExitCode, UsageError};
use crate::cli::interruptible::InterruptibleOutputs;
use crate::cli::shared_arguments::{ForceArgument, RowMetricArgument};
use crate::draw::Theme;
use crate::job::{StatisticsPage, statistics, statistics_as_html, statistics_as_svg, statistics_as_text};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Arguments of `gridlock stats`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock stats rush6.txt.bz2\n  \
                  gridlock stats rush6.txt.bz2 -o stats.html")]
pub struct StatsArgs {
    /// Files of rows, plain or compressed; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub metric: RowMetricArgument,
    /// Write a page (.html), charts (.svg), JSON (.json) or text (.txt) to FILE instead of text to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// In a page: link each of the hardest boards to ADDRESS, a page that gridlock play wrote
    #[arg(long, value_name = "ADDRESS")]
    pub play: Option<String>,
    /// Write JSON, one object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// Reads rows and writes their statistics.
///
/// # Errors
/// An input or a row can't be read, or the output can't be written.
pub fn run(args: &StatsArgs) -> Result<ExitCode> {
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
    let mut output = InterruptibleOutputs::install()?.text(path, args.force.force)?;
    let stats = statistics(&args.inputs, args.metric.asked())?;
    let text = match ending {
        "html" | "htm" => statistics_as_html(&stats, StatisticsPage { files: &args.inputs, play: args.play.as_deref() }),
        "svg" => statistics_as_svg(&stats, Theme::Light),
        "json" => serde_json::to_string(&stats).context("cannot write the statistics as JSON")? + "\n",
        _ => statistics_as_text(&stats),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(ExitCode::Success)
}
