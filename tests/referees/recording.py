"""Games that the rules and a referee have played together, written down for the proof of coverage."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rulec
from rulec.traces.trace_text import Move, Trace, write_trace
from tests.referees.lockstep import Words, play_together


class _Noted:
    """A referee that remembers what it was told."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.moves: list[Move] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._words, name)

    def bring(self, label: str) -> None:
        self.moves.append(Move(label, None, who="chance"))
        self._words.bring(label)

    def choose(self, label: str) -> None:
        self.moves.append(Move(label, None, who=f"p{self._words.player() + 1}"))
        self._words.choose(label)


def recorded(game: Any, state: Any, words: Words, rnd: random.Random, most: int | None = None) -> Trace:
    """On from this state, in lockstep: what is written down, both have agreed on."""
    start, noted = state.to_dict(), _Noted(words)
    play_together(state, noted, rnd, most)
    return Trace(
        game=game.NAME,
        rules=game.RULES_HASH,
        players=start["seats"],
        options=start["options"],
        chance="explicit",
        start=start,
        moves=tuple(noted.moves),
        result=tuple(state.scores()) if state.is_terminal() else None,
    )


def keep(folder: Path, number: int, trace: Trace) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{trace.game}-{number:03}.trace").write_text(write_trace(trace), encoding="utf-8")


# A game, the number of the recording, chance, is it a whole one? -> where it begins, the referee there, and
# after how many decisions it is enough.
Beginning = Callable[[Any, int, random.Random, bool], tuple[Any, Words, int | None]]


def record(rules: Path, begin: Beginning, folder: Path, games: int, positions: int, seed: int = 0) -> None:
    """Whole games, then some that go on for a while from positions thrown together; on the interpreter."""
    game = rulec.interpret(rules)
    for number in range(games + positions):
        rnd = random.Random(1000 * seed + number)
        state, words, most = begin(game, number, rnd, number < games)
        keep(folder, number, recorded(game, state, words, rnd, most))
    print(f"{folder}: {games + positions} games recorded, each confirmed by the referee")


def main(about: str | None, rules: Path, begin: Beginning, games: int = 2, positions: int = 30) -> None:
    """The command of a referee's `record` module."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=games, help="whole ones")
    parser.add_argument("--positions", type=int, default=positions, help="that games go on from")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    record(rules, begin, options.folder, options.games, options.positions, options.seed)
