"""`rulec doctor` knows the engines of the games that come with rulec."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulec.native import engine_status
from rulec.native.cache import Cache
from rulec.native.engine_status import EngineStatus, engine_statuses
from tests.cli.tools import TIC_TAC_TOE, Cli


@pytest.fixture
def only_tic_tac_toe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_status, "shipped_rules", lambda: [Path(TIC_TAC_TOE)])
    monkeypatch.setattr(engine_status, "find_shipped", lambda name: None)


class Wheel:
    """A module of a wheel."""

    def __init__(self, level: str, fresh: bool = True) -> None:
        self.compiled = type("Compiled", (), {"level": level})
        self.fresh = fresh

    def built_from(self, path: Path) -> bool:
        return self.fresh


@pytest.mark.usefixtures("unoptimised")
def test_an_engine_that_is_built_is_found_in_the_cache(cli: Cli, only_tic_tac_toe: None) -> None:
    assert engine_statuses(Cache.default())[0].origin == ""
    told = cli("doctor").out
    assert "slow     tic_tac_toe  not compiled, so it is interpreted" in told
    assert "1 game slow: `rulec build --all`" in told
    assert cli("build", TIC_TAC_TOE).status == 0
    found = engine_statuses(Cache.default())[0]
    assert (found.origin, found.level, found.slow) == ("cache", "native", False)
    assert "ok       tic_tac_toe  compiled for this processor, in the cache" in cli("doctor").out


@pytest.mark.parametrize(
    ("wheel", "levels", "slow", "stale"),
    [
        (Wheel("x86-64-v3"), ("x86-64-v3", ""), False, False),
        (Wheel(""), ("",), False, False),
        (Wheel(""), ("x86-64-v3", ""), True, False),
        (Wheel("", fresh=False), ("",), True, True),
    ],
)
def test_engines_of_a_wheel(
    cli: Cli,
    only_tic_tac_toe: None,
    monkeypatch: pytest.MonkeyPatch,
    wheel: Any,
    levels: tuple[str, ...],
    slow: bool,
    stale: bool,
) -> None:
    monkeypatch.setattr(engine_status, "find_shipped", lambda name: wheel)
    monkeypatch.setattr(engine_status, "levels", lambda: levels)
    found: EngineStatus = engine_statuses(Cache.default())[0]
    assert (found.origin, found.slow, found.stale) == ("wheel", slow, stale)
    row = json.loads(cli("doctor", "--json").out)["engines"][0]
    assert (row["name"], row["slow"], row["stale"]) == ("tic_tac_toe", slow, stale)
    assert bool(row["hint"]) == slow


def test_a_machine_without_compiler_still_tells_its_engines(
    cli: Cli, only_tic_tac_toe: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    ran = cli("doctor")
    assert ran.status == 2
    assert "tic_tac_toe" in ran.out
    facts = json.loads(cli("doctor", "--json").out)["facts"]
    assert {"headers", "processor", "terminal"} <= {one["what"] for one in facts}
