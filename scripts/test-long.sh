#!/usr/bin/env bash
# Runs the tests that are too long for every day: the fast search against the plain one on all of 5×5 with 0..2 walls,
# a million random 6×6 candidates and 40,000 random 7×7 ones. Says how many candidates each compared.
#
#   scripts/test-long.sh [NAME]        only the tests whose name contains NAME
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --release --test fast_and_slow -- --ignored --nocapture --test-threads 1 "$@"
