"""The built-in databases, and rank files: the same rows as the generator's, without a file of text."""

from __future__ import annotations

import collections.abc
import copy
import itertools
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import polars
import pyarrow
import pytest
from gridlock_puzzle import Board, Database, Row, bench, cluster, database, generate, read_rows, read_table, solve, solve_many
from gridlock_puzzle.gym import RushHour


def test_all_rows_are_those_of_the_generator(five):
    db = database(5)
    assert len(db) == len(five) == 7320
    assert sorted(db) == sorted(five)
    assert (db.size, db.wall_range, db.metric, db.is_whole) == (5, range(0, 3), "moves", True)
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
    assert Board(env.reset(seed=1)[1]["board"]) in env.boards
    assert env.most_pieces == max(len(Board(row).pieces) for row in env.boards)
    assert len(gym.RushHour(boards="@rush4", split="test", moves="3..").boards) > 0
    assert len(bench.sample(database(5).where(moves="15.."), 10, seed=1)) == 10
    with pytest.raises(ValueError, match="there are no boards"):
        gym.RushHour(boards="@rush4", moves="99..")


def test_the_hard_boards_of_7x7_are_built_in():
    db = database("7-60")
    assert len(db) == 200_756 and not db.is_whole and min(db.moves) == 60
    assert sorted(row.moves for row in db.where(moves="139..")) == [139, 139, 142, 142, 145, 145]
    assert db.find("BBMCCQSJoMDDQSJoEEORTAAoNORTFFFNPooKLooPGGKLHHHII") is not None


def test_wrong_files_are_value_errors(tmp_path):
    with pytest.raises(ValueError, match="no database 7 is built in: choose one of 4, 5, 6"):
        database(7)
    for wrong in (-1, 10**30):
        with pytest.raises(ValueError):
            database(wrong)
    with pytest.raises(TypeError):
        database(4.5)
    assert len(database("4")) == len(database("@rush4")) == len(Database.open("@rush4")) == len(database(name=4)) == 32
    with pytest.raises(FileNotFoundError, match="none.ranks"):
        Database.open(tmp_path / "none.ranks")
    (tmp_path / "text.ranks").write_text("07 AAooBBooooooxooo 3\n")
    with pytest.raises(ValueError, match="text.ranks"):
        Database.open(tmp_path / "text.ranks")


def test_it_is_a_sequence():
    db = database(4)
    rows = list(db)
    assert isinstance(db, collections.abc.Sequence)
    assert list(reversed(db)) == rows[::-1] and list(db[::-1]) == rows[::-1]
    assert db[::-1].is_whole and db[:].is_whole and not db[1:].is_whole and not db[[0] * len(db)].is_whole
    twice = db[[3, 7, 3, -1]]
    assert list(twice) == [rows[3], rows[7], rows[3], rows[-1]] and len(db[[]]) == 0
    views = [(db, rows), (db[::-2], rows[::-2]), (twice, list(twice)), (db[:0], [])]
    strangers = [Row(2, "oBBoAAoCoooCoooo", 19), rows[0]._replace(moves=9), "nonsense", None, 7, (1, 2, 3), Board("oooooAAooooooooo")]
    compared = 0
    for view, plain in views:
        for row in [*rows, *strangers]:
            values = [row, tuple(row), row.board, Board(row)] if isinstance(row, Row) and row in rows else [row]
            for value in values:
                expected = [place for place, other in enumerate(plain) if other == row]
                assert (value in view) == bool(expected) and view.count(value) == len(expected)
                for bounds in [(), (4,), (-3,), (1, 9), (0, -1), (5, 2)]:
                    try:
                        found = plain.index(row, *bounds)
                    except ValueError:
                        with pytest.raises(ValueError):
                            view.index(value, *bounds)
                    else:
                        assert view.index(value, *bounds) == found
                    compared += 1
    assert compared > 3000


def test_arrays_of_indices_and_booleans():
    db = database(5)
    rows = list(db)
    hard = db.moves >= 18
    assert list(db[hard]) == [row for row in rows if row.moves >= 18] and 0 < len(db[hard]) < len(db)
    order = np.argsort(db.moves, kind="stable")
    assert list(db[order[:5]]) == [rows[place] for place in order[:5]]
    for wrong, error in [(hard[:-1], IndexError), ([len(db)], IndexError), ([1.5], TypeError), ([["a"]], TypeError), (None, TypeError)]:
        with pytest.raises(error):
            db[wrong]


def test_arrays_count_what_rows_hold(five):
    db = database(5).sample(700, seed=1)
    rows = list(db)
    letters = [{letter: row.board.count(letter) for letter in set(row.board) - set("ox")} for row in rows]
    expected = {
        "moves": [row.moves for row in rows],
        "walls": [row.board.count("x") for row in rows],
        "pieces": [len(counts) for counts in letters],
        "cars": [sum(count == 2 for count in counts.values()) - 1 for counts in letters],
        "trucks": [sum(count == 3 for count in counts.values()) for counts in letters],
        "empty": [row.board.count("o") for row in rows],
    }
    for name, column in expected.items():
        array = getattr(db, name)
        assert isinstance(array, np.ndarray) and array.dtype == np.int32 and array.tolist() == column, name
        assert array is getattr(db, name) and not array.flags.writeable
        assert len(getattr(db[:0], name)) == 0


def test_every_position_is_found():
    chooser, found = random.Random(3), 0
    for db in (database(4), database(5).sample(60, seed=2)):
        for index, row in enumerate(db):
            states = cluster(row)
            for number in {0, len(states) - 1, chooser.randrange(len(states))}:
                state = states.state(number)
                assert db.find(state) == db.find(state.text) == index
                assert (state in db) == (state == Board(row))
                found += 1
            assert db.find(row) == index
    assert found > 200
    # another size, no solution, a piece that does not matter, more walls, another shape, a primary far from the middle
    others = ["oBBoAAoCoooCoooo", "o" * 10 + "AAxoo" + "o" * 10, "BBBooooooDAAooDoooooooCCo"]
    assert [database(5).find(board) for board in others[:2]] == [None, None]
    assert database(4).find(others[2]) is None and database(4).find("oxxxAAoxxxxxxxxo") is None
    assert database(5).find(Board("ooAooooAoooBBooooooo", exit="down", shape=(5, 4))) is None
    with pytest.raises(ValueError):
        database(5).find("nonsense")
    with pytest.raises(TypeError):
        database(5).find(5)


def test_the_largest_database_answers_in_milliseconds():
    db = database()
    hardest = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    assert hardest in db  # builds the tables
    begun = time.monotonic()
    for _ in range(20):
        assert hardest in db and db[db.index(hardest)].moves == 60 and db.find("o" * 12 + "oooAAo" + "o" * 18) == 0
        assert Row(60, hardest, 2332) in db and Row(60, hardest, 2331) not in db
    assert time.monotonic() - begun < 10, "twenty rounds; a search through all rows takes minutes"


def test_pickles(tmp_path):
    db = database(5)
    for view in (db, db[::-7], db.where(moves="20.."), db[:0]):
        twins = [pickle.loads(pickle.dumps(view)), copy.copy(view), copy.deepcopy(view)]
        assert all(list(twin.moves) == list(view.moves) and list(twin[:5]) == list(view[:5]) for twin in twins)
        assert twins[0].is_whole == view.is_whole
    assert len(pickle.dumps(db)) < 300, "the name of a built-in database, not its rows"
    path = tmp_path / "five.ranks"
    path.write_bytes(pathlib.Path("data/rush5-all.ranks").read_bytes())
    pickled = pickle.dumps(Database.open(path)[100:200])
    # in another process and folder
    code = "import pickle, sys; print(sum(row.moves for row in pickle.loads(bytes.fromhex(sys.argv[1]))))"
    said = subprocess.run([sys.executable, "-c", code, pickled.hex()], cwd="/", capture_output=True, text=True, check=True).stdout
    assert int(said) == sum(row.moves for row in db[100:200])
    path.write_bytes(pathlib.Path("data/rush4-all.ranks").read_bytes())
    with pytest.raises(ValueError, match="five.ranks has changed since"):
        pickle.loads(pickled)
    path.unlink()
    with pytest.raises(FileNotFoundError):
        pickle.loads(pickled)


def test_other_libraries_take_it_as_a_table(five):
    db = database(5).sample(300, seed=5)
    table = pyarrow.table(db)
    assert table.schema == pyarrow.schema(db)
    assert table.column_names == ["moves", "board", "cluster_size", "walls", "pieces", "cars", "trucks", "empty"]
    assert list(zip(*(table.column(name).to_pylist() for name in table.column_names[:3]))) == list(db)
    # polars takes any sequence row by row, and a table as it is
    assert polars.DataFrame(db.to_table()).to_dicts() == table.to_pylist()
    assert polars.DataFrame(db[:5]).rows() == list(db[:5])
    frame = db.to_pandas()
    assert list(frame.columns) == table.column_names and frame["moves"].tolist() == db.moves.tolist()


def test_a_row_is_a_board():
    row = database(4)[7]
    assert Board(row) == Board(row.board) and Board(row, exit="right").text == row.board
    assert len(solve(row)) == row.moves and len(cluster(row)) == row.cluster_size and row in cluster(row)
    hard = database(5).where(moves="19..")
    assert [len(solution) for solution in solve_many(hard)] == hard.moves.tolist()
    assert bench.family(row) == bench.family(row.board)
    assert row._repr_svg_() == Board(row)._repr_svg_()
    for wrong in ((1, "oBBoAAoCoooCoooo", 2), 5, None):
        with pytest.raises(TypeError):
            solve(wrong)


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


def test_ids_name_rows_and_are_boards():
    db = database(5)
    for index in (0, 77, len(db) - 1):
        row, name = db[index], db.id(index)
        assert name.startswith(f"5-{row.board.count('x')}-")
        assert db.find(name) == index and name in db and Board(name).text == row.board
    hard = db.where(moves="18..")
    assert [hard.find(hard.id(k)) for k in range(len(hard))] == list(range(len(hard)))
    assert database("5-all")[database("5-all").find(db.id(77))] == db[77]
    for wrong in ("5-0-2", "9-0-1", "5-99-1"):
        with pytest.raises(ValueError, match=wrong):
            db.find(wrong)
    with pytest.raises(IndexError):
        db.id(len(db))


def test_databases_are_equal_if_their_rows_are():
    db = database(5)
    assert db == database(5) and db[:3] == db[:3] and hash(db[:3]) == hash(db[[0, 1, 2]])
    assert db[:3] != db[:4] and db[:3] != db[::-1][:3] and db != database(4) and db[:0] != database(4)[:0]
    assert db.sample(20, seed=3) == db.sample(20, seed=3) != db.sample(20, seed=4)
    assert db != "database"


def test_indices_that_would_choose_other_rows_are_refused():
    db = database(5)
    with pytest.raises(IndexError):
        db[np.array([2**64 - 1], np.uint64)]
    assert db[np.array([7], np.uint64)] == db[[7]]
    view = db.where(moves="15..")
    frame = view.to_pandas()
    assert view[frame.moves > 18] == view.where(moves="19..")
    with pytest.raises(ValueError, match="another index"):
        view[frame.sort_values("cluster_size").moves > 18]


def test_numbers_of_tables_can_be_subtracted():
    frame = database(5).where(moves="20..").to_pandas()
    assert (frame.pieces - frame.moves).max() < 0 and (frame.walls - frame.cluster_size).max() < 0


def test_conditions_on_clusters_lists_and_notebooks():
    db = database(5).where(moves="15..")
    sizes = {row.board: row.cluster_size for row in db}
    small = db.where(cluster_size="..200")
    assert {row.board for row in small} == {board for board, size in sizes.items() if size <= 200} and 0 < len(small) < len(db)
    assert small == database(5).where(moves="15..", cluster_size=range(201))
    assert db.where(moves=[17, 15, 16]) == db.where(moves=(15, 16, 17)) == db.where(moves="15..17")
    for wrong in ([15, 17], []):
        with pytest.raises(ValueError):
            db.where(moves=wrong)
    assert db._repr_html_().count("<svg") == 3 and "&lt;Database" in db._repr_html_()


def test_many_environments_share_a_database():
    gym = pytest.importorskip("gridlock_puzzle.gym")
    db = database()
    begun = time.process_time()
    environments = [gym.RushHour(db, split="train", shaping=0) for _ in range(64)]
    assert time.process_time() - begun < 2.0, "64 environments on one database"
    assert [gym.RushHour(db, split="train", keep="families", shaping=0).boards for _ in range(2)][1] != db
    # of a database so large the sides are found as rows are drawn
    for side in ("train", "test"):
        environment = gym.RushHour(db, split=side, test_share=0.5, split_seed=3, shaping=0)
        rows = [environment.reset(seed=seed)[1]["board"] for seed in range(12)]
        assert len(set(rows)) > 6 and {bench.side_of(Board(row), 0.5, 3) for row in rows} == {side}
    assert environments[0].most_pieces == environment.most_pieces == int(db.pieces.max())
    assert gym.RushHour("oBBoAAoCoooCoooo").reset()[1]["board"] == "oBBoAAoCoooCoooo"


def test_datasets_take_a_database():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(database().where(moves="58.."))
    assert table.column("moves").to_pylist() == [60, 58]
    datasets = pytest.importorskip("datasets")
    assert datasets.Dataset(table)["moves"][:] == [60, 58]


def test_a_database_of_other_rules(tmp_path):
    """`gridlock generate --size 5x4 --lengths 2..4 -o python/tests/buses.ranks` made the file."""
    db = Database.open("python/tests/buses.ranks")
    assert (db.shape, db.size, db.rules, len(db), db.is_whole) == ((5, 4), 5, "5x4l2..4", 190, True)
    assert repr(db) == "<Database: 190 of 190 rows, 5×4, lengths 2..4, walls 0>"
    assert set(db) == set(generate("5x4", lengths="2..4")) and max(db.moves) == 9
    arrays, first = db.arrays(), Board(db[0].board, shape=(5, 4))
    assert arrays["boards"].shape == (190, 4, 5)
    assert arrays["boards"][0].ravel().tolist() == list(first.cells())
    assert list(db.where(moves="8..")) == [row for row in db if row.moves >= 8]
    assert db.find(Board(db[30].board, shape="5x4")) == 30
    assert len(pickle.loads(pickle.dumps(db))) == 190
    train, test = (set(db.split(side, test_share=0.3, seed=1)) for side in ("train", "test"))
    assert train | test == set(db) and not train & test and 30 < len(test) < 90
    assert test == set(read_rows("python/tests/buses.ranks", split="test", test_share=0.3, seed=1))
    distinct = db.distinct()
    assert 20 < len(distinct) < 150 and list(distinct.distinct()) == list(distinct)
    assert len(db.sample(10, seed=3, distinct=True)) == 10
    # the same rows of text, which does not say the shape
    text = tmp_path / "rows.txt"
    text.write_text("".join(f"{row.moves:02} {row.board} {row.cluster_size}\n" for row in read_rows("python/tests/buses.ranks")))
    for options in [{}, {"distinct": True}, {"split": "test", "seed": 2}, {"place": "row3=car,column5!=piece"}]:
        of_ranks = list(read_rows("python/tests/buses.ranks", **options))
        assert of_ranks == list(read_rows(text, shape="5x4", **options)) and of_ranks
        assert "distinct" in options or set(of_ranks) == set(read_rows(db, **options))  # which of two remains depends on the order
    assert len(read_table(text, shape=(5, 4))) == 190
    for wrong in [{}, {"shape": "4x4"}]:
        with pytest.raises(ValueError, match="not square|not of 4×4"):
            list(read_rows(text, **wrong))
    with pytest.raises(ValueError, match="knows the shape"):
        read_rows(db, shape="5x4")
    placed = list(db.where(place="row3=car"))
    runs = ((row, [len(list(run)) for letter, run in itertools.groupby(row.board[10:15]) if letter not in "oA"]) for row in db)
    assert placed == [row for row, lengths in runs if 2 in lengths]
    assert 20 < len(placed) < 190
    assert "<svg" in db._repr_html_()
    families = {row.board: bench.family(Board(row.board, shape=(5, 4))) for row in db}
    sides = [{families[row.board] for row in bench.split(db, side, 0.3, 1, keep="families")} for side in ("train", "test")]
    assert sides[0] | sides[1] == set(families.values()) and not sides[0] & sides[1] and len(sides[1]) > 20
    observation, info = RushHour(db).reset(seed=1)
    assert observation.shape == (4, 5) and 1 <= info["distance"] <= 9


@pytest.mark.parametrize("view", [database(4), database(5).where(walls=2, moves="8.."), database(5)[::-7], database(6).sample(300, seed=3), database(5)[:0]])
def test_arrays_are_those_of_the_rows(view, tmp_path):
    heard: list[tuple[int, int]] = []
    arrays = view.arrays(lambda done, every: heard.append((done, every)))
    rows = list(view)
    assert arrays["boards"].shape == (len(rows), view.size, view.size) and arrays["boards"].dtype == np.uint8
    for cells, row in zip(arrays["boards"], rows):
        assert cells.tobytes() == Board(row.board).cells()
    assert arrays["moves"].tolist() == [row.moves for row in rows]
    assert arrays["cluster_sizes"].tolist() == [row.cluster_size for row in rows]
    assert not rows or heard[-1] == (len(rows), len(rows))
    np.savez(tmp_path / "rows.npz", **arrays)
    again = np.load(tmp_path / "rows.npz")
    assert all((again[name] == array).all() for name, array in arrays.items()) and len(again.files) == 3
    arrays["moves"][:] = 0  # they are one's own


def test_what_progress_raises_ends_the_work():
    def stop(done, every):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        database(5).arrays(stop)
