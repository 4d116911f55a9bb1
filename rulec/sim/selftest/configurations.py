"""Which configurations a self-test plays: all, but of a long range of numbers only its ends and the default.

A limit of 50 to 200 rounds makes hundreds of configurations of a few; what a number between two others can
show that they don't is little, and each would get so few games that none was looked at well.
"""

from __future__ import annotations

from typing import Any

from rulec.face import Game

FEW = 8  # so many numbers are all played


def configurations_to_play(game: Game) -> tuple[dict[str, Any], ...]:
    """All configurations, or of those that differ in a long range the ones that stand for it."""
    standing = {name: _standing(game, name) for name in game.OPTIONS}
    return tuple(
        one for one in game.CONFIGURATIONS if all(one[name] in values for name, values in standing.items())
    )


def _standing(game: Game, name: str) -> set[Any]:
    """The values of an option that are played."""
    option = game.OPTIONS[name]
    allowed = {one[name] for one in game.CONFIGURATIONS}
    if len(allowed) <= FEW or not all(type(value) is int for value in allowed):
        return allowed
    return {min(allowed), option.default, max(allowed)}
