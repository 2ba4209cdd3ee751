//! `gridlock graph`: a cluster as a Graphviz graph.
use crate::board::Metric;
use crate::cli::board_argument::{ReadingArguments, first_board};
use crate::cli::exit::{ExitCode, UsageError};
use crate::cli::file_summary::{FileSummary, check_json, print_json, write_file};
use crate::cli::interruptible::InterruptibleOutputs;
use crate::cli::parsers::graph_states;
use crate::cli::picture_arguments::extension;
use crate::cli::shared_arguments::ForceArgument;
use crate::draw::dot;
use crate::reference::Cluster;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Arguments of `gridlock graph`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock graph oBBoAAoCoooCDDoo -o cluster.svg\n  \
                  gridlock graph oBBoAAoCoooCDDoo -o - | dot -Tpdf > cluster.pdf")]
pub struct GraphArgs {
    /// Board of the cluster, or file whose first board is used; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,
    /// Write the graph to FILE: .dot or .gv, or .svg, which needs Graphviz; - is DOT on standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Give up on a cluster of more states than this, at most 1,000,000
    #[arg(long, value_name = "K", default_value = "2000", value_parser = graph_states)]
    pub max_states: usize,
    /// Print what was written as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// What `--json` prints.
#[derive(Serialize)]
struct GraphSummary {
    #[serde(flatten)]
    file: FileSummary,
    states: usize,
    goal_states: usize,
    /// Pairs of states that a move connects.
    edges: usize,
    /// Greatest depth in moves; `null` if unsolvable.
    deepest: Option<u32>,
    /// First state of the solution drawn.
    start: String,
    moves: Option<usize>,
}

/// Writes the cluster of a board as a graph.
///
/// # Errors
/// The board can't be read, its cluster is too large, Graphviz is missing or fails, or the output can't be written.
pub fn run(args: &GraphArgs) -> Result<ExitCode> {
    let to_svg = match extension(&args.output) {
        "svg" => true,
        "dot" | "gv" => false,
        _ if args.output == Path::new("-") => false,
        _ => return Err(UsageError("graphs are written as .dot, .gv or .svg").into()),
    };
    check_json(args.json, &args.output)?;
    let output = InterruptibleOutputs::install()?.text(&args.output, args.force.force)?;
    let view = first_board(&args.board, &args.reading)?.view()?;
    let board = view.state().clone();
    let cluster = Cluster::explore(&board, args.max_states)
        .context("the cluster is too large to draw; --max-states K allows larger ones")?;
    let depths = cluster.depths(Metric::Moves);
    // Draw the solution of the board or, if it is a goal state already, of the unsolved state.
    let start = if board.is_goal() { cluster.unsolved(&depths).map_or(board.clone(), |n| cluster.state(n)) } else { board };
    let solution = cluster.solution(&depths, &start).unwrap_or_default();
    let states: Vec<_> = (0..cluster.states()).map(|number| (cluster.state(number), depths.of(number))).collect();
    let text = dot(&view, &states, &start, &solution)?;
    let content = if to_svg { graphviz(&text)? } else { text.clone().into_bytes() };
    let file = write_file(output, &args.output, &content)?;
    if args.json {
        print_json(&GraphSummary {
            file,
            states: cluster.states(),
            goal_states: cluster.goal_states(),
            edges: text.matches(" -- ").count(),
            deepest: depths.deepest(),
            start: view.showing(start).to_string(),
            moves: depths.of(0).map(|_| solution.len()),
        })?;
    }
    Ok(ExitCode::Success)
}

/// Runs `dot -Tsvg` on a graph.
fn graphviz(text: &str) -> Result<Vec<u8>> {
    let missing = "cannot run 'dot': install Graphviz for SVG, or write .dot";
    let mut child = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context(missing)?;
    let mut stdin = child.stdin.take().context("dot has no input")?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let result = child.wait_with_output().context("cannot wait for dot")?;
    if !result.status.success() {
        bail!("dot failed: {}", String::from_utf8_lossy(&result.stderr).trim());
    }
    writer.join().map_err(|_| anyhow::anyhow!("writing to dot failed"))?.context("cannot write to dot")?;
    Ok(result.stdout)
}
