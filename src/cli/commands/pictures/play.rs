//! `gridlock play`: a page that plays puzzles.
use super::{check_chosen, extension, print_made};
use crate::board::Metric;
use crate::cli::arguments::{BoardSource, FilterArguments, ForceArgument, ReadingArguments, ThreadsArgument};
use crate::cli::{Failure, Result, check_json, end_on_signal, print_json};
use crate::draw::{PageTheme, PlayPage, PlayPuzzle, play_board, play_page};
use crate::engine::{Progress, ProgressMode, counted};
use crate::files::{OutputFile, display_path};
use crate::gauge::Gauge;
use crate::inputs::Plan;
use crate::jobs::{Choice, ChoiceSettings, GivenPuzzle, PlaySettings, RankPage, choose_puzzles, rank_page};
use crate::rows::{SolvedFilter, stages_of};
use crate::run::metric_of_files;
use serde_json::json;
use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

/// Puzzles on a list by default.
const LISTED: u32 = 1000;

/// Arguments of `gridlock play`.
#[derive(clap::Args, Clone, Debug)]
// the filter on the number of empty cells is called --empty
#[command(mut_arg("empty_signs", |arg| arg.long("empty-sign")))]
#[command(after_help = "Ranges are inclusive and may be open: 20..30, 20.., ..30, or one number.\n\n\
                  Examples:\n  \
                  gridlock play @rush6 -o rush6.html        all 2,577,412 puzzles in one page\n  \
                  gridlock play rush5.txt.gz -o play.html\n  \
                  gridlock play rush6.txt.bz2 --moves 20.. --sample 300 --title Hard -o hard.html\n  \
                  gridlock play @rush6 --sample 30 --spread moves --moves 4..12 --simple -o class.html\n  \
                  gridlock play oBBoAAoCoooCoooo")]
pub struct PlayArgs {
    /// Board, or file of boards or rows, plain or compressed; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,
    /// Write the page to FILE, .html; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "play.html")]
    pub output: PathBuf,
    /// Heading of the page [default: "Rush Hour" and the number of puzzles]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Put a list of at most K puzzles on the page: the first ones that pass. Without this option a rank file goes onto the page
    /// with all puzzles that pass, and a list has at most 1000
    #[arg(long, value_name = "K")]
    pub limit: Option<NonZeroU32>,
    /// Make a page for small children: a row of levels, large pieces, no lists, no counts and no text to read
    #[arg(long)]
    pub simple: bool,
    /// Colours until the reader chooses others
    #[arg(long, value_enum, default_value_t = PageTheme::Auto)]
    pub theme: PageTheme,
    /// Count moves (any number of cells) or steps (one cell each) [default: what the rows count]
    #[arg(short, long, value_enum)]
    pub metric: Option<Metric>,
    #[command(flatten)]
    pub rows: FilterArguments,
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Largest cluster to search: here for figures missing in the file, and by the page for exact hints
    #[arg(long, value_name = "K", default_value_t = 2_000_000, value_parser = clap::value_parser!(u32).range(1..=50_000_000))]
    pub max_states: u32,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    /// Print what was written as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// Writes a page with the puzzles that pass.
///
/// # Errors
/// A board can't be read, none passes, or the output can't be written.
pub fn run(args: &PlayArgs, quiet: bool) -> Result<()> {
    if !["html", "htm"].contains(&extension(&args.output)) && args.output != Path::new("-") {
        return Err(Failure::of_input("pages are written as .html"));
    }
    check_json(args.json, &args.output)?;
    let source = BoardSource::of(&args.board);
    let (max_states, limit) = (args.max_states as usize, args.limit.map_or(LISTED, NonZeroU32::get));
    let choice = choice_settings(&args.rows, &args.reading, &source, limit as usize, max_states)?;
    let metric = args.metric.unwrap_or(choice.row_metric);
    let settings = PlaySettings { metric, threads: args.threads.threads, choice };
    end_on_signal()?;
    let output = OutputFile::text(&args.output, args.force.force)?;
    // What the page gets from a rank file, unless a list was asked for or is enough.
    let collection = match &source {
        BoardSource::File(path) if args.limit.is_none() => rank_page(path, &settings.choice)?,
        _ => None,
    };
    let collection = collection.filter(|page| page.metric == metric && page.passed > LISTED.into());
    let (Choice { chosen, read, passed, left_out, unsolvable }, collection) = match collection {
        Some(RankPage { collection, read, passed, .. }) => {
            (Choice { chosen: Vec::new(), read, passed, left_out: Some(0), unsolvable: Vec::new() }, Some(collection))
        }
        None => (listed(args, &source, &settings, quiet)?, None),
    };
    let puzzles = if collection.is_some() { passed } else { chosen.len() as u64 };
    let title = args.title.clone().unwrap_or_else(|| match puzzles {
        1 => "Rush Hour".to_owned(),
        _ => format!("Rush Hour: {}", counted(puzzles, "puzzle")),
    });
    let (simple, theme) = (args.simple, args.theme);
    let page = play_page(&PlayPage { title, metric, simple, theme, max_states, left_out, puzzles: chosen, collection });
    output.finish_with(&page)?;
    print_made(&counted(puzzles, "puzzle"), &args.output, left_out, quiet);
    if args.json {
        let (file, bytes) = (display_path(&args.output), page.len());
        print_json(&json!({
            "file": file, "bytes": bytes, "puzzles": puzzles, "read": read, "passed": left_out.map(|_| passed), "left_out": left_out,
            "unsolvable": unsolvable.len(),
        }))?;
    }
    Failure::check_left_out(&unsolvable, &[])
}

/// The puzzles of a list.
fn listed(args: &PlayArgs, source: &BoardSource, settings: &PlaySettings, quiet: bool) -> Result<Choice<PlayPuzzle>> {
    let gauge = Gauge::default();
    let _progress = Progress::begin(ProgressMode::for_stderr(quiet, args.output == Path::new("-")), &gauge);
    let boards = given_puzzles(source, &args.reading, &settings.choice, false)?;
    let choice = choose_puzzles(settings, boards, |done, total| gauge.count("searching puzzles", "puzzles", done, Some(total)))?;
    check_chosen(&choice, &args.board, &args.rows, "play")?;
    Ok(choice)
}

/// Which boards a page gets: at most `limit` boards of `source` that pass.
pub(super) fn choice_settings(
    rows: &FilterArguments,
    reading: &ReadingArguments,
    source: &BoardSource,
    limit: usize,
    max_states: usize,
) -> Result<ChoiceSettings> {
    let inputs = match source {
        BoardSource::File(path) => std::slice::from_ref(path),
        BoardSource::Board(_) => &[],
    };
    let row_metric = metric_of_files(inputs, None)?;
    let conditions = rows.conditions([])?;
    let stages = stages_of(conditions, rows.except()?, &SolvedFilter::default(), &rows.sampling(), None, Some(limit));
    Ok(ChoiceSettings { exit: reading.exit(), row_metric, plan: Plan::new(inputs, stages, false), max_states })
}

/// The boards of the argument. Boards in other forms become plain text. With `checks`, or if there is only one board, each is
/// checked here, where the message can show the cell at fault.
pub(super) fn given_puzzles(
    source: &BoardSource,
    reading: &ReadingArguments,
    settings: &ChoiceSettings,
    checks: bool,
) -> Result<impl Iterator<Item = Result<GivenPuzzle>>> {
    let checks = checks || matches!(source, BoardSource::Board(_));
    Ok(source.boards(reading, None, Some(&settings.plan.choice))?.map(move |given| {
        let given = given?;
        let plain = given.plain_text().map(str::to_owned);
        let view = if checks || plain.is_none() { Some(given.view()?) } else { None };
        let (text, view) = match (plain, view) {
            (None, Some(view)) => (play_board(&view), Some(view)),
            (plain, _) => (plain.unwrap_or_default(), None),
        };
        let (moves, cluster_size) = (given.moves, given.cluster_size);
        Ok(GivenPuzzle { text, view, place: given.place, name: given.name, moves, cluster_size })
    }))
}
