"""How well a function solves boards: the results of `gridlock_puzzle.bench.evaluate`, added up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional


@dataclass(frozen=True)
class Result:
    """What a function answered for one board."""

    board: str
    """The text of the board."""
    fewest: int
    """The length of a shortest solution."""
    length: Optional[int]
    """The length of the answer up to its end or its first illegal move, as `notation.length_of` counts it; `None` if there was no readable
    answer."""
    legal: bool
    """Whether there was a readable answer and all its moves are legal."""
    solved: bool
    """Whether the answer is legal and ends in a goal state."""
    problem: Optional[str]
    """Why the board is not solved."""
    illegal: Optional[int]
    """The number of the first illegal move, from 1; `None` if there is none, or if the answer can't be read."""


@dataclass
class Count:
    """The results of several boards, added up."""

    boards: int = 0
    """Boards."""
    legal: int = 0
    """Answers whose moves are all legal."""
    solved: int = 0
    """Boards solved."""
    shortest: int = 0
    """Boards solved by a shortest solution."""
    excess: int = 0
    """Moves beyond the fewest, of all solved boards together."""
    fewest: int = 0
    """The fewest moves of all solved boards together."""

    def add(self, result: Result) -> None:
        """Counts a result."""
        self.boards += 1
        self.legal += result.legal
        self.solved += result.solved
        if result.solved and result.length is not None:
            self.shortest += result.length == result.fewest
            self.excess += result.length - result.fewest
            self.fewest += result.fewest


@dataclass
class Report:
    """How well a function solves boards. Its text is a table.

    >>> report = bench.evaluate(lambda board: "C+1 A+2", ["oBBoAAoCoooCoooo", "oooBAAoBoooooooo"])
    >>> print(report)
    depth   boards    legal   solved shortest  moves over the fewest
        2        2        1        1        1                   0.00
      all        2        1        1        1                   0.00
    >>> report.results[1].problem
    'move 1: C+1: the board has no piece C'
    """

    metric: str
    """What lengths count: `moves` or `steps`."""
    results: list[Result] = field(default_factory=list)
    """The results in the order of the boards."""

    @property
    def total(self) -> Count:
        """All results added up."""
        count = Count()
        for result in self.results:
            count.add(result)
        return count

    @property
    def by_depth(self) -> dict[int, Count]:
        """The results added up for each number of fewest moves, in rising order."""
        counts: dict[int, Count] = {}
        for result in sorted(self.results, key=lambda result: result.fewest):
            counts.setdefault(result.fewest, Count()).add(result)
        return counts

    def __str__(self) -> str:
        lines = [f"depth   boards    legal   solved shortest  {self.metric} over the fewest"]
        width = len(lines[0]) - 41
        for name, count in [*self.by_depth.items(), ("all", self.total)]:
            excess = f"{count.excess / count.solved:.2f}" if count.solved else "-"
            numbers = f"{count.boards:>9}{count.legal:>9}{count.solved:>9}{count.shortest:>9}"
            lines.append(f"{name:>5}{numbers}{excess:>{width}}")
        return "\n".join(lines)
