//! The description beside a file of rows: any text is refused, or is a description that its own text gives back. A merge reads it too.
#![no_main]
mod folder;

use gridlock::job::{MergeMode, MergeInputs, Description, description_path};
use libfuzzer_sys::fuzz_target;
use std::fs;

fuzz_target!(|text: &str| {
    let Ok(description) = Description::parse(text) else { return };
    let json = serde_json::to_string_pretty(&description).expect("a description is JSON");
    assert_eq!(Description::parse(&json).expect("our own JSON"), description);
    let rows = folder::of_this_process().join("rows.txt");
    fs::write(description_path(&rows), text).expect("written");
    // As many bytes as the description says, so that a merge reads on.
    let file = fs::File::create(&rows).expect("a file");
    let _ = file.set_len(description.file_bytes.min(1 << 20));
    assert!(
        description.file_bytes > 1 << 20
            || description.missing.is_some()
            || description.describes(&rows, &description.identity) == (description.check != gridlock::job::TotalsCheck::Failed)
    );
    for mode in [MergeMode::Whole, MergeMode::Partial, MergeMode::Plain] {
        let _ = MergeInputs::look_at(&[rows.clone(), rows.clone()], mode);
        let _ = MergeInputs::look_at(std::slice::from_ref(&rows), mode);
    }
});
