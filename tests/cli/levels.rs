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
    assert_eq!(boards, sandbox.succeed(&format!("levels {BOARD} --depth 12..12 -k 4 --seed 7")));
    sandbox.write("starts.txt", &boards);
    let solved = sandbox.succeed("solve starts.txt");
    assert_eq!(solved.matches("12 moves, ").count(), 4, "{solved}");
    let steps = sandbox.succeed(&format!("levels {BOARD} --depth 3 --metric steps --sample 1 --json"));
    assert!(steps.contains("\"depth\":3,\"metric\":\"steps\""), "{steps}");
    let in_steps = sandbox.succeed(&format!("levels {BOARD} --metric steps --depth 3"));
    let in_moves = sandbox.succeed(&format!("levels {BOARD} --depth 3"));
    assert_ne!(in_steps.lines().count(), in_moves.lines().count());
    sandbox.write("starts.txt", &in_steps);
    let solved = sandbox.succeed("solve starts.txt --metric steps");
    assert_eq!(solved.matches(", 3 steps (").count(), in_steps.lines().count(), "{solved}");
    for contradiction in ["--sample 3", "--depth 3 --seed 3", "--depth 3 --force", "--depth 3 --sample 1 --per-depth 1"] {
        sandbox.refuses(&format!("levels {BOARD} {contradiction}"), 2, ["--"]);
    }
    sandbox.refuses(&format!("levels {BOARD} --depth 52"), 1, ["51"]);
}

#[test]
fn a_range_of_depths_gives_some_of_each() {
    let sandbox = Sandbox::new();
    let of_each = |arguments: &str| {
        let states = objects(&sandbox.succeed(&format!("levels {BOARD} {arguments} --json")));
        let mut of_each = std::collections::BTreeMap::<u64, usize>::new();
        states.iter().for_each(|state| *of_each.entry(state["depth"].as_u64().expect("a number")).or_default() += 1);
        of_each.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(of_each("--depth 5..20 --per-depth 2"), (5..=20).map(|depth| (depth, 2)).collect::<Vec<_>>());
    let all = counts(&sandbox.succeed(&format!("levels {BOARD}")));
    assert_eq!(of_each("--depth 49.."), (49..52).map(|depth| (depth, all[depth as usize])).collect::<Vec<_>>());
    assert_eq!(of_each("--per-depth 1").len(), all.len());
    let three = of_each("--depth 5..20 --sample 3");
    assert_eq!(three.iter().map(|(_, states)| states).sum::<usize>(), 3);
    // nearest first, and the states of a depth are those of that depth alone
    let boards = sandbox.succeed(&format!("levels {BOARD} --depth 5..7 --per-depth 2"));
    let single = |depth| sandbox.succeed(&format!("levels {BOARD} --depth {depth} --sample 2"));
    assert_eq!(boards, single(5) + &single(6) + &single(7));
}

#[test]
fn all_states_of_a_cluster_become_a_table() {
    let sandbox = Sandbox::new();
    let board = "oBBoAAoCoooCDDoo";
    sandbox.succeed(&format!("levels {board} -o states.jsonl"));
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
    sandbox.refuses(&format!("levels {board} -o states.jsonl"), 2, ["states.jsonl"]);
    sandbox.succeed(&format!("levels {board} -o states.csv"));
    assert_eq!(sandbox.text("states.csv").lines().next(), Some("board,moves,steps,legal_moves"));
    sandbox.refuses(&format!("levels {board} -o states.txt"), 2, [".csv", ".jsonl"]);
    // the options that choose states choose what is written
    sandbox.succeed(&format!("levels {board} --depth 2..3 --sample 3 --force -o states.jsonl"));
    let chosen = objects(&sandbox.text("states.jsonl"));
    assert!(chosen.len() == 3 && chosen.iter().all(|state| states.contains(state)), "{chosen:?}");
    assert!(chosen.iter().all(|state| [2, 3].contains(&state["moves"].as_u64().expect("a number"))), "{chosen:?}");
    sandbox.refuses(&format!("levels {board} --json -o new.jsonl"), 2, ["--json"]);
}
