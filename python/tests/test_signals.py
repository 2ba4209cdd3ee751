"""Ctrl-C ends long work, and other threads run meanwhile."""

from __future__ import annotations

import gc
import gzip
import os
import pathlib
import signal
import threading
import time

import pytest
from gridlock_puzzle import Row, bench, cluster, database, generate, read_rows, read_table, solve, solve_many

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
        lambda: generate(7, walls=20),
        lambda: generate(7, walls="0..40"),
        lambda: list(read_rows("@rush6", cluster_size="..3", moves="10..")),
        lambda: list(read_rows(database(), cluster_size="..3", moves="10..")),
        lambda: read_rows("@rush6", split="test", sample=10),
        lambda: read_table("@rush6"),
        lambda: read_table(database()),
        lambda: database().split("test"),
        lambda: database().to_pandas(),
        lambda: bench.split("@rush6", "test", progress=lambda done, everything: time.sleep(30)),
    ],
    ids=[
        *["cluster", "solve", "astar", "ida", "solve_many", "generate", "counts", "counts of all", "read_rows", "read_rows of a database"],
        *["sample", "read_table", "read_table of a database", "split", "to_pandas", "bench.split"],
    ],
)
def test_ctrl_c_ends_long_work(work):
    rounds, ended = [0], threading.Event()

    def count() -> None:
        while not ended.is_set():
            rounds[0] += 1
            time.sleep(0.01)

    # a job that a shell starts in the background ignores the signal
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    counter = threading.Thread(target=count)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    counter.start()
    timer.start()
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            time.sleep(30)  # in case the work was done before the signal came
        assert time.monotonic() - begun < 5, "the signal comes after half a second"
        assert rounds[0] > 5, "another thread ran"
    finally:
        ended.set()
        timer.cancel()
        counter.join()
        signal.signal(signal.SIGINT, before)


class Interruption(Exception):
    """What the signal handler of a test raises."""


@pytest.mark.parametrize("iterate", [lambda _: generate(5, stop=60_000), read_rows], ids=["generate", "read_rows"])
def test_an_iterator_goes_on_after_an_interruption(iterate, tmp_path):
    path = tmp_path / "rows.gz"
    path.write_bytes(gzip.compress(pathlib.Path("data/rows45.txt").read_bytes() * 2000))
    rows: list[Row] = []
    interruptions, extending = 0, False

    def interrupt(_number: int, _frame: object) -> None:
        nonlocal extending
        if extending:
            extending = False
            raise Interruption

    iterator = iterate(path)
    before = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()  # an exception that is raised within a collection is printed and lost
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
        while True:
            try:
                extending = True
                rows.extend(iterator)  # keeps the rows that came before an exception
                signal.setitimer(signal.ITIMER_REAL, 0)
                break
            except Interruption:
                interruptions += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        gc.enable()
        signal.signal(signal.SIGALRM, before)
    assert interruptions > 3
    assert rows == list(iterate(path))
