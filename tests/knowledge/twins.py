"""Two games that look alike to one player, though what is hidden from that player differs.

What is hidden is told here by hand, by paths into a position's dictionary and by names of decisions and
chance; nothing is asked of what rulec knows about knowledge. So a leak can't hide itself: what the player is
told of the two games must be the same for as long as what all may see is the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulec.errors import RulesError
from rulec.sim.selftest.information_leaks import told

CHANCE = -1


class Leak(AssertionError):
    """What a player is told depends on what is hidden from that player."""


@dataclass(frozen=True)
class Blind:
    """What player 1 does not see. `*` in a path stands for every other player."""

    paths: tuple[str, ...]
    steps: frozenset[str]  # chance, and decisions of others, of which only the effects may be seen

    def visible(self, state: Any) -> dict[str, Any]:
        """The position without what is hidden."""
        position: dict[str, Any] = state.to_dict()
        del position["rng"], position["pending"]
        for path in self.paths:
            *outer, last = path.split(".")
            here = position
            for one in outer:
                here = here.get(one, {})
            for key in [key for key in here if key != "1"] if last == "*" else [last]:
                here[key] = "hidden" if outer[:1] == ["noticed"] else size(here[key])
        return position


def size(content: Any) -> Any:
    """How much lies there, which everybody sees."""
    return sum(content.values()) if isinstance(content, dict) else "hidden"


def labels(state: Any) -> dict[str, int]:
    return {state.action_to_string(action): action for action in state.legal_actions()}


def compare(one: Any, two: Any) -> None:
    mine, other = told(one, 0), told(two, 0)
    for what, value in mine.items():
        if value != other[what]:
            raise Leak(f"{what}: {value} / {other[what]}")


def after(state: Any, action: int) -> Any:
    later = state.clone()
    try:
        later.apply_action(action)
    except RulesError:
        return None
    return later


def pair(one: Any, two: Any, blind: Blind, rnd: random.Random) -> tuple[Any, Any] | None:
    """Both games a step further, looking alike; differently where that can't be seen."""
    unseen = one.decision() in blind.steps and one.current_player() != 0
    first, second = labels(one), labels(two)
    for label in rnd.sample(sorted(first), len(first)):
        wanted = rnd.sample(sorted(second), len(second)) if unseen else [label] if label in second else []
        later = after(one, first[label])
        for other_label in wanted if later is not None else ():
            other = after(two, second[other_label])
            if other is not None and blind.visible(other) == blind.visible(later):
                return later, other
    return None


def twins(game: Any, players: int, blind: Blind, seed: int) -> Iterator[tuple[Any, Any]]:
    """Pairs that look alike, from the same beginning; all that player 1 is told of them is the same."""
    rnd = random.Random(seed)
    both = tuple(game.State(players, seed=seed, chance="explicit") for _ in range(2))
    while not both[0].is_terminal():
        compare(*both)
        yield both
        found = pair(*both, blind, rnd)
        if found is None:
            return
        both = found
