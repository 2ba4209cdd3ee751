//! `gridlock graph`: a cluster as a graph.
use super::{extension, print_made};
use crate::board::{Metric, State};
use crate::cli::arguments::{ForceArgument, SearchArguments, SeedArgument, first_board};
use crate::cli::{Context, Failure, Result, check_json, end_on_signal, print_json};
use crate::draw::{ClusterGraph, GraphState, SvgTheme};
use crate::engine::{counted, grouped};
use crate::files::{OutputFile, display_path};
use crate::random::sample;
use crate::reference::{Cluster, ClusterDepths};
use clap::builder::RangedU64ValueParser;
use serde_json::json;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Arguments of `gridlock graph`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock graph oBBoAAoCoooCDDoo -o cluster.svg\n  \
                  gridlock graph oBBoAAoCoooCDDoo -o - | dot -Tpdf > cluster.pdf")]
pub struct GraphArgs {
    /// Board of the cluster, or file whose first board is used; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,
    /// Write the graph to FILE: a picture (.svg), or for Graphviz (.dot or .gv); - is DOT on standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Draw K random states of a larger cluster, including the solution and states of every depth
    #[arg(short = 'k', long, value_name = "K", default_value = "5000", value_parser = RangedU64ValueParser::<usize>::new().range(..=1_000_000))]
    pub sample: usize,
    #[command(flatten)]
    pub seed: SeedArgument,
    /// Colours of a picture [default: light]
    #[arg(long, value_enum)]
    pub theme: Option<SvgTheme>,
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// Writes the cluster of a board as a graph.
///
/// # Errors
/// The board can't be read, its cluster is too large, or the output can't be written.
pub fn run(args: &GraphArgs, quiet: bool) -> Result<()> {
    let to_svg = match extension(&args.output) {
        "svg" => true,
        "dot" | "gv" => false,
        _ if args.output == Path::new("-") => false,
        _ => return Err(Failure::of_input("graphs are written as .dot, .gv or .svg")),
    };
    if !to_svg && args.theme.is_some() {
        return Err(Failure::of_input("Graphviz chooses the colours of a .dot file: leave out --theme, or name a .svg file"));
    }
    let theme = args.theme.unwrap_or(SvgTheme::Light);
    check_json(args.search.json, &args.output)?;
    end_on_signal()?;
    let output = OutputFile::text(&args.output, args.force.force)?;
    let view = first_board(&args.board, &args.search.reading, quiet)?.view()?;
    let board = view.state().clone();
    let cluster =
        Cluster::explore(&board, args.search.max_states).context("gave up on this cluster; --max-states K allows larger ones")?;
    let depths = cluster.depths(Metric::Moves);
    // Draw the solution of the board or, if it is a goal state already, of the unsolved state.
    let start = if board.is_goal() { cluster.hardest(&depths).map_or(board.clone(), |n| cluster.state(n)) } else { board };
    let solution = cluster.solution(&depths, &start).unwrap_or_default();
    let mut path = vec![start.clone()];
    for &step in &solution {
        path.push(path[path.len() - 1].play(step));
    }
    let drawn = drawn_states(&cluster, &depths, &path, args);
    let states: Vec<GraphState> = drawn.iter().map(|&number| (cluster.state(number), depths.of(number))).collect();
    let graph = ClusterGraph::new(&view, &states, depths.deepest(), &start, &solution);
    let title = title(&cluster, &depths, drawn.len());
    let content = if to_svg { format!("{}\n", theme.finish(graph.svg(&title, theme.drawn()))) } else { graph.dot() };
    output.finish_with(&content)?;
    print_made(&title, &args.output, Some(0), quiet);
    if args.search.json {
        print_json(&json!({
            "file": display_path(&args.output),
            "bytes": content.len(),
            "states": cluster.states(),
            // fewer if the cluster is large
            "drawn": drawn.len(),
            "goal_states": cluster.goal_states(),
            // pairs of drawn states that a move connects
            "edges": graph.edges(),
            // the greatest depth in moves; `null` if unsolvable
            "deepest": depths.deepest(),
            // the first state of the solution drawn
            "start": view.showing(start).to_string(),
            "moves": depths.of(0).map(|_| solution.len()),
        }))?;
    }
    match depths.deepest() {
        Some(_) => Ok(()),
        None => Err(Failure::negative("the board can't be solved: no state of its cluster is a goal state")),
    }
}

/// The numbers of the states to draw: all, or a sample with the solution and at least one state of every depth.
fn drawn_states(cluster: &Cluster, depths: &ClusterDepths, path: &[State], args: &GraphArgs) -> Vec<usize> {
    let all: Vec<usize> = (0..cluster.states()).collect();
    if all.len() <= args.sample {
        return all;
    }
    let mut drawn: BTreeSet<usize> = path.iter().filter_map(|state| cluster.number(state)).collect();
    let mut seen = BTreeSet::new();
    drawn.extend(all.iter().copied().filter(|&number| seen.insert(depths.of(number))));
    drawn.extend(sample(&all, args.sample.saturating_sub(drawn.len()), args.seed.seed));
    drawn.into_iter().collect()
}

/// The line above the picture.
fn title(cluster: &Cluster, depths: &ClusterDepths, drawn: usize) -> String {
    let states = match cluster.states() {
        all if all == drawn => counted(all as u64, "state"),
        all => format!("a sample of {} of {}", grouped(drawn as u64), counted(all as u64, "state")),
    };
    let depth = depths.deepest().map_or("unsolvable".to_owned(), |deepest| format!("{} deep", counted(deepest, "move")));
    format!("{states}, {depth}")
}
