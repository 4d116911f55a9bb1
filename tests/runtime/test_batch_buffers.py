"""`Batch.observe` and `Batch.mask` write into the caller's memory, in the type that it has."""

from __future__ import annotations

import array
import copy
from typing import Any

import numpy
import pytest

from rulec.errors import IllegalAction
from tests.engines import SMALL, engine, interpreted

GAMES = {path.stem: path for path in SMALL}


class Producer:
    """Array of another library: nothing but DLPack."""

    def __init__(self, of: Any) -> None:
        self.of = of

    def __dlpack__(self, **how: Any) -> Any:
        return self.of.__dlpack__(**how)

    def __dlpack_device__(self) -> Any:
        return self.of.__dlpack_device__()


def begun(game: Any) -> Any:
    batch = game.Batch(6, 2, seed=4)
    for step in range(9):
        batch.step_index(numpy.full(6, step) % batch.legal_counts)
    return batch


@pytest.mark.parametrize("name", ["market", "secrets"])
def test_all_types_say_the_same_on_both_back_ends(name: str) -> None:
    for form in ("compact", "wide"):
        rows = []
        for batch in (begun(interpreted(GAMES[name])), begun(engine(GAMES[name]))):
            wide = batch.observe(form=form)
            told = batch.observe(numpy.full(wide.shape, 7, dtype=numpy.uint8), form)
            nearest = numpy.clip(wide, 0, 1).astype(float) * 255
            assert told.any()
            assert (abs(told - nearest) <= 0.5).all()
            rows.append(told)
            masks = batch.mask()
            assert masks is not batch.masks
            assert (masks == batch.masks).all()
            games = numpy.repeat(numpy.arange(len(batch)), batch.legal_counts)
            assert (numpy.argwhere(masks) == numpy.stack([games, batch.legal_ids], axis=1)).all()
            for kind in (numpy.int8, numpy.bool_, numpy.float32):
                assert (batch.mask(numpy.full(masks.shape, 1, dtype=kind)) == masks).all()
        assert (rows[0] == rows[1]).all()


def test_memory_of_other_libraries_is_written(backend: Any) -> None:
    batch = begun(backend(GAMES["market"]))
    rows, masks = batch.observations, batch.masks
    store = numpy.zeros(rows.shape, dtype=numpy.float32)
    out = Producer(store)
    assert batch.observe(out) is out
    assert (store == rows).all()
    flat = array.array("f", bytes(rows.nbytes))
    batch.observe(flat)
    assert flat.tolist() == rows.ravel().tolist()
    plain = bytearray(masks.size)
    batch.mask(memoryview(plain).cast("B", masks.shape))
    assert plain == masks.tobytes()
    part = numpy.zeros((8, *rows.shape), dtype=numpy.float32)
    batch.observe(part[3])
    assert (part[3] == rows).all()
    assert not part[[2, 4]].any()


def test_memory_that_does_not_fit_is_refused(backend: Any) -> None:
    batch = begun(backend(GAMES["market"]))
    shape = batch.observations.shape
    frozen = numpy.zeros(shape, dtype=numpy.float32)
    frozen.flags.writeable = False
    odd = numpy.frombuffer(bytearray(frozen.nbytes + 1), dtype=numpy.uint8)[1:].view(numpy.float32)
    for out, what in (
        (numpy.zeros(shape), "float32 or uint8 with the shape .* not of float64"),
        (numpy.zeros(shape[::-1], dtype=numpy.float32).T, "contiguous, row behind row"),
        (numpy.zeros(shape[0] * shape[1], dtype=numpy.float32), "with the shape"),
        (numpy.zeros((1, *shape), dtype=numpy.float32), "with the shape"),
        (frozen, "must be writable"),
        (numpy.zeros(shape, dtype=frozen.dtype.newbyteorder()), "byte order of this machine"),
        (odd.reshape(shape), "must be aligned"),
        (bytes(shape[0] * shape[1]), "must be writable"),
        (bytearray(3), "with the shape"),
        ([[0.0]], "by DLPack or as a buffer"),
    ):
        with pytest.raises(ValueError, match=what):
            batch.observe(out)
    with pytest.raises(ValueError, match="uint8 or int8 or bool or float32"):
        batch.mask(numpy.zeros(batch.masks.shape, dtype=numpy.int64))


def test_arrays_of_a_step_are_the_callers_to_keep(backend: Any) -> None:
    batch = backend(GAMES["piles"]).Batch(3, 2, seed=1)
    for _ in range(200):
        given = batch.legal_ids[batch.legal_offsets[:-1]].astype(numpy.int64)
        was = batch.terminal, batch.winners, batch.numbers, batch.scores
        kept = copy.deepcopy(was)
        batch.step(given)
        given[:] = -9  # what `ended` plays again is not the caller's array
        assert all((one == other).all() for one, other in zip(was, kept, strict=True))
        if batch.terminal.any():
            break
    place = int(batch.terminal.argmax())
    assert batch.ended(place).is_terminal()


def test_a_refused_step_leaves_what_is_shown(backend: Any) -> None:
    batch = backend(GAMES["piles"]).Batch(4, 2, seed=1)
    batch.step_index([0, 1, 0, 1])
    shown = [copy.deepcopy(getattr(batch, what)) for what in ("current_players", "legal_counts", "masks")]
    actions = batch.legal_ids[batch.legal_offsets[:-1]].astype(numpy.int64)
    actions[3] = -1
    for step, wrong in ((batch.step, actions), (batch.step_index, numpy.array([0, 0, 0, 77]))):
        with pytest.raises(IllegalAction, match="^game 3: "):
            step(wrong)
        for what, before in zip(("current_players", "legal_counts", "masks"), shown, strict=True):
            assert (getattr(batch, what) == before).all()
