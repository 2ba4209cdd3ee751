use super::*;

fn refusal<T>(result: io::Result<T>) -> String {
    result.err().expect("refused").to_string()
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_file_has_its_name_only_when_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.txt");
    let mut output = OutputFile::rows(&path, false, None).expect("an output");
    output.write(b"one\n").expect("written");
    assert!(!path.exists() && names_in(folder.path()).len() == 1);
    output.finish().expect("finished");
    assert_eq!(names_in(folder.path()), ["rows.txt"]);
    assert_eq!(fs::read(&path).expect("a file"), b"one\n");

    drop(OutputFile::rows(&folder.path().join("other.gz"), false, None).expect("an output"));
    assert_eq!(names_in(folder.path()), ["rows.txt"], "a failed run leaves nothing");
}

#[test]
fn an_existing_file_is_replaced_only_by_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.txt");
    fs::write(&path, "old").expect("written");
    assert!(refusal(OutputFile::rows(&path, false, None)).contains("exists already"));
    OutputFile::rows(&path, true, None).expect("an output").finish().expect("finished");
    assert_eq!(fs::read(&path).expect("a file"), b"");
}

#[test]
fn a_name_taken_meanwhile_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.txt");
    let mut output = OutputFile::rows(&path, false, None).expect("an output");
    output.write(b"new\n").expect("written");
    fs::write(&path, "other").expect("written");
    let refusal = refusal(output.finish());
    let (_, kept) = refusal.split_once("it is kept as ").expect("a name");
    assert_eq!(fs::read(&path).expect("a file"), b"other");
    assert_eq!(fs::read(kept).expect("a file"), b"new\n");
}

#[test]
fn a_companion_never_describes_another_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, companion) = (folder.path().join("rows.txt"), folder.path().join("rows.txt.json"));
    let ended = |force| {
        let mut output = OutputFile::rows(&path, force, None).expect("an output");
        output.write(b"new\n").expect("written");
        output.end().expect("ended")
    };
    let is_ours = |path: &Path| fs::read_to_string(path).is_ok_and(|text| text.starts_with("old"));
    fs::write(&companion, "old").expect("written");
    ended(false).publish_with(&companion, "new", is_ours).expect("published");
    assert_eq!((fs::read(&path).expect("a file"), fs::read(&companion).expect("a file")), (b"new\n".to_vec(), b"new".to_vec()));

    // The rows cannot be renamed: the old companion is removed, the new one is not there yet.
    let forced = ended(true);
    fs::remove_file(&path).expect("removed");
    fs::create_dir(&path).expect("made");
    assert!(refusal(forced.publish_with(&companion, "newer", is_ours)).starts_with("cannot give"));
    assert!(!companion.exists(), "rows that are not there are described");

    // The name was taken by another program, which described its file: both stay as they are.
    fs::remove_dir(&path).expect("removed");
    let unforced = ended(false);
    fs::write(&path, "other").expect("written");
    fs::write(&companion, "of the other").expect("written");
    assert!(refusal(unforced.publish_with(&companion, "new", is_ours)).starts_with("cannot give"));
    assert_eq!(fs::read(&companion).expect("a file"), b"of the other");

    // A companion that is not ours stays, unless `force` is set; so do the rows.
    fs::remove_file(&path).expect("removed");
    let refused = ended(false).publish_with(&companion, "new", is_ours);
    assert!(refusal(refused).contains("move it elsewhere") && !path.exists());
    assert_eq!(fs::read(&companion).expect("a file"), b"of the other");

    // The rows are there already: only the companion is missing.
    let again = ended(false);
    fs::write(&path, "new\n").expect("written");
    fs::remove_file(&companion).expect("removed");
    again.publish_with(&companion, "new", is_ours).expect("published");
    assert_eq!(fs::read(&companion).expect("a file"), b"new");
    fs::write(&path, "other").expect("written");

    // What cannot be removed keeps the rows from being replaced.
    fs::remove_file(&companion).expect("removed");
    fs::create_dir(&companion).expect("made");
    assert!(refusal(ended(true).publish_with(&companion, "new", is_ours)).starts_with("cannot remove"));
    assert_eq!(fs::read(&path).expect("a file"), b"other");
}

#[test]
fn folders_and_endings_are_checked_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| OutputFile::rows(&folder.path().join(name), false, None);
    assert!(refusal(at("none/rows.txt")).ends_with("make it first, or choose another"));
    assert!(refusal(at("rows.zip")).contains("ending"));
    assert!(refusal(at("rows")).contains("ending"));
    fs::create_dir(folder.path().join("folder.txt")).expect("made");
    assert!(refusal(at("folder.txt")).contains("is a folder"));
}
