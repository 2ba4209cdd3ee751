"""Files of rows: the options of `gridlock select` as arguments."""

from __future__ import annotations

import inspect
import os
from typing import Any, Optional, SupportsIndex, Union

from . import _core

__all__ = ["Source", "read_rows", "read_table"]

Range = Union[SupportsIndex, str, range, list[int], tuple[int, ...]]
"""A number, a text like `5..10`, `5..` or `..10`, a `range`, or a list or tuple without gaps."""
Source = Union[str, "os.PathLike[str]", _core.Database]
"""A file of rows, the name of a built-in database like `@rush6`, or a `Database`."""


def read_rows(
    source: Source,
    *,
    moves: Optional[Range] = None,
    cluster_size: Optional[Range] = None,
    walls: Optional[Range] = None,
    pieces: Optional[Range] = None,
    cars: Optional[Range] = None,
    trucks: Optional[Range] = None,
    empty: Optional[Range] = None,
    inventory: Optional[str] = None,
    place: Optional[str] = None,
    tiers: Optional[str] = None,
    sample: Optional[SupportsIndex] = None,
    spread: Optional[str] = None,
    per_moves: Optional[SupportsIndex] = None,
    distinct: bool = False,
    split: Optional[str] = None,
    test_share: Optional[float] = None,
    shares: Optional[str] = None,
    seed: SupportsIndex = 0,
    shape: Optional[Union[str, tuple[SupportsIndex, SupportsIndex]]] = None,
) -> _core.RowIterator:
    """Iterates over the rows of a file as `Row`, a named tuple of moves, board and cluster size.

    The file is text, plain or compressed with gzip or bzip2, a table in CSV or JSON, or a rank file; its content says which.
    The name of a built-in database, like `@rush6`, stands for its rank file, as in the program. Rows of a rank file come in
    the published order, the hardest first; those of a `Database` in its own order. Either way only those that are wanted are
    found.

    - `moves`, `cluster_size`, `walls`, `pieces` (with the primary), `cars` (without it), `trucks`, `empty` (cells): a number, a text like
      `5..10`, or a `range`.
    - `inventory="box"`: only boards that the boxed game can build, with the primary, 11 cars, 4 trucks and no walls.
    - `place="row1=truck,r3c6=empty"`: only boards with something in its place, as for `gridlock select --place`.
    - `distinct=True`: no two near twins, as for `gridlock select --distinct`.
    - `sample=N`: N random rows; `per_moves=N`: N random rows of each number of moves. `spread="moves"`: those of `sample` are as evenly spread
      over the numbers of moves as the rows allow, fewest moves first.
    - `tiers="easy 4..9, hard 18.."`: only rows with these numbers of moves. `sample` and `per_moves` take as many of each tier as of the
      others, easy ones first, and `read_table` has a column `tier` with the names.
    - `split`: the `train` or the `test` side, which has `test_share` of the clusters, 0.2 if it is not given; or one of `train`,
      `validation` and `test` with `shares` in percent, like `80,10,10`. A cluster and its mirror image are on the same side. The sides
      are those of `Database.split` and `bench.split`.
    - `seed` decides samples and splits, which are the same as from `gridlock select` with the same options.
    - `shape`: columns and rows of boards of text that are not square, like `7x6` or `(7, 6)`; a rank file says them itself.

    >>> from gridlock_puzzle import read_rows
    >>> rows = list(read_rows("data/rows45.txt", moves="50.."))
    >>> [row.moves for row in rows]
    [50, 51]
    >>> len(list(read_rows("data/rows45.txt", walls=0, sample=5, seed=1)))
    5
    >>> [row.moves for row in read_rows("@rush6", tiers="easy 4..6, hard 20..", sample=4)]
    [6, 6, 24, 26]
    >>> [row.moves for row in read_rows("@rush6", moves="58..")]
    [60, 58]
    >>> next(read_rows("@rush5", moves="12..", place="row1=truck,r3c5=empty")).board
    'BBBIxDDHIoAAHooGooxJGFFoJ'
    >>> next(read_rows("data/rows45.txt", moves="9..5"))
    Traceback (most recent call last):
    ...
    ValueError: 9..5 is empty: write the smaller number first
    """
    chosen = _selection(
        moves=moves,
        cluster_size=cluster_size,
        walls=walls,
        pieces=pieces,
        cars=cars,
        trucks=trucks,
        empty=empty,
        inventory=inventory,
        place=place,
        tiers=tiers,
        sample=sample,
        spread=spread,
        per_moves=per_moves,
        distinct=distinct,
        split=split,
        test_share=test_share,
        shares=shares,
        seed=seed,
        shape=shape,
    )
    return _core.read_rows(source, chosen)


def _selection(*, split: Optional[str] = None, test_share: Optional[float] = None, shares: Optional[str] = None, **filters: Any) -> _core.Selection:
    """Which rows the arguments of `read_rows` choose."""
    if split is None and (test_share is not None or shares is not None):
        raise ValueError("test_share and shares are for a split of read_rows or read_table: say which side, like split='train'")
    return _core.Selection(split=split, test_share=0.2 if test_share is None else test_share, shares=shares, **filters)


def read_table(source: Source, **filters: Any) -> _core.RowTable:
    """Reads the rows of a file or a `Database` into an Arrow table, which other libraries take through the Arrow PyCapsule interface.

    The arguments are as for `read_rows`. The columns are `moves`, `board`, `cluster_size`, `walls`, `pieces`, `cars`, `trucks`
    and `empty`; if the file says that its rows count steps, the first is called `steps`. With `tiers` the last column is `tier`.

    >>> from gridlock_puzzle import read_table
    >>> table = read_table("data/rows45.txt", moves="40..")
    >>> len(table), table.column_names[:3]
    (11, ['moves', 'board', 'cluster_size'])
    >>> import pyarrow
    >>> pyarrow.table(table).column("moves").to_pylist()[:2]
    [40, 40]
    """
    unknown = [name for name in filters if name not in inspect.signature(read_rows).parameters]
    if unknown:
        raise TypeError(f"read_table() got an unexpected keyword argument {unknown[0]!r}")
    return _core.read_table(source, _selection(**filters))
