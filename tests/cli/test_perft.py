"""`rulec perft`: numbers that are known from elsewhere, on both back ends, with and without memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

import rulec
from rulec.face import State
from rulec.sim.perft import PathCounter
from tests.cli.tools import CONNECT_FOUR, NIM, TIC_TAC_TOE, Cli

# Games of tic-tac-toe that last exactly n moves, or longer: https://oeis.org/A061529 gives those that end.
TIC_TAC_TOE_COUNTS = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def start(path: str) -> State:
    return cast(State, rulec.interpret(path).State())


def test_all_games_of_tic_tac_toe(cli: Cli) -> None:
    ran = cli("perft", TIC_TAC_TOE, "--depth", "9")
    assert ran.status == 0
    rows = [line.split() for line in ran.out.splitlines()]
    assert ran.out.startswith("Tic-Tac-Toe, interpreter\n")
    assert [int(row[1].replace(",", "")) for row in rows[2:]] == TIC_TAC_TOE_COUNTS


def test_memory_changes_nothing() -> None:
    for path in (TIC_TAC_TOE, CONNECT_FOUR, NIM):
        for depth in range(5):
            assert PathCounter().count(start(path), depth) == PathCounter(remember=False).count(
                start(path), depth
            )
    assert [PathCounter(remember=False).count(start(CONNECT_FOUR), depth) for depth in range(4)] == [
        1,
        7,
        49,
        343,
    ]


def test_nothing_follows_the_end() -> None:
    state: Any = start(TIC_TAC_TOE)
    while not state.is_terminal():
        state.apply_index(0)
    assert PathCounter().count(state, 0) == 1
    assert PathCounter().count(state, 1) == PathCounter().count(state, 3) == 0
    assert PathCounter().divide(state, 2) == []


def test_divide(cli: Cli) -> None:
    ran = cli("perft", TIC_TAC_TOE, "--depth", "5", "--divide", "--format", "json")
    answer = json.loads(ran.out)
    assert [row["sequences"] for row in answer["counts"]] == TIC_TAC_TOE_COUNTS[:5]
    assert [row["label"] for row in answer["divide"]][:2] == ["mark: a1", "mark: b1"]
    assert [row["sequences"] for row in answer["divide"]] == [15120 // 9] * 9
    text = cli("perft", TIC_TAC_TOE, "--depth", "2", "--divide").out
    assert "by the first decision, depth 2\n" in text
    assert "  mark: c3                 8\n" in text


def test_on_the_engine(cli: Cli, builds: Path) -> None:
    """It is built for `--engine`, and from then on taken if nothing else is said."""
    for arguments in (["--engine"], ["--engine", "--every"], []):
        answer = json.loads(cli("perft", TIC_TAC_TOE, "--depth", "7", "--format", "json", *arguments).out)
        assert answer["back_end"] == "engine"
        assert [row["sequences"] for row in answer["counts"]] == TIC_TAC_TOE_COUNTS[:7]
    answer = json.loads(cli("perft", TIC_TAC_TOE, "--depth", "1", "--interpreter", "--format", "json").out)
    assert answer["back_end"] == "interpreter"


def test_players(cli: Cli) -> None:
    assert cli("perft", NIM, "--players", "4", "--depth", "2").status == 0
    ran = cli("perft", NIM, "--players", "7", "--depth", "2")
    assert (ran.status, "players, not 7" in ran.error) == (2, True)


@pytest.mark.parametrize(
    "arguments", [["--engine", "--interpreter"], ["--seed", str(2**64)], ["--depth", "501"]]
)
def test_wrong_calls(cli: Cli, arguments: list[str]) -> None:
    assert cli("perft", TIC_TAC_TOE, *arguments).status == 2
