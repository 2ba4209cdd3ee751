"""The type stubs: strict mypy accepts the package, and mypy's stubtest compares the stubs with the compiled module. The wheel serves CPython 3.9
and every later version: its tag says so, and no source needs a later one."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import pathlib
import subprocess
import sys

import gridlock_puzzle

# what a user writes; each line that is marked is a mistake
USER = '''\
from typing import Any, Optional, Sequence

import numpy as np
from gridlock_puzzle import Board, Cluster, Database, Move, Row, Solution, bench, cluster, database, generate, read_rows, solve, solve_many, tasks
from gridlock_puzzle.gym import RushHour

board = Board("oBBoAAoCoooCoooo")
moves: list[Move] = board.legal_moves()
board.push("C+1")
board.push(("A", 2))
last: Move = board.pop()
distance: int = last.distance
solution: Optional[Solution] = solve(board, metric="steps")
solutions: list[Optional[Solution]] = solve_many([board, board.text], threads=2)
states: Cluster = cluster(board)
deepest: int = int(states.depths.max())
rows: list[Row] = [*generate(4, walls=range(0, 2)), *read_rows("rows.txt", moves="50..")]
share: float = bench.evaluate(solve, rows).total.solved / len(rows)
pixels: object = RushHour(rows, split="train").reset(seed=1)[0].shape
db: Database = database("6").where(moves="50..")
hard: Database = db[db.moves > 55]
first: Row = hard[0]
place: Optional[int] = db.find(board)
same: list[Row] = [*reversed(db[:5]), *read_rows(db, walls=0)]
answer: Optional[Solution] = solve(first)
three = np.int64(3)
numbers: list[Row] = [db[three], *(db[i] for i in np.flatnonzero(db.moves > 55))]
view: Database = db[np.flatnonzero(db.moves > 55)].where(moves=three).sample(three, seed=three)
row_id: str = db.id(three)
train: Database = bench.split(db, "train", seed=three)
some: Sequence[Any] = bench.split(rows, "train")
item: dict[str, Any] = tasks.RushHour(seed=three, count=5)[three]
items: list[dict[str, Any]] = tasks.RushHour(count=5)[1:3]
list_of_split: Database = bench.split(rows, "train")  # mistake
board.push(3)  # mistake
length: int = len(solve(board))  # mistake
read_rows("rows.txt", move=5)  # mistake
name: int = board.text  # mistake
'''


def run(*arguments: str, folder: pathlib.Path) -> subprocess.CompletedProcess[str]:
    # not in the folder of the repository, whose files would hide the installed package
    environment = {**os.environ, "MYPY_CACHE_DIR": str(folder / "cache")}
    return subprocess.run([sys.executable, "-m", *arguments], cwd=folder, env=environment, capture_output=True, text=True)


def test_strict_mypy_accepts_the_package(tmp_path: pathlib.Path):
    checked = run("mypy", "--strict", "-p", "gridlock_puzzle", folder=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    (tmp_path / "user.py").write_text(USER)
    checked = run("mypy", "--strict", "user.py", folder=tmp_path)
    found = {int(line.split(":")[1]) for line in checked.stdout.splitlines() if ": error:" in line}
    marked = {number for number, line in enumerate(USER.splitlines(), start=1) if line.endswith("# mistake")}
    assert found == marked, checked.stdout + checked.stderr


def test_the_stubs_are_those_of_the_module(tmp_path: pathlib.Path):
    checked = run("mypy.stubtest", "gridlock_puzzle._core", folder=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr


WHEEL = importlib.metadata.distribution("gridlock-puzzle")
INSTALLED = pathlib.Path(gridlock_puzzle.__file__).parent


def test_the_tag_of_the_wheel():
    tags = [line.split(": ")[1] for line in WHEEL.read_text("WHEEL").splitlines() if line.startswith("Tag: ")]
    assert tags and all(tag.startswith("cp39-abi3-") for tag in tags), tags
    assert WHEEL.metadata["Requires-Python"] == ">=3.9"
    assert (INSTALLED / "py.typed").exists()


def test_sources_are_those_of_python_3_9():
    sources = [*INSTALLED.glob("*.py"), *INSTALLED.glob("*.pyi"), *pathlib.Path(__file__).parent.glob("*.py")]
    assert len(sources) > 10
    for path in sources:
        ast.parse(path.read_text(encoding="utf-8"), str(path), feature_version=(3, 9))
