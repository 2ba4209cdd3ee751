//! Settings of the property tests.
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
