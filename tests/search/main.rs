//! The search against slow twins, published rows and samples; what holds for every board, and for every input of the readers.
#[cfg(feature = "cli")]
mod databases;
mod fast_and_slow;
#[cfg(feature = "cli")]
mod near_duplicates;
#[cfg(feature = "cli")]
mod oracle;
#[cfg(feature = "cli")]
mod parsers;
mod properties;
mod pruning;
mod published_rows;
#[cfg(feature = "cli")]
mod ranks;

use proptest::test_runner::{Config, RngSeed};

/// `cases` cases, the same in each run, so that a test fails where the code has changed and not by chance.
///
/// `PROPTEST_RNG_SEED` and `PROPTEST_CASES` give others: `scripts/test-long.sh` tries many new ones.
pub fn cases(cases: u32) -> Config {
    let default = Config { failure_persistence: None, ..Config::default() };
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { cases };
    match default.rng_seed {
        RngSeed::Random => Config { cases, rng_seed: RngSeed::Fixed(0), ..default },
        RngSeed::Fixed(_) => Config { cases, ..default },
    }
}
