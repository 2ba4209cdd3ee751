//! The sections "How do I …" of README and of the guide: each command is run as it is written, and what it made is checked.
use crate::{Sandbox, header, numbers, objects, packs, play};
use gridlock::{Move, State};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

const README: &str = include_str!("../../README.md");
const GUIDE: &str = include_str!("../../docs/GUIDE.md");

/// A check of what a command wrote and printed.
type Check = fn(&Sandbox, command: &str, printed: &str);

/// In the order of the commands: a part of the command, and its check.
const CHECKS: [(&str, Check); 12] = [
    ("-o levels.json", levels_of_a_game),
    ("-o boxed.csv", one_right_first_move),
    ("-o all.html", a_page_with_all_puzzles),
    ("-o twenty.pdf", twenty_cards),
    ("-o jam1.gif", a_film),
    ("analyse GBB.L.", a_known_puzzle),
    ("analyse 6-", a_puzzle_by_its_id),
    ("-o hardest.txt", the_hardest_with_ten_pieces),
    ("-o stimuli.csv", stimuli),
    ("-o boards.csv", a_table_of_all_boards),
    ("-o test.jsonl", a_test_side),
    ("verify hardest.txt", a_sound_file),
];

/// The commands of the sections, without the word `gridlock`, in their order.
fn commands() -> Vec<&'static str> {
    let section = |text: &'static str| {
        let section = text.split("\n## How do I …\n").nth(1).expect("a section").split("\n## ").next().expect("its text");
        section.split("```sh\n").skip(1).flat_map(|block| block.split("\n```").next().expect("an end").lines())
    };
    section(README).chain(section(GUIDE)).filter_map(|line| line.strip_prefix("gridlock ")).collect()
}

#[test]
fn every_command_does_what_its_task_says_at_length() {
    let commands = commands();
    assert_eq!(commands.len(), CHECKS.len(), "a check for each command: {commands:?}");
    // one after the other in one folder, since later ones read what earlier ones write
    let sandbox = Sandbox::new();
    for (command, (part, check)) in commands.into_iter().zip(CHECKS) {
        assert!(command.contains(part), "gridlock {command}: its check is for {part}");
        let printed = sandbox.succeed(command);
        check(&sandbox, command, &printed);
    }
}

/// The records of a table in CSV.
fn records(sandbox: &Sandbox, name: &str) -> Vec<HashMap<String, String>> {
    let bytes = sandbox.bytes(name);
    csv::Reader::from_reader(&bytes[..]).into_deserialize().map(|record| record.expect("a record")).collect()
}

fn number(record: &HashMap<String, String>, column: &str) -> u64 {
    record[column].parse().expect("a number")
}

fn text<'r>(record: &'r Value, column: &str) -> &'r str {
    record[column].as_str().expect("text")
}

/// Plays a solution by the plain rules, and returns the number of its moves.
fn moves_played(board: &str, solution: &str) -> u64 {
    let start: State = board.parse().expect("a board");
    let moves: Vec<Move> = solution.split(' ').map(|part| part.parse().expect("a move")).collect();
    let end = moves.iter().fold(start, |state, &mv| state.try_play(mv).expect("a legal move"));
    assert!(end.is_goal(), "{board}: {solution}");
    moves.len() as u64
}

fn levels_of_a_game(sandbox: &Sandbox, _: &str, _: &str) {
    let levels = sandbox.json("levels.json");
    let levels = levels.as_array().expect("an array");
    assert_eq!(levels.len(), 500);
    let moves: Vec<u64> = levels.iter().map(|level| level["moves"].as_u64().expect("a number")).collect();
    assert!(moves.is_sorted() && moves[0] == 4 && moves[499] == 30, "{moves:?}");
    let mut of_each: BTreeMap<u64, usize> = BTreeMap::new();
    moves.iter().for_each(|&moves| *of_each.entry(moves).or_default() += 1);
    assert!(of_each.len() == 27 && of_each.values().all(|levels| [18, 19].contains(levels)), "{of_each:?}");
    for (level, &moves) in levels.iter().zip(&moves) {
        assert_eq!(moves_played(text(level, "board"), text(level, "solution")), moves);
    }
    let boards: Vec<&str> = levels.iter().map(|level| text(level, "board")).collect();
    assert!(boards.iter().all(|board| !board.contains('x')), "no walls");
    packs::assert_distinct(&boards, "levels.json");
}

fn one_right_first_move(sandbox: &Sandbox, _: &str, _: &str) {
    let puzzles = records(sandbox, "boxed.csv");
    assert_eq!(puzzles.len(), 20);
    for puzzle in puzzles {
        assert!((15..=25).contains(&number(&puzzle, "moves")), "{puzzle:?}");
        assert!(number(&puzzle, "cars") <= 11 && number(&puzzle, "trucks") <= 4 && number(&puzzle, "walls") == 0, "{puzzle:?}");
        let first = sandbox.answer(&format!("solve {} --all-first --json", puzzle["board"]));
        let first = first["first_moves"].as_array().expect("a list").clone();
        assert_eq!(first, [Value::from(puzzle["first_moves"].as_str())], "{puzzle:?}");
        assert!(puzzle["solution"].starts_with(&format!("{} ", puzzle["first_moves"])), "{puzzle:?}");
    }
}

fn a_page_with_all_puzzles(sandbox: &Sandbox, _: &str, _: &str) {
    let page = play::data(&sandbox.text("all.html"));
    let counts = page["collection"]["counts"].as_array().expect("counts");
    assert_eq!(counts.iter().map(|entry| entry[3].as_u64().expect("a count")).sum::<u64>(), 2_577_412);
}

fn twenty_cards(sandbox: &Sandbox, command: &str, _: &str) {
    let pdf = sandbox.bytes("twenty.pdf");
    assert!(pdf.starts_with(b"%PDF-"));
    let summary = sandbox.answer(&format!("{command} --force --json"));
    assert!(pdf == sandbox.bytes("twenty.pdf"), "the same bytes");
    assert_eq!((&summary["cards"], &summary["pages"]), (&20.into(), &10.into()));
    let moves = numbers(&summary["moves"]);
    assert!(moves.is_sorted() && moves.iter().all(|moves| (4..=9).contains(moves)), "{moves:?}");
}

fn a_film(sandbox: &Sandbox, command: &str, _: &str) {
    let bytes = sandbox.bytes("jam1.gif");
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).expect("a GIF");
    let mut frames = 0;
    while decoder.read_next_frame().expect("a frame").is_some() {
        frames += 1;
    }
    let board = command.split(' ').nth(1).expect("a board");
    let moves = sandbox.answer(&format!("solve {board} --json"))["moves"].as_u64().expect("a number");
    assert!(moves == 8 && frames > moves, "{frames} frames for {moves} moves");
}

fn a_known_puzzle(_: &Sandbox, _: &str, printed: &str) {
    for key in ["51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780", "6-0-23138223", "@rush6", "99.99 %", "2,577,412"] {
        assert!(printed.contains(key), "no {key:?} in: {printed}");
    }
}

fn a_puzzle_by_its_id(_: &Sandbox, command: &str, printed: &str) {
    let id = command.split(' ').nth(1).expect("an id");
    for key in ["60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332", id] {
        assert!(printed.contains(key), "no {key:?} in: {printed}");
    }
}

fn the_hardest_with_ten_pieces(sandbox: &Sandbox, _: &str, _: &str) {
    let rows = sandbox.text("hardest.txt");
    assert_eq!(rows.lines().count(), 20);
    for row in rows.lines() {
        let board = row.split(' ').nth(1).expect("a board");
        let letters: HashSet<char> = board.chars().filter(|&cell| cell != 'o' && cell != 'x').collect();
        assert_eq!(letters.len(), 10, "{row}");
    }
    // all rows that are harder than the last one
    let least: u32 = rows.lines().next_back().and_then(|row| row[..2].parse().ok()).expect("a number");
    let harder = sandbox.succeed(&format!("select @rush6 --pieces 10 --moves {}.. -o -", least + 1));
    assert!(!harder.is_empty() && rows.starts_with(&harder), "{harder}");
}

fn stimuli(sandbox: &Sandbox, _: &str, _: &str) {
    let mut of_each: BTreeMap<u64, HashSet<String>> = BTreeMap::new();
    for board in records(sandbox, "stimuli.csv") {
        let counts = ["walls", "cars", "trucks", "pieces"].map(|column| number(&board, column));
        assert_eq!(counts, [0, 8, 2, 11], "{board:?}");
        assert_eq!(moves_played(&board["board"], &board["solution"]), number(&board, "moves"));
        of_each.entry(number(&board, "moves")).or_default().insert(board["board"].clone());
    }
    assert!(of_each.keys().copied().eq(6..=15) && of_each.values().all(|boards| boards.len() == 5), "{of_each:?}");
}

fn a_table_of_all_boards(sandbox: &Sandbox, _: &str, _: &str) {
    assert!(sandbox.text("boards.csv").starts_with(&(header(true) + "\n")));
    let boards = records(sandbox, "boards.csv");
    let ids: HashSet<&str> = boards.iter().map(|board| board["id"].as_str()).collect();
    assert_eq!((boards.len(), ids.len()), (7320, 7320));
    let last = &boards[boards.len() - 1];
    assert_eq!(sandbox.answer(&format!("analyse {} --json", last["id"]))["board"], last["board"].as_str());
}

fn a_test_side(sandbox: &Sandbox, command: &str, _: &str) {
    sandbox.succeed(&command.replace("--split test", "--split train").replace("test.jsonl", "train.jsonl"));
    let [test, train] = ["test.jsonl", "train.jsonl"].map(|name| objects(&sandbox.text(name)));
    let boards: HashSet<&str> = test.iter().map(|row| text(row, "board")).collect();
    assert!(train.iter().all(|row| !boards.contains(text(row, "board"))), "no board is on both sides");
    assert!(test.iter().chain(&train).all(|row| row["moves"].as_u64().is_some_and(|moves| moves >= 35)));
    let (test, all) = (test.len(), test.len() + train.len());
    assert!(all > 1000 && (all * 17..all * 23).contains(&(test * 100)), "{test} of {all}");
}

fn a_sound_file(sandbox: &Sandbox, command: &str, _: &str) {
    // with a cluster that is ten times as large, or more
    sandbox.write("hardest.txt", sandbox.text("hardest.txt").trim_end().to_owned() + "1\n");
    let printed = sandbox.ends(command, 1);
    printed.prints(["20"]);
}
