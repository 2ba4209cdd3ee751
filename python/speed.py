"""Measures the package against the plain Python of `tests/plain.py`, on one thread: the figures of the README.

    python speed.py ROWS.txt [rows to solve] [rows to read]

`ROWS.txt` is a file of rows, best a sample of many:

    gridlock generate --size 6 --shard 7/10 -o rush6.txt.gz
    gridlock select rush6.txt.gz --sample 100000 --seed 1 -o ROWS.txt

Package and plain Python alternate, and the figures are medians of the rounds, in processor seconds, which other programs on the machine disturb less than wall time. Plain Python solves only every tenth of the rows that the package solves; its time is scaled up.
"""

from __future__ import annotations

import pathlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))

import plain  # noqa: E402
from gridlock_puzzle import Row, database, read_rows, read_table, solve_many  # noqa: E402
from gridlock_puzzle.gym import RushHour  # noqa: E402
from steps import Plain, Single, random_actions, replay  # noqa: E402

ROUNDS = 3
STEP = 10


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds and the result."""
    begun = time.process_time()
    result = work()
    return time.process_time() - begun, result


def compare(what: str, package: Callable[[], Any], python: Callable[[], Any], check: Callable[[Any, Any], bool], scale: int = 1) -> None:
    """Prints both medians, plain Python's multiplied by `scale`, once their results have passed the check."""
    times: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        ours, found = timed(package)
        theirs, expected = timed(python)
        assert check(found, expected), what
        times.append((ours, theirs * scale))
    ours, theirs = (statistics.median(side) for side in zip(*times))
    print(f"{what:44}{ours:>9.3f} s{theirs:>9.2f} s{theirs / ours:>8.1f}")


def main() -> None:
    path, solved, read = sys.argv[1], int((sys.argv[2:3] or [1000])[0]), int((sys.argv[3:4] or [100_000])[0])
    rows = [row for row, _ in zip(read_rows(path), range(read))]
    if len(rows) < read or read < solved or solved % STEP:
        raise SystemExit(f"{path} needs {read} rows, of which a multiple of {STEP} is solved")
    every = rows[:: len(rows) // solved][:solved]
    boards = [row.board for row in every]

    def lengths_agree(solutions: list[Any], plainly: list[Any]) -> bool:
        fewest = [row.moves for row in every]
        return [len(solution) for solution in solutions] == fewest and [len(solution) for solution in plainly] == fewest[::STEP]

    ways = RushHour(boards).displacements
    actions = random_actions(Plain(boards, ways), 20_000)
    ours, theirs = Single(boards=boards, shaping=0.0), Plain(boards, ways)
    of_rush6 = database(6).sample(read, seed=1)

    with tempfile.TemporaryDirectory() as folder:
        part = f"{folder}/rows.txt"
        with open(part, "w") as file:
            file.writelines(f"{row}\n" for row in rows)
        print(f"{'':44}{'package':>11}{'Python':>11}{'ratio':>8}")
        compare(
            f"solving {solved:,} rows",
            lambda: solve_many(boards, threads=1),
            lambda: [plain.solve(board) for board in boards[::STEP]],
            lengths_agree,
            STEP,
        )
        compare(
            f"reading {read:,} rows as tuples",
            lambda: list(read_rows(part)),
            lambda: [Row(*fields) for fields in plain.read(part)],
            lambda ours, theirs: ours == theirs,
        )
        compare(
            f"reading {read:,} rows as an Arrow table",
            lambda: read_table(part),
            lambda: plain.read(part),
            lambda ours, theirs: len(ours) == len(theirs),
        )
        compare(
            f"{len(actions):,} moves in one environment",
            lambda: replay(ours, actions),
            lambda: replay(theirs, actions),
            lambda ours, theirs: ours == theirs,
        )
    begun = time.perf_counter()
    many = [RushHour(of_rush6) for _ in range(64)]
    print(f"{len(many)} environments on one database of {read:,} rows: {time.perf_counter() - begun:.2f} s")
    of_rush6[:1].to_pandas()  # imports pandas
    found, seconds = [], []
    for work in (lambda: list(of_rush6), of_rush6.to_pandas):
        begun = time.perf_counter()
        found.append(len(work()))
        seconds.append(time.perf_counter() - begun)
    assert found == [read, read]
    print(f"{read:,} rows of a database: {seconds[0]:.2f} s as tuples, {seconds[1]:.2f} s as a DataFrame, {seconds[1] / seconds[0]:.1f} times that")


if __name__ == "__main__":
    main()
