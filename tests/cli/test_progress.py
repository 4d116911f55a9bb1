"""One line while something lasts: on a terminal alone, and not for what is soon over."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rulec
from rulec.cli.shared import output, progress
from rulec.errors import RulecError
from tests.cli.tools import NIM, Cli


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Status:
    """Rich's, without a screen."""

    def __init__(self, told: list[str], text: str) -> None:
        self.told, self.text, self.started = told, text, threading.Event()
        self.texts = [text]

    def update(self, text: str) -> None:
        self.texts.append(text)

    def start(self) -> None:
        self.told.append(self.text)
        self.started.set()

    def stop(self) -> None:
        self.told.append("stopped")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[Status]]:
    told: list[str] = []
    made: list[Status] = []

    class Console:
        def status(self, text: str, **_: Any) -> Status:
            made.append(Status(told, text))
            return made[-1]

    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=Terminal()))
    monkeypatch.setattr(output, "console", lambda stream: Console())
    return told, made


def test_what_lasts_is_told(shown: tuple[list[str], list[Status]], monkeypatch: pytest.MonkeyPatch) -> None:
    told, made = shown
    monkeypatch.setattr(progress, "_SOON", 0)
    with progress.doing("compiling x"):
        assert made[0].started.wait(60)
    assert told == ["compiling x ...", "stopped"]


def test_stages_are_told(shown: tuple[list[str], list[Status]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_SOON", 1e6)
    with progress.doing("building x") as on_stage:
        on_stage("Cython")
        on_stage("C compiler")
    assert shown[1][0].texts == ["building x ...", "building x: Cython ...", "building x: C compiler ..."]


def test_a_build_tells_its_stages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stages: list[str] = []

    def build_module(*_: Any, on_stage: Callable[[str], None], **__: Any) -> None:
        on_stage("Cython")
        raise RulecError("enough")

    monkeypatch.setattr("rulec.native.build_module.build_module", build_module)
    with pytest.raises(RulecError, match="enough"):
        rulec.build(NIM, folder=tmp_path, on_stage=stages.append)
    assert stages == ["check and generate", "Cython"]


def test_what_is_soon_over_is_not(
    shown: tuple[list[str], list[Status]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_SOON", 1e6)
    with progress.doing("compiling x"):
        pass
    assert shown[0] == ["stopped"]


def test_nothing_anywhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "console", lambda stream: pytest.fail("nobody looks"))
    for stream in (io.StringIO(), None):
        monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
        with progress.doing("compiling x"):
            pass


COMMANDS: list[tuple[list[str], str]] = [
    (["explain", NIM], "compiling"),
    (["explain", NIM, "--protocol"], "compiling"),
    (["why", NIM, "--interpreter"], "compiling"),
    (["play", NIM, "--interpreter", "--seats", "random"], "compiling"),
    (["test", NIM, "--interpreter-only"], "running the examples of"),
    (["emit", NIM, "--stage", "ir"], "compiling"),
    (["new", "quick", "--extends", "connect_four"], "looking for a change of"),
]


@pytest.mark.parametrize(("command", "words"), COMMANDS, ids=str)
def test_commands_tell_what_they_do(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, command: list[str], words: str
) -> None:
    told: list[str] = []
    real: Callable[[str], Any] = progress.doing

    def doing(what: str) -> Any:
        told.append(what)
        return real(what)

    for name, module in list(sys.modules.items()):
        if name.startswith("rulec.cli.") and hasattr(module, "doing"):
            monkeypatch.setattr(module, "doing", doing)
    assert cli(*command).status == 0
    assert told
    assert told[0].startswith(words)
