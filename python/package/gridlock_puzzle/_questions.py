"""The words of the questions of `gridlock_puzzle.tasks`, and the ways to write a board in them."""

from __future__ import annotations

from . import _core
from . import notation as _notation

_RULES = """\
Rush Hour is played on a board of {height} rows and {width} columns. Each piece is 2 or 3 cells long and lies along a row or a column. A {move} slides one \
piece along its own line, to the left or right or up or down, by {length}. The cells that it slides over must be empty: pieces do not turn, jump or \
leave the board. {walls}The puzzle is solved when piece A reaches the {exit}.

{caption}

{board}

Solve it in the fewest {metric}. {format}"""

_SHORT = """\
Rush Hour: slide pieces along their lines over empty cells until A reaches the {exit}. {caption}

{board}

Use as few {metric} as possible; a {move} slides one piece by {length}. {format}"""

_STORY = """\
Car A wants to leave a crowded car park of {height} by {width} places, and its gate is at the {exit}. Every vehicle takes 2 or 3 places. A vehicle \
can only drive forwards and backwards along its own line, through empty places, and only one drives at a time. {walls}{caption}

{board}

How does A get to the gate in the fewest {metric}? A {move} is one vehicle driving by {length}. {format}"""

WORDINGS = {"rules": _RULES, "short": _SHORT, "story": _STORY}
"""The wordings of the question: `rules` says everything, `short` what a reader needs who knows Rush Hour, `story` tells it as a car park."""

BOARD_STYLES = {
    "grid": "The board, row by row from the top; . is an empty cell, each letter is a piece{x}:",
    "vehicles": "The pieces; rows are numbered from the top and columns from the left, both from 1:",
    "coordinates": "The cells of each piece as (row, column); rows are numbered from the top and columns from the left, both from 1:",
}
"""The ways to write the board, and what the question says before it. `board_text` has an example of each."""

_FORMATS = {
    "distance": "Write each move as the letter of the piece, + for right or down or - for left or up, and the number of cells",
    "words": "Write each move as the letter of the piece, left, right, up or down, and the number of cells",
    "colon": "Write each move as the letter of the piece, a colon, left, right, up or down, and the number of cells",
    "pairs": "Write each move as the letter of the piece and the number of cells in brackets; the number is negative to the left and up",
    "signs": "Write each step as the letter of the piece and + for right or down or - for left or up",
    "arrows": "Write each step as the letter of the piece and <, >, ^ or v for left, right, up or down",
}
_EXITS = {"right": "right end of its row", "left": "left end of its row", "up": "top of its column", "down": "bottom of its column"}
EXAMPLE = _core.Board("oBBoAAoCoooCoooo")


def board_text(board: _core.Board, style: str = "grid") -> str:
    """The board as a question writes it, in one of the `BOARD_STYLES`.

    >>> from gridlock_puzzle import Board, tasks
    >>> board = Board("xCCoAAoDoooDoooo")
    >>> for style in tasks.BOARD_STYLES:
    ...     print(style, tasks.board_text(board, style), sep="\\n")
    grid
    x C C .
    A A . D
    . . . D
    . . . .
    vehicles
    A: horizontal, length 2, row 2, columns 1 to 2
    C: horizontal, length 2, row 1, columns 2 to 3
    D: vertical, length 2, column 4, rows 2 to 3
    wall: row 1, column 1
    coordinates
    A: (2, 1) (2, 2)
    C: (1, 2) (1, 3)
    D: (2, 4) (3, 4)
    wall: (1, 1)
    """
    width, height = board.shape
    if style == "grid":
        text = board.text.replace("o", ".")
        return "\n".join(" ".join(text[first : first + width]) for first in range(0, width * height, width))
    if style == "vehicles":
        lines = []
        for letter, orientation, row, column, length in board.pieces:
            along, across, first, line = ("column", "row", column, row) if orientation == "H" else ("row", "column", row, column)
            name = "horizontal" if orientation == "H" else "vertical"
            lines.append(f"{letter}: {name}, length {length}, {across} {line + 1}, {along}s {first + 1} to {first + length}")
        return "\n".join(lines + [f"wall: row {row + 1}, column {column + 1}" for row, column in board.walls])
    if style == "coordinates":
        lines = []
        for letter, orientation, row, column, length in board.pieces:
            cells = [(row, column + k) if orientation == "H" else (row + k, column) for k in range(length)]
            lines.append(f"{letter}: " + " ".join(f"({row + 1}, {column + 1})" for row, column in cells))
        return "\n".join(lines + [f"wall: ({row + 1}, {column + 1})" for row, column in board.walls])
    raise ValueError(f"unknown style {style!r}: choose {', '.join(BOARD_STYLES)}")


def question_text(board: _core.Board, wording: str = "rules", style: str = "grid", notation: str = "distance") -> str:
    """The question about a board.

    >>> from gridlock_puzzle import Board, tasks
    >>> board = Board("xCCoAAoDoooDoooo")
    >>> print(tasks.question_text(board, "rules", "grid", "distance"))
    Rush Hour is played on a board of 4 rows and 4 columns. Each piece is 2 or 3 cells long and lies along a row or a column. A move slides
    one piece along its own line, to the left or right or up or down, by one or more cells. The cells that it slides over must be empty:
    pieces do not turn, jump or leave the board. Walls never move. The puzzle is solved when piece A reaches the right end of its row.
    <BLANKLINE>
    The board, row by row from the top; . is an empty cell, each letter is a piece, x is a wall:
    <BLANKLINE>
    x C C .
    A A . D
    . . . D
    . . . .
    <BLANKLINE>
    Solve it in the fewest moves. Write each move as the letter of the piece, + for right or down or - for left or up, and the number of
    cells, all of them on one line after "Answer:", like this:
    Answer: C+1 A+2
    >>> print(tasks.question_text(board, "short", "vehicles", "words"))
    Rush Hour: slide pieces along their lines over empty cells until A reaches the right end of its row. The pieces; rows are numbered from
    the top and columns from the left, both from 1:
    <BLANKLINE>
    A: horizontal, length 2, row 2, columns 1 to 2
    C: horizontal, length 2, row 1, columns 2 to 3
    D: vertical, length 2, column 4, rows 2 to 3
    wall: row 1, column 1
    <BLANKLINE>
    Use as few moves as possible; a move slides one piece by one or more cells. Write each move as the letter of the piece, left, right, up
    or down, and the number of cells, all of them on one line after "Answer:", like this:
    Answer: C down 1, A right 2
    >>> print(tasks.question_text(board, "story", "coordinates", "arrows"))
    Car A wants to leave a crowded car park of 4 by 4 places, and its gate is at the right end of its row. Every vehicle takes 2 or 3
    places. A vehicle can only drive forwards and backwards along its own line, through empty places, and only one drives at a time. Walls
    never move. The cells of each piece as (row, column); rows are numbered from the top and columns from the left, both from 1:
    <BLANKLINE>
    A: (2, 1) (2, 2)
    C: (1, 2) (1, 3)
    D: (2, 4) (3, 4)
    wall: (1, 1)
    <BLANKLINE>
    How does A get to the gate in the fewest steps? A step is one vehicle driving by one cell. Write each step as the letter of the piece
    and <, >, ^ or v for left, right, up or down, all of them on one line after "Answer:", like this:
    Answer: Cv A> A>
    """
    if wording not in WORDINGS:
        raise ValueError(f"unknown wording {wording!r}: choose {', '.join(WORDINGS)}")
    if notation not in _notation.NOTATIONS:
        raise ValueError(f"unknown notation {notation!r}: choose {', '.join(_notation.NOTATIONS)}")
    metric = _notation.NOTATIONS[notation]
    example = _notation.write([("C", 1), ("A", 2)], EXAMPLE, notation)
    width, height = board.shape
    return WORDINGS[wording].format(
        width=width,
        height=height,
        metric=metric,
        move=metric[:-1],
        length="one or more cells" if metric == "moves" else "one cell",
        walls="Walls never move. " if board.walls else "",
        exit=_EXITS[board.exit],
        caption=BOARD_STYLES[style].format(x=", x is a wall" if board.walls else "") if style in BOARD_STYLES else "",
        board=board_text(board, style),
        format=f'{_FORMATS[notation]}, all of them on one line after "Answer:", like this:\nAnswer: {example}',
    )
