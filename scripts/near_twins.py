#!/usr/bin/env python3
"""Near twins: rows whose boards differ by one piece or wall.

    scripts/near_twins.py ROWS      e.g. scripts/near_twins.py rush6.txt.bz2     (rows as text, plain or as bzip2)

The Python package has the rules: python/package/gridlock_puzzle/_near_twins.py. This prints the families, which such changes connect, and for
some groups of rows a split that keeps each group together: the share of test rows that have a near twin in train, and the share of all
rows that must leave train so that none has. Needs no packages.
"""

import bz2
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "python/package/gridlock_puzzle"))

from _near_twins import SIDES, NearTwins, middle_columns, pieces  # noqa: E402

GROUPS = {
    "all lines": lambda text: text,
    "pieces along columns": lambda text: tuple(map(pieces, text[len(text) // 2 :])),
    "pieces along rows": lambda text: tuple(map(pieces, text[: len(text) // 2])),
    "number of pieces along each column": lambda text: tuple(len(pieces(char)) for char in text[len(text) // 2 :]),
    "pieces along the two outer columns": lambda text: (pieces(text[len(text) // 2]), pieces(text[-1])),
    "pieces along the two outer rows": lambda text: (pieces(text[0]), pieces(text[len(text) // 2 - 1])),
    "pieces along the middle columns": middle_columns,
}


def main(path):
    with (bz2.open if path.endswith(".bz2") else open)(path, "rt", encoding="ascii") as rows:
        twins = NearTwins([row.split()[1] for row in rows])
    families, rows = twins.components(), len(twins.of_board)
    print(f"{rows:,} rows with {len(twins.number):,} different lines, {len(families):,} families, {families[0]:,} rows in the largest")
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
