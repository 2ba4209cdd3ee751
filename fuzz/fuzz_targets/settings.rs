//! Ranges and shards as typed by the user: any text is refused, or is a value that its own text gives back.
#![no_main]
use gridlock::internals::board::WallRange;
use gridlock::internals::rows::NumberRange;
use gridlock::internals::run::Shard;
use libfuzzer_sys::fuzz_target;
use std::fmt::{Debug, Display};
use std::str::FromStr;

fuzz_target!(|text: &str| {
    round_trip::<WallRange>(text);
    round_trip::<NumberRange>(text);
    let Some(shard) = round_trip::<Shard>(text) else { return };
    for total in [0, 1, 1349, 243_502_786, 27_403_231_255, u64::MAX] {
        let share = shard.share(total);
        assert!(share <= total);
        if share > 0 {
            assert!(shard.rank(total, 0) < total && shard.rank(total, share - 1) < total);
        }
    }
});

fn round_trip<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    assert_eq!(value.to_string().parse::<T>().expect("our own text"), value);
    Some(value)
}
