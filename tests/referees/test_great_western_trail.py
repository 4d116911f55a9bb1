"""Great Western Trail as the engine plays it, and as the referee does: the same options, figures and ends."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from tests.engines import installed
from tests.referees.great_western_trail import CONFIGURATIONS, Configuration, Game
from tests.referees.great_western_trail.arrange import arranged, arrive
from tests.referees.great_western_trail.game import turns
from tests.referees.great_western_trail.scoring import points, ranking
from tests.referees.great_western_trail.words import SCORES, TrailWords, options_of, set_up
from tests.referees.lockstep import agree_on_points, play_together

RULES = Path(__file__).resolve().parents[2] / "games" / "great_western_trail.rules"
RARE = {"auxiliary_action": 0.05, "done": 0.02, "no": 0.1, "stay": 0.05, "kansas_city_crest": 0.1}
TASTES: tuple[dict[str, float], ...] = (
    {},
    {**RARE, "stop": 0.1, "step": 0.5},
    {**RARE, "craftsman": 9, "build_b": 9, "hire_a": 5, "hire_5a": 5, "play_objective": 9, "go_on": 0.1},
    {**RARE, "engineer": 9, "hire_a": 5, "hire_a_dearer": 5, "stay": 0, "risk_jersey": 0.1},
    {**RARE, "cowboy": 9, "hire_a": 5, "cattle_e": 9, "cattle_2a": 9, "buy": 20, "fours_8": 5, "five_6": 5},
)


def id_of(configuration: Configuration) -> str:
    return "-".join(str(value) for value in options_of(configuration).values())


def results_agree(state: Any, game: Game) -> None:
    """[GW-314 to GW-342]"""
    position = game.position
    sheets = [points(position, seat) for seat in range(position.players)]
    words = [{name: sheet[item] for item, name in SCORES.items()} for sheet in sheets]
    agree_on_points(state, words, ranking([sum(sheet.values()) for sheet in sheets]))


def whole_game(configuration: Configuration, seed: int, often: float = 1.0) -> int:
    rnd = random.Random(seed)
    state = installed(RULES).State(**options_of(configuration), seed=seed, chance="explicit")
    game = Game(configuration)
    decisions = play_together(state, TrailWords(game, TASTES[seed % len(TASTES)]), rnd, often=often)
    results_agree(state, game)
    return decisions


def from_the_middle(
    configuration: Configuration, seed: int, most: int, often: float = 1.0, tries: int = 1
) -> int:
    """On from one position, so many times."""
    rnd = random.Random(seed)
    position = arranged(configuration, rnd)
    seat = rnd.randrange(configuration.players)
    begin = arrive(position, seat, rnd)
    state = set_up(installed(RULES), position, seat, begin)
    decisions = 0
    for number in range(tries):
        own = copy.deepcopy(position)
        game = Game.at(own, turns(own, seat, begin))
        if not number:
            results_agree(state, game)
        words = TrailWords(game, TASTES[(seed + number) % len(TASTES)])
        decisions += play_together(state.clone(), words, rnd, most, often)
    return decisions


def test_the_same_ways_to_play() -> None:
    told = {tuple(sorted(one.items())) for one in installed(RULES).CONFIGURATIONS}
    assert told == {tuple(sorted(options_of(one).items())) for one in CONFIGURATIONS}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_each_number_of_players(players: int) -> None:
    assert whole_game(Configuration(players), players, often=0.1) > 100


def test_positions_from_the_middle() -> None:
    for seed in range(12):
        from_the_middle(CONFIGURATIONS[7 * seed % len(CONFIGURATIONS)], seed, 12, often=0.1, tries=3)


@pytest.mark.long
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=id_of)
def test_many_games(configuration: Configuration) -> None:
    plain = configuration == Configuration(configuration.players)
    for seed in range(100 if plain else 10):
        whole_game(configuration, seed)


@pytest.mark.long
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=id_of)
def test_many_positions_from_the_middle(configuration: Configuration) -> None:
    for seed in range(100):
        from_the_middle(configuration, seed, most=20, tries=5)
