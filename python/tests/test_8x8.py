"""The largest board, which has no rows in the database: everything except `generate` works there."""

from __future__ import annotations

import pathlib
import pickle
import random

import gridlock_puzzle.gym as rush_hour
import plain
import pytest
from gridlock_puzzle import Board, Row, bench, cluster, generate, read_rows, read_table, solve, solve_many
from gymnasium.utils.env_checker import check_env

N = 8


def dense_board(draw: random.Random) -> str:
    """A random board on which few cells are free, so that its cluster is often small. The primary stands at the left."""
    cells = ["o"] * (N * N)
    row = (N - 1) // 2 * N
    cells[row : row + 2] = "AA"
    places = [
        [line * along + (first + k) * across for k in range(length)]
        for along, across in ((N, 1), (1, N))
        for line in range(N)
        for length in (2, 3)
        for first in range(N - length + 1)
        if across == N or line * N != row
    ]
    draw.shuffle(places)
    letters = iter("BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn")
    for place in places:
        if all(cells[cell] == "o" for cell in place) and draw.random() < 0.7:
            letter = next(letters)
            for cell in place:
                cells[cell] = letter
    for cell in range(N * N):
        if cells[cell] == "o" and cell // N * N != row and draw.random() < 0.6:
            cells[cell] = "x"
    return "".join(cells)


def hard_boards(count: int) -> list[Row]:
    """The hardest states of solvable clusters of 20 to 1,000 states."""
    draw, rows = random.Random(8), []
    while len(rows) < count:
        try:
            states = cluster(dense_board(draw), max_states=1000)
        except ValueError:
            continue
        if len(states) >= 20 and states.hardest is not None and states.depths.max() >= 2:
            rows.append(Row(int(states.depths.max()), states.hardest.text, len(states)))
    return rows


ROWS = hard_boards(8)


def test_boards():
    for row in ROWS:
        board = Board(row.board)
        assert (board.size, len(board.cells()), board.mirror()) == (N, N * N, None)
        assert pickle.loads(pickle.dumps(board)) == board == Board(board.text)
        assert set(board.legal_moves()) == {(letter, distance) for letter, distance, _ in plain.moves_of(row.board)}
        assert board.picture().count("\n") == N + 1 and board._repr_svg_().startswith("<svg")
        for move in board.legal_moves():
            board.push(move)
            assert board.pop() == move
    with pytest.raises(ValueError, match="80"):
        Board("AA" + "o" * 78)


@pytest.mark.parametrize("metric", ["moves", "steps"])
def test_solutions(metric):
    fewest = [len(plain.solve(row.board, steps=metric == "steps")) for row in ROWS]
    for algorithm in ("bfs", "astar", "ida"):
        solutions = solve_many([row.board for row in ROWS], metric=metric, algorithm=algorithm)
        assert [len(solution) for solution in solutions] == fewest
        for row, solution in zip(ROWS, solutions):
            board = Board(row.board)
            for move in solution:
                board.push(move)
            assert board.is_goal


def test_clusters():
    for row in ROWS:
        states = cluster(row.board)
        distances = plain.distances(row.board)
        assert {board.text: states.distance(board) for board in states} == distances
        assert (states.hardest.text, len(states), states.depths.max()) == (row.board, row.cluster_size, row.moves)
        best = {(letter, distance) for letter, distance, after in plain.moves_of(row.board) if distances[after] < row.moves}
        assert set(states.best_moves(row.board)) == best


def test_files(tmp_path: pathlib.Path):
    path = tmp_path / "rows.txt"
    path.write_text("".join(f"{row}\n" for row in ROWS))
    assert list(read_rows(path)) == ROWS
    low = sorted(row.moves for row in ROWS)[len(ROWS) // 2]
    assert list(read_rows(path, moves=f"{low}..")) == [row for row in ROWS if row.moves >= low]
    assert len(read_table(path, walls=0)) == sum("x" not in row.board for row in ROWS)


def test_bench_and_gym(tmp_path: pathlib.Path):
    sides = [bench.split(ROWS, side, 0.4, seed=2) for side in ("train", "test")]
    assert sorted(board.text for side in sides for board in side) == sorted(row.board for row in ROWS) and all(sides)
    report = bench.evaluate(lambda board: solve(board, algorithm="astar"), bench.sample(ROWS, 5, seed=1))
    assert (report.total.solved, report.total.shortest) == (5, 5)
    environment = rush_hour.RushHour(ROWS, max_states=1000)
    check_env(environment, skip_render_check=True)
    _, info = environment.reset(options={"board": ROWS[0].board})
    assert info["distance"] == ROWS[0].moves
    rewards = [environment.step(environment.action(move))[1] for move in solve(ROWS[0].board)]
    assert rewards == [0.0] * ROWS[0].moves and environment.board.is_goal


def test_puzzles_are_not_generated():
    with pytest.raises(ValueError, match="8×8 are not enumerated: columns and rows are from 3 to 7"):
        generate(N)
