#!/usr/bin/env bash
# The checks of a contributor's minute: format, lints, unit tests and tests of the program, Rust alone. .ci/run checks the rest, the tests
# named `…_at_length` too, which take most of the time.
#
#   scripts/check.sh        PROFILE names the profile of cargo [default: fast]
set -euo pipefail
cd "$(dirname -- "$0")/.."
settings=(--locked --profile "${PROFILE:-fast}" --features tables)
cargo fmt --check
cargo clippy "${settings[@]}" --all-targets -- -D warnings
cargo test "${settings[@]}" --lib --test cli --test project -- --skip at_length
