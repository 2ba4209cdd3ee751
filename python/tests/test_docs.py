"""The examples of the docstrings and of the README are run, and the stubs say what there is."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.util
import inspect
import pathlib
import sys
import types
from collections.abc import Iterator

import gridlock_puzzle
import plain_data
import pytest

MODULES = ["gridlock_puzzle", "gridlock_puzzle._core", "gridlock_puzzle._files", "gridlock_puzzle._types"]
MODULES += ["gridlock_puzzle.bench", "gridlock_puzzle.gym", "gridlock_puzzle.notation", "gridlock_puzzle.tasks"]
README = pathlib.Path(__file__).resolve().parents[1] / "README.md"
STUB = pathlib.Path(gridlock_puzzle.__file__).with_name("_core.pyi")


def documented(module: object) -> Iterator[tuple[str, object]]:
    """A module, its functions and classes, and the members of these that have a text of their own."""
    yield module.__name__, module
    if module is gridlock_puzzle:
        return  # its names come from the other modules
    for name, value in vars(module).items():
        is_own = getattr(value, "__module__", "").startswith("gridlock_puzzle")
        if name.startswith("_") or not is_own or not (inspect.isclass(value) or inspect.isroutine(value)):
            continue
        yield f"{module.__name__}.{name}", value
        if inspect.isclass(value):
            for member, inner in vars(value).items():
                if not member.startswith("_"):
                    yield f"{module.__name__}.{name}.{member}", inner


def cases() -> Iterator[tuple[str, str]]:
    for name in MODULES:
        module = importlib.import_module(name)
        for place, value in documented(module):
            text = inspect.getdoc(value)
            if text and ">>>" in text:
                yield place, text


ALL = dict(cases())


@pytest.mark.parametrize("place", ALL)
def test_examples_of_docstrings(place):
    names = {**vars(importlib.import_module("gridlock_puzzle")), **vars(importlib.import_module("gridlock_puzzle.bench"))}
    names["bench"] = importlib.import_module("gridlock_puzzle.bench")
    run(place, ALL[place], {name: value for name, value in names.items() if not name.startswith("__")})


def test_there_are_examples():
    assert len(ALL) > 25
    for name in ("Board", "Board.push", "Cluster", "solve", "solve_many", "cluster", "generate"):
        assert f"gridlock_puzzle._core.{name}" in ALL


def test_the_readme(monkeypatch: pytest.MonkeyPatch):
    if importlib.util.find_spec("torch") is None:
        # PyTorch is too large for a test: what its DataLoader asks of a data set is asked here
        module = types.ModuleType("torch.utils.data")
        module.DataLoader = plain_data.DataLoader  # type: ignore[attr-defined]
        for name in ("torch", "torch.utils", "torch.utils.data"):
            monkeypatch.setitem(sys.modules, name, module)
    text = README.read_text()
    blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    assert len(blocks) >= 6
    # the blocks build on one another
    run("README.md", "\n".join(blocks), {})


def run(place: str, text: str, names: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(text, names, place, None, 0)
    assert test.examples
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


def test_every_public_name_has_a_text():
    for name in MODULES:
        for place, value in documented(importlib.import_module(name)):
            if not isinstance(value, (int, str, tuple, dict)):
                assert inspect.getdoc(value), place


def test_the_stubs_say_what_there_is():
    core = importlib.import_module("gridlock_puzzle._core")
    tree = ast.parse(STUB.read_text())
    stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    public = {name for name in vars(core) if not name.startswith("_")}
    assert set(stubs) == public
    for name, node in stubs.items():
        value = getattr(core, name)
        if isinstance(node, ast.FunctionDef):
            compare(name, value, node)
            continue
        members = {inner.name: inner for inner in node.body if isinstance(inner, ast.FunctionDef)}
        own = {member for member in vars(value) if not member.startswith("_")}
        assert own == {member for member in members if not member.startswith("_")}, name
        for member, inner in members.items():
            assert hasattr(value, member), f"{name}.{member}"
            decorators = {ast.unparse(decorator) for decorator in inner.decorator_list}
            is_property = inspect.isgetsetdescriptor(vars(value).get(member))
            assert is_property == ("property" in decorators), f"{name}.{member}"
            if not member.startswith("_") and not is_property:
                compare(f"{name}.{member}", getattr(value, member), inner)


def compare(place: str, value: object, node: ast.FunctionDef) -> None:
    """Compares the names of the arguments, and which of them have defaults."""
    parameters = list(inspect.signature(value).parameters.values())
    arguments = node.args
    names = [argument.arg for argument in (*arguments.args, *arguments.kwonlyargs)]
    assert names == [parameter.name for parameter in parameters], place
    defaults = len(arguments.defaults) + sum(default is not None for default in arguments.kw_defaults)
    assert defaults == sum(parameter.default is not inspect.Parameter.empty for parameter in parameters), place
