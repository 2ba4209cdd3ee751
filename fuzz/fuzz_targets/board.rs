//! Board text: any text is a board that is written back as itself, or refused.
#![no_main]
use gridlock::board::State;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(state) = text.parse::<State>() {
        let written = state.to_string();
        assert_eq!(written.parse::<State>().as_ref(), Ok(&state));
    }
});
