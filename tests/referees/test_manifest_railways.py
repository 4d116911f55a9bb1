"""Manifest Railways as the engine plays it, and as the referee does: the same options, figures and ends."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.engines import installed
from tests.referees.lockstep import agree, play_together
from tests.referees.manifest_railways import CONFIGURATIONS, Configuration, Game
from tests.referees.manifest_railways.arrange import arranged
from tests.referees.manifest_railways.words import ManifestWords, options_of, set_up

RULES = Path(__file__).resolve().parents[2] / "games" / "manifest_railways.rules"
KEENNESS = (0.3, 1.0, 4.0)  # on building


def id_of(configuration: Configuration) -> str:
    return "-".join(str(value) for value in options_of(configuration).values())


def results_agree(state: Any, game: Game) -> None:
    """[MR-173 to MR-177]; alone nobody wins [A54], of two companies the weaker one counts [A53]."""
    position = game.position
    ranking, players = position.ranking(), position.configuration.players
    agree(state, "ranking", state.ranking(), ranking)
    agree(state, "winners", state.winners(), ranking[0] if players > 1 else [])
    agree(state, "scores", state.scores(), [position.points_of(player) for player in range(players)])


def whole_game(configuration: Configuration, seed: int, often: float = 1.0) -> int:
    rnd = random.Random(seed)
    state = installed(RULES).State(**options_of(configuration), seed=seed, chance="explicit")
    game = Game(configuration)
    decisions = play_together(state, ManifestWords(game, rnd.choice(KEENNESS)), rnd, often=often)
    results_agree(state, game)
    return decisions


def from_the_middle(configuration: Configuration, seed: int, most: int, often: float = 1.0) -> None:
    rnd = random.Random(seed)
    position = arranged(configuration, rnd)
    state, game = set_up(installed(RULES), position), Game.at(position)
    results_agree(state, game)
    play_together(state, ManifestWords(game, KEENNESS[-1]), rnd, most, often)


def test_the_same_ways_to_play() -> None:
    told = {tuple(sorted(one.items())) for one in installed(RULES).CONFIGURATIONS}
    assert told == {tuple(sorted(options_of(one).items())) for one in CONFIGURATIONS}


def test_two_games() -> None:
    for seed in range(2):
        assert whole_game(Configuration(), seed, often=0.1) > 4 * 18


def test_positions_from_the_middle() -> None:
    for seed in range(4):
        from_the_middle(CONFIGURATIONS[5 * seed + 3], seed, most=12, often=0.1)


@pytest.mark.long
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=id_of)
def test_many_games(configuration: Configuration) -> None:
    plain = options_of(configuration) | {"players": 4} == options_of(Configuration())
    for seed in range(200 if plain else 20):
        whole_game(configuration, seed)


@pytest.mark.long
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=id_of)
def test_many_positions_from_the_middle(configuration: Configuration) -> None:
    for seed in range(100):
        from_the_middle(configuration, seed, most=40)
