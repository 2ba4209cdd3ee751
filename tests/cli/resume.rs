//! Resuming: whatever ends a run, the next one continues it and comes to the bytes of a run without interruption.
use std::fs;

use crate::{Running, Sandbox, wait_until};

/// A run of a few seconds with many parts.
const RUN: &str = "generate --size 5 --walls 0..1 --quiet --save-every 0";

/// A sandbox with a run in `rows.txt.gz.run` that a limit on the size of files stopped midway, and the bytes of the complete run.
fn interrupted() -> (Sandbox, Vec<u8>) {
    let sandbox = Sandbox::after(&format!("{RUN} -o whole.txt.gz"));
    // The manifest reaches 8 KiB after some dozens of parts.
    sandbox.shell(&format!("ulimit -f 8; exec {{}} {RUN} -o rows.txt.gz")).has_code(4).says(["ulimit -f"]);
    assert!(sandbox.parts("rows.txt.gz").len() > 10);
    let whole = sandbox.bytes("whole.txt.gz");
    (sandbox, whole)
}

#[test]
fn damaged_and_missing_parts_and_lines_of_the_manifest_are_generated_again() {
    let (sandbox, whole) = interrupted();
    let parts = sandbox.parts("rows.txt.gz");
    let bytes = sandbox.bytes(&parts[1]);
    sandbox.write(&parts[1], &bytes[..bytes.len() / 2]);
    fs::remove_file(sandbox.path(&parts[7])).expect("removed");
    sandbox.write("rows.txt.gz.run/00000000099999999999.txt.gz", "a part without a line in the manifest");
    for name in [&parts[4], "rows.txt.gz.run/manifest"] {
        let mut bytes = sandbox.bytes(name);
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        sandbox.write(name, bytes);
    }
    let damaged = [&parts[1], &parts[4], &parts[7], "of the manifest"];
    sandbox.says(&format!("{RUN} --threads 2 -o rows.txt.gz"), damaged);
    assert!(sandbox.bytes("rows.txt.gz") == whole);
    assert!(sandbox.bytes("rows.txt.gz.json") == sandbox.bytes("whole.txt.gz.json"), "the descriptions differ");
    assert_eq!(sandbox.names(), ["rows.txt.gz", "rows.txt.gz.json", "whole.txt.gz", "whole.txt.gz.json"]);
}

#[test]
fn a_manifest_without_its_first_line_is_refused() {
    let (sandbox, whole) = interrupted();
    let mut manifest = sandbox.bytes("rows.txt.gz.run/manifest");
    manifest[30] ^= 4;
    sandbox.write("rows.txt.gz.run/manifest", manifest);
    sandbox.refuses(&format!("{RUN} -o rows.txt.gz"), 2, ["manifest", "--restart"]);
    sandbox.succeed(&format!("{RUN} --restart -o rows.txt.gz"));
    assert!(sandbox.bytes("rows.txt.gz") == whole);
}

#[test]
fn a_complete_output_is_not_generated_again() {
    let sandbox = Sandbox::after("generate --size 4 --quiet -o rows.txt");
    let written = fs::metadata(sandbox.path("rows.txt")).expect("a file").modified().expect("a time");
    sandbox.says("generate --size 4 -o rows.txt", ["rows.txt", "32 rows", "--check"]);
    assert_eq!(fs::metadata(sandbox.path("rows.txt")).expect("a file").modified().expect("a time"), written);
    sandbox.refuses("generate --size 4 --walls 1 -o rows.txt", 2, ["rows.txt"]);
    sandbox.write("rows.txt", "cut");
    sandbox.refuses("generate --size 4 -o rows.txt", 2, ["rows.txt"]);
    sandbox.write("other.txt.json", "another program's");
    sandbox.refuses("generate --size 4 -o other.txt", 2, ["other.txt.json"]);
}

#[test]
fn a_flipped_byte_of_a_complete_file_is_found() {
    for name in ["rows.txt", "rows.txt.gz", "rows.txt.bz2"] {
        let sandbox = Sandbox::new();
        let run = format!("generate --size 4 --quiet -o {name}");
        sandbox.succeed(&run);
        sandbox.says(&format!("{run} --check"), ["32 rows", "SHA-256"]);
        let sound = sandbox.bytes(name);
        for place in (0..sound.len()).step_by(sound.len() / 25) {
            let mut bytes = sound.clone();
            bytes[place] ^= 1;
            sandbox.write(name, &bytes);
            sandbox.says(&run, ["--check"]);
            sandbox.refuses(&format!("{run} --check"), 1, ["--force"]);
            // 1 for faults, 2 for rows that can't be read to their end
            let code = sandbox.run(&format!("verify {name} --quiet")).status.code();
            assert!(matches!(code, Some(1 | 2)), "{name}, byte {place}: {code:?}");
        }
        sandbox.write(name, &sound[1..]);
        sandbox.refuses(&format!("{run} --check"), 1, []);
        sandbox.succeed(&format!("{run} --force"));
        assert!(sandbox.bytes(name) == sound);
    }
}

#[test]
fn rows_that_a_crash_left_without_description_get_it() {
    let sandbox = Sandbox::after("generate --size 4 --quiet -o rows.txt");
    let (rows, description) = (sandbox.bytes("rows.txt"), sandbox.bytes("rows.txt.json"));
    fs::create_dir(sandbox.path("rows.txt.run")).expect("made");
    fs::rename(sandbox.path("rows.txt.json"), sandbox.path("rows.txt.run/complete")).expect("moved");
    // A run with other settings must not replace the rows of the crashed run.
    sandbox.refuses("generate --size 4 --walls 1 -o rows.txt", 2, ["rows.txt"]);
    sandbox.succeed("generate --size 4 --quiet -o rows.txt");
    assert!(sandbox.bytes("rows.txt") == rows && sandbox.bytes("rows.txt.json") == description);
    assert_eq!(sandbox.names(), ["rows.txt", "rows.txt.json"]);
}

#[test]
fn killed_fifty_times_it_comes_to_the_same_bytes_at_length() {
    use std::time::{Duration, Instant};

    let sandbox = Sandbox::new();
    let run = "generate --size 5 --walls 0..2 --quiet --save-every 0.02";
    let begun = Instant::now();
    sandbox.succeed(&format!("{run} -o whole.txt.gz"));
    let undisturbed = begun.elapsed();
    let mut random = fastrand::Rng::with_seed(4);
    let (mut kills, mut completed) = (0, 0);
    while kills < 50 {
        // On average a thirtieth of the whole run, and the start: now and then a run completes, and the next kill meets a new
        // one.
        let delay = Duration::from_secs_f64(0.05 + random.f64() * undisturbed.as_secs_f64() / 15.0);
        let threads = random.u8(1..4);
        let mut child = Running::start(&mut sandbox.gridlock(&format!("{run} --threads {threads} -o rows.txt.gz")));
        let started = Instant::now();
        wait_until("the moment of the kill", || started.elapsed() >= delay || child.has_ended());
        match child.try_wait().expect("a child") {
            None => {
                child.kill().expect("killed");
                child.wait().expect("waited");
                kills += 1;
            }
            Some(status) => {
                assert!(status.success());
                completed += 1;
                assert!(sandbox.bytes("rows.txt.gz") == sandbox.bytes("whole.txt.gz"), "after {kills} kills");
                fs::remove_file(sandbox.path("rows.txt.gz")).expect("removed");
            }
        }
    }
    sandbox.succeed(&format!("{run} -o rows.txt.gz"));
    assert!(sandbox.bytes("rows.txt.gz") == sandbox.bytes("whole.txt.gz"));
    assert!(sandbox.bytes("rows.txt.gz.json") == sandbox.bytes("whole.txt.gz.json"));
    println!("{kills} kills over {} runs of {undisturbed:.1?}: no row lost, no row doubled", completed + 1);
}
