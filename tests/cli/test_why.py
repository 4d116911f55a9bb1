"""`rulec why`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_diff import OLD
from tests.cli.tools import CONNECT_FOUR, DICE, Cli

LOOKS_AHEAD = """\
game "Ahead"
    players 2
    length 40

each player has:
    coins: 0 to 9, starts 2
    done: 0 to 9

table goods_here of good:
    good  | price 1 to 9 | heavy flag
    nails | 1            | yes
    bell  | 4            | no

good is light when not heavy

play:
    each n in 1 to 3:
        each player acting in seat order: turn

turn:
    choose one as main:
        buy: buying
        double when my coins >= 1 and my done = 0: doubling
        rest: raise my coins by 1

action buying:
    choose good from goods_here where light as bought
    needs good's price <= my coins
    lower my coins by good's price

action doubling:
    raise my done by 1
    lower my coins by 1

score:
    "Coins": my coins
"""


@pytest.fixture
def ahead(elsewhere: Path) -> str:
    (elsewhere / "ahead.rules").write_text(LOOKS_AHEAD)
    (elsewhere / "shop.rules").write_text(OLD)
    return "ahead.rules"


def test_a_legal_option_shows_what_it_has_passed(cli: Cli, ahead: str) -> None:
    ran = cli("why", ahead, "main: double")
    assert ran.status == 0
    assert ran.out == (
        "asked is `main` of player 1, in `turn` (ahead.rules:21)\n"
        "main: double: legal; it passes all that is asked\n"
        "  yes ahead.rules:23: my coins >= 1   (2 >= 1)\n"
        "  yes ahead.rules:23: my done = 0   (0 = 0)\n"
    )
    assert cli("why", ahead, "double").out == ran.out  # of the pending decision the option will do


def test_the_clause_that_rules_an_option_out(cli: Cli, ahead: str) -> None:
    out = cli("why", ahead, "main: double", "--play", "main: double, main: rest").out
    assert "main: double: ruled out; it does not pass what the choice asks\n" in out
    assert "  yes ahead.rules:23: my coins >= 1   (1 >= 1)\n" in out
    assert "  no  ahead.rules:23: my done = 0   (1 = 0)\n" in out


def test_the_requirement_that_can_not_be_met_later(cli: Cli, ahead: str) -> None:
    out = cli("why", ahead, "main: buy").out
    assert "main: buy: can't be completed; what it begins can't be carried out to the end\n" in out
    assert '  after "bought: bell"\n    ahead.rules:28: ' in out or "ahead.rules:28" in out
    assert "needs good's price <= my coins" in out


def test_a_definition_is_gone_into(cli: Cli, ahead: str, elsewhere: Path) -> None:
    text = LOOKS_AHEAD.replace("coins: 0 to 9, starts 2", "coins: 0 to 9, starts 8")
    (elsewhere / "rich.rules").write_text(text)
    out = cli("why", "rich.rules", "bought: nails", "--play", "main: buy").out
    assert "  no  rich.rules:27: light\n    no  rich.rules:14: not heavy\n" in out


def test_an_option_of_another_decision(cli: Cli, ahead: str) -> None:
    out = cli("why", ahead, "bought: bell").out
    where = "it is an option of `bought`, which is asked in `buying` (ahead.rules:27)"
    assert f"bought: bell: not asked now; {where}\n" in out


def test_all_options_together(cli: Cli, ahead: str) -> None:
    out = cli("why", "shop.rules", "--play", "main: buy").out
    assert out.startswith("asked is `bought` of player 1, in `buying` (shop.rules:31)\n")
    assert "tea, silk, a1, a2, a3: legal\n" in out
    out = cli("why", "shop.rules", "--play", "main: buy, bought: silk, main: wait", "--play", "main: buy").out
    assert "silk: ruled out\n  no  shop.rules:31: price <= my coins   (5 <= 4)\n" in out
    assert "tea, a1, a2, a3: legal\n" in out


def test_numbers_say_what_they_are(cli: Cli, elsewhere: Path) -> None:
    cli("new", "stones")
    out = cli("why", "stones.rules", "take: 3", "--play", "take: 3, take: 3, take: 3, take: 1").out
    assert "ruled out" in out
    assert "no  stones.rules:" in out
    assert "(not more than the last number)" in out


@pytest.mark.parametrize("form", ["json", "bytes"])
def test_positions_that_were_saved(cli: Cli, ahead: str, elsewhere: Path, form: str) -> None:
    cli(
        "play",
        ahead,
        "--seats",
        "human",
        "--save",
        f"it.{form}",
        "--interpreter",
        stdin="double\nrest\nquit\n",
    )
    out = cli("why", ahead, "main: double", "--from", f"it.{form}").out
    assert "  no  ahead.rules:23: my done = 0   (1 = 0)\n" in out


def test_positions_of_recorded_and_of_random_games(cli: Cli, ahead: str) -> None:
    cli("trace", "record", ahead, "--seed", "4", "--to", "it.trace", "--interpreter")
    recorded = cli("why", ahead, "--replay", "it.trace", "--moves", "3")
    assert recorded.status == 0
    played = cli("why", ahead, "--seed", "4", "--moves", "3")
    assert played.out == recorded.out
    over = cli("why", ahead, "main: rest", "--replay", "it.trace")
    assert over.out.startswith("the game is over in this position\nmain: rest: not asked now; ")


def test_what_can_be_wrong(cli: Cli, ahead: str) -> None:
    # Six turns, and in the game of seed 0 somebody buys: that is one decision more.
    for arguments, error, hint in (
        (["main: by"], "Ahead has no option `main: by`", "did you mean `main: buy`?"),
        (["xyzzy"], "Ahead has no option `xyzzy`", "an option begins with its decision: main, bought"),
        (["main: rest", "--play", "main: bye"], "--play: `main: bye` is not offered there", "did you mean"),
        (["main: rest", "--moves", "99"], "the game is over after 7 decisions", "give fewer --moves"),
        (["main: rest", "--from", "it.json"], "there is no position it.json", ""),
        (["main: rest", "--from", "it.json", "--moves", "2"], "--from is a position by itself", ""),
    ):
        ran = cli("why", ahead, *arguments)
        assert ran.status == 2
        assert ran.error == f"error: {error}"
        assert hint in ran.hint


def test_as_json(cli: Cli, ahead: str) -> None:
    found = json.loads(cli("why", ahead, "main: double", "--format", "json").out)
    assert found["answers"][0]["verdict"] == "legal"
    assert [one["holds"] for one in found["answers"][0]["clauses"]] == [True, True]


def test_on_an_engine_it_is_the_same(cli: Cli) -> None:
    more = [
        CONNECT_FOUR,
        "drop: c",
        "--play",
        "drop: c, drop: c, drop: c",
        "--play",
        "drop: c, drop: c, drop: c",
    ]
    ran = cli("why", *more)
    assert ran.out == cli("why", *more, "--interpreter").out
    assert "ruled out" in ran.out
    assert "some (column's squares where empty)" in ran.out


def test_where_chance_decides_nothing_is_asked(cli: Cli, elsewhere: Path) -> None:
    cli("trace", "record", DICE, "--to", "it.trace", "--interpreter")
    for moves, event in (("0", "small"), ("1", "large")):
        ran = cli("why", DICE, "--replay", "it.trace", "--moves", moves)
        assert (ran.status, ran.error) == (2, "error: nothing is asked in this position")
        assert ran.hint == f"hint: chance decides `{event}` in this position"
    ran = cli("why", DICE, "start: careful", "--replay", "it.trace", "--moves", "1")
    assert ran.status == 0
    assert "start: careful: not asked now; chance decides `large` in this position\n" in ran.out
