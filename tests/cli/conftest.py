"""Commands run in this process, in an empty folder; a few tests start the real program."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulec.cli import main
from tests.cli.tools import DEAD_END, Cli, Ran


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder and an empty cache; no wish for colours from outside."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "240")
    for name in ("NO_COLOR", "FORCE_COLOR", "RULEC_TRACEBACK", "CC"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def builds(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, unoptimised: None
) -> Path:
    """A cache that the tests of one run share, in all of its processes: every engine is built once.

    By a compiler that does not optimise, whatever a command asks for.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "cli-builds"
    monkeypatch.setenv("RULEC_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def dead_end(elsewhere: Path) -> str:
    """Rules that `check` accepts and that leave a player without a choice."""
    path = elsewhere / "dead_end.rules"
    path.write_text(DEAD_END)
    return "dead_end.rules"


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run a command as the program would; no traceback may come of it."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        status = main(list(arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err + captured.out
        return Ran(status, captured.out, captured.err)

    return run


@pytest.fixture(autouse=True)
def _ctrl_c_is_heard() -> Iterator[None]:
    """A shell that starts the tests in the background has them ignore Ctrl-C, and their children too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
