"""Measures how well a function solves boards, on boards that are in no training set of the same split.

>>> from gridlock_puzzle import bench, solve
>>> report = bench.evaluate(lambda board: solve(board), bench.sample("data/rows45.txt", 10, seed=1))
>>> report.total.solved, report.total.excess
(10, 0)

`split` divides boards as `read_rows(..., split=...)`, `Database.split` and `gridlock select --split` do: the same seed and share give the same
sides. A cluster and its mirror image are on one side.

Two boards belong to one *family* if each row and each column of them holds the same pieces in the same order between the same
walls, or if this is true of one board and the mirror image of the other. Moves change none of this, so all states of a cluster
and of its mirror image are in one family. `split(..., keep="families")` puts whole families on one side. `sample` has at most one board of
each family.
"""

from __future__ import annotations

import hashlib
import heapq
import math
import operator
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Optional, SupportsIndex, Union, overload

import numpy as np
import numpy.typing as npt

from . import _core, notation
from ._files import Source, read_rows
from ._near_twins import NearTwins, middle_columns
from ._report import Count, Report, Result
from ._types import Row

__all__ = ["Count", "Report", "Result", "Sides", "evaluate", "family", "judge", "near_twin_split", "sample", "side_of", "split"]

Board = _core.Board
Boards = Union[Source, Iterable[Any]]
"""A file of rows, the name of a built-in database, a `Database`; or boards, their texts, or rows."""
Answer = Union[None, str, Iterable[Any]]
"""What a function answers: moves, a text of moves that `gridlock_puzzle.notation` reads, or `None` if it found no solution."""


_FILTERS = {"moves", "walls", "pieces", "cars", "trucks", "empty", "inventory", "place"}
"""Those of `Database.where`."""


def _whole(number: SupportsIndex, name: str) -> int:
    """A whole number of 0 or more, such as a seed."""
    try:
        whole = int(operator.index(number))
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {number!r}") from None
    if whole < 0:
        raise ValueError(f"{name} must be 0 or more, not {whole}")
    return whole


def _as_board(board: Any) -> _core.Board:
    return board if isinstance(board, Board) else Board(board)


def _answerable(board: _core.Board) -> _core.Board:
    """The board itself, or in the letters of the database if it names a piece by a symbol that texts of moves can't have."""
    return board if all(piece.letter.isalnum() for piece in board.pieces) else board.lettered()


def _given(boards: Boards, **filters: Any) -> Iterable[Any]:
    """The rows of a file or a `Database`; else what was given."""
    if isinstance(boards, (str, os.PathLike, _core.Database)):
        return read_rows(boards, **filters)
    if filters:
        raise ValueError("filters need a file of rows; choose the boards of a list before")
    return boards


def _as_boards(boards: Boards, **filters: Any) -> Iterable[_core.Board]:
    return map(_as_board, _given(boards, **filters))


def _as_database(boards: Boards, filters: dict[str, Any]) -> Optional[_core.Database]:
    """The rows as a `Database`, if they are some of one or of a rank file, and which ones is known before they are found."""
    filters = {name: value for name, value in filters.items() if value is not None}
    if not _FILTERS.issuperset(filters):
        return None
    if isinstance(boards, (str, os.PathLike)) and (os.fspath(boards).startswith("@") or os.path.isfile(boards)):
        try:
            boards = _core.Database.open(boards)
        except (OSError, ValueError):
            return None  # `read_rows` reads it, or says what is wrong
    return boards.where(**filters) if isinstance(boards, _core.Database) else None


family = _core.family


def _hash(seed: int, purpose: str, name: str) -> int:
    """A number below 2⁶⁴ that depends only on the arguments, the same on every machine."""
    return int.from_bytes(hashlib.sha256(f"{seed} {purpose} {name}".encode()).digest()[:8], "big")


KEEP = ("clusters", "families", "near_twins")
"""What `split` keeps on one side, from the weakest to the strictest."""


def side_of(board: Any, test_share: float = 0.2, seed: SupportsIndex = 0, *, keep: str = "clusters") -> str:
    """The side of a split on which a row or board is: `train` or `test`. `keep` is `clusters` or `families`, as for `split`.

    The side of a cluster follows from its hardest state, which a row of the database has. Of a board that is no `Row` the cluster is
    explored to find it; families need no search.

    >>> board = Board("oBBoAAoCoooCoooo")
    >>> bench.side_of(board, seed=3) == bench.side_of(board.play("C+1"), seed=3)
    True
    """
    seed = _whole(seed, "seed")
    _check_keep(keep)
    value = _hash(seed, "split", family(board)) if keep == "families" else _cluster_hash(seed, board)
    return "test" if value < _limit(test_share) else "train"


def _check_keep(keep: str) -> None:
    """What the side of a single board can follow from: near twins depend on all rows."""
    if keep not in ("clusters", "families"):
        raise ValueError(f"keep is clusters or families here, not {keep!r}")


def _cluster_hash(seed: int, board: Any) -> int:
    """What decides the side of a cluster; `split_hash` in `src/rows/sampling/split.rs` says why."""
    text: str
    if isinstance(board, Row):
        text = board.board
    else:
        states = _core.cluster(board)
        text = (states.hardest or states.canonical).lettered().text
    if len(text) % 2:  # mirror images exist
        _, own, mirrored, _ = _core.near_twins([text])
        text = min(own[0], mirrored[0])
    if seed >= 2**64:
        raise ValueError(f"the seed of a split of clusters must be below 2^64, not {seed}")
    return int.from_bytes(hashlib.sha256(seed.to_bytes(8, "big") + f"split{text}".encode()).digest()[:8], "big")


def _limit(test_share: float) -> int:
    """Hashes below it are on the test side."""
    return int(test_share * 2.0**64)


@overload
def split(
    boards: _core.Database,
    side: str,
    test_share: float = 0.2,
    seed: SupportsIndex = 0,
    progress: Optional[Callable[[int, int], object]] = None,
    *,
    keep: str = "clusters",
) -> _core.Database: ...
@overload
def split(
    boards: Boards,
    side: str,
    test_share: float = 0.2,
    seed: SupportsIndex = 0,
    progress: Optional[Callable[[int, int], object]] = None,
    *,
    keep: str = "clusters",
    **filters: Any,
) -> Sequence[Any]: ...
def split(
    boards: Boards,
    side: str,
    test_share: float = 0.2,
    seed: SupportsIndex = 0,
    progress: Optional[Callable[[int, int], object]] = None,
    *,
    keep: str = "clusters",
    **filters: Any,
) -> Sequence[Any]:
    """The boards on one side of a split, `train` or `test`. `keep` says what is never divided:

    - `clusters`: a cluster and its mirror image, as for `Database.split`, `read_rows` and `gridlock select`.
    - `families`: also all clusters that have the same pieces between the same walls in each line.
    - `near_twins`: no row of `train` has a near twin in `test`: the sides of `near_twin_split`, whose `test` has about a tenth of the rows.
      They need all rows of one size, and have no seed and no share.

    The side depends on the seed and the share alone, so training sets and test sets may come from different files.
    `boards` is a file of rows, with the filters of `read_rows`; or boards, their texts, or rows. The seed, a whole number of 0 or more,
    also decides the filters `sample` and `per_moves`.

    Of a `Database`, a rank file or a built-in name it is a `Database`, otherwise a list. For clusters all rows are found, some seconds per
    100,000; for families none is, some seconds for a million. `progress(done, all)` is called about 20 times a second meanwhile.

    >>> train, test = (bench.split("data/rows45.txt", side, seed=3, keep="families") for side in ("train", "test"))
    >>> len(train) + len(test), {bench.family(board) for board in train} & {bench.family(board) for board in test}
    (45, set())
    >>> bench.split("@rush5", "test", seed=3, moves="20..", keep="families")
    <Database: 4 of 7320 rows, 5×5, walls 0..2>
    """
    if side not in ("train", "test"):
        raise ValueError(f"unknown side {side!r}: choose train or test")
    if keep not in KEEP:
        raise ValueError(f"unknown keep {keep!r}: choose {', '.join(KEEP)}")
    if not 0.0 <= test_share <= 1.0:
        raise ValueError("test_share must be a number from 0 to 1")
    seed = _whole(seed, "seed")
    if keep == "near_twins":
        if (test_share, seed) != (0.2, 0):
            raise ValueError("the sides of near twins have no test_share and no seed")
        twins: list[Any] = getattr(near_twin_split(_given(boards, **filters)), side)
        return [_as_board(row) for row in twins]
    database = _as_database(boards, filters)
    if database is not None and keep == "clusters":
        return database.split(side, test_share=test_share, seed=seed, progress=progress)
    if database is not None:
        hashes, limit = database._family_hashes(f"{seed} split", progress), _limit(test_share)
        is_test = hashes < np.uint64(limit) if limit < 2**64 else np.ones(len(hashes), dtype=np.bool_)
        chosen: npt.NDArray[np.bool_] = is_test == (side == "test")
        return database[chosen]
    given = _given(boards, **_seeded(filters, seed))
    return [_as_board(board) for board in given if side_of(board, test_share, seed, keep=keep) == side]


def _seeded(filters: dict[str, Any], seed: int) -> dict[str, Any]:
    """The filters, with the seed if they draw rows."""
    return {**filters, "seed": seed} if {"sample", "per_moves"} & filters.keys() else filters


class Sides(NamedTuple):
    """The sides of `near_twin_split`."""

    train: list[Any]
    """Rows for training. None has a near twin on the other two sides."""
    validation: list[Any]
    """Rows for choosing among models, about a tenth."""
    test: list[Any]
    """Rows for the last test, about a tenth."""
    left_out: list[Any]
    """Rows that would be in `train`, but have a near twin in `validation` or `test`."""


def near_twin_split(rows: Iterable[Any]) -> Sides:
    """Divides rows, or boards of one size, into training, validation and test sets, so that no row of `train` has a near twin in the other two.

    Two rows are near twins if their families are one, or become one by one change: a piece or a wall is taken away, a car becomes a truck, a
    piece goes to the next row or column, or a wall to the next cell. The sides are those of the release folder if the rows are a whole database. They don't depend on
    the order of the rows. Validation and test rows may be near twins of each other. It takes 10 seconds for a list of 476,000 rows. The rows of
    a `Database` are found first, 0.1 ms each: almost a minute more for as many.

    >>> from gridlock_puzzle import bench, database
    >>> sides = bench.near_twin_split(database(5))
    >>> [len(side) for side in sides]
    [4958, 685, 732, 945]
    """
    given = list(rows)
    if not given:
        return Sides([], [], [], [])

    def text(row: Any) -> str:
        board = None if isinstance(row, Row) else _as_board(row)
        if board is not None and (board.exit != "right" or board.shape[0] != board.shape[1]):
            raise ValueError("near twins are rows of one size, whose exit is at the right")
        return row.board if board is None else board.lettered().text

    texts = [text(row) for row in given]
    if len(set(map(len, texts))) > 1:
        raise ValueError("near twins are rows of one size, whose exit is at the right")
    twins = NearTwins(texts)
    side_of = twins.sides(middle_columns)
    left_out = twins.leaking(side_of)[1]
    sides = Sides([], [], [], [])
    for row, number in zip(given, twins.of_board):
        chosen = sides.left_out if number in left_out else getattr(sides, side_of[number])
        chosen.append(row)
    return sides


def sample(boards: Boards, count: SupportsIndex, seed: SupportsIndex = 0, **filters: Any) -> list[_core.Board]:
    """Random boards, at most one of each family, and at most `count` of them. The arguments are as for `split`.

    The sample does not depend on the order of the boards.

    >>> boards = bench.sample("data/rows45.txt", 5, seed=7)
    >>> boards == bench.sample(list(read_rows("data/rows45.txt"))[::-1], 5, seed=7), len(boards)
    (True, 5)
    """
    count, seed = _whole(count, "count"), _whole(seed, "seed")
    database = _as_database(boards, filters)
    if database is not None:
        hashes = database._family_hashes(f"{seed} sample")
        # only families that are in the sample; two of one hash are told apart below
        boards, filters = database[np.isin(hashes, np.unique(hashes)[:count])], {}
    first_of_family: dict[str, _core.Board] = {}
    for board in _as_boards(boards, **_seeded(filters, seed)):
        name = family(board)
        first_of_family[name] = min(board, first_of_family.get(name, board), key=lambda board: board.lettered().text)
    chosen = heapq.nsmallest(count, first_of_family, key=lambda name: (_hash(seed, "sample", name), name))
    return [first_of_family[name].copy() for name in chosen]


def judge(board: _core.Board, fewest: int, answer: Answer, metric: str, strict: bool = True) -> Result:
    """Plays an answer; `fewest` is the length of a shortest solution. The board stays as it is. `strict` is as for `notation.steps_of`.

    >>> from gridlock_puzzle import Board, bench
    >>> result = bench.judge(Board("oBBoAAoCoooCoooo"), 2, "C down 1, A right 3", "moves")
    >>> result.legal, result.illegal, result.problem
    (False, 2, 'move 2: A+3: A can move by 2 in that direction')
    """
    if answer is None:
        return Result(board.text, fewest, None, False, False, "no answer", None)
    try:
        steps = notation.steps_of(answer, board, strict).steps
    except (TypeError, ValueError) as error:
        return Result(board.text, fewest, None, False, False, str(error), None)
    state = board.copy()
    stopped = notation.play(state, steps)
    legal = steps if stopped is None else steps[: stopped[0] - 1]
    length = notation.length_of(legal, metric)
    if stopped is not None:
        return Result(board.text, fewest, length, False, False, f"move {stopped[0]}: {stopped[1]}", stopped[0])
    end = "the last state is not a goal state" if steps else "the answer has no moves"
    return Result(board.text, fewest, length, True, state.is_goal, None if state.is_goal else end, None)


def evaluate(
    solver: Callable[[_core.Board], Answer],
    boards: Boards,
    metric: str = "moves",
    threads: Optional[SupportsIndex] = None,
    **filters: Any,
) -> Report:
    """Lets a function solve boards and compares its answers with shortest solutions.

    `solver` gets each board and answers with moves (`Move`, texts like `A+2`, tuples), with one text, or with `None`. Texts are
    read by the grammar of `gridlock_puzzle.notation`. It is called board by board; what it raises is not caught. The shortest
    solutions are found first, on `threads` threads. A board that can't be solved is a `ValueError`. A board that names a piece by a
    symbol, which no text of moves can have, is given in the letters of the database.

    >>> def greedy(board):
    ...     return [move for move in board.legal_moves() if move.piece == "A"][-1:]
    >>> report = bench.evaluate(greedy, ["ooooAAoooooooooo", "oBBoAAoCoooCoooo"])
    >>> report.total.boards, report.total.legal, report.total.solved
    (2, 2, 1)
    """
    chosen: Sequence[_core.Board] = [_answerable(board) for board in _as_boards(boards, **filters)]
    report = Report(metric)
    for board, solution in zip(chosen, _core.solve_many(chosen, metric=metric, threads=threads)):
        if solution is None:
            raise ValueError(f"the board {board} has no solution")
        report.results.append(judge(board, len(solution), solver(board.copy()), metric))
    return report
