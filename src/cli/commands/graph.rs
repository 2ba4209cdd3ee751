//! `gridlock graph`: a cluster as a graph.
use crate::board::Metric;
use crate::cli::board_argument::{ExitArgument, first_board};
use crate::cli::commands::render::ending;
use crate::cli::exit::{ExitCode, UsageError};
use crate::cli::written::{Written, check_json, tell_json, write};
use crate::draw::dot;
use crate::files::OutputFile;
use crate::reference::Cluster;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Arguments of `gridlock graph`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock graph oBBoAAoCoooCDDoo -o cluster.svg\n  \
                  gridlock graph oBBoAAoCoooCDDoo -o - | dot -Tpdf > cluster.pdf")]
pub struct GraphArgs {
    /// A board of the cluster, or a file whose first board is taken; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: String,
    /// Write the graph to FILE: .dot (or .gv), or .svg, for which Graphviz must be installed; - is DOT on standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub exit: ExitArgument,
    /// The largest cluster that is drawn
    #[arg(long, value_name = "K", default_value_t = 2_000)]
    pub max_states: usize,
    /// Tell what was written as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// Replace the output if it exists
    #[arg(short, long)]
    pub force: bool,
}

/// The JSON object about a graph.
#[derive(Serialize)]
struct GraphReport {
    #[serde(flatten)]
    written: Written,
    states: usize,
    goal_states: usize,
    /// Pairs of states that a move joins.
    edges: usize,
    /// Most moves of any state; `null` if unsolvable.
    deepest: Option<u32>,
    /// Where the solution that is drawn begins, and its moves.
    start: String,
    moves: Option<usize>,
}

/// Writes the cluster of a board as a graph.
///
/// # Errors
/// What is wrong with the board or the output; a cluster that is too large; no Graphviz although SVG is asked for.
pub fn run(args: &GraphArgs) -> Result<ExitCode> {
    let to_svg = match ending(&args.output) {
        "svg" => true,
        "dot" | "gv" => false,
        _ if args.output == Path::new("-") => false,
        _ => return Err(UsageError("graphs are written as .dot, .gv or .svg").into()),
    };
    check_json(args.json, &args.output)?;
    let output = OutputFile::text(&args.output, args.force)?;
    let view = first_board(&args.board)?.view(args.exit.into())?;
    let board = view.state().clone();
    let cluster = Cluster::explore(&board, args.max_states)
        .context("the cluster is too large to be drawn; --max-states K allows larger ones")?;
    let depths = cluster.depths(Metric::Moves);
    // the way shown is that from the board, or from the hardest state if the board is solved already
    let start = if board.is_goal() { cluster.unsolved(&depths).map_or(board.clone(), |n| cluster.state(n)) } else { board };
    let solution = cluster.solution(&depths, &start).unwrap_or_default();
    let states: Vec<_> = (0..cluster.states()).map(|number| (cluster.state(number), depths.of(number))).collect();
    let text = dot(&view, &states, &start, &solution)?;
    let bytes = if to_svg { graphviz(&text)? } else { text.clone().into_bytes() };
    let written = write(output, &args.output, &bytes)?;
    if args.json {
        tell_json(&GraphReport {
            written,
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

/// What `dot -Tsvg` makes of a graph.
fn graphviz(text: &str) -> Result<Vec<u8>> {
    let missing = "SVG needs Graphviz's program 'dot': install Graphviz, or write .dot";
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
    let result = child.wait_with_output().context("dot can't be run to its end")?;
    if !result.status.success() {
        bail!("dot failed: {}", String::from_utf8_lossy(&result.stderr).trim());
    }
    writer.join().map_err(|_| anyhow::anyhow!("writing to dot failed"))?.context("cannot write to dot")?;
    Ok(result.stdout)
}
