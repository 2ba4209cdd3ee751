//! The description beside a file of rows: any text is one that is written back as itself and fits its file or not, or it is refused.
#![no_main]
mod folder;

use gridlock::job::{Claim, Inputs, Description, description_path};
use libfuzzer_sys::fuzz_target;
use std::fs;

fuzz_target!(|text: &str| {
    let Ok(proof) = Description::parse(text) else { return };
    let json = serde_json::to_string_pretty(&proof).expect("a description is JSON");
    assert_eq!(Description::parse(&json).expect("it was written by us"), proof);
    let rows = folder::of_this_process().join("rows.txt");
    fs::write(description_path(&rows), text).expect("written");
    // As many bytes as it says, so that a merge looks further.
    let file = fs::File::create(&rows).expect("a file");
    let _ = file.set_len(proof.file_bytes.min(1 << 20));
    assert!(
        proof.file_bytes > 1 << 20
            || proof.missing.is_some()
            || proof.proves(&rows, &proof.identity) == (proof.check != gridlock::job::Check::Failed)
    );
    for claim in [Claim::Whole, Claim::Partial, Claim::Plain] {
        let _ = Inputs::look_at(&[rows.clone(), rows.clone()], claim);
        let _ = Inputs::look_at(std::slice::from_ref(&rows), claim);
    }
});
