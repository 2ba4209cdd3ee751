"""Near twins: rows whose boards differ by one piece or wall, and a split that keeps them apart.

Moves never change the *lines* of a board: for each row and column the lengths of its pieces in their order, and its walls with their places.
Two rows are near twins if their lines are the same, or become the same by one change: a piece or a wall is taken away, a car becomes a truck,
a piece goes to the next row or column, or a wall to the next cell. On 5×5 and 7×7 a board and its mirror image have the same lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

from . import _core

SIDES = ["train", "validation", "test"]
SHARE = 0.1  # of validation, and of test


class NearTwins:
    """The different lines of some boards, which of them are one change apart, and a split of them.

    Lines are a text, such as `2x33/` for a row with a car, a wall in its fourth cell (cell 3 from 0) and a truck, rows first.
    """

    def __init__(self, boards: Sequence[str]) -> None:
        of_board, self.lines, self.mirrored, self.pairs = _core.near_twins(boards)
        self.of_board: list[int] = of_board.tolist()
        self.is_odd = len(boards[0]) % 2 == 1
        self.boards = Counter(self.of_board)  # the number of boards with the same lines

    def components(self) -> list[int]:
        """The number of boards in each component, the largest first."""
        parent = list(range(len(self.lines)))

        def root(k: int) -> int:
            while parent[k] != k:
                parent[k] = parent[parent[k]]
                k = parent[k]
            return k

        for one, other in self.pairs.tolist():
            parent[root(one)] = root(other)
        return sorted(Counter(root(k) for k in self.of_board).values(), reverse=True)

    def sides(self, key: Callable[[str], Any]) -> list[str]:
        """The side of each of the lines: groups with the same key stay together, and go in the order of their hashes to the first side
        that has room for them, train at last."""
        groups = [key(lines) for lines in self.lines]
        if self.is_odd:
            groups = [min(group, key(lines)) for group, lines in zip(groups, self.mirrored)]
        sizes: Counter[Any] = Counter()
        for number, group in enumerate(groups):
            sizes[group] += self.boards[number]
        room = {side: SHARE * len(self.of_board) for side in ["test", "validation"]}
        side_of: dict[Any, str] = {}
        for group in sorted(sizes, key=lambda group: sha256(repr(group).encode()).digest()):
            fitting = [side for side, left in room.items() if sizes[group] <= left]
            side_of[group] = fitting[0] if fitting else "train"
            if fitting:
                room[fitting[0]] -= sizes[group]
        return [side_of[group] for group in groups]

    def count(self, numbers: Iterable[int]) -> int:
        """The number of boards that have some of the lines."""
        return sum(self.boards[number] for number in numbers)

    def leaking(self, sides: list[str]) -> tuple[set[int], set[int]]:
        """The lines on the test side that have a near twin in train, and those in train that have one on another side."""
        test: set[int] = set()
        train: set[int] = set()
        for pair in self.pairs.tolist():
            for one, other in [pair, pair[::-1]]:
                if sides[one] == "train" and sides[other] != "train":
                    train.add(one)
                    if sides[other] == "test":
                        test.add(other)
        return test, train


def pieces(line: str) -> tuple[int, ...]:
    """The lengths of the pieces of a line. Items that follow an `x` are places of walls."""
    return tuple(int(item) for before, item in zip("/" + line, line) if item != "x" and before != "x")


def middle_columns(lines: str) -> tuple[tuple[int, ...], ...]:
    """The pieces along the columns in the middle: two of 4 or 6, three of 5 or 7."""
    columns = lines.split("/")[:-1]
    n = len(columns) // 2
    return tuple(map(pieces, columns[n + n // 2 - 1 : 2 * n - n // 2 + 1]))
