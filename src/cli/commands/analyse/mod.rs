//! `gridlock analyse`: the cluster of a board, and its row in the built-in databases.
mod analysis;

use crate::cli::arguments::{BoardSource, GivenBoard, MetricArgument, SearchArguments};
use crate::cli::{Context, Failure, Result, print_answer, print_message};
use crate::engine::counted;
use crate::errors::ErrorClass;
use crate::jobs::FirstPlaces;
use crate::reference::ClusterReport;
use analysis::Analysis;
use std::ffi::OsString;

/// Arguments of `gridlock analyse`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock analyse GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.\n  \
                  gridlock analyse BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM --metric steps")]
pub struct AnalyseArgs {
    /// Board, row by row from the top: . or o for an empty cell, x for a wall, A for the primary, other letters for other pieces;
    /// or file, whose first row or each of whose boards is analysed; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,

    #[command(flatten)]
    pub metric: MetricArgument,

    /// Also find the id of a row that no built-in database has: that takes seconds to minutes on 7×7 with walls
    #[arg(long)]
    pub id: bool,

    #[command(flatten)]
    pub search: SearchArguments,
}

/// Analyses the cluster of a board and prints the report; for a file with several boards that are not rows, prints a table with a
/// line for each.
///
/// # Errors
/// A board can't be solved, after it was printed. The board can't be read, its cluster has more states than allowed, or standard output
/// can't be written. In a table such a board is reported, and the others are analysed.
pub fn run(args: &AnalyseArgs, quiet: bool) -> Result<()> {
    let mut boards = BoardSource::of(&args.board).boards(&args.search.reading, None, None)?;
    let first = boards.next().ok_or_else(|| Failure::no_board_in(&args.board))?;
    let may_be_list = first.as_ref().is_ok_and(|given| given.cluster_size.is_none());
    if may_be_list && let Some(second) = boards.next() {
        return table(args, [first, second].into_iter().chain(boards));
    }
    let analysis = analysis_of(args, &first?)?;
    let text = if args.search.json { analysis.as_json(None) } else { analysis.for_people() };
    print_answer(text + "\n")?;
    if !quiet && !may_be_list && boards.next().is_some() {
        print_message("gridlock: this is the first row of the file alone; `gridlock select FILE --solve` is for all rows");
    }
    match analysis.report.hardest {
        Some(_) => Ok(()),
        None => Err(Failure::silent(ErrorClass::NegativeAnswer)),
    }
}

fn analysis_of(args: &AnalyseArgs, given: &GivenBoard) -> Result<Analysis> {
    let view = given.view()?;
    let report = ClusterReport::in_metric(view.state(), args.metric.metric, args.search.max_states);
    let report = report.context("gave up on this board; --max-states K allows more states")?;
    let mut analysis = Analysis::new(view, report, args.id)?;
    analysis.notes.clone_from(&given.notes);
    Ok(analysis)
}

/// How many boards that can't be read are named.
const MOST_MESSAGES: u64 = 20;

/// A line for each board of a file: how far it is from the goal, and how hard its row is in a built-in database.
fn table(args: &AnalyseArgs, boards: impl Iterator<Item = Result<GivenBoard>>) -> Result<()> {
    let line = |name: &str, depth: &str, moves: &str, known: &str| format!("{name:<16} {depth:>6} {moves:>6}  {known}\n");
    if !args.search.json {
        print_answer(line("board", "here", "row", "among the rows of a built-in database"))?;
    }
    let (mut failed, mut messages, mut unsolvable) = (None, 0, 0);
    let mut places = FirstPlaces::default();
    for (number, given) in (1..).zip(boards) {
        match given.and_then(|given| Ok((analysis_of(args, &given)?, given))) {
            Ok((mut analysis, GivenBoard { name, place, .. })) => {
                unsolvable += u64::from(analysis.report.hardest.is_none());
                analysis.same_as = places.before(&analysis.view, &place).map(str::to_owned);
                let name = name.unwrap_or_else(|| format!("board {number}"));
                let number = |depth: Option<u32>| depth.map_or_else(|| "–".to_owned(), |depth| depth.to_string());
                let [depth, moves] =
                    [analysis.report.depth, analysis.report.hardest.as_ref().map(|hardest| hardest.moves)].map(number);
                print_answer(match args.search.json {
                    true => analysis.as_json(Some(&name)) + "\n",
                    false => {
                        let same = analysis.same_as.as_ref().map(|first| format!("the board of {first}"));
                        let known = same.into_iter().chain(analysis.grade_text()).chain([analysis.known_text()]);
                        line(&name, &depth, &moves, &known.collect::<Vec<_>>().join("; "))
                    }
                })?;
            }
            Err(error) => {
                messages += 1;
                match messages {
                    ..=MOST_MESSAGES => print_message(&format!("gridlock: {}", error.message)),
                    _ if messages == MOST_MESSAGES + 1 => print_message("gridlock: there are more boards that can't be read"),
                    _ => {}
                }
                failed = Some(error.class);
            }
        }
    }
    if unsolvable > 0 {
        print_message(&format!("gridlock: {} can't be solved", counted(unsolvable, "board")));
    }
    let negative = (unsolvable > 0).then_some(ErrorClass::NegativeAnswer);
    failed.or(negative).map_or(Ok(()), |class| Err(Failure::silent(class)))
}
