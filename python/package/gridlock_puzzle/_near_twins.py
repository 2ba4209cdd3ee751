"""Near twins: rows whose boards differ by one piece or wall.

Moves never change the *lines* of a board: for each row and column the lengths of its pieces in their order, and its walls with their places.
Two rows are near twins if their lines are the same, or become the same by one change: a piece or a wall is taken away, a car becomes a truck,
a piece goes to the next row or column, or a wall to the next cell. On 5×5 and 7×7 a board and its mirror image have the same lines.

`scripts/near_twins.py` and `scripts/release.sh` load this file by itself: it needs no packages.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

SIDES = ["train", "validation", "test"]
SHARE = 0.1  # of validation, and of test
CODES: dict[tuple[int, ...], str] = {}
LINES: list[tuple[int, ...]] = []  # lines as single characters: code of a line, lines by their codes


def code(line: tuple[int, ...]) -> str:
    if line not in CODES:
        CODES[line] = chr(len(LINES))
        LINES.append(line)
    return CODES[line]


def line_of(cells: str) -> tuple[int, ...]:
    """A line as a tuple: 2 or 3 for a piece along it, -1 - place for a wall. `cells` has a different
    letter for each piece along the line."""
    line: list[int] = []
    before = ""
    for place, cell in enumerate(cells):
        if cell == "x":
            line.append(-1 - place)
        elif cell != "." and cell == before:
            line[-1] += 1
        elif cell != ".":
            line.append(1)
        before = cell
    return tuple(line)


@lru_cache(maxsize=None)
def code_of_cells(cells: str) -> str:
    return code(line_of(cells))


def lines(board: str) -> str:
    """The lines of a board as a text, one character per line, rows first."""
    n = int(len(board) ** 0.5)
    rows = [board[k : k + n] for k in range(0, n * n, n)]
    columns = [board[k::n] for k in range(n)]
    along = [keep(line) for line in rows + columns]
    return "".join(map(code_of_cells, along))


@lru_cache(maxsize=1 << 18)
def keep(line: str) -> str:
    """Only the walls and the pieces along the line: those with two neighbouring cells in it. A piece across has one cell."""
    counts = Counter(line)
    return "".join(cell if cell == "x" or cell != "o" and counts[cell] > 1 else "." for cell in line)


def without(line: tuple[int, ...], k: int) -> tuple[int, ...]:
    return line[:k] + line[k + 1 :]


@lru_cache(maxsize=None)
def changed_lines(char: str) -> set[str]:
    """What one line can become if a piece of it is taken away or becomes a truck."""
    line = LINES[ord(char)]
    found = {code(without(line, k)) for k, item in enumerate(line) if item > 0}
    return found | {code(line[:k] + (3,) + line[k + 1 :]) for k, item in enumerate(line) if item == 2}


@lru_cache(maxsize=None)
def changed_pairs(one: str, other: str) -> set[str]:
    """What two neighbouring lines can become if a piece of the first goes to the second."""
    line, next_line = LINES[ord(one)], LINES[ord(other)]
    pieces = [(k, item) for k, item in enumerate(line) if item > 0]
    places = range(len(next_line) + 1)
    return {code(without(line, k)) + code(next_line[:p] + (item,) + next_line[p:]) for k, item in pieces for p in places}


@lru_cache(maxsize=None)
def walls_of(char: str) -> list[int]:
    return [-1 - item for item in LINES[ord(char)] if item < 0]


@lru_cache(maxsize=None)
def without_wall(char: str, place: int) -> str:
    line = LINES[ord(char)]
    return code(without(line, line.index(-1 - place)))


@lru_cache(maxsize=None)
def with_wall(char: str, place: int) -> set[str]:
    """What a line can become with one more wall at a place, between any two of its pieces; its walls stay sorted."""
    line = LINES[ord(char)]
    found = {line[:k] + (-1 - place,) + line[k:] for k in range(len(line) + 1)}
    return {code(new) for new in found if [-1 - item for item in new if item < 0] == sorted(-1 - item for item in new if item < 0)}


def changes(text: str, n: int) -> Iterator[str]:
    """The lines that one change gives. Each pair of near twins is found from at least one of the two."""
    primary = (n - 1) // 2
    for i, char in enumerate(text):
        if i == primary:
            continue
        before, after = text[:i], text[i + 1 :]
        for new in changed_lines(char):
            yield before + new + after
        if i not in (n - 1, 2 * n - 1) and i + 1 != primary:
            after = text[i + 2 :]
            for new in changed_pairs(char, text[i + 1]):
                yield before + new + after
    for row in range(n):
        for column in walls_of(text[row]):
            base = list(text)
            base[row], base[n + column] = without_wall(text[row], column), without_wall(text[n + column], row)
            yield "".join(base)
            for r, c in [(row, column + 1), (row + 1, column)]:
                if r < n and c < n:
                    for new_row in with_wall(base[r], c):
                        for new_column in with_wall(base[n + c], r):
                            moved = base.copy()
                            moved[r], moved[n + c] = new_row, new_column
                            yield "".join(moved)


@lru_cache(maxsize=None)
def mirrored_line(char: str, n: int) -> str:
    """A column upside down."""
    return code(tuple(item if item > 0 else -n - 1 - item for item in reversed(LINES[ord(char)])))


def mirrored(text: str, n: int) -> str:
    return text[n - 1 :: -1] + "".join(mirrored_line(char, n) for char in text[n:])


def canonical(text: str, n: int) -> str:
    """The lines that stand for a board and its mirror image, where it has one."""
    return min(text, mirrored(text, n)) if n % 2 else text


class NearTwins:
    """The different lines of some boards, which of them are one change apart, and a split of them."""

    def __init__(self, boards: Sequence[str]) -> None:
        self.n = int(len(boards[0]) ** 0.5)
        self.number: dict[str, int] = {}  # lines and their number
        texts = (canonical(lines(board.replace("o", ".")), self.n) for board in boards)
        self.of_board = array("I", (self.number.setdefault(text, len(self.number)) for text in texts))
        self.boards = Counter(self.of_board)  # the number of boards with the same lines
        self.one, self.other = array("I"), array("I")  # pairs of near twins
        for text, number in self.number.items():
            # A change to the next line goes down or right, so the mirror image has others.
            images = [text, mirrored(text, self.n)] if self.n % 2 else [text]
            changed = (canonical(new, self.n) for image in images for new in changes(image, self.n))
            found = {self.number.get(new, number) for new in changed}
            found.discard(number)
            self.other.extend(found)
            self.one.extend([number] * len(found))

    def components(self) -> list[int]:
        """The number of boards in each component, the largest first."""
        parent = array("I", range(len(self.number)))

        def root(k: int) -> int:
            while parent[k] != k:
                parent[k] = parent[parent[k]]
                k = parent[k]
            return k

        for one, other in zip(self.one, self.other):
            parent[root(one)] = root(other)
        return sorted(Counter(root(k) for k in self.of_board).values(), reverse=True)

    def sides(self, key: Callable[[str], Any]) -> list[str]:
        """The side of each of the lines: groups with the same key stay together, and go in the order of their hashes to the first side
        that has room for them, train at last."""
        groups = [min(key(text), key(mirrored(text, self.n))) if self.n % 2 else key(text) for text in self.number]
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
        for pair in zip(self.one, self.other):
            for one, other in [pair, pair[::-1]]:
                if sides[one] == "train" and sides[other] != "train":
                    train.add(one)
                    if sides[other] == "test":
                        test.add(other)
        return test, train


@lru_cache(maxsize=None)
def pieces(char: str) -> tuple[int, ...]:
    return tuple(item for item in LINES[ord(char)] if item > 0)


def middle_columns(text: str) -> tuple[tuple[int, ...], ...]:
    """The pieces along the columns in the middle: two of 4 or 6, three of 5 or 7."""
    n = len(text) // 2
    return tuple(map(pieces, text[n + n // 2 - 1 : 2 * n - n // 2 + 1]))
