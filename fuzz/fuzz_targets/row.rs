//! A row: any text is refused, or is a row that is written back unchanged.
#![no_main]
use gridlock::internals::rows::RowLine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(row) = text.parse::<RowLine>() {
        assert_eq!(row.to_string(), text.replace('.', "o"));
    }
});
