"""A machine without a C compiler: what is not compiled yet is interpreted, and one line says why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rulec
from rulec.errors import ToolchainError
from rulec.native import engines
from rulec.native.cache import Cache
from rulec.native.finder import NotBuildable, find_game
from rulec.native.options import BuildOptions
from rulec.native.shipped_modules import GAMES, store_shipped
from tests.cli.tools import NIM, ROOT, TIC_TAC_TOE, Cli

CALENDAR = str(ROOT / "tests" / "games" / "calendar.rules")
WHY = "so it is interpreted: there is no C compiler on this machine (install one: "


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (("play", NIM, "--seats", "random", "--seed", "1"), "interpreter, seed 1"),
        (("sim", NIM, "-n", "2000"), "2,000 on the interpreter"),
        (("sim", NIM, "-n", "20", "--jobs", "2"), "20 on the interpreter"),
        (("test", CALENDAR), "fine (interpreter)"),
        (("perft", NIM, "--depth", "2"), "interpreter"),
        (("why", NIM), ""),
        (("trace", "record", NIM), ""),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_commands_interpret(cli: Cli, arguments: tuple[str, ...], end: str) -> None:
    ran = cli(*arguments)
    assert ran.status == 0, ran.err
    assert end in ran.out
    assert ran.err.count(WHY) == 1
    assert len(ran.err.splitlines()) == 1


def test_who_asks_for_the_interpreter_is_told_nothing(cli: Cli) -> None:
    assert cli("sim", NIM, "-n", "5", "--interpreter").err == ""
    assert cli("test", CALENDAR, "--interpreter-only").err == ""


def test_compiled_variants_of_no_wheel_are_not_promised() -> None:
    def build(rules: Path) -> object:
        raise ToolchainError("there is no C compiler on this machine", "install gcc")

    with pytest.raises(NotBuildable, match=r"install gcc; or play it without a compiler"):
        find_game("night_trains", build)  # type: ignore[arg-type]
    with pytest.raises(NotBuildable, match=r"or install a wheel of rulec"):
        find_game("railway_boom", build)  # type: ignore[arg-type]


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a wheel's compiled games, tic-tac-toe in it."""
    target = tmp_path / "shipped"
    monkeypatch.undo()
    report = rulec.build(
        TIC_TAC_TOE,
        options=BuildOptions(optimise="-O0", native=False),
        cache=Cache(tmp_path / "builder"),
        folder=tmp_path / "generated",
    )
    store_shipped(report.generated, {"": report.module}, report.sources, target, GAMES)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "cache"))
    find = engines.find_shipped
    monkeypatch.setattr(engines, "find_shipped", lambda name: find(name, target))
    return target


@pytest.mark.usefixtures("wheel")
def test_a_wheels_engine_is_loaded_and_a_changed_copy_is_not(cli: Cli, tmp_path: Path) -> None:
    assert "shipped" in rulec.load(TIC_TAC_TOE).__file__
    ran = cli("sim", TIC_TAC_TOE, "-n", "5")
    assert "5 on the engine" in ran.out
    assert ran.err == ""
    changed = tmp_path / "tic_tac_toe.rules"
    changed.write_text(Path(TIC_TAC_TOE).read_text().replace("3 in a row", "2 in a row"))
    with pytest.raises(ToolchainError, match="no C compiler"):
        rulec.load(changed)
    ran = cli("sim", str(changed), "-n", "5")
    assert "5 on the interpreter" in ran.out
    assert ran.err.count(WHY) == 1


@pytest.mark.usefixtures("wheel")
def test_a_wheels_engine_needs_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PATH", os.defpath)
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "file"))
    assert "shipped" in rulec.load(TIC_TAC_TOE).__file__
    with pytest.raises(ToolchainError, match="the build cache"):
        rulec.load(NIM)
