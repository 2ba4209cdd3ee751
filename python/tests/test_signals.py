"""Ctrl-C ends long work, and other threads run meanwhile."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest
from gridlock_puzzle import cluster, generate, solve, solve_many

# a cluster of many millions of states
HUGE = "BBoooooCCooooGooooooGAAooFooooooFHoDDoooHoEEooooo"
STUCK = HUGE[:26] + "xo" + HUGE[28:]


@pytest.mark.parametrize(
    "work",
    [
        lambda: cluster(HUGE, max_states=10**9),
        lambda: solve(STUCK, max_states=10**9),
        lambda: solve(STUCK, algorithm="astar", heuristic="zero", max_states=10**9),
        lambda: solve(STUCK, algorithm="ida", heuristic="zero", max_states=10**9),
        lambda: solve_many([STUCK] * 4, max_states=10**9, threads=2),
        lambda: list(generate(7)),
    ],
    ids=["cluster", "solve", "astar", "ida", "solve_many", "generate"],
)
def test_ctrl_c_ends_long_work(work):
    rounds, ended = [0], threading.Event()

    def count() -> None:
        while not ended.is_set():
            rounds[0] += 1
            time.sleep(0.01)

    counter = threading.Thread(target=count)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    counter.start()
    timer.start()
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            time.sleep(30)  # in case the work was done before the signal came
        assert time.monotonic() - begun < 20
        assert rounds[0] > 5, "another thread ran"
    finally:
        ended.set()
        timer.cancel()
        counter.join()
