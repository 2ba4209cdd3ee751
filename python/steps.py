"""Steps per second of the environments for Gymnasium: figures of the README.

    python steps.py ROWS.txt [steps]

Many boards in one vectorised environment, as many single ones in a `SyncVectorEnv`, as many single ones without it, and as many in plain Python
without Gymnasium's machinery. All take random legal actions on boards of a file of rows, and what they observe must agree. The figures are medians of the rounds, in steps per processor
second, without distances (`shaping=0`) and with them.
"""

from __future__ import annotations

import hashlib
import pathlib
import statistics
import sys
import time
from typing import Any, Optional

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))

import gridlock_puzzle.gym  # noqa: E402
import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
import plain  # noqa: E402
from gridlock_puzzle import read_rows  # noqa: E402

ROUNDS = 3
BOARDS = 64


class Plain:
    """The environment in plain Python, as one would write it: the boards are read once, a move changes the cells of one piece, and legal moves are
    found by looking along each piece's line."""

    def __init__(self, boards: list[str], ways: list[int]) -> None:
        self.size, self.ways = plain.pieces_of(boards[0])[0], {way: number for number, way in enumerate(ways)}
        self.ways_listed = ways
        # for each board its cells, and for each piece: first cell, distance between its cells, length, first and last cell of its line
        self.boards = [self.read(board) for board in boards]
        self.most = max(len(pieces) for _, pieces in self.boards)

    def read(self, board: str) -> tuple[bytes, list[tuple[int, int, int, int, int]]]:
        letters = sorted(set(board) - set("ox."))  # the letters of the database are in the order of the pieces
        values = {letter: number + 2 for number, letter in enumerate(letters)} | {"o": 0, ".": 0, "x": 1}
        pieces = []
        for letter in letters:
            own = [cell for cell, other in enumerate(board) if other == letter]
            gap = own[1] - own[0]
            first = own[0] // self.size * self.size if gap == 1 else own[0] % self.size
            pieces.append((own[0], gap, len(own), first, first + gap * (self.size - 1)))
        return bytes(values[letter] for letter in board), pieces

    def reset(self, seed: int) -> tuple[Any, Any]:
        self.random = gymnasium.utils.seeding.np_random(seed)[0]
        return self.begin()

    def begin(self) -> tuple[Any, Any]:
        cells, self.pieces = self.boards[int(self.random.integers(len(self.boards)))]
        self.cells, self.starts = bytearray(cells), [piece[0] for piece in self.pieces]
        self.moves, self.ended = 0, False
        return self.look()

    def look(self) -> tuple[Any, Any]:
        mask = np.zeros((self.most, len(self.ways)), np.int8)
        cells, ways = self.cells, self.ways
        for number, (_, gap, length, first, last) in enumerate(self.pieces):
            start = self.starts[number]
            for cell, distance, step, end in ((start - gap, -1, -gap, first), (start + gap * length, 1, gap, last)):
                way = distance
                while (cell >= end if step < 0 else cell <= end) and not cells[cell]:
                    mask[number, ways[way]] = 1
                    cell, way = cell + step, way + distance
        return np.frombuffer(bytes(cells), np.uint8).reshape(self.size, self.size), mask

    def step(self, piece: int, way: int) -> tuple[Any, Any]:
        if self.ended:
            return self.begin()
        _, gap, length, _, last = self.pieces[piece]
        start = self.starts[piece]
        end = start + gap * length
        self.cells[start:end:gap] = bytes(length)
        start = self.starts[piece] = start + gap * self.ways_listed[way]
        self.cells[start : start + gap * length : gap] = bytes([piece + 2]) * length
        self.moves += 1
        self.ended = self.moves >= 200 or piece == 0 and start + gap * (length - 1) == last
        return self.look()


class Single:
    """An environment of the package with the interface of `Plain`."""

    def __init__(self, **options: Any) -> None:
        self.environment = gridlock_puzzle.gym.RushHour(**options)

    def reset(self, seed: Optional[int] = None) -> tuple[Any, Any]:
        observation, info = self.environment.reset(seed=seed)
        self.ended = False
        return observation, info["action_mask"]

    def step(self, piece: int, way: int) -> tuple[Any, Any]:
        if self.ended:
            return self.reset()
        observation, _, terminated, truncated, info = self.environment.step((piece, way))
        self.ended = terminated or truncated
        return observation, info["action_mask"]


class Several:
    """Several of either, with the interface of the others as far as it is used."""

    def __init__(self, environments: list[Any]) -> None:
        self.all = environments

    def reset(self, seed: int) -> tuple[Any, dict[str, Any]]:
        observations, masks = zip(*(one.reset(seed + k) for k, one in enumerate(self.all)))
        return np.array(observations), {"action_mask": np.array(masks)}

    def step(self, actions: Any) -> tuple[Any, ...]:
        observations, masks = zip(*(one.step(*action) for one, action in zip(self.all, actions.tolist())))
        return np.array(observations), None, None, None, {"action_mask": np.array(masks)}


def random_actions(environment: Plain, count: int) -> list[tuple[int, int]]:
    """Random legal actions of an episode after the other."""
    random, actions = np.random.default_rng(3), []
    _, mask = environment.reset(seed=1)
    for _ in range(count):
        actions.append(tuple(random.choice(np.argwhere(mask)).tolist()))
        _, mask = environment.step(*actions[-1])
    return actions


def replay(environment: Any, actions: list[tuple[int, int]]) -> tuple[list[bytes], list[bytes]]:
    """What is observed on the way, and the legal actions."""
    seen = [environment.reset(seed=1), *(environment.step(*action) for action in actions)]
    return [observation.tobytes() for observation, _ in seen], [mask.tobytes() for _, mask in seen]


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
            "in a SyncVectorEnv": gymnasium.make_vec(gridlock_puzzle.gym.ID, vectorization_mode="sync", **options),
            "single ones": Several([Single(boards=boards, shaping=shaping) for _ in range(BOARDS)]),
        }
        if not shaping:
            made["plain Python"] = Several([Plain(boards, ways) for _ in range(BOARDS)])
        figures: dict[str, list[float]] = {name: [] for name in made}
        digests = set()
        for _ in range(ROUNDS):
            for name, envs in made.items():
                figure, digest = run(envs, steps)
                figures[name].append(figure)
                digests.add(digest)
        assert len(digests) == 1, "the environments disagree"
        print(f"{BOARDS} boards, {'with' if shaping else 'without'} distances")
        base = statistics.median(figures["plain Python" if not shaping else "single ones"])
        for name, found in figures.items():
            median = statistics.median(found)
            print(f"{name:20}{median:>12,.0f} steps per second{median / base:>8.1f}")


if __name__ == "__main__":
    main()
