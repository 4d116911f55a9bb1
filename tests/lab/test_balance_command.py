"""`rulec balance`: what it prints, the same for a seed, and what it refuses."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from tests.cli.conftest import cli, elsewhere  # noqa: F401 - fixtures
from tests.cli.tools import Cli
from tests.lab.tools import GAMES

CARD = str(GAMES / "dear_card.rules")
SMALL = ("--games", "24", "--ladder", "random,greedy", "--player", "greedy", "--interpreter", "--jobs", "1")

ALONE = """\
game "Alone"
  players 1
  length 8

each player has:
  points: 0 to 40

play:
  repeat 2 times:
    each player acting: turn

turn:
  choose one as deed:
    sail: raise my points by 4
    dig: raise my points by 1

score:
  "Points": my points
"""

STOPS = """\
game "Stops"
  players 2
  length 12

the game has:
  left: 0 to 1, starts 1

each player has:
  points: 0 to 9

play:
  repeat 2 times:
    each player acting in seat order: turn

turn:
  choose one as deed:
    rest: raise my points by 2
    dig: lower left by 1

score:
  "Points": my points
"""


def told(cli: Cli, *arguments: str) -> dict[str, Any]:  # noqa: F811
    ran = cli("balance", *arguments, "--json")
    assert ran.status == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_text_fits_80_columns_and_reads_like_findings(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setenv("COLUMNS", "80")
    ran = cli("balance", CARD, *SMALL)
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "- Must take: card ruby. Whoever never takes it ends with 3.0" in ran.out
    assert "Never worth it: card opal" in ran.out
    assert "No seat was seen to win more or less than its share" in ran.out


def test_the_same_for_a_seed(cli: Cli) -> None:  # noqa: F811
    def figures(seed: str) -> dict[str, Any]:
        found = told(cli, CARD, *SMALL, "--seed", seed)
        for player in found["skill"]["players"]:
            del player["seconds"]
        del found["seconds"]
        return found

    assert figures("3") == figures("3")
    assert figures("3") != figures("4")


def test_without_points_victories_are_judged(cli: Cli, elsewhere: Any) -> None:  # noqa: F811
    text = (GAMES / "pure_skill.rules").read_text()
    (elsewhere / "pure.rules").write_text(text)
    found = told(cli, "pure.rules", "--games", "16", "--ladder", "random,greedy", "--player", "greedy",
                 "--interpreter", "--jobs", "1")  # fmt: skip
    assert found["judged_by"] in ("lead", "wins")
    assert {one["verdict"] for one in found["parts"]} <= {
        "too few games to say",
        "must take",
        "makes no difference",
    }


def test_a_game_for_one_is_judged_by_points(cli: Cli, elsewhere: Any) -> None:  # noqa: F811
    (elsewhere / "alone.rules").write_text(ALONE)
    found = told(cli, "alone.rules", *SMALL)
    verdicts = {one["name"]: one["verdict"] for one in found["parts"]}
    assert verdicts == {"deed: sail": "must take", "deed: dig": "never worth it"}
    assert all(not seats["wins"] for seats in found["seats"])
    assert found["skill"]["pairs"] == []
    ran = cli("balance", "alone.rules", *SMALL)
    assert "wins" not in ran.out.partition("must take")[2].partition("never worth it")[0]


def test_a_restriction_that_leads_to_a_dead_end_is_told(cli: Cli, elsewhere: Any) -> None:  # noqa: F811
    (elsewhere / "stops.rules").write_text(STOPS)
    found = told(cli, "stops.rules", *SMALL)
    dig = next(one for one in found["parts"] if one["name"] == "deed: dig")
    assert sum(dig["always"]["stopped"].values()) == dig["always"]["changed"] > 0
    assert dig["verdict"] == "too few games to say"
    assert any("about deed: dig led the rules to a dead end" in one["text"] for one in found["findings"])


def test_rules_that_stop_all_games_of_a_restriction_are_named(cli: Cli, elsewhere: Any) -> None:  # noqa: F811
    """With nothing but `dig` allowed, the fourth turn at the latest lowers `left` below 0."""
    (elsewhere / "stops.rules").write_text(STOPS)
    ran = cli("balance", "stops.rules", *SMALL, "--forbid", "deed: rest")
    assert ran.status == 0, ran.err
    assert "Traceback" not in ran.err
    line = 1 + STOPS.splitlines().index("    dig: lower left by 1")
    # 240 random and 24 greedy games, 24 of the ladder and 24 of restricted play
    assert f"The rules stopped 312 games under the restrictions of everybody (stops.rules:{line}:" in ran.out
    assert "No game came to its end: nothing can be said" in ran.out
    assert "Never reached" not in ran.out
    assert "drama and flow" not in ran.out


def test_whoever_interrupts_gets_what_was_found(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """In the first phase and in the second: nothing is told of games that nobody has played."""
    from rulec.lab.seat_shares import SeatShares
    from rulec.lab.skill import Ladder

    for where, name, told_of in ((SeatShares, "enter", False), (Ladder, "enter", True)):
        kept = getattr(where, name)

        def interrupted(self: Any, *given: Any, kept: Any = kept) -> None:
            kept(self, *given)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(where, name, interrupted)
            ran = cli("balance", CARD, *SMALL[:2], "--ladder", "random,greedy,mcts:5", *SMALL[6:])
        assert ran.status == 130
        assert "interrupted; these are the results so far" in ran.err
        assert ("random wins" in ran.out, "skill ladder" in ran.out) == (True, told_of)
        assert "mcts:5 " not in ran.out
        assert "0 games of" not in ran.out


def test_no_time_at_all(cli: Cli) -> None:  # noqa: F811
    ran = cli("balance", CARD, "--seconds", "0", "--interpreter", "--jobs", "1", "--json")
    found = json.loads(ran.out)
    assert ran.status == 0
    assert {one["verdict"] for one in found["parts"]} == {"too few games to say"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--ladder", "random"), "--ladder names two players at least"),
        (("--ladder", "random,random"), "--ladder names two players at least"),
        (("--ladder", "random,mtcs:5"), "--ladder: nobody plays `mtcs:5`"),
        (("--player", "random"), "--player: `random` does not look ahead"),
        (("--player", "mcts:0"), "--player: `mcts:0` does not say how many games"),
        (("--players", "5"), "is played with 2 players, not 5"),
        (("--seconds", "-1"), "-1"),
        (("--report", "out.txt"), "--report: out.txt is not a name of a report"),
        (("--report", "nowhere/out.html"), "--report: there is no folder nowhere"),
    ],
)
def test_what_is_refused(cli: Cli, arguments: tuple[str, ...], message: str) -> None:  # noqa: F811
    ran = cli("balance", CARD, "--games", "2", "--interpreter", *arguments)
    assert ran.status == 2
    assert message in ran.error


def test_what_is_there_already_is_not_overwritten(cli: Cli, elsewhere: Any) -> None:  # noqa: F811
    (elsewhere / "letter.html").write_text("<html>Dear Anna</html>")
    ran = cli("balance", CARD, *SMALL, "--report", "letter.html")
    assert "is there already and is not a report" in ran.error
    assert (elsewhere / "letter.html").read_text() == "<html>Dear Anna</html>"


def test_a_library_that_is_missing_is_told_in_a_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setitem(sys.modules, "altair", None)
    ran = cli("balance", CARD, *SMALL, "--report", "new.html")
    assert (ran.status, ran.error) == (2, "error: altair is not installed")
    assert "pip install 'rulec[lab]'" in ran.hint


def test_a_restriction_of_everybody(cli: Cli) -> None:  # noqa: F811
    """Without the ruby the other cards are alike, and nobody ever takes it."""
    found = told(cli, CARD, *SMALL, "--forbid", "ruby")
    cards = {one["name"]: one for one in found["parts"]}
    assert cards["card ruby"]["games_taken"] == 0
    assert {cards[f"card {name}"]["verdict"] for name in ("opal", "agate", "topaz")} == {
        "makes no difference"
    }
    refused = cli("balance", CARD, *SMALL, "--forbid", "p1: ruby")
    assert "restrictions of `rulec balance` are of everybody" in refused.error


@pytest.mark.long  # processes are started
def test_the_same_whatever_the_jobs(cli: Cli) -> None:  # noqa: F811
    one = told(cli, CARD, *SMALL)
    two = told(cli, CARD, *SMALL[:-1], "2")
    for found in (one, two):
        del found["seconds"]
        for player in found["skill"]["players"]:
            del player["seconds"]
    assert one == two
