//! Damaged compressed files: every command that reads rows or boards says what is wrong, leaves nothing behind, and does not
//! panic.
use crate::{Sandbox, stderr};
use std::fs;

/// The commands that read rows or boards from a file.
const COMMANDS: [&str; 5] = ["solve", "merge -o out.txt", "verify", "stats", "select -o out.txt"];

/// Runs every command on a file, which must be refused by name.
fn all_refuse(sandbox: &Sandbox, name: &str) {
    for command in COMMANDS {
        sandbox.refuses(&format!("{command} {name}"), 2, [name]);
    }
}

/// A sandbox with rows in `rows.gz` and `rows.bz2`; few enough that `solve` is done with them soon.
fn rows() -> Sandbox {
    let sandbox = Sandbox::new();
    let rows = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/rows45.txt")).expect("the data of the tests");
    let small = rows.lines().filter(|row| row.split(' ').nth(2).is_some_and(|size| size.len() < 4));
    let rows: String = small.map(|row| format!("{row}\n")).collect();
    assert!(rows.lines().count() > 20, "the files are to be longer than their headers");
    sandbox.write("rows.txt", rows);
    for name in ["rows.gz", "rows.bz2"] {
        sandbox.succeed(&format!("select rows.txt -o {name}"));
    }
    sandbox
}

#[test]
fn a_header_that_promises_a_block_of_nonsense_is_refused() {
    let sandbox = Sandbox::new();
    // The bzip2 decoder fails here, and panics if it is read once more.
    sandbox.write("a.bz2", b"BZh91AY&SY\xab\xbe\xb6\0\0\x07\x5d\0\0\x10");
    all_refuse(&sandbox, "a.bz2");
    sandbox.write("a.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff");
    all_refuse(&sandbox, "a.gz");
}

#[test]
fn truncated_flipped_and_lengthened_files_are_refused() {
    let sandbox = rows();
    for name in ["rows.gz", "rows.bz2"] {
        let whole = sandbox.bytes(name);
        let damaged = format!("damaged.{name}");
        for (what, bytes) in [
            (" is truncated: it ends after line ", whole[..whole.len() - 5].to_vec()),
            (" is truncated: it ends after line ", whole[..whole.len() / 2].to_vec()),
            // In the middle, gzip may hand out wrong text before it comes to its checksum; so damage the length and the checksum
            // there.
            (" is damaged after line ", flipped(&whole, if name.ends_with("gz") { whole.len() - 2 } else { whole.len() / 2 })),
            (" is damaged after line ", flipped(&whole, whole.len() - if name.ends_with("gz") { 6 } else { 3 })),
            (" is ", [&whole[..], b"garbage"].concat()),
            (" is damaged after line ", [&whole[..], b"more garbage, longer than a header"].concat()),
        ] {
            sandbox.write(&damaged, bytes);
            all_refuse(&sandbox, &damaged);
            let message = stderr(&sandbox.run(&format!("stats {damaged}")));
            assert!(message.contains(&format!("{damaged}{what}")) && message.contains("write or copy it again"), "{message}");
        }
    }
}

fn flipped(bytes: &[u8], place: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[place] ^= 0x10;
    bytes
}
