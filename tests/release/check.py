"""Opens a release folder with the libraries that people use: python3 tests/release/check.py FOLDER"""

import bz2
import csv
import hashlib
import json
import sys
from pathlib import Path

import datasets
import duckdb
import frictionless
import mlcroissant
import pandas
import polars
from twins import have_twin

folder = Path(sys.argv[1]).resolve()
package = json.loads((folder / "datapackage.json").read_text())
tables = [resource["path"] for resource in package["resources"]]
columns = [field["name"] for field in package["resources"][0]["schema"]["fields"]]
texts = {path.name: bz2.open(path, "rt").read().splitlines() for path in (folder / "text").glob("*.bz2")}
rows = sum(len(lines) for lines in texts.values())
assert rows > 7000 and len(columns) > 20

# Every row of the text is in the tables, with the same values, whichever library reads them.
expected = sorted(line for lines in texts.values() for line in lines)
line = "{:02} {} {}".format
with_pandas = pandas.concat([pandas.read_parquet(folder / path) for path in tables if path.startswith("size=")])
assert list(with_pandas.columns)[: len(columns)] == columns
assert sorted(map(line, with_pandas["moves"], with_pandas["board"], with_pandas["cluster_size"])) == expected
with_polars = polars.read_parquet(folder / "size=*/**/*.parquet", hive_partitioning=False)
assert with_polars.columns == columns
assert sorted(map(line, with_polars["moves"], with_polars["board"], with_polars["cluster_size"])) == expected
query = "SELECT moves, board, cluster_size, solution FROM read_parquet(?, hive_partitioning = false)"
with_duckdb = duckdb.execute(query, [str(folder / "size=*/**/*.parquet")]).fetchall()
assert sorted(line(*row[:3]) for row in with_duckdb) == expected
assert all(len(solution.split()) == moves for moves, _, _, solution in with_duckdb)

# The card: each configuration opens, and the sides of the split are apart. What is left out of train has a near twin on another side, the others have none.
for name in datasets.get_dataset_config_names(str(folder)):
    opened = datasets.load_dataset(str(folder), name)
    size = name.removeprefix("rush").partition("-")[0]
    boards = [board for side in opened.values() for board in side["board"]]
    expected = {text.split()[1] for text in texts[f"rush{size}.txt.bz2"]}
    if name.endswith("-bench"):
        apart = [*opened["validation"]["board"], *opened["test"]["board"]]
        left_out = expected - set(boards)
        assert have_twin(left_out, apart) == left_out and not have_twin(opened["train"]["board"], apart)
        assert min(len(side["board"]) for side in opened.values()) > len(expected) / 20, name
        boards += left_out
    assert sorted(boards) == sorted(expected), name

# The descriptions for machines.
# frictionless counts no bytes of Parquet files, so these two are compared here.
for resource in package["resources"]:
    data = (folder / resource["path"]).read_bytes()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (resource["bytes"], resource["hash"].removeprefix("sha256:"))
report = frictionless.validate(folder / "datapackage.json", skip_errors=["byte-count", "hash-count"])
assert report.valid, report.to_summary()
croissant = mlcroissant.Dataset(jsonld=folder / "croissant.json")
assert not croissant.metadata.ctx.issues.errors, croissant.metadata.ctx.issues.errors
records = {record_set.uuid: record_set for record_set in croissant.metadata.record_sets}
read = sum(1 for name in records if "-" not in name or name.split("-")[1].isdigit() for _ in croissant.records(name))
assert read == rows, (read, rows)

# The maxima are the greatest moves of the tables.
with open(folder / "records/maxima.csv", newline="") as file:
    maxima = {(int(row["size"]), int(row["walls"]), int(row["pieces"])): int(row["maximum"]) for row in csv.DictReader(file)}
with_pandas["size"] = with_pandas["board"].str.len().map({16: 4, 25: 5, 36: 6, 49: 7})
greatest = with_pandas.groupby(["size", "walls", "pieces"])["moves"].max()
assert {tuple(map(int, key)): int(value) for key, value in greatest.items()} == maxima
print(f"{rows} rows opened with pandas, polars, duckdb, datasets and mlcroissant; descriptions valid")
