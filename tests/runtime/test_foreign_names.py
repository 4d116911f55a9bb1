"""Names that other libraries have, typed on a state, a batch or a game, lead to the right ones."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Mapping
from typing import Any

import pytest

from rulec.runtime import foreign_names
from tests.engines import SMALL

NIM = next(path for path in SMALL if path.stem == "nim")
TABLES = (foreign_names.OF_STATES, foreign_names.OF_BATCHES, foreign_names.OF_GAMES)


def things(game: Any) -> list[tuple[Any, Mapping[str, str]]]:
    return list(zip((game.State(2), game.Batch(2), game), TABLES, strict=True))


def test_hints_of_the_tables(backend: Any) -> None:
    """No name of the tables exists, and each name in a hint does."""
    game = backend(NIM)
    for thing, table in things(game):
        for name, hint in table.items():
            with pytest.raises(AttributeError, match=f"has no attribute '{name}'; .*{re.escape(hint)}"):
                getattr(thing, name)
            for meant in re.findall(r"`([A-Za-z_]+)[`(]", hint):
                assert hasattr(thing, meant) or hasattr(game, meant), (name, meant)


@pytest.mark.parametrize(
    ("number", "name", "told"),
    [
        (0, "observation_tensor_shape", "use `State.observation_layout(players)`"),
        (0, "legal_action_mask", "use `legal_actions_mask()`"),
        (0, "num_distinct_action", "did you mean `num_distinct_actions`?"),
        (0, "to_dct", "did you mean `to_dict`?"),
        (1, "obsrvations", "did you mean `observations`?"),
        (1, "dones", "use `terminal`"),
        (2, "new_initial_state", "use `State(players, seed)`"),
        (2, "NUM_ACTION", "did you mean `NUM_ACTIONS`?"),
    ],
)
def test_what_is_said(backend: Any, number: int, name: str, told: str) -> None:
    thing, _ = things(backend(NIM))[number]
    with pytest.raises(AttributeError, match=re.escape(f"has no attribute {name!r}; {told}")):
        getattr(thing, name)


def test_protocols_are_answered_plainly(backend: Any) -> None:
    for thing, _ in things(backend(NIM)):
        for name in ("_repr_png_", "__array__", "_ipython_display_", "qqqqqq"):
            assert getattr(thing, name, None) is None
            with pytest.raises(AttributeError, match=f"{name}'$"):
                getattr(thing, name)
        assert pickle.loads(pickle.dumps(thing)) is not None
        assert copy.deepcopy(thing) is not None


def test_names_of_open_spiel(backend: Any) -> None:
    game = backend(NIM)
    state = game.State(2)
    assert state.num_distinct_actions() == game.NUM_ACTIONS == len(state.legal_actions_mask())
    over = state.rollout(1)
    assert [over.player_return(seat) for seat in range(2)] == over.returns()
    with pytest.raises(ValueError, match="player"):
        over.player_return(2)
