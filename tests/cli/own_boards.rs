//! Files of boards alone where rows are expected.
use crate::{Sandbox, objects};
use serde_json::Value;

/// The forty cards of the boxed game.
const CARDS: &str = include_str!("../../data/jams40.txt");

#[test]
fn boards_become_rows_with_the_figures_of_solve_and_analyse() {
    let sandbox = Sandbox::with("cards.txt", CARDS);
    let figures: Vec<(u64, u64)> = objects(&sandbox.ends("analyse cards.txt --json", 0).out)
        .iter()
        .map(|board| (board["depth"].as_u64().expect("a depth"), board["states"].as_u64().expect("states")))
        .collect();
    assert_eq!(figures.len(), 40);
    let rows = |options: &str| -> Vec<(u64, u64)> {
        let text = sandbox.ends(&format!("select cards.txt -q {options} -o -"), 0).out;
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).expect("a number");
        text.lines().map(|row| (number(row.split(' ').next()), number(row.split(' ').nth(2)))).collect()
    };
    assert_eq!(rows(""), figures, "in the order of the file");
    let hard: Vec<_> = figures.iter().copied().filter(|&(moves, _)| moves >= 30).collect();
    assert!(!hard.is_empty() && hard.len() < 40);
    assert_eq!(rows("--moves 30.."), hard);
    assert_eq!(rows("--threads 1 --sort moves --limit 3")[0].0, figures.iter().map(|&(moves, _)| moves).max().expect("cards"));
    assert_eq!(rows("--sample 7").len(), 7);
    let steps = objects(&sandbox.ends("analyse cards.txt --metric steps --json", 0).out);
    assert_eq!(
        rows("--metric steps").iter().map(|row| row.0).sum::<u64>(),
        steps.iter().filter_map(|board| board["depth"].as_u64()).sum::<u64>()
    );
    let solved = objects(&sandbox.ends("select cards.txt -q --solve --format jsonl -o -", 0).out);
    assert_eq!(
        solved.iter().filter_map(|row| row["moves"].as_u64()).collect::<Vec<_>>(),
        figures.iter().map(|row| row.0).collect::<Vec<_>>()
    );
    assert!(solved.iter().all(|row| row["solution"].is_string() || row["solution"].is_array()), "{}", solved[0]);
    let stats: Value = sandbox.answer("stats cards.txt -q --json");
    assert_eq!(stats["all"]["rows"], 40);
}

#[test]
fn what_is_not_a_row_is_named_and_left_out() {
    let sandbox = Sandbox::new();
    // the second is the first one with other letters, the third the first one with its exit at the left
    sandbox.write("own.txt", "Level 1:\n.BB.\nAA.C\n...C\n....\n\nLevel 2:\n.CC.\nAA.B\n...B\n....\n\nLevel 3:\n.BB.\n<C.AA\nC...\n....\n\n....\nAA.x\n....\n....\n");
    let printed = sandbox.ends("select own.txt -o -", 1);
    assert_eq!(printed.out, "02 oBBoAAoCoooCoooo 19\n".repeat(3));
    printed.says([
        "own.txt has boards",
        "line 7 is the board of own.txt, line 1",
        "line 13 is the board of own.txt, line 1",
        "1 board can't be solved",
        "line 19",
    ]);
    assert_eq!(sandbox.ends("select own.txt --distinct -q -o -", 1).out.lines().count(), 1);
    assert_eq!(sandbox.ends("stats own.txt -q", 1).out.lines().next(), Some("rows    3"));
    sandbox.refuses("select own.txt --max-states 10 -o -", 3, ["3 have too many states", "--max-states", "1 can't be solved"]);
    let table = objects(&sandbox.ends("analyse own.txt --json", 1).out);
    assert_eq!(table.iter().filter(|board| board["same_as"].is_string()).count(), 2);
    // rows are not guessed at
    sandbox.succeed("select @rush4 --limit 3 -o rows.txt");
    sandbox.refuses("select rows.txt --primary A -o -", 2, ["--primary", "have rows"]);
    sandbox.write("torn.txt", format!("{}02 oBBoAAoCoooCoooo\n", sandbox.text("rows.txt")));
    sandbox.refuses("select torn.txt -o -", 2, ["torn.txt, line 4", "three fields"]);
}

#[test]
fn boards_and_rows_that_are_not_square_need_their_size() {
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 5x4 -q -o made.txt");
    sandbox.succeed("merge made.txt -q -o described.txt");
    sandbox.write("rows.txt", sandbox.text("described.txt"));
    sandbox.refuses("select rows.txt -o -", 2, ["not square", "--size"]);
    assert_eq!(sandbox.ends("select rows.txt --size 5x4 -o -", 0).out, sandbox.text("rows.txt"));
    assert_eq!(sandbox.ends("stats rows.txt --size 5x4", 0).out, sandbox.ends("stats described.txt", 0).out);
    sandbox.refuses("stats rows.txt --size 5x5", 2, ["5×5"]);
    sandbox.refuses("select described.txt --size 4x5 -o -", 2, ["by its description"]);
    sandbox.succeed("verify rows.txt --size 5x4");
    sandbox.refuses("verify described.txt --size 5x4 --lengths 2..4", 2, ["5x4l2..4"]);
    let boards: String =
        sandbox.text("rows.txt").lines().filter_map(|row| row.split(' ').nth(1)).map(|board| format!("{board}\n")).collect();
    sandbox.write("boards.txt", boards);
    for command in ["select boards.txt -o -", "stats boards.txt"] {
        sandbox.refuses(command, 2, ["boards.txt, line 1", "--size 6x5"]);
    }
    // a row of the database is the unsolved state, so its board alone gives it again
    assert_eq!(sandbox.ends("select boards.txt --size 5x4 -q -o -", 0).out, sandbox.text("rows.txt"));
    sandbox.write("square.txt", "oBBoAAoCoooCoooo\n");
    sandbox.write("drawn.txt", "..BB.\nAA..C\n....C\n.....\n");
    // each row knows the size of its board
    assert_eq!(sandbox.ends("select square.txt drawn.txt --distinct -q -o -", 0).out.lines().count(), 2);
    assert_eq!(sandbox.ends("select square.txt drawn.txt --place column5=car -q -o -", 0).out.lines().count(), 1);
    // 12 × 9, too large for near-duplicates
    sandbox.write("large.txt", format!("AA{}\n{}", ".".repeat(10), format!("{}\n", ".".repeat(12)).repeat(8)));
    assert_eq!(sandbox.ends("select large.txt -q -o -", 0).out.lines().count(), 1);
    sandbox.refuses("select large.txt --distinct -o -", 2, ["too large", "8×8"]);
}
