"""Looks of observers: from the bytes of a state, they tell apart what knowledge cell by cell does."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from rulec.errors import RulesError
from rulec.runtime import hidden
from rulec.runtime.observer import Observer
from tests.engines import SMALL, interpreted

GAMES = {path.stem: path for path in SMALL}


def positions(game: Any, player: int) -> list[Any]:
    """Positions of random games, and what their player can't tell from them."""
    found = []
    for seed in range(3):
        state, draws = game.State(max(game.PLAYERS), seed, record=False), random.Random(seed)
        while not state.is_terminal() and len(found) < 25 * (seed + 1):
            found.append(state.clone())
            if draws.random() < 0.3:
                found.append(state.resample(player, draws.randrange(1 << 32)))
            try:
                state.apply_action(draws.choice(state.legal_actions()))
            except RulesError:  # some games of the tests have holes on purpose
                break
    return found


@pytest.mark.parametrize(
    "name", ["companies", "depths", "lists", "love_letter", "passing", "rows", "secrets", "voids"]
)
def test_looks_from_bytes_tell_apart_what_knowledge_does(name: str) -> None:
    game = interpreted(GAMES[name])
    view, alike = game.State._face.view, 0
    for player in range(2):
        fast, slow = Observer(view, player), Observer(view, player)
        assert fast._sight is not None
        assert fast._piles is not None
        slow._sight = slow._piles = None
        states = positions(game, player)
        looks = [(fast.look(one), slow.look(one)) for one in states]
        assert [one[1:] for one, _ in looks] == [one[1:] for _, one in looks]
        for (one, known), (other, also) in combinations(looks, 2):
            assert (one == other) == (known == also)
            alike += known == also
    assert alike


@pytest.mark.parametrize("name", ["depths", "love_letter", "lists", "passing", "valley"])
def test_numbers_of_pieces_are_sums_of_contents(name: str) -> None:
    game = interpreted(GAMES[name])
    view = game.State._face.view
    for state in positions(game, 0):
        cells = state._cells()
        for zone in hidden.zones(view, cells):
            assert hidden.size(view, cells, zone) == sum(hidden.content(view, cells, zone))
            known = hidden.known(view, cells, zone, 0)
            assert hidden.number_known(view, cells, zone, 0) == sum(known)
