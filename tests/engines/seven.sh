#!/usr/bin/env bash
# Tests scripts/seven.sh on shards of a few seconds: they come in the same order every time, are filed once, and a file that has changed is found.
# GRIDLOCK names the program.
set -euo pipefail
seven=$(dirname -- "$(realpath -- "$0")")/../../scripts/seven.sh
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
export GRIDLOCK SHARDS=20000000 MOVES=20.. WORK=$work/unfinished

DATA=$work/one "$seven" 0..2 >"$work/table"
DATA=$work/two "$seven" 2..2
DATA=$work/two "$seven" 0..1
DATA=$work/two "$seven" 0..2 2>"$work/messages"
[[ ! -s $work/messages ]] # nothing is made twice
diff -r "$work/one" "$work/two"
[[ $(cat "$work"/one/*.gz | gzip -dc | wc -l) -ge 3 ]]
grep -q '^shards done  *3 of' "$work/table"
grep -qx "places free  *3..19999999" "$work/table"

# The shards of another machine.
DATA=$work/three "$seven" --file "$work/one" >"$work/table3"
diff -r "$work/one" "$work/three"
diff "$work/table" "$work/table3"

# A row goes.
for rows in "$work"/three/*.gz; do
    gzip -dc "$rows" | tail -n +2 | gzip -n >"$work/changed"
    cmp -s "$rows" "$work/changed" || cp "$work/changed" "$rows"
done
if DATA=$work/three "$seven" >"$work/table3" 2>"$work/messages"; then
    echo "seven.sh took changed rows" >&2
    exit 1
fi
! DATA=$work/two "$seven" 3..1 2>/dev/null
