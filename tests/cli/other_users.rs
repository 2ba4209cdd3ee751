//! Folders that others may write to: what another user has prepared there never leads a write to another file.
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;

use crate::{Sandbox, stderr};

/// Another user, whoever that is.
const OTHER: u32 = 65_534;

const RUN: &str = "generate --size 4 --quiet --save-every 0 --threads 1 -o shared/rows.txt";

/// A sandbox with a folder `shared` that all may write to, with the mode of /tmp (`0o1777`) or without its sticky bit; and with a file
/// `victim` of this user.
fn shared(mode: u32) -> Sandbox {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("shared")).expect("made");
    fs::set_permissions(sandbox.path("shared"), fs::Permissions::from_mode(mode)).expect("set");
    sandbox.write("victim", "precious");
    sandbox
}

/// Whether files can be given to another user here; prints a note if not.
fn can_give_files_away() -> bool {
    let can = rustix::process::geteuid().is_root();
    if !can {
        println!("only root can give files to another user: not tested with one");
    }
    can
}

fn give_away(path: &Path) {
    std::os::unix::fs::lchown(path, Some(OTHER), Some(OTHER)).expect("given to another user");
}

/// The names of the first parts of the run.
fn first_parts(sandbox: &Sandbox) -> Vec<String> {
    let output = sandbox.gridlock(&RUN.replace("shared/", "")).env("RUST_BACKTRACE", "0").output().expect("the program runs");
    assert!(output.status.success(), "{}", stderr(&output));
    (0..2000).map(|first| format!("{first:020}.txt.gz")).collect()
}

#[test]
fn a_run_folder_that_another_user_prepared_is_refused() {
    if !can_give_files_away() {
        return;
    }
    for mode in [0o1777, 0o777] {
        for restart in ["", " --restart", " --force"] {
            let sandbox = shared(mode);
            let folder = sandbox.path("shared/rows.txt.run");
            fs::create_dir(&folder).expect("made");
            for name in first_parts(&sandbox).iter().map(String::as_str).chain(["manifest", "lock", "description"]) {
                symlink(sandbox.path("victim"), folder.join(name)).expect("a link");
                give_away(&folder.join(name));
            }
            give_away(&folder);
            let before = sandbox.names_in("shared/rows.txt.run");
            let message = sandbox.fail(&format!("{RUN}{restart}"), 2);
            assert!(message.contains("shared/rows.txt.run belongs to another user"), "{message}");
            assert!(message.contains("choose another name or folder"), "{message}");
            assert_eq!(sandbox.text("victim"), "precious");
            assert_eq!(sandbox.names_in("shared/rows.txt.run"), before, "the folder of another user was changed");
        }
    }
}

/// The folder is this user's, but others could write to it, and left links, hard links and files of their own.
#[test]
fn what_another_user_left_in_a_run_folder_is_refused_or_not_followed() {
    let sandbox = shared(0o777);
    let folder = sandbox.path("shared/rows.txt.run");
    let make = || {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("made");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).expect("set");
    };
    // Links of this user's own, as hard links always are: nothing is written through them.
    for link in [|from: &Path, to: &Path| symlink(from, to), |from: &Path, to: &Path| fs::hard_link(from, to)] {
        make();
        for name in first_parts(&sandbox) {
            link(&sandbox.path("victim"), &folder.join(name)).expect("a link");
        }
        sandbox.succeed(RUN);
        assert_eq!(sandbox.text("victim"), "precious");
        assert!(sandbox.text("shared/rows.txt") == sandbox.text("rows.txt") && !folder.exists());
        fs::remove_file(sandbox.path("shared/rows.txt")).expect("removed");
        fs::remove_file(sandbox.path("shared/rows.txt.json")).expect("removed");
    }
    if can_give_files_away() {
        for name in ["lock", "manifest", "00000000000000000000.txt.gz"] {
            make();
            fs::write(folder.join(name), "").expect("written");
            give_away(&folder.join(name));
            sandbox.refuses(RUN, 2, [&format!("shared/rows.txt.run/{name}")]);
        }
    }
}

#[test]
fn nobody_else_may_write_to_a_run_folder() {
    let sandbox = shared(0o777);
    let folder = sandbox.path("shared/rows.txt.run");
    let long = "ulimit -f 1; umask 0; exec";
    let script = |program: &str| format!("{long} {program} generate --size 5 --quiet --save-every 0 -o shared/rows.txt");
    for made_before in [false, true] {
        if made_before {
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).expect("set");
        }
        let output = sandbox.command("bash", "").arg("-c").arg(script(env!("CARGO_BIN_EXE_gridlock"))).output().expect("a shell");
        assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
        let mode = fs::metadata(&folder).expect("a folder").mode() & 0o777;
        assert_eq!(mode, 0o755, "{mode:o}");
    }
}

/// A file system that gives every file to one user: there the run folder is not that of the process, and is its own all the same.
#[test]
fn a_run_works_where_all_files_have_another_owner() {
    if !can_give_files_away() {
        return;
    }
    let sandbox = shared(0o777);
    chown(sandbox.path("shared"), Some(OTHER), Some(OTHER)).expect("given away");
    sandbox.succeed(RUN);
    assert!(sandbox.text("shared/rows.txt").lines().count() == 32);
}
