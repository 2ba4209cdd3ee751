#!/usr/bin/env python3
"""Makes the table of the hardest boards by rules: rows, most moves and core time of whole databases.

  scripts/maxima_rules.py docs              every board of up to 30 cells, every row of the primary, lengths 2..3 and 2..4,
                                            without walls and with one; then 6x6 with the exit in each row, with buses, and with a
                                            primary of length 3, without walls
  scripts/maxima_rules.py docs --cells 20   the same for smaller boards, without 6x6

Writes DOCS/maxima-rules.csv after each database, so that it can be stopped and run again, and the table of DOCS/MAXIMA.md between its
marks. Runs at low priority on one thread. GRIDLOCK names the program if it is not on the path.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = os.environ.get("GRIDLOCK", "gridlock")
FIELDS = "size primary_row primary_length lengths walls candidates rows maximum board cluster_size core_seconds sha256".split()
BEGIN, END = "<!-- rules: scripts/maxima_rules.py -->", "<!-- end of the rules -->"
MOST_CELLS = 30
SIDES = range(3, 8)


def key(entry):
    """The rules and walls of an entry."""
    return tuple(str(entry[name]) for name in FIELDS[:5])


def databases(most_cells):
    """The rules and walls of all databases, the small boards first."""
    sizes = sorted(((width, height) for width in SIDES for height in SIDES), key=lambda size: (size[0] * size[1], size))
    for width, height in sizes:
        if width * height > most_cells:
            continue
        for row in range(1, height + 1):
            for lengths in ("2..3", "2..4"):
                if lengths == "2..4" and max(width, height) < 5:
                    continue  # no line of 4 cells has room for a piece of 4
                for walls in (0, 1):
                    yield dict(zip(FIELDS, (f"{width}x{height}", row, 2, lengths, walls)))
    if most_cells == MOST_CELLS:
        for row in range(1, 7):
            yield dict(zip(FIELDS, ("6x6", row, 2, "2..3", 0)))
        yield dict(zip(FIELDS, ("6x6", 3, 2, "2..4", 0)))
        yield dict(zip(FIELDS, ("6x6", 3, 3, "2..3", 0)))


def generate(entry, folder):
    """Generates the database of an entry, and completes the entry."""
    rows, ordered, summary = (folder / name for name in ("rows.txt", "ordered.txt", "summary.json"))
    for file in folder.iterdir():
        file.unlink()
    rules = ["--size", entry["size"], "--primary-row", entry["primary_row"], "--primary-length", entry["primary_length"]]
    command = [PROGRAM, "generate", *rules, "--lengths", entry["lengths"], "--walls", entry["walls"], "--threads", 1, "--quiet"]
    command += ["--json", summary, "-o", rows]
    made = subprocess.run(["nice", "-n", "19", *map(str, command)], capture_output=True, text=True)
    if made.returncode == 2 and "nothing to generate" in made.stderr:
        return entry | {"candidates": 0, "rows": 0, "core_seconds": "0.0"}
    if made.returncode != 0:
        sys.exit(made.stderr)
    subprocess.run([PROGRAM, "merge", rows, "-o", ordered, "--quiet"], check=True)
    figures = json.loads(summary.read_text(encoding="utf-8"))
    description = json.loads(Path(f"{ordered}.json").read_text(encoding="utf-8"))
    entry = entry | {"candidates": figures["candidates"], "rows": figures["rows"], "sha256": description["rows"]["sha256"]}
    entry["core_seconds"] = f"{figures['cpu_seconds']:.1f}"
    with open(ordered, encoding="utf-8") as file:
        first = file.readline().split()
    if first:
        entry |= {"maximum": int(first[0]), "board": first[1], "cluster_size": first[2]}
    return entry


def read(path):
    """The entries of a table by their keys."""
    if not path.exists():
        return {}
    with open(path, encoding="utf-8", newline="") as file:
        return {key(entry): entry for entry in csv.DictReader(file)}


def write(path, entries):
    """Replaces a table at once, so that a stop leaves the old one or the new one."""
    new = path.with_suffix(".new")
    with open(new, "w", newline="", encoding="utf-8") as out:
        table = csv.DictWriter(out, FIELDS, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(entries)
    new.replace(path)


def page(entries):
    """The table of MAXIMA.md."""
    lines = ["| board | row | primary | lengths | walls | candidates | rows | most moves | the first of these | its cluster | core seconds |"]
    lines += ["|---" * 11 + "|"]
    for entry in entries:
        board = f"`{entry['board']}`" if entry.get("board") else ""
        counts = [f"{int(entry[name]):,}" for name in ("candidates", "rows")]
        cells = [entry[name] for name in FIELDS[:5]] + counts
        cells += [entry.get("maximum", ""), board, entry.get("cluster_size", ""), entry["core_seconds"]]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docs", type=Path)
    parser.add_argument("--cells", type=int, default=MOST_CELLS)
    arguments = parser.parse_args()
    path = arguments.docs / "maxima-rules.csv"
    known = read(path)
    wanted = list(databases(arguments.cells))
    with tempfile.TemporaryDirectory() as folder:
        for number, entry in enumerate(wanted, 1):
            if key(entry) in known:
                continue
            known[key(entry)] = generate(entry, Path(folder))
            write(path, [known[key(entry)] for entry in wanted if key(entry) in known])
            print(f"{number} of {len(wanted)}: {' '.join(key(entry))}: {known[key(entry)]['rows']} rows", flush=True)
    text = arguments.docs / "MAXIMA.md"
    if text.exists():
        before, mark, rest = text.read_text(encoding="utf-8").partition(BEGIN)
        _, end, after = rest.partition(END)
        if not end:
            sys.exit(f"{text} lacks the lines {BEGIN} and {END}")
        table = page([known[key(entry)] for entry in wanted])
        text.write_text(f"{before}{mark}\n\n{table}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
