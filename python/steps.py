"""Steps per second of the environments for Gymnasium: figures of the README.

    python steps.py ROWS.txt [steps]

Many boards in one vectorised environment, as many single ones in a `SyncVectorEnv`, and an environment in plain Python over the oracle of the tests,
`tests/plain.py`. All take random legal actions on boards of a file of rows, and what they observe must agree. The figures are medians of the rounds, in steps per processor
second, without distances (`shaping=0`) and with them.
"""

from __future__ import annotations

import hashlib
import pathlib
import statistics
import sys
import time
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))

import gridlock_puzzle.gym  # noqa: E402
import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
import plain  # noqa: E402
from gridlock_puzzle import read_rows  # noqa: E402

ROUNDS = 3
BOARDS = 64


class Plain:
    """The environment in plain Python: the state is the text of the board, and its moves are found anew after each step."""

    def __init__(self, boards: list[str], ways: list[int]) -> None:
        self.boards, self.ways = boards, ways
        self.most = max(len(plain.pieces_of(board)[1]) for board in boards)

    def reset(self, seed: int) -> tuple[list[list[int]], list[list[int]]]:
        self.random = gymnasium.utils.seeding.np_random(seed)[0]
        return self.begin()

    def begin(self) -> tuple[list[list[int]], list[list[int]]]:
        self.state, self.moves, self.ended = self.boards[int(self.random.integers(len(self.boards)))], 0, False
        return self.look()

    def look(self) -> tuple[list[list[int]], list[list[int]]]:
        n, pieces = plain.pieces_of(self.state)
        # the letters of the database are in the order of the pieces
        self.letters = sorted(pieces)
        values = {letter: number + 2 for number, letter in enumerate(self.letters)} | {"o": 0, ".": 0, "x": 1}
        cells = [values[letter] for letter in self.state]
        self.after = {(letter, distance): state for letter, distance, state in plain.moves_of(self.state)}
        mask = [[0] * len(self.ways) for _ in range(self.most)]
        for letter, distance in self.after:
            mask[self.letters.index(letter)][self.ways.index(distance)] = 1
        return [cells[row * n : row * n + n] for row in range(n)], mask

    def step(self, piece: int, way: int) -> tuple[list[list[int]], list[list[int]]]:
        if self.ended:
            return self.begin()
        self.state, self.moves = self.after[self.letters[piece], self.ways[way]], self.moves + 1
        self.ended = plain.is_goal(self.state) or self.moves >= 200
        return self.look()


class Plains:
    """Several of them, with the interface of the others as far as it is used."""

    def __init__(self, boards: list[str], ways: list[int]) -> None:
        self.all = [Plain(boards, ways) for _ in range(BOARDS)]

    def reset(self, seed: int) -> tuple[Any, dict[str, Any]]:
        observations, masks = zip(*(one.reset(seed + k) for k, one in enumerate(self.all)))
        return np.array(observations), {"action_mask": np.array(masks)}

    def step(self, actions: Any) -> tuple[Any, ...]:
        observations, masks = zip(*(one.step(*action) for one, action in zip(self.all, actions.tolist())))
        return np.array(observations), None, None, None, {"action_mask": np.array(masks)}


def run(envs: Any, steps: int) -> tuple[float, str]:
    """Steps per processor second, and a digest of what was observed."""
    observations, infos = envs.reset(seed=1)
    random, seen, spent = np.random.default_rng(2), hashlib.sha256(), 0.0
    for _ in range(steps):
        masks = np.asarray(infos["action_mask"])
        chosen = (random.random(masks.shape) * masks).reshape(len(masks), -1).argmax(axis=1)
        actions = np.stack(np.divmod(chosen, masks.shape[2]), axis=1)
        begun = time.process_time()
        observations, _, _, _, infos = envs.step(actions)
        spent += time.process_time() - begun
        seen.update(np.asarray(observations, np.uint8).tobytes())
    return steps * BOARDS / spent, seen.hexdigest()


def main() -> None:
    path, steps = sys.argv[1], int((sys.argv[2:3] or [200])[0])
    boards = [row.board for row in read_rows(path)]
    for shaping in (0.0, 1.0):
        options = {"boards": boards, "shaping": shaping, "num_envs": BOARDS}
        ways = gridlock_puzzle.gym.RushHour(boards).displacements
        made = {
            "vectorised": gymnasium.make_vec(gridlock_puzzle.gym.ID, **options),
            "single ones": gymnasium.make_vec(gridlock_puzzle.gym.ID, vectorization_mode="sync", **options),
        }
        if not shaping:
            made["plain Python"] = Plains(boards, ways)
        figures: dict[str, list[float]] = {name: [] for name in made}
        digests = set()
        for _ in range(ROUNDS):
            for name, envs in made.items():
                figure, digest = run(envs, steps)
                figures[name].append(figure)
                digests.add(digest)
        assert len(digests) == 1, "the environments disagree"
        print(f"{BOARDS} boards, {'with' if shaping else 'without'} distances")
        slowest = statistics.median(figures["plain Python" if not shaping else "single ones"])
        for name, found in figures.items():
            median = statistics.median(found)
            print(f"{name:16}{median:>12,.0f} steps per second{median / slowest:>8.1f}")


if __name__ == "__main__":
    main()
