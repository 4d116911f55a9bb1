"""The typing protocols of `rulec.face`, which the Python reference shows, tell all of the public face."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from rulec import face
from tests.engines import CLASSICS

GAMES = {path.stem: path for path in CLASSICS}
INNER = {"auto_forced", "origin", "past", "recording"}  # attributes of a state beside its position


def public(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def test_every_public_name_is_told_and_there(backend: Any) -> None:
    game = backend(GAMES["tic_tac_toe"])
    state, batch = game.State(), game.Batch(2)
    assert public(state) - INNER == public(face.State) | public(face.StateClass)
    assert public(batch) == public(face.Batch) | public(face.BatchClass)
    assert public(face.Game) <= public(game)
    assert public(face.Playouts) == set(game.playouts(1)._fields)


@pytest.mark.parametrize("name", sorted(public(face.Batch) | public(face.BatchClass)))
def test_batches_take_what_the_protocol_says(name: str, backend: Any) -> None:
    made = inspect.getattr_static(backend(GAMES["tic_tac_toe"]).Batch, name, None)
    told = inspect.getattr_static(face.Batch, name, None) or inspect.getattr_static(face.BatchClass, name)
    assert isinstance(made, property | None) == isinstance(told, property)
    if made is not None and not isinstance(made, property):
        taken = [*inspect.signature(getattr(made, "__func__", made)).parameters]
        assert taken[1:] == [*inspect.signature(told).parameters][1:]
