//! Two users in one shared folder: what belongs to the other user is left alone.
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};

use crate::Sandbox;

/// Another user, whoever that is.
const OTHER: u32 = 65_534;

const RUN: &str = "generate --size 4 --quiet --save-every 0 --threads 1 -o shared/rows.txt";

/// A sandbox with a folder `shared` that all may write to; `None`, and a note, if files can't be given to another user here.
fn shared() -> Option<Sandbox> {
    if !rustix::process::geteuid().is_root() {
        println!("only root can give files to another user: not tested");
        return None;
    }
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("shared")).expect("made");
    fs::set_permissions(sandbox.path("shared"), fs::Permissions::from_mode(0o777)).expect("set");
    Some(sandbox)
}

#[test]
fn the_run_folder_of_another_user_is_refused() {
    for restart in ["", " --restart", " --force"] {
        let Some(sandbox) = shared() else { return };
        let folder = sandbox.path("shared/rows.txt.run");
        fs::create_dir(&folder).expect("made");
        fs::write(folder.join("manifest"), "").expect("written");
        chown(&folder, Some(OTHER), Some(OTHER)).expect("given away");
        sandbox.refuses(&format!("{RUN}{restart}"), 2, ["shared/rows.txt.run"]);
        assert_eq!(sandbox.names_in("shared/rows.txt.run"), ["manifest"]);
    }
}

/// On a file system that gives every file to one user, the run folder has another owner but still belongs to the process.
#[test]
fn a_run_works_where_all_files_have_another_owner() {
    let Some(sandbox) = shared() else { return };
    chown(sandbox.path("shared"), Some(OTHER), Some(OTHER)).expect("given away");
    sandbox.succeed(RUN);
    assert!(sandbox.text("shared/rows.txt").lines().count() == 32);
}
