#!/usr/bin/env python3
"""Makes a folder with the dataset, to be uploaded as it is to a data hub, an archive or a web server.

  scripts/release.py FOLDER ROWS...        e.g. scripts/release.py release rush6.txt.bz2
  scripts/release.py --check FOLDER        checks every file against SHA256SUMS, and the rows by `gridlock verify`

ROWS are whole databases, one for each size and metric: rows with their description (ROWS.json), a rank file, or a built-in name (@rush6-all).
The same input gives the same bytes. After a stop the same command goes on where it was. Needs the Python package (pip install ./python), and a
program with SQLite and Parquet (cargo build --release --features tables). GRIDLOCK names the program if it is not on the path; THREADS=8 sets
the number of threads, PART_ROWS=400000 the rows in one Parquet file.
Exit code: 0 if the folder is complete, 1 if a check fails, 2 for wrong usage.
"""

import bz2
import csv
import hashlib
import json
import math
import os
import re
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

try:
    from gridlock_puzzle._near_twins import SIDES, NearTwins, middle_columns
except ImportError:
    print(f"release.py: {sys.executable} has no gridlock_puzzle: pip install ./python, or run this script by a Python that has it", file=sys.stderr)
    sys.exit(2)

PROGRAM = os.environ.get("GRIDLOCK", "gridlock")
THREADS = ["--threads", os.environ["THREADS"]] if "THREADS" in os.environ else []
BENCH_ROWS = 1000  # a smaller database is not split
PART_ROWS = int(os.environ.get("PART_ROWS", "400000"))
NAME = "gridlock-rush-hour"
TITLE = "Rush Hour puzzle database"
LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/"
SOURCE = Path(__file__).resolve().parent.parent
ARROW = {"text": "string", "u32": "uint32", "u64": "uint64", "i64": "int64"}
CROISSANT = {"text": "sc:Text", "u32": "cr:UInt32", "u64": "cr:UInt64", "i64": "cr:Int64"}
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
}
CR_NAMES = """citeAs column extract field fileProperty fileObject fileSet format includes isLiveDataset jsonPath key md5 parentField path
    recordSet references regex repeated replace separator source subField transform"""
CONTEXT |= {name: f"cr:{name}" for name in CR_NAMES.split()}


def fail(message, code=2):
    print(f"release.py: {message}", file=sys.stderr)
    raise SystemExit(code)


def gridlock(*arguments, codes=(0,)):
    """Runs the program, which may end with one of these exit codes, and returns its standard output."""
    run = subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode not in codes:
        fail(f"gridlock {' '.join(map(str, arguments))} failed", 1)
    return run.stdout


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def made(path, make):
    """Makes a file under another name, unless an earlier call of this script has made it."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name("new." + path.name)
        for left in [new, Path(f"{new}.json"), Path(f"{new}.run")]:
            shutil.rmtree(left) if left.is_dir() else left.unlink(missing_ok=True)
        make(new)
        if Path(f"{new}.json").exists():
            os.replace(f"{new}.json", f"{path}.json")
        os.replace(new, path)
    return path


def described_rows(rows):
    """The description of a whole database as rows."""
    description = Path(f"{rows}.json")
    if not rows.exists() or not description.exists():
        fail(f"{rows} and its description {description.name} are needed")
    facts = json.loads(description.read_text())
    if facts.get("shard") != "0/1":
        fail(f"{rows} holds shard {facts.get('shard')}, not a whole database: merge the shards")
    return facts


def described_ranks(ranks):
    """What a description would say of the rows of a rank file or built-in database."""
    figures = json.loads(gridlock("stats", ranks, "--json", *THREADS))
    walls = [int(walls) for walls in figures["by_walls"]]
    facts = {"size": size_of(figures["hardest"][0]), "walls": f"{min(walls)}..{max(walls)}", "metric": figures["metric"]}
    return facts | {"rows": {"lines": figures["all"]["rows"]}}


def size_of(row):
    """The board size of a row."""
    return math.isqrt(len(row.split()[1]))


class Database:
    """The rows of one board size and metric."""

    def __init__(self, rows, folder):
        of_ranks = str(rows).startswith("@") or str(rows).endswith(".ranks")
        self.description = described_ranks(rows) if of_ranks else described_rows(Path(rows))
        self.size, self.metric = self.description["size"], self.description.get("metric", "moves")
        first, _, last = str(self.description["walls"]).partition("..")
        self.walls = range(int(first), int(last or first) + 1)
        self.name = f"rush{self.size}" + ("" if self.metric == "moves" else "-steps")
        self.text = made(folder / f"text/{self.name}.txt.bz2", lambda new: gridlock("merge", rows, "-o", new))
        made(folder / f"ranks/{self.name}.ranks", lambda new: gridlock("merge", rows if of_ranks else self.text, "-o", new))
        if not of_ranks:
            self.description = json.loads(Path(f"{self.text}.json").read_text())
        self.folder = folder
        self.parts = {}
        self.sides, self.split = [], None  # those of bench/

    def of_walls(self, walls, work):
        """The rows with one number of walls, as Parquet files of at most PART_ROWS rows in the published order."""
        with_walls = ("select", self.text, "--walls", walls)
        rows = made(work / f"{self.name}-{walls}.txt", lambda new: gridlock(*with_walls, "-o", new, codes=(0, 1)))  # 1: no row passes
        lines = sum(1 for _ in open(rows, encoding="ascii"))
        if not lines:
            return  # no puzzle has this number of walls
        parts = -(-lines // PART_ROWS)
        stem = f"size={self.size}/walls={walls}/metric={self.metric}"
        paths = [self.folder / stem / f"part-{k:05}-of-{parts:05}.parquet" for k in range(parts)]
        with open(rows, encoding="ascii") as source:
            for path in paths:
                chunk = work / "chunk.txt"
                chunk.write_text("".join(islice(source, PART_ROWS)), encoding="ascii")
                made(path, lambda new, chunk=chunk: self.table(chunk, new, "--solve"))
        self.parts[walls] = (stem, paths, lines)

    def bench(self, work):
        """Writes the sides of the split as tables, and keeps their figures for the card."""
        with bz2.open(self.text, "rt", encoding="ascii") as source:
            rows = list(source)
        if len(rows) < BENCH_ROWS:
            return
        twins = NearTwins([row.split()[1] for row in rows])
        sides = twins.sides(middle_columns)
        test, train = twins.leaking(sides)
        left_out = [number in train for number in range(len(sides))]
        counts = {}
        for side in SIDES:
            chosen = [row for row, k in zip(rows, twins.of_board) if sides[k] == side and not left_out[k]]
            counts[side] = len(chosen)
            write(work / "side.txt", "".join(chosen))
            made(self.bench_path(side), lambda new: self.table(work / "side.txt", new, "--solve"))
        families = twins.components()
        figures = [*counts.values(), len(rows) - sum(counts.values())]
        leak = f"{100 * twins.count(test) / counts['test']:.1f} %"
        self.split = [*map("{:,}".format, figures), leak, f"{len(families):,}", f"{families[0]:,}"]
        self.sides = SIDES

    def bench_path(self, side):
        return self.folder / f"bench/{self.name}-{side}.parquet"

    def table(self, rows, path, *options):
        gridlock("select", rows, "--metric", self.metric, *THREADS, *options, "-o", path)

    def verified(self):
        """The result of `gridlock verify` for all rows."""
        lines = gridlock("verify", self.text, "--json", *THREADS).splitlines()
        summary = json.loads(lines[-1])
        if summary["faults"] or summary["given_up"] or summary["analysed"] != summary["rows"]:
            fail(f"{self.text}: {lines[-1]}", 1)
        return {key: summary[key] for key in ["rows", "analysed", "faults", "states", "order"]}


def maxima(databases, path):
    """The hardest row of each size, number of walls and number of pieces."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["size", "walls", "metric", "pieces", "maximum", "board", "cluster_size"])
        for database in databases:
            for entry in json.loads(gridlock("stats", database.text, "--json"))["hardest_of"]:
                maximum, board, cluster_size = entry["row"].split()
                group = [database.size, entry["walls"], database.metric, entry["pieces"]]
                table.writerow([*group, int(maximum), board, cluster_size])


def size_category(rows):
    bounds = [(10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M")]
    return next((name for bound, name in bounds if rows < bound), "10M<n<100M")


def card(databases, columns):
    """README.md: the card of the dataset, with the head that data hubs read."""
    rows = sum(database.description["rows"]["lines"] for database in databases)
    head = ["---", "license: cc0-1.0", f"pretty_name: {TITLE}", "tags: [rush-hour, puzzle, planning, search]"]
    head += ["size_categories:", f"- {size_category(rows)}", "configs:"]
    for k, database in enumerate(databases):
        head += [f"- config_name: {database.name}"] + (["  default: true"] if k == 0 else [])
        head += ["  data_files:", "  - split: puzzles", f"    path: size={database.size}/*/metric={database.metric}/*.parquet"]
    for database in filter(lambda database: database.sides, databases):
        head += [f"- config_name: {database.name}-bench", "  data_files:"]
        for side in database.sides:
            head += [f"  - split: {side}", f"    path: bench/{database.name}-{side}.parquet"]
    head += ["---", ""]
    counts = []
    for database in databases:
        for walls, (stem, paths, lines) in database.parts.items():
            counts.append(f"| {database.size}×{database.size} | {walls} | {database.metric} | {lines:,} | `{stem}` | {len(paths)} |")
    of_split = [f"| {database.name} | {' | '.join(database.split)} |" for database in databases if database.split]
    column_rows = [f"| `{column['name']}` | {ARROW[column['type']]} | {column['definition']} |" for column in columns]
    text = (Path(__file__).parent / "release_card.md").read_text(encoding="utf-8")
    replace = {"ROWS": f"{rows:,}", "FIRST": databases[0].name, "VERSION": version()}
    for key, lines in {"COUNTS": counts, "SPLITS": of_split, "COLUMNS": column_rows}.items():
        replace[key] = "\n".join(lines)
    for key, value in replace.items():
        text = text.replace("{{" + key + "}}", value)
    return "\n".join(head) + text


def version():
    return re.search(r'^version = "(.*)"', (SOURCE / "Cargo.toml").read_text(), re.MULTILINE).group(1)


def citation():
    """CITATION.cff of the dataset: the program's, with the type and licence of data."""
    text = (SOURCE / "CITATION.cff").read_text(encoding="utf-8")
    return text.replace("type: software", "type: dataset").replace("license: MIT", "license: CC0-1.0")


def commit():
    """The commit of the program, if this is a checkout, marked if a file has changed."""
    git = ["git", "-C", str(SOURCE)]
    try:
        head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
        changed = subprocess.run([*git, "status", "--porcelain", "-uno"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return head + ("-changed" if changed.strip() else "")


def provenance(databases, command):
    entries = [{"name": one.name, "description": one.description, "verify": one.verified()} for one in databases]
    return {"program": gridlock("--version").strip(), "commit": commit(), "command": command, "threads_do_not_matter": True, "databases": entries}


def table_files(databases):
    """The Parquet files of each group of tables."""
    for database in databases:
        for _, paths, _ in database.parts.values():
            yield database.name, paths
        for side in database.sides:
            yield f"{database.name}-{side}", [database.bench_path(side)]


def croissant(folder, databases, columns):
    files, sets = [], {}
    for group, paths in table_files(databases):
        for path in paths:
            place = path.relative_to(folder).as_posix()
            file = {"@type": "cr:FileObject", "@id": place, "name": place, "contentUrl": place, "encodingFormat": "application/x-parquet"}
            files.append(file | {"contentSize": f"{path.stat().st_size} B", "sha256": sha256(path)})
            sets.setdefault(group, []).append(place)
    record_sets = []
    for group, places in sets.items():
        for k, place in enumerate(places):
            name = group if len(places) == 1 else f"{group}-{k}"
            fields = [
                {
                    "@type": "cr:Field",
                    "@id": f"{name}/{column['name']}",
                    "name": column["name"],
                    "description": column["definition"],
                    "dataType": CROISSANT[column["type"]],
                    "source": {"fileObject": {"@id": place}, "extract": {"column": column["name"]}},
                }
                for column in columns
            ]
            record_sets.append({"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields})
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": NAME,
        "description": f"{TITLE}: every puzzle of its board sizes and walls, each with a shortest solution and facts of its cluster.",
        "license": LICENCE,
        "url": "https://www.michaelfogleman.com/rush/",
        "version": version(),
        "citeAs": f"gridlock {version()}: {TITLE}. See CITATION.cff.",
        "datePublished": re.search(r"^date-released: [\"']?([0-9-]+)", citation(), re.MULTILINE).group(1),
        "distribution": files,
        "recordSet": record_sets,
    }


def data_package(folder, databases, columns):
    kinds = {"text": "string", "u32": "integer", "u64": "integer", "i64": "integer"}
    fields = [{"name": column["name"], "type": kinds[column["type"]], "description": column["definition"]} for column in columns]
    resources = []
    for group, paths in table_files(databases):
        for path in paths:
            place = path.relative_to(folder).as_posix()
            name = re.sub(r"[^a-z0-9]+", "-", place.lower().removesuffix(".parquet"))
            about = {"name": name, "title": group, "path": place, "format": "parquet", "mediatype": "application/x-parquet"}
            resources.append(about | {"bytes": path.stat().st_size, "hash": f"sha256:{sha256(path)}", "schema": {"fields": fields}})
    licenses = [{"name": "CC0-1.0", "path": LICENCE}]
    return {"name": NAME, "title": TITLE, "version": version(), "licenses": licenses, "resources": resources}


def release(folder, inputs):
    folder.mkdir(parents=True, exist_ok=True)
    work = folder.with_name(folder.name + ".work")
    work.mkdir(exist_ok=True)
    if (folder / "SHA256SUMS").exists():
        fail(f"{folder} is complete already: name another folder, or check this one with --check")
    columns = [json.loads(line) for line in gridlock("select", "--list-columns").splitlines()]
    databases = [Database(rows, folder) for rows in inputs]
    if len({database.name for database in databases}) < len(databases):
        fail("two inputs have the same size and metric: merge them")
    for database in databases:
        for walls in database.walls:
            database.of_walls(walls, work)
        database.bench(work)
    (folder / "records").mkdir(exist_ok=True)
    maxima(databases, folder / "records/maxima.csv")
    write(folder / "README.md", card(databases, columns))
    write(folder / "CITATION.cff", citation())
    shutil.copyfile(SOURCE / "LICENSE-DATA", folder / "LICENSE-DATA")
    command = " ".join(["scripts/release.py", folder.name, *(Path(rows).name for rows in inputs)])
    for name, value in {
        "PROVENANCE": provenance(databases, command),
        "croissant": croissant(folder, databases, columns),
        "datapackage": data_package(folder, databases, columns),
    }.items():
        write(folder / f"{name}.json", json.dumps(value, indent=2, ensure_ascii=False) + "\n")
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    write(folder / "SHA256SUMS", "".join(f"{sha256(folder / file)}  {file}\n" for file in files))
    shutil.rmtree(work)
    print(f"{folder}: {len(files)} files, {sum(d.description['rows']['lines'] for d in databases):,} rows")


def boards_of(tables):
    """The boards of some Parquet tables, sorted; None without pyarrow, since gridlock writes such tables and does not read them."""
    try:
        from pyarrow import parquet
    except ImportError:
        print("release.py: pyarrow is not installed, so the tables are compared by their checksums alone", file=sys.stderr)
        return None
    return sorted(board for table in tables for board in parquet.ParquetFile(table).read(["board"]).column("board").to_pylist())


def check(folder):
    """Checks every file of a folder, and its rows."""
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    listed = {file: digest for digest, _, file in (line.partition("  ") for line in lines)}
    present = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {"SHA256SUMS"}
    problems = [f"{file} is missing" for file in sorted(listed.keys() - present)]
    problems += [f"{file} is not in SHA256SUMS" for file in sorted(present - listed.keys())]
    problems += [f"{file} has another SHA-256" for file in sorted(listed.keys() & present) if sha256(folder / file) != listed[file]]
    for text in sorted((folder / "text").glob("*.bz2")):
        run = subprocess.run([PROGRAM, "verify", str(text), *THREADS], check=False)
        if run.returncode != 0:
            problems.append(f"{text.name} has faults")
        # Each row of the text is in one table.
        with bz2.open(text, "rt", encoding="ascii") as rows:
            lines = list(rows)
        boards = sorted(line.split()[1] for line in lines)
        ranks = folder / "ranks" / text.name.replace(".txt.bz2", ".ranks")
        if not ranks.exists() or gridlock("select", ranks, "-o", "-") != "".join(lines):
            problems.append(f"{ranks.name} holds other rows than {text.name}")
        metric = "steps" if "-steps." in text.name else "moves"
        pattern = f"size={size_of(lines[0])}/walls=*/metric={metric}/*.parquet"
        tables = sorted(folder.glob(pattern))
        found = boards_of(tables)
        if found is not None and boards != found:
            problems.append(f"the tables of {text.name} hold other boards than the text")
    for problem in problems:
        print(f"release.py: {folder}: {problem}", file=sys.stderr)
    if problems:
        raise SystemExit(1)
    print(f"{folder}: {len(listed)} files as in SHA256SUMS, all rows verified")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print(__doc__.strip(), file=sys.stderr)
        raise SystemExit(2)
    if sys.argv[1] == "--check":
        check(Path(sys.argv[2]))
    else:
        release(Path(sys.argv[1]), sys.argv[2:])
