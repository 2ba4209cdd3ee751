//! Damaged compressed files: every command that reads rows or boards says what is wrong, leaves nothing behind, and does not
//! panic. That no damage goes unnoticed is tested beside the reader of lines.
use crate::Sandbox;

#[test]
fn truncated_flipped_and_lengthened_files_are_refused() {
    let rows = include_str!("../../data/rows45.txt").lines();
    // few enough that `solve` is done with them soon, and more than a header
    let small: String = rows.filter(|row| row.len() < 45).map(|row| format!("{row}\n")).collect();
    assert!(small.lines().count() > 20, "{small}");
    let sandbox = Sandbox::with("rows.txt", small);
    for name in ["rows.gz", "rows.bz2"] {
        sandbox.succeed(&format!("select rows.txt -o {name}"));
        let whole = sandbox.bytes(name);
        let mut flipped = whole.clone();
        *flipped.iter_mut().nth_back(5).expect("a byte of the checksum") ^= 0x10;
        for (damage, bytes) in [
            ("truncated", whole[..whole.len() - 5].to_vec()),
            ("truncated", whole[..whole.len() / 2].to_vec()),
            ("damaged", flipped),
            ("damaged", [&whole[..], b"garbage, longer than a header"].concat()),
        ] {
            let damaged = format!("{damage}.{name}");
            sandbox.write(&damaged, bytes);
            for command in ["solve", "merge -o out.txt", "verify", "stats", "select -o out.txt"] {
                sandbox.refuses(&format!("{command} {damaged}"), 2, [&*format!("{damaged}: it is {damage}"), " after line "]);
            }
        }
    }
    // The bzip2 decoder fails here, and panics if it is read once more.
    sandbox.write("header.bz2", b"BZh91AY&SY\xab\xbe\xb6\0\0\x07\x5d\0\0\x10");
    for command in ["solve", "merge -o out.txt", "verify", "stats", "select -o out.txt"] {
        sandbox.refuses(&format!("{command} header.bz2"), 2, ["header.bz2"]);
    }
}
