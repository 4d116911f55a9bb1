"""`rulec ladder`: who meets whom, ratings with intervals, the same for a seed, interrupted."""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from rulec.sim import ladder
from rulec.sim.ladder import LadderPlan
from rulec.sim.ratings import Ranking, rate, score_of
from tests.cli.tools import CONNECT_FOUR, NIM, SOWING, TIC_TAC_TOE, Cli


def plan(players: int, seats: int, games: int = 1_000) -> LadderPlan:
    ways = tuple(f"mcts:{number}" for number in range(1, players + 1))
    return LadderPlan(games, ways, {"players": seats}, seed=5)


# --- who meets whom ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (4, 2), (3, 3), (5, 3), (2, 4)])
def test_everybody_meets_everybody_on_every_seat(players: int, seats: int) -> None:
    made = plan(players, seats)
    cycle = len(made.lineups) * seats
    games = [made.seated(number) for number in range(cycle)]
    assert Counter(made.setup(number) for number in range(2 * cycle)) == {0: cycle, 1: cycle}
    met = Counter(pair for game in games for pair in {*combinations(sorted({*game}), 2)})
    assert set(met) == set(combinations(range(players), 2))
    assert len({*met.values()}) == 1
    seated = Counter((one, seat) for game in games for seat, one in enumerate(game))
    assert len({seated[one, seat] for one in range(players) for seat in range(seats)}) == 1


def test_a_part_of_a_ladder_is_about_balanced() -> None:
    made = plan(5, 2)
    games = [made.seated(number) for number in range(30)]
    played = Counter(one for game in games for one in game)
    assert max(played.values()) == min(played.values())


# --- ratings ----------------------------------------------------------------------------------------------


def test_ratings_are_the_odds_of_all_games() -> None:
    """Of 400 games 300 are won: odds of 3 to 1 are 191 points; the interval is that of the share."""
    first, second = rate({((0,), (1,)): 300, ((1,), (0,)): 100}, 2)
    assert first.value - second.value == pytest.approx(400 * 0.4771, abs=3)  # log10(3), and a weak prior
    assert 2 * first.low == pytest.approx(151, abs=4)  # odds of 0.7052 and of 0.7905: by hand from the
    assert 2 * first.high == pytest.approx(231, abs=4)  # likelihood ratio
    assert (second.low, second.high) == pytest.approx((-first.high, -first.low), abs=0.3)


def test_ties_are_half_a_victory() -> None:
    shared = rate({((0, 1),): 40, ((0,), (1,)): 20}, 2)
    apart = rate({((0,), (1,)): 40, ((1,), (0,)): 20}, 2)
    assert [one.value for one in shared] == pytest.approx([one.value for one in apart], abs=0.1)


def test_who_has_won_everything_has_a_wide_interval() -> None:
    ratings = rate({((0,), (1,)): 20}, 2)
    assert ratings[0].value > 250
    assert ratings[0].high - ratings[0].value > ratings[0].value - ratings[0].low > 50
    few = rate({((0,), (1,)): 4}, 2)
    assert few[0].low < ratings[0].low
    assert [one.value for one in rate({}, 3)] == [0, 0, 0]


def test_rankings_of_several_players() -> None:
    """The odds of each choice among those that are left are told again from rankings by them."""
    strengths = [4.0, 2.0, 1.0]
    results: dict[Ranking, int] = {}
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        rest, share = list(order), 1.0
        for one in order:
            share *= strengths[one] / sum(strengths[other] for other in rest)
            rest.remove(one)
        results[tuple((one,) for one in order)] = round(100_000 * share)
    found = rate(results, 3)
    assert found[0].value - found[1].value == pytest.approx(120.4, abs=1)  # 400 log10(2)
    assert found[1].value - found[2].value == pytest.approx(120.4, abs=1)
    assert all(one.low < one.value < one.high for one in found)


def test_pairings_within_a_game() -> None:
    results: dict[Ranking, int] = {((0,), (1, 2)): 3, ((1,), (0,), (2,)): 1}
    assert score_of(results, 0, 1) == (3, 4)
    assert score_of(results, 1, 2) == (2.5, 4)


# --- the command ------------------------------------------------------------------------------------------


def told(cli: Cli, *arguments: str) -> dict[str, Any]:
    ran = cli("ladder", *arguments, "--interpreter", "--json")
    assert ran.status == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_more_simulations_are_stronger(cli: Cli) -> None:
    found = told(cli, NIM, "--players", "random,mcts:6", "-n", "12")
    assert [one["player"] for one in found["players"]] == ["mcts:6", "random"]
    assert found["players"][0]["low"] > 0 > found["players"][1]["high"]
    assert (found["games"], found["interrupted"]) == (12, False)
    assert found["pairings"][0]["score"] > 0.8


@pytest.mark.long  # processes are started
def test_the_same_for_a_seed_whatever_the_jobs(cli: Cli) -> None:
    arguments = NIM, "--players", "random,first,last", "-n", "6", "--seed", "7"
    assert told(cli, *arguments) == told(cli, *arguments, "--jobs", "2")
    assert told(cli, *arguments) != told(cli, *arguments[:-1], "8")


def test_tables(cli: Cli) -> None:
    ran = cli("ladder", TIC_TAC_TOE, "--players", "random,flat:5", "-n", "6", "--interpreter")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "Tic-Tac-Toe, players=2"
    assert lines[1].split()[:5] == ["games", "6", "on", "the", "interpreter,"]
    assert any(line.split() == ["player", "rating", "from", "to", "score", "pairings"] for line in lines)
    assert any("flat:5 against random" in line or "random against flat:5" in line for line in lines)


def test_games_that_the_rules_stop_are_told(cli: Cli, dead_end: str) -> None:
    ran = cli("ladder", dead_end, "--players", "random,first", "-n", "4", "--interpreter")
    assert ran.status == 1
    assert "4 games stopped by the rules" in ran.out


def test_openskill_rates_in_order(cli: Cli) -> None:
    pytest.importorskip("openskill")
    found = told(cli, NIM, "--players", "random,mcts:40", "-n", "24", "--model", "openskill")
    assert found["players"][0]["player"] == "mcts:40"
    assert found["players"][0]["rating"] > 25 > found["players"][1]["rating"]


def test_a_library_that_is_missing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    ran = cli("ladder", NIM, "--players", "random,first", "--model", "openskill")
    assert (ran.status, ran.error) == (2, "error: openskill is not installed")
    assert ran.hint == "hint: run `pip install 'rulec[ladder]'`"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((CONNECT_FOUR, "--players", "random"), "--players names one player, a ladder needs two"),
        ((CONNECT_FOUR, "--players", "random,random"), "--players names `random` twice"),
        ((CONNECT_FOUR, "--players", "random,mtcs:5"), "--players: nobody plays `mtcs:5`"),
        (
            (CONNECT_FOUR, "--players", "random,mcts:0"),
            "--players: `mcts:0` does not say how many games are tried out",
        ),
        ((SOWING, "--players", "random,first", "--config", "players=1"), "a ladder needs at least two seats"),
        (
            (NIM, "--players", "random,first", "--config", "players=9"),
            "there is no configuration with `players=9`",
        ),
    ],
)
def test_calls_that_are_wrong(cli: Cli, arguments: tuple[str, ...], error: str) -> None:
    ran = cli("ladder", *arguments, "--interpreter", "-n", "2")
    assert ran.status == 2
    assert ran.error.startswith(f"error: {error}")


def test_ctrl_c_keeps_what_was_played(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    real = ladder.play_game

    def play_game(game: Any, plan: LadderPlan, number: int) -> Any:
        if number == 2 * ladder._CHUNK + 1:
            raise KeyboardInterrupt
        return real(game, plan, number)

    monkeypatch.setattr(ladder, "play_game", play_game)
    ran = cli("ladder", NIM, "--players", "random,first", "-n", "1000", "--interpreter", "--json")
    assert (ran.status, ran.error) == (130, "error: interrupted after 8 games of 1,000")
    found = json.loads(ran.out)
    assert (found["games"], found["interrupted"]) == (8, True)
    assert sum(one["pairings"] for one in found["pairings"]) == 8


def test_ctrl_c_before_a_game(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def play_game(*given: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "play_game", play_game)
    ran = cli("ladder", NIM, "--players", "random,first", "--interpreter", "--json")
    assert (ran.status, ran.error, ran.out) == (130, "error: interrupted before a game was played", "")
