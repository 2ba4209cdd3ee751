#!/usr/bin/env bash
# Makes a folder with the dataset, to be uploaded as it is to a data hub, an archive or a web server.
#
#   scripts/release.sh FOLDER ROWS...        e.g. scripts/release.sh release rush6.txt.bz2
#   scripts/release.sh --check FOLDER        checks every file against SHA256SUMS, and the rows by `gridlock verify`
#
# ROWS are whole databases, one for each size and metric: rows with their description (ROWS.json), a rank file, or a built-in name (@rush6-all).
# The same input gives the same bytes. After a stop the same command goes on where it was. GRIDLOCK=path/to/gridlock uses that program
# instead of building it; THREADS=8 sets the number of threads; PART_ROWS=400000 the rows in one Parquet file. PYTHON=path names the Python, 3.9 or
# later, in which the Python package is installed (pip install ./python).
# Exit code: 0 if the folder is complete, 1 if a check fails, 2 for wrong usage.
set -euo pipefail
if [[ $# -lt 2 ]]; then
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
here=$(dirname -- "$0")
if [[ -z ${GRIDLOCK:-} ]]; then
    cargo build --quiet --release --locked --features tables --manifest-path "$here/../Cargo.toml"
    GRIDLOCK=${CARGO_TARGET_DIR:-$here/../target}/release/gridlock
    export GRIDLOCK
fi
if ! "${PYTHON:-python3}" -c 'import gridlock_puzzle' 2>/dev/null; then
    echo "release.sh: ${PYTHON:-python3} has no gridlock_puzzle: install it (pip install ./python), or let PYTHON name a Python that has it" >&2
    exit 2
fi
exec "${PYTHON:-python3}" "$here/release.py" "$@"
