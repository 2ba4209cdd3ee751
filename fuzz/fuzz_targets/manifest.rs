//! The manifest of a run folder, and the description beside an output: any bytes are read or refused.
#![no_main]
use gridlock::run::Proof;
use gridlock::store::lines_of;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    assert!(lines_of(bytes).len() <= bytes.len());
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Proof::parse(text);
    }
});
