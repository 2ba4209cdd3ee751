//! `gridlock levels` from outside.
use crate::{Sandbox, objects};

const BOARD: &str = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.";

/// The numbers of states of a histogram.
fn counts(text: &str) -> Vec<usize> {
    text.lines().map(|line| line.split_whitespace().nth(1).expect("states").replace(',', "").parse().expect("a number")).collect()
}

#[test]
fn states_at_a_depth_have_that_depth() {
    let sandbox = Sandbox::new();
    assert_eq!(counts(&sandbox.succeed(&format!("levels {BOARD}"))).iter().sum::<usize>(), 4_780);
    let boards = sandbox.succeed(&format!("levels {BOARD} --depth 12 --sample 4 --seed 7"));
    assert_eq!(boards, sandbox.succeed(&format!("levels {BOARD} --moves 12 -k 4 --seed 7")), "the same seed, the same boards");
    assert_eq!(boards.lines().count(), 4);
    sandbox.write("starts.txt", &boards);
    let solved = sandbox.succeed("solve starts.txt");
    assert_eq!(solved.matches("12 moves, ").count(), 4, "{solved}");
    let steps = sandbox.succeed(&format!("levels {BOARD} --depth 3 --metric steps --sample 1 --json"));
    assert!(steps.contains("\"depth\":3,\"metric\":\"steps\""), "{steps}");
    // An option named after a metric means that metric.
    let in_steps = sandbox.succeed(&format!("levels {BOARD} --metric steps --depth 3"));
    assert_eq!(sandbox.succeed(&format!("levels {BOARD} --steps 3")), in_steps);
    let in_moves = sandbox.succeed(&format!("levels {BOARD} --depth 3"));
    assert_eq!(sandbox.succeed(&format!("levels {BOARD} --moves 3")), in_moves);
    assert_ne!(in_steps.lines().count(), in_moves.lines().count());
    sandbox.write("starts.txt", &in_steps);
    let solved = sandbox.succeed("solve starts.txt --metric steps");
    assert_eq!(solved.matches(", 3 steps (").count(), in_steps.lines().count(), "{solved}");
    for contradiction in ["--steps 3 --depth 3", "--steps 3 --moves 3", "--steps 3 --metric moves"] {
        sandbox.refuses(&format!("levels {BOARD} {contradiction}"), 2, ["--"]);
    }
    sandbox.refuses(&format!("levels {BOARD} --depth 52"), 1, ["51"]);
}

#[test]
fn boards_with_other_exits_answer_in_their_own_letters_and_directions() {
    let sandbox = Sandbox::new();
    // The same board, turned left by a quarter each time: its exit is at the right, the top, the left, the bottom.
    let mut board = "oQQoAAoZoooZTToo".to_owned();
    let histogram = sandbox.succeed(&format!("levels {board}"));
    let analysis = sandbox.answer(&format!("analyse {board} --json"));
    for exit in ["right", "up", "left", "down"] {
        assert_eq!(sandbox.succeed(&format!("levels {board} --exit {exit}")), histogram);
        let starts = sandbox.succeed(&format!("levels {board} --exit {exit} --depth 2"));
        assert!(starts.lines().count() > 5 && starts.lines().any(|start| start == board), "{exit}: {starts}");
        sandbox.write("starts.txt", &starts);
        let solved = sandbox.succeed(&format!("solve starts.txt --exit {exit}"));
        assert_eq!(solved.matches("\n2 moves, ").count(), starts.lines().count(), "{solved}");
        assert!(solved.contains("Z") && solved.contains("Q") && solved.contains("T"));
        let graph = sandbox.succeed(&format!("graph {board} --exit {exit} -o -"));
        assert!(graph.contains(&format!("tooltip=\"{board}, depth 2\"")), "{graph}");
        let mut turned = sandbox.answer(&format!("analyse {board} --exit {exit} --json"));
        assert_eq!(std::mem::replace(&mut turned["turned"], false.into()), exit != "right");
        assert_eq!(turned, analysis, "analyse turns the board as in the database");
        assert!(sandbox.succeed(&format!("analyse {board} --exit {exit}")).starts_with("turned") == (exit != "right"));
        sandbox.succeed(&format!("sheet starts.txt --exit {exit} -o {exit}.svg"));
        let text = board.clone().into_bytes();
        board = (0..16).map(|cell| text[cell % 4 * 4 + 3 - cell / 4] as char).collect();
    }
    sandbox.refuses(&format!("graph {board} --exit up -o new.dot"), 2, ["exit"]);
}

#[test]
fn all_states_of_a_cluster_become_a_table() {
    let sandbox = Sandbox::new();
    let board = "oBBoAAoCoooCDDoo";
    sandbox.succeed(&format!("levels {board} --all -o states.jsonl"));
    let states = objects(&sandbox.text("states.jsonl"));
    let counts = counts(&sandbox.succeed(&format!("levels {board}")));
    assert_eq!(states.len(), counts.iter().sum::<usize>());
    for (depth, &count) in counts.iter().enumerate() {
        assert_eq!(states.iter().filter(|state| state["moves"] == depth).count(), count);
    }
    // Each state as the other commands see it.
    for state in states.iter().step_by(3) {
        let text = state["board"].as_str().expect("a board");
        let solved = sandbox.answer(&format!("solve {text} --metric steps --json"));
        assert_eq!((&state["steps"], &state["moves"]), (&solved["fewest_steps"], &solved["fewest_moves"]), "{text}");
        let legal = text.parse::<gridlock::State>().expect("a board").legal_moves().len();
        assert_eq!(state["legal_moves"], legal, "{text}");
    }
    sandbox.refuses(&format!("levels {board} --all -o states.jsonl"), 2, ["states.jsonl"]);
    sandbox.succeed(&format!("levels {board} --all -o states.csv"));
    assert_eq!(sandbox.text("states.csv").lines().next(), Some("board,moves,steps,legal_moves"));
    sandbox.refuses(&format!("levels {board} --all -o states.txt"), 2, [".csv", ".jsonl"]);
    sandbox.refuses(&format!("levels {board} --all"), 2, ["--output"]);
}
