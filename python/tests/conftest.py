"""Tests run in the folder of the repository, so that examples can name its sample files."""

from __future__ import annotations

import pathlib
import sys

import pytest
from gridlock_puzzle import Row, generate

sys.path.insert(0, str(pathlib.Path(__file__).parent))

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session")
def five() -> list[Row]:
    return list(generate(5, walls="0..2"))


@pytest.fixture(scope="session")
def five_all() -> list[Row]:
    return list(generate(5, walls="0..3"))  # no puzzle of 5×5 has more walls
