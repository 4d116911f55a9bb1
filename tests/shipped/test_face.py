"""What programs ask the states of every game that is shipped: seats, labels, values by path, prices, text."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

from rulec.ir.types import ElemType, IntType
from tests.engines import CLASSICS, ROOT, installed, interpreted
from tests.large import ALWAYS

LARGE = tuple(sorted((ROOT / "games").glob("*.rules")))
MOST = 60  # decisions of a game that are looked at


def both(rules: Path) -> Iterator[Any]:
    for on in (interpreted, installed):
        # An engine may have to be built, and most large games are compiled for seconds.
        slow = rules in LARGE and (on is installed or rules.stem != ALWAYS)
        marks = [pytest.mark.long] if slow else []
        yield pytest.param(rules, on, id=f"{rules.stem}-{on.__name__}", marks=marks)


EVERY = [one for rules in (*CLASSICS, *LARGE) for one in both(rules)]


def on_the_way(game: Any, seed: int) -> Iterator[tuple[Any, random.Random]]:
    """A game at random, at each of its first decisions."""
    state, rnd = game.State(2, numpy.int64(seed)), random.Random(seed)
    for _ in range(MOST):
        if state.is_terminal():
            break
        yield state, rnd
        state.apply_action(numpy.int32(rnd.choice(state.legal_actions())))


def paths_of(content: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    yield path, content
    for key, inner in content.items() if isinstance(content, dict) else ():
        yield from paths_of(inner, f"{path}.{key}" if path else str(key))


@pytest.mark.parametrize(("rules", "on"), EVERY)
def test_names_of_openspiel(rules: Path, on: Any) -> None:
    game = on(rules)
    for state, rnd in on_the_way(game, 1):
        player, moves = state.current_player(), state.legal_actions()
        assert state.is_player_node()
        assert state.legal_actions(player) == moves
        assert state.legal_actions(1 - player) == state.legal_actions(-1) == []
        assert state.legal_labels() == [state.action_to_string(player, one) for one in moves]
        assert game.SEATS[state.decision_seat()] if state.decision_seat() >= 0 else game.NAME
        action = rnd.choice(moves)
        child = state.child(action)
        assert child.history() == [*state.history(), action]
        assert game.deserialize_state(child.serialize()) == child


@pytest.mark.parametrize(("rules", "on"), EVERY)
def test_values_by_path(rules: Path, on: Any) -> None:
    game = on(rules)
    for number, (state, rnd) in enumerate(on_the_way(game, 2)):
        if number % 20 == 0:
            found = list(paths_of(state.to_dict()))
            for path, content in rnd.sample(found, min(200, len(found))):
                assert not path or state[path] == content, path
            short = json.loads(json.dumps(state.to_dict(sparse=True)))
            assert game.State.from_dict(short) == state


@pytest.mark.parametrize(("rules", "on"), EVERY)
def test_definitions_have_values(rules: Path, on: Any) -> None:
    """Each of them at some positions, for some of the members it can be asked about."""
    game = on(rules)
    for number, (state, rnd) in enumerate(on_the_way(game, 3)):
        if number % 30:
            continue
        for path, word in state._face.values.queries().queries.items():
            members = [
                rnd.choice(kind.domain.labels) if isinstance(kind, ElemType) else str(kind.lo)
                for kind in word.parameters
                if isinstance(kind, ElemType | IntType)
            ]
            if len(members) < len(word.parameters):
                continue
            if word.uses_me:
                members.append(rnd.choice(word_actors(game, state)))
            assert state.value(path, *members) == state[".".join([path, *members])]


def word_actors(game: Any, state: Any) -> tuple[str, ...]:
    acting: tuple[str, ...] = game.SEATS
    return acting if game.SEATS[0] != "1" else acting[: state.num_players()]


@pytest.mark.parametrize(("rules", "on"), EVERY)
def test_prices(rules: Path, on: Any) -> None:
    for state, rnd in on_the_way(on(rules), 4):
        before, action = state.to_bytes(), rnd.choice(state.legal_actions())
        child = state.child(action)
        for path, lost in state.price(action).items():
            assert lost == state[path] - child[path] > 0
        assert state.to_bytes() == before
