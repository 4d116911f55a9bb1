"""Recorded games of Railway Boom that this referee confirms, for `rulec cover --proof --traces FOLDER`.

    python -m tests.referees.railway_boom.record FOLDER [--games N] [--positions N] [--seed S]

Whole games, and games that go on for a while from positions thrown together; both in turn through all the
ways to play. They are played on the interpreter, so nothing is built.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.referees.lockstep import Words
from tests.referees.railway_boom import CONFIGURATIONS, Game
from tests.referees.railway_boom.arrange import BEGINNINGS, arranged, arrive
from tests.referees.railway_boom.components import ROUNDS
from tests.referees.railway_boom.game import TURNS, on_from
from tests.referees.railway_boom.words import BoomWords, options_of, set_up
from tests.referees.recording import main

RULES = Path(__file__).resolve().parents[3] / "games" / "railway_boom.rules"
DECISIONS = 40  # from a position thrown together
TASTES: tuple[dict[str, float], ...] = (
    {"convert": 0.05, "finish": 0.05, "start": 0.3, "stop": 0.3},
    {"convert": 0.2, "use_card": 5, "buy_none": 0.1, "finish": 0.1},
)


def begin(game: Any, number: int, rnd: random.Random, whole: bool) -> tuple[Any, Words, int | None]:
    configuration = CONFIGURATIONS[number % len(CONFIGURATIONS)]
    tastes = TASTES[number % len(TASTES)]
    if whole:
        state = game.State(**options_of(configuration), seed=number, chance="explicit")
        return state, BoomWords(Game(configuration), tastes), None
    start = rnd.choice(BEGINNINGS)
    position = arranged(configuration, rnd, start, rnd.randint(1, ROUNDS))
    seat = rnd.randrange(configuration.players)
    arrive(position, start, seat, rnd)
    state = set_up(game, position, f"{start} of {seat + 1}" if start in TURNS else start)
    return state, BoomWords(Game.at(position, on_from(position, start, seat)), tastes), DECISIONS


if __name__ == "__main__":
    main(__doc__, RULES, begin)
