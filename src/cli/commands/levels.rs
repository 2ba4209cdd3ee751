//! `gridlock levels`: the states of a cluster by depth.
use crate::board::Metric;
use crate::cli::arguments::{ForceArgument, MetricArgument, SearchArguments, SeedArgument, first_board};
use crate::cli::{Context, Failure, Result, end_on_signal, print_answer};
use crate::engine::grouped;
use crate::notation::View;
use crate::random::sample;
use crate::reference::Cluster;
use crate::rows::NumberRange;
use crate::tables::{Cell, CellType, Columns, Format, TypedColumn};
use serde_json::json;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// States that are written at once.
const CHUNK: usize = 512;

/// Arguments of `gridlock levels`.
#[derive(clap::Args, Clone, Debug)]
#[command(group(clap::ArgGroup::new("states").multiple(true)), group(clap::ArgGroup::new("choice")))]
#[command(mut_arg("seed", |seed| seed.requires("choice")), mut_arg("force", |force| force.requires("output").conflicts_with("json")))]
#[command(after_help = "Examples:\n  \
                  gridlock levels IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM             how many states at each depth\n  \
                  gridlock levels IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --depth 10 --sample 5 --seed 1\n  \
                  gridlock levels IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --depth 5..20 --per-depth 2\n  \
                  gridlock levels IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM -o states.parquet")]
pub struct LevelsArgs {
    /// Board of the cluster, or file whose first board is used; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,
    /// The states this many moves (or steps) from the goal, nearest first: a number or a range like 5..20
    #[arg(short, long, value_name = "D|A..B", group = "states")]
    pub depth: Option<NumberRange>,
    #[command(flatten)]
    pub metric: MetricArgument,
    /// Keep K random states
    #[arg(short = 'k', long, value_name = "K", requires = "states", group = "choice")]
    pub sample: Option<usize>,
    /// Keep K random states of each depth
    #[arg(long, value_name = "K", groups = ["states", "choice"])]
    pub per_depth: Option<usize>,
    /// Write the states to TABLE, as .csv, .json, .jsonl, .sqlite or .parquet: each with its depth in moves and in steps, and its
    /// number of legal moves; all states of the cluster if not told which
    #[arg(short, long, value_name = "TABLE", group = "states", conflicts_with = "json")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub force: ForceArgument,
    #[command(flatten)]
    pub seed: SeedArgument,
    #[command(flatten)]
    pub search: SearchArguments,
}

/// Prints or writes the states of a cluster at some depths, or prints the number of states at each depth.
///
/// # Errors
/// The board can't be read or solved, its cluster is too large or has no state at that depth, or the output can't be written.
pub fn run(args: &LevelsArgs, quiet: bool) -> Result<()> {
    let view = first_board(&args.board, &args.search.reading, quiet)?.view()?;
    let cluster = Cluster::explore(view.state(), args.search.max_states)
        .context("gave up on this board; --max-states K allows more states")?;
    let metric = args.metric.metric;
    let depths = cluster.depths(metric);
    let Some(deepest) = depths.deepest() else {
        return Err(Failure::negative("the board can't be solved: no state of its cluster has a depth"));
    };
    if args.depth.is_none() && args.per_depth.is_none() && args.output.is_none() {
        let line = |(depth, &states): (usize, &u64)| match args.search.json {
            true => json!({ "depth": depth, "metric": metric, "states": states }).to_string() + "\n",
            false => format!("{depth:>5} {:>12}\n", grouped(states)),
        };
        return print_answer(depths.histogram().iter().enumerate().map(line).collect::<String>());
    }
    let wanted = args.depth.unwrap_or(NumberRange::ALL);
    if wanted.min() > deepest.into() {
        let problem = format_args!("no state is at depth {wanted}, the deepest one of this cluster is at {deepest}");
        return Err(Failure::negative(problem));
    }
    let depth_of = |number: usize| depths.of(number).expect("the goal can be reached from every state");
    let numbers: Vec<usize> = (0..cluster.states()).filter(|&number| wanted.contains(depth_of(number))).collect();
    let mut numbers = args.choose(numbers, depth_of);
    numbers.sort_by_cached_key(|&number| {
        let state = cluster.state(number);
        (depth_of(number), state.horizontal(), state.vertical())
    });
    if let Some(output) = &args.output {
        return write_table(&cluster, &view, &numbers, output, args.force.force);
    }
    let line = |number: usize| match view.showing(cluster.state(number)).to_string() {
        board if args.search.json => json!({ "board": board, "depth": depth_of(number), "metric": metric }).to_string() + "\n",
        board => board + "\n",
    };
    print_answer(numbers.into_iter().map(line).collect::<String>())
}

impl LevelsArgs {
    /// The states to keep, of all at the wanted depths.
    fn choose(&self, numbers: Vec<usize>, depth_of: impl Fn(usize) -> u32) -> Vec<usize> {
        let seed = self.seed.seed;
        match (self.sample, self.per_depth) {
            (Some(count), _) => sample(&numbers, count, seed),
            (_, Some(count)) => {
                let mut of_depth: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
                numbers.into_iter().for_each(|number| of_depth.entry(depth_of(number)).or_default().push(number));
                of_depth.values().flat_map(|numbers| sample(numbers, count, seed)).collect()
            }
            _ => numbers,
        }
    }
}

/// Writes a table of some states. The boards have the letters of the given board.
fn write_table(cluster: &Cluster, view: &View, numbers: &[usize], output: &Path, force: bool) -> Result<()> {
    let column = |name, cell_type| TypedColumn { name, cell_type, indexed: cell_type != CellType::Text };
    let [moves, steps, legal_moves] = ["moves", "steps", "legal_moves"].map(|name| column(name, CellType::U32));
    let columns = [column("board", CellType::Text), moves, steps, legal_moves];
    let format = Format::of_path(output, Columns::Typed)?;
    end_on_signal()?;
    let mut table = (format.create)(output, force.into(), &columns, None)?;
    let depths = [Metric::Moves, Metric::Steps].map(|metric| cluster.depths(metric));
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
