#!/usr/bin/env python3
"""Makes the tables of the hardest boards by size, walls, pieces and metric, or checks them.

  scripts/maxima.py FOLDER FILE[=COMMIT]...      e.g. scripts/maxima.py docs rush5.txt.bz2=1a2b3c4 rush6.txt.bz2=6c46995
  scripts/maxima.py --check docs/maxima.csv      searches the cluster of every board anew, as `gridlock verify` does

FILE is a whole database, as rows or as ranks, with its description (FILE.json); COMMIT is the commit of the program that made it. Writes
FOLDER/maxima.csv, and the tables of FOLDER/MAXIMA.md between its two marks; the same input gives the same bytes. If FOLDER/maxima.csv
exists, its entries stay for sizes, walls and metrics that no FILE has. GRIDLOCK names the program if it is not on the path.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

PROGRAM = os.environ.get("GRIDLOCK", "gridlock")
FIELDS = "size walls metric pieces rows states maximum reached_by board cluster_size exhaustive commit sha256".split()
BEGIN, END = "<!-- tables: scripts/maxima.py -->", "<!-- end of the tables -->"


def published_order(row):
    """The key of a row: the smallest is the hardest."""
    moves, board, cluster_size = row.split()
    return -int(moves), -int(cluster_size), [-ord(cell) for cell in board.replace("o", ".")]


def entries_of(file, commit):
    """The entries of a file: for each number of walls one for all rows, and one for each number of pieces."""
    description = json.loads(Path(f"{file}.json").read_text(encoding="utf-8"))
    if description["shard"] != "0/1" or "missing" in description or not description["check"].startswith("passed"):
        sys.exit(f"{file}: its description does not say that the database is whole")
    least, _, most = description["walls"].partition("..")
    stats = json.loads(subprocess.run([PROGRAM, "stats", file, "--json"], check=True, capture_output=True).stdout)
    of_walls = defaultdict(list)
    for entry in stats["hardest_of"]:
        of_walls[entry["walls"]].append(entry)
    for walls in range(int(least), int(most or least) + 1):
        same = {"size": description["size"], "walls": walls, "metric": description.get("metric", "moves")}
        same |= {"exhaustive": "yes", "commit": commit, "sha256": description["rows"]["sha256"]}
        parts = of_walls.get(walls, [])
        if not parts:
            yield same | {"rows": 0, "states": 0}
            continue
        deepest = max(part["deepest"] for part in parts)
        whole = {
            "rows": sum(part["rows"] for part in parts),
            "states": sum(part["states"] for part in parts),
            "deepest": deepest,
            "reached_by": sum(part["reached_by"] for part in parts if part["deepest"] == deepest),
            "row": min((part["row"] for part in parts), key=published_order),
        }
        for part in [whole, *parts]:
            _, board, cluster_size = part["row"].split()
            counts = {name: part[name] for name in ("rows", "states", "reached_by")} | {"maximum": part["deepest"]}
            yield same | counts | {"pieces": part.get("pieces", ""), "board": board, "cluster_size": cluster_size}


def key(entry):
    return int(entry["size"]), entry["metric"], int(entry["walls"]), int(entry.get("pieces") or 0)


def read_table(path):
    """The entries of a table, all as text."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tables(entries):
    """The tables of MAXIMA.md."""
    databases = defaultdict(list)
    for entry in entries:
        databases[int(entry["size"]), entry["metric"]].append(entry)
    text = []
    for (size, metric), found in databases.items():
        text += [f"### {size}×{size} by {metric}", ""]
        text += [f"| walls | rows | states in rows | most {metric} | reached by | the first of these in the published order | its cluster |"]
        text += ["|---|---|---|---|---|---|---|"]
        whole = [entry for entry in found if not entry["pieces"]]
        for entry in whole:
            if int(entry["rows"]):
                board = f"`{entry['board']}`"
                figures = [f"{int(entry[name]):,}" for name in ("rows", "states", "maximum", "reached_by")]
                text += ["| " + " | ".join([entry["walls"], *figures, board, f"{int(entry['cluster_size']):,}"]) + " |"]
        empty = [int(entry["walls"]) for entry in whole if not int(entry["rows"])]
        if empty:
            listed = f"{empty[0]} to {empty[-1]}" if len(empty) > 1 else f"{empty[0]}"
            assert len(empty) == empty[-1] - empty[0] + 1, f"numbers of walls without rows have a gap: {empty}"
            text += ["", f"No puzzle has {listed} walls."]
        counts = sorted({entry["pieces"] for entry in found if entry["pieces"]}, key=int)
        text += ["", f"Most {metric} by number of pieces, the primary included:", ""]
        text += ["| walls | " + " | ".join(counts) + " |", "|---" * (len(counts) + 1) + "|"]
        for entry in whole:
            if int(entry["rows"]):
                most = {part["pieces"]: part["maximum"] for part in found if part["walls"] == entry["walls"]}
                text += [f"| {entry['walls']} | " + " | ".join(most.get(count, "") for count in counts) + " |"]
        text.append("")
    return "\n".join(text)


def make(folder, files):
    entries = []
    for name in files:
        file, _, commit = name.partition("=")
        entries += entries_of(file, commit)
    entries.sort(key=key)
    for first, second in zip(entries, entries[1:]):
        if key(first) == key(second):
            sys.exit(f"two files have the rows of {first['size']}×{first['size']} with {first['walls']} walls by {first['metric']}")
    path = folder / "maxima.csv"
    new = {key(entry)[:3] for entry in entries}
    if path.exists():
        entries += [entry for entry in read_table(path) if key(entry)[:3] not in new]
        entries.sort(key=key)
    with open(path, "w", newline="", encoding="utf-8") as out:
        table = csv.DictWriter(out, FIELDS, restval="", extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        table.writerows(entries)
    page = folder / "MAXIMA.md"
    if page.exists():
        before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
        _, mark, after = rest.partition(END)
        if not mark:
            sys.exit(f"{page} lacks the lines {BEGIN} and {END}")
        page.write_text(f"{before}{BEGIN}\n\n{tables(read_table(path))}\n{END}{after}", encoding="utf-8")
    print(f"{path}: {len(entries)} entries")


def check(path):
    """Searches every board anew."""
    rows = defaultdict(set)
    for entry in read_table(path):
        if entry["board"]:
            row = f"{int(entry['maximum']):02} {entry['board']} {entry['cluster_size']}\n"
            rows[entry["size"], entry["metric"]].add(row)
    if not rows:
        sys.exit(f"{path} has no board")
    for (size, metric), found in sorted(rows.items()):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.txt"
            file.write_text("".join(sorted(found, key=published_order)), encoding="utf-8")
            verified = subprocess.run([PROGRAM, "verify", str(file), "--metric", metric, "--quiet"], capture_output=True, text=True)
        if verified.returncode != 0:
            sys.exit(f"{path}, {size}×{size} by {metric}:\n{verified.stdout}{verified.stderr}")
        print(f"{size}×{size} by {metric}: {len(found)} boards searched anew, none wrong")


if len(sys.argv) < 3:
    print(__doc__.strip(), file=sys.stderr)
    sys.exit(2)
if sys.argv[1] == "--check":
    check(sys.argv[2])
else:
    make(Path(sys.argv[1]), sys.argv[2:])
