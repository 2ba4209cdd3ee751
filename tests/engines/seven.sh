#!/usr/bin/env bash
# Tests scripts/seven.sh on shards of a few seconds: they come in the same order every time, are filed once, in the same bytes whatever the order,
# come back as files that `gridlock merge` takes, have the same rows when they are made anew, and rows that have changed are found. GRIDLOCK names
# the program.
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

DATA=$work/one "$seven" --again 1..9 >"$work/again" 2>"$work/messages"
[[ $(grep -cE '^shard [0-9]+: the [0-9]+ rows that are filed$' "$work/again") -eq 2 ]]
diff -r "$work/one" "$work/two"

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
# The last row of a shard goes, and the table has the hash of the others: only making the shard anew finds that.
python3 - "$work/one" "$work/three" <<'PYTHON'
import bz2, csv, hashlib, itertools, pathlib, sys

one, three = map(pathlib.Path, sys.argv[1:])
lines = iter(bz2.decompress((one / "rows.txt.bz2").read_bytes()).splitlines(keepends=True))
entries = list(csv.DictReader((one / "shards.csv").open()))
rows = [list(itertools.islice(lines, int(entry["rows"]))) for entry in entries]
at = max(range(len(rows)), key=lambda k: len(rows[k]))
rows[at].pop()
entries[at] |= {"rows": len(rows[at]), "sha256": hashlib.sha256(b"".join(rows[at])).hexdigest()}
(three / "rows.txt.bz2").write_bytes(bz2.compress(b"".join(map(b"".join, rows))))
with (three / "shards.csv").open("w") as file:
    writer = csv.DictWriter(file, entries[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(entries)
PYTHON
DATA=$work/three "$seven" >"$work/table3"
fails --again 0..2
grep -q "made anew has other rows than the filed one" "$work/messages"
fails --again 3..9
grep -q "no shard at the places 3..9 is filed" "$work/messages"
rm -r "$work/three"
sed -i 's/"walls": "0"/"walls": "1"/' "$work/made/$shard.txt.gz.json"
fails --file "$work/made"
fails 3..1
