//! A board, its cluster, and what the databases have of it: as JSON, or as a report for people.
use crate::board::{Item, Metric, Orientation, State, item_name};
use crate::cli::Result;
use crate::engine::{counted, grouped};
use crate::notation::{Exit, View, ViewPicture, side_by_side};
use crate::ranks::{RowId, RowIds, Standing, built_in_for, find_built_in};
use crate::reference::ClusterReport;
use serde_json::{Value, json};

/// A piece or wall of the unsolved state that does not matter, for programs and for people: its letter in the database, its name
/// on the given board, and its place.
fn superfluous_item(view: &View, state: &State, index: usize) -> (Value, String) {
    let (turned, width) = (view.turned(), state.size().width());
    let (kind, orientation, (row, column)) = match state.items()[index] {
        Item::Wall(cell) => ("wall", None, turned.on_board(cell / width, cell % width)),
        Item::Piece(p) => {
            let orientation = if p.orientation == Orientation::Horizontal { "horizontal" } else { "vertical" };
            (["car", "truck"].get(p.length - 2).copied().unwrap_or("bus"), Some(orientation), turned.corner_of(p))
        }
    };
    let (name, row, column) = (view.name(index), row + 1, column + 1);
    let text = format!("{name} (the {kind} at row {row}, column {column})");
    let object = json!({
        "letter": item_name(index), "name": name, "kind": kind, "orientation": orientation, "row": row, "column": column
    });
    (object, text)
}

/// A board, its cluster, and what the databases have of it.
pub(super) struct Analysis {
    pub(super) view: View,
    pub(super) report: ClusterReport,
    /// The pieces and walls of the unsolved state that do not matter.
    superfluous: Vec<(Value, String)>,
    /// The row of the database, or why there is none.
    row: Result<String, String>,
    /// The built-in database that has the row, and how hard it is there.
    known: Option<(&'static str, Standing)>,
    /// How hard the board itself is, if it can be solved.
    grade: Option<Grade>,
    /// The identity of the row, if it is known or asked for.
    id: Option<RowId>,
    /// What was chosen among several readings of the board.
    pub(super) notes: Vec<String>,
    /// Where the same board stands before, apart from letters and exit.
    pub(super) same_as: Option<String>,
}

/// How hard a board is, by its own depth.
struct Grade {
    /// How many positions of its cluster are nearer to the goal.
    nearer: u64,
    /// The built-in database that has all rows of its size and walls, how many of them have fewer moves, and how many there are.
    among_rows: Option<(&'static str, u64, u64)>,
}

impl Grade {
    fn of(view: &View, report: &ClusterReport) -> Result<Option<Grade>> {
        let Some(depth) = report.depth else { return Ok(None) };
        let is_comparable = report.metric == Metric::Moves && report.rules.is_classic();
        let database = if is_comparable { built_in_for(view.state()) } else { None };
        let among_rows = match database.filter(|(_, database)| database.is_whole()) {
            Some((name, database)) => Some((name, database.easier_than(depth)?, database.len())),
            None => None,
        };
        Ok(Some(Grade { nearer: report.states_by_depth.iter().take(depth as usize).sum(), among_rows }))
    }
}

/// A share in percent, rounded down, so that nothing is harder than all including itself.
fn percent(part: u64, all: u64) -> String {
    let share = u128::from(part) * 10_000 / u128::from(all);
    format!("{}.{:02} %", share / 100, share % 100)
}

impl Analysis {
    pub(super) fn new(view: View, report: ClusterReport, with_id: bool) -> Result<Analysis> {
        let superfluous = report.hardest.as_ref().map_or(Vec::new(), |hardest| {
            hardest.superfluous.iter().map(|&index| superfluous_item(&view, &hardest.state, index)).collect()
        });
        let row = report.puzzle().map(|puzzle| puzzle.to_string()).map_err(|reason| reason.to_string());
        let is_classic = report.rules.is_classic();
        let may_be_known = report.metric == Metric::Moves && row.is_ok() && is_classic;
        let known = if may_be_known { find_built_in(view.state())? } else { None };
        let id = match &known {
            Some((_, Standing { rank, .. })) => {
                let board = view.state();
                let walls = board.walls().len() as u8; // at most 64
                Some(RowId { rules: report.rules, walls, rank: *rank, metric: report.metric })
            }
            None if with_id && row.is_ok() && is_classic => RowIds::default().of(view.state(), report.metric, None),
            None => None,
        };
        let grade = Grade::of(&view, &report)?;
        Ok(Analysis { view, report, superfluous, row, known, grade, id, notes: Vec::new(), same_as: None })
    }

    /// The place of the row in a built-in database, or why none has it.
    pub(super) fn known_text(&self) -> String {
        if let Some((name, Standing { row, .. })) = self.known {
            return format!("{name}, row {} in the order of the ranks, from 0", grouped(row));
        }
        let items: Vec<&str> = self.superfluous.iter().map(|(_, text)| text.as_str()).collect();
        match &self.row {
            Err(reason) if items.is_empty() => format!("no: {reason}"),
            Err(_) => format!("no: any one of these does not matter: {}", items.join(", ")),
            Ok(_) if self.report.metric != Metric::Moves => "no: the built-in databases count moves".to_owned(),
            Ok(_) if !self.report.rules.is_classic() => "no: the built-in databases are of the classic game".to_owned(),
            Ok(_) => "no: the built-in databases have boards of 4×4 to 6×6, and of 7×7 without walls from 60 moves".to_owned(),
        }
    }

    /// How hard the board itself is among the rows of a built-in database.
    pub(super) fn grade_text(&self) -> Option<String> {
        let (name, easier, rows) = self.grade.as_ref()?.among_rows?;
        Some(format!("this board is harder than {} of the {} of {name}", percent(easier, rows), counted(rows, "row")))
    }

    /// How hard the row is, the hardest position of the cluster.
    fn row_grade_text(&self) -> Option<String> {
        let (name, Standing { rows, at_least_as_hard, .. }) = self.known?;
        let others = match at_least_as_hard {
            1 => "no other is as hard".to_owned(),
            2 => "one other is at least as hard".to_owned(),
            many => format!("{} others are at least as hard", grouped(many - 1)),
        };
        let of_rows = match self.grade {
            Some(Grade { among_rows: Some(_), .. }) => String::new(), // the line of the board itself has named the rows
            _ => format!(" of the {} of {name}", counted(rows, "row")),
        };
        Some(format!("its unsolved state is harder than {}{of_rows}; {others}", percent(rows - at_least_as_hard, rows)))
    }

    /// Whether the board is shown turned or mirrored: rows of a database have the exit at the right.
    fn is_turned(&self) -> bool {
        self.view.exit() != Exit::Right
    }

    /// A state as text, turned and lettered as in the database.
    fn lettered(&self, state: &State) -> String {
        self.view.showing(state.clone()).lettered().turned().to_string()
    }

    /// A state as text, turned as in the database, with the letters that were given.
    fn shown(&self, state: &State) -> String {
        self.view.showing(state.clone()).turned().to_string()
    }

    /// What `--json` prints. Boards are turned as in the database; the canonical state and the row have its letters too. Rows and
    /// columns count from 1. `name` is that of the board in a file of several.
    pub(super) fn as_json(&self, name: Option<&str>) -> String {
        let Analysis { view, report, row, .. } = self;
        let (board, shape, hardest) = (view.state(), view.state().size(), report.hardest.as_ref());
        let (standing, grade) = (self.known.map(|(_, standing)| standing), self.grade.as_ref());
        let mut object = json!({
            "name": name,
            "board": self.shown(board),
            // whether the board was turned or mirrored
            "turned": self.is_turned(),
            "size": shape.is_square().then_some(shape.width()),
            // columns and rows; only for a board that is not square
            "shape": (!shape.is_square()).then(|| shape.to_string().replace('×', "x")),
            "rules": report.rules,
            "walls": board.walls().len(),
            "states": report.states,
            "goal_states": report.goal_states,
            "solvable": hardest.is_some(),
            "metric": report.metric,
            "depth": report.depth,
            "canonical": self.lettered(&report.canonical),
            "unsolved": hardest.map(|u| self.shown(&u.state)),
            "unsolved_depth": hardest.map(|u| u.moves),
            "minimal": hardest.map(|_| self.superfluous.is_empty()),
            "superfluous": self.superfluous.iter().map(|(object, _)| object).collect::<Vec<_>>(),
            // states at depth 0, 1, 2 ...
            "states_by_depth": report.states_by_depth,
            // the row of the database, or the reason why there is none
            "row": row.as_ref().ok(),
            "no_row": row.as_ref().err(),
            // names the row in every file; only if it is known or asked for
            "id": self.id.map(|id| id.to_string()),
            // the share of the positions of the cluster that are nearer to the goal than the board
            "harder_in_cluster": grade.map(|grade| grade.nearer as f64 / report.states as f64),
            // the built-in database of the size and walls, and the share of its rows that take fewer moves than the board
            "compared_with": grade.and_then(|grade| Some(grade.among_rows?.0)),
            "harder_than": grade.and_then(|grade| grade.among_rows).map(|(_, easier, rows)| easier as f64 / rows as f64),
            // the built-in database that has the row of the cluster, its number there from 0, how many rows have at least as many
            // moves as this row, and the share that have fewer
            "database": self.known.map(|(name, _)| name),
            "database_index": standing.map(|standing| standing.row),
            "database_rows": standing.map(|standing| standing.rows),
            "row_at_least_as_hard": standing.map(|standing| standing.at_least_as_hard),
            "row_harder_than": standing.map(|standing| standing.harder_than()),
            // where the same board stands before in the file, apart from letters and exit
            "same_as": self.same_as,
            // what was chosen among several readings of the board; only if something was
            "read_as": Some(&self.notes).filter(|notes| !notes.is_empty()),
        });
        if let Some(fields) = object.as_object_mut() {
            fields.retain(|key, value| !["name", "same_as", "shape", "read_as"].contains(&key.as_str()) || !value.is_null());
        }
        object.to_string()
    }

    /// The report as text, without the last line end.
    pub(super) fn for_people(&self) -> String {
        let Analysis { report, superfluous, .. } = self;
        let unit = report.metric.noun();
        let mut text = match self.is_turned() {
            true => "turned as in the database, the exit at the right:\n\n".to_owned(),
            false => String::new(),
        };
        text += &self.pictures();
        let mut entry = |label: &str, value: String| text += &format!("{label:<16}{value}\n");
        let goals = match report.goal_states {
            0 => "no goal state".to_owned(),
            many => counted(many, "goal state"),
        };
        entry("cluster", format!("{}, {goals}", counted(report.states, "state")));
        entry("canonical state", self.lettered(&report.canonical));
        if let (Some(hardest), Some(depth)) = (&report.hardest, report.depth) {
            let moves = counted(hardest.moves, unit);
            let nearer = self.grade.as_ref().map_or(0, |grade| grade.nearer);
            let share = percent(nearer, report.states);
            entry("this board", format!("{} from the goal, further than {share} of its cluster", counted(depth, unit)));
            entry("unsolved state", format!("{}, {moves} from the goal", self.shown(&hardest.state)));
            match superfluous.is_empty() {
                true => entry("minimal", "yes: every piece and wall of the unsolved state matters".to_owned()),
                false => entry("minimal", format!("no: without any one of these it still takes {moves}:")),
            }
            superfluous.iter().for_each(|(_, text)| entry("", text.clone()));
        } else {
            entry("this board", "unsolvable".to_owned());
        }
        if !report.rules.is_classic() {
            entry("rules", report.rules.to_string());
        }
        entry("database row", self.row.clone().unwrap_or_else(|reason| format!("none: {reason}")));
        self.id.into_iter().for_each(|id| entry("id", id.to_string()));
        entry("known", self.known_text());
        for (label, text) in ["hardness", ""].into_iter().zip(self.grade_text().into_iter().chain(self.row_grade_text())) {
            entry(label, text);
        }
        text += &histogram(&report.states_by_depth, report.metric);
        text.truncate(text.trim_end().len());
        text
    }

    /// The board, and next to it the unsolved state if there is one, in the letters of the given board.
    fn pictures(&self) -> String {
        let view = &self.view;
        let picture = |title: &str, state: &State| format!("{title}\n{}", ViewPicture(&view.showing(state.clone()).turned()));
        let mut texts = vec![(picture("this board", view.state()), ViewPicture(&view.turned()).width() + 3)];
        texts.extend(self.report.hardest.as_ref().map(|hardest| (picture("unsolved state", &hardest.state), 0)));
        side_by_side(&texts) + "\n"
    }
}

/// One line for each depth: the depth, the number of states, and a bar.
fn histogram(states_by_depth: &[u64], metric: Metric) -> String {
    const WIDEST: u64 = 40;
    let Some(&most) = states_by_depth.iter().max() else { return String::new() };
    let line = |(depth, &states): (usize, &u64)| {
        format!("{depth:>5} {:>12} {}\n", grouped(states), "▪".repeat((states * WIDEST).div_ceil(most) as usize))
    };
    format!("\n{metric}   states\n") + &states_by_depth.iter().enumerate().map(line).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysis(board: &str, metric: Metric) -> Analysis {
        let view = View::from_text(board, Exit::Right).unwrap();
        let report = ClusterReport::in_metric(view.state(), metric, 1_000_000).unwrap();
        Analysis::new(view, report, false).unwrap()
    }

    fn text(board: &str) -> String {
        analysis(board, Metric::Moves).for_people()
    }

    fn json(board: &str) -> serde_json::Value {
        serde_json::from_str(&analysis(board, Metric::Moves).as_json(None)).unwrap()
    }

    #[test]
    fn people_see_pictures_and_the_row() {
        let text = text("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.");
        assert!(text.contains("cluster         4,780 states, "));
        assert!(text.contains("this board      51 moves from the goal, further than "));
        assert!(text.contains("minimal         yes"));
        assert!(text.contains("│ G H I A A M →"));
        assert!(text.lines().last().unwrap().starts_with("   51 "));
    }

    #[test]
    fn steps_are_named() {
        let analysis = analysis("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", Metric::Steps);
        let text = analysis.for_people();
        assert!(
            text.contains("this board      93 steps from the goal, further than ") && text.contains("\nsteps   states\n"),
            "{text}"
        );
        let json: serde_json::Value = serde_json::from_str(&analysis.as_json(None)).unwrap();
        assert_eq!((&json["metric"], &json["depth"]), (&"steps".into(), &93.into()));
        assert!(json["row"].as_str().unwrap().starts_with("93 "));
    }

    #[test]
    fn the_letters_that_were_typed_are_kept() {
        let text = text("oQQoAAoZoooZTToo");
        assert!(text.contains("│ . Q Q . │   │ Q Q . Z │"), "{text}");
        assert!(text.contains("\n                Q (the car at row 1, column 1)"), "{text}");
        let json = json("oQQoAAoZoooZTToo");
        assert_eq!((&json["board"], &json["unsolved"]), (&"oQQoAAoZoooZTToo".into(), &"QQoZAAoZooooooTT".into()));
        assert_eq!(json["canonical"], "BBoDAAoDooooCCoo");
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
