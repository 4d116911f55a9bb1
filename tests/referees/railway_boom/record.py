"""Recorded games of Railway Boom that this referee confirms, for `rulec cover --proof --traces FOLDER`.

    python -m tests.referees.railway_boom.record FOLDER [--games N] [--positions N] [--seed S]

Whole games, and games that go on for a while from positions thrown together; both in turn through all the
ways to play. They are played on the interpreter, so nothing is built.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import rulec
from tests.referees.railway_boom import CONFIGURATIONS, Game
from tests.referees.railway_boom.arrange import BEGINNINGS, arranged, arrive
from tests.referees.railway_boom.components import ROUNDS
from tests.referees.railway_boom.game import TURNS, on_from
from tests.referees.railway_boom.words import BoomWords, options_of, set_up
from tests.referees.recording import keep, recorded

RULES = Path(__file__).resolve().parents[3] / "games" / "railway_boom.rules"
DECISIONS = 40  # from a position thrown together
TASTES: tuple[dict[str, float], ...] = (
    {"convert": 0.05, "finish": 0.05, "start": 0.3, "stop": 0.3},
    {"convert": 0.2, "use_card": 5, "buy_none": 0.1, "finish": 0.1},
)


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
        configuration = CONFIGURATIONS[number % len(CONFIGURATIONS)]
        tastes = TASTES[number % len(TASTES)]
        if number < games:
            state = game.State(**options_of(configuration), seed=number, chance="explicit")
            trace = recorded(game, state, BoomWords(Game(configuration), tastes), rnd)
        else:
            begin = rnd.choice(BEGINNINGS)
            position = arranged(configuration, rnd, begin, rnd.randint(1, ROUNDS))
            seat = rnd.randrange(configuration.players)
            arrive(position, begin, seat, rnd)
            state = set_up(game, position, f"{begin} of {seat + 1}" if begin in TURNS else begin)
            words = BoomWords(Game.at(position, on_from(position, begin, seat)), tastes)
            trace = recorded(game, state, words, rnd, DECISIONS)
        keep(folder, number, trace)
    print(f"{folder}: {games + positions} games recorded, each confirmed by the referee")


if __name__ == "__main__":
    main()
