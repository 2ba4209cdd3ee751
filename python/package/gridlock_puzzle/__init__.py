"""Rush Hour puzzles: boards, shortest solutions, whole clusters, and files of the puzzle database.

Cars, trucks and longer pieces slide along their lines on a board of 3×3 to 16×16, and the primary, `A`, must reach the right end of its row.
Boards of other shapes and with other exits are solved as well: `Board(text, shape="7x6", exit="up")`.

>>> from gridlock_puzzle import Board, cluster, solve
>>> board = Board("oBBoAAoCoooCoooo")
>>> print(solve(board))
C+1 A+2
>>> cluster(board).hardest
Board('BBoCAAoCoooooooo')

The whole published database, all 2,577,412 puzzles of 6×6 with up to two walls, is in the package, and so are the databases of
4×4 and 5×5, and the puzzles of 7×7 without walls that take 60 moves or more:

>>> from gridlock_puzzle import database
>>> len(database())
2577412
>>> hardest = database().where(moves="58..")
>>> [row.moves for row in hardest]
[60, 58]
>>> database().find("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")  # any position of a puzzle
1418676

Wrong input is a `ValueError` whose message says what was wrong, a missing file a `FileNotFoundError`. A text that is no board is a
`BoardError`, a search with too many states a `LimitExceeded`; both are `ValueError`s with the base `GridlockError`. Long work runs without the
GIL, and Ctrl-C ends it.

`gridlock_puzzle.gym` has an environment for Gymnasium, `gridlock_puzzle.bench` measures how well a function solves boards,
`gridlock_puzzle.tasks` makes questions for language models, and `gridlock_puzzle.notation` reads and writes the texts of moves.
"""

from collections.abc import Sequence

from ._core import (
    Board,
    BoardError,
    Cluster,
    Database,
    DatabaseIterator,
    GridlockError,
    LimitExceeded,
    Puzzles,
    RowIterator,
    RowTable,
    __version__,
    cluster,
    database,
    generate,
    solve,
    solve_many,
)
from ._files import read_rows, read_table
from ._types import Move, Piece, Row, Solution

Sequence.register(Database)

__all__ = [
    "Board",
    "BoardError",
    "Cluster",
    "Database",
    "DatabaseIterator",
    "GridlockError",
    "LimitExceeded",
    "Move",
    "Piece",
    "Puzzles",
    "Row",
    "RowIterator",
    "RowTable",
    "Solution",
    "__version__",
    "cluster",
    "database",
    "generate",
    "read_rows",
    "read_table",
    "solve",
    "solve_many",
]
