"""Recorded games of Manifest Railways that this referee confirms, for `rulec cover --proof --traces FOLDER`.

    python -m tests.referees.manifest_railways.record FOLDER [--games N] [--positions N] [--seed S]

Whole games from the first pick on, and games that go on for a while from positions thrown together; both in
turn through all the ways to play. They are played on the interpreter, so nothing is built.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import rulec
from tests.referees.manifest_railways import CONFIGURATIONS, Configuration, Game
from tests.referees.manifest_railways.arrange import arranged
from tests.referees.manifest_railways.words import ManifestWords, options_of, set_up
from tests.referees.recording import keep, recorded

RULES = Path(__file__).resolve().parents[3] / "games" / "manifest_railways.rules"
STRIDE = 7  # through the configurations, so that a few games are of different sorts
DECISIONS = 25  # from a position thrown together


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=3, help="whole ones")
    parser.add_argument("--positions", type=int, default=20, help="that games go on from")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    record(options.folder, options.games, options.positions, options.seed)


def record(folder: Path, games: int, positions: int, seed: int) -> None:
    game = rulec.interpret(RULES)
    for number in range(games + positions):
        rnd = random.Random(1000 * seed + number)
        configuration: Configuration = CONFIGURATIONS[STRIDE * number % len(CONFIGURATIONS)]
        if number < games:
            state = game.State(**options_of(configuration), seed=number, chance="explicit")
            words = ManifestWords(Game(configuration), rnd.choice((1.0, 4.0)))
            trace = recorded(game, state, words, rnd)
        else:
            position = arranged(configuration, rnd)
            state = set_up(game, position)
            trace = recorded(game, state, ManifestWords(Game.at(position), 4.0), rnd, DECISIONS)
        keep(folder, number, trace)
    print(f"{folder}: {games + positions} games recorded, each confirmed by the referee")


if __name__ == "__main__":
    main()
