"""Which rows conditions, samples and splits choose: the same at every door, and those of the program."""

from __future__ import annotations

import pathlib

import pyarrow
import pytest
from gridlock_puzzle import Database, Row, bench, database, read_rows, read_table


def test_conditions_choose_the_rows_that_meet_them(five):
    db = database(5)
    cells = [(row, {c: row.board.count(c) for c in row.board if c not in "ox"}) for row in five]
    facts = {
        "moves": lambda row, cells: row.moves,
        "walls": lambda row, cells: row.board.count("x"),
        "pieces": lambda row, cells: len(cells),
        "cars": lambda row, cells: sum(length == 2 for length in cells.values()) - 1,
        "trucks": lambda row, cells: sum(length == 3 for length in cells.values()),
        "empty": lambda row, cells: row.board.count("o"),
    }
    for name, low, high in [("moves", 10, 12), ("walls", 1, 1), ("pieces", 3, 6), ("cars", 2, 3), ("trucks", 2, 2), ("empty", 5, 9)]:
        expected = sorted(row for row, counted in cells if low <= facts[name](row, counted) <= high)
        assert 0 < len(expected) < len(five), name
        found = db.where(**{name: range(low, high + 1)})
        assert sorted(found) == expected and not found.is_whole
        twin = db.where(**{name: f"{low}..{high}"})
        assert twin.moves.tolist() == found.moves.tolist() == [row.moves for row in found]
    both = db.where(moves="10..").where(walls=0).sample(20, seed=3)
    assert sorted(both) == sorted(db.where(moves="10..", walls=0).sample(20, seed=3))
    sizes = sorted({row.cluster_size for row in five})
    middle = sizes[len(sizes) // 3]
    assert sorted(db.where(cluster_size=middle)) == sorted(row for row in five if row.cluster_size == middle)
    assert sorted(db.where(cluster_size=f"{middle}..", walls=[0, 1])) == sorted(
        row for row in five if row.cluster_size >= middle and row.board.count("x") < 2
    )
    assert db.where(walls=(1, 0)) == db.where(walls="0..1")
    for gaps in ([0, 2], []):
        with pytest.raises(ValueError):
            db.where(walls=gaps)
    with pytest.raises(ValueError, match="choose box"):
        db.where(inventory="all")


def test_samples_are_random_and_repeatable():
    db = database(5)
    once = list(db.sample(200, seed=1))
    assert once == list(db.sample(200, seed=1)) and len(set(once)) == 200
    assert once != list(db.sample(200, seed=2))
    assert set(db.sample(100, seed=1)) < set(once)
    assert len(db.sample(len(db))) == len(db) and len(db.sample(0)) == 0
    assert db.sample(10, seed=4) == db.sample(10, seed=4) and db.sample(20) != db.sample(20), "without a seed it is random"
    with pytest.raises(ValueError, match="larger than the"):
        db.sample(len(db) + 1)
    with pytest.raises(ValueError):
        db.sample(-1)
    chosen = db.where(moves="10..11").sample(50, seed=4)
    assert len(chosen) == 50 and all(10 <= row.moves <= 11 for row in chosen)


def test_splits_are_those_of_read_rows(tmp_path, five):
    text = tmp_path / "rows.txt"
    text.write_text("".join(f"{row.moves:02} {row.board} {row.cluster_size}\n" for row in five))
    db = database(5)
    for side in ("train", "validation", "test"):
        found = sorted(db.split(side, shares="80,10,10", seed=5))
        assert found == sorted(read_rows(text, split=side, shares="80,10,10", seed=5)) and len(found) > 500
    with pytest.raises(ValueError, match="validation needs a share"):
        db.split("validation")


# `gridlock select @rush5-all --sample 5 --seed 1`, `... --moves 18.. --per-moves 1 --seed 2`, `... --split test --sample 4 --seed 3`
SELECTED = [
    (
        {"sample": 5, "seed": 1},
        """\
11 oooxoooxooAAFooEoFGoEDDGo 54
10 HBBBoHCCCxAAoIJEEoIJoFFGG 152
08 oBBoxoDDGHoAAGHooFEEooFoo 634
07 FoBBoFCCCoAAoGoDDoGooooxo 154
06 ooEBBooEFooAAFoooxoooooxo 24
""",
    ),
    (
        {"moves": "18..", "per_moves": 1, "seed": 2},
        """\
21 oooHxCCoHIFoAAIFoGooDDGEE 174
20 BBHooGoHCCGAAIoDDoIJEEFFJ 299
19 BBooxDDooJGHAAJGHIEEFFIoo 295
18 BBoxoDDoIJGAAIJGoHEEFFHoo 343
""",
    ),
    (
        {"split": "test", "sample": 4, "seed": 3},
        """\
08 oxCCCDDoHIAAoHIGEEEoGFFFo 216
08 xoHCCooHoooAAIoxEEIoFFGGo 103
06 oGoooEGBBBEGAAHFoooHFCCDD 14
05 oxCCIoDDoIAAHooooHooxFFxo 65
""",
    ),
    (
        {"place": "r3c5=empty", "cluster_size": "50..", "sample": 3, "seed": 3},
        """\
08 FBBBoFoGHoAAGHooxDDooEEoo 135
07 oEooooEBBoAAFGoDoFGoDCCCo 90
05 oxCCIoDDoIAAHooooHooxFFxo 65
""",
    ),
    (
        {"spread": "moves", "moves": "18..", "sample": 4, "seed": 2},
        """\
18 BBoxoDDoIJGAAIJGoHEEFFHoo 343
19 BBooxDDooJGHAAJGHIEEFFIoo 295
20 BBHooGoHCCGAAIoDDoIJEEFFJ 299
21 oooHxCCoHIFoAAIFoGooDDGEE 174
""",
    ),
    (
        {"tiers": "easy 4..6, hard 14..", "sample": 4, "seed": 2},
        """\
06 FBBBoFoCCHFAAGHoooGoDDEEo 233
06 ooooooBBCCAAFoGooFoGoDDox 46
15 oxCCIooGHIAAGHJFDDoJFooEE 306
15 ooxxoDDGoIAAGoIFooHJFEEHJ 244
""",
    ),
]


@pytest.mark.parametrize("options, lines", SELECTED, ids=["sample", "per_moves", "split", "place", "spread", "tiers"])
def test_samples_are_those_of_the_program(options, lines):
    rows = [Row.parse(line) for line in lines.splitlines()]
    for name in ("@rush5-all", "data/rush5-all.ranks", pathlib.Path("data/rush5-all.ranks")):
        assert list(read_rows(name, **options)) == rows
        assert pyarrow.table(read_table(name, **options)).column("board").to_pylist() == [row.board for row in rows]
    # a database has its own order
    for db in (database("5-all"), Database.open("data/rush5-all.ranks")):
        assert sorted(read_rows(db, **options)) == sorted(rows)
        assert sorted(pyarrow.table(read_table(db, **options)).column("board").to_pylist()) == sorted(row.board for row in rows)
    if set(options) == {"sample", "seed"}:
        assert sorted(database("5-all").sample(5, seed=1)) == sorted(rows)


def test_every_door_gives_the_same_rows(five_all):
    for options in ({"moves": "15.."}, {"cluster_size": "..20", "walls": 1}, {"split": "train", "trucks": 3}, {"pieces": "..6", "inventory": "box"}):
        plain = sorted(read_rows("@rush5-all", **options))
        assert 0 < len(plain) < 7489
        for source in ("data/rush5-all.ranks", database("5-all"), Database.open("@rush5-all"), database("5-all")[::-1]):
            assert sorted(read_rows(source, **options)) == plain
            assert len(read_table(source, **options)) == len(plain)
    assert list(read_rows(database("5-all"))) == list(database("5-all"))


def test_splits_and_samples_by_family_need_no_rows(five_all):
    for seed, share in [(1, 0.3), (2, 0.0), (3, 1.0)]:
        for side in ("train", "test"):
            plain = bench.split(five_all, side, share, seed, keep="families")
            for source in ("@rush5-all", database("5-all"), pathlib.Path("data/rush5-all.ranks")):
                found = bench.split(source, side, share, seed, keep="families")
                assert isinstance(found, Database) and {row.board for row in found} == {board.text for board in plain} and len(found) == len(plain)
    assert bench.sample("@rush5-all", 50, seed=4) == bench.sample(database("5-all"), 50, seed=4) == bench.sample(five_all, 50, seed=4)
    assert bench.sample("@rush5-all", 0) == []
    heard = []
    bench.split(database("5-all"), "test", keep="families", progress=lambda done, everything: heard.append((done, everything)))
    assert heard[-1] == (7489, 7489)


def test_other_sides_of_a_split_come_at_once(five_all):
    db = Database.open("data/rush5-all.ranks")
    heard = []
    sides = [db.split(side, shares="60,20,20", seed=9, progress=lambda *done: heard.append(done)) for side in ("train", "validation", "test")]
    assert sorted(row for side in sides for row in side) == sorted(five_all) and heard[-1] == (7489, 7489)
    assert sorted(sides[2]) == sorted(read_rows("@rush5-all", split="test", shares="60,20,20", seed=9))
    part = db[::3].split("test", shares="60,20,20", seed=10)
    assert set(part) == set(db.split("test", shares="60,20,20", seed=10)) & set(db[::3])


def test_places_choose_the_same_rows_at_every_door():
    db = database(5)
    tried = 0
    for place in ("row1=truck", "column5!=piece,row4=car", "column2=wall"):
        rows = list(db.where(place=place, moves="3.."))
        assert 0 < len(rows) < len(db)
        ordered = sorted(rows, key=lambda row: (-row.moves, row.board))
        assert sorted(read_rows("@rush5", place=place, moves="3.."), key=lambda row: (-row.moves, row.board)) == ordered
        tried += len(rows)
    assert tried > 1000
    with pytest.raises(ValueError, match="read_rows"):
        db.where(place="r1c1=empty")
    free = list(read_rows(db, place="r3c5=empty,r1c1!=empty"))
    assert free == [row for row in db if row.board[14] == "o" and row.board[0] != "o"] and len(free) > 100
    with pytest.raises(ValueError, match="row1=bus"):
        db.where(place="row1=bus")


def test_rows_without_near_twins_can_be_read():
    hard = database(5).where(moves="16..")
    assert list(read_rows(hard, distinct=True)) == list(hard.distinct()) and len(hard.distinct()) < len(hard)
