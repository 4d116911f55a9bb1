"""Positions to draw: random ones of a game, with the position before and the choice between them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.engines import interpreted as interpreted

ROOT = Path(__file__).resolve().parents[2]
SMALL = sorted([*(ROOT / "games" / "classics").glob("*.rules"), *(ROOT / "tests" / "games").glob("*.rules")])
HEAVY = sorted((ROOT / "games").glob("*.rules"))


def random_positions(game: Any, seed: int, *depths: int) -> Iterator[tuple[Any, Any, int | None]]:
    """(state, the one before, the action between) of one random game after so many choices."""
    rnd = random.Random(seed)
    players = rnd.choice(game.PLAYERS)
    options = rnd.choice([one for one in game.CONFIGURATIONS if one["players"] == players])
    state: Any = game.State(**{**options, "players": players}, seed=seed)
    before, action = None, None
    for number in range(max(depths) + 1):
        if number in depths:
            yield state, before, action
        if state.is_terminal():
            return
        before, action = state, rnd.choice(state.legal_actions())
        state = state.child(action)
