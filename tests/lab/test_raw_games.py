"""`rulec sim --out games.parquet`: every game and every decision in it, the same as the command counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import cli, elsewhere  # noqa: F401 - fixtures
from tests.cli.tools import ROOT, Cli

MARKET = str(ROOT / "tests" / "games" / "market.rules")
DICE = str(ROOT / "tests" / "games" / "dice.rules")


@pytest.mark.parametrize(("file", "players"), [(MARKET, 2), (DICE, 3)])
def test_rows_are_what_was_counted(cli: Cli, elsewhere: Path, file: str, players: int) -> None:  # noqa: F811
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    call = (
        "sim",
        file,
        "-n",
        "12",
        "--players",
        str(players),
        "--interpreter",
        "--out",
        "games.parquet",
        "--json",
    )
    ran = cli(*call)
    assert ran.status == 0, ran.err
    told = json.loads(ran.out)
    games = parquet.read_table(elsewhere / "games.parquet").to_pylist()
    steps = parquet.read_table(elsewhere / "games.decisions.parquet").to_pylist()
    assert [row["game"] for row in games] == list(range(12))
    assert {row["rules"] for row in games} == {told["rules"]}
    mean = sum(row["decisions"] for row in games) / 12
    assert mean == pytest.approx(told["decisions"]["mean"])
    for seat, total in enumerate(told["totals"]):
        assert sum(row["points"][seat] for row in games) / 12 == pytest.approx(total["mean"])
    uses: dict[str, int] = {}
    for step in steps:
        if step["player"]:
            label = f"{step['decision']}: {step['option']}"
            uses[label] = uses.get(label, 0) + 1
    assert uses == {label: one["times"] for label, one in told["uses"].items()}
    chance = sum(step["player"] == 0 for step in steps)
    assert chance == sum(told["chance"].values())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("games.csv", "is not a name of a table of games"),
        ("nowhere/games.parquet", "there is no folder nowhere"),
        ("letter.parquet", "is there already and is not a table"),
    ],
)
def test_what_is_refused(cli: Cli, elsewhere: Path, name: str, message: str) -> None:  # noqa: F811
    (elsewhere / "letter.parquet").write_text("Dear Anna")
    ran = cli("sim", MARKET, "-n", "2", "--interpreter", "--out", name)
    assert (ran.status, message in ran.error) == (2, True), ran.error


def test_a_stopped_game_beside_others_is_counted() -> None:
    """Tallies of single games add up, whichever of them the rules stopped."""
    from rulec.sim.counters import Tally

    whole = Tally(seats=2, games=1, wins=[840, 0])
    whole.merge(Tally(stopped={"a.rules:3: range": 1}, first_stopped={"a.rules:3: range": 7}))
    assert (whole.wins, whole.games, whole.stopped) == ([840, 0], 1, {"a.rules:3: range": 1})
