//! Parsers of argument values that several subcommands share.
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

/// A time of at most a day.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if (0.0..=86_400.0).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err("not from 0 to 86400".to_owned()) }
}

/// A price: a number that is not negative.
pub(crate) fn price(text: &str) -> Result<f64, String> {
    let price = text.parse().ok().filter(|price: &f64| price.is_finite() && !price.is_sign_negative());
    price.ok_or_else(|| "must be a number from 0 on, like 0.04".to_owned())
}

/// Lengths of pieces: a number, or an inclusive range.
pub(crate) fn lengths(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| text.parse().map_err(|_| "neither a number like 3 nor an inclusive range like 2..4".to_owned());
    let (shortest, longest) = text.split_once("..").unwrap_or((text, text));
    Ok((number(shortest)?, number(longest)?))
}

/// A number of threads: at most 8 per processor, or 1,024 if that is more.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let most = 1024.max(8 * processors().get());
    match text.parse::<NonZeroUsize>() {
        Ok(threads) if threads.get() <= most => Ok(threads),
        Ok(_) => Err(format!("more than {most} threads only hinder one another; the default is one per processor")),
        Err(_) => Err(format!("not a number from 1 to {most}")),
    }
}

/// An amount of memory: a number of bytes, or of KiB, MiB or GiB with K, M or G at the end.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" | "KIB" => 10,
        "M" | "MIB" => 20,
        "G" | "GIB" => 30,
        _ => return Err("the unit must be K, M or G".to_owned()),
    };
    let number: usize =
        digits.parse().map_err(|_| "not a whole number with K, M or G at the end, such as 500M or 2G".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "more than any computer has".to_owned())
}

/// The number of processors.
pub(crate) fn processors() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
