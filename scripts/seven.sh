#!/usr/bin/env bash
# The 7×7 project (docs/SEVEN.md): all 7×7 puzzles without walls of 60 moves or more, in 1,000 shards.
#
#   scripts/seven.sh I..J           makes the shards at places I to J (0 to 999) of the order, and files each one under data/seven
#   scripts/seven.sh --file FOLDER  files the complete shards of a folder, for example those of scripts/slurm/submit.sh
#   scripts/seven.sh                checks what is filed, and prints the table and the places that are free
#
# Runs at idle priority. After a stop, run it again: filed shards are kept, and the one at work continues. THREADS=8 sets the number of
# threads, GRIDLOCK=path/to/gridlock names the program, WORK=FOLDER the place for unfinished shards (default: target/seven).
# Tests set SHARDS, MOVES and DATA.
set -euo pipefail
shards=${SHARDS:-1000} moves=${MOVES:-60..}
root=$(realpath -- "$(dirname -- "$0")/..")
data=${DATA:-$root/data/seven}
work=${WORK:-$root/target/seven}
mkdir -p -- "$data"

if [[ $# -gt 0 ]]; then
    gridlock=$(command -v "${GRIDLOCK:-gridlock}") || {
        echo "seven.sh: cannot find the program ${GRIDLOCK:-gridlock}: set GRIDLOCK" >&2
        exit 2
    }
fi
renice -n 19 -p $$ >/dev/null 2>&1 || true
chrt --idle --pid 0 $$ >/dev/null 2>&1 || true

# Places in a random order, the same for everybody (the minimal standard generator, seed 7): whoever makes some shards has a random sample.
shards_at() { # first place, last place
    awk -v shards="$shards" -v first="$1" -v last="$2" 'BEGIN {
        for (k = 0; k < shards && k <= last; k++) {
            x = (k == 0 ? 7 : x) * 16807 % 2147483647
            other = k + x % (shards - k)
            a = (k in at) ? at[k] : k
            b = (other in at) ? at[other] : other
            at[k] = b
            at[other] = a
            if (k >= first) print b
        }
    }'
}

file_shard() { # rows
    local name
    name=$(basename -- "$1")
    [[ ! -e $data/$name.json ]] || return 0
    # Every row of a small sample is analysed anew by a slow search. The table below compares the file with its description.
    "$gridlock" verify "$1" --sample 10 --seed "${name%%.*}" --quiet
    for suffix in '' .json; do # the description makes it complete
        cp -- "$1$suffix" "$data/.$name$suffix"
        mv -- "$data/.$name$suffix" "$data/$name$suffix"
    done
    echo "shard ${name%%.*}/$shards is filed" >&2
}

case $#:${1:-} in
    0:) ;;
    1:*..*)
        first=${1%..*} last=${1#*..}
        if ! [[ $first =~ ^[0-9]+$ && $last =~ ^[0-9]+$ && $first -le $last && $last -lt $shards ]]; then
            echo "seven.sh: '$1' is not a range of places from 0 to $((shards - 1)), like 0..9" >&2
            exit 2
        fi
        mkdir -p -- "$work"
        for shard in $(shards_at "$first" "$last"); do
            [[ ! -e $data/$shard.txt.gz.json ]] || continue
            "$gridlock" generate --size 7 --walls 0 --moves "$moves" --shard "$shard/$shards" --threads "${THREADS:-1}" --quiet -o "$work/$shard.txt.gz"
            file_shard "$work/$shard.txt.gz"
            rm -- "$work/$shard.txt.gz" "$work/$shard.txt.gz.json"
        done
        ;;
    2:--file)
        for description in "$2"/*.txt.gz.json; do
            [[ ! -e $description ]] || file_shard "${description%.json}"
        done
        ;;
    *)
        sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
esac

python3 - "$data" "$shards" "$moves" <(shards_at 0 $((shards - 1))) <<'TABLE'
import gzip, hashlib, json, math, pathlib, sys

data, shards, moves = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
ALL = 177_298_610_439
found = {}
for path in sorted(data.glob("*.txt.gz.json")):
    description = json.loads(path.read_text())
    file = path.with_suffix("").read_bytes()
    rows = gzip.decompress(file)
    shard = int(path.name.split(".")[0])
    stated = (description["size"], description["walls"], description["moves"], description["shard"])
    if stated != (7, "0", moves, f"{shard}/{shards}"):
        sys.exit(f"{path}: not shard {shard} of this project: {stated}")
    hashes = (description["file_sha256"], description["rows"]["sha256"])
    if hashes != tuple(hashlib.sha256(part).hexdigest() for part in (file, rows)) or description["counts"]["rows"] != rows.count(b"\n"):
        sys.exit(f"{path}: the rows are not those of the description")
    found[shard] = description["counts"]
if not found:
    sys.exit("no shard is filed yet")
counts = [counts["rows"] for counts in found.values()]
done, rows = len(counts), sum(counts)
candidates = sum(counts["candidates"] for counts in found.values())
print(f"shards done      {done:,} of {shards:,}")
print(f"candidates       {candidates:,}, {candidates / ALL:.2%} of all")
print(f"rows             {rows:,} of {moves} moves")
print(f"the deepest      {max(counts['deepest'] for counts in found.values())} moves")
mean = rows / done
if done > 1:
    # shards are dealt at random, without replacement
    spread = math.sqrt(sum((count - mean) ** 2 for count in counts) / (done - 1) * (1 - done / shards) / done)
    interval = f" ± {1.96 * spread * shards:,.0f} (95 % interval)"
else:
    interval = " (one shard has no interval)"
print(f"rows of all      {mean * shards:,.0f}{interval}")
free, begin, left = [], 0, done  # ranges of free places, the place after the last filed one, and how many filed ones follow
for place, shard in enumerate(open(sys.argv[4])):
    if int(shard) in found:
        free += [f"{begin}..{place - 1}"] * (begin < place)
        begin, left = place + 1, left - 1
    if left == 0:
        break
free += [f"{begin}..{shards - 1}"] * (begin < shards)
print("places free      " + (", ".join(free) or "none"))
TABLE
