"""Rows of a database as NumPy arrays, compared with the rows one by one."""

from __future__ import annotations

import numpy as np
import pytest
from gridlock_puzzle import Board, database


@pytest.mark.parametrize("view", [database(4), database(5).where(walls=2, moves="8.."), database(5)[::-7], database(6).sample(300, seed=3), database(5)[:0]])
def test_arrays_are_those_of_the_rows(view, tmp_path):
    heard: list[tuple[int, int]] = []
    arrays = view.arrays(lambda done, every: heard.append((done, every)))
    rows = list(view)
    assert arrays["boards"].shape == (len(rows), view.size, view.size) and arrays["boards"].dtype == np.uint8
    for cells, row in zip(arrays["boards"], rows):
        assert cells.tobytes() == Board(row.board).cells()
    assert arrays["moves"].tolist() == [row.moves for row in rows]
    assert arrays["cluster_sizes"].tolist() == [row.cluster_size for row in rows]
    assert not rows or heard[-1] == (len(rows), len(rows))
    np.savez(tmp_path / "rows.npz", **arrays)
    again = np.load(tmp_path / "rows.npz")
    assert all((again[name] == array).all() for name, array in arrays.items()) and len(again.files) == 3
    arrays["moves"][:] = 0  # they are one's own


def test_what_progress_raises_ends_the_work():
    def stop(done, every):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        database(5).arrays(stop)
