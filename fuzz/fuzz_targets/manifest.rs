//! The manifest of a run folder: any bytes are read or refused, and what is done and what is left come to the whole.
#![no_main]
mod folder;

use gridlock::board::{Size, WallRange};
use gridlock::job::{RunIdentity, MANIFEST, RunFolder, run_folder_of};
use gridlock::job::Shard;
use gridlock::files::sha256;
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::time::Duration;

/// Candidates of the run; small, so that parts reach its end.
const SHARE: u64 = 30;

fuzz_target!(|bytes: &[u8]| {
    opened(bytes);
    // Chance makes no checksum: each line once more with its own.
    if let Ok(text) = std::str::from_utf8(bytes) {
        let lines =
            text.split_inclusive('\n').map(|line| format!("{} {line}", &sha256(line.trim_end_matches('\n').as_bytes())[..16]));
        opened(lines.collect::<String>().as_bytes());
    }
});

/// Opens a run folder of this manifest, and of one part that is sound if the manifest says so.
fn opened(manifest: &[u8]) {
    let output = folder::of_this_process().join("rows.txt");
    let path = run_folder_of(&output);
    let _ = fs::create_dir(&path);
    fs::write(path.join(MANIFEST), manifest).expect("written");
    fs::write(path.join("00000000000000000000.txt.gz"), "").expect("written");
    let run = RunIdentity::new(Size::new(4).expect("a size"), WallRange::new(0, 0).expect("a range"), Shard::WHOLE);
    let Ok(run) = RunFolder::open(&output, &run, false, Duration::MAX) else { return };
    let gaps = run.gaps(SHARE);
    assert!(gaps.iter().all(|gap| gap.start < gap.end && gap.end <= SHARE) && gaps.is_sorted_by(|a, b| a.end < b.start));
    let left: u64 = gaps.iter().map(|gap| gap.end - gap.start).sum();
    assert!(run.done().candidates >= SHARE - left);
}
