#!/usr/bin/env bash
# Makes the tables of the hardest boards by size, walls, pieces and metric, or checks them.
#
#   scripts/maxima.sh FOLDER FILE[=COMMIT]...      e.g. scripts/maxima.sh docs rush5.txt.bz2=1a2b3c4 rush6.txt.bz2=6c46995
#   scripts/maxima.sh --check docs/maxima.csv      searches the cluster of every board anew, as `gridlock verify` does
#
# FILE is a whole database, as rows or as ranks, with its description (FILE.json); COMMIT is the commit of the program that made
# it. Writes FOLDER/maxima.csv, and the tables of FOLDER/MAXIMA.md between its two marks; the same input gives the same bytes. If
# FOLDER/maxima.csv exists, its entries stay for sizes, walls and metrics that no FILE has.
# GRIDLOCK=path/to/gridlock uses that program instead of building it. Needs Python 3.9 or later, and no packages.
# Exit code: 0 if all is well, 1 if a board is wrong, 2 for wrong usage.
set -euo pipefail
if [[ $# -lt 2 ]]; then
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
here=$(dirname -- "$0")
if [[ -z ${GRIDLOCK:-} ]]; then
    cargo build --quiet --release --locked --manifest-path "$here/../Cargo.toml"
    export GRIDLOCK=${CARGO_TARGET_DIR:-$here/../target}/release/gridlock
fi
exec python3 "$here/maxima.py" "$@"
