"""Games on both back ends, made once per test process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.facade import interpret_plainly
from rulec.native.options import BuildOptions
from rulec.native.source_cache import cached_module

ROOT = Path(__file__).resolve().parents[1]
CLASSICS = tuple(sorted((ROOT / "games" / "classics").glob("*.rules")))
SMALL = tuple(sorted((ROOT / "tests" / "games").rglob("*.rules")))


def one_line(text: str) -> str:
    """Generated text without its line ends, as if no expression had been too long for a line."""
    return " ".join(text.split()).replace("( ", "(").replace(" )", ")")


@cache
def interpreted(path: Path) -> Any:
    return rulec.interpret(path)


@cache
def plain(path: Path) -> Any:
    """The oracle that shares no pass with the engine: the program as lowered, searched without marks."""
    return interpret_plainly(path, sampled=False)


@cache
def engine(path: Path, debug: bool = True) -> Any:
    """With all checks compiled in: one build of each game serves every test of what it does."""
    return rulec.load(path, debug=debug, optimise="-O0", native=False)


@cache
def installed(path: Path) -> Any:
    """A large game as users have it, if a build of it is in the cache (which knows it by its text and the
    compiler's); else as `engine`, which is built sooner."""
    found = cached_module(path.absolute(), options=BuildOptions())
    return engine(path) if found is None else found


@cache
def swift(path: Path) -> Any:
    """A large game for whole games played in Python: optimised, so that its own share is a few seconds.

    A build takes as long as that of `engine`, which has every check compiled in and plays ten times slower.
    """
    found = cached_module(path.absolute(), options=BuildOptions())
    return rulec.load(path, optimise="-O1", native=False) if found is None else found


# For what takes the interpreter seconds, where another test holds the two against each other.
engine_by_default = pytest.mark.parametrize(
    "backend",
    [
        pytest.param(engine, id="engine"),
        pytest.param(interpreted, id="interpreter", marks=pytest.mark.long),
    ],
)
