from __future__ import annotations

import bz2
import csv
import gzip
import json
import os
import pathlib
import random

import pandas
import plain
import polars
import pyarrow
import pyarrow.parquet
import pytest
from gridlock_puzzle import Database, Row, read_rows, read_table

ROWS = "data/rows45.txt"


def plainly() -> list[Row]:
    return [Row(*fields) for fields in plain.read(ROWS)]


def counts(board: str) -> dict[str, int]:
    cells = {letter: board.count(letter) for letter in set(board) - {"o", "x"}}
    return {
        "walls": board.count("x"),
        "pieces": len(cells),
        "cars": sum(count == 2 for count in cells.values()) - 1,
        "trucks": sum(count == 3 for count in cells.values()),
        "empty": board.count("o"),
    }


def test_every_codec_and_text_table(tmp_path: pathlib.Path):
    text = pathlib.Path(ROWS).read_bytes()
    (tmp_path / "rows.txt").write_bytes(text)
    (tmp_path / "rows.gz").write_bytes(gzip.compress(text))
    (tmp_path / "rows.txt.bz2").write_bytes(bz2.compress(text))
    with open(tmp_path / "rows.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(Row._fields)
        writer.writerows(plainly())
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row._asdict()) + "\n" for row in plainly()))
    for name in ("rows.txt", "rows.gz", "rows.txt.bz2", "rows.csv", "rows.jsonl"):
        assert list(read_rows(tmp_path / name)) == plainly(), name
        assert list(read_rows(str(tmp_path / name))) == plainly(), name
    assert all(type(row) is Row for row in read_rows(ROWS))


@pytest.mark.parametrize("name", ["moves", "cluster_size", "walls", "pieces", "cars", "trucks"])
def test_filters(name):
    def value(row: Row) -> int:
        return getattr(row, name, None) if name in Row._fields else counts(row.board)[name]

    values = sorted(value(row) for row in plainly())
    low, high = values[len(values) // 4], values[3 * len(values) // 4]
    for given, accepts in [
        (low, lambda v: v == low),
        (f"{low}..{high}", lambda v: low <= v <= high),
        (range(low, high + 1), lambda v: low <= v <= high),
        (f"{high}..", lambda v: v >= high),
        (f"..{low}", lambda v: v <= low),
    ]:
        assert list(read_rows(ROWS, **{name: given})) == [row for row in plainly() if accepts(value(row))]


def test_other_filters():
    assert list(read_rows(ROWS, empty="12..")) == [row for row in plainly() if counts(row.board)["empty"] >= 12]
    boxed = [row for row in plainly() if (c := counts(row.board))["cars"] <= 11 and c["trucks"] <= 4 and c["walls"] == 0]
    assert list(read_rows(ROWS, inventory="box")) == boxed
    sides = [set(read_rows(ROWS, split=side, test_share=0.3, seed=5)) for side in ("train", "test")]
    assert sides[0] | sides[1] == set(plainly()) and not sides[0] & sides[1]
    thirds = [set(read_rows(ROWS, split=side, shares="40,30,30")) for side in ("train", "validation", "test")]
    assert set.union(*thirds) == set(plainly()) and sum(map(len, thirds)) == 45 and all(thirds)


def test_samples_depend_on_the_seed_alone():
    rows = plainly()
    first = list(read_rows(ROWS, sample=10, seed=3))
    assert len(first) == 10 and first == [row for row in rows if row in first]
    assert first == list(read_rows(ROWS, sample=10, seed=3)) != list(read_rows(ROWS, sample=10, seed=4))
    each = list(read_rows(ROWS, per_moves=1))
    assert sorted(row.moves for row in each) == sorted({row.moves for row in rows})
    assert list(read_rows(ROWS, sample=0)) == []


def test_a_table_names_the_tiers():
    table = pyarrow.table(read_table(ROWS, tiers="easy 1..9, hard 30..40", per_moves=2, seed=1))
    assert table.column_names[-2:] == ["empty", "tier"]
    tiers = [("easy" if moves <= 9 else "hard") for moves in table.column("moves").to_pylist()]
    assert table.column("tier").to_pylist() == tiers and sorted(tiers) == ["easy", "easy", "hard", "hard"]


def test_wrong_options_and_files(tmp_path: pathlib.Path):
    for options in (
        {"moves": "x"},
        {"moves": "9..5"},
        {"walls": -1},
        {"pieces": 10**30},
        {"inventory": "shelf"},
        {"split": "both"},
        {"split": "test", "test_share": 1.5},
        {"split": "test", "test_share": float("nan")},
        {"split": "validation"},
        {"split": "train", "shares": "80,10"},
        {"shares": "80,10,10"},
        {"test_share": 0.2},
        {"sample": 1, "per_moves": 1},
        {"spread": "moves"},
        {"spread": "pieces", "sample": 1},
        {"spread": "moves", "sample": 1, "tiers": "easy 1..9"},
        {"tiers": "easy"},
        {"seed": -1},
    ):
        with pytest.raises(ValueError):
            read_rows(ROWS, **options)
        with pytest.raises(ValueError):
            read_table(ROWS, **options)
    with pytest.raises(TypeError):
        read_rows(ROWS, moves=1.5)
    for read in (read_rows, read_table):
        with pytest.raises(TypeError, match=read.__name__ + r"\(\) got an unexpected keyword argument 'mvoes'"):
            read(ROWS, mvoes=5)
    for read in (read_rows, read_table, Database.open):
        with pytest.raises(FileNotFoundError) as raised:
            read(tmp_path / "none.txt")
        assert raised.value.filename == str(tmp_path / "none.txt") and raised.value.strerror == "No such file or directory"
    with pytest.raises(IsADirectoryError):
        read_rows(tmp_path)
    with pytest.raises(ValueError, match="not a rank file; read_rows and read_table read"):
        Database.open(ROWS)


def test_tables_of_other_libraries(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch):
    table, vehicles, csv = pyarrow.table(read_table(ROWS)), str(tmp_path / "board.csv"), str(tmp_path / "rows.csv")
    polars.DataFrame(table).write_csv(csv)
    assert list(read_rows(csv)) == plainly()
    pyarrow.parquet.write_table(table, tmp_path / "rows.parquet")
    with pytest.raises(ValueError, match="duckdb"):
        read_rows(tmp_path / "rows.parquet")
    pathlib.Path(vehicles).write_text("id,type,orientation,col,row,length\nA,car,H,1,3,2\n")
    for read in (read_rows, read_table):
        with pytest.raises(ValueError, match="board.csv: it is a list of the vehicles of one board, not rows"):
            read(vehicles)
    # a name that the program gives to standard input
    monkeypatch.chdir(tmp_path)
    for read in (read_rows, read_table):
        with pytest.raises(FileNotFoundError):
            read("-")
    pathlib.Path("-").write_text("02 oBBoAAoCoooCoooo 19\n")
    assert [row.moves for row in read_rows("-")] == [2] and len(read_table("-")) == 1
    pathlib.Path("-").write_text("steps,board,cluster_size\n3,oBBoAAoCoooCoooo,19\n")
    assert read_table("-").column_names[0] == "steps"


def test_a_table_by_steps_has_a_column_of_steps(tmp_path: pathlib.Path):
    path = tmp_path / "steps.csv"
    path.write_text("steps,board,cluster_size\n3,oBBoAAoCoooCoooo,19\n")
    assert list(read_rows(path)) == [Row(3, "oBBoAAoCoooCoooo", 19)]
    assert read_table(path).column_names[:3] == ["steps", "board", "cluster_size"]
    assert read_table(ROWS).column_names[0] == "moves"


def test_an_error_comes_after_the_rows_before_it(tmp_path: pathlib.Path):
    lines = pathlib.Path(ROWS).read_text().splitlines(keepends=True)
    path = tmp_path / "rows.txt"
    path.write_text("".join([*lines[:3], "nonsense\n", *lines[3:]]))
    rows = read_rows(path)
    assert [next(rows) for _ in range(3)] == plainly()[:3]
    with pytest.raises(ValueError, match="rows.txt, line 4: a row has three fields"):
        next(rows)
    assert next(rows, None) is None
    for read in (read_table, lambda path: read_rows(path, sample=2)):
        with pytest.raises(ValueError, match="line 4"):
            read(path)
    path.write_text(lines[0] + "07 AABooooooooooooo 3\n")
    with pytest.raises(ValueError, match="rows.txt, line 2: the board AABooooooooooooo has 'B' on 1 cell"):
        list(read_rows(path))
    path.write_bytes(gzip.compress("".join(lines).encode())[:-20])
    with pytest.raises(ValueError, match="truncated"):
        list(read_rows(path))


def test_damaged_files_never_panic(tmp_path: pathlib.Path):
    draw = random.Random(1)
    text = pathlib.Path(ROWS).read_bytes()
    path = tmp_path / "rows"
    for whole in (text, gzip.compress(text), bz2.compress(text)):
        for _ in range(60):
            damaged = bytearray(whole)
            for _ in range(draw.randrange(1, 4)):
                damaged[draw.randrange(len(damaged))] = draw.randrange(256)
            path.write_bytes(damaged[: draw.randrange(len(damaged) + 1)])
            for read in (read_rows, read_table):
                try:
                    len(list(read(path)) if read is read_rows else read(path))
                except ValueError:
                    pass


def test_tables_hold_what_rows_hold(tmp_path: pathlib.Path):
    table = read_table(ROWS)
    assert len(table) == table.num_rows == 45
    expected = [{**row._asdict(), **counts(row.board)} for row in plainly()]
    arrow = pyarrow.table(table)
    assert arrow.column_names == table.column_names == list(expected[0])
    assert arrow.schema == pyarrow.schema(table)
    assert arrow.to_pylist() == expected
    assert pyarrow.table(table).to_pylist() == expected, "a table can be taken twice"
    assert polars.DataFrame(table).to_dicts() == expected
    assert pandas_frame(table).to_dict("records") == expected
    filtered = pyarrow.table(read_table(ROWS, moves="40..", sample=4, seed=2))
    assert filtered.to_pylist() == [row for row in expected if Row(*list(row.values())[:3]) in read_rows(ROWS, moves="40..", sample=4, seed=2)]
    empty = pyarrow.table(read_table(ROWS, moves=9999))
    assert (empty.num_rows, empty.schema) == (0, arrow.schema)


def pandas_frame(table) -> pandas.DataFrame:
    if hasattr(pandas.DataFrame, "from_arrow"):
        return pandas.DataFrame.from_arrow(table)
    return pyarrow.table(table).to_pandas()


def test_tables_of_several_batches_outlive_their_source(tmp_path: pathlib.Path):
    path = tmp_path / "rows.gz"
    path.write_bytes(gzip.compress(pathlib.Path(ROWS).read_bytes() * 4000))
    table = read_table(path)
    arrow = pyarrow.table(table)
    assert len(table) == arrow.num_rows == 180_000
    assert arrow.column("moves").num_chunks > 1
    os.remove(path)
    stream = table.__arrow_c_stream__()
    schema = table.__arrow_c_schema__()
    del table
    assert arrow.column("moves").to_pylist() == [row.moves for row in plainly()] * 4000
    assert arrow.column("board")[179_999].as_py() == plainly()[-1].board
    del stream, schema


def test_tables_of_pandas_are_read(tmp_path):
    rows = list(read_rows("data/rows45.txt"))[:20]
    frame = pandas.DataFrame(rows)
    for name, written in [
        ("tabs.csv", frame.to_csv(index=False, sep="\t")),
        ("gaps.csv", frame.astype({"moves": float, "cluster_size": float}).to_csv(index=False)),
        ("gaps.jsonl", frame.astype({"moves": float}).to_json(orient="records", lines=True)),
    ]:
        (tmp_path / name).write_text(written)
        assert list(read_rows(tmp_path / name)) == rows, name
    (tmp_path / "half.csv").write_text("moves,board,cluster_size\n2.5,oBBoAAoCoooCoooo,19\n")
    with pytest.raises(ValueError, match="2.5"):
        list(read_rows(tmp_path / "half.csv"))
