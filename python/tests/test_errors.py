"""Whatever Python hands over, there is an answer or a `ValueError`: nothing panics."""

from __future__ import annotations

import pathlib

import pytest
from gridlock_puzzle import Board, BoardError, GridlockError, LimitExceeded, Move, Row, bench, cluster, generate, read_rows, solve, solve_many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

patient = settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])

characters = st.one_of(st.sampled_from("AABBCCxo..oo"), st.characters())
texts = st.one_of(
    st.text(),
    st.text(st.characters(exclude_categories=[])),  # lone surrogates too
    *(st.text(characters, min_size=n * n, max_size=n * n) for n in (4, 5, 6, 7)),
    st.sampled_from(["oBBoAAoCoooCoooo", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"]),
)
numbers = st.one_of(st.integers(), st.integers(-10, 10))
moves = st.one_of(
    texts,
    st.from_regex(r"[A-Za-z][+-][0-9]{1,3}", fullmatch=True),
    st.tuples(st.text(max_size=2), numbers),
)


@st.composite
def placements(draw: st.DrawFn) -> str:
    """A board of pieces that do not overlap, with walls."""
    n = draw(st.sampled_from([4, 5, 6]))
    cells = ["o"] * (n * n)
    first = (n - 1) // 2 * n + draw(st.integers(0, n - 2))
    cells[first : first + 2] = "AA"
    for letter in "BCDEFGHIJK"[: draw(st.integers(0, 10))]:
        length, stride = draw(st.sampled_from([2, 3])), draw(st.sampled_from([1, n]))
        start = draw(st.integers(0, n * n - 1))
        places = [start + k * stride for k in range(length)]
        if places[-1] < n * n and (stride == n or start // n == places[-1] // n) and all(cells[p] == "o" for p in places):
            for place in places:
                cells[place] = letter
    for wall in draw(st.lists(st.integers(0, n * n - 1), max_size=3)):
        if cells[wall] == "o":
            cells[wall] = "x"
    return "".join(cells)


@patient
@given(texts, moves)
def test_boards_and_moves(text, move):
    try:
        board = Board(text)
    except ValueError:
        return
    assert Board(board.text) == board and len(board.cells()) == board.size**2
    before = board.text
    try:
        board.push(move)
        assert move in [before_ for before_ in (*Board(before).legal_moves(), *map(str, Board(before).legal_moves()))]
        board.pop()
    except ValueError:
        pass
    assert board.text == before


@patient
@given(texts)
def test_texts_of_moves_and_rows(text):
    for kind in (Move, Row):
        try:
            value = kind.parse(text)
        except ValueError:
            continue
        assert kind.parse(str(value)) == value


@patient
@given(placements(), st.sampled_from(["moves", "steps"]))
def test_any_board_is_solved_and_explored(text, metric):
    try:
        states = cluster(text, metric=metric, max_states=3000)
    except ValueError as error:
        assert "more than 3000 states" in str(error)
        return
    board = Board(text)
    solutions = [solve(board, metric=metric, algorithm=algorithm) for algorithm in ("bfs", "astar", "ida")]
    assert {None if solution is None else len(solution) for solution in solutions} == {states.distance(board)}
    assert {bench.family(state) for state in [states.state(len(states) - 1), board]} == {bench.family(board)}


@patient
@given(st.lists(texts, max_size=4), numbers, numbers, texts)
def test_numbers_and_names(boards, number, other, text):
    for call in (
        lambda: solve_many(boards, max_states=1000, threads=min(number, 8)),
        lambda: solve("oBBoAAoCoooCoooo", max_states=number),
        lambda: solve("oBBoAAoCoooCoooo", metric=text),
        lambda: solve("oBBoAAoCoooCoooo", algorithm=text),
        lambda: cluster("oBBoAAoCoooCoooo", max_states=number).state(other),
        lambda: list(cluster("oBBoAAoCoooCoooo").states_at(number)),
        lambda: next(generate(number, walls=other if abs(other) < 3 else text, stop=1), None),
        lambda: next(read_rows("data/rows45.txt", moves=text, sample=min(number, 5)), None),
        lambda: next(read_rows("data/rows45.txt", walls=number, seed=other), None),
    ):
        try:
            call()
        except ValueError:
            pass


@patient
@given(st.one_of(st.binary(max_size=200), texts.map(lambda text: text.encode(errors="replace"))))
def test_files_of_any_bytes(tmp_path: pathlib.Path, content):
    path = tmp_path / "rows"
    path.write_bytes(content)
    try:
        list(read_rows(path))
    except ValueError:
        pass


@patient
@given(st.one_of(st.none(), texts, st.lists(moves, max_size=4), st.integers()))
def test_answers_of_any_kind(answer):
    report = bench.evaluate(lambda board: answer, ["oBBoAAoCoooCoooo"])
    assert report.total.boards == 1 and str(report)


def test_errors_have_classes_of_their_own():
    assert issubclass(BoardError, GridlockError) and issubclass(LimitExceeded, GridlockError) and issubclass(GridlockError, ValueError)
    for wrong in (lambda: Board("oBBo"), lambda: solve("..BBAA.B........"), lambda: cluster("A"), lambda: Board("9-9-9")):
        with pytest.raises(BoardError):
            wrong()
    hard = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    for large in (lambda: solve(hard, max_states=100), lambda: cluster(hard, max_states=100), lambda: solve_many([hard], max_states=100)):
        with pytest.raises(LimitExceeded, match="max_states"):
            large()


def test_solve_many_goes_on():
    given = ["oBBoAAoCoooCoooo", "oBBo", "ooooAAoxoooooooo", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 7, "ooooAAoooooooooo"]
    for threads in (1, 3):
        found = solve_many(given, max_states=100, threads=threads, errors="return")
        assert (str(found[0]), found[2], str(found[5])) == ("C+1 A+2", None, "A+2")
        assert [type(found[k]) for k in (1, 3, 4)] == [BoardError, LimitExceeded, TypeError]
        assert str(found[3]).startswith("board 3 ") and str(found[4]).startswith("board 4")
    with pytest.raises(ValueError, match="raise or return"):
        solve_many(given, errors="ignore")
