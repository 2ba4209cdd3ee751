from __future__ import annotations

import pickle

import plain
import pytest
from gridlock_puzzle import Board, LimitExceeded, Solution, cluster, generate, read_rows, solve, solve_many


def replayed(text: str, solution: list) -> Board:
    board = Board(text)
    for move in solution:
        board.push(move)
    return board


def cards() -> list[tuple[int, str]]:
    with open("data/jams40.txt") as file:
        lines = [line.split() for line in file]
    return [(int(fields[0]), fields[1]) for fields in lines]


def test_the_forty_cards():
    assert len(cards()) == 40
    solutions = solve_many([board for _, board in cards()])
    for (fewest, text), solution in zip(cards(), solutions):
        assert len(solution) == fewest
        assert replayed(text, solution).is_goal
    guided = solve_many([board for _, board in cards()], algorithm="astar", threads=2)
    assert [len(solution) for solution in guided] == [fewest for fewest, _ in cards()]


def test_rows_of_the_database():
    rows = list(read_rows("data/rows45.txt"))
    for row, solution in zip(rows, solve_many(row.board for row in rows)):
        assert len(solution) == row.moves


@pytest.mark.parametrize("metric", ["moves", "steps"])
def test_all_puzzles_of_4x4(metric):
    rows = list(generate(4, walls="0..2"))
    boards = [Board(row.board) for row in rows]
    for threads in (1, 3):
        for algorithm in ("bfs", "astar", "ida"):
            solutions = solve_many(boards, metric=metric, algorithm=algorithm, threads=threads)
            for row, solution in zip(rows, solutions):
                assert len(solution) == len(plain.solve(row.board, steps=metric == "steps"))
                assert replayed(row.board, solution).is_goal


def test_solutions_know_their_metric():
    solution = solve("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", metric="steps", algorithm="astar", heuristic="blocking")
    assert (len(solution), solution.steps, solution.metric) == (93, 93, "steps")
    assert len(solution.joined) < 93 and sum(abs(move.distance) for move in solution.joined) == 93
    assert solution.visited > 0
    assert str(solution).split() == [str(move) for move in solution.joined]
    twin = pickle.loads(pickle.dumps(solution))
    assert twin == solution and (twin.metric, twin.visited) == (solution.metric, solution.visited)


def test_any_solution_and_what_is_proven():
    board = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM"
    for metric, fewest in (("moves", 49), ("steps", 93)):
        found = solve(board, metric=metric, any=True)
        assert replayed(board, found).is_goal and 1 < found.at_least <= fewest <= len(found)
        assert solve(board, metric=metric, any=True).joined == found.joined
        shortest = solve(board, metric=metric, any=True, seconds=60.0)
        assert shortest.at_least == len(shortest) == fewest == solve(board, metric=metric).at_least
        assert pickle.loads(pickle.dumps(found)).at_least == found.at_least
        with pytest.raises(LimitExceeded) as raised:
            solve(board, metric=metric, max_states=1000)
        assert 1 < raised.value.at_least <= fewest
    assert solve("ooooAAoxoooooooo", any=True) is None
    for arguments in ({"seconds": 1.0}, {"any": True, "seconds": -1.0}, {"any": True, "seconds": float("nan")}):
        with pytest.raises(ValueError, match="seconds"):
            solve(board, **arguments)


def test_goal_states_and_boards_without_a_solution():
    assert solve("ooooooAAoooooooo") == ()
    assert solve("ooooAAoxoooooooo") is None
    assert solve_many([]) == []
    assert solve_many(["ooooAAoxoooooooo", Board("ooooooAAoooooooo")], threads=8) == [None, ()]


def test_the_first_failing_board_is_named():
    hard = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM"
    easy = "............AA......................"
    for threads in (1, 2, 5):
        with pytest.raises(ValueError, match=r"board 2 \(BBBCDEFGG.*\): the search met more than 100 states"):
            solve_many([easy, easy, hard, easy, hard, easy], max_states=100, threads=threads)


def test_unknown_names_and_numbers():
    board = "oBBoAAoCoooCoooo"
    for arguments in (
        {"metric": "miles"},
        {"algorithm": "dfs"},
        {"heuristic": "?"},
        {"max_states": -1},
        {"max_states": 10**30},
        {"max_states": 0},
    ):
        with pytest.raises(ValueError):
            solve(board, **arguments)
    for threads in (0, -1, 10**6):
        with pytest.raises(ValueError):
            solve_many([board], threads=threads)
    with pytest.raises(TypeError):
        solve(3)


def test_a_solution_is_an_animated_picture():
    for board in (Board("oCCoAAoBoooBoooo"), Board("ooAooooAoooBBooooooo", exit="down", shape=(5, 4))):
        for solution in (solve(board), solve_many([board])[0], cluster(board).solution(board), pickle.loads(pickle.dumps(solve(board)))):
            assert solution.board == board and solution.board.text == board.text
            svg = solution._repr_svg_()
            assert svg.startswith("<svg") and svg.count("<animateTransform") == len({move.piece for move in solution})
    assert Solution()._repr_svg_() is None and Solution(solve("oBBoAAoCoooCoooo"))._repr_svg_() is None
