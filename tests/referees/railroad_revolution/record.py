"""Recorded games of Railroad Revolution that this referee confirms, for `rulec cover --proof --traces DIR`.

    python -m tests.referees.railroad_revolution.record DIR [--games N] [--positions N] [--seed S]

Whole games from the set-up on, and games that go on for a while from positions thrown together; both in turn
through all the ways to play. They are played on the interpreter, so nothing is built.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.referees.lockstep import Words
from tests.referees.railroad_revolution import CONFIGURATIONS, Configuration, Game
from tests.referees.railroad_revolution.arrange import arranged
from tests.referees.railroad_revolution.words import RailroadWords, options_of, set_up
from tests.referees.recording import main

RULES = Path(__file__).resolve().parents[3] / "games" / "railroad_revolution.rules"
STRIDE = 5  # through the configurations, so that a few games are of different sorts
DECISIONS = 25  # from a position thrown together
TASTES: tuple[dict[str, float], ...] = (
    {"hire": 0.02, "trade": 4, "flipping": 3, "train": 3, "primary": 3, "left": 3, "right": 3},
    {"hire": 0.05, "railroad": 5, "station": 3, "promotion": 5, "trade": 0.5, "yes": 3},
    {"hire": 0.1, "stop": 0.3, "done": 0.2, "promotion": 3, "station": 2, "railroad": 2},
    {"hire": 0.3},
)


def begin(game: Any, number: int, rnd: random.Random, whole: bool) -> tuple[Any, Words, int | None]:
    configuration: Configuration = CONFIGURATIONS[STRIDE * number % len(CONFIGURATIONS)]
    tastes = TASTES[number % len(TASTES)]
    if whole:
        state = game.State(**options_of(configuration), seed=number, chance="explicit")
        return state, RailroadWords(Game(configuration), tastes), None
    position = arranged(configuration, rnd)
    player = rnd.randrange(configuration.players)
    state = set_up(game, position, player)
    return state, RailroadWords(Game.at(position, player), tastes), DECISIONS


if __name__ == "__main__":
    main(__doc__, RULES, begin, games=1, positions=40)
