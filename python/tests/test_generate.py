from __future__ import annotations

import hashlib

import pytest
from gridlock_puzzle import Row, cluster, generate


def test_4x4_without_walls():
    puzzles = generate(4)
    assert (puzzles.candidates, puzzles.next_rank) == (695, 0)
    rows = list(puzzles)
    assert puzzles.next_rank == 695 and next(puzzles, None) is None
    assert (len(rows), sum(row.cluster_size for row in rows), max(rows).moves) == (32, 514, 7)
    assert all(type(row) is Row for row in rows)


def test_every_row_is_the_hardest_state_of_its_cluster():
    rows = list(generate(4, walls=range(0, 3)))
    assert len({row.board for row in rows}) == len(rows)
    for row in rows:
        states = cluster(row.board)
        assert (states.hardest.text, states.depths.max(), len(states)) == (row.board, row.moves, row.cluster_size)
        assert sum(cell == "x" for cell in row.board) <= 2


def test_5x5_without_walls_in_parts():
    parts = [generate(5, start=first, stop=first + 50_000) for first in range(0, 150_000, 50_000)]
    rows = [row for part in parts for row in part]
    assert (len(rows), sum(row.cluster_size for row in rows)) == (1_730, 329_603)
    assert max(rows).moves == 20


def test_by_steps():
    rows = list(generate(4, walls="0..1", metric="steps"))
    for row in rows:
        states = cluster(row.board, metric="steps")
        assert (states.hardest.text, states.depths.max(), len(states)) == (row.board, row.moves, row.cluster_size)
    with pytest.raises(ValueError, match="unknown metric"):
        generate(4, metric="miles")


def test_wrong_settings():
    for arguments in ((2,), (8,), (-1,), (10**30,), (4, "x"), (4, "2..1"), (4, -1), (4, 99), (4, range(3, 3)), (4, range(0, 9, 2))):
        with pytest.raises(ValueError):
            generate(*arguments)
    assert list(generate(4, start=10**18)) == list(generate(4, stop=0)) == []


def test_other_rules():
    """The hashes are those of an enumeration that shares nothing with this one; rows are in the published order."""

    def sha256(rows):
        ordered = sorted(rows, key=lambda row: (row.moves, row.cluster_size, row.board.replace("o", ".")), reverse=True)
        return hashlib.sha256("".join(f"{row}\n" for row in ordered).encode()).hexdigest()

    for size, options, expected in [
        (4, {"primary_row": 1, "walls": "0..1"}, "30fa6c94a692acc97d5f392ba06580447655ae7cc036602708dd12638f34d48a"),
        ((4, 5), {"primary_row": 2}, "9045f2c1e683c30b5a880d1e9386cceedba444d3474b1775dc66469cd0328d5f"),
        ("5x4", {"walls": "0..1", "metric": "steps"}, "16613b792a8b688e83d315741cdbc0c17e98201e8efac3194275d56f8a5e2952"),
        (4, {"primary_length": 3, "walls": range(2)}, "a2e26b330bb7af09a348af8328944f1ff7f1affe71be9bd7a6e864d772b06722"),
    ]:
        assert sha256(generate(size, **options)) == expected, (size, options)
    assert len(list(generate(5, lengths="2..4", moves="15.."))) == sum(row.moves >= 15 for row in generate(5, lengths=(2, 3, 4)))
    for wrong in [{"primary_row": 6}, {"primary_length": 5}, {"lengths": "4..9"}, {"lengths": "2.."}]:
        with pytest.raises(ValueError):
            generate(5, **wrong)
    with pytest.raises(ValueError):
        generate("5by4")
    with pytest.raises(TypeError):
        generate(5.5)
