#!/usr/bin/env bash
# Generates the database of a board size, puts it into the published order, and checks it.
#
#   scripts/regenerate.sh SIZE WALLS OUT       e.g. scripts/regenerate.sh 6 0..2 rush6.txt.bz2
#
# OUT may end in .txt, .gz or .bz2. THREADS=8 sets the number of threads.
# Exit code: 0 if everything known about this size agrees (or nothing is known), 1 if not, 2 for wrong usage.
set -euo pipefail

if [[ $# -ne 3 ]]; then
    sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
size=$1 walls=$2 out=$3
if [[ -e $out ]]; then
    echo "$out exists already: remove it, or name another file" >&2
    exit 2
fi
if [[ $walls =~ ^([0-9]+)\.\.=?([0-9]+)$ && ${BASH_REMATCH[1]} == "${BASH_REMATCH[2]}" ]]; then
    walls=${BASH_REMATCH[1]}
fi

# What is known: rows, and SHA-256 of the uncompressed rows in the published order ('-' where only the number is known).
case "$size $walls" in
    "4 0") known_rows=32 known_hash=- ;;
    "5 0") known_rows=1730 known_hash=- ;;
    "6 0") known_rows=476118 known_hash=2c59898ddce8ac30d1b8018d1bfc4b327ac25095884720ad1ddadcfe6f39047a ;;
    "6 1") known_rows=1109498 known_hash=- ;;
    "6 2") known_rows=991796 known_hash=- ;;
    "6 0..2") known_rows=2577412 known_hash=fca9f04db491415ac257416cd25b304670f2859f5f1bb1f4948c7f30ba14626f ;;
    *) known_rows=- known_hash=- ;;
esac

case $out in
    *.gz) read_rows() { gzip -dc -- "$out"; } ;;
    *.bz2) read_rows() { bzip2 -dc -- "$out"; } ;;
    *) read_rows() { cat -- "$out"; } ;;
esac

# Both files are written beside OUT, where there has to be room for it anyway.
work=$(mktemp -d -- "$(dirname -- "$out")/regenerate.XXXXXX")
trap 'rm -rf -- "$work"' EXIT

manifest=$(dirname -- "$0")/../Cargo.toml
gridlock() { cargo run --quiet --release --locked --manifest-path "$manifest" -- "$@"; }

gridlock generate --size "$size" --walls "$walls" ${THREADS:+--threads "$THREADS"} -o "$work/rows.gz"
gridlock merge "$work/rows.gz" -o "$out"

rows=$(read_rows | wc -l)
hash=$(read_rows | sha256sum | cut -d ' ' -f 1)
echo "$out: $rows rows, sha256 of the rows $hash"

check() { # name, found, known
    if [[ $3 == - ]]; then
        echo "$1: no published figure for size $size with walls $walls"
    elif [[ $2 == "$3" ]]; then
        echo "$1: as published"
    else
        echo "$1: $2, but $3 was published" >&2
        return 1
    fi
}
failed=0
check "rows" "$rows" "$known_rows" || failed=1
check "sha256" "$hash" "$known_hash" || failed=1
exit "$failed"
