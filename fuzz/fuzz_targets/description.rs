//! The description beside a file of rows: any text is refused, or is a description that its own text gives back. A merge reads it
//! too. The digest is corrected first, because no fuzzer would find it.
#![no_main]
mod folder;

use gridlock::internals::run::{Description, MergeInputs, MergeMode, TotalsCheck, description_digest, description_path};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::sync::atomic::AtomicBool;

fuzz_target!(|text: &str| {
    let _ = Description::parse(text);
    let Ok(mut value) = serde_json::from_str::<serde_json::Value>(text) else { return };
    if !value.is_object() {
        return;
    }
    value["digest"] = description_digest(&value).into();
    let Ok(description) = Description::parse(&value.to_string()) else { return };
    assert_eq!(Description::parse(&description.to_text()).expect("our own JSON"), description);
    let rows = folder::of_this_process().join("rows.txt");
    fs::write(description_path(&rows), value.to_string()).expect("written");
    // As many bytes as the description says, so that a merge reads on.
    let file = fs::File::create(&rows).expect("a file");
    let _ = file.set_len(description.file.bytes.min(1 << 20));
    assert!(
        description.file.bytes > 1 << 20
            || description.missing.is_some()
            || description.describes(&rows, &description.identity) == (description.check != TotalsCheck::Failed)
    );
    // Larger totals take too long to count for a fuzzer.
    if description.identity.rules.size().longer_side() > 5 || description.identity.walls.max() > 2 {
        return;
    }
    for mode in [MergeMode::Whole, MergeMode::Partial, MergeMode::Plain] {
        let look = |paths: &[_]| MergeInputs::look_at(paths, mode, &AtomicBool::new(false)).map(drop);
        let _ = look(&[rows.clone(), rows.clone()]);
        let _ = look(std::slice::from_ref(&rows));
    }
});
