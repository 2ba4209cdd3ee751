"""Texts of moves: one reader and one writer for the notations of people, programs and language models.

>>> from gridlock_puzzle import Board, notation, solve
>>> board = Board("oBBoAAoCoooCoooo")
>>> notation.read("1. C down 1\\n2. A right 2", board).moves
(Move(piece='C', distance=1), Move(piece='A', distance=2))
>>> notation.write(solve(board), board, "arrows")
'Cv A> A>'

**Notations.** The same two moves of that board in each of them:

| name | text | a move is | counts |
|---|---|---|---|
| `distance` | `C+1 A+2` | letter, sign, cells; + is to the right or down | moves |
| `words` | `C down 1, A right 2` | letter, `left`, `right`, `up` or `down`, cells | moves |
| `colon` | `C: down 1, A: right 2` | the same with a colon | moves |
| `pairs` | `(C, 1) (A, 2)` | letter and cells in brackets; + may be left out | moves |
| `signs` | `C+ A+ A+` | letter and sign: one cell | steps |
| `arrows` | `Cv A> A>` | letter and `<`, `>`, `^` or `v`: one cell | steps |

**Grammar.** Letters and words are in either case; if a board has two pieces that differ in nothing else, the case decides. `−` (U+2212) is a minus as well.

    answer     = [ move { separator move } ]
    separator  = spaces, line ends, or one comma with or without them
    move       = [ number ( "." | ")" ) ] ( distance | words | pair | line | sign | arrow )
    distance   = letter ( "+" | "-" ) cells
    words      = letter ( ":" | space ) ( "left" | "right" | "up" | "down" ) space cells
    pair       = "(" letter "," [ "+" | "-" ] cells ")"
    line       = letter "," [ "+" | "-" ] cells
    sign       = letter ( "+" | "-" )
    arrow      = letter ( "<" | ">" | "^" | "v" )
    cells      = 1 to 99, without a zero in front

The letter is the name of a piece, which has two letters on boards of more than 50 pieces. A first line `car,move` is skipped. Numbers stand before all moves or before none, and count 1, 2, 3. The one-cell notations are not mixed with the others, because it would be open
whether such an answer counts moves or steps.

**Where the answer stands.** After the last `answer:` of the text, if there is one, else in the whole text. If there is code in that part, in
a fenced block or between single backticks, the answer is the code. Several pieces of code must have the same moves. So must the text around
them, if all of it can be read as moves; other text around them is not read.

Anything else makes the text unreadable, which is a `ValueError`. Nothing is left out, cut or guessed. `find` is less strict: it finds the moves in
what language models write around them.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from typing import Any, NamedTuple, Optional, Union

from . import _core
from ._types import Move

__all__ = ["NOTATIONS", "Reading", "Step", "find", "length_of", "play", "read", "read_board", "steps_of", "write"]

NOTATIONS = {"distance": "moves", "words": "moves", "colon": "moves", "pairs": "moves", "signs": "steps", "arrows": "steps"}
"""The notations, and what an answer in them counts."""

_ANSWER = re.compile(r"(?<![^\W_])(?a:answer)[*_]*[ \t]*:[*_]*", re.IGNORECASE)
# for `find`: marks of the answer, what is no text, and moves with whatever stands between them
_TAGGED = re.compile(r"(?a:<answer>)(?P<tagged>.*?)(?a:</answer>)", re.IGNORECASE | re.DOTALL)
_HEADING = re.compile(r"^[ \t]*(?:\#+[ \t]*)?[*_]*(?a:(?:final )?answer)[*_]*[ \t]*$", re.IGNORECASE | re.MULTILINE)
_MARKUP = re.compile(r"\\(?:[a-z]+|.)|[][{}$*_`]|→|[-=]>", re.IGNORECASE)
_CODE = re.compile("```(?:[a-z]{3,}[ \t]*\n)?(?P<block>.*?)```|`(?P<inline>[^`\n]*)`", re.IGNORECASE | re.DOTALL)


class Step(NamedTuple):
    """A move as a text writes it."""

    piece: str
    """The letter of the piece on the board; as written if the board has no such piece."""
    distance: int
    """Cells to the right or down; negative to the left or up."""
    line: Optional[str]
    """`H` or `V` if the text says in which line the piece moves: `left` and `right`, or `up` and `down`."""
    text: str
    """The text of the move."""


class Reading(NamedTuple):
    """The content of a text."""

    steps: tuple[Step, ...]
    """The moves with their texts."""
    metric: str
    """What the notation counts: `moves`, or `steps` for a one-cell notation."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, which need not be legal."""
        return tuple(Move(step.piece, step.distance) for step in self.steps)


def read(text: str, board: _core.Board) -> Reading:
    """Reads the moves of a text by the grammar above. `play` says whether the board allows them.

    >>> from gridlock_puzzle import Board, notation
    >>> board = Board("oBBoAAoCoooCoooo")
    >>> notation.read("C goes first.\\nAnswer: c+1, a+2", board).moves
    (Move(piece='C', distance=1), Move(piece='A', distance=2))
    >>> notation.read("C+1 A+", board)
    Traceback (most recent call last):
    ...
    ValueError: "A+" is a step of one cell, and other moves have a distance: one answer has one kind
    """
    lies = {piece.letter: piece.orientation for piece in board.pieces}

    def meant(reading: Reading) -> tuple[Any, ...]:
        return reading.metric, *((step.piece, step.distance, step.line not in (None, lies.get(step.piece))) for step in reading.steps)

    code, others = _answer(text)
    readings = [_moves(part, board) for part in code]
    for part in others:
        try:
            readings += [other for other in [_moves(part, board)] if other.steps]
        except ValueError:
            continue  # words
    if len(set(map(meant, readings))) > 1:
        raise ValueError("the answer stands there several times, with different moves")
    return readings[0]


def find(text: str, board: _core.Board) -> Reading:
    """Finds the moves in a text that `read` can't read: with full stops, brackets or bold letters, and with sentences before and after.

    The answer is what stands in the last `<answer>...</answer>`, else in the last `\\boxed{...}`, else after the last `answer:` or line that
    says `Answer` as a heading, and there the first moves that stand together. Without such a mark it is the last moves of the text that stand
    together. Between moves there may be spaces, commas, semicolons, full stops, arrows, `and` and `then`.

    >>> from gridlock_puzzle import Board, notation
    >>> board = Board("oBBoAAoCoooCoooo")
    >>> for text in ["**Answer**\\nC+1, then A+2. This takes 2 moves.", "<answer>[C+1, A+2]</answer>", r"So \\boxed{\\text{C+1 A+2}}."]:
    ...     print(notation.write(notation.find(text, board).moves, board))
    C+1 A+2
    C+1 A+2
    C+1 A+2
    """
    try:
        return read(text, board)
    except ValueError:
        marked = _marked(text)
    for part in marked:
        runs = _runs(part, board)
        if runs:
            return runs[0]
    runs = _runs(text, board) if not marked else []
    if not runs:
        raise ValueError("no moves stand in the answer" if marked else "no moves stand in the text")
    return runs[-1]


def _marked(text: str) -> list[str]:
    """The parts of a text that are marked as the answer, the last one first."""
    parts = [found["tagged"] for found in _TAGGED.finditer(text)]
    if not parts:
        parts = [_braced(text, found.end()) for found in re.finditer(r"\\boxed\{", text)]
    if not parts:
        marks = [*_ANSWER.finditer(text), *_HEADING.finditer(text)]
        parts = [text[end:] for end in sorted(mark.end() for mark in marks)]
    return parts[::-1]


def _braced(text: str, begin: int) -> str:
    """The text from a place on up to the brace that closes the one before it."""
    depth = 1
    for place in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return text[begin:place]
    return text[begin:]


def _runs(text: str, board: _core.Board) -> list[Reading]:
    """The moves that stand together in a text, each time as a reading. Moves of one cell end a run of moves with distances, and begin another."""
    text = _MARKUP.sub(lambda found: " " * len(found.group()), text)
    return [_reading(run) for run in _core.find_moves(board, _whole(text))]


def _answer(text: str) -> tuple[list[str], list[str]]:
    """The answer within a text, and the text around it."""
    code = [(found.start(), found.end(), found.span(found.lastgroup or 0)) for found in _CODE.finditer(text)]
    begin = max((marker.end() for marker in _ANSWER.finditer(text)), default=0)
    if "`" in _CODE.sub(lambda found: " " * len(found.group()), text)[begin:]:
        raise ValueError("a code block or a backtick is not closed")
    # if `answer:` stands in a block, the answer is the rest of the block
    code = [(start, end, (max(begin, first), last)) for start, end, (first, last) in code if last >= begin]
    if not code:
        return [text[begin:]], []
    ends = [begin, *(end for _, end, _ in code)]
    starts = [*(start for start, _, _ in code), len(text)]
    others = [text[end:start] for end, start in zip(ends, starts) if end < start]
    return [text[first:last] for _, _, (first, last) in code], others


def _moves(text: str, board: _core.Board) -> Reading:
    """Reads a text that has only moves."""
    return _reading(_core.read_moves(board, _whole(text)))


def _reading(moves: list[tuple[str, int, Optional[str], str, bool]]) -> Reading:
    return Reading(tuple(Step(*move[:4]) for move in moves), "steps" if moves and moves[0][4] else "moves")


def _whole(text: str) -> str:
    """The text with a question mark for each half of a character, which no move has."""
    return text.encode(errors="replace").decode()


def steps_of(answer: Any, board: _core.Board, strict: bool = True) -> Reading:
    """Reads an answer: a text, or moves one by one as texts, `Move`s or tuples of letter and distance. A text is read by `read`, or by `find` if
    `strict` is false.

    >>> from gridlock_puzzle import Board, notation
    >>> board = Board("oBBoAAoCoooCoooo")
    >>> notation.steps_of([("C", 1), "A right 2"], board).moves
    (Move(piece='C', distance=1), Move(piece='A', distance=2))
    """
    if isinstance(answer, str):
        return read(answer, board) if strict else find(answer, board)
    steps: list[Step] = []
    for number, move in enumerate(answer, start=1):
        if isinstance(move, str):
            try:
                steps += read(move, board).steps
            except ValueError as error:
                raise ValueError(f"move {number}: {error}") from None
        else:
            try:
                piece, distance = move
                steps.append(Step(str(piece), operator.index(distance), None, f"{piece}{distance:+d}"))
            except (TypeError, ValueError):
                raise ValueError(f"move {number}: {move!r} is not a move") from None
    return Reading(tuple(steps), "moves")


def play(board: _core.Board, steps: Iterable[Step]) -> Optional[tuple[int, str]]:
    """Makes moves on a board up to the first illegal one, and returns its number, from 1, and the reason; `None` if all are legal.

    >>> from gridlock_puzzle import Board, notation
    >>> board = Board("oBBoAAoCoooCoooo")
    >>> played = board.copy()
    >>> notation.play(played, notation.read("C down 1, A up 1", board).steps)
    (2, 'A up 1: A moves left and right only')
    >>> played.history
    (Move(piece='C', distance=1),)
    """
    lines = {piece.letter: piece.orientation for piece in board.pieces}
    for number, step in enumerate(steps, start=1):
        lies = lines.get(step.piece)
        if step.line is not None and lies is not None and step.line != lies:
            ways = "left and right" if lies == "H" else "up and down"
            return number, f"{step.text}: {step.piece} moves {ways} only"
        try:
            board.push((step.piece, step.distance))
        except ValueError as error:
            return number, str(error)
    return None


def length_of(steps: Iterable[Step], metric: str = "moves") -> int:
    """The moves or steps of an answer. A piece that moves again at once makes no further move, since one slide would do, and none at all if it
    comes back: the page of `gridlock play` counts in the same way.

    >>> from gridlock_puzzle import Board, notation
    >>> steps = notation.read("C+1 A+1 A+1", Board("oBBoAAoCoooCoooo")).steps
    >>> notation.length_of(steps), notation.length_of(steps, "steps")
    (2, 3)
    """
    slides: list[tuple[str, int]] = []
    for step in steps:
        piece, distance = step.piece, step.distance
        if slides and slides[-1][0] == piece:
            distance += slides.pop()[1]
        if distance:
            slides.append((piece, distance))
    return len(slides) if metric == "moves" else sum(abs(distance) for _, distance in slides)


def write(moves: Iterable[Union[Move, tuple[str, int]]], board: _core.Board, notation: str = "distance") -> str:
    """The text of moves of a board in one of the `NOTATIONS`; a one-cell notation has a step for each cell. `read` reads it back if the pieces have
    letters or digits. A move that goes by no cell or by more than 14, on no board possible, is a `ValueError`.

    >>> from gridlock_puzzle import Board, notation, solve
    >>> board = Board("oBBoAAoCoooCoooo")
    >>> for name in notation.NOTATIONS:
    ...     print(f"{name:9}{notation.write(solve(board), board, name)}")
    distance C+1 A+2
    words    C down 1, A right 2
    colon    C: down 1, A: right 2
    pairs    (C, 1) (A, 2)
    signs    C+ A+ A+
    arrows   Cv A> A>
    """
    moves = list(moves)
    text = _core.write_moves(board, moves, notation)
    for piece, distance in moves:
        if not 1 <= abs(distance) <= 14:
            raise ValueError(f"{piece}{distance:+d}: a move goes by 1 to 14 cells")
    return text


def read_board(text: str, primary: Optional[str] = None) -> _core.Board:
    """Reads the board of a text in any form that the program reads: `docs/FORMATS.md` has an example of each. `primary` is the name of the primary, if
    it is not `A` or another usual name that only one piece has.

    In the format of assignments the first line has the rows and columns, the second the number of pieces, and a `K` outside the board marks its exit, at
    an end of the row of the primary `P` or alone on a line above or below its column. If the primary is not called `A`, the pieces get the letters of
    the database.

    >>> from gridlock_puzzle import notation, solve
    >>> notation.read_board(". B B .\\nA A . C\\n. . . C\\n. . . .")
    Board('oBBoAAoCoooCoooo')
    >>> board = notation.read_board("4 4\\n1\\n.P..\\n.P..\\n.BB.\\n....\\n K")
    >>> board, str(solve(board))
    (Board('oAoooAoooBBooooo', exit='down'), 'B+1 A+2')
    """
    return _core.read_board(text, primary)
