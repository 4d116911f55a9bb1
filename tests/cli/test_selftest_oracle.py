"""`rulec selftest --oracle`: what the engine is compared with, and what is said of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.facade import interpret_plainly
from tests.cli.tools import NIM, Cli


@pytest.mark.parametrize("kind", ["plain", "marked"])
def test_the_command_says_what_was_compared(cli: Cli, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def open_pair(path: Path, *more: Any) -> Any:
        asked.append(more)
        return (interpret_plainly(path) if kind == "plain" else rulec.interpret(path)), rulec.interpret(path)

    monkeypatch.setattr("rulec.cli.selftest.command.open_pair", open_pair)
    call = ("selftest", NIM, "--games", "2", "--only", "1", "--oracle", kind)
    ran = cli(*call)
    assert ran.status == 0
    assert asked == [(False, kind, False)]  # of one game every position is searched
    wanted = (
        "plain: all options searched, without marks, at" if kind == "plain" else "marked: the interpreter"
    )
    assert wanted in ran.out
    told = json.loads(cli(*call, "--format", "json").out)["oracle"]
    assert told["kind"] == kind
    assert (told["searched"] > 5) == (kind == "plain")


def test_plain_search_is_the_default(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("rulec.cli.selftest.command.open_pair", lambda path, *more: asked.append(more))
    cli("selftest", NIM)  # nothing is opened, so nothing is compared
    assert asked == [(False, "plain", True)]
