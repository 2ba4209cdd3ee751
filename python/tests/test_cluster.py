from __future__ import annotations

import numpy as np
import plain
import pytest
from gridlock_puzzle import Board, cluster, generate, read_rows


@pytest.mark.parametrize("metric", ["moves", "steps"])
def test_every_state_of_every_4x4_puzzle(metric):
    rows = list(generate(4, walls="0..1"))
    assert len(rows) == 32
    for row in rows:
        states = cluster(row.board, metric=metric)
        plainly = plain.distances(row.board, steps=metric == "steps")
        assert {board.text: states.distance(board) for board in states} == plainly
        assert len(states) == states.size == len(plainly) == row.cluster_size
        assert [int(depth) for depth in states.depths] == [plainly[board.text] for board in states]
        assert states.states_by_depth == [list(plainly.values()).count(d) for d in range(max(plainly.values()) + 1)]
        assert states.goal_states == states.states_by_depth[0]
        for board in states:
            depth = plainly[board.text]
            best = {
                (letter, distance)
                for letter, distance, after in plain.moves_of(board.text)
                if plainly[after] < depth and (metric == "moves" or abs(distance) == 1)
            }
            assert set(states.best_moves(board)) == best
            solution = states.solution(board)
            assert len(solution) == depth
            for move in solution:
                board.push(move)
            assert board.is_goal


def test_the_hardest_state_is_the_row():
    for row in read_rows("data/rows45.txt", cluster_size="..20000"):
        states = cluster(row.board)
        assert (states.hardest.text, len(states)) == (row.board, row.cluster_size)
        assert states.distance(row.board) == row.moves == states.depths.max()
        assert row.board in [board.text for board in states.states_at(row.moves)]
        assert states.canonical == cluster(states.state(len(states) - 1)).canonical


def test_numbers_of_states():
    states = cluster("oBBoAAoCoooCoooo")
    for number, board in enumerate(states):
        assert states.index(board) == number and states.state(number) == board and board in states
    assert Board("ooooAAoooooooooo") not in states and "ooooooAAoooooooo" not in states
    assert list(states.states_at(99)) == []
    for wrong in (19, -1, 10**30):
        with pytest.raises(ValueError):
            states.state(wrong)
    for ask in (states.distance, states.best_moves, states.index, states.solution):
        with pytest.raises(ValueError, match="is not in this cluster"):
            ask("ooooAAoooooooooo")


def test_depths_are_an_array_without_a_copy():
    depths = cluster("oBBoAAoCoooCoooo").depths
    assert isinstance(depths, np.ndarray) and depths.dtype == np.int32 and depths.shape == (19,)
    assert not depths.flags.owndata and not depths.flags.writeable
    states = cluster("oBBoAAoCoooCoooo")
    assert states.depths is states.depths


def test_a_cluster_without_a_solution():
    states = cluster("ooooAAoxoooooooo")
    assert (states.hardest, states.goal_states, states.states_by_depth) == (None, 0, [])
    assert set(states.depths.tolist()) == {-1}
    assert states.distance("ooooAAoxoooooooo") is None and states.solution("ooooAAoxoooooooo") is None
    assert states.best_moves("ooooAAoxoooooooo") == []
    assert "can't be solved" in repr(states)


def test_the_limit():
    board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    assert len(cluster(board, max_states=2332)) == 2332
    for limit in (0, 2331):
        with pytest.raises(ValueError, match=f"more than {limit} states: allow more with max_states"):
            cluster(board, max_states=limit)


def test_the_graph_of_a_cluster():
    for metric in ("moves", "steps"):
        states = cluster("oBBoAAoCoooCDDoo", metric)
        edges = states.edges()
        plainly = set()
        for number, state in enumerate(states):
            for move in state.legal_moves():
                if metric == "moves" or abs(move.distance) == 1:
                    other = states.index(state.play(move))
                    plainly.add((min(number, other), max(number, other)))
        assert edges.shape == (len(plainly), 2) and {tuple(edge) for edge in edges.tolist()} == plainly
    assert "<svg" in states._repr_html_() and "&lt;Cluster" in states._repr_html_()
