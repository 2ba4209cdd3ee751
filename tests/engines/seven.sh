#!/usr/bin/env bash
# Tests scripts/seven.sh on shards of a few seconds: they come in the same order every time, are filed once, in the same bytes whatever the order,
# come back as files that `gridlock merge` takes, and rows that have changed are found. GRIDLOCK names the program.
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
[[ $(bzip2 -dc "$work/one/rows.txt.bz2" | wc -l) -ge 3 ]]
grep -q '^shards done  *3 of' "$work/table"
grep -qx "places free  *3..19999999" "$work/table"

# The shards of another machine: the files that gridlock writes are filed, and come back as such.
DATA=$work/one "$seven" --shards "$work/shards"
mkdir "$work/made"
for rows in "$work"/shards/*.txt; do
    shard=$(basename "$rows" .txt)
    "$GRIDLOCK" generate --size 7 --walls 0 --moves "$MOVES" --shard "$shard/$SHARDS" --quiet -o "$work/made/$shard.txt.gz"
    gzip -dc "$work/made/$shard.txt.gz" | cmp - "$rows"
done
DATA=$work/three "$seven" --file "$work/made" >"$work/table3" 2>"$work/messages"
diff -r "$work/one" "$work/three"
diff "$work/table" "$work/table3"
"$GRIDLOCK" merge --partial "$work"/made/*.gz -o "$work/made.txt" 2>/dev/null
"$GRIDLOCK" merge --partial "$work"/shards/*.txt -o "$work/shards.txt" 2>/dev/null
cmp "$work/made.txt" "$work/shards.txt"
cmp "$work/made.txt.json" "$work/shards.txt.json"

# A row goes, or a description says something else.
fails() {
    if DATA=$work/three "$seven" "$@" >"$work/table3" 2>"$work/messages"; then
        echo "seven.sh took what is wrong" >&2
        exit 1
    fi
}
bzip2 -dc "$work/one/rows.txt.bz2" | tail -n +2 | bzip2 >"$work/three/rows.txt.bz2"
fails
rm -r "$work/three"
sed -i 's/"walls": "0"/"walls": "1"/' "$work/made/$shard.txt.gz.json"
fails --file "$work/made"
fails 3..1
