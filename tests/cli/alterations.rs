//! Descriptions altered in every field: `verify`, `merge` and `generate` refuse them all. Where the digest is made right again, `verify`
//! finds all that can be known without a new run.
use serde_json::{Value, json};

use crate::{Sandbox, stderr};

/// A file with a description.
struct Subject {
    /// The name of the file.
    rows: &'static str,
    /// The command that wrote it.
    command: &'static str,
    /// The alterations that are found by the digest alone: what they change can be known only by a new run.
    unknowable: &'static [&'static str],
}

const SUBJECTS: [Subject; 6] = [
    Subject {
        rows: "whole.txt",
        command: "generate --size 4 --walls 0..1 --audit --quiet -o whole.txt",
        unknowable: &["/counts/solvable +1", "/counts/solvable -1", "/counts/states +1", "/counts/states -1", "/program 9"],
    },
    Subject {
        rows: "0.gz",
        command: "generate --size 4 --walls 0..1 --audit --shard 0/3 --quiet -o 0.gz",
        unknowable: &[
            "/audit false",
            "/counts/goal_states +1",
            "/counts/goal_states -1",
            "/counts/solvable +1",
            "/counts/solvable -1",
            "/counts/states +1",
            "/counts/states -1",
            "/program 9",
        ],
    },
    Subject {
        rows: "sorted.bz2",
        command: "merge 1.txt 0.gz 2.txt -o sorted.bz2",
        unknowable: &["/counts/solvable +1", "/counts/solvable -1", "/counts/states +1", "/counts/states -1", "/program 9"],
    },
    Subject {
        rows: "partial.txt",
        command: "merge --partial 0.gz 2.txt -o partial.txt",
        unknowable: &[
            "/audit false",
            "/counts/goal_states +1",
            "/counts/goal_states -1",
            "/counts/solvable +1",
            "/counts/solvable -1",
            "/counts/states +1",
            "/counts/states -1",
            "/program 9",
        ],
    },
    Subject {
        rows: "ranked.ranks",
        command: "generate --size 4 --walls 0..1 --audit --shard 1/3 --quiet -o ranked.ranks",
        unknowable: &[
            "/audit false",
            "/counts/goal_states +1",
            "/counts/goal_states -1",
            "/counts/solvable +1",
            "/counts/solvable -1",
            "/counts/states +1",
            "/counts/states -1",
            "/program 9",
        ],
    },
    Subject {
        rows: "dismissed.txt",
        command: "generate --size 4 --walls 0..1 --quiet -o dismissed.txt",
        unknowable: &[
            "/counts/dismissed -1",
            "/counts/dismissed removed",
            "/counts/goal_states +1",
            "/counts/goal_states -1",
            "/counts/solvable -1",
            "/counts/states +1",
            "/counts/states -1",
            "/program 9",
        ],
    },
];

/// A sandbox with the files of all subjects.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    for shard in [1, 2] {
        sandbox.succeed(&format!("generate --size 4 --walls 0..1 --audit --shard {shard}/3 --quiet -o {shard}.txt"));
    }
    for Subject { command, .. } in SUBJECTS {
        sandbox.succeed(command);
    }
    sandbox
}

/// The pointers of all values inside `value`: `/counts`, `/counts/rows`, ...
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let inside: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (format!("{at}/{name}"), value)).collect(),
        Value::Array(values) => values.iter().enumerate().map(|(k, value)| (format!("{at}/{k}"), value)).collect(),
        _ => return,
    };
    for (pointer, value) in inside {
        found.push(pointer.clone());
        pointers(value, &pointer, found);
    }
}

/// Removes the value at a pointer.
fn remove(description: &mut Value, pointer: &str) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
    match description.pointer_mut(parent).expect("a value") {
        Value::Object(fields) => drop(fields.remove(name)),
        Value::Array(values) => drop(values.remove(name.parse().expect("an index"))),
        _ => unreachable!("only these hold values"),
    }
}

/// Every alteration of a description: its name and the altered description.
fn alterations(description: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    let mut add = |name: String, alter: &dyn Fn(&mut Value)| {
        let mut altered = description.clone();
        alter(&mut altered);
        if altered != *description {
            all.push((name, altered));
        }
    };
    let mut places = Vec::new();
    pointers(description, "", &mut places);
    for place in &places {
        let set = |value: Value| move |altered: &mut Value| *altered.pointer_mut(place).expect("a value") = value.clone();
        add(format!("{place} removed"), &|altered| remove(altered, place));
        add(format!("{place} null"), &set(Value::Null));
        match description.pointer(place).expect("a value") {
            Value::Number(number) => {
                let number = number.as_u64().expect("a whole number");
                add(format!("{place} +1"), &set((number + 1).into()));
                if number > 0 {
                    add(format!("{place} -1"), &set((number - 1).into()));
                }
                add(format!("{place} largest"), &set(u64::MAX.into()));
            }
            Value::String(text) => {
                add(format!("{place} 9"), &set(format!("{text}9").into()));
                add(format!("{place} cut"), &set(text[1..].into()));
                add(format!("{place} empty"), &set("".into()));
            }
            Value::Array(values) => {
                let last = values.last().and_then(Value::as_u64).unwrap_or_default();
                for more in [last, last + 1] {
                    add(format!("{place} and {more}"), &|altered| {
                        altered.pointer_mut(place).and_then(Value::as_array_mut).expect("an array").push(more.into());
                    });
                }
            }
            Value::Object(_) => {
                add(format!("{place} with a note"), &|altered| altered.pointer_mut(place).expect("an object")["note"] = 1.into())
            }
            _ => {}
        }
    }
    for (field, values) in [
        ("shard", vec!["0/1", "1/3", "0/2", "1/2", "0/4", "00/1"]),
        ("walls", vec!["0", "1", "0..2", "0..3", "1..2", "0..01"]),
        ("order", vec!["candidates", "published", "ranks"]),
        ("check", vec!["passed", "passed_for_candidates", "not_done", "failed"]),
    ] {
        for value in values {
            add(format!("/{field} {value}"), &|altered| altered[field] = value.into());
        }
    }
    for missing in [json!({ "of": 3, "shards": [0] }), json!({ "of": 2, "shards": [1] }), json!({ "of": 1, "shards": [] })] {
        add(format!("/missing {missing}"), &|altered| altered["missing"] = missing.clone());
    }
    for n in [3, 5, 6, 8] {
        add(format!("/size {n}"), &|altered| altered["size"] = n.into());
    }
    for audit in [false, true] {
        add(format!("/audit {audit}"), &|altered| altered["audit"] = audit.into());
    }
    add("a note".to_owned(), &|altered| altered["note"] = 1.into());
    all
}

#[test]
fn every_alteration_of_a_description_is_found_by_its_digest() {
    let sandbox = sandbox();
    for Subject { rows, command, .. } in SUBJECTS {
        assert!(sandbox.run(&format!("verify {rows} --quiet")).status.success());
        let (name, text) = (format!("{rows}.json"), sandbox.text(&format!("{rows}.json")));
        let description: Value = serde_json::from_str(&text).expect("JSON");
        let alterations = alterations(&description);
        assert!(alterations.len() > 90);
        for (k, (alteration, altered)) in alterations.iter().enumerate() {
            sandbox.write(&name, altered.to_string());
            let output = sandbox.run(&format!("verify {rows}"));
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "verify: {rows}: {alteration}: {message}");
            let words = ["was altered after gridlock wrote it", "does not describe a file of rows"];
            assert!(words.iter().any(|words| message.contains(words)), "{alteration}: {message}");
            // The other commands read descriptions by the same function.
            if k % 8 == 0 {
                let message = sandbox.fail(&format!("merge --partial {rows} -o new.txt"), 2);
                assert!(words.iter().any(|words| message.contains(words)), "merge: {rows}: {alteration}: {message}");
                if command.starts_with("generate") {
                    let message = sandbox.fail(command, 2);
                    assert!(words.iter().any(|words| message.contains(words)), "generate: {rows}: {alteration}: {message}");
                }
            }
        }
        sandbox.write(&name, text);
    }
}

#[test]
fn alterations_with_a_right_digest_are_found_if_the_right_value_can_be_known() {
    let sandbox = sandbox();
    for Subject { rows, unknowable, .. } in SUBJECTS {
        let (name, text) = (format!("{rows}.json"), sandbox.text(&format!("{rows}.json")));
        let description: Value = serde_json::from_str(&text).expect("JSON");
        let mut unnoticed = Vec::new();
        for (alteration, altered) in alterations(&description) {
            if alteration.starts_with("/digest") {
                continue;
            }
            sandbox.alter_description(rows, |description| *description = altered);
            let output = sandbox.run(&format!("verify {rows} --quiet"));
            match output.status.code() {
                Some(0) => unnoticed.push(alteration),
                // 1 for a fault, 2 for a description that is refused
                code => assert!(matches!(code, Some(1 | 2)), "{rows}: {alteration}: {}", stderr(&output)),
            }
        }
        unnoticed.sort();
        assert_eq!(unnoticed, unknowable, "{rows}");
        sandbox.write(&name, text);
    }
}

#[test]
fn a_partial_merge_is_never_taken_for_whole() {
    let sandbox = sandbox();
    let words = "NOT COMPLETE: 1 of 3 shards are missing: 1";
    for flags in ["", "--quiet"] {
        let output = sandbox.run(&format!("verify partial.txt {flags}"));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    let summary: Value = serde_json::from_str(&sandbox.succeed("verify partial.txt --json")).expect("JSON");
    assert_eq!(summary["missing"], json!({ "of": 3, "shards": [1] }));
    // Another shard of the same number of candidates is named as missing: the rows say that it is there.
    sandbox.alter_description("partial.txt", |description| description["missing"]["shards"] = json!([2]));
    let output = sandbox.run("verify partial.txt");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("its candidate belongs to shard 2/3") && output.status.code() == Some(1), "{out}");
    sandbox.alter_description("partial.txt", |description| remove(description, "/missing"));
    let output = sandbox.run("verify partial.txt");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("candidates: the description says ") && output.status.code() == Some(1), "{out}");
}
