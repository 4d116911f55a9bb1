"""`--forbid` and `--prefer`: what names mean, whether players keep to it, counts, refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulec.errors import RulecError
from rulec.facade import interpret
from rulec.policies.restrictions import Restricted, read_restrictions, restricted
from tests.cli.tools import NIM, ROOT, TIC_TAC_TOE, Cli

MARKET = str(ROOT / "tests" / "games" / "market.rules")
ESTATES = str(ROOT / "tests" / "games" / "estates.rules")


def meant(file: str, text: str, players: int = 2) -> tuple[set[int], set[str]]:
    """The players and the labels of a restriction."""
    game: Any = interpret(file)
    description = game.State(players=players, seed=0).description()
    (found,) = read_restrictions([text], [], description, players)
    return {*found.players}, {row.label for row in description.actions if row.id in found.actions}


@pytest.mark.parametrize(
    ("text", "players", "labels"),
    [
        ("deal: sell", set(), {"deal: sell"}),
        ("Deal:SELL", set(), {"deal: sell"}),
        ("deal: b*", set(), {"deal: buy", "deal: barter"}),
        ("p2: deal: sell", {1}, {"deal: sell"}),
        ("p1, p2: cloth", {0, 1}, {"ware: cloth"}),
        ("stall", set(), {"market: smithy", "market: yard", "market: loom"}),
        ("wares", set(), {"ware: iron", "ware: wood", "ware: cloth"}),
        ("ware", set(), {"ware: iron", "ware: wood", "ware: cloth"}),
        ("*: loom", set(), {"market: loom"}),
    ],
)
def test_options_are_named_in_the_words_of_the_rules(text: str, players: set[int], labels: set[str]) -> None:
    assert meant(MARKET, text) == (players, labels)


def test_a_piece_of_every_owner() -> None:
    _, labels = meant(ESTATES, "well")
    assert labels == {"built: well of 1", "built: well of 2", "built: well of 3"}
    assert meant(ESTATES, "built: well of 2")[1] == {"built: well of 2"}


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("deel: sell", "has no decision `deel`", "did you mean `deal`?"),
        ("deal: sel", "has no option `sel` of `deal`", "did you mean `sell`?"),
        ("clooth", "has no option, row or kind `clooth`", "did you mean `cloth`?"),
        ("p3: cloth", "there is no player 3", "players 1 to 2"),
        ("p0: cloth", "there is no player 0", "players 1 to 2"),
        ("deal:", "names no option", "main: telegraph"),
        ("p1:", "names no option", "main: telegraph"),
        ("", "names no option", "main: telegraph"),
        ("[", "has no option, row or kind `[`", "there is"),
    ],
)
def test_a_name_that_the_game_does_not_have_is_refused(text: str, message: str, hint: str) -> None:
    with pytest.raises(RulecError, match=r"^--forbid: ") as caught:
        meant(MARKET, text)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_nothing_else_offered() -> None:
    one = Restricted(frozenset({1, 2}), frozenset({3, 4}))
    assert one.permitted([0, 1, 5]) == [0, 2]
    assert one.permitted([1, 2]) == [0, 1]
    assert one.permitted([0, 3, 4]) == [1, 2]
    assert (one.forced([1, 2]), one.forced([0, 1])) == (True, False)


def test_what_is_forbidden_can_not_be_preferred() -> None:
    description = interpret(MARKET).State(players=2, seed=0).description()  # type: ignore[attr-defined]
    found = read_restrictions(["deal"], ["p1: deal: sell"], description, 2)
    with pytest.raises(RulecError, match="all that `p1: deal: sell` means is forbidden to player 1"):
        restricted(found, 2)


def played(cli: Cli, *arguments: str) -> dict[str, Any]:
    ran = cli("sim", *arguments, "--interpreter", "--json")
    assert ran.status == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


@pytest.mark.parametrize("way", ["random", "first", "last", "greedy", "mcts:3", "flat:3"])
def test_every_player_keeps_to_it(cli: Cli, way: str) -> None:
    kept = played(cli, NIM, "-n", "3", "--seats", way, "--forbid", "take: one")
    forced = sum(player["decisions_forced"] for player in kept["restricted"])
    assert kept["uses"].get("take: one", {"times": 0})["times"] == forced


def test_players_of_an_alternating_game_keep_their_restriction(cli: Cli) -> None:
    arguments = (MARKET, "-n", "4", "--seats", "random,random", "--alternate")
    kept = played(cli, *arguments, "--forbid", "p1: deal", "--prefer", "p2: deal: rest")
    first, second = kept["restricted"]
    assert (first["decisions_narrowed"], second["decisions_forced"]) == (0, 0)
    assert first["decisions_forced"] == second["decisions_narrowed"] == 4 * 12
    assert kept["uses"]["deal: rest"]["times"] >= 4 * 12


def test_a_ladder_of_a_player_and_its_restricted_twin(cli: Cli) -> None:
    arguments = ("ladder", TIC_TAC_TOE, "--players", "first,first", "-n", "2", "--interpreter", "--json")
    assert "names `first` twice" in cli(*arguments).error
    ran = cli(*arguments, "--forbid", "p2: *: a1")
    told = json.loads(ran.out)
    assert [one["player"][:2] for one in told["players"]] in (["p1", "p2"], ["p2", "p1"])
    assert [one["decisions_narrowed"] > 0 for one in told["restricted"]] == [False, True]


def test_a_dead_end_under_a_restriction_is_a_game_that_the_rules_stopped(cli: Cli, dead_end: str) -> None:
    ran = cli("sim", dead_end, "-n", "2", "--interpreter", "--forbid", "heads", "--json")
    told = json.loads(ran.out)
    assert (ran.status, told["games"], told["stopped"][0]["games"]) == (1, 0, 2)
    assert told["restricted"][0]["decisions_narrowed"] > 0


def test_play_restricts_programs_alone(cli: Cli) -> None:
    whole = ("play", MARKET, "--interpreter", "--seed", "3", "--seats", "random,greedy")
    ran = cli(*whole, "--forbid", "deal: rest", "--prefer", "p2: deal: sell")
    assert ran.status == 0
    assert "The game is over" in ran.out
    refused = cli("play", MARKET, "--interpreter", "--forbid", "p1: cloth")
    assert "player 1 is a person" in refused.error
