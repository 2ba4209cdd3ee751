from __future__ import annotations

import numpy as np
import pytest
from gridlock_puzzle import Board, Database, Row, bench, cluster, database, generate, read_rows, solve, tasks


def test_clusters_and_mirror_images_stay_together():
    # with its mirror images, of which the generator has some
    rows = list(generate(5, stop=15_000))
    boards = [Board(row.board) for row in rows]
    for share, seed in [(0.0, 0), (1.0, 0), (0.3, 2), (0.3, 1)]:
        train, test = (bench.split(rows, side, share, seed) for side in ("train", "test"))
        assert len(train) + len(test) == len(rows)
        assert abs(len(test) / len(rows) - share) < 0.2
    kept = {board.frozen() for board in train}
    reached = {state.frozen() for board in test for state in cluster(board)}
    assert not kept & reached
    assert not kept & {state.mirror().frozen() for state in reached}
    assert bench.split(rows, "test", 0.3, 1) != bench.split(rows, "test", 0.3, 2)
    for keep in ("clusters", "families"):
        of_rows, of_boards = (bench.split(given, "test", 0.3, 1, keep=keep) for given in (rows, boards[::-1]))
        assert sorted(board.text for board in of_rows) == sorted(board.text for board in of_boards)


def test_one_split_has_one_answer():
    db = database().where(moves="45..")
    for seed in (0, 1, 7):
        test = {row.board for row in db.split("test", seed=seed)}
        assert test == {row.board for row in bench.split(db, "test", seed=seed)}
        assert test == {board.text for board in bench.split(list(db), "test", seed=seed)}
        assert test == {row.board for row in read_rows("@rush6", moves="45..", split="test", seed=seed)}
        for keep in ("clusters", "families", *([] if seed else ["near_twins"])):
            train = bench.split(db, "train", seed=seed, keep=keep)
            other = bench.split(db, "test", seed=seed, keep=keep)
            assert not {row.board if isinstance(row, Row) else row.text for row in train} & {row.board if isinstance(row, Row) else row.text for row in other}
    five = list(database(5).where(moves="15.."))  # with mirror images
    for row in five[:20]:
        board = Board(row)
        board.push(board.legal_moves()[0])
        assert len({bench.side_of(one, 0.5, 3) for one in (row, board, board.mirror())}) == 1
    with pytest.raises(ValueError, match="no seed"):
        bench.split(five, "train", seed=1, keep="near_twins")
    with pytest.raises(ValueError, match="clusters, families, near_twins"):
        bench.split(five, "train", keep="rows")


def test_samples():
    rows = list(generate(5, stop=30_000))
    chosen = bench.sample(rows, 20, seed=3)
    assert chosen == bench.sample(rows[::-1], 20, seed=3) != bench.sample(rows, 20, seed=4)
    assert len({bench.family(board) for board in chosen}) == 20
    assert bench.sample([], 3) == []
    families = {bench.family(Board(row.board)) for row in rows}
    assert len(bench.sample(rows, 10**6)) == len(families)
    assert len(bench.sample("data/rows45.txt", 100, moves="..20")) == sum(1 for _ in read_rows("data/rows45.txt", moves="..20"))


@pytest.mark.parametrize("metric", ["moves", "steps"])
def test_shortest_solutions_have_full_marks(metric):
    boards = bench.sample("data/rows45.txt", 12, seed=1)
    report = bench.evaluate(lambda board: solve(board, metric=metric), boards, metric=metric)
    assert [result.board for result in report.results] == [board.text for board in boards]
    total = report.total
    assert (total.boards, total.legal, total.solved, total.shortest, total.excess) == (12, 12, 12, 12, 0)
    assert sum(count.boards for count in report.by_depth.values()) == 12
    assert list(report.by_depth) == sorted(report.by_depth)


def test_wrong_and_long_answers():
    board = "oBBoAAoCoooCoooo"
    for answer, legal, solved, length, problem in [
        ("C+1 A+2", True, True, 2, None),
        (["B-1", ("C", 1), "A+1", "A+1"], True, True, 3, None),
        ("C+1", True, False, 1, "the last state is not a goal state"),
        ([], True, False, 0, "the answer has no moves"),
        ("C+1 A+3", False, False, 1, "move 2: A+3: A can move by 2 in that direction"),
        ("C+1 A+2 A-2", True, False, 1, "the last state is not a goal state"),
        ("C down 1\nA right 2", True, True, 2, None),
        ("up", False, False, None, '"up" is not a move'),
        (["C+1", "up"], False, False, None, 'move 2: "up" is not a move'),
        (None, False, False, None, "no answer"),
        (7, False, False, None, "'int' object is not iterable"),
    ]:
        result = bench.evaluate(lambda _, answer=answer: answer, [board]).results[0]
        assert (result.legal, result.solved, result.length, result.fewest) == (legal, solved, length, 2), answer
        assert (result.problem is None) == (problem is None) and (result.problem or "").startswith(problem or "")
    report = bench.evaluate(lambda _: "B-1 C+1 A+2", [board], metric="steps")
    assert (report.total.excess, report.total.shortest, report.by_depth[3].solved) == (1, 0, 1)


def test_a_function_can_push_on_its_board():
    def careless(board):
        board.push("C+1")
        return ["C+1", "A+2"]

    assert bench.evaluate(careless, ["oBBoAAoCoooCoooo"]).total.solved == 1


def test_wrong_settings():
    for call in (
        lambda: bench.split("data/rows45.txt", "both"),
        lambda: bench.split("data/rows45.txt", "test", 2.0),
        lambda: bench.sample("data/rows45.txt", -1),
        lambda: bench.sample(["oBBoAAoCoooCoooo"], 1, moves=5),
        lambda: bench.evaluate(solve, ["ooooAAoxoooooooo"]),
        lambda: bench.evaluate(solve, ["nonsense"]),
        lambda: bench.evaluate(solve, [], metric="miles"),
    ):
        with pytest.raises(ValueError):
            call()


BOARD = "oBBoAAoCoooCoooo"


@pytest.mark.parametrize(
    "use",
    [
        lambda seed: bench.split(database(4), "test", seed=seed),
        lambda seed: bench.split([BOARD], "test", seed=seed),
        lambda seed: bench.sample([BOARD], 1, seed=seed),
        lambda seed: bench.side_of(BOARD, seed=seed),
        lambda seed: tasks.RushHour(size=4, moves="1..", seed=seed)[0],
        lambda seed: tasks.RushHour(size=4, moves="1..", split="train", split_seed=seed)[0],
    ],
)
def test_seeds_are_whole_numbers(use):
    for seed in (None, "1", 1.0):
        with pytest.raises(TypeError, match="whole number"):
            use(seed)
    with pytest.raises(ValueError, match="0 or more"):
        use(-1)
    for seed in (1, 2**63, 2**64 - 1):
        use(seed)
    results = [list(found) if isinstance(found, Database) else found for found in map(use, (1, np.int64(1), np.uint8(1), True))]
    assert results == [results[0]] * 4


def test_the_seed_decides_what_a_filter_draws():
    drawn = {seed: {Board(row).text for row in read_rows("data/rows45.txt", sample=10, seed=seed)} for seed in (0, 3)}
    for seed, boards in drawn.items():
        sides = [bench.split("data/rows45.txt", side, seed=seed, sample=10) for side in ("train", "test")]
        assert {board.text for board in sum(sides, [])} == boards
        assert {board.text for board in bench.sample("data/rows45.txt", 10, seed=seed, sample=10)} == boards
    assert drawn[0] != drawn[3]


def test_functions_can_answer_about_boards_with_symbols():
    given: list[Board] = []

    def solver(board: Board) -> str:
        given.append(board)
        return str(solve(board))

    report = bench.evaluate(solver, [BOARD.replace("C", "\U0001f697"), BOARD.replace("C", "É")])
    assert report.total.shortest == 2
    assert [result.board for result in report.results] == [board.text for board in given] == [BOARD, BOARD.replace("C", "É")]


def test_no_training_row_has_a_near_twin_on_another_side(monkeypatch):
    monkeypatch.syspath_prepend("tests/release")
    import twins  # the slow twin: compares two boards piece by piece

    rows = list(database(5).where(walls="0..1", moves="9.."))
    sides = bench.near_twin_split(rows)
    assert bench.near_twin_split(rows[::-1]).left_out == sides.left_out[::-1]
    assert sorted(sum(sides, [])) == sorted(rows) and all(len(side) > 20 for side in sides)
    train, others = ([row.board for row in chosen] for chosen in (sides.train, sides.validation + sides.test))
    left_out = {row.board for row in sides.left_out}
    assert not twins.have_twin(train, others) and twins.have_twin(left_out, others) == left_out
    with pytest.raises(ValueError, match="one size"):
        bench.near_twin_split([rows[0], "oBBoAAoCoooCoooo"])


def test_distinct_rows_are_those_of_a_plain_comparison(monkeypatch):
    monkeypatch.syspath_prepend("tests/release")
    import twins  # the slow twin: compares two boards piece by piece
    from gridlock_puzzle._near_twins import NearTwins

    compared = pairs = 0
    for rows in [database(5).where(walls="0..1", moves="9.."), database(6).sample(600, seed=1), database(6).where(walls=2).sample(600, seed=1)]:
        kept: list[str] = []
        of_kept: list[tuple] = []
        for row in rows:
            images = [row.board, twins.upside_down(row.board)][: 1 + rows.size % 2]
            if not any(twins.are_near(twins.lines(row.board), other) for other in of_kept):
                kept.append(row.board)
                of_kept += map(twins.lines, images)
        distinct = [row.board for row in rows.distinct()]
        assert distinct == kept and len(kept) < len(rows)
        # the pairs by which splits go
        found = NearTwins([row.board for row in rows])
        of_number = {number: row.board for number, row in zip(found.of_board, rows)}
        images = {k: [board, twins.upside_down(board)][: 1 + rows.size % 2] for k, board in of_number.items()}
        lines = {k: list(map(twins.lines, boards)) for k, boards in images.items()}
        near = {(k, j) for k in lines for j in range(k) if any(twins.are_near(lines[k][0], other) for other in lines[j])}
        assert set(map(tuple, found.pairs.tolist())) == near
        assert len(NearTwins(distinct).pairs) == 0
        compared, pairs = compared + len(rows), pairs + len(near)
    assert compared > 1500 and pairs > 100, (compared, pairs)
    sample = database(6).where(moves="10..").sample(300, seed=3, distinct=True)
    assert len(sample) == 300 == len(sample.distinct())


def plain_family(board: Board) -> str:
    """The name of a family in plain Python."""

    def lines(board: Board) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        width, height = board.shape
        rows: list[list[tuple[int, int]]] = [[] for _ in range(height)]
        columns: list[list[tuple[int, int]]] = [[] for _ in range(width)]
        for piece in board.pieces:
            if piece.orientation == "H":
                rows[piece.row].append((piece.column, piece.length))
            else:
                columns[piece.column].append((piece.row, piece.length))
        for row, column in board.walls:
            rows[row].append((column, -1 - column))
            columns[column].append((row, -1 - row))
        plain_rows, plain_columns = ([tuple(item for _, item in sorted(line)) for line in part] for part in (rows, columns))
        return plain_rows, plain_columns

    is_usual = board.exit == "right" and board.shape == (board.size, board.size)
    kind = board.size if is_usual else (board.shape, board.exit)
    names = [repr((kind, *lines(board)))]
    if (mirror := board.mirror()) is not None:
        names.append(repr((kind, *lines(mirror))))
    return min(names)


def test_families_have_the_names_of_earlier_versions():
    boards = [Board(row) for row in (*generate(4, walls="0..2"), *generate(5, walls=1, stop=60_000), *read_rows("data/rows45.txt"))]
    boards += [Board("ooAooooAoooBBooooooo", exit="down", shape=(5, 4)), Board("oooooooooAAo", shape="4x3"), Board("x" + "o" * 24 + "AA" + "o" * 36 + "x")]
    boards += [Board("oBBoAAoCoooCoooo", exit="left")]
    for board in boards:
        assert bench.family(board) == plain_family(board)
    assert len(boards) > 150
