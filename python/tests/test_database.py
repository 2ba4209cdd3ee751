"""The built-in databases, and rank files: the same rows as the generator's, without a file of text."""

from __future__ import annotations

import os
import random
import signal
import threading
import time

import pyarrow
import pytest
from gridlock_puzzle import Database, Row, database, generate, read_rows
from gridlock_puzzle import bench


@pytest.fixture(scope="module")
def five() -> list[Row]:
    return list(generate(5, walls="0..2"))


def test_all_rows_are_those_of_the_generator(five):
    db = database(5)
    assert len(db) == len(five) == 7320
    assert sorted(db) == sorted(five)
    assert (db.size, db.walls, db.metric, db.is_whole) == (5, range(0, 3), "moves", True)
    assert sorted(database(4)) == sorted(generate(4, walls="0..2"))
    # `read_rows` reads the same file in the published order: most moves first, then largest cluster
    read = list(read_rows("@rush5"))
    assert sorted(read) == sorted(five)
    keys = [(row.moves, row.cluster_size) for row in read]
    assert keys == sorted(keys, reverse=True)


def test_indices_and_slices_are_those_of_a_list():
    db = database(5)
    rows = list(db)
    chooser = random.Random(1)
    for _ in range(50):
        index = chooser.randrange(-len(rows), len(rows))
        assert db[index] == rows[index]
    for part in [slice(10), slice(-7, None), slice(5000, 100, -997), slice(3, 3), slice(None, None, 1000), slice(9**9, 10**9)]:
        assert list(db[part]) == rows[part] and len(db[part]) == len(rows[part])
        assert [db[part][k] for k in range(len(rows[part]))][:5] == rows[part][:5]
    for index in (len(rows), -len(rows) - 1, 10**30):
        with pytest.raises((IndexError, TypeError)):
            db[index]
    with pytest.raises(TypeError, match="whole number or a slice"):
        db["first"]


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
        assert db.where(**{name: f"{low}..{high}"}).moves == found.moves == [row.moves for row in found]
    both = db.where(moves="10..").where(walls=0).sample(20, seed=3)
    assert sorted(both) == sorted(db.where(moves="10..", walls=0).sample(20, seed=3))
    with pytest.raises(TypeError):
        db.where(cluster_size=7)  # known only when the row has been found
    with pytest.raises(ValueError, match="choose box"):
        db.where(inventory="all")


def test_samples_are_random_and_repeatable():
    db = database(5)
    once = list(db.sample(200, seed=1))
    assert once == list(db.sample(200, seed=1)) and len(set(once)) == 200
    assert once != list(db.sample(200, seed=2))
    assert set(db.sample(100, seed=1)) < set(once)
    assert len(db.sample(10**6)) == len(db) and len(db.sample(0)) == 0
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


def test_tables_have_every_row(five):
    heard = []
    db = database(5)
    table = pyarrow.table(db.to_table(lambda done, everything: heard.append((done, everything))))
    assert table.num_rows == len(five) and heard[-1] == (len(five), len(five))
    assert table.column("board").to_pylist() == [row.board for row in db]
    assert pyarrow.table(db[:0].to_table()).num_rows == 0

    def refuse(done: int, everything: int) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        db.to_table(refuse)


def test_environments_and_benches_take_a_database():
    gym = pytest.importorskip("gridlock_puzzle.gym")
    env = gym.RushHour(boards=database(4).where(moves="3.."))
    assert len(env.boards) == len(database(4).where(moves="3.."))
    assert len(bench.sample(database(5).where(moves="15.."), 10, seed=1)) == 10
    assert bench.split(database(4), "train", seed=1) + bench.split(database(4), "test", seed=1)


def test_wrong_files_are_value_errors(tmp_path):
    with pytest.raises(ValueError, match="no database of size 7"):
        database(7)
    with pytest.raises(FileNotFoundError, match="none.ranks"):
        Database.open(tmp_path / "none.ranks")
    (tmp_path / "text.ranks").write_text("07 AAooBBooooooxooo 3\n")
    with pytest.raises(ValueError, match="text.ranks"):
        Database.open(tmp_path / "text.ranks")


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_ends_a_long_expansion():
    db = database(5)
    # a job that a shell starts in the background ignores the signal
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            while time.monotonic() < start + 60:
                db.to_table()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert len(list(db[:10])) == 10
