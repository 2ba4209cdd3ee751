//! Symbolic links: every command follows them in the same way. Rows, description and run folder stand where the link leads to.
use std::fs;
use std::os::unix::fs::symlink;

use crate::Sandbox;

fn is_link(sandbox: &Sandbox, name: &str) -> bool {
    fs::symlink_metadata(sandbox.path(name)).expect("an entry").is_symlink()
}

#[test]
fn generate_merge_and_verify_follow_a_link_in_the_same_way() {
    for force in ["", "--force"] {
        let sandbox = Sandbox::new();
        fs::create_dir(sandbox.path("real")).expect("made");
        symlink("real/x.txt", sandbox.path("l.txt")).expect("a link");
        if !force.is_empty() {
            sandbox.write("real/x.txt", "older rows\n");
            sandbox.refuses("generate --size 4 -o l.txt", 2, ["real/x.txt"]);
        }
        sandbox.succeed(&format!("generate --size 4 --quiet -o l.txt {force}"));
        assert!(is_link(&sandbox, "l.txt"), "the link was replaced");
        assert_eq!(sandbox.names(), ["l.txt", "real"]);
        assert_eq!(sandbox.names_in("real"), ["x.txt", "x.txt.json"]);
        for name in ["l.txt", "real/x.txt"] {
            sandbox.says(&format!("verify {name}"), ["the order of the candidates"]);
            sandbox.says(&format!("generate --size 4 --check -o {name}"), ["complete already: 32 rows", "SHA-256"]);
        }
        symlink("real/sorted.gz", sandbox.path("s.txt.gz")).expect("a link");
        sandbox.says("merge l.txt -o s.txt.gz", [": complete, 695 candidates"]);
        assert!(is_link(&sandbox, "s.txt.gz") && sandbox.path("real/sorted.gz.json").exists());
        sandbox.says("verify s.txt.gz", ["the published order"]);
        sandbox.succeed("merge l.txt --plain -o s.txt.gz --force");
        assert_eq!(sandbox.names_in("real"), ["sorted.gz", "x.txt", "x.txt.json"], "the description of older rows stays");
    }
}

#[test]
fn the_ending_that_counts_is_that_of_the_file() {
    let sandbox = Sandbox::new();
    symlink("rows.txt", sandbox.path("l.txt.gz")).expect("a link");
    sandbox.succeed("generate --size 4 --quiet -o l.txt.gz");
    assert_eq!(sandbox.text("rows.txt").lines().count(), 32);
    sandbox.succeed("verify l.txt.gz");
    assert_eq!(sandbox.succeed("merge l.txt.gz -o -").lines().count(), 32);
    symlink("rows.zip", sandbox.path("m.txt")).expect("a link");
    sandbox.refuses("generate --size 4 --quiet -o m.txt", 2, ["rows.zip"]);
}
