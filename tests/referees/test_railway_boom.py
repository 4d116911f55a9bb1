"""Railway Boom as the engine plays it, and as the referee does: the same options, figures and ends."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from tests.engines import installed
from tests.referees.lockstep import agree_on_points, play_together
from tests.referees.railway_boom import CONFIGURATIONS, Configuration, Game
from tests.referees.railway_boom.arrange import BEGINNINGS, arranged, arrive
from tests.referees.railway_boom.components import ROUNDS
from tests.referees.railway_boom.game import TURNS, on_from
from tests.referees.railway_boom.scoring import points, ranking
from tests.referees.railway_boom.words import BoomWords, options_of, set_up

RULES = Path(__file__).resolve().parents[2] / "games" / "railway_boom.rules"
TASTES: tuple[dict[str, float], ...] = (
    {"convert": 0.1},
    {"convert": 1.0, "stop": 0.2, "finish": 0.1},
    {"convert": 0.02, "stop": 0.05, "finish": 0.02, "load_tiles": 2, "start": 0.1},
    {"convert": 0.05, "use_card": 6, "buy_none": 0.05, "stop": 0.1, "finish": 0.05, "start": 0.2},
    {"convert": 0.2, "confirm": 0.2, "stop": 0.1, "finish": 0.03, "start": 0.03, "load_tiles": 0.3},
)


def id_of(configuration: Configuration) -> str:
    return "-".join(str(value) for value in options_of(configuration).values())


def results_agree(state: Any, game: Game) -> None:
    """[RB-210 to RB-240]"""
    position = game.position
    sheets = [points(position, seat) for seat in range(position.players)]
    agree_on_points(state, sheets, ranking(position))


def whole_game(configuration: Configuration, seed: int, often: float = 1.0) -> int:
    rnd = random.Random(seed)
    state = installed(RULES).State(**options_of(configuration), seed=seed, chance="explicit")
    game = Game(configuration)
    decisions = play_together(state, BoomWords(game, TASTES[seed % len(TASTES)]), rnd, often=often)
    results_agree(state, game)
    return decisions


def from_the_middle(
    configuration: Configuration, seed: int, most: int, often: float = 1.0, tries: int = 1
) -> int:
    """On from one position, so many times; how many decisions there were."""
    rnd = random.Random(seed)
    begin = rnd.choice(BEGINNINGS)
    position = arranged(configuration, rnd, begin, rnd.randint(1, ROUNDS))
    seat = rnd.randrange(configuration.players)
    arrive(position, begin, seat, rnd)
    state = set_up(installed(RULES), position, f"{begin} of {seat + 1}" if begin in TURNS else begin)
    decisions = 0
    for number in range(tries):
        own = copy.deepcopy(position)
        game, again = Game.at(own, on_from(own, begin, seat)), state.clone()
        if not number:
            results_agree(again, game)
        words = BoomWords(game, TASTES[(seed + number) % len(TASTES)])
        decisions += play_together(again, words, rnd, most, often)
        results_agree(again, game)
    return decisions


def test_the_same_ways_to_play() -> None:
    told = {tuple(sorted(one.items())) for one in installed(RULES).CONFIGURATIONS}
    assert told == {tuple(sorted(options_of(one).items())) for one in CONFIGURATIONS}


@pytest.mark.parametrize(("players", "variety"), [(2, True), (3, False), (4, False)])
def test_a_game_of_each_number_of_players(players: int, variety: bool) -> None:
    assert whole_game(Configuration(players, variety), players, often=0.1) > 100


def test_positions_from_the_middle() -> None:
    for seed in range(12):
        from_the_middle(CONFIGURATIONS[seed % len(CONFIGURATIONS)], seed, 15, often=0.1, tries=2)


@pytest.mark.long
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=id_of)
def test_many_games(configuration: Configuration) -> None:
    for seed in range(20 if configuration.location_variety else 200):
        whole_game(configuration, seed)


@pytest.mark.long
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=id_of)
def test_many_positions_from_the_middle(configuration: Configuration) -> None:
    for seed in range(100):
        from_the_middle(configuration, seed, most=40, often=0.3, tries=4)
