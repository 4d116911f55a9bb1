"""Recorded games of Pacific Rails Inc. that this referee confirms, for `rulec cover --proof --traces FOLDER`.

    python -m tests.referees.pacific_rails_inc.record FOLDER [--games N] [--positions N] [--seed S]

Whole games from the first pick on, and games that go on for a while from positions thrown together. They are
played on the interpreter, so nothing is built.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import rulec
from tests.referees.pacific_rails_inc import Configuration, Game
from tests.referees.pacific_rails_inc.arrange import arranged, arrive
from tests.referees.pacific_rails_inc.components import PLAYERS, ROUND_LIMITS
from tests.referees.pacific_rails_inc.game import turns
from tests.referees.pacific_rails_inc.tastes import TASTES
from tests.referees.pacific_rails_inc.words import RailWords, options_of, set_up
from tests.referees.recording import keep, recorded

RULES = Path(__file__).resolve().parents[3] / "games" / "pacific_rails_inc.rules"
DECISIONS = 25  # from a position thrown together


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=2, help="whole ones")
    parser.add_argument("--positions", type=int, default=30, help="that games go on from")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    record(options.folder, options.games, options.positions, options.seed)


def record(folder: Path, games: int, positions: int, seed: int) -> None:
    game = rulec.interpret(RULES)
    for number in range(games + positions):
        rnd = random.Random(1000 * seed + number)
        players, taste = PLAYERS[number % len(PLAYERS)], TASTES[number // 3 % len(TASTES)]
        if number < games:
            configuration = Configuration(players, ROUND_LIMITS[0])
            state = game.State(**options_of(configuration), seed=number, chance="explicit")
            trace = recorded(game, state, RailWords(Game(configuration), taste), rnd)
        else:
            position = arranged(Configuration(players), rnd)
            seat = arrive(position, rnd)
            state = set_up(game, position, seat)
            words = RailWords(Game.at(position, turns(position, seat)), taste)
            trace = recorded(game, state, words, rnd, DECISIONS)
        keep(folder, number, trace)
    print(f"{folder}: {games + positions} games recorded, each confirmed by the referee")


if __name__ == "__main__":
    main()
