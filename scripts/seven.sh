#!/usr/bin/env bash
# All 7×7 puzzles without walls of 60 moves or more, in 1,000 shards (docs/SEVEN.md). data/seven has all of them.
#
#   scripts/seven.sh I..J             makes the shards at places I to J (0 to 999) of the order, and files each one in data/seven
#   scripts/seven.sh --again I..J     makes the filed shards at these places anew, and compares their rows with those that are filed
#   scripts/seven.sh --file FOLDER    files the complete shards of a folder, for example those of scripts/slurm/submit.sh
#   scripts/seven.sh --shards FOLDER  writes the filed shards into a new folder, as the files that `gridlock merge` takes
#   scripts/seven.sh                  checks what is filed, and prints the table and the places that are free
#
# Makes shards at idle priority. After a stop, run it again: filed shards are kept, and the one at work continues. THREADS=8 sets the number of
# threads, GRIDLOCK=path/to/gridlock names the program, WORK=FOLDER the place for unfinished shards (default: target/seven), DATA=FOLDER that for
# filed ones. Needs Python 3.9 or later, and no packages. Tests set SHARDS and MOVES.
set -euo pipefail
shards=${SHARDS:-1000} moves=${MOVES:-60..}
root=$(realpath -- "$(dirname -- "$0")/..")
data=${DATA:-$root/data/seven}
work=${WORK:-$root/target/seven}
mkdir -p -- "$data"

# Reads and writes data/seven, see docs/SEVEN.md. A line of shards.csv is what is needed to make the description of the shard again.
seven() { # places file|compare FIRST LAST | file FOLDER | compare FOLDER | shards FOLDER | table
    python3 - "$data" "$shards" "$moves" "$@" <<'PYTHON'
import bz2, csv, fcntl, gzip, hashlib, io, itertools, json, math, os, pathlib, sys

data, shards, moves, command, *arguments = sys.argv[1:]
data, shards = pathlib.Path(data), int(shards)
table, rows_file = data / "shards.csv", data / "rows.txt.bz2"
ALL = 177_298_610_439  # candidates
COUNTS = ["candidates", "pruned", "solvable", "goal_states", "rows", "states", "states_in_rows", "deepest"]
KEYS = {"pruned": "dismissed", "exhaustive": "audit"}  # two keys of a description; both names are read
NAMES = {key: name for name, key in KEYS.items()}


sha256 = lambda value: hashlib.sha256(value).hexdigest()
# of a description, as gridlock computes it
digest = lambda description: sha256(json.dumps(description, sort_keys=True, separators=(",", ":")).encode())

def order():
    """Shards in a random order, the same for everybody (the minimal standard generator, seed 7): any range of places is a random sample."""
    at, x = {}, 7
    for k in range(shards):
        x = x * 16807 % 2147483647
        other = k + x % (shards - k)
        at[k], at[other] = at.get(other, other), at.get(k, k)
        yield at.pop(k)

def settings(shard):
    """What every description of the project says."""
    run = {"rows_version": 2, "size": 7, "walls": "0", "moves": moves, "shard": f"{shard}/{shards}", "exhaustive": False}
    return run | {"order": "candidates", "check": "passed_for_candidates"}

def filed():
    """The entries of the table by shard, each with its rows as bytes, compared with their hash."""
    entries = {}
    if table.exists():
        lines = iter(bz2.decompress(rows_file.read_bytes()).splitlines(keepends=True))
        for entry in csv.DictReader(io.StringIO(table.read_text())):
            entry = {name: value if name in ("program", "sha256") else int(value) for name, value in entry.items()}
            rows = b"".join(itertools.islice(lines, entry["rows"]))
            if sha256(rows) != entry["sha256"]:
                sys.exit(f"{rows_file}: the rows of shard {entry['shard']} are not those of {table}: restore both")
            entries[entry["shard"]] = entry, rows
        if next(lines, None):
            sys.exit(f"{rows_file}: it has rows of no shard of {table}: restore both")
    return entries

def read_shard(path):
    """The entry and the rows of a shard that gridlock wrote. The names of two keys have changed."""
    description = json.loads(path.read_text())
    file = path.with_suffix("").read_bytes()
    rows = gzip.decompress(file)
    stated = description.pop("digest") == digest(description)
    stated &= (description["file_sha256"], description["rows"]["sha256"]) == (sha256(file), sha256(rows))
    counts, description = ({NAMES.get(key, key): value for key, value in part.items()} for part in (description["counts"], description))
    shard = int(description["shard"].split("/")[0])
    wrong = {key: description.get(key) for key, value in settings(shard).items() if description.get(key) != value}
    if wrong or not stated or counts["rows"] != rows.count(b"\n"):
        sys.exit(f"{path}: " + (f"not a shard of this project: {wrong}" if wrong else "it does not describe the rows beside it"))
    return {"shard": shard, "program": description["program"], **{name: counts[name] for name in COUNTS}, "sha256": sha256(rows)}, rows

def file_shards(folder):
    lock = os.open(data, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)  # until the end of this process
    old = filed()
    found = {entry["shard"]: (entry, rows) for entry, rows in map(read_shard, pathlib.Path(folder).glob("*.txt.gz.json"))}
    entries = dict(sorted((found | old).items()))
    if entries.keys() != old.keys():
        text = io.StringIO()
        writer = csv.DictWriter(text, ["shard", "program", *COUNTS, "sha256"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(entry for entry, _ in entries.values())
        for path, content in (rows_file, bz2.compress(b"".join(rows for _, rows in entries.values()))), (table, text.getvalue().encode()):
            unfinished = path.with_name("." + path.name)
            unfinished.write_bytes(content)
            os.replace(unfinished, path)
    print(f"filed: {len(entries) - len(old)} new shards of {len(found)}", file=sys.stderr)

def compare_shards(folder):
    entries = filed()
    for entry, _ in map(read_shard, pathlib.Path(folder).glob("*.txt.gz.json")):
        if entry["sha256"] != entries[entry["shard"]][0]["sha256"]:
            sys.exit(f"shard {entry['shard']} made anew has other rows than the filed one: {folder} has them")
        print(f"shard {entry['shard']}: the {entry['rows']} rows that are filed")

def write_shards(folder):
    """A file and a description for each shard, as gridlock wrote them, but not compressed."""
    os.makedirs(folder)
    for shard, (entry, rows) in filed().items():
        counts = {KEYS.get(name, name): entry[name] for name in COUNTS}
        description = {KEYS.get(name, name): value for name, value in settings(shard).items()}
        description |= {"program": entry["program"], "counts": counts, "file_bytes": len(rows), "file_sha256": entry["sha256"]}
        description["rows"] = {"lines": entry["rows"], "bytes": len(rows), "sha256": entry["sha256"]}
        description["digest"] = digest(description)
        pathlib.Path(folder, f"{shard}.txt").write_bytes(rows)
        pathlib.Path(folder, f"{shard}.txt.json").write_text(json.dumps(description, indent=2) + "\n")

def print_table():
    entries = filed()
    if not entries:
        sys.exit("no shard is filed yet")
    counts = [entry["rows"] for entry, _ in entries.values()]
    done, rows = len(counts), sum(counts)
    candidates = sum(entry["candidates"] for entry, _ in entries.values())
    if done == shards and candidates != ALL:
        sys.exit(f"all shards have {candidates:,} candidates, but there are {ALL:,}")
    print(f"shards done      {done:,} of {shards:,}")
    print(f"candidates       {candidates:,}, {candidates / ALL:.2%} of all")
    print(f"rows             {rows:,} of {moves} moves")
    print(f"the deepest      {max(entry['deepest'] for entry, _ in entries.values())} moves")
    mean = rows / done
    interval = " (one shard has no interval)"
    if done > 1:
        # shards are dealt at random, without replacement
        spread = math.sqrt(sum((count - mean) ** 2 for count in counts) / (done - 1) * (1 - done / shards) / done)
        interval = f" ± {1.96 * spread * shards:,.0f} (95 % interval)"
    print(f"rows of all      {mean * shards:,.0f}{interval}")
    free, begin, left = [], 0, done  # ranges of free places, the place after the last filed shard, and the number of filed shards to come
    for place, shard in enumerate(order()):
        if shard in entries:
            free += [f"{begin}..{place - 1}"] * (begin < place)
            begin, left = place + 1, left - 1
        if left == 0:
            break
    free += [f"{begin}..{shards - 1}"] * (begin < shards)
    print("places free      " + (", ".join(free) or "none"))

def print_places(action, first, last):
    """Shards at a range of places, in their order: to be filed those that are not, to be compared those that are."""
    entries, places = filed(), itertools.islice(order(), int(first), int(last) + 1)
    chosen = [shard for shard in places if (shard in entries) == (action == "compare")]
    if action == "compare" and not chosen:
        sys.exit(f"no shard at the places {first}..{last} is filed")
    print(*chosen)

{"places": print_places, "file": file_shards, "compare": compare_shards, "shards": write_shards, "table": print_table}[command](*arguments)
PYTHON
}

# Makes shards at a range of places, at idle priority, and files each one or compares it with the filed one.
make_shards() { # RANGE file|compare
    local range=$1 action=$2 first=${1%..*} last=${1#*..} gridlock places shard folder rows made=0
    [[ $first =~ ^[0-9]+$ && $last =~ ^[0-9]+$ && $first -le $last && $last -lt $shards ]] ||
        { echo "seven.sh: '$range' is not a range of places from 0 to $((shards - 1)), like 0..9" >&2; exit 2; }
    gridlock=$(command -v "${GRIDLOCK:-gridlock}") || { echo "seven.sh: cannot find the program ${GRIDLOCK:-gridlock}: set GRIDLOCK" >&2; exit 2; }
    renice -n 19 -p $$ >/dev/null 2>&1 || true
    chrt --idle --pid 0 $$ >/dev/null 2>&1 || true
    places=$(seven places "$action" "$first" "$last")
    for shard in $places; do
        made=$((made + 1))
        echo "shard $shard, number $made of $(wc -w <<<"$places")" >&2
        # A folder for each shard and action: others may be at work in `work`, and what is left of filing is not made anew.
        folder=$work/$action-$shard
        mkdir -p -- "$folder"
        rows=$folder/$shard.txt.gz
        "$gridlock" generate --size 7 --walls 0 --moves "$moves" --shard "$shard/$shards" --threads "${THREADS:-1}" -o "$rows"
        # Every row of a small sample is analysed anew by a slow search.
        "$gridlock" verify "$rows" --sample 10 --seed "$shard" --quiet
        seven "$action" "$folder"
        rm -r -- "$folder"
    done
}

case $#:${1:-} in
    0:) ;;
    1:*..*) make_shards "$1" file ;;
    2:--again)
        make_shards "$2" compare
        exit
        ;;
    2:--file) seven file "$2" ;;
    2:--shards)
        seven shards "$2"
        exit
        ;;
    *)
        sed -n '2,13s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
esac
seven table
