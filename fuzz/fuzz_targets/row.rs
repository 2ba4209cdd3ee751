//! A row: any text is a row that is written back as itself, or refused.
#![no_main]
use gridlock::database::RowLine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(row) = text.parse::<RowLine>() {
        assert_eq!(row.to_string(), text.replace('.', "o"));
    }
});
