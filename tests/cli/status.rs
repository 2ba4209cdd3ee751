//! Runs in shards: their numbers from the environment, and `gridlock status`.
use crate::Running;
use crate::{Printed, Sandbox, numbers, objects};
use rustix::process::Signal;
use serde_json::Value;
use std::fs;

const RUN: &str = "generate --size 5 --walls 0..2 --quiet";

/// The state of the run at a path, and whether it is complete.
fn status(sandbox: &Sandbox, paths: &str) -> (Value, bool) {
    let printed = Printed::of(&sandbox.run(&format!("status {paths} --json")));
    let mut runs = objects(&printed.out);
    assert_eq!(runs.len(), 1, "{}", printed.out);
    (runs.remove(0), printed.code == Some(0))
}

fn shards(status: &Value, kind: &str) -> Vec<u64> {
    numbers(&status[kind])
}

#[test]
fn the_number_of_a_shard_comes_from_the_environment() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("shards")).expect("made");
    let run = "generate --size 4 --walls 0..2 --shard auto/4 -o shards/{shard}.txt.gz";
    let variables = ["AWS_BATCH_JOB_ARRAY_INDEX", "BATCH_TASK_INDEX", "JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID"];
    let without = |arguments: &str| {
        let mut command = sandbox.gridlock(arguments);
        variables.iter().for_each(|name| {
            command.env_remove(name);
        });
        command
    };
    for (index, name) in variables.iter().enumerate() {
        let printed = Printed::of(&without(run).env(name, index.to_string()).output().expect("the program runs"));
        printed.has_code(0).says([name, &format!("{index}/4")]);
    }
    assert_eq!(sandbox.names_in("shards").len(), 8);
    let all = "shards/0.txt.gz shards/1.txt.gz shards/2.txt.gz shards/3.txt.gz";
    sandbox.succeed(&format!("merge {all} -o merged.txt"));
    sandbox.succeed("generate --size 4 --walls 0..2 --quiet -o whole.txt");
    sandbox.succeed("merge whole.txt -o sorted.txt");
    assert_eq!(sandbox.text("merged.txt"), sandbox.text("sorted.txt"));
    let wrong = |command: &mut std::process::Command| Printed::of(&command.output().expect("the program runs"));
    wrong(&mut without(run)).has_code(2).says(variables);
    wrong(without(run).env(variables[0], "1").env(variables[3], "2")).has_code(2).says([variables[0], variables[3]]);
    wrong(without(run).env(variables[3], "4")).has_code(2).says([variables[3], "4/4", "0 to 3"]);
    wrong(without(run).env(variables[1], "x")).has_code(2).says([variables[1], "x"]);
}

#[test]
fn a_run_of_twenty_shards_says_which_are_done_running_missing_and_damaged_at_length() {
    let sandbox = Sandbox::new();
    for folder in ["shards", "copies"] {
        fs::create_dir(sandbox.path(folder)).expect("made");
    }
    let of = |index: u64| format!("{RUN} --shard {index}/20");
    let shard = |index: u64| format!("{} -o shards/{index}.txt.gz", of(index));
    let done: Vec<u64> = (0..20).filter(|index| ![3, 9, 16].contains(index)).collect();
    for index in done.iter().copied().chain([9]) {
        sandbox.succeed(&shard(index));
    }
    let mut bytes = sandbox.bytes("shards/9.txt.gz");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    sandbox.write("shards/9.txt.gz", bytes);
    let child = Running::paused(&sandbox, &format!("{} --threads 1 --save-every 0", of(16)), "shards/16.txt.gz");

    let (found, is_complete) = status(&sandbox, "shards");
    assert!(!is_complete);
    let kinds = ["done", "running", "stopped", "damaged", "missing"].map(|kind| shards(&found, kind));
    assert_eq!(kinds, [done.clone(), vec![16], vec![], vec![9], vec![3]], "{found}");
    assert_eq!((&found["size"], &found["walls"], &found["shards"]), (&5.into(), &"0..2".into(), &20.into()));
    let described = |name: &str| sandbox.json(name)["counts"]["candidates"].as_u64().expect("a number");
    let of_done: u64 = done.iter().map(|index| described(&format!("shards/{index}.txt.gz.json"))).sum();
    let candidates = found["candidates"].as_u64().expect("a number");
    assert!(candidates > of_done && candidates < of_done + of_done / 17 + 1, "{candidates}, {of_done}");
    let share = found["share"].as_f64().expect("a number");
    assert!(share > 17.0 / 20.0 && share < 18.0 / 20.0, "{share}");
    assert!(found["seconds_left"].as_f64().is_some_and(|seconds| seconds > 0.0), "{found}");
    assert!(found["problems"][0].as_str().is_some_and(|problem| problem.contains("9.txt.gz")), "{found}");
    let printed = sandbox.ends("status shards", 1);
    printed.prints(["17: 0-2,4-8,10-15,17-19", "running    1: 16", "damaged    1: 9", "missing    1: 3", "--shard I/20: 3,9"]);

    // descriptions and run folders alone say the same, on another machine too: there nobody holds the lock
    child.stops(Signal::TERM);
    for index in &done {
        fs::copy(sandbox.path(&format!("shards/{index}.txt.gz.json")), sandbox.path(&format!("copies/{index}.txt.gz.json")))
            .expect("copied");
    }
    sandbox.shell("cp -r shards/16.txt.gz.run copies/").has_code(0);
    let (copied, _) = status(&sandbox, "copies");
    let kinds = ["done", "elsewhere", "running", "stopped", "damaged", "missing"].map(|kind| shards(&copied, kind));
    assert_eq!(kinds, [done.clone(), done, vec![], vec![16], vec![], vec![3, 9]], "{copied}");

    // the copied folder goes on where it was; then only the two others are left to do
    sandbox.succeed(&format!("{RUN} --shard 16/20 -o copies/16.txt.gz"));
    let (found, _) = status(&sandbox, "shards copies");
    assert_eq!([shards(&found, "stopped"), shards(&found, "damaged"), shards(&found, "missing")], [vec![], vec![9], vec![3]]);
    sandbox.succeed(&shard(3));
    sandbox.succeed(&format!("{} --force", shard(9)));
    let (found, is_complete) = status(&sandbox, "shards copies/16.txt.gz");
    assert!(is_complete && found["share"] == 1.0 && found["problems"] == Value::Array(vec![]), "{found}");
    assert_eq!(found["rows"], 7320);
}

#[test]
fn what_is_no_part_of_a_run_is_named() {
    let sandbox = Sandbox::with("rows.txt", "07 BBoFAAoFECCCEoDD 34\n");
    fs::create_dir(sandbox.path("empty")).expect("made");
    sandbox.refuses("status missing.txt", 4, ["missing.txt"]);
    sandbox.refuses("status empty", 2, [".json", ".run"]);
    sandbox.refuses("status rows.txt", 2, ["rows.txt.json"]);
    // a description that was altered belongs to no run, but is not passed over
    sandbox.succeed("generate --size 4 --shard 0/2 --quiet -o zero.txt");
    sandbox.succeed("generate --size 4 --shard 1/2 --quiet -o one.txt");
    sandbox.write("one.txt.json", sandbox.text("one.txt.json").replace("\"rows\": ", "\"rows\": 1"));
    let (found, _) = status(&sandbox, ".");
    assert_eq!((shards(&found, "done"), shards(&found, "missing")), (vec![0], vec![1]));
    assert!(found["problems"][0].as_str().is_some_and(|problem| problem.contains("one.txt.json")), "{found}");
    sandbox.succeed("generate --size 4 --quiet -o whole.txt");
    assert!(status(&sandbox, "whole.txt").1);
    // a run of one shard, which is not done
    let child = Running::paused(&sandbox, "generate --size 6 --threads 1 --save-every 0 --quiet", "six.txt");
    child.stops(Signal::TERM);
    let (found, _) = status(&sandbox, "six.txt");
    let share = found["candidates"].as_f64().expect("a number") / 88_914_655.0;
    assert_eq!(found["share"].as_f64(), Some(share), "{found}");
    sandbox.ends("status six.txt", 1).prints(["repeat the command of the run"]);
}
