"""Railroad Revolution as the engine plays it, and as the referee does: the same options, figures and ends."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.engines import installed
from tests.referees.lockstep import agree, play_together
from tests.referees.railroad_revolution import CONFIGURATIONS, Configuration, Game
from tests.referees.railroad_revolution.arrange import arranged
from tests.referees.railroad_revolution.words import SCORES, RailroadWords, options_of, set_up

RULES = Path(__file__).resolve().parents[2] / "games" / "railroad_revolution.rules"
TASTES: tuple[dict[str, float], ...] = (
    {},
    {"hire": 0.1, "stop": 0.3, "done": 0.2, "promotion": 3, "station": 2, "railroad": 2},
    {"hire": 0.05, "railroad": 5, "station": 3, "promotion": 5, "trade": 0.5, "yes": 3},
    {"hire": 0.02, "trade": 4, "flipping": 3, "train": 3, "primary": 3, "left": 3, "right": 3},
)


def id_of(configuration: Configuration) -> str:
    return "-".join(str(value) for value in options_of(configuration).values())


def results_agree(state: Any, game: Game) -> None:
    """[RR-225 to RR-235]"""
    position = game.position
    ranking = position.ranking()
    agree(state, "ranking", state.ranking(), ranking)
    agree(state, "winners", state.winners(), ranking[0])
    points = [company.points() for company in position.companies]
    agree(state, "scores", state.scores(), [sum(one.values()) for one in points])
    sheet = {name: [one[item] for one in points] for item, name in SCORES.items()}
    agree(state, "score sheet", state.score_sheet(), sheet)


def whole_game(configuration: Configuration, seed: int, often: float = 1.0) -> int:
    rnd = random.Random(seed)
    state = installed(RULES).State(**options_of(configuration), seed=seed, chance="explicit")
    game = Game(configuration)
    words = RailroadWords(game, TASTES[seed % len(TASTES)])
    decisions = play_together(state, words, rnd, often=often)
    results_agree(state, game)
    return decisions


def from_the_middle(configuration: Configuration, seed: int, most: int, often: float = 1.0) -> int:
    rnd = random.Random(seed)
    position = arranged(configuration, rnd)
    player = rnd.randrange(configuration.players)
    state = set_up(installed(RULES), position, player)
    game = Game.at(position, player)
    results_agree(state, game)
    return play_together(state, RailroadWords(game, TASTES[seed % len(TASTES)]), rnd, most, often)


def test_the_same_ways_to_play() -> None:
    told = {tuple(sorted(one.items())) for one in installed(RULES).CONFIGURATIONS}
    assert told == {tuple(sorted(options_of(one).items())) for one in CONFIGURATIONS}


def test_three_games() -> None:
    for seed, players in enumerate((2, 3, 4)):
        assert whole_game(Configuration(players), seed, often=0.1) > 4 * 18


def test_positions_from_the_middle() -> None:
    for seed in range(8):
        from_the_middle(CONFIGURATIONS[5 * seed % len(CONFIGURATIONS)], seed, most=12, often=0.1)


def test_nobody_is_promoted_who_would_have_to_be_hired_first() -> None:
    """With three Workers left one has to be hired in any case; all the same nobody fits now [A08, A16]."""
    workers = {"white": 3, "orange": 1}
    supply = {"white": 1, "purple": 12, "orange": 11, "grey": 12, "turquoise": 11}
    edits = {"players.money.1": 3000, "players.own.1": workers, "supply": supply}
    tiles = ["tt_rail", "tt_promote", None, "tt_flip", "tt_train", None, "tt_money", "tt_advance"]
    edits["sections.telegraph_tile"] = {f"s{one}": tile for one, tile in enumerate(tiles, start=1)}
    state = installed(RULES).State.setup(players=2, seed=3, at="turn of 1", chance="explicit", edits=edits)
    state.play("place: white", "main: telegraph", "effect: build", "section_site: s5", "effect: tile")
    state.play("tile_worker: placed white", "train: train_money")
    assert state.to_dict()["players"]["milestones"]["1"] == ["a1_4", "a2_1"]  # for turquoise and purple
    labels = [state.action_to_string(action) for action in state.legal_actions()]
    assert "effect: promotion" not in labels
    if labels[0].startswith("effect"):
        state.play("effect: done")
    assert state.decision() == "hired"


@pytest.mark.long
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=id_of)
def test_many_games(configuration: Configuration) -> None:
    plain = configuration == Configuration(configuration.players)
    for seed in range(200 if plain else 20):
        whole_game(configuration, seed)


@pytest.mark.long
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=id_of)
def test_many_positions_from_the_middle(configuration: Configuration) -> None:
    for seed in range(100):
        from_the_middle(configuration, seed, most=40)
