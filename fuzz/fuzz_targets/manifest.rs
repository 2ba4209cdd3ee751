//! The manifest of a run folder: any bytes are read or refused, and the candidates done and those left add up to the whole shard.
#![no_main]
mod folder;

use gridlock::internals::board::{Size, WallRange};
use gridlock::internals::files::{MANIFEST, RunFolder, run_folder_of, sha256};
use gridlock::internals::run::{KeptRun, RunIdentity, Shard};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::time::Duration;

/// Candidates of the run: few, so that random parts reach its end.
const SHARE: u64 = 30;

fuzz_target!(|bytes: &[u8]| {
    open(bytes);
    // Random bytes never match a checksum: try each line with its right one too.
    if let Ok(text) = std::str::from_utf8(bytes) {
        let lines =
            text.split_inclusive('\n').map(|line| format!("{} {line}", &sha256(line.trim_end_matches('\n').as_bytes())[..16]));
        open(lines.collect::<String>().as_bytes());
    }
});

/// Opens a run folder with this manifest and one empty part, which is sound if the manifest describes an empty file.
fn open(manifest: &[u8]) {
    let output = folder::of_this_process().join("rows.txt");
    let path = run_folder_of(&output);
    let _ = fs::create_dir(&path);
    fs::write(path.join(MANIFEST), manifest).expect("written");
    fs::write(path.join("00000000000000000000.txt.gz"), "").expect("written");
    let run = RunIdentity::new(Size::square(4).expect("a size"), WallRange::new(0, 0).expect("a range"), Shard::WHOLE);
    let run = KeptRun { identity: run, with_ranks: false };
    let Ok(run) = RunFolder::open(&output, &run, false, Duration::MAX) else { return };
    let gaps = run.gaps(SHARE);
    assert!(gaps.iter().all(|gap| gap.start < gap.end && gap.end <= SHARE) && gaps.is_sorted_by(|a, b| a.end < b.start));
    let left: u64 = gaps.iter().map(|gap| gap.end - gap.start).sum();
    assert!(run.done().candidates >= SHARE - left);
}
