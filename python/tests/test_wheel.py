"""The wheel serves CPython 3.9 and every later version: its tag says so, and no source needs a later one."""

from __future__ import annotations

import ast
import importlib.metadata
import pathlib

import gridlock_puzzle

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
