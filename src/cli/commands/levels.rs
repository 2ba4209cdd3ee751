//! `gridlock levels`: the states of a cluster by depth.
use crate::board::{Metric, State};
use crate::cli::arguments::{ForceArgument, SearchArguments, SeedArgument, first_board};
use crate::cli::{Context, Failure, Result, end_on_signal, print_answer};
use crate::engine::grouped;
use crate::notation::View;
use crate::random::sample;
use crate::reference::Cluster;
use crate::tables::{Cell, CellType, Columns, Format, TypedColumn};
use serde_json::json;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// States that are written at once.
const CHUNK: usize = 512;

/// Arguments of `gridlock levels`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock levels IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM             how many states at each depth\n  \
                  gridlock levels IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --depth 10 --sample 5 --seed 1\n  \
                  gridlock levels IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --all -o states.parquet")]
pub struct LevelsArgs {
    /// Board of the cluster, or file whose first board is used; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,
    /// Print the states at exactly D moves (or steps) from the goal, one per line; without it, the number of states at each depth
    #[arg(short, long, value_name = "D", group = "level")]
    pub depth: Option<u32>,
    /// Unit of depth
    #[arg(short, long, value_enum, default_value_t = Metric::Moves)]
    pub metric: Metric,
    /// The same as --metric moves --depth D
    #[arg(long, value_name = "D", group = "level", conflicts_with = "metric")]
    pub moves: Option<u32>,
    /// The same as --metric steps --depth D
    #[arg(long, value_name = "D", group = "level", conflicts_with = "metric")]
    pub steps: Option<u32>,
    /// Print K random states of that depth
    #[arg(short = 'k', long, value_name = "K", requires = "level")]
    pub sample: Option<usize>,
    /// Write every state of the cluster to --output: its depth in moves and in steps, and its number of legal moves
    #[arg(long, requires = "output", conflicts_with_all = ["level", "metric", "json"])]
    pub all: bool,
    /// The table of --all, as .csv, .json, .jsonl, .sqlite or .parquet
    #[arg(short, long, value_name = "TABLE", requires = "all")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub force: ForceArgument,
    #[command(flatten)]
    pub seed: SeedArgument,
    #[command(flatten)]
    pub search: SearchArguments,
}

/// Prints the states of a cluster at one depth, or the number of states at each depth.
///
/// # Errors
/// The board can't be read or solved, its cluster is too large or has no state at that depth, or standard output can't be
/// written.
pub fn run(args: &LevelsArgs) -> Result<()> {
    let view = first_board(&args.board, &args.search.reading)?.view()?;
    let cluster = Cluster::explore(view.state(), args.search.max_states)
        .context("gave up on this board; --max-states K allows more states")?;
    let (metric, depth) = match (args.moves, args.steps) {
        (None, None) => (args.metric, args.depth),
        (Some(moves), _) => (Metric::Moves, Some(moves)),
        (None, steps) => (Metric::Steps, steps),
    };
    let depths = cluster.depths(metric);
    let Some(deepest) = depths.deepest() else {
        return Err(Failure::negative("the board can't be solved: no state of its cluster has a depth"));
    };
    if let Some(output) = &args.output {
        return write_all(&cluster, &view, output, args.force.force);
    }
    let Some(depth) = depth else {
        let line = |(depth, &states): (usize, &u64)| match args.search.json {
            true => json!({ "depth": depth, "metric": metric, "states": states }).to_string() + "\n",
            false => format!("{depth:>5} {:>12}\n", grouped(states)),
        };
        return print_answer(depths.histogram().iter().enumerate().map(line).collect::<String>());
    };
    if depth > deepest {
        let problem = format_args!("no state is at depth {depth}, the deepest one of this cluster is at {deepest}");
        return Err(Failure::negative(problem));
    }
    let numbers: Vec<usize> = (0..cluster.states()).filter(|&i| depths.of(i) == Some(depth)).collect();
    let numbers = sample(&numbers, args.sample.unwrap_or(numbers.len()), args.seed.seed);
    let mut states: Vec<State> = numbers.into_iter().map(|number| cluster.state(number)).collect();
    states.sort_by_key(|state| (state.horizontal(), state.vertical()));
    let line = |state| match view.showing(state).to_string() {
        board if args.search.json => json!({ "board": board, "depth": depth, "metric": metric }).to_string() + "\n",
        board => board + "\n",
    };
    print_answer(states.into_iter().map(line).collect::<String>())
}

/// Writes a table of all states, nearest to the goal first, then by H and V. The boards have the letters of the given board.
fn write_all(cluster: &Cluster, view: &View, output: &Path, force: bool) -> Result<()> {
    let column = |name, cell_type| TypedColumn { name, cell_type, indexed: cell_type != CellType::Text };
    let [moves, steps, legal_moves] = ["moves", "steps", "legal_moves"].map(|name| column(name, CellType::U32));
    let columns = [column("board", CellType::Text), moves, steps, legal_moves];
    let format = Format::of_path(output, Columns::Typed)?;
    end_on_signal()?;
    let mut table = (format.create)(output, force.into(), &columns, None)?;
    let depths = [Metric::Moves, Metric::Steps].map(|metric| cluster.depths(metric));
    let mut numbers: Vec<usize> = (0..cluster.states()).collect();
    numbers.sort_by_cached_key(|&number| {
        let state = cluster.state(number);
        (depths[0].of(number), state.horizontal(), state.vertical())
    });
    for numbers in numbers.chunks(CHUNK) {
        let boards: Vec<String> = numbers.iter().map(|&number| view.showing(cluster.state(number)).to_string()).collect();
        let rows = numbers.iter().zip(&boards).map(|(&number, board)| {
            let mut legal_moves = 0u32;
            cluster.for_each_successor(number, Metric::Moves, |_, _| legal_moves += 1);
            let [moves, steps] = [0, 1].map(|k| depths[k].of(number).expect("the goal can be reached from every state"));
            let number = |number: u32| Cell::Number(number.into());
            vec![
                ("board", Cell::Text(board)),
                ("moves", number(moves)),
                ("steps", number(steps)),
                ("legal_moves", number(legal_moves)),
            ]
        });
        table.write(&rows.collect::<Vec<_>>())?;
    }
    Ok(table.finish()?)
}
