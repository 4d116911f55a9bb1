"""Seeds, seconds and numbers of players that nobody means: refused in a line, or played."""

from __future__ import annotations

import pytest

from tests.cli.conftest import cli, elsewhere  # noqa: F401 - fixtures
from tests.cli.tools import NIM, Cli
from tests.lab.tools import GAMES

CARD = str(GAMES / "dear_card.rules")
BALANCE = ("balance", CARD, "--games", "2", "--ladder", "random,first", "--player", "greedy")
TUNE = ("tune", CARD, "--number", "cards.worth", "--goal", "points above 1", "--games", "20", "--trials", "4")
LADDER = ("ladder", CARD, "--players", "random,first", "-n", "2")
SIM = ("sim", CARD, "-n", "2")
LARGEST = (1 << 64) - 1
pytestmark = pytest.mark.filterwarnings("ignore::optuna.exceptions.ExperimentalWarning")


@pytest.mark.parametrize("command", [SIM, LADDER, BALANCE, TUNE, ("play", CARD)])
def test_a_seed_beyond_64_bits_is_refused(command: tuple[str, ...], cli: Cli) -> None:  # noqa: F811
    ran = cli(*command, "--interpreter", "--seed", str(LARGEST + 1))
    assert ran.status == 2
    assert ran.error == f"error: --seed: {LARGEST + 1} is too large"
    assert str(LARGEST) in ran.hint


@pytest.mark.parametrize("command", [SIM, LADDER, BALANCE, TUNE])
def test_the_largest_seed_is_played(command: tuple[str, ...], cli: Cli) -> None:  # noqa: F811
    if command is TUNE:
        pytest.importorskip("optuna")
    ran = cli(*command, "--interpreter", "--seed", str(LARGEST))
    assert ran.status == 0, ran.err
    assert f"seed {LARGEST}" in " ".join(ran.out.split())


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e999"])
@pytest.mark.parametrize("command", [BALANCE, TUNE, ("selftest", CARD)])
def test_seconds_are_a_number(command: tuple[str, ...], seconds: str, cli: Cli) -> None:  # noqa: F811
    ran = cli(*command, "--seconds", seconds)
    assert ran.status == 2
    assert "is no number of seconds" in ran.error


@pytest.mark.parametrize("command", [SIM, BALANCE, TUNE])
def test_nobody_is_no_number_of_players(command: tuple[str, ...], cli: Cli) -> None:  # noqa: F811
    ran = cli(*command, "--interpreter", "--players", "0")
    assert ran.status == 2
    assert ran.error == "error: dear_card is played with 2 players, not 0"


def test_no_seconds_are_a_budget_too(cli: Cli) -> None:  # noqa: F811
    ran = cli("balance", NIM, "--interpreter", "--seconds", "0", "--jobs", "1")
    assert ran.status == 0, ran.err
    assert "Too slow for this budget" in ran.out
