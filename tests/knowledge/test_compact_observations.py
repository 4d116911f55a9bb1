"""Compact observations tell all that a player knows, of one configuration, from its own seat on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

from rulec.runtime.observation import encoding, features
from tests.engines import CLASSICS, ROOT, SMALL, engine, installed, interpreted
from tests.knowledge.observed_pairs import Untold, play

GAMES = {path.stem: path for path in (*SMALL, *CLASSICS)}
PROBES = tuple(sorted((ROOT / "tests" / "probes").glob("*.rules")))
HEAVY = tuple(sorted((ROOT / "games").glob("*.rules")))


def named(game: Any, state: Any, player: int) -> dict[str, dict[str, float]]:
    """A compact observation by the names of its layout; zeros are left out."""
    numbers = state.observation_tensor(player, "compact")
    layout = state.observation_layout(state.num_players())
    return {
        part.name: {
            label: number
            for label, number in zip(part.labels, numbers[part.offset : part.offset + part.size], strict=True)
            if number
        }
        for part in layout
    }


def test_nothing_is_lost(sampled_rules: Path) -> None:
    game, found = interpreted(sampled_rules), Untold()
    for seed in range(4):
        play(game, found, seed, 12)
    assert found.pairs > 20


@pytest.mark.long
@pytest.mark.parametrize("path", [*SMALL, *CLASSICS, *PROBES, *HEAVY], ids=lambda path: path.stem)
def test_nothing_is_lost_in_millions_of_pairs(path: Path) -> None:
    game, found = (installed if path in HEAVY else engine)(path), Untold()
    for seed in range(24):
        play(game, found, seed, 150)


def test_a_loss_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where members of a list are told, but not their order."""
    monkeypatch.setitem(encoding._WRITERS, features.Op.ENTRIES, lambda *_: iter(()))
    game = interpreted(GAMES["lists"])

    def lost() -> None:
        for seed in range(4):
            play(game, Untold(), seed, 40)

    with pytest.raises(AssertionError):
        lost()


@pytest.mark.parametrize("name", ["secrets", "piles", "rows", "lists", "companies", "market"])
def test_denser_codes_lose_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "ENOUGH", 0)
    game = interpreted(GAMES[name])
    face, found = game._face, Untold()
    monkeypatch.setattr(face, "_compact", {})
    for seed in range(4):
        play(game, found, seed, 25)
    for chosen, one in face._compact.items():
        monkeypatch.setattr(features, "ENOUGH", 1 << 20)
        assert one.size < features.Features(face.view, chosen).size
    assert found.pairs > 20


def test_seats_are_told_from_the_observer_on() -> None:
    game = interpreted(GAMES["connect_four"])
    state = game.State()
    state.play("drop: d")
    mine, others = named(game, state, 0), named(game, state, 1)
    assert mine["player"] == {"1": 1.0}
    assert mine["pending.seat"] == {"next 1": 1.0}
    assert others["pending.seat"] == {"own": 1.0}
    squares = next(name for name in mine if name.startswith("squares"))
    assert mine[squares] == {"own.d1": 1.0}
    assert others[squares] == {"next 1.d1": 1.0}


def test_a_configuration_has_nothing_of_others() -> None:
    game = interpreted(GAMES["secrets"])
    sizes = [sum(part.size for part in game.State.observation_layout(count)) for count in (2, 3)]
    assert sizes[0] < sizes[1]
    labels = [label for part in game.State.observation_layout(2) for label in part.labels]
    assert not [label for label in labels if label.startswith("next 2")]


def test_batches_write_where_they_are_told(backend: Any) -> None:
    batch = backend(GAMES["piles"]).Batch(5, 3, seed=4)
    size = sum(part.size for part in batch.observation_layout)
    kept = numpy.full((2, 5, size), 7, dtype=numpy.float32)
    assert batch.observe(kept[1]) is not None
    assert (kept[0] == 7).all()
    assert (kept[1] == batch.observations).all()
    assert batch.observe(form="wide").shape[1] > size
    for wrong in (kept, kept[0].astype(numpy.float64), kept[0].T.copy().T, numpy.zeros((5, size - 1))):
        with pytest.raises(ValueError, match="`out`"):
            batch.observe(wrong)
    with pytest.raises(ValueError, match="'wide' or 'compact', not 'flat'"):
        batch.observe(form="flat")


def test_an_array_that_can_not_be_written_is_refused() -> None:
    batch = interpreted(GAMES["nim"]).Batch(2, seed=4)
    kept = batch.observe()
    kept.flags.writeable = False
    with pytest.raises(ValueError, match="must be writable"):
        batch.observe(kept)
