"""The environment of `gridlock_puzzle.gym` for one board at a time."""

from __future__ import annotations

import copy
import functools
import operator
import os
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Optional, SupportsIndex, Union

import gymnasium
import numpy as np
import numpy.typing as npt

from . import _core, bench

PLANES = ("empty", "wall", "primary", "horizontal car", "horizontal truck", "vertical car", "vertical truck")
"""The planes of an observation, in their order."""

CELL = 32
"""The side of a cell in `rgb_array` pictures, in pixels."""
_EMPTY, _WALL, _PRIMARY = (214, 217, 222), (86, 95, 109), (215, 38, 61)
_GROUND = (230, 232, 235)
_CARS = [(61, 139, 212), (79, 169, 138), (138, 118, 201), (217, 154, 61), (95, 182, 207), (181, 115, 157)]
_TRUCKS = [(39, 86, 127), (47, 111, 79), (84, 64, 140), (138, 90, 29)]

CLUSTERS_KEPT = 16


class MaskedMoves(gymnasium.spaces.MultiDiscrete):
    """Pairs of piece and displacement, whose `sample` also takes a mask of pieces × displacements, as `info["action_mask"]` is."""

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[np.int64]:
        """A random pair; with a mask, one that the mask allows."""
        if isinstance(mask, np.ndarray):
            allowed = np.argwhere(mask)
            if mask.shape != tuple(self.nvec) or len(allowed) == 0:
                raise ValueError(f"the mask must have the shape {tuple(self.nvec)} and allow something")
            return np.asarray(allowed[self.np_random.integers(len(allowed))], dtype=np.int64)
        arguments = {name: value for name, value in (("mask", mask), ("probability", probability)) if value is not None}
        return np.asarray(super().sample(**arguments), dtype=np.int64)


MOST_FOUND = 20_000
"""A split finds the rows of a database up to this many. Of more rows the sides are found as they are drawn."""
LEAST_SHARE = 0.001
"""If the side has a smaller share, all rows are found."""


@functools.lru_cache(maxsize=8)
def _rows_of(database: _core.Database, split: Optional[str], test_share: float, split_seed: int, keep: str) -> tuple[_core.Database, int]:
    """The rows on a side of a split, and the most pieces of one. They are found once for all environments that share a database."""
    if split is not None:
        database = bench.split(database, split, test_share, split_seed, keep=keep)
    return database, int(database.pieces.max()) if len(database) else 0


def _is_board(text: str) -> bool:
    try:
        _core.Board(text)
    except ValueError:
        return False
    return True


class RushHour(gymnasium.Env[npt.NDArray[np.uint8], Any]):
    """Slide the primary to the exit.

    **Boards.** `boards` is a file of rows (with the filters of `read_rows`), the name of a built-in database, a
    `Database`; or a board, its text, or several of these or of rows, all of one shape and exit; the 32 puzzles of 4×4 if none are given.
    Rows of a database are found as they are drawn. `split` keeps the `train` or `test` side of
    `gridlock_puzzle.bench.split`, with `test_share`, `split_seed` and `keep`: `clusters` or `families`.
    Each `reset` draws a board; `options={"board": ...}` chooses one. Its text is read with the shape and the exit of the others, so `info["board"]` is one.

    **Observation.** One integer per cell, an array of rows × columns: 0 is an empty cell, 1 a wall, 2 the primary, 3 and more the
    other pieces in the order of `Board.pieces`. With `observation="planes"` an array of planes × rows × columns of 0 and 1, with a
    plane for each of `PLANES`. Both are `uint8`. The order of the pieces follows from the planes: the primary, the horizontal
    pieces row by row, the primary's row first, then the vertical ones column by column.

    **Action.** A pair of piece (0 is the primary) and displacement `k`. With N cells on the longer side the 2·(N-2) displacements
    are -(N-2) to -1, then 1 to N-2, in cells to the right or down. With `unit_moves` a piece goes by one cell, the displacements
    are -1 and 1, and distances count steps. With `flat_actions` an action is one number, the piece times the number of
    displacements, plus `k`. `info["action_mask"]` and `action_masks()` say which actions are legal: an array of pieces ×
    displacements, or a flat one; `env.action_space.sample(info["action_mask"])` draws one of them. An illegal action leaves the
    board as it is. `action(move)` is the action of a move.

    **Reward.** -1 for each action, and `illegal_penalty` less if it is illegal. `shaping * (before - gamma * after)` is added,
    where `before` and `after` are the exact distances to the nearest goal state. This is potential-based shaping with the
    negative distance as potential, which does not change the best policy (Ng, Harada, Russell 1999). With the defaults, a move
    that begins a shortest solution gets 0, a move that leads away from the goal -2. Distances need the whole cluster of a board,
    up to `max_states` states; the clusters of the last boards are kept. With `shaping=0` clusters are not explored.

    **End.** An episode terminates in a goal state. It is truncated after `max_moves` actions.

    **Copies.** `copy.deepcopy` makes an environment that goes on as this one does. So does a pickle, which explores the cluster again.

    >>> import gridlock_puzzle.gym as rush_hour
    >>> env = rush_hour.RushHour(boards=["oBBoAAoCoooCoooo"])
    >>> observation, info = env.reset(seed=0)
    >>> observation[1].tolist(), info["distance"]
    ([2, 2, 0, 4], 2)
    >>> observation, reward, terminated, truncated, info = env.step(env.action("C+1"))
    >>> reward, terminated, info["distance"]
    (0.0, False, 1)
    >>> env.step(env.action("A+2"))[1:3]
    (0.0, True)
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 4}

    def __init__(
        self,
        boards: Optional[bench.Boards] = None,
        *,
        split: Optional[str] = None,
        test_share: float = 0.2,
        split_seed: SupportsIndex = 0,
        keep: str = "clusters",
        unit_moves: bool = False,
        observation: str = "cells",
        flat_actions: bool = False,
        shaping: float = 1.0,
        gamma: float = 1.0,
        illegal_penalty: float = 1.0,
        max_moves: int = 200,
        max_states: int = 10_000_000,
        render_mode: Optional[str] = None,
        **filters: Any,
    ) -> None:
        bench._check_keep(keep)
        self._side: Optional[tuple[str, float, int]] = None
        if boards is None:
            boards = _core.generate(4)
        elif isinstance(boards, _core.Board) or isinstance(boards, str) and not os.path.exists(boards) and _is_board(boards):
            boards = [boards]
        chosen: Sequence[Any]
        self.boards: Sequence[Any]
        """The texts of the boards, or the rows of a database; of a large one those of both sides, and rows of the other side are passed over."""
        database = bench._as_database(boards, filters)
        if database is not None:
            share = test_share if split == "test" else 1 - test_share
            if split in ("train", "test") and keep == "clusters" and len(database) > MOST_FOUND and share > LEAST_SHARE:
                self._side = (split, test_share, operator.index(split_seed))
                split = None
            chosen, self.most_pieces = _rows_of(database, split, test_share, operator.index(split_seed), keep)
            self.boards = chosen
        elif split is not None:
            chosen = bench.split(boards, split, test_share, split_seed, keep=keep, **filters)
        else:
            chosen = list(bench._as_boards(boards, **filters))
        if not len(chosen):
            raise ValueError("there are no boards: the file, the filters or the split leave none")
        if isinstance(chosen, _core.Database):
            kinds = [(*chosen.shape, "right")]
        else:
            kinds = sorted({(*board.shape, board.exit) for board in chosen})
            self.boards, self.most_pieces = [board.text for board in chosen], max(len(board.pieces) for board in chosen)
        if len(kinds) > 1:
            found = ", ".join(f"{width}×{height} with exit {exit}" for width, height, exit in kinds)
            raise ValueError(f"all boards must have one shape and exit, but there are {found}")
        if observation not in ("cells", "planes"):
            raise ValueError(f"unknown observation {observation!r}: choose cells or planes")
        if max_moves < 1:
            raise ValueError("max_moves must be at least 1")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render_mode {render_mode!r}: choose rgb_array or ansi")
        width, height, self.exit = kinds[0]
        self.shape, self.size = (width, height), max(width, height)
        farthest = 1 if unit_moves else self.size - 2
        self.displacements = [*range(-farthest, 0), *range(1, farthest + 1)]
        self.unit_moves, self.observation = unit_moves, observation
        self.flat_actions, self.shaping, self.gamma = flat_actions, shaping, gamma
        self.illegal_penalty, self.max_moves, self.max_states = illegal_penalty, max_moves, max_states
        self.render_mode = render_mode
        if observation == "planes":
            self.observation_space = gymnasium.spaces.Box(0, 1, (len(PLANES), *self.shape[::-1]), np.uint8)
        else:
            self.observation_space = gymnasium.spaces.Box(0, self.most_pieces + 1, self.shape[::-1], np.uint8)
        pieces, displacements = self.most_pieces, len(self.displacements)
        if flat_actions:
            self.action_space = gymnasium.spaces.Discrete(pieces * displacements)
        else:
            self.action_space = MaskedMoves([pieces, displacements])
        self._clusters: OrderedDict[str, _core.Cluster] = OrderedDict()
        self._clusters_kept = CLUSTERS_KEPT
        self._cluster: Optional[_core.Cluster] = None
        self._batch = self._empty_batch()
        self._is_reset = False
        self._moves = 0
        self._distance: Optional[int] = None

    def _empty_batch(self, count: int = 1) -> _core.BoardBatch:
        return _core.BoardBatch(count, self.shape, self.most_pieces, self.displacements, self.observation == "planes")

    def __getstate__(self) -> dict[str, Any]:
        # clusters and batches can't be pickled
        return {**vars(self), "_clusters": OrderedDict(), "_cluster": None, "_batch": self.board if self._is_reset else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._batch, board = self._empty_batch(), state["_batch"]
        if board is not None:
            self._put(board)

    def __deepcopy__(self, memo: dict[int, Any]) -> RushHour:
        memo[id(self)] = copied = type(self).__new__(type(self))
        # clusters never change: copies share them
        memo.update((id(cluster), cluster) for cluster in self._clusters.values())
        vars(copied).update(copy.deepcopy({**vars(self), "_batch": None}, memo))
        copied._batch = copied._empty_batch()
        if self._is_reset:
            copied._batch.set(0, self.board, self._cluster)
        return copied

    def _put(self, board: _core.Board) -> None:
        self._cluster = self._explored(board) if self.shaping else None
        self._batch.set(0, board, self._cluster)

    @property
    def board(self) -> _core.Board:
        """The current board."""
        self._check_reset()
        return self._batch.board(0)

    def _check_reset(self) -> None:
        if not self._is_reset:
            raise ValueError("call reset before")

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begins an episode with a random board, or with `options["board"]`."""
        super().reset(seed=seed)
        self._put(self._drawn(self.np_random, (options or {}).get("board")))
        self._is_reset, self._moves = True, 0
        self._distance = self._batch.distance(0) if self.shaping else None
        return self._observation(), self._info(legal=True)

    def _drawn(self, random: np.random.Generator, chosen: Any) -> _core.Board:
        """The board of an episode: the chosen one, or a random one."""
        while chosen is None:
            row = self.boards[int(random.integers(len(self.boards)))]
            if self._side is None or bench.side_of(row, *self._side[1:]) == self._side[0]:
                return _core.Board(row, exit=self.exit, shape=self.shape)
        width, height = self.shape
        if isinstance(chosen, str) and len(chosen) == width * height:
            chosen = _core.Board(chosen, exit=self.exit, shape=self.shape)
        board = bench._as_board(chosen).copy()
        if (board.shape, board.exit) != (self.shape, self.exit) or len(board.pieces) > self.most_pieces:
            kind = f"{width}×{height} with exit {self.exit}"
            raise ValueError(f"the board must be {kind} and have at most {self.most_pieces} pieces")
        return board

    def step(self, action: Any) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Makes a move."""
        self._check_reset()
        index, ways = operator.index, len(self.displacements)
        try:
            piece, displacement = divmod(index(action), ways) if self.flat_actions else map(index, action)
        except TypeError:
            kind = "a whole number" if self.flat_actions else "a pair of whole numbers"
            raise TypeError(f"an action is {kind}, not {action!r}") from None
        if not (0 <= piece < self.most_pieces and 0 <= displacement < ways):
            raise ValueError(f"the action {action!r} is not in the action space")
        legal, is_goal = self._batch.step_one(0, piece * ways + displacement)
        self._moves += 1
        reward = -1.0 if legal else -1.0 - self.illegal_penalty
        if self.shaping:
            before, self._distance = self._distance, self._batch.distance(0)
            if before is not None and self._distance is not None:
                reward += self.shaping * (before - self.gamma * self._distance)
        return self._observation(), reward, is_goal, self._moves >= self.max_moves, self._info(legal)

    def action(self, move: Any) -> Any:
        """The action of a move of the current board: a `Move`, its text, or a tuple of letter and distance."""
        board = self.board
        after, letters = board.play(move), [piece.letter for piece in board.pieces]
        mask = self.action_masks().reshape(self.most_pieces, len(self.displacements))
        for piece, displacement in np.argwhere(mask):
            if board.play((letters[piece], self.displacements[displacement])) == after:
                return int(piece * len(self.displacements) + displacement) if self.flat_actions else np.array([piece, displacement])
        raise ValueError(f"{move} is not an action")

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: pieces × displacements, or flat with `flat_actions`."""
        self._check_reset()
        return self._masks(np.bool_)

    def _masks(self, kind: Any) -> npt.NDArray[Any]:
        mask = np.frombuffer(self._batch.masks(), kind)
        return mask if self.flat_actions else mask.reshape(self.most_pieces, -1)

    def render(self) -> Any:
        """The current board as an array of pixels or as a text, according to `render_mode`."""
        if self.render_mode == "ansi":
            return self.board.picture()
        return self._pixels() if self.render_mode == "rgb_array" else None

    def _explored(self, board: _core.Board) -> _core.Cluster:
        text = board.text
        if text not in self._clusters:
            metric = "steps" if self.unit_moves else "moves"
            self._clusters[text] = _core.cluster(board, metric, self.max_states)
            while len(self._clusters) > self._clusters_kept:
                self._clusters.popitem(last=False)
        self._clusters.move_to_end(text)
        return self._clusters[text]

    def _observation(self) -> npt.NDArray[np.uint8]:
        return np.frombuffer(self._batch.observations(), np.uint8).reshape(self.observation_space.shape or ())

    def _info(self, legal: bool) -> dict[str, Any]:
        info = {"board": self._batch.text(0), "action_mask": self._masks(np.int8), "legal": legal, "moves": self._moves}
        if self._distance is not None:
            info["distance"] = self._distance
        return info

    def _pixels(self) -> npt.NDArray[np.uint8]:
        """Cells as squares, pieces as rectangles; the exit is the gap in the border."""
        board, border = self.board, CELL // 4
        columns, rows = self.shape
        pixels = np.full((rows * CELL + 2 * border, columns * CELL + 2 * border, 3), _GROUND, dtype=np.uint8)
        for edge in (np.s_[:border], np.s_[-border:], np.s_[:, :border], np.s_[:, -border:]):
            pixels[edge] = (60, 68, 80)

        def fill(row: int, column: int, height: int, width: int, colour: tuple[int, int, int]) -> None:
            top, left = border + row * CELL, border + column * CELL
            pixels[top + 2 : top + height * CELL - 2, left + 2 : left + width * CELL - 2] = colour

        walls = set(board.walls)
        for row in range(rows):
            for column in range(columns):
                fill(row, column, 1, 1, _WALL if (row, column) in walls else _EMPTY)
        for number, piece in enumerate(board.pieces):
            colours = _CARS if piece.length == 2 else _TRUCKS
            colour = _PRIMARY if number == 0 else colours[number % len(colours)]
            height, width = (1, piece.length) if piece.orientation == "H" else (piece.length, 1)
            fill(piece.row, piece.column, height, width, colour)
        primary = board.pieces[0]
        top, left = border + primary.row * CELL, border + primary.column * CELL
        for stripe in (CELL // 4, CELL - CELL // 4 - 2):  # it is told from other pieces without its colour
            across, along = slice(stripe, stripe + 2), slice(2, primary.length * CELL - 2)
            place = pixels[top:, left:]
            place[(across, along) if primary.orientation == "H" else (along, across)] = (255, 255, 255)
        line = primary.column if self.exit in ("up", "down") else primary.row
        along = slice(border + line * CELL, border + (line + 1) * CELL)
        edges = {"right": np.s_[along, -border:], "left": np.s_[along, :border], "up": np.s_[:border, along]}
        pixels[edges.get(self.exit, np.s_[-border:, along])] = _GROUND
        return pixels
