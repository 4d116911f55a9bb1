"""`rulec play --example`: a game that begins where an example ends."""

from __future__ import annotations

import pytest

from tests.cli.tools import Cli
from tests.lsp.small import GAME


@pytest.fixture
def harvest(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("play") / "harvest.rules"
    more = 'example "the second barn":\n  play "building: a1", "building: b2"\n  then p2\'s grain = 4\n'
    wrong = 'example "a barn too many":\n  play "building: a1", "building: a1"\n'
    path.write_text(f"{GAME}\n{more}\n{wrong}", encoding="utf-8")
    return str(path)


def test_the_position_of_an_example_is_played_on(cli: Cli, harvest: str) -> None:
    seats = ("--seats", "random", "--seed", "3", "--interpreter")
    ran = cli("play", harvest, "--example", "second", *seats)
    assert ran.status == 0
    assert "   1  player 1  building: " in ran.out
    assert "building: a1\n" not in ran.out
    assert "building: b2\n" not in ran.out


@pytest.mark.parametrize(
    ("title", "error"),
    [
        ("barn", "3 examples have `barn` in the title"),
        ("third", "no example has `third` in the title"),
        ("too many", 'the example "a barn too many" fails: "building: a1" is not offered'),
    ],
)
def test_what_leads_nowhere_is_refused(cli: Cli, harvest: str, title: str, error: str) -> None:
    ran = cli("play", harvest, "--example", title, "--interpreter")
    assert ran.status == 2
    assert error in ran.err


def test_a_game_begins_at_one_place(cli: Cli, harvest: str) -> None:
    ran = cli("play", harvest, "--example", "first", "--from", "x.json")
    assert ran.status == 2
    assert "--example can't be given with --from or --replay" in ran.err
