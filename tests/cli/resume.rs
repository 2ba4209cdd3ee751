//! Resuming: whatever ends a run, the next one continues it and comes to the bytes of a run without interruption.
use std::fs;

use crate::{Sandbox, stderr};
#[cfg(unix)]
use crate::{running::Running, wait_until};

/// A run of a few seconds with many parts.
const RUN: &str = "generate --size 5 --walls 0..1 --quiet --save-every 0";

/// A sandbox with a run in `rows.txt.gz.run` that a full disk stopped midway, and the bytes of the complete run.
#[cfg(unix)]
fn interrupted() -> (Sandbox, Vec<u8>) {
    let sandbox = Sandbox::new();
    sandbox.succeed(&format!("{RUN} -o whole.txt.gz"));
    // Files are limited to 8 KiB, which the manifest reaches after some dozens of parts.
    let script = format!("trap '' XFSZ; ulimit -f 8; exec {} {RUN} -o rows.txt.gz", env!("CARGO_BIN_EXE_gridlock"));
    let output = sandbox.command("bash", "").arg("-c").arg(script).output().expect("a shell");
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(message.contains("make room there") && message.contains("run the command again"), "{message}");
    let whole = sandbox.bytes("whole.txt.gz");
    (sandbox, whole)
}

#[cfg(unix)]
fn parts(sandbox: &Sandbox) -> Vec<String> {
    let names = sandbox.names_in("rows.txt.gz.run").into_iter();
    names.filter(|name| name.ends_with(".gz")).map(|name| format!("rows.txt.gz.run/{name}")).collect()
}

#[cfg(unix)]
fn assert_completes(sandbox: &Sandbox, whole: &[u8], words: &str) {
    let output = sandbox.run(&format!("{RUN} --threads 2 -o rows.txt.gz"));
    let message = stderr(&output);
    assert!(output.status.success() && message.contains(words), "{message}");
    assert!(sandbox.bytes("rows.txt.gz") == whole);
    assert!(sandbox.bytes("rows.txt.gz.json") == sandbox.bytes("whole.txt.gz.json"), "the descriptions differ");
    assert_eq!(sandbox.names(), ["rows.txt.gz", "rows.txt.gz.json", "whole.txt.gz", "whole.txt.gz.json"]);
}

#[test]
#[cfg(unix)]
fn a_full_disk_loses_nothing_that_was_saved() {
    let (sandbox, whole) = interrupted();
    assert!(parts(&sandbox).len() > 10);
    assert_completes(&sandbox, &whole, "");
}

#[test]
#[cfg(unix)]
fn truncated_flipped_and_missing_parts_are_generated_again() {
    let (sandbox, whole) = interrupted();
    let parts = parts(&sandbox);
    let bytes = sandbox.bytes(&parts[1]);
    sandbox.write(&parts[1], &bytes[..bytes.len() / 2]);
    let mut bytes = sandbox.bytes(&parts[4]);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    sandbox.write(&parts[4], &bytes);
    fs::remove_file(sandbox.path(&parts[7])).expect("removed");
    sandbox.write("rows.txt.gz.run/00000000099999999999.txt.gz", "a part without a line in the manifest");
    assert_completes(&sandbox, &whole, &format!("{} is missing or damaged", parts[4]));
}

#[test]
#[cfg(unix)]
fn a_part_with_a_damaged_manifest_line_is_generated_again() {
    let (sandbox, whole) = interrupted();
    let mut manifest = sandbox.bytes("rows.txt.gz.run/manifest");
    let middle = manifest.len() / 2;
    manifest[middle] ^= 4;
    sandbox.write("rows.txt.gz.run/manifest", manifest);
    assert_completes(&sandbox, &whole, "of the manifest");
}

#[test]
#[cfg(unix)]
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
#[cfg(unix)]
fn other_settings_are_refused_by_name() {
    let (sandbox, _) = interrupted();
    sandbox.refuses("generate --size 4 --walls 0..2 --shard 1/2 -o rows.txt.gz", 2, ["5×5", "4×4", "0..1", "0..2", "0/1", "1/2"]);
    sandbox.succeed("generate --size 4 --walls 0..2 --quiet --restart -o rows.txt.gz");
    assert!(!sandbox.path("rows.txt.gz.run").exists());
}

#[test]
#[cfg(unix)]
fn two_processes_do_not_share_a_folder() {
    let sandbox = Sandbox::new();
    let _child = Running::start(&mut sandbox.gridlock("generate --size 7 --quiet -o rows.gz"));
    wait_until("a run folder", || sandbox.path("rows.gz.run/manifest").exists());
    for restart in ["", "--restart", "--force"] {
        sandbox.refuses(&format!("generate --size 7 {restart} -o rows.gz"), 2, ["rows.gz.run"]);
    }
}

#[test]
fn a_complete_output_is_not_generated_again() {
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 4 --quiet -o rows.txt");
    let written = fs::metadata(sandbox.path("rows.txt")).expect("a file").modified().expect("a time");
    let output = sandbox.run("generate --size 4 -o rows.txt");
    assert!(
        output.status.success()
            && stderr(&output).contains("rows.txt is complete already: 32 rows; its size is as described, --check reads it"),
        "{}",
        stderr(&output)
    );
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
        assert!(stderr(&sandbox.run(&format!("{run} --check"))).contains("32 rows; its SHA-256 is as described"));
        let sound = sandbox.bytes(name);
        for place in (0..sound.len()).step_by(sound.len() / 25) {
            let mut bytes = sound.clone();
            bytes[place] ^= 1;
            sandbox.write(name, &bytes);
            let output = sandbox.run(&run);
            assert!(output.status.success() && stderr(&output).contains("--check reads it"), "{}", stderr(&output));
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
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 4 --quiet -o rows.txt");
    let (rows, description) = (sandbox.bytes("rows.txt"), sandbox.bytes("rows.txt.json"));
    fs::create_dir(sandbox.path("rows.txt.run")).expect("made");
    fs::rename(sandbox.path("rows.txt.json"), sandbox.path("rows.txt.run/description")).expect("moved");
    // A run with other settings must not replace the rows of the crashed run.
    sandbox.refuses("generate --size 4 --walls 1 -o rows.txt", 2, ["rows.txt"]);
    sandbox.succeed("generate --size 4 --quiet -o rows.txt");
    assert!(sandbox.bytes("rows.txt") == rows && sandbox.bytes("rows.txt.json") == description);
    assert_eq!(sandbox.names(), ["rows.txt", "rows.txt.json"]);
}

#[test]
#[cfg(unix)]
fn a_read_only_folder_is_refused_at_the_start() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    let sandbox = Sandbox::new();
    let allow = |name: &str, mode| fs::set_permissions(sandbox.path(name), fs::Permissions::from_mode(mode)).expect("allowed");
    fs::create_dir(sandbox.path("sealed")).expect("made");
    let program = sandbox.copy_program();
    allow("", 0o755);
    allow("sealed", 0o555);
    let mut command = sandbox.command(program.to_str().expect("text"), "generate --size 7 -o sealed/rows.gz");
    if rustix::process::geteuid().is_root() {
        command.uid(65_534).gid(65_534); // the user nobody, because nothing is read-only to root
    }
    let output = command.output().expect("the program runs");
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(message.contains("cannot make and lock the folder sealed/rows.gz.run: Permission denied"), "{message}");
}

#[test]
#[cfg(unix)]
fn killed_fifty_times_it_comes_to_the_same_bytes() {
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

/// Clocks that jump or go back do not matter: the program measures only durations (clippy.toml forbids the time of day) and
/// ignores the modification times of files.
#[test]
#[cfg(unix)]
fn times_of_files_do_not_matter() {
    use std::time::{Duration, SystemTime};

    let (sandbox, whole) = interrupted();
    let century = Duration::from_secs(100 * 365 * 24 * 3600);
    let mut times =
        [SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + century, SystemTime::UNIX_EPOCH + 2 * century].into_iter().cycle();
    for name in sandbox.names_in("rows.txt.gz.run") {
        let file = fs::File::options().append(true).open(sandbox.path("rows.txt.gz.run").join(name)).expect("a file");
        file.set_modified(times.next().expect("a cycle")).expect("another time");
    }
    let before = parts(&sandbox).len();
    let output = sandbox.run(&format!("{} -o rows.txt.gz", RUN.replace("--quiet ", "")));
    let message = stderr(&output);
    assert!(output.status.success() && !message.contains("done again"), "{before} parts: {message}");
    assert!(sandbox.bytes("rows.txt.gz") == whole);
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_continues_when_a_full_disk_grows() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("disk")).expect("a folder");
    // Root of a new user namespace may mount a file system, where the system allows such namespaces.
    let small = "mount -t tmpfs -o size=96k tmpfs disk";
    if !sandbox.tool("unshare", &format!("-rm {small}")).is_some_and(|output| output.status.success()) {
        println!("mounting is not allowed: not tested with a small disk");
        return;
    }
    let command = format!("{} {RUN} -o disk/rows.txt.gz", env!("CARGO_BIN_EXE_gridlock"));
    let script = format!(
        "{small}; {command}; echo stopped with $?; ls disk/rows.txt.gz.run | grep -c gz
         set -e; mount -o remount,size=16m disk; {command}; cp disk/rows.txt.gz* ."
    );
    let output = sandbox.command("unshare", "-rm bash -c").arg(script).output().expect("a shell");
    let (said, message) = (String::from_utf8_lossy(&output.stdout), stderr(&output));
    assert!(output.status.success(), "{said}{message}");
    let parts = said.trim_end().strip_prefix("stopped with 4\n").expect(&message);
    assert!(parts.parse::<usize>().is_ok_and(|parts| parts > 0), "{said}");
    assert!(message.contains("No space left") && message.contains("make room there"), "{message}");
    sandbox.succeed(&format!("{RUN} -o whole.txt.gz"));
    for ending in ["", ".json"] {
        assert!(sandbox.bytes(&format!("rows.txt.gz{ending}")) == sandbox.bytes(&format!("whole.txt.gz{ending}")), "{ending}");
    }
}
