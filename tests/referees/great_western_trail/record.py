"""Recorded games of Great Western Trail that this referee confirms, for `rulec cover --proof --traces DIR`.

    python -m tests.referees.great_western_trail.record DIR [--games N] [--positions N] [--seed S]

The first turns after the set-up, and games that go on for a while from positions thrown together, some
of them near the end; both in turn through all the ways to play. They are played on the interpreter.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.referees.great_western_trail import CONFIGURATIONS, Configuration, Game
from tests.referees.great_western_trail.arrange import arranged, arrive
from tests.referees.great_western_trail.game import turns
from tests.referees.great_western_trail.words import TrailWords, options_of, set_up
from tests.referees.lockstep import Words
from tests.referees.recording import main

RULES = Path(__file__).resolve().parents[3] / "games" / "great_western_trail.rules"
STRIDE = 7  # through the configurations, so that a few games are of different sorts
OPENING = 40  # decisions after the set-up; a whole game is long, and its middle and end are thrown together
DECISIONS = 20  # from a position thrown together: about two turns
RARE = {"auxiliary_action": 0.05, "done": 0.02, "no": 0.1, "stay": 0.05, "kansas_city_crest": 0.1}
TASTES: tuple[dict[str, float], ...] = (
    {**RARE, "stop": 0.1, "step": 0.5, "play_objective": 5},
    {**RARE, "craftsman": 9, "build_b": 9, "hire_a": 5, "hire_5a": 5, "play_objective": 9},
    {**RARE, "engineer": 9, "hire_a": 5, "hire_a_dearer": 5, "stay": 0, "risk_jersey": 0.1},
    {**RARE, "cowboy": 9, "hire_a": 5, "cattle_e": 9, "cattle_2a": 9, "buy": 20, "fours_8": 5, "five_6": 5},
    {"yes": 3},
)


def begin(game: Any, number: int, rnd: random.Random, whole: bool) -> tuple[Any, Words, int | None]:
    configuration: Configuration = CONFIGURATIONS[STRIDE * number % len(CONFIGURATIONS)]
    tastes = TASTES[number % len(TASTES)]
    if whole:
        state = game.State(**options_of(configuration), seed=number, chance="explicit")
        return state, TrailWords(Game(configuration), tastes), OPENING
    position = arranged(configuration, rnd)
    player = rnd.randrange(configuration.players)
    part = arrive(position, player, rnd)
    state = set_up(game, position, player, part)
    return state, TrailWords(Game.at(position, turns(position, player, part)), tastes), DECISIONS


if __name__ == "__main__":
    main(__doc__, RULES, begin, games=4, positions=40)
