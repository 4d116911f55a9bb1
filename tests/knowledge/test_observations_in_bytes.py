"""Observations in bytes: which parts tell apart what float32 does."""

from __future__ import annotations

import random

import numpy
import pytest

from rulec.errors import RulesError
from rulec.runtime.observation.in_bytes import in_bytes
from tests.engines import CLASSICS, SMALL, interpreted

GAMES = {path.stem: path for path in (*CLASSICS, *SMALL)}


@pytest.mark.parametrize(
    "name", ["breakthrough", "connect_four", "dice", "leduc_poker", "love_letter", "rows", "trade", "voids"]
)
def test_exact_parts_lose_nothing(name: str) -> None:
    """No byte of an exact part stands for two numbers, and none is cut."""
    game = interpreted(GAMES[name])
    players = max(game.PLAYERS)
    lossy, layout = game.State.inexact_in_bytes(players), game.State.observation_layout(players)
    seen = []
    for seed in range(4):
        state, draws = game.State(players, seed, record=False), random.Random(seed)
        while not state.is_terminal() and len(seen) < 80 * (seed + 1):
            seen += [state.observation_tensor(seat, "compact") for seat in range(players)]
            try:
                state.apply_action(draws.choice(state.legal_actions()))
            except RulesError:
                break
    numbers = numpy.array(seen, dtype=numpy.float32)
    told = in_bytes(numbers)
    exact = [one for one in layout if one.name not in lossy]
    assert exact
    ranges = game.State.observation_ranges(players)
    assert len(ranges) == len(layout)
    for part, (low, high) in zip(layout, ranges, strict=True):
        column = numbers[:, part.offset : part.offset + part.size]
        assert numpy.float32(low) <= column.min() <= column.max() <= numpy.float32(high)
    for part in exact:
        for column in range(part.offset, part.offset + part.size):
            pairs = set(zip(numbers[:, column].tolist(), told[:, column].tolist(), strict=True))
            assert len(pairs) == len({number for number, _ in pairs}) == len({byte for _, byte in pairs})
            assert all(abs(byte / 255 - number) <= 0.5 / 255 + 1e-6 for number, byte in pairs)


def test_parts_that_lose_something() -> None:
    """Negative numbers, open ranges, and steps below a 255th."""
    for name, parts in (
        ("breakthrough", {"players.heading"}),
        ("leduc_poker", {"players.chips", "players.hand.pieces", "pile.pieces"}),
        ("draughts", {"decisions"}),
        ("tic_tac_toe", set()),
    ):
        assert set(interpreted(GAMES[name]).State.inexact_in_bytes()) == parts
