"""An environment for Gymnasium: one board per episode, one move per step.

    import gymnasium
    import gridlock_puzzle.gym

    env = gymnasium.make("gridlock/RushHour-v0", boards="rush4.txt.gz")

Install Gymnasium with `pip install gridlock-puzzle[gym]`.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Optional, Union

import gymnasium
import numpy as np
import numpy.typing as npt

from . import _core, bench

__all__ = ["ID", "MaskedMoves", "RushHour"]

ID = "gridlock/RushHour-v0"
"""The name under which `gymnasium.make` knows the environment."""

CELL = 32
"""The side of a cell in `rgb_array` pictures, in pixels."""
_EMPTY, _WALL, _PRIMARY = (214, 217, 222), (86, 95, 109), (215, 38, 61)
_GROUND = (230, 232, 235)
_CARS = [(61, 139, 212), (79, 169, 138), (138, 118, 201), (217, 154, 61), (95, 182, 207), (181, 115, 157)]
_TRUCKS = [(39, 86, 127), (47, 111, 79), (84, 64, 140), (138, 90, 29)]

_CLUSTERS_KEPT = 16


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


class RushHour(gymnasium.Env[npt.NDArray[np.uint8], Any]):
    """Slide the primary to the exit.

    **Boards.** `boards` is a file of rows (with the filters of `read_rows`), or boards, their texts, or rows, all of one shape
    and exit; the 32 puzzles of 4×4 if none are given. `split` keeps the `train` or `test` side of `gridlock_puzzle.bench.split`,
    with `test_share` and `split_seed`. Each `reset` draws a board; `options={"board": ...}` chooses one.

    **Observation.** One integer per cell, an array of rows × columns: 0 is an empty cell, 1 a wall, 2 the primary, 3 and more the
    other pieces in the order of `Board.pieces`.

    **Action.** A pair of piece (0 is the primary) and displacement `k`. With N cells on the longer side the 2·(N-2) displacements
    are -(N-2) to -1, then 1 to N-2, in cells to the right or down. With `flat_actions` an action is one number, `piece * 2·(N-2)
    + k`. `info["action_mask"]` and `action_masks()` say which actions are legal: an array of pieces × displacements, or a flat
    one; `env.action_space.sample(info["action_mask"])` draws one of them. An illegal action leaves the board as it is.
    `action(move)` is the action of a move.

    **Reward.** -1 for each action, and `illegal_penalty` less if it is illegal. `shaping * (before - gamma * after)` is added,
    where `before` and `after` are the exact distances to the nearest goal state. This is potential-based shaping with the
    negative distance as potential, which does not change the best policy (Ng, Harada, Russell 1999). With the defaults, a move
    that begins a shortest solution gets 0, a move that leads away from the goal -2. Distances need the whole cluster of a board,
    up to `max_states` states; the clusters of the last boards are kept. With `shaping=0` clusters are not explored.

    **End.** An episode terminates in a goal state. It is truncated after `max_moves` actions.

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
        boards: Union[None, str, os.PathLike[str], Iterable[Any]] = None,
        *,
        split: Optional[str] = None,
        test_share: float = 0.2,
        split_seed: int = 0,
        flat_actions: bool = False,
        shaping: float = 1.0,
        gamma: float = 1.0,
        illegal_penalty: float = 1.0,
        max_moves: int = 200,
        max_states: int = 10_000_000,
        render_mode: Optional[str] = None,
        **filters: Any,
    ) -> None:
        if boards is None:
            boards = _core.generate(4)
        if split is not None:
            chosen = bench.split(boards, split, test_share, split_seed, **filters)
        else:
            chosen = list(bench._as_boards(boards, **filters))
        if not chosen:
            raise ValueError("there are no boards: the file, the filters or the split leave none")
        kinds = sorted({(*board.shape, board.exit) for board in chosen})
        if len(kinds) > 1:
            found = ", ".join(f"{width}×{height} with exit {exit}" for width, height, exit in kinds)
            raise ValueError(f"all boards must have one shape and exit, but there are {found}")
        if max_moves < 1:
            raise ValueError("max_moves must be at least 1")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render_mode {render_mode!r}: choose rgb_array or ansi")
        self.boards = [board.text for board in chosen]
        self.shape, self.exit, self.size = chosen[0].shape, chosen[0].exit, chosen[0].size
        self.most_pieces = max(len(board.pieces) for board in chosen)
        self.displacements = [*range(2 - self.size, 0), *range(1, self.size - 1)]
        self.flat_actions, self.shaping, self.gamma = flat_actions, shaping, gamma
        self.illegal_penalty, self.max_moves, self.max_states = illegal_penalty, max_moves, max_states
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(0, self.most_pieces + 1, self.shape[::-1], np.uint8)
        pieces, displacements = self.most_pieces, len(self.displacements)
        if flat_actions:
            self.action_space = gymnasium.spaces.Discrete(pieces * displacements)
        else:
            self.action_space = MaskedMoves([pieces, displacements])
        self._clusters: OrderedDict[str, _core.Cluster] = OrderedDict()
        self._cluster: Optional[_core.Cluster] = None
        self._board: Optional[_core.Board] = None
        self._letters: list[str] = []
        self._moves = 0
        self._distance: Optional[int] = None

    @property
    def board(self) -> _core.Board:
        """A copy of the current board."""
        return self._present().copy()

    def _present(self) -> _core.Board:
        if self._board is None:
            raise ValueError("call reset before")
        return self._board

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begins an episode with a random board, or with `options["board"]`."""
        super().reset(seed=seed)
        chosen = (options or {}).get("board")
        if chosen is None:
            board = _core.Board(self.boards[int(self.np_random.integers(len(self.boards)))], exit=self.exit, shape=self.shape)
        else:
            board = bench._as_board(chosen).copy()
            if (board.shape, board.exit) != (self.shape, self.exit) or len(board.pieces) > self.most_pieces:
                width, height = self.shape
                kind = f"{width}×{height} with exit {self.exit}"
                raise ValueError(f"the board must be {kind} and have at most {self.most_pieces} pieces")
        self._board, self._moves = board, 0
        self._letters = [piece.letter for piece in board.pieces]
        self._cluster = self._explored(board) if self.shaping else None
        self._distance = self._distance_now()
        return self._observation(), self._info(legal=True)

    def step(self, action: Any) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Makes a move."""
        board = self._present()
        piece, displacement = divmod(int(action), len(self.displacements)) if self.flat_actions else map(int, action)
        if not (0 <= piece < self.most_pieces and 0 <= displacement < len(self.displacements)):
            raise ValueError(f"the action {action!r} is not in the action space")
        legal = piece < len(self._letters)
        if legal:
            try:
                board.push((self._letters[piece], self.displacements[displacement]))
            except ValueError:
                legal = False
        self._moves += 1
        before, self._distance = self._distance, self._distance_now()
        reward = -1.0 if legal else -1.0 - self.illegal_penalty
        if before is not None and self._distance is not None:
            reward += self.shaping * (before - self.gamma * self._distance)
        return self._observation(), reward, board.is_goal, self._moves >= self.max_moves, self._info(legal)

    def action(self, move: Any) -> Any:
        """The action of a move of the current board: a `Move`, its text, or a tuple of letter and distance."""
        after = self._present().play(move)
        mask = self.action_masks().reshape(self.most_pieces, len(self.displacements))
        for piece, displacement in np.argwhere(mask):
            if self._present().play((self._letters[piece], self.displacements[displacement])) == after:
                return int(piece * len(self.displacements) + displacement) if self.flat_actions else np.array([piece, displacement])
        raise ValueError(f"{move} is not an action")

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: pieces × displacements, or flat with `flat_actions`."""
        mask = np.zeros((self.most_pieces, len(self.displacements)), dtype=np.bool_)
        for letter, distance in self._present().legal_moves():
            mask[self._letters.index(letter), self.displacements.index(distance)] = True
        return mask.reshape(-1) if self.flat_actions else mask

    def render(self) -> Any:
        """The current board as an array of pixels or as a text, according to `render_mode`."""
        if self.render_mode == "ansi":
            return self._present().picture()
        return self._pixels() if self.render_mode == "rgb_array" else None

    def _explored(self, board: _core.Board) -> _core.Cluster:
        text = board.text
        if text not in self._clusters:
            self._clusters[text] = _core.cluster(board, max_states=self.max_states)
            while len(self._clusters) > _CLUSTERS_KEPT:
                self._clusters.popitem(last=False)
        self._clusters.move_to_end(text)
        return self._clusters[text]

    def _distance_now(self) -> Optional[int]:
        return None if self._cluster is None else self._cluster.distance(self._present())

    def _observation(self) -> npt.NDArray[np.uint8]:
        return np.frombuffer(self._present().cells(), np.uint8).reshape(self.shape[::-1]).copy()

    def _info(self, legal: bool) -> dict[str, Any]:
        info = {"board": self._present().text, "action_mask": self.action_masks().astype(np.int8), "legal": legal, "moves": self._moves}
        if self._distance is not None:
            info["distance"] = self._distance
        return info

    def _pixels(self) -> npt.NDArray[np.uint8]:
        """Cells as squares, pieces as rectangles; the exit is the gap in the border."""
        board, border = self._present(), CELL // 4
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
        line = primary.column if self.exit in ("up", "down") else primary.row
        along = slice(border + line * CELL, border + (line + 1) * CELL)
        edges = {"right": np.s_[along, -border:], "left": np.s_[along, :border], "up": np.s_[:border, along]}
        pixels[edges.get(self.exit, np.s_[-border:, along])] = _GROUND
        return pixels


gymnasium.register(id=ID, entry_point="gridlock_puzzle.gym:RushHour")
