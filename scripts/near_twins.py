#!/usr/bin/env python3
"""Near twins: rows whose boards differ by one piece or wall.

    scripts/near_twins.py ROWS      e.g. scripts/near_twins.py rush6.txt.bz2     (rows as text, plain or as bzip2)

This prints the families, which such changes connect, and for some groups of rows a split that keeps each group together: the share of test
rows that have a near twin in train, and the share of all rows that must leave train so that none has. Needs the Python package
(`pip install ./python`), whose `_near_twins.py` has the rules.
"""

import bz2
import sys

try:
    from gridlock_puzzle._near_twins import SIDES, NearTwins, middle_columns, pieces
except ImportError:
    raise SystemExit("near_twins.py: the Python package is not installed here: pip install ./python") from None


def groups(key):
    """The key of lines, by a function of the rows and the columns."""
    return lambda lines: key(*halves(lines.split("/")[:-1]))


def halves(lines):
    return lines[: len(lines) // 2], lines[len(lines) // 2 :]


GROUPS = {
    "all lines": lambda lines: lines,
    "pieces along columns": groups(lambda rows, columns: tuple(map(pieces, columns))),
    "pieces along rows": groups(lambda rows, columns: tuple(map(pieces, rows))),
    "number of pieces along each column": groups(lambda rows, columns: tuple(len(pieces(column)) for column in columns)),
    "pieces along the two outer columns": groups(lambda rows, columns: (pieces(columns[0]), pieces(columns[-1]))),
    "pieces along the two outer rows": groups(lambda rows, columns: (pieces(rows[0]), pieces(rows[-1]))),
    "pieces along the middle columns": middle_columns,
}


def main(path):
    with (bz2.open if path.endswith(".bz2") else open)(path, "rt", encoding="ascii") as rows:
        twins = NearTwins([row.split()[1] for row in rows])
    families, rows = twins.components(), len(twins.of_board)
    print(f"{rows:,} rows with {len(twins.lines):,} different lines, {len(families):,} families, {families[0]:,} rows in the largest")
    print(f"{'groups':36} {'validation':>9}{'test':>10}{'leak':>10}{'left out':>10}")
    for name, key in GROUPS.items():
        sides = twins.sides(key)
        test, train = twins.leaking(sides)
        of_side = {side: twins.count(k for k, other in enumerate(sides) if other == side) for side in SIDES}
        shares = [of_side["validation"] / rows, of_side["test"] / rows]
        shares += [twins.count(test) / max(1, of_side["test"]), twins.count(train) / rows]
        print(f"{name:36}" + "".join(f"{100 * share:8.1f} %" for share in shares))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
