use super::*;
use crate::generate::Counts;
use crate::run::{KeptRun, RunIdentity, Shard};

const NEVER: Duration = Duration::MAX;

fn part_name(first: u64) -> String {
    Part { first, counts: (), bytes: 0, sha256: String::new() }.name()
}

fn run(walls: &str) -> KeptRun {
    let size = crate::board::Size::square(4).expect("a size");
    KeptRun { identity: RunIdentity::new(size, walls.parse().expect("a range"), Shard::WHOLE), with_ranks: false }
}

fn counts(candidates: u64, rows: u64) -> Counts {
    Counts { candidates, rows, ..Counts::default() }
}

/// A folder with positions 0..10, 10..20 and 20..30 in three parts of a row each.
fn three_parts(output: &Path) -> PathBuf {
    let mut folder = RunFolder::open(output, &run("0"), false, NEVER).expect("a folder");
    for (position, row) in [(0, "a\n"), (10, "b\n"), (20, "c\n")] {
        folder.add(position, counts(10, 1), row.as_bytes()).expect("added");
        folder.save().expect("saved");
    }
    folder.path().to_owned()
}

fn reopened(output: &Path) -> RunFolder<KeptRun> {
    RunFolder::open(output, &run("0"), false, NEVER).expect("a folder")
}

fn assembled(folder: &RunFolder<KeptRun>, output: &Path) -> String {
    let mut file = OutputFile::rows_via(folder.path(), output, false, None).expect("an output");
    folder.assemble(&mut file).expect("assembled");
    file.finish().expect("finished");
    fs::read_to_string(output).expect("text")
}

#[test]
fn files_that_could_not_be_renamed_are_ours() {
    let ours = |name: &str| is_ours(OsStr::new(name), OsStr::new("rows.txt"));
    for name in ["rows.txt.gridlock-a1B2c3.tmp", "complete.gridlock-a1B2c3.tmp"] {
        assert!(ours(name), "{name}");
    }
    for name in ["thesis.gridlock-a1B2c3.tmp", "complete.gridlock-a1B2c3", "complete.old", "rows.txt"] {
        assert!(!ours(name), "{name}");
    }
}

#[test]
fn parts_come_back_and_gaps_are_known() {
    let parent = tempfile::tempdir().expect("a folder");
    let output = parent.path().join("rows.txt");
    three_parts(&output);
    let mut folder = reopened(&output);
    assert_eq!((folder.done(), folder.damage().len()), (counts(30, 3), 0));
    assert_eq!(folder.gaps(40), [30..40]);
    folder.add(35, counts(5, 1), b"e\n").expect("added");
    folder.add(30, counts(5, 1), b"d\n").expect("added");
    folder.save().expect("saved");
    assert_eq!(folder.gaps(40), []);
    let mut lines = Vec::new();
    let taken = folder.for_each_line(|line| {
        lines.push(line.to_owned());
        Ok::<_, io::Error>(())
    });
    assert!(taken.is_ok() && lines == ["a", "b", "c", "d", "e"], "{lines:?}");
    assert_eq!(assembled(&folder, &output), "a\nb\nc\nd\ne\n");
    folder.remove().expect("removed");
    assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 1);
}

#[test]
fn damaged_parts_are_gaps() {
    let parent = tempfile::tempdir().expect("a folder");
    let output = parent.path().join("rows.txt");
    let folder = three_parts(&output);
    let part = |first| folder.join(part_name(first));
    let bytes = fs::read(part(0)).expect("a part");
    fs::write(part(0), &bytes[..bytes.len() - 1]).expect("written");
    fs::remove_file(part(20)).expect("removed");
    fs::write(part(77), "of a part whose line was never written").expect("written");
    let mut again = reopened(&output);
    assert_eq!(again.gaps(30), [0..10, 20..30]);
    assert_eq!(again.damage().len(), 2);
    for (damage, path) in again.damage().iter().zip([part(0), part(20)]) {
        assert!(damage.starts_with(&display_path(&path)), "{damage}");
    }
    assert!(!part(0).exists() && !part(77).exists());
    again.add(20, counts(10, 1), b"c\n").expect("added");
    again.add(0, counts(10, 1), b"a\n").expect("added");
    again.save().expect("saved");
    assert_eq!(assembled(&again, &output), "a\nb\nc\n");
}

#[test]
fn a_manifest_cut_anywhere_costs_parts_but_never_doubles_one() {
    let parent = tempfile::tempdir().expect("a folder");
    let output = parent.path().join("rows.txt");
    let folder = three_parts(&output);
    let manifest = fs::read(folder.join(MANIFEST)).expect("a manifest");
    let header = manifest.iter().position(|&b| b == b'\n').expect("a line");
    for length in (0..manifest.len()).rev().step_by(7) {
        fs::write(folder.join(MANIFEST), &manifest[..length]).expect("written");
        match RunFolder::open(&output, &run("0"), false, NEVER) {
            Ok(again) => {
                assert!(again.gaps(30).iter().map(|gap| gap.end - gap.start).sum::<u64>() + again.done().candidates == 30)
            }
            Err(error) => assert!(length <= header && error.to_string().starts_with("the first line of"), "{error}"),
        }
    }
}

#[test]
fn numbers_without_sense_are_no_parts_and_do_not_overflow() {
    let parent = tempfile::tempdir().expect("a folder");
    let output = parent.path().join("rows.txt");
    let folder = three_parts(&output);
    let bytes = fs::read(folder.join(part_name(20))).expect("a part");
    let largest = Counts { candidates: 10, states: u64::MAX, rows: u64::MAX, deepest: u32::MAX, ..Counts::default() };
    let far = Counts { candidates: u64::MAX, ..largest };
    let part = |first, counts, bytes: &[u8], length| Part { first, counts, bytes: length, sha256: sha256(bytes) };
    for first in [20, 40, u64::MAX] {
        fs::write(folder.join(part_name(first)), &bytes).expect("written");
    }
    let length = bytes.len() as u64;
    let parts = [
        part(0, largest, &fs::read(folder.join(part_name(0))).expect("a part"), u64::MAX),
        part(20, largest, &bytes, length),
        part(40, largest, &bytes, length),
        part(u64::MAX, far, &bytes, length),
    ];
    let header = serde_json::to_value(Header { program: PROGRAM.to_owned(), run: &run("0") }).expect("JSON");
    let lines = parts.iter().map(|part| serde_json::to_value(part).expect("JSON"));
    drop(Journal::create(&folder.join(MANIFEST), std::iter::once(header).chain(lines)).expect("made"));
    let again = reopened(&output);
    let [damage] = again.damage() else { panic!("{:?}", again.damage()) };
    assert!(damage.starts_with(&display_path(&folder.join(part_name(0))).to_string()), "{damage}");
    assert_eq!(again.gaps(30), [0..20]);
    assert_eq!(again.gaps(35), [0..20, 30..35]);
    assert_eq!(again.done(), Counts { candidates: u64::MAX, ..largest });
}

#[test]
fn another_run_is_refused_and_restart_throws_it_away() {
    let parent = tempfile::tempdir().expect("a folder");
    let output = parent.path().join("rows.txt");
    three_parts(&output);
    let Err(error) = RunFolder::open(&output, &run("0..1"), false, NEVER) else { panic!("not refused") };
    assert!(error.to_string().contains("other settings: walls 0, not 0..1"), "{error}");
    let with_ranks = KeptRun { with_ranks: true, ..run("0") };
    let Err(error) = RunFolder::open(&output, &with_ranks, false, NEVER) else { panic!("not refused") };
    assert!(error.to_string().contains("rows without their ranks, not with them"), "{error}");
    assert_eq!(reopened(&output).gaps(30), [], "nothing is lost");
    let fresh = RunFolder::open(&output, &run("0..1"), true, NEVER).expect("a folder");
    assert_eq!(fresh.gaps(7), [0..7]);
    let Err(busy) = RunFolder::open(&output, &run("0..1"), true, NEVER) else { panic!("not refused") };
    assert!(busy.to_string().starts_with("another process is working in"), "{busy}");
}

/// The time to open a folder is proportional to its parts: with 100,000 parts it was 19 s when every name was searched for in a
/// list.
#[test]
fn thirty_thousand_parts_are_opened_in_seconds() {
    const PARTS: u64 = 30_000;
    let parent = tempfile::tempdir().expect("a folder");
    let output = parent.path().join("rows.txt");
    let folder = run_folder_of(&output);
    fs::create_dir(&folder).expect("made");
    let part = |first| Part { first, counts: counts(1, 0), bytes: 0, sha256: sha256(b"") };
    for first in 0..PARTS {
        File::create(folder.join(part_name(first))).expect("a part");
    }
    let header = serde_json::to_value(Header { program: PROGRAM.to_owned(), run: &run("0") }).expect("JSON");
    let lines = (0..PARTS).map(|first| serde_json::to_value(part(first)).expect("JSON"));
    drop(Journal::create(&folder.join(MANIFEST), std::iter::once(header).chain(lines)).expect("made"));
    let begun = Instant::now();
    let again = reopened(&output);
    let elapsed = begun.elapsed();
    assert_eq!((again.done(), again.damage().len()), (counts(PARTS, 0), 0));
    assert_eq!(again.gaps(PARTS + 1), [PARTS..PARTS + 1]);
    assert!(elapsed < Duration::from_secs(6), "{elapsed:?}");
}

#[test]
fn lines_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let mut journal = Journal::create(&path, [1, 2]).expect("made");
    journal.append(&"three").expect("written");
    assert_eq!(lines_of(&fs::read(&path).expect("read")), ["1", "2", "\"three\""].map(|json| Some(json.to_owned())));
}

#[test]
fn torn_lines_and_flipped_bits_are_recognised() {
    let line = line_of(&[1, 2, 3]).expect("a line").into_bytes();
    let two = [&line[..], &line[..]].concat();
    assert_eq!(lines_of(&two[..two.len() - 1]), lines_of(&line));
    for bit in 0..line.len() * 8 {
        let mut damaged = line.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(lines_of(&damaged).iter().all(Option::is_none), "bit {bit}");
    }
}
