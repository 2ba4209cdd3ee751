//! Symbolic links: every command follows them in the same way. Rows, description and run folder stand where the link leads to.
use std::fs;
use std::os::unix::fs::symlink;

use crate::{Sandbox, stderr};

const RUN: &str = "generate --size 4 --quiet -o l.txt";

/// A sandbox with a link `l.txt` to `real/x.txt`, which exists if `exists`.
fn linked(exists: bool) -> Sandbox {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("real")).expect("made");
    symlink("real/x.txt", sandbox.path("l.txt")).expect("a link");
    if exists {
        sandbox.write("real/x.txt", "older rows\n");
    }
    sandbox
}

fn is_link(sandbox: &Sandbox, name: &str) -> bool {
    fs::symlink_metadata(sandbox.path(name)).expect("an entry").is_symlink()
}

#[test]
fn generate_merge_and_verify_follow_a_link_in_the_same_way() {
    for exists in [false, true] {
        let sandbox = linked(exists);
        if exists {
            sandbox.refuses(RUN, 2, ["real/x.txt"]);
        }
        sandbox.succeed(&format!("{RUN} {}", if exists { "--force" } else { "" }));
        assert!(is_link(&sandbox, "l.txt"), "the link was replaced");
        assert_eq!((sandbox.names(), sandbox.names_in("real")), (names(["l.txt", "real"]), names(["x.txt", "x.txt.json"])));
        for name in ["l.txt", "real/x.txt"] {
            let output = sandbox.run(&format!("verify {name}"));
            assert!(output.status.success() && stderr(&output).contains("the order of the candidates"), "{}", stderr(&output));
            let again = sandbox.run(&format!("generate --size 4 -o {name}"));
            assert!(again.status.success() && stderr(&again).contains("complete already: 32 rows"), "{}", stderr(&again));
            assert!(
                stderr(&sandbox.run(&format!("generate --size 4 --check -o {name}"))).contains("its SHA-256 is as described")
            );
        }

        symlink("real/sorted.gz", sandbox.path("s.txt.gz")).expect("a link");
        let output = sandbox.run("merge l.txt -o s.txt.gz");
        assert!(output.status.success() && stderr(&output).contains(": complete, 695 candidates"), "{}", stderr(&output));
        assert!(is_link(&sandbox, "s.txt.gz") && sandbox.path("real/sorted.gz.json").exists());
        let output = sandbox.run("verify s.txt.gz");
        assert!(output.status.success() && stderr(&output).contains("the published order"), "{}", stderr(&output));
        sandbox.succeed("merge l.txt --plain -o s.txt.gz --force");
        assert_eq!(sandbox.names_in("real"), ["sorted.gz", "x.txt", "x.txt.json"], "the description of older rows stays");
    }
}

fn names<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).to_vec()
}

#[test]
fn the_ending_that_counts_is_that_of_the_file() {
    let sandbox = Sandbox::new();
    symlink("rows.txt", sandbox.path("l.txt.gz")).expect("a link");
    sandbox.succeed("generate --size 4 --quiet -o l.txt.gz");
    assert_eq!(sandbox.text("rows.txt").lines().count(), 32);
    assert!(sandbox.run("verify l.txt.gz").status.success());
    assert_eq!(sandbox.succeed("merge l.txt.gz -o -").lines().count(), 32);
    symlink("rows.zip", sandbox.path("m.txt")).expect("a link");
    sandbox.refuses("generate --size 4 --quiet -o m.txt", 2, ["rows.zip"]);
}

#[test]
fn a_run_that_crashed_is_completed_through_the_link() {
    let sandbox = linked(false);
    sandbox.succeed(RUN);
    let (rows, description) = (sandbox.bytes("real/x.txt"), sandbox.bytes("real/x.txt.json"));
    fs::create_dir(sandbox.path("real/x.txt.run")).expect("made");
    fs::rename(sandbox.path("real/x.txt.json"), sandbox.path("real/x.txt.run/description")).expect("moved");
    sandbox.succeed(RUN);
    assert_eq!((sandbox.names(), sandbox.names_in("real")), (names(["l.txt", "real"]), names(["x.txt", "x.txt.json"])));
    assert!(sandbox.bytes("l.txt") == rows && sandbox.bytes("real/x.txt.json") == description);
}
