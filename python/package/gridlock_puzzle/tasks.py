"""Tasks for language models: questions in words, answers that can be checked, and a score that says why.

>>> from gridlock_puzzle import tasks
>>> items = tasks.RushHour(moves="5..15", split="train", seed=0)
>>> item = items[17]
>>> sorted(item), item["metadata"]["shortest"]
(['answer', 'metadata', 'question'], 15)
>>> tasks.score(item["answer"], item)
Score(legal=True, solved=True, moves=15, shortest=15, metric='moves', score=1.0, why=None, illegal=None)
>>> tasks.score("Answer: A+4", item).why
'move 1: A+4: A can move by 0 in that direction'

An item has the keys `question`, `answer` and `metadata`, as the collections of procedural reasoning tasks have them. The answers
of models are read by the grammar of `gridlock_puzzle.notation`.
"""

from __future__ import annotations

import hashlib
import operator
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Optional, SupportsIndex, Union, overload

from . import _core, bench
from . import notation as _notation
from ._files import Range
from ._questions import BOARD_STYLES, EXAMPLE, WORDINGS, board_text, question_text

__all__ = ["BOARD_STYLES", "VERSION", "WORDINGS", "RushHour", "Score", "board_text", "question_text", "score"]

VERSION = 2
"""The version of the items. The same arguments and the same number give the same question in all versions of the package in which this is the same."""


@dataclass(frozen=True)
class Score:
    """What an answer is worth."""

    legal: bool
    """Whether the answer can be read and all its moves are legal."""
    solved: bool
    """Whether it is legal and ends in a goal state."""
    moves: Optional[int]
    """Its moves or steps, up to the first illegal one; `None` if it can't be read."""
    shortest: int
    """The moves or steps of a shortest solution."""
    metric: str
    """What these two count, `moves` or `steps`. It is what the question counts, and `steps` for an answer in a one-cell notation."""
    score: float
    """0 if the puzzle is not solved; else `shortest / moves`, which is 1 for a shortest solution."""
    why: Optional[str]
    """Why the puzzle is not solved."""
    illegal: Optional[int]
    """The number of the first illegal move, from 1; `None` if there is none, or if the answer can't be read."""


def score(answer: Optional[str], item: dict[str, Any], strict: bool = True) -> Score:
    """Judges the answer of a model to an item: a text, or `None` if it has not answered. A text that `notation.read` can't read is worth 0, and `why`
    says what it could not read; with `strict=False` the moves are found in it by `notation.find`. One slide that is split (`A+1 A+1`) is one move.

    >>> from gridlock_puzzle import tasks
    >>> item = tasks.RushHour(boards=["oBBoAAoCoooCoooo"])[0]
    >>> tasks.score("First C gets out of the way.\\nAnswer: C down 1, A right 2", item).score
    1.0
    >>> tasks.score("C+1 A+1 A+1", item)
    Score(legal=True, solved=True, moves=2, shortest=2, metric='moves', score=1.0, why=None, illegal=None)
    >>> tasks.score("Cv A> A>", item)
    Score(legal=True, solved=True, moves=3, shortest=3, metric='steps', score=1.0, why=None, illegal=None)
    >>> tasks.score("Move C down and then A to the exit.", item).why
    '"Move" is not a move'
    >>> answer = "**Answer**\\nC+1, then A+2. That is all."
    >>> tasks.score(answer, item).why, tasks.score(answer, item, strict=False).score
    ('"**Answer**" is not a move', 1.0)
    """
    data = item["metadata"]
    board = _core.Board(data["board"], exit=data["exit"], shape=data["shape"])
    metric, shortest = data["metric"], data["shortest"]
    if metric == "moves" and answer is not None and _counts_steps(answer, board, strict):
        metric, shortest = "steps", len(_solution(board, "steps"))
    result = bench.judge(board, shortest, answer, metric, strict)
    value = max(1, shortest) / max(1, result.length or 0) if result.solved else 0.0
    return Score(result.legal, result.solved, result.length, shortest, metric, value, result.problem, result.illegal)


def _counts_steps(answer: str, board: _core.Board, strict: bool) -> bool:
    try:
        return _notation.steps_of(answer, board, strict).metric == "steps"
    except ValueError:
        return False


def _solution(board: _core.Board, metric: str) -> Sequence[Any]:
    solution = _core.solve(board, metric=metric, algorithm="astar" if metric == "steps" else "bfs")
    if solution is None:
        raise ValueError(f"the board {board} has no solution")
    return solution


def _digest(*parts: object) -> int:
    """A number below 2⁶⁴ that depends only on the arguments, the same on every machine."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, parts)).encode()).digest()[:8], "big")


def _shuffled(place: int, length: int, *key: object) -> int:
    """The place to which a shuffle of a sequence moves a place: four rounds of a Feistel network, again until the result is in the sequence."""
    half = max(1, ((length - 1).bit_length() + 1) // 2)
    mask = (1 << half) - 1
    while True:
        left, right = place >> half, place & mask
        for turn in range(4):
            left, right = right, left ^ (_digest(*key, turn, right) & mask)
        place = left << half | right
        if place < length:
            return place


class RushHour:
    """A stream of items, each about another board, found by its number.

    **Boards.** `moves` (the fewest that solve the board; `5..15` if it is not given) and `walls` choose rows of `database(size)`;
    both are a number, a text like `5..15`, or a `range`. Or `boards` are a file of rows, or boards, their texts, or rows. These are
    all read at once: those of a rank file or of a name like `@rush6` are found first, about 0.11 ms and 2 KB each. A `Database` stays as
    it is, and its rows are found as items need them. A board that names a piece by a symbol, which no answer can have, gets the letters
    of the database.

    **Split.** `split` is `train` or `test`, the sides of `gridlock_puzzle.bench.split` and `Database.split`, with `test_share` of the clusters: no board of a test
    item can be reached by moves from a board of a train item, nor is it the mirror image of one that can. `keep="families"` keeps whole families together.
    The split has a seed of its own, so streams with all seeds agree on the sides. Without `split` all boards are used.

    **Questions.** `wording` is one of `WORDINGS`, `style` one of `BOARD_STYLES`, `notation` one of
    `gridlock_puzzle.notation.NOTATIONS`: that of `answer`, which the question asks for. With a one-cell notation the question
    asks for the fewest steps.

    **Numbers.** `items[i]` is the item with number `i`, from 0. The boards come in an order that the seed shuffles, and no board
    comes again before all have come. Seeds are whole numbers of 0 or more. With `count`, the stream ends after as many items and has a
    `len` and slices, which are lists; else it is endless.
    Finding item `i` reads about `i` rows, 0.2 ms each, and remembers them.

    **What is promised.** The question and the metadata of an item depend on the arguments and its number only: they are the same
    on every machine, and in every version of the package whose `VERSION` is the same. `answer` is a shortest solution; which of
    several it is may differ between versions.

    >>> from gridlock_puzzle import tasks
    >>> items = tasks.RushHour(moves="8..10", size=5, walls="0..1", count=100, notation="arrows", style="vehicles")
    >>> len(items), items[99] == tasks.RushHour(moves="8..10", size=5, walls="0..1", notation="arrows", style="vehicles")[99]
    (100, True)
    >>> items[0]["answer"]
    'E< Hv B< A> Gv Gv C< D< I^ I^ A> A>'
    """

    def __init__(
        self,
        moves: Optional[Range] = None,
        walls: Optional[Range] = None,
        size: int = 6,
        split: Optional[str] = None,
        seed: SupportsIndex = 0,
        *,
        boards: Union[None, str, os.PathLike[str], Iterable[Any]] = None,
        count: Optional[SupportsIndex] = None,
        wording: str = "rules",
        style: str = "grid",
        notation: str = "distance",
        test_share: float = 0.2,
        split_seed: SupportsIndex = 0,
        keep: str = "clusters",
    ) -> None:
        if split not in (None, "train", "test"):
            raise ValueError(f"unknown side {split!r}: choose train or test")
        bench._check_keep(keep)
        if not 0.0 <= test_share <= 1.0:
            raise ValueError("test_share must be a number from 0 to 1")
        question_text(EXAMPLE, wording, style, notation)  # refuses unknown names
        if boards is None:
            self._arguments: dict[str, Any] = {"moves": "5..15" if moves is None else moves, "walls": 0 if walls is None else walls, "size": size}
            self._boards: Optional[Sequence[Any]] = None
        elif (moves, walls, size) == (None, None, 6):
            self._arguments = {}
            self._boards = boards if isinstance(boards, _core.Database) else list(bench._as_boards(boards))
        else:
            raise ValueError("moves, walls and size choose rows of a database; choose the boards of a list before")
        self.split, self.seed = split, bench._whole(seed, "seed")
        self.count = None if count is None else bench._whole(count, "count")
        self.wording, self.style, self.notation = wording, style, notation
        self.test_share, self.split_seed, self.keep = test_share, bench._whole(split_seed, "split_seed"), keep
        self._found: list[int] = []
        self._looked_at = 0
        self._open()

    def _open(self) -> None:
        if self._boards is not None:
            self._rows: Any = self._boards
        else:
            chosen = {name: self._arguments[name] for name in ("moves", "walls")}
            self._rows = _core.database(self._arguments["size"]).where(**chosen)
        if not self._rows:
            raise ValueError("there are no boards: the arguments leave none")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_rows"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._open()

    def __repr__(self) -> str:
        source = ", ".join(f"{name}={value!r}" for name, value in self._arguments.items()) or f"{len(self._rows)} boards"
        items = "endless" if self.count is None else f"{self.count} items"
        return f"<RushHour: {items}, {source}, split={self.split!r}, seed={self.seed}>"

    def __len__(self) -> int:
        if self.count is None:
            raise TypeError("the stream is endless: give a count")
        return self.count

    def __bool__(self) -> bool:
        return self.count != 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        number = 0
        while self.count is None or number < self.count:
            yield self[number]
            number += 1

    @overload
    def __getitem__(self, number: SupportsIndex) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, number: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, number: Union[SupportsIndex, slice]) -> Union[dict[str, Any], list[dict[str, Any]]]:
        if isinstance(number, slice):
            return [self._item(place) for place in range(len(self))[number]]
        return self._item(int(operator.index(number)))

    def _item(self, number: int) -> dict[str, Any]:
        place = number + self.count if number < 0 and self.count is not None else number
        if place < 0 or self.count is not None and place >= self.count:
            raise IndexError(f"item {number} of {'an endless stream' if self.count is None else self.count}")
        row = self._rows[self._row_number(place)]
        board = bench._answerable(bench._as_board(row))
        metric = _notation.NOTATIONS[self.notation]
        solution = _solution(board, metric)
        data: dict[str, Any] = {
            "source": "gridlock_puzzle.tasks.RushHour",
            "version": VERSION,
            "index": place,
            "seed": self.seed,
            "split": self.split,
            "board": board.text,
            "shape": "{}x{}".format(*board.shape),
            "exit": board.exit,
            "metric": metric,
            "shortest": len(solution),
            "pieces": len(board.pieces),
            "walls": len(board.walls),
            "wording": self.wording,
            "style": self.style,
            "notation": self.notation,
        }
        if self._boards is None:
            data |= {"moves": row.moves, "cluster_size": row.cluster_size}
        question = question_text(board, self.wording, self.style, self.notation)
        return {"question": question, "answer": _notation.write(solution, board, self.notation), "metadata": data}

    def _row_number(self, place: int) -> int:
        """The number of the row of an item."""
        length = len(self._rows)
        while self._looked_at < length and place >= len(self._found):
            number = _shuffled(self._looked_at, length, "gridlock tasks", VERSION, self.seed)
            self._looked_at += 1
            if self.split is None or bench.side_of(self._rows[number], self.test_share, self.split_seed, keep=self.keep) == self.split:
                self._found.append(number)
        if not self._found:
            raise ValueError("there are no boards: the split leaves none")
        return self._found[place % len(self._found)]

    def score_answer(self, answer: Optional[str], entry: dict[str, Any], strict: bool = True) -> float:
        """The number of `score`, under the name and with the arguments that trainers of reasoning tasks use.

        >>> from gridlock_puzzle import tasks
        >>> items = tasks.RushHour(boards=["oBBoAAoCoooCoooo"])
        >>> items.score_answer(answer="Answer: C+1 A+2", entry=items[0])
        1.0
        """
        return score(answer, entry, strict).score
