"""The stack of calls holds places to return to, as numbers of their own."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulec.compiler import compile_program
from rulec.ir.schema import make_schema
from rulec.runtime import codec, control
from tests.engines import engine, interpreted
from tests.side_by_side import play_side_by_side

PATH = Path(__file__).parents[1] / "games" / "nesting.rules"


def _called(game: Any) -> Any:
    """Play until two calls are running."""
    rnd = random.Random(2)
    for seed in range(50):
        state = game.State(seed=seed)
        while not state.is_terminal():
            if len(state.to_dict()["pending"]["stack"]) >= 2:
                return state
            state.apply_action(rnd.choice(state.legal_actions()))
    raise AssertionError("no calls were met")


def test_the_stack_has_room_for_places_to_return_to_alone() -> None:
    schema = make_schema(compile_program(PATH))
    (slot,) = (one for one in schema.slots if one.name == control.STACK)
    assert 1 < len(schema.returns) < max(one.number for one in schema.returns)
    assert slot.hi == len(schema.returns) - 1


@pytest.mark.parametrize("back_end", [interpreted, engine])
def test_bytes_hold_places_and_dictionaries_blocks(back_end: Callable[[Path], Any]) -> None:
    game = back_end(PATH)
    state, schema = _called(game), interpreted(PATH)._face.view.schema
    backs = [one.number for one in schema.returns]
    stack = state.to_dict()["pending"]["stack"]
    place, _ = codec.place(schema, control.STACK)
    stored = list(state.to_bytes()[place.start : place.stop])
    assert [backs[code] for code in stored[: len(stack)]] == stack
    assert not any(stored[len(stack) :])
    for other in (interpreted(PATH), engine(PATH)):
        again = other.State.from_bytes(state.to_bytes())
        assert again.to_dict() == state.to_dict() == other.State.from_dict(state.to_dict()).to_dict()
        for seat in range(state.num_players()):
            seen = again.observation_tensor(seat, "compact")
            assert seen == state.observation_tensor(seat, "compact")


@pytest.mark.parametrize("back_end", [interpreted, engine])
def test_no_place_beyond_the_last_is_taken(back_end: Callable[[Path], Any]) -> None:
    game = back_end(PATH)
    state, schema = _called(game), interpreted(PATH)._face.view.schema
    place, _ = codec.place(schema, control.STACK)
    start = len(codec.header(schema))
    body = bytearray(state.to_bytes()[start:-4])
    body[place.start - start] = len(schema.returns)
    with pytest.raises(ValueError, match="stack"):
        game.State.from_bytes(codec.seal(schema, bytes(body)))


@pytest.mark.parametrize("seed", range(2))
def test_both_back_ends_return_alike(seed: int) -> None:
    states = [on.State(seed=seed) for on in (interpreted(PATH), engine(PATH))]
    assert play_side_by_side(*states, random.Random(seed)) > 10
