"""`--update` rewrites what the case files expect; the difference is then read by eye."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from rulec.native.translator import shared_translator
from tests.engines import CLASSICS, SMALL, engine, interpreted
from tests.large import is_heavy, some_by_default


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the expected outcome of case files")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of large games, of which one is tested by default."""
    if item.path.parent.name in {"referees", "shipped"} and is_heavy(f"{item.path.stem}{item.name}"):
        item.add_marker("heavy")


def pytest_collection_finish() -> None:
    """What a run keeps (modules, tests, games made once) is not searched for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def _cython_is_started_once() -> Iterator[None]:
    with shared_translator():
        yield


@pytest.fixture(scope="session", autouse=True)
def _children_keep_bytecode(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where Python is told to write none, every process that a test starts would compile all of rulec."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.dont_write_bytecode:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(_shared(tmp_path_factory) / "bytecode"))
        yield


@pytest.fixture
def unoptimised(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines take the C compiler one second instead of eight, whatever options a command builds with."""
    script = _shared(tmp_path_factory) / "gcc-without-optimising"
    if shutil.which("gcc"):
        if not script.exists():
            made = script.with_name(f"{script.name}-{os.getpid()}")
            made.write_text('#!/bin/sh\nexec gcc "$@" -O0\n')  # the last level is the one that counts
            made.chmod(0o755)
            made.replace(script)
        monkeypatch.setenv("CC", str(script))


def _shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A temporary folder of all processes of one run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


_SECONDS = 120


class TooLong(BaseException):
    """Not an Exception, so that nothing under test can take it for an ordinary failure."""


@pytest.fixture
def time_limit() -> Iterator[Callable[[], int]]:
    """A hang fails; the bound is far above what anything takes on a busy machine. Each call starts anew."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(_SECONDS)
    yield lambda: signal.alarm(_SECONDS)
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(params=[*CLASSICS, *SMALL], ids=lambda path: path.stem)
def rules(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture(params=some_by_default([*CLASSICS, *SMALL], 3))
def sampled_rules(request: pytest.FixtureRequest) -> Path:
    """For what all games share: a third of them by default, every one in long runs."""
    path: Path = request.param
    return path


@pytest.fixture(params=["engine", "interpreter"])
def backend(request: pytest.FixtureRequest) -> Iterator[Any]:
    return engine if request.param == "engine" else interpreted
