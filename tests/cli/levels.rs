//! `gridlock levels` from outside.
use crate::Sandbox;

const BOARD: &str = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.";

#[test]
fn states_at_a_depth_have_that_depth() {
    let sandbox = Sandbox::new();
    let all: u64 = sandbox
        .succeed(&format!("levels {BOARD}"))
        .lines()
        .map(|line| line.split_whitespace().nth(1).unwrap().replace(',', "").parse::<u64>().unwrap())
        .sum();
    assert_eq!(all, 4_780);
    let boards = sandbox.succeed(&format!("levels {BOARD} --depth 12 --sample 4 --seed 7"));
    assert_eq!(boards, sandbox.succeed(&format!("levels {BOARD} --moves 12 -k 4 -s 7")), "the same seed, the same boards");
    assert_eq!(boards.lines().count(), 4);
    sandbox.write("starts.txt", &boards);
    let solved = sandbox.succeed("solve starts.txt");
    assert_eq!(solved.matches("12 moves, ").count(), 4, "{solved}");
    let steps = sandbox.succeed(&format!("levels {BOARD} --depth 3 --metric steps --sample 1 --json"));
    assert!(steps.contains("\"depth\":3,\"metric\":\"steps\""), "{steps}");
}

#[test]
fn depths_that_no_state_has_are_told() {
    let sandbox = Sandbox::new();
    assert!(sandbox.fail(&format!("levels {BOARD} --depth 52"), 1).contains("the deepest of this cluster is at 51"));
    assert!(sandbox.fail("levels ....AA.x........", 1).contains("can't be solved"));
}
