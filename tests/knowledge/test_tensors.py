"""Tensors that engines fill by a table are those that `knowledge.tensor` makes, for every player."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy
import pytest

from rulec.errors import RulesError
from rulec.runtime import batch, knowledge
from rulec.runtime.observation import features, observation_tables
from rulec.runtime.schema import Schema
from tests.engines import CLASSICS, ROOT, SMALL, engine, installed, interpreted
from tests.large import SLOW, all_but_large

PROBES = tuple(sorted((ROOT / "tests" / "probes").glob("*.rules")))
HEAVY = tuple(sorted((ROOT / "games").glob("*.rules")))


def differing(state: Any, player: int) -> list[str]:
    """The parts of both layouts in which the two are not the same."""
    face = state._face
    compact = face.compact(state._configuration())
    wanted, given = compact.encode(state._cells(), player), state.observation_tensor(player, "compact")
    wrong = [
        f"compact {part.name}"
        for part in compact.parts
        if wanted[part.offset : part.offset + part.size] != given[part.offset : part.offset + part.size]
    ]
    expected, found = knowledge.tensor(face.view, state._cells(), player), state.observation_tensor(player)
    assert len(expected) == len(found)
    return wrong + [
        part.name
        for part in face.layout
        if expected[part.offset : part.offset + part.size] != found[part.offset : part.offset + part.size]
    ]


def check_games(game: Any, games: int, seats: int, most: int) -> None:
    """Random games, with chance asked for in every other one; so many positions of each are looked at."""
    for seed in range(games):
        rnd = random.Random(seed)
        one = game.CONFIGURATIONS[seed % len(game.CONFIGURATIONS)] if seats == 0 else {"players": seats}
        state = game.State(**one, seed=seed, record=False, chance=("sampled", "explicit")[seed % 2])
        looked = 0
        while looked < most:
            if looked == 0 or rnd.random() < 0.3 or state.is_terminal():
                looked += 1
                for player in range(state.num_players()):
                    assert differing(state, player) == [], (seed, state)
            if state.is_terminal():
                break
            try:
                state.apply_index(rnd.randrange(state.count_legal()))
            except RulesError:  # some of these games break off
                break


@pytest.mark.parametrize(
    "path",
    [*SMALL, *CLASSICS, *(one for one in PROBES[::3] if one.stem not in SLOW)],
    ids=lambda path: path.stem,
)
def test_small_games(path: Path) -> None:
    check_games(engine(path), 2, 0, 2)


@pytest.mark.parametrize("name", ["piles", "rows", "lists", "companies", "stocks"])
def test_denser_codes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "ENOUGH", 0)
    game = engine(next(path for path in SMALL if path.stem == name))
    monkeypatch.setattr(game.State._face, "_compact", {})
    check_games(game, 2, 0, 8)


@pytest.mark.parametrize("path", all_but_large(HEAVY))
def test_heavy_games(path: Path) -> None:
    check_games(installed(path), 2, 0, 5)


@pytest.mark.long
@pytest.mark.parametrize("path", [*SMALL, *CLASSICS, *PROBES, *HEAVY], ids=lambda path: path.stem)
def test_many_positions(path: Path) -> None:
    check_games((installed if path in HEAVY else engine)(path), 6, 0, 25)


def test_all_ways_to_see_are_met() -> None:
    """So that the games above would notice if one of them went wrong."""
    guards, sorts = set[int](), set[tuple[str, bool]]()
    for path in SMALL:
        view = interpreted(path)._face.view
        numbers = {slot.name: number for number, slot in enumerate(view.schema.slots)}
        for part in observation_tables._parts(view, numbers):
            slot = view.schema.slots[part[0]]
            guards.add(part[3])
            sorts.add((slot.sort, slot.axis >= 0))
            sorts |= {("hidden " + slot.sort, slot.axis >= 0)} if part[-1] else set()
    assert guards == {0, 1, 2, 3, 4}
    assert sorts >= {("int", False), ("int", True), ("flag", True), ("member", False), ("set", False),
                     ("list", False)}, sorts  # fmt: skip


def test_what_the_table_gets_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that tells nobody what owners see is another tensor."""
    state = engine(next(path for path in SMALL if path.stem == "secrets")).State(3, seed=1)
    assert differing(state, 1) == []
    schema: Schema = state._face.schema
    guard = observation_tables._guard

    def told_to_nobody(view: Any, slot: Any, numbers: Any) -> list[int]:
        return [1, 0, 1] if slot.seen == "owner" else guard(view, slot, numbers)

    monkeypatch.setattr(observation_tables, "_guard", told_to_nobody)
    monkeypatch.setitem(state._face.__dict__, "observing", observation_tables.table(state._face.view))
    wrong = differing(state, 1)
    assert wrong
    owned = {slot.name for slot in schema.slots if slot.seen == "owner"}
    assert {name.rpartition(".")[0] for name in wrong} <= owned


@pytest.mark.parametrize("name", ["secrets", "market", "rows"])
def test_batches_fill_rows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whoever is to decide, in one thread and in several."""
    game = engine(next(path for path in SMALL if path.stem == name))
    seats = min(one for one in game.PLAYERS if one > 1)
    one, several = game.Batch(9, seats, seed=2, threads=1), game.Batch(9, seats, seed=2, threads=4)
    monkeypatch.setattr(batch, "_WORTH_A_THREAD", 1e-9)
    draws = numpy.random.default_rng(3)
    for _ in range(40):
        rows = one.observe(form="wide")
        assert rows.dtype == numpy.float32
        assert (rows == several.observe(form="wide")).all()
        for place in range(9):
            state = one.state(place)
            player = int(one.current_players[place])
            expected = knowledge.tensor(state._face.view, state._cells(), player)
            assert (rows[place] == numpy.array(expected, dtype=numpy.float32)).all()
        places = draws.integers(0, 1 << 30, 9) % one.legal_counts
        one.step_index(places)
        several.step_index(places)
    assert several._threads is not None
