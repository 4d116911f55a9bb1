"""Recorded games of Manifest Railways that this referee confirms, for `rulec cover --proof --traces FOLDER`.

    python -m tests.referees.manifest_railways.record FOLDER [--games N] [--positions N] [--seed S]

Whole games from the first pick on, and games that go on for a while from positions thrown together; both in
turn through all the ways to play. They are played on the interpreter, so nothing is built.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.referees.lockstep import Words
from tests.referees.manifest_railways import CONFIGURATIONS, Configuration, Game
from tests.referees.manifest_railways.arrange import arranged
from tests.referees.manifest_railways.words import ManifestWords, options_of, set_up
from tests.referees.recording import main

RULES = Path(__file__).resolve().parents[3] / "games" / "manifest_railways.rules"
STRIDE = 7  # through the configurations, so that a few games are of different sorts
DECISIONS = 25  # from a position thrown together


def begin(game: Any, number: int, rnd: random.Random, whole: bool) -> tuple[Any, Words, int | None]:
    configuration: Configuration = CONFIGURATIONS[STRIDE * number % len(CONFIGURATIONS)]
    if whole:
        state = game.State(**options_of(configuration), seed=number, chance="explicit")
        return state, ManifestWords(Game(configuration), rnd.choice((1.0, 4.0))), None
    position = arranged(configuration, rnd)
    return set_up(game, position), ManifestWords(Game.at(position), 4.0), DECISIONS


if __name__ == "__main__":
    main(__doc__, RULES, begin, games=3, positions=20)
