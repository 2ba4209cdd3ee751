"""Measures the package against the plain Python of `tests/plain.py`, on one thread: the figures of the README.

    python speed.py ROWS.txt [rows to solve] [rows to read]

`ROWS.txt` is a plain file of rows, for example of `gridlock generate --size 5 --walls 0..1 -o ROWS.txt`. Plain Python solves only every
tenth of the rows that the package solves; its time is given for as many.
"""

from __future__ import annotations

import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))

import plain  # noqa: E402
from gridlock_puzzle import read_rows, read_table, solve_many  # noqa: E402

STEP = 10


def timed(work) -> tuple[float, object]:
    """Processor seconds, which other programs on the machine do not change much, and the result."""
    begun = time.process_time()
    result = work()
    return time.process_time() - begun, result


def main() -> None:
    path, solved, read = sys.argv[1], int((sys.argv[2:3] or [1000])[0]), int((sys.argv[3:4] or [100_000])[0])
    rows = [row for row, _ in zip(read_rows(path), range(read))]
    part = f"{path}.part"
    with open(part, "w") as file:
        file.writelines(f"{row}\n" for row in rows)
    every = rows[:: max(1, len(rows) // solved)][:solved]
    boards = [row.board for row in every]
    ours, solutions = timed(lambda: solve_many(boards, threads=1))
    theirs, plainly = timed(lambda: [plain.solve(board) for board in boards[::STEP]])
    assert [len(solution) for solution in solutions] == [row.moves for row in every]
    assert [len(solution) for solution in plainly] == [row.moves for row in every[::STEP]]
    print(f"{'':44}{'package':>10}{'Python':>10}")
    print(f"{f'solving {len(boards):,} rows':44}{ours:>8.2f} s{theirs * len(boards) / len(plainly):>8.2f} s")
    ours, listed = timed(lambda: list(read_rows(part)))
    theirs, plainly = timed(lambda: plain.read(part))
    assert listed == plainly
    print(f"{f'reading {len(rows):,} rows as tuples':44}{ours:>8.2f} s{theirs:>8.2f} s")
    ours, table = timed(lambda: read_table(part))
    assert len(table) == len(rows)
    print(f"{f'reading {len(rows):,} rows as an Arrow table':44}{ours:>8.2f} s{'':>10}")
    os.remove(part)


if __name__ == "__main__":
    main()
