"""Pairs of positions of random play, and what an observer is told of each: is any difference left untold?"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy

from rulec.errors import RulesError


@dataclass
class Untold:
    """Positions by what an observer is told in numbers.

    How many decisions were made is left out on both sides: it alone would tell most positions apart.
    """

    met: dict[tuple[Any, ...], str] = field(default_factory=dict)
    told: Counter[tuple[Any, ...]] = field(default_factory=Counter)

    def add(self, state: Any, where: tuple[Any, ...]) -> str:
        """What the observers of another such position are told by name, though their numbers are the same."""
        for player in range(state.num_players()):
            by_name = state.observation(player)
            del by_name["decisions"]
            numbers = numpy.array(state.observation_tensor(player, "compact"), dtype=numpy.float32)
            numbers[_decisions(state)] = 0
            key, name = (where, player, numbers.tobytes()), repr(by_name)
            if key not in self.met:
                self.told[where, player] += 1
            if self.met.setdefault(key, name) != name:
                return f"{self.met[key]}\n{name}"
        return ""

    @property
    def pairs(self) -> int:
        """Of how many pairs it is known that they differ in both."""
        return sum(count * (count - 1) // 2 for count in self.told.values())


def _decisions(state: Any) -> int:
    layout = state._face.compact(state._configuration()).parts
    return int(next(part.offset for part in layout if part.name == "decisions"))


def play(game: Any, found: Untold, seed: int, steps: int) -> None:
    """A random game; at each step all that a few options lead to are looked at, which differ in little."""
    rnd = random.Random(seed)
    chosen = game.CONFIGURATIONS[seed % len(game.CONFIGURATIONS)]
    state = game.State(**chosen, seed=seed, record=False, chance=("sampled", "explicit")[seed % 2])
    where = tuple(chosen.values())
    for _ in range(steps):
        lost = found.add(state, where)
        assert not lost, lost
        if state.is_terminal():
            return
        options = state.legal_actions()
        after = [_after(state, action) for action in rnd.sample(options, min(4, len(options)))]
        for one in filter(None, after):
            lost = found.add(one, where)
            assert not lost, lost
        following = next(filter(None, after), None)
        if following is None:
            return
        state = following


def _after(state: Any, action: int) -> Any:
    later = state.clone()
    try:
        later.apply_action(action)
    except RulesError:  # some of these games break off
        return None
    return later
