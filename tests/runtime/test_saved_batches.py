"""Saved batches: restored anywhere, by either back end, they go on as the saved ones do."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import rulec
from rulec.errors import IllegalAction, RulecError
from rulec.runtime import batch as module
from rulec.runtime import batch_bytes
from tests.engines import ROOT, SMALL, engine, interpreted

GAMES = {path.stem: path for path in SMALL}
SHOWN = (
    "n", "current_players", "legal_counts", "legal_ids", "masks", "scores", "terminal", "winners", "numbers",
    "observations",
)  # fmt: skip
REPEATED: dict[str, Callable[[Any], Any]] = {
    "bytes": lambda batch: type(batch).from_bytes(batch.to_bytes(), threads=2),
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def shown(batch: Any) -> list[Any]:
    """All that a caller sees, with the last positions of games that are over."""
    found = [numpy.asarray(getattr(batch, what)).tolist() for what in SHOWN]
    ended = [batch.ended(int(place)).to_bytes() for place in batch.terminal.nonzero()[0]]
    return [*found, ended, [batch.state(place).to_bytes() for place in range(batch.n)]]


def course(batch: Any, steps: int, resets: bool = True) -> list[Any]:
    """What random steps, with some games begun anew before their end, show."""
    draws, seen = numpy.random.default_rng(7), []
    for step in range(steps):
        batch.step_index(draws.integers(0, 1 << 30, batch.n) % batch.legal_counts)
        seen.append(shown(batch))
        if resets and step % 5 == 4:
            batch.reset(draws.random(batch.n) < 0.3)
            seen.append(shown(batch))
    return seen


@pytest.mark.parametrize("way", REPEATED)
@pytest.mark.parametrize("name", ["love_letter", "nim"])
def test_copies_go_on_identically(backend: Any, name: str, way: str) -> None:
    batch = backend(GAMES[name]).Batch(5, 2, seed=3)
    over = 0
    for steps in (0, 1, 4, 7, 9):
        course(batch, steps)
        over += int(batch.terminal.sum())
        twin = REPEATED[way](batch)
        assert shown(twin) == shown(batch)
        assert twin.to_bytes() == batch.to_bytes()
        assert course(twin, 6) == course(REPEATED["bytes"](batch), 6)
    assert over
    assert course(REPEATED[way](batch), 30) == course(batch, 30)


@pytest.mark.parametrize("name", ["love_letter", "secrets"])
def test_either_back_end_restores_what_the_other_saved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WORTH_A_THREAD", 1e-9)
    monkeypatch.setattr(module, "_SECONDS_PER_ACTION", 1)
    ours, theirs = engine(GAMES[name]), interpreted(GAMES[name])
    for one, other in ((ours, theirs), (theirs, ours)):
        batch = one.Batch(7, 2, seed=9)
        course(batch, 23)
        twin = other.Batch.from_bytes(batch.to_bytes(), threads=3)
        assert twin.to_bytes() == batch.to_bytes()
        assert course(twin, 12) == course(batch, 12)


def test_a_failed_step_after_ends_forgets_them_in_copies_too(backend: Any) -> None:
    batch = backend(GAMES["nim"]).Batch(6, 2, seed=1)
    while not batch.terminal.any():
        course(batch, 1, resets=False)
    with pytest.raises(IllegalAction):
        batch.step(numpy.full(6, -1))
    twin = REPEATED["bytes"](batch)
    for one in (batch, twin):
        with pytest.raises(ValueError, match="no longer known"):
            one.ended(int(one.terminal.argmax()))
        assert one.scores.tolist() == batch.scores.tolist()
    assert course(twin, 9) == course(batch, 9)


def test_copies_undo_steps(backend: Any) -> None:
    """A step that fails in one game is undone in the others by what the copy has kept of their course."""
    batch = backend(GAMES["love_letter"]).Batch(4, 2, seed=1)
    course(batch, 5)
    twin = REPEATED["pickle"](batch)
    before, places = shown(twin), numpy.zeros(4, dtype=int)
    twin._games = _Late(twin._games)
    with pytest.raises(KeyboardInterrupt):
        twin.step_index(places)
    assert shown(twin) == before
    assert before == shown(REPEATED["bytes"](batch))


class _Late:
    """A kernel that is interrupted when its step is done."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kernel, name)

    def step_index(self, *given: Any) -> int:
        self._kernel.step_index(*given)
        raise KeyboardInterrupt


def test_a_new_process_goes_on(backend: Any) -> None:
    batch = backend(GAMES["love_letter"]).Batch(3, 2, seed=5)
    course(batch, 8)
    code = (
        "import pickle, sys; from tests.runtime.test_saved_batches import course;"
        "sys.stdout.write(repr(course(pickle.loads(sys.stdin.buffer.read()), 9)))"
    )
    made = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(batch), cwd=ROOT, capture_output=True, check=True
    )
    assert made.stdout.decode() == repr(course(batch, 9))


def test_options_and_no_games(backend: Any) -> None:
    game = backend(GAMES["expedition"])
    batch = game.Batch(2, 2, seed=1, map="northeast")
    assert REPEATED["bytes"](batch).state(1)._configuration() == batch._chosen
    assert shown(REPEATED["pickle"](game.Batch(0, 2)))[0] == 0


def test_what_is_no_saved_batch(backend: Any) -> None:
    game, other = backend(GAMES["love_letter"]), backend(GAMES["nim"])
    batch = game.Batch(3, 2, seed=5)
    course(batch, 8)
    data = batch.to_bytes()
    for wrong, why in (
        (None, "is bytes, not NoneType"),
        (batch.state(0).to_bytes(), "not a saved batch"),
        (b"", "not a saved batch"),
        (other.Batch(2).to_bytes(), "under other rules than those of love_letter"),
        (data[:-1], "damaged"),
        (data[:200] + bytes([data[200] ^ 1]) + data[201:], "damaged"),
    ):
        with pytest.raises(ValueError, match=why):
            game.Batch.from_bytes(wrong)


def test_tampered_courses_are_refused(backend: Any) -> None:
    """Bytes with a checksum that fits: no action is taken unless its game offers it."""
    game = backend(GAMES["love_letter"])
    schema, batch = game.State._face.schema, game.Batch(3, 2, seed=5)
    course(batch, 8)
    saved, _ = batch_bytes.read(schema, batch.to_bytes(), {})
    actions = numpy.frombuffer(saved.actions, dtype="<i4")
    for changes, why in (
        ({"actions": numpy.full_like(actions, 10**6).tobytes()}, "don't offer"),
        ({"actions": numpy.full_like(actions, -1).tobytes()}, "don't offer"),
        ({"seed": saved.seed + 1}, "don't offer|other positions"),
        ({"positions": b""}, "other positions"),
        ({"terminal": saved.terminal[:-1]}, "damaged"),
        ({"lengths": (-numpy.frombuffer(saved.lengths, dtype="<i8")).tobytes()}, "damaged"),
        ({"numbers": numpy.full(3, -1, dtype="<i8").tobytes()}, "damaged"),
        ({"configuration": (99,)}, "damaged"),
        ({"actions": saved.actions + b"1234"}, "damaged"),
    ):
        fields = {one: getattr(saved, one) for one in saved.__struct_fields__}
        data = batch_bytes.write(schema, batch_bytes.SavedBatch(**{**fields, **changes}))
        with pytest.raises(ValueError, match=why):
            game.Batch.from_bytes(data)


def test_parameters_come_along() -> None:
    path = ROOT / "tests" / "lab" / "games" / "dear_card.rules"
    game: Any = rulec.interpret(path, parameters=["cards.worth"])
    name = min(game.PARAMETERS)
    game.set_parameters({name: game.PARAMETERS[name].default + 1})
    batch = game.Batch(2, seed=1)
    data, written = batch.to_bytes(), pickle.dumps(batch)
    assert shown(game.Batch.from_bytes(data)) == shown(batch)
    game.set_parameters()
    with pytest.raises(ValueError, match=r"call `set_parameters\({"):
        game.Batch.from_bytes(data)
    with pytest.raises(RulecError, match="were set since this batch was made"):
        batch.to_bytes()
    assert shown(pickle.loads(written)) == shown(batch)
    game.set_parameters()
