//! `gridlock hunt`: hard boards of sizes too large to enumerate.
use crate::board::{Rules, Size, State, WallRange};
use crate::cli::arguments::{
    BoardSource, ForceArgument, MetricArgument, ROWS_OUTPUT, ReadingArguments, RulesArguments, SeedArgument, ThreadsArgument,
    seconds,
};
use crate::cli::{Failure, Result, check_json, listen, print_json, print_message};
use crate::engine::{Progress, ProgressMode, counted, grouped};
use crate::errors::ErrorClass;
use crate::files::{OutputFile, names_ranks};
use crate::gauge::Gauge;
use crate::hunt::{BestFound, HuntBudget, HuntOutcome, HuntSettings, hunt};
use crate::ranks::RankSettings;
use crate::run::remove_old_description;
use serde_json::{Value, json};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Arguments of `gridlock hunt`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock hunt --size 8 --walls 0..3 --seconds 600 --seed 1 -o hard8.txt\n  \
                  gridlock hunt --size 7 --evaluations 100000 --seed 2 --limit 10 -o -\n  \
                  gridlock hunt --size 8 --walls 0..3 --from hard8.txt --seed 2 -o harder8.txt")]
pub struct HuntArgs {
    #[command(flatten)]
    pub rules: RulesArguments,
    /// Walls on the board, in total: a number, or an inclusive range like 0..2
    #[arg(short, long, value_name = "A..B|K", default_value = "0")]
    pub walls: WallRange,
    #[command(flatten)]
    pub metric: MetricArgument,
    /// How long to hunt [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "evaluations")]
    pub seconds: Option<Duration>,
    /// Search N boards: the same seed gives the same rows on any number of threads
    #[arg(long, value_name = "N")]
    pub evaluations: Option<u64>,
    #[command(flatten)]
    pub seed: SeedArgument,
    /// Keep the K hardest rows
    #[arg(long, alias = "keep", value_name = "K", default_value = "100")]
    pub limit: NonZeroUsize,
    /// Start every second search from the boards of FILE, and keep their rows too; rows or boards, one per line
    #[arg(long, visible_alias = "resume", value_name = "FILE")]
    pub from: Vec<PathBuf>,
    /// Skip boards whose cluster has more than K states. Those of random and known boards, and on 7×7 and 8×8 those that may
    /// bring a record, may have ten times as many. Larger clusters need more memory: about 600 MB per thread for K = 3000000
    /// [default: 40000 up to 6×6, 80000 for 7×7, 20000 for 8×8]
    #[arg(long, value_name = "K")]
    pub max_states: Option<usize>,
    /// End as soon as a row of M moves, or steps, is found
    #[arg(long, value_name = "M")]
    pub until: Option<u32>,
    /// Boards of one search; then another one starts
    #[arg(long, hide = true, value_name = "N", default_value_t = NonZeroU64::new(HuntSettings::SEARCH_LENGTH).expect("not 0"))]
    pub search_length: NonZeroU64,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    #[arg(short, long, value_name = "FILE", help = ROWS_OUTPUT)]
    pub output: PathBuf,
    /// Print the figures of the hunt as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// Hunts, and writes the rows found.
///
/// # Errors
/// A file of boards can't be read, or the output can't be written.
pub fn run(args: &HuntArgs, quiet: bool) -> Result<()> {
    check_json(args.json, &args.output)?;
    let rules = args.rules.rules(Size::MAX_FAST)?;
    let settings = HuntSettings {
        rules,
        walls: args.walls,
        metric: args.metric.metric,
        budget: match args.evaluations {
            Some(evaluations) => HuntBudget::Evaluations(evaluations),
            None => HuntBudget::Time(args.seconds.unwrap_or(Duration::from_secs(60))),
        },
        seed: args.seed.seed,
        keep: args.limit.get(),
        known: known_boards(args, rules)?,
        max_states: args.max_states.unwrap_or(HuntSettings::usual_max_states(rules.size())),
        until: args.until,
        search_length: args.search_length.get(),
        threads: args.threads.threads,
    };
    if names_ranks(&args.output) && rules.size().longer_side() > Size::MAX_ENUMERATED {
        return Err(Failure::of_input("there are no ranks for boards of this size: write the rows as text"));
    }
    // From here on a signal ends the hunt, and what was found is written.
    let stop = listen(Duration::MAX)?;
    let HuntSettings { metric, threads, .. } = settings;
    let ranks = RankSettings { metric, rules: Some(rules), whole: None, threads, stop: Arc::default(), gauge: Gauge::default() };
    let output = OutputFile::rows(&args.output, args.force.force, Some(ranks.encoder(&args.output)))?;
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, args.output == Path::new("-")), &gauge);
    let outcome = hunt(&settings, &stop, &|evaluations, better| {
        gauge.count("searching boards", "boards", evaluations, args.evaluations);
        if let Some(BestFound { row, .. }) = better.filter(|_| !quiet) {
            let (moves, states) = (counted(row.moves, metric.noun()), grouped(row.cluster_size));
            progress.message(format!("{moves}, {states} states\n{}", row.board.picture()).trim_end());
        }
    });
    drop(progress);
    let outcome = outcome?;
    remove_old_description(&args.output, args.force.force)?;
    output.finish_with(outcome.rows.iter().map(|row| format!("{row}\n")).collect::<String>())?;
    if !quiet {
        print_message(&summary(&outcome, &settings));
    }
    if args.json {
        print_json(&figures(&outcome, &settings))?;
    }
    if stop.load(Ordering::SeqCst) { Err(Failure::silent(ErrorClass::Stopped)) } else { Ok(()) }
}

/// The boards from which searches start.
fn known_boards(args: &HuntArgs, rules: Rules) -> Result<Vec<State>> {
    let mut boards = Vec::new();
    let size = rules.size();
    let reading = ReadingArguments { size: Some(size), ..ReadingArguments::default() };
    for path in &args.from {
        for given in BoardSource::File(path.clone()).boards(&reading, None, None)? {
            let given = given?;
            let state = given.view()?.state().clone();
            let (walls, wanted) = (state.walls().len(), args.walls);
            if state.size() != size || !(wanted.min()..=wanted.max()).contains(&walls) {
                let has = format!("{} with {}", state.size(), counted(walls as u64, "wall"));
                let problem = format_args!("the board is {has}, but the hunt is on {size} with {wanted} walls");
                return Err(Failure::of_board(&given.place, problem));
            }
            rules.check_pieces(&state).map_err(|error| Failure::of_board(&given.place, error))?;
            boards.push(state);
        }
    }
    Ok(boards)
}

fn summary(outcome: &HuntOutcome, settings: &HuntSettings) -> String {
    let seconds = outcome.elapsed.as_secs_f64();
    let [boards, per_second] = [outcome.evaluations, (outcome.evaluations as f64 / seconds.max(1e-3)) as u64].map(grouped);
    let searches = if outcome.searches == 1 { "search" } else { "searches" };
    let (many, rows) = (grouped(outcome.searches), counted(outcome.rows.len() as u64, "row"));
    let mut text = format!("searched {boards} boards in {seconds:.1} s, {per_second}/s, in {many} {searches}; kept {rows}");
    if let Some(hardest) = outcome.rows.first() {
        text += &format!("; the hardest: {hardest}");
    }
    if outcome.too_large > 0 {
        let (skipped, most) = (grouped(outcome.too_large), grouped(settings.max_states as u64));
        text += &format!("\nskipped {skipped} boards whose clusters have more than {most} states; --max-states K allows more");
    }
    if outcome.out_of_time > 0 {
        let boards = counted(outcome.out_of_time, "known board");
        text += &format!("\ntime ran out before the rows of {boards} were made; hunt longer");
    }
    text
}

/// What `--json` prints.
fn figures(outcome: &HuntOutcome, settings: &HuntSettings) -> Value {
    let improvement = |best: &BestFound| json!({ "moves": best.row.moves, "evaluations": best.evaluations, "seconds": best.elapsed.as_secs_f64() });
    let (best, rules) = (outcome.improvements.last(), settings.rules);
    json!({
        // as in a description: a number for the classic game
        "size": if rules.is_classic() { json!(rules.size().width()) } else { json!(rules) },
        "walls": settings.walls.to_string(),
        "metric": settings.metric,
        "seed": settings.seed,
        "threads": settings.threads.get(),
        "evaluations": outcome.evaluations,
        "searches": outcome.searches,
        "too_large": outcome.too_large,
        "out_of_time": outcome.out_of_time,
        "seconds": outcome.elapsed.as_secs_f64(),
        "rows": outcome.rows.len(),
        "hardest": outcome.rows.first().map(ToString::to_string),
        // when a row of the most moves was first found
        "best_moves": best.map(|best| best.row.moves),
        "best_evaluations": best.map(|best| best.evaluations),
        "best_seconds": best.map(|best| best.elapsed.as_secs_f64()),
        // each row that was harder than all before it, and the boards searched up to then
        "improvements": outcome.improvements.iter().map(improvement).collect::<Vec<_>>(),
    })
}
