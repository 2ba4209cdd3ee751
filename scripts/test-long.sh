#!/usr/bin/env bash
# Runs the long tests that `cargo test` ignores: the fast search against the plain one on all of 5×5 with 0..2 walls, a million
# random 6×6 candidates, 40,000 random 7×7 ones, 7×7 clusters of more than 2 million states, and others. Each prints how many
# candidates it compared. Then runs the property tests with 20,000 new random cases each; a failure prints the seed that repeats it.
#
#   scripts/test-long.sh [NAME]        runs only the tests whose name contains NAME
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --release --test search -- --ignored --nocapture --test-threads 1 "$@"

seed=${PROPTEST_RNG_SEED:-$RANDOM}
echo "property tests with PROPTEST_RNG_SEED=$seed"
[[ $# -gt 0 ]] || set -- properties:: parsers::
PROPTEST_RNG_SEED=$seed PROPTEST_CASES=${PROPTEST_CASES:-20000} cargo test --release --test search -- "$@"
