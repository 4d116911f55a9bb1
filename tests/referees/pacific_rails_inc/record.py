"""Recorded games of Pacific Rails Inc. that this referee confirms, for `rulec cover --proof --traces FOLDER`.

    python -m tests.referees.pacific_rails_inc.record FOLDER [--games N] [--positions N] [--seed S]

Whole games from the first pick on, and games that go on for a while from positions thrown together. They are
played on the interpreter, so nothing is built.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.referees.lockstep import Words
from tests.referees.pacific_rails_inc import Configuration, Game
from tests.referees.pacific_rails_inc.arrange import arranged, arrive
from tests.referees.pacific_rails_inc.components import PLAYERS, ROUND_LIMITS
from tests.referees.pacific_rails_inc.game import turns
from tests.referees.pacific_rails_inc.tastes import TASTES
from tests.referees.pacific_rails_inc.words import RailWords, options_of, set_up
from tests.referees.recording import main

RULES = Path(__file__).resolve().parents[3] / "games" / "pacific_rails_inc.rules"
DECISIONS = 25  # from a position thrown together


def begin(game: Any, number: int, rnd: random.Random, whole: bool) -> tuple[Any, Words, int | None]:
    players, taste = PLAYERS[number % len(PLAYERS)], TASTES[number // 3 % len(TASTES)]
    if whole:
        configuration = Configuration(players, ROUND_LIMITS[0])
        state = game.State(**options_of(configuration), seed=number, chance="explicit")
        return state, RailWords(Game(configuration), taste), None
    position = arranged(Configuration(players), rnd)
    seat = arrive(position, rnd)
    state = set_up(game, position, seat)
    return state, RailWords(Game.at(position, turns(position, seat)), taste), DECISIONS


if __name__ == "__main__":
    main(__doc__, RULES, begin)
