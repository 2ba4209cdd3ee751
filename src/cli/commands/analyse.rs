//! `gridlock analyse`: the cluster of a board, and its row in the built-in databases.
use crate::board::{Item, Metric, Orientation, State, letter};
use crate::cli::arguments::{BoardSource, GivenBoard, MetricArgument, OTHER_BOARDS, SearchArguments};
use crate::cli::{Context, ExitCode, Failure, Result, print_answer, print_message};
use crate::engine::{counted, grouped};
use crate::notation::{Exit, View, ViewPicture, side_by_side};
use crate::ranks::{RowIds, Standing, find_built_in};
use crate::reference::ClusterReport;
use serde::Serialize;
use serde_json::json;
use std::ffi::OsString;
use std::fmt::Write as _;

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

    #[command(flatten)]
    pub search: SearchArguments,
}

/// Analyses the cluster of a board and prints the report; for a file with several boards that are not rows, prints a table with a
/// line for each.
///
/// # Errors
/// The board can't be read, its cluster has more states than allowed, or standard output can't be written. In a table such a
/// board is reported, and the others are analysed.
pub fn run(args: &AnalyseArgs) -> Result<ExitCode> {
    let mut boards = BoardSource::of(&args.board).boards(&args.search.reading, None, None)?;
    let first = boards.next().ok_or_else(|| Failure::no_board_in(&args.board))?;
    let is_row = first.as_ref().is_ok_and(|given| given.cluster_size.is_some());
    let second = if is_row || first.is_err() { None } else { boards.next() };
    if let Some(second) = second {
        return table(args, [first, second].into_iter().chain(boards));
    }
    let (view, analysis, standing) = analysed(args, &first?)?;
    let mut text = if args.search.json {
        as_json(None, &view, &analysis, standing)
    } else {
        let turned = match is_turned(&view) {
            true => "turned as in the database, the exit at the right:\n\n",
            false => "",
        };
        turned.to_owned() + &for_people(&view, &analysis, standing)
    };
    text.push('\n');
    print_answer(text)?;
    Ok(ExitCode::Success)
}

/// The built-in database that has the row of a board, and how hard it is there.
type Known = Option<(&'static str, Standing)>;

fn analysed(args: &AnalyseArgs, given: &GivenBoard) -> Result<(View, ClusterReport, Known)> {
    let view = given.view()?;
    let mut analysis = ClusterReport::in_metric(view.state(), args.metric.metric, args.search.max_states)
        .context("gave up on this board; --max-states K allows more states")?;
    if let Some(hardest) = &mut analysis.hardest {
        hardest.superfluous.retain(|&item| !view.is_frame(item));
    }
    let is_row = analysis.metric == Metric::Moves && row(&view, &analysis).is_ok();
    let known = if is_row { find_built_in(view.state())? } else { None };
    Ok((view, analysis, known))
}

/// A line for each board of a file: how far it is from the goal, and how hard its row is in a built-in database.
fn table(args: &AnalyseArgs, boards: impl Iterator<Item = Result<GivenBoard>>) -> Result<ExitCode> {
    let line = |name: &str, depth: &str, moves: &str, known: &str| format!("{name:<16} {depth:>6} {moves:>6}  {known}");
    if !args.search.json {
        print_answer(line("board", "here", "row", "among the rows of a built-in database") + "\n")?;
    }
    let mut code = ExitCode::Success;
    for (number, given) in (1..).zip(boards) {
        let answer = given.and_then(|given| {
            let (view, analysis, known) = analysed(args, &given)?;
            let name = given.name.unwrap_or_else(|| format!("board {number}"));
            if args.search.json {
                return Ok(as_json(Some(&name), &view, &analysis, known));
            }
            let depth = analysis.depth.map_or_else(|| "–".to_owned(), |depth| depth.to_string());
            let moves = analysis.hardest.as_ref().map_or_else(|| "–".to_owned(), |hardest| hardest.moves.to_string());
            Ok(line(&name, &depth, &moves, &known_text(&view, &analysis, known).join("; ")))
        });
        match answer {
            Ok(text) => print_answer(text + "\n")?,
            Err(error) => {
                print_message(&format!("gridlock: {}", error.describe()));
                code = error.code();
            }
        }
    }
    Ok(code)
}

/// The place of a board's row in a built-in database and how hard it is there, or why none has it.
fn known_text(view: &View, analysis: &ClusterReport, known: Known) -> Vec<String> {
    if let Some((name, Standing { row, rows, at_least_as_hard, .. })) = known {
        let share = (rows - at_least_as_hard) as u128 * 10_000 / u128::from(rows); // rounded down: 100 % is harder than itself
        let harder = format!("harder than {}.{:02} % of {}", share / 100, share % 100, counted(rows, "row"));
        let others = match at_least_as_hard {
            1 => "none is as hard".to_owned(),
            many => format!("{} are at least as hard", grouped(many)),
        };
        return vec![format!("{name}, row {}, counted from 0", grouped(row)), format!("{harder}; {others}")];
    }
    let reason = match row(view, analysis) {
        Err(reason) => match &superfluous(view, analysis)[..] {
            [] => reason,
            items => {
                let items: Vec<String> = items.iter().map(SuperfluousItem::for_people).collect();
                format!("any one of these does not matter: {}", items.join(", "))
            }
        },
        Ok(_) if analysis.metric != Metric::Moves => "the built-in databases count moves".to_owned(),
        Ok(_) => "the built-in databases have boards of 4×4 to 6×6 with up to 2 walls".to_owned(),
    };
    vec![format!("no: {reason}")]
}

/// A piece or wall of the unsolved state that does not matter.
#[derive(Serialize)]
struct SuperfluousItem {
    /// Its letter in the database.
    letter: char,
    /// Its name on the given board.
    name: String,
    kind: &'static str,
    orientation: Option<&'static str>,
    row: usize,
    column: usize,
}

/// What `--json` prints. Boards are turned and lettered as in the database. Rows and columns count from 1. `name` is that of the board in a
/// file of several.
fn as_json(name: Option<&str>, view: &View, analysis: &ClusterReport, known: Known) -> String {
    let (board, shape, hardest) = (view.state(), view.turned().shape(), analysis.hardest.as_ref());
    let (row, standing) = (row(view, analysis), known.map(|(_, standing)| standing));
    let is_wall = |&item: &usize| matches!(board.items()[item], Item::Wall(_)) && !view.is_frame(item);
    let mut object = json!({
        "name": name,
        "board": lettered(view, board),
        // whether the board was turned or mirrored
        "turned": is_turned(view),
        "size": shape.is_square().then_some(shape.width()),
        // columns and rows; only for a board that is not square
        "shape": (!shape.is_square()).then(|| shape.to_string().replace('×', "x")),
        "walls": (0..board.items().len()).filter(is_wall).count(),
        "states": analysis.states,
        "goal_states": analysis.goal_states,
        "solvable": hardest.is_some(),
        "metric": analysis.metric,
        "depth": analysis.depth,
        "canonical": lettered(view, &analysis.canonical),
        "unsolved": hardest.map(|u| lettered(view, &u.state)),
        "unsolved_depth": hardest.map(|u| u.moves),
        "minimal": hardest.map(|u| u.superfluous.is_empty()),
        "superfluous": superfluous(view, analysis),
        // states at depth 0, 1, 2 ...
        "states_by_depth": analysis.states_by_depth,
        // the row of the database, or the reason why there is none
        "row": row.as_ref().ok(),
        "no_row": row.as_ref().err(),
        // names the row in every file
        "id": row.as_ref().ok().and_then(|_| id(view)),
        // the built-in database that has the row, its number there from 0, and how many rows have at least as many moves
        "database": known.map(|(name, _)| name),
        "database_index": standing.map(|standing| standing.row),
        "database_rows": standing.map(|standing| standing.rows),
        "at_least_as_hard": standing.map(|standing| standing.at_least_as_hard),
        "harder_than": standing.map(|standing| standing.harder_than()),
    });
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|key, value| !["name", "shape"].contains(&key.as_str()) || !value.is_null());
    }
    object.to_string()
}

/// The pieces and walls of the unsolved state that do not matter.
fn superfluous(view: &View, analysis: &ClusterReport) -> Vec<SuperfluousItem> {
    let hardest = analysis.hardest.iter();
    hardest.flat_map(|u| u.superfluous.iter().map(|&index| SuperfluousItem::new(view, &u.state, index))).collect()
}

impl SuperfluousItem {
    fn new(view: &View, state: &State, index: usize) -> SuperfluousItem {
        let (turned, n) = (view.turned(), state.size().n());
        let (kind, orientation, (row, column)) = match state.items()[index] {
            Item::Wall(cell) => ("wall", None, turned.on_board(cell / n, cell % n)),
            Item::Piece(p) => {
                let orientation = if p.orientation == Orientation::Horizontal { "horizontal" } else { "vertical" };
                let kind = if p.length == 2 { "car" } else { "truck" };
                (kind, Some(orientation), turned.corner_of(p))
            }
        };
        // a wall uses up a letter
        let letter = letter((0..index).filter(|&before| !view.is_frame(before)).count());
        SuperfluousItem { letter, name: view.name(index).to_owned(), kind, orientation, row: row + 1, column: column + 1 }
    }

    fn for_people(&self) -> String {
        format!("{} (the {} at row {}, column {})", self.name, self.kind, self.row, self.column)
    }
}

/// The row of the database, or why there is none.
fn row(view: &View, analysis: &ClusterReport) -> Result<String, String> {
    if view.is_framed() {
        return Err(OTHER_BOARDS.to_owned());
    }
    analysis.puzzle().map(|puzzle| puzzle.to_string()).map_err(|reason| reason.to_string())
}

/// The identity of the row of a board's cluster.
fn id(view: &View) -> Option<String> {
    RowIds::default().of(view.state()).map(|id| id.to_string())
}

/// Whether the board is shown turned or mirrored: rows of the database have the exit at the right and the primary in the upper
/// middle row.
fn is_turned(view: &View) -> bool {
    view.exit() != Exit::Right || view.turned().to_string() != view.to_string()
}

/// A state as text, turned and lettered as in the database.
fn lettered(view: &View, state: &State) -> String {
    view.showing(state.clone()).lettered().turned().to_string()
}

/// The report as text, without the last line end.
fn for_people(view: &View, analysis: &ClusterReport, known: Known) -> String {
    let (mut text, unit) = (pictures(view, analysis), analysis.metric.noun());
    let mut entry = |label: &str, value: String| writeln!(text, "{label:<16}{value}").expect("a string takes all text");
    let goals = match analysis.goal_states {
        0 => "no goal state".to_owned(),
        1 => "1 goal state".to_owned(),
        many => format!("{} goal states", grouped(many)),
    };
    entry("cluster", format!("{}, {goals}", counted(analysis.states, "state")));
    entry("canonical state", lettered(view, &analysis.canonical));
    match (&analysis.hardest, analysis.depth) {
        (Some(hardest), Some(depth)) => {
            entry("this board", format!("{} from the goal", counted(depth, unit)));
            let shown = view.showing(hardest.state.clone()).turned();
            entry("unsolved state", format!("{shown}, {} from the goal", counted(hardest.moves, unit)));
            let idle = superfluous(view, analysis);
            if idle.is_empty() {
                entry("minimal", "yes: every piece and wall of the unsolved state matters".to_owned());
            } else {
                entry("minimal", format!("no: without any one of these it still takes {}:", counted(hardest.moves, unit)));
                idle.iter().for_each(|item| entry("", item.for_people()));
            }
        }
        _ => entry("this board", "unsolvable".to_owned()),
    }
    match row(view, analysis) {
        Ok(row) => {
            entry("database row", row);
            id(view).into_iter().for_each(|id| entry("id", id));
        }
        Err(reason) => entry("database row", format!("none: {reason}")),
    }
    for (label, value) in ["known", "hardness"].into_iter().zip(known_text(view, analysis, known)) {
        entry(label, value);
    }
    text.push_str(&histogram(&analysis.states_by_depth, analysis.metric));
    text.truncate(text.trim_end().len());
    text
}

/// The board, and next to it the unsolved state if there is one, in the letters of the given board.
fn pictures(view: &View, analysis: &ClusterReport) -> String {
    let picture = |title: &str, state: &State| format!("{title}\n{}", ViewPicture(&view.showing(state.clone()).turned()));
    let mut texts = vec![(picture("this board", view.state()), 2 * view.turned().shape().width() + 6)];
    texts.extend(analysis.hardest.as_ref().map(|hardest| (picture("unsolved state", &hardest.state), 0)));
    side_by_side(&texts) + "\n"
}

/// One line for each depth: the depth, the number of states, and a bar.
fn histogram(states_by_depth: &[u64], metric: Metric) -> String {
    const WIDEST: u64 = 40;
    let Some(&most) = states_by_depth.iter().max() else { return String::new() };
    let mut text = format!("\n{metric}   states\n");
    for (depth, &states) in states_by_depth.iter().enumerate() {
        let bar = "▪".repeat((states * WIDEST).div_ceil(most) as usize);
        writeln!(text, "{depth:>5} {:>12} {bar}", grouped(states)).expect("a string takes all text");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(board: &str) -> String {
        let view = View::from_text(board, Exit::Right).unwrap();
        for_people(&view, &ClusterReport::of(view.state(), 1_000_000).unwrap(), find_built_in(view.state()).unwrap())
    }

    fn json(board: &str) -> serde_json::Value {
        let view = View::from_text(board, Exit::Right).unwrap();
        let known = find_built_in(view.state()).unwrap();
        serde_json::from_str(&as_json(None, &view, &ClusterReport::of(view.state(), 1_000_000).unwrap(), known)).unwrap()
    }

    #[test]
    fn people_see_pictures_and_the_row() {
        let text = text("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.");
        assert!(text.contains("cluster         4,780 states, "));
        assert!(text.contains("this board      51 moves from the goal\n"));
        assert!(text.contains("minimal         yes"));
        assert!(text.contains("│ G H I A A M →"));
        assert!(text.lines().last().unwrap().starts_with("   51 "));
    }

    #[test]
    fn steps_are_named() {
        let view = View::from_text("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", Exit::Right).unwrap();
        let report = ClusterReport::in_metric(view.state(), Metric::Steps, 1_000_000).unwrap();
        let text = for_people(&view, &report, None);
        assert!(text.contains("this board      93 steps from the goal\n") && text.contains("\nsteps   states\n"), "{text}");
        let json: serde_json::Value = serde_json::from_str(&as_json(None, &view, &report, None)).unwrap();
        assert_eq!((&json["metric"], &json["depth"]), (&"steps".into(), &93.into()));
        assert!(json["row"].as_str().unwrap().starts_with("93 "));
    }

    #[test]
    fn the_letters_that_were_typed_are_kept() {
        let text = text("oQQoAAoZoooZTToo");
        assert!(text.contains("│ . Q Q . │   │ Q Q . Z │"), "{text}");
        assert!(text.contains("\n                Q (the car at row 1, column 1)"), "{text}");
        let json = json("oQQoAAoZoooZTToo");
        assert_eq!((&json["superfluous"][0]["letter"], &json["superfluous"][0]["name"]), (&"B".into(), &"Q".into()));
    }

    #[test]
    fn json_names_what_does_not_matter() {
        let json = json("CCoBAAoBoooooooo");
        assert_eq!(json["minimal"], false);
        assert_eq!(json["superfluous"][0]["kind"], "car");
        assert_eq!((&json["row"], &json["no_row"]), (&serde_json::Value::Null, &"not minimal".into()));
        assert!(text("CCoBAAoBoooooooo").contains("no: without any one of these it still takes 2 moves:\n"));
    }

    #[test]
    fn unsolvable_boards_have_no_depth() {
        let json = json("ooooAAoxoooooooo");
        assert_eq!((&json["solvable"], &json["depth"]), (&false.into(), &serde_json::Value::Null));
        assert!(text("ooooAAoxoooooooo").contains("none: the database does not enumerate such boards: row 2, column 4"));
    }
}
