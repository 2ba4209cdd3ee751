"""An environment for Gymnasium: one board per episode, one move per step; and many of them in one.

    import gymnasium
    import gridlock_puzzle.gym

    env = gymnasium.make("gridlock/RushHour-v0", boards="rush4.txt.gz")
    envs = gymnasium.make_vec("gridlock/RushHour-v0", num_envs=64, boards="rush4.txt.gz")

Install Gymnasium with `pip install gridlock-puzzle[gym]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional, Union

import gymnasium
import numpy as np
import numpy.typing as npt

from . import _core
from ._environment import CELL, CLUSTERS_KEPT, PLANES, MaskedMoves, RushHour

__all__ = ["CELL", "ID", "PLANES", "MaskedMoves", "RushHour", "RushHourVector"]

ID = "gridlock/RushHour-v0"
"""The name under which `gymnasium.make` knows the environment."""


class RushHourVector(gymnasium.vector.VectorEnv[npt.NDArray[np.uint8], Any, Any]):
    """Many boards at once, stepped by the compiled module: what `gymnasium.make_vec` makes.

    The options are those of `RushHour`, except `render_mode`. Boards, observations, rewards and ends are those of `num_envs` environments `RushHour` in a
    `gymnasium.vector.SyncVectorEnv`: the first call of `step` after the end of an episode begins the next one, whatever the action is. A seed `s` seeds the
    boards of the environments with `s`, `s + 1` and so on.

    The arrays of the infos are `action_mask`, `legal`, `moves`, and `distance` if `shaping` is not 0; `board(k)` is a present board. Only clusters take
    long: with `shaping=0` none is explored. Copies and pickles go on as the original does, and explore the clusters again.

    >>> import gymnasium
    >>> import gridlock_puzzle.gym
    >>> envs = gymnasium.make_vec("gridlock/RushHour-v0", num_envs=3, unit_moves=True, observation="planes", flat_actions=True)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 7, 4, 4), (3, 12))
    >>> observations, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(axis=1))
    >>> infos["legal"]
    array([ True,  True,  True])
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        if options.get("render_mode") is not None:
            raise ValueError("many boards are not rendered: board(k) is one of them")
        if num_envs < 1:
            raise ValueError("num_envs must be at least 1")
        one = self._one = RushHour(**options)
        self.num_envs = num_envs
        one._clusters_kept = max(CLUSTERS_KEPT, num_envs)
        self.single_observation_space, self.single_action_space = one.observation_space, one.action_space
        self.observation_space = gymnasium.vector.utils.batch_space(one.observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(one.action_space, num_envs)
        self._batch = one._empty_batch(num_envs)
        self._random = [np.random.default_rng() for _ in range(num_envs)]
        self._moves = np.zeros(num_envs, np.int64)
        self._distances = np.zeros(num_envs, np.int64)
        self._ended = np.ones(num_envs, np.bool_)
        self._is_reset = False

    def _put(self, number: int, board: _core.Board) -> None:
        self._batch.set(number, board, self._one._explored(board) if self._one.shaping else None)

    def __getstate__(self) -> dict[str, Any]:
        # a batch can't be pickled, but its boards can
        return {**vars(self), "_batch": [self.board(k) for k in range(self.num_envs)] if self._is_reset else []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._batch = self._one._empty_batch(self.num_envs)
        for number, board in enumerate(state["_batch"]):
            self._put(number, board)

    def board(self, number: int) -> _core.Board:
        """A copy of a present board."""
        return self._batch.board(number)

    def reset(
        self, *, seed: Union[None, int, Sequence[Optional[int]]] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begins episodes with random boards, or all with `options["board"]`."""
        seeds = [None if seed is None else seed + k for k in range(self.num_envs)] if seed is None or isinstance(seed, int) else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {len(seeds)} seeds for {self.num_envs} environments")
        for number, own in enumerate(seeds):
            if own is not None:
                self._random[number] = gymnasium.utils.seeding.np_random(own)[0]
            self._begin(number, (options or {}).get("board"))
        self._ended[:] = False
        self._is_reset = True
        self._distances = self._array(self._batch.distances(), np.int64)
        return self._observations(), self._infos(np.ones(self.num_envs, np.bool_))

    def _begin(self, number: int, chosen: Any = None) -> None:
        self._put(number, self._one._drawn(self._random[number], chosen))
        self._moves[number] = 0

    def step(
        self, actions: Any
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Makes a move on each board."""
        if not self._is_reset:
            raise ValueError("call reset before")
        one, began = self._one, self._ended
        given = np.asarray(actions)
        ways = len(one.displacements)
        if given.shape != ((self.num_envs,) if one.flat_actions else (self.num_envs, 2)):
            raise ValueError(f"the actions have the shape {given.shape}, which is not that of the action space")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not of the type {given.dtype}")
        given = given.astype(np.int64, copy=False)
        pieces, displacements = np.divmod(given, ways) if one.flat_actions else given.T
        if not ((0 <= pieces) & (pieces < one.most_pieces) & (0 <= displacements) & (displacements < ways) | began).all():
            raise ValueError("an action is not in the action space")
        for number in np.flatnonzero(began):
            self._begin(int(number))
        outcomes = self._batch.step(np.where(began, -1, pieces * ways + displacements).tobytes())
        legal, goals = self._array(outcomes, np.bool_).reshape(2, -1)
        self._moves += ~began
        before, self._distances = self._distances, self._array(self._batch.distances(), np.int64)
        rewards = np.where(legal, -1.0, -1.0 - one.illegal_penalty)
        known = (before >= 0) & (self._distances >= 0)
        rewards += np.where(known, one.shaping * (before - one.gamma * self._distances), 0.0)
        rewards[began] = 0.0
        terminations, truncations = goals & ~began, (self._moves >= one.max_moves) & ~began
        self._ended = terminations | truncations
        return self._observations(), rewards, terminations, truncations, self._infos(legal)

    def _array(self, found: bytearray, dtype: Any) -> npt.NDArray[Any]:
        return np.frombuffer(found, dtype)

    def _observations(self) -> npt.NDArray[np.uint8]:
        return self._array(self._batch.observations(), np.uint8).reshape(self.observation_space.shape or ())

    def _infos(self, legal: npt.NDArray[np.bool_]) -> dict[str, Any]:
        masks = self._array(self._batch.masks(), np.int8)
        flat = self._one.flat_actions
        shape = (self.num_envs, -1) if flat else (self.num_envs, self._one.most_pieces, len(self._one.displacements))
        infos = {"action_mask": masks.reshape(shape), "legal": legal, "moves": self._moves.copy()}
        if self._one.shaping:
            infos["distance"] = self._distances
        # which environments have the info, as wrappers expect it
        return infos | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}


gymnasium.register(id=ID, entry_point="gridlock_puzzle.gym:RushHour", vector_entry_point="gridlock_puzzle.gym:RushHourVector")
