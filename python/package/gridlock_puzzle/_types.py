"""Moves, pieces, rows and solutions: the tuples that the compiled module returns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from ._core import Board

__all__ = ["Move", "Piece", "Row", "Solution"]


class Move(NamedTuple):
    """One piece slides by one or more cells: a named tuple whose text is the letter and the distance.

    >>> from gridlock_puzzle import Move
    >>> move = Move("C", 1)
    >>> str(move), move.piece, move.distance
    ('C+1', 'C', 1)
    >>> Move.parse("A-2")
    Move(piece='A', distance=-2)
    """

    piece: str
    """The letter of the piece in the text of the board."""
    distance: int
    """Cells to the right or down; negative to the left or up; not 0."""

    def __str__(self) -> str:
        return f"{self.piece}{self.distance:+d}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Reads the text of a move.

        >>> Move.parse("A2")
        Traceback (most recent call last):
        ...
        ValueError: "A2" is not a move: write the letter of a piece, + or -, and a number of cells, like C-2
        """
        from ._core import parse_move

        return parse_move(text)


class Piece(NamedTuple):
    """A car or truck on a board.

    >>> from gridlock_puzzle import Board
    >>> Board("oBBoAAoCoooCoooo").pieces[2]
    Piece(letter='C', orientation='V', row=1, column=3, length=2)
    """

    letter: str
    """Its letter in the text of the board; the primary is `A`."""
    orientation: str
    """`H` if it slides along its row, `V` if it slides along its column."""
    row: int
    """Row of its left or upper cell, from 0."""
    column: int
    """Column of its left or upper cell, from 0."""
    length: int
    """Length in cells: 2 for a car, 3 for a truck."""


class Row(NamedTuple):
    """A row of the database: a named tuple whose text is the line of the file.

    Whatever takes a board takes a row: `solve(row)`, `cluster(row)`, `Board(row)`. A notebook shows it as a picture.

    >>> from gridlock_puzzle import Row
    >>> row = Row.parse("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332")
    >>> row.moves, row.cluster_size
    (60, 2332)
    >>> print(row)
    60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
    """

    moves: int
    """The fewest moves that solve the board; steps in a database by steps."""
    board: str
    """The text of the board, the hardest state of its cluster; `Board(row)` is the board."""
    cluster_size: int
    """The number of states that moves reach from the board, itself included."""

    def __str__(self) -> str:
        return f"{self.moves:02d} {self.board} {self.cluster_size}"

    def _repr_svg_(self) -> str:
        """The board as an SVG picture, which notebooks show."""
        from ._core import Board

        return Board(self)._repr_svg_()

    @classmethod
    def parse(cls, line: str) -> Row:
        """Reads a line of a file of rows, without its line end.

        >>> Row.parse("7 ooooAAoooooooooo 1")
        Traceback (most recent call last):
        ...
        ValueError: moves "7" is not a number of two to four digits, like 07 or 60
        """
        from ._core import parse_row

        return parse_row(line)


class Solution(tuple[Move, ...]):
    """A solution: a tuple of moves that leads from a board to a goal state, and a shortest one unless `solve` was asked for any. A notebook shows it as an animated picture.

    >>> from gridlock_puzzle import solve
    >>> solution = solve("oBBoAAoCoooCoooo")
    >>> print(solution)
    C+1 A+2
    >>> len(solution), solution.steps, solution[0]
    (2, 3, Move(piece='C', distance=1))
    """

    metric: str
    """What the solution minimises: `moves` or `steps`. `len(solution)` counts them."""
    visited: int
    """The number of states that the search expanded."""
    board: Optional[Board]
    """The board that it solves, if it is known."""
    at_least: int
    """No solution is shorter than this, in the metric; it is `len(solution)` of a shortest one."""

    def __new__(
        cls, moves: Iterable[Move] = (), metric: str = "moves", visited: int = 0, board: Optional[Board] = None, at_least: int = 0
    ) -> Solution:
        self = super().__new__(cls, moves)
        self.metric = metric
        self.visited = visited
        self.board = board
        self.at_least = at_least
        return self

    def __getnewargs__(self) -> tuple[tuple[Move, ...], str, int, Optional[Board], int]:
        return tuple(self), self.metric, self.visited, self.board, self.at_least

    def _repr_svg_(self) -> Optional[str]:
        """The solution as an animated SVG picture, which notebooks show; `None` if the board is not known."""
        from ._core import animation

        return None if self.board is None else animation(self.board, self)

    def __repr__(self) -> str:
        return f"Solution({tuple.__repr__(self)}, metric={self.metric!r}, visited={self.visited})"

    def __str__(self) -> str:
        return " ".join(map(str, self.joined))

    @property
    def joined(self) -> tuple[Move, ...]:
        """The moves, with consecutive steps of one piece in one direction joined into one move.

        >>> by_steps = solve("ooooAAoooooooooo", metric="steps")
        >>> len(by_steps), by_steps.joined
        (2, (Move(piece='A', distance=2),))
        """
        joined: list[Move] = []
        for piece, distance in self:
            if joined and joined[-1].piece == piece and (joined[-1].distance > 0) == (distance > 0):
                joined[-1] = Move(piece, joined[-1].distance + distance)
            else:
                joined.append(Move(piece, distance))
        return tuple(joined)

    @property
    def steps(self) -> int:
        """The number of cells by which pieces move in total."""
        return sum(abs(move.distance) for move in self)
