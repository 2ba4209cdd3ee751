//! `generate --moves M..` against the whole, filtered.
use crate::sandbox::Sandbox;

/// Compares the rows of at least each number of moves with the filtered whole; returns how many comparisons had rows, but not
/// all.
fn compare(sandbox: &Sandbox, settings: &str, depths: impl Iterator<Item = u32>) -> usize {
    sandbox.succeed(&format!("generate {settings} --quiet -o whole.txt"));
    let whole = sandbox.text("whole.txt");
    let moves = |row: &str| row.split(' ').next().and_then(|moves| moves.parse::<u32>().ok()).expect("moves");
    let mut met = 0;
    for depth in depths {
        let expected: String = whole.lines().filter(|row| moves(row) >= depth).map(|row| format!("{row}\n")).collect();
        let found = sandbox.succeed(&format!("generate {settings} --moves {depth}.. --quiet -o -"));
        assert_eq!(found, expected, "{settings} --moves {depth}..");
        met += usize::from(!expected.is_empty() && expected.len() < whole.len());
    }
    std::fs::remove_file(sandbox.path("whole.txt")).expect("removed");
    std::fs::remove_file(sandbox.path("whole.txt.json")).expect("removed");
    met
}

#[test]
fn rows_of_at_least_a_depth_are_those_of_the_whole() {
    let sandbox = Sandbox::new();
    assert_eq!(compare(&sandbox, "--size 4 --walls 0..2", 0..=16), 6);
    assert_eq!(compare(&sandbox, "--size 4 --walls 0..2 --metric steps", 0..=16), 8);
    assert_eq!(compare(&sandbox, "--size 5", 0..=22), 19);
    assert_eq!(compare(&sandbox, "--size 5 --walls 1 --metric steps --shard 3/40", 0..=30), 22);
    assert_eq!(compare(&sandbox, "--size 6 --shard 5/2001", [20, 30, 40].into_iter()), 2);
    assert_eq!(compare(&sandbox, "--size 6 --metric steps --shard 5/2001", [30, 40].into_iter()), 2);
}

#[test]
fn a_file_of_deep_rows_says_so() {
    let sandbox = Sandbox::new();
    for shard in 0..2 {
        sandbox.succeed(&format!("generate --size 5 --moves 15.. --shard {shard}/2 --quiet -o deep{shard}.txt"));
    }
    sandbox.succeed("generate --size 5 --moves 16.. --shard 1/2 --quiet -o other1.txt");
    assert!(sandbox.text("deep0.txt.json").contains("\"moves\": \"15..\""));
    sandbox.refuses("merge deep0.txt other1.txt -o mixed.txt", 2, ["15..", "16.."]);
    sandbox.refuses("generate --size 5 --moves 16.. --shard 0/2 -o deep0.txt", 2, ["deep0.txt"]);
    sandbox.succeed("merge deep0.txt deep1.txt -o deep.txt");
    sandbox.succeed("verify deep.txt");
    sandbox.succeed("merge deep0.txt deep1.txt -o deep.ranks");
    assert_eq!(sandbox.bytes("deep.ranks")[22], 0, "a rank file of a selection");
    assert_eq!(sandbox.succeed("merge --plain deep.ranks -o -"), sandbox.text("deep.txt"));
    for range in ["15", "..15", "3..15", "x.."] {
        sandbox.refuses(&format!("generate --size 4 --moves {range} -o no.txt"), 2, [range]);
    }
    // a row that is not deep enough
    let text = sandbox.text("deep.txt.json").replace("\"15..\"", "\"19..\"");
    sandbox.write("deep.txt.json", text);
    sandbox.alter_description("deep.txt", |_| {});
    sandbox.ends("verify deep.txt", 1).prints(["19.."]);
}
