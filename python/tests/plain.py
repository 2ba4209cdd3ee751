"""The oracle of the tests and the yardstick of `speed.py`: the rules in pure Python, one state at a time, from the text of a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional


def pieces_of(text: str) -> tuple[int, dict[str, tuple[int, ...]]]:
    """The size of a board, and the cells of each piece."""
    n = int(len(text) ** 0.5)
    cells: dict[str, list[int]] = {}
    for cell, letter in enumerate(text):
        if letter not in ".ox":
            cells.setdefault(letter, []).append(cell)
    return n, {letter: tuple(places) for letter, places in cells.items()}


def moves_of(text: str) -> Iterator[tuple[str, int, str]]:
    """The moves of a state: letter, distance, and the state that it leads to."""
    n, pieces = pieces_of(text)
    for letter, cells in pieces.items():
        stride = 1 if cells[1] == cells[0] + 1 else n
        for direction in (-1, 1):
            for distance in range(1, n):
                moved = [cell + direction * distance * stride for cell in cells]
                new = moved[0] if direction < 0 else moved[-1]
                if not 0 <= new < n * n or stride == 1 and new // n != cells[0] // n or text[new] not in ".o":
                    break
                state = ["o" if cell == letter else cell for cell in text]
                for cell in moved:
                    state[cell] = letter
                yield letter, direction * distance, "".join(state)


def is_goal(text: str) -> bool:
    """Whether the primary covers the last two cells of its row."""
    n = int(len(text) ** 0.5)
    return text[((n - 1) // 2 + 1) * n - 1] == "A"


def solve(text: str, steps: bool = False) -> Optional[list[tuple[str, int]]]:
    """A shortest solution; `None` if there is none."""
    start = text.replace(".", "o")
    before: dict[str, Optional[tuple[str, str, int]]] = {start: None}
    frontier = [start]
    while frontier:
        reached = []
        for state in frontier:
            if is_goal(state):
                solution = []
                while (step := before[state]) is not None:
                    state, letter, distance = step
                    solution.append((letter, distance))
                return solution[::-1]
            for letter, distance, following in moves_of(state):
                if (not steps or abs(distance) == 1) and following not in before:
                    before[following] = (state, letter, distance)
                    reached.append(following)
        frontier = reached
    return None


def distances(text: str, steps: bool = False) -> dict[str, Optional[int]]:
    """The distance of every state of a cluster to the nearest goal state; `None` if it has none."""
    states = [text.replace(".", "o")]
    found = set(states)
    for state in states:
        for _, _, following in moves_of(state):
            if following not in found:
                found.add(following)
                states.append(following)
    result: dict[str, Optional[int]] = dict.fromkeys(states)
    frontier, depth = [state for state in states if is_goal(state)], 0
    while frontier:
        result.update(dict.fromkeys(frontier, depth))
        depth += 1
        near = {f for state in frontier for _, d, f in moves_of(state) if not steps or abs(d) == 1}
        frontier = [state for state in near if result[state] is None]
    return result


def read(path: str) -> list[tuple[int, str, int]]:
    """The rows of a plain file."""
    with open(path) as file:
        fields = (line.split() for line in file)
        return [(int(moves), board, int(size)) for moves, board, size in fields]
