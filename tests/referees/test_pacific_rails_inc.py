"""Pacific Rails Inc. as the engine plays it, and as the referee does: the same options, figures and ends."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from tests.engines import installed
from tests.referees.lockstep import agree_on_points, play_together
from tests.referees.pacific_rails_inc import CONFIGURATIONS, Configuration, Game
from tests.referees.pacific_rails_inc.arrange import arranged, arrive
from tests.referees.pacific_rails_inc.game import turns
from tests.referees.pacific_rails_inc.scoring import points, ranking
from tests.referees.pacific_rails_inc.table import lay, load, table
from tests.referees.pacific_rails_inc.tastes import TASTES, Taste
from tests.referees.pacific_rails_inc.words import SCORES, RailWords, options_of, set_up

RULES = Path(__file__).resolve().parents[2] / "games" / "pacific_rails_inc.rules"
LIMITS = (50, 75, 150, 200)
GAMES = 20  # of each way to play
LAST = 4  # rounds


def id_of(configuration: Configuration) -> str:
    return "-".join(str(value) for value in options_of(configuration).values())


def results_agree(state: Any, game: Game) -> None:
    """[PR-218 to PR-238]"""
    position = game.position
    sheets = [points(position, seat) for seat in range(position.players)]
    words = [{name: sheet[item] for item, name in SCORES.items()} for sheet in sheets]
    agree_on_points(state, words, ranking(position))


def whole_game(configuration: Configuration, seed: int, often: float = 1.0) -> int:
    rnd = random.Random(seed)
    state = installed(RULES).State(**options_of(configuration), seed=seed, chance="explicit")
    game = Game(configuration)
    decisions = play_together(state, RailWords(game, TASTES[seed % len(TASTES)]), rnd, often=often)
    results_agree(state, game)
    return decisions


def from_the_middle(
    configuration: Configuration, seed: int, most: int, often: float = 1.0, tries: int = 1
) -> int:
    """On from one position, so many times."""
    rnd = random.Random(seed)
    position = arranged(configuration, rnd)
    seat = arrive(position, rnd)
    state = set_up(installed(RULES), position, seat)
    decisions = 0
    for number in range(tries):
        own = copy.deepcopy(position)
        game = Game.at(own, turns(own, seat))
        if not number:
            results_agree(state, game)
        words, played = RailWords(game, TASTES[(seed + number) % len(TASTES)]), state.clone()
        decisions += play_together(played, words, rnd, most, often)
        results_agree(played, game)
    return decisions


def the_last_rounds(configuration: Configuration, seed: int, often: float = 1.0) -> int:
    """A game that is played to its end, from a position a few rounds before."""
    rnd = random.Random(seed)
    position = arranged(configuration, rnd)
    position.round = configuration.round_limit - rnd.randrange(LAST)
    seat = arrive(position, rnd)
    state, game = set_up(installed(RULES), position, seat), Game.at(position, turns(position, seat))
    decisions = play_together(state, RailWords(game, TASTES[seed % len(TASTES)]), rnd, often=often)
    results_agree(state, game)
    return decisions


def test_the_same_ways_to_play() -> None:
    told = {tuple(sorted(one.items())) for one in installed(RULES).CONFIGURATIONS}
    assert told == {tuple(sorted(options_of(one).items())) for one in CONFIGURATIONS}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_each_number_of_players(players: int) -> None:
    assert whole_game(Configuration(players), players, often=0.05) > 100


def test_positions_from_the_middle() -> None:
    for seed in range(12):
        from_the_middle(Configuration(2 + seed % 3), seed, 12, often=0.1, tries=3)


def test_the_last_rounds() -> None:
    for seed, configuration in enumerate(random.Random(0).sample(CONFIGURATIONS, 6)):
        assert the_last_rounds(configuration, seed, often=0.1) > 0


def test_the_train_begins_while_it_works() -> None:
    """[A25]: a Station for a Senator of the Foreman, and the free Specialist works at once."""
    position = table(2)
    load(position, 0, coin=3, iron=1)
    lay(position, "C1")
    position.companies[0].hats = 2
    wanted = ["gunpowder_financier", "district foreman_financier", "hats 2", "save"]
    wanted += ["lobby slide map_building", "railway_station", "crew", "exchange go_on"]
    game = Game.at(position, turns(position, 0))
    words = RailWords(game, Taste(dict.fromkeys(wanted, 1e12)))
    play_together(set_up(installed(RULES), copy.deepcopy(position), 0), words, random.Random(1), 11)
    assert position.companies[0].cargo == {"coin": 0, "iron": 0, "rail": 1}


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_positions_from_the_middle(players: int) -> None:
    for seed in range(500):
        from_the_middle(Configuration(players), seed, 30, often=0.3, tries=4)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_games(players: int) -> None:
    for seed in range(200):
        whole_game(Configuration(players), seed, often=0.2)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("limit", LIMITS)
def test_games_of_other_lengths(players: int, limit: int) -> None:
    for seed in range(20):
        whole_game(Configuration(players, limit), seed, often=0.1)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_rounds_of_every_length(players: int) -> None:
    """Ways to play that have the same players differ in nothing but when the last round is."""
    for number, configuration in enumerate(CONFIGURATIONS):
        if configuration.players == players:
            for seed in range(GAMES * number, GAMES * (number + 1)):
                the_last_rounds(configuration, seed, often=0.1)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_game_of_every_length(players: int) -> None:
    for configuration in CONFIGURATIONS:
        if configuration.players == players:
            whole_game(configuration, configuration.round_limit, often=0.02)
