"""Layers under a deck as a byte for each card: what is stored, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulec.runtime import codec
from tests.engines import SMALL, engine, interpreted

DEPTHS = next(path for path in SMALL if path.stem == "depths")
NAME = "offers.under"


def test_disjoint_sets_survive_their_codes() -> None:
    slot = interpreted(DEPTHS)._face.view.slots[NAME]
    rnd = random.Random(4)
    for _ in range(50):
        sets = [0] * slot.cells
        for member in range(len(slot.members)):
            where = rnd.randrange(slot.cells + 1)
            if where < slot.cells:
                sets[where] |= 1 << member
        codes = codec.codes_of(slot, sets)
        assert len(codes) == slot.width * slot.stored == len(slot.members)
        assert codec.sets_of(slot, codes) == sets


@pytest.mark.parametrize("back_end", [interpreted, engine])
def test_a_code_of_no_layer_is_refused(back_end: Callable[[Path], Any]) -> None:
    game, view = back_end(DEPTHS), interpreted(DEPTHS)._face.view
    schema, state = view.schema, game.State(players=2, seed=1)
    place, _ = codec.place(schema, NAME)
    saved = state.to_bytes()
    start = len(codec.header(schema))
    body = bytearray(saved[start:-4])
    assert not any(saved[place.start : place.stop])
    body[place.start - start] = view.slots[NAME].cells + 1
    with pytest.raises(ValueError, match="damaged"):
        game.State.from_bytes(codec.seal(schema, bytes(body)))


def test_a_card_in_a_layer_and_elsewhere_is_refused() -> None:
    game = interpreted(DEPTHS)
    schema, state = game._face.schema, game.State(players=2, seed=1)
    cells, view = state._cells(), game._face.view
    view.put(cells, NAME, 1, 0)
    with pytest.raises(ValueError, match="deal"):
        game.State.from_bytes(codec.seal(schema, codec.pack(schema, cells)))
