"""Plain words for a comparison say what its intervals carry."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any, cast

import pytest

from rulec.sim.contrast_words import in_words
from rulec.sim.counters import WHOLE, Tally
from rulec.sim.play_diff import Side, contrast
from rulec.sim.simulate import SimulationPlan, play_batch
from tests.engines import ROOT, interpreted

GAMES = 300


@cache
def played(name: str, first: int = 0, games: int = GAMES) -> Side:
    path = ROOT / "games/classics" / f"{name}.rules"
    game = interpreted(path)
    plan = SimulationPlan(games, {"players": 2}, ("random",), 1)
    return Side(game, play_batch(game, plan, first, first + games))


def words(left: Side, right: Side, *ways: str) -> str:
    return " ".join(in_words(contrast(left, right), left, right, ways or ("mcts:20",)))


def with_wins(side: Side, *shares: float) -> Side:
    tally: Tally = deepcopy(side.tally)
    tally.wins = [round(share * tally.games * WHOLE) for share in shares]
    return Side(side.game, tally)


def test_equal_rules_do_not_differ() -> None:
    told = words(played("tic_tac_toe"), played("tic_tac_toe", GAMES))
    assert told.startswith("No figure clearly differs in 300 games each")
    assert "longer" not in told
    assert "Taken" not in told
    assert "In Tic-Tac-Toe, player 1 has the better seat" in told  # with random moves, as everybody can count


@pytest.mark.parametrize(("more", "way"), [(True, "longer"), (False, "shorter")])
def test_a_longer_game_is_told(more: bool, way: str) -> None:
    short, long = played("tic_tac_toe"), played("connect_four")
    told = words(short, long) if more else words(long, short)
    means = [side.tally.decisions.mean for side in ((long, short) if more else (short, long))]
    assert f"Games are {way}: {means[0]:.3g} decisions instead of {means[1]:.3g}." in told


def test_victories_are_told_as_far_as_their_intervals_carry() -> None:
    side = played("tic_tac_toe")
    even, uneven, hardly = (with_wins(side, one, 1 - one) for one in (0.5, 0.8, 0.53))
    title = cast("Any", side.game).TITLE
    assert f"In {title}, player 1 has the better seat (80% of the victories); {title} shows no such" in words(
        even, uneven
    )
    assert (
        "Player 1 wins more often: 80% instead of 50%. Player 2 wins less often: 20% instead of 50%."
        in words(even, uneven)
    )
    told = words(even, hardly)
    assert "wins" not in told
    assert "Neither game shows an advantage of a seat." in told


def test_few_games_do_not_tell_that_seats_are_even() -> None:
    few = with_wins(played("tic_tac_toe", games=14), 0.5, 0.5)
    assert "advantage" not in words(few, few)


def test_options_with_the_largest_differences_are_named() -> None:
    side = played("tic_tac_toe")
    tally: Tally = deepcopy(side.tally)
    for action in range(5):  # as if each had been taken in each game
        tally.uses[action] = tally.uses_squared[action] = tally.games
    told = words(side, Side(side.game, tally))
    assert "Taken more often in a game: " in told
    assert ", and 2 others." in told
    assert "Taken less often" not in told


def test_aimless_players_are_named_as_such() -> None:
    side = played("tic_tac_toe")
    assert "Nobody played to win" in words(side, side, "random")
    assert "Nobody played to win" not in words(side, side, "random", "greedy")
