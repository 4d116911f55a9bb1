"""Selects the configurations of a self-test: all, but only extremes of long numeric ranges.

A limit of 50 to 200 rounds multiplies the configurations by hundreds. Intermediate values reveal little, and
each would get too few games for a thorough check.
"""

from __future__ import annotations

from typing import Any

from rulec.face import Game

FEW = 8  # ranges up to this size are played completely


def configurations_to_play(game: Game) -> tuple[dict[str, Any], ...]:
    """Configurations to play, with long numeric ranges reduced to representatives."""
    standing = {name: _standing(game, name) for name in game.OPTIONS}
    return tuple(
        one for one in game.CONFIGURATIONS if all(one[name] in values for name, values in standing.items())
    )


def _standing(game: Game, name: str) -> set[Any]:
    """Representative values of an option: all, or minimum, default and maximum."""
    option = game.OPTIONS[name]
    allowed = {one[name] for one in game.CONFIGURATIONS}
    if len(allowed) <= FEW or not all(type(value) is int for value in allowed):
        return allowed
    return {min(allowed), option.default, max(allowed)}
