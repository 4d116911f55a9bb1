"""Effects that cells bring, level upon level, with decisions at each; saved and loaded in the middle."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.engines import ROOT, engine, interpreted
from tests.side_by_side import view

REWARDS = ROOT / "tests" / "games" / "rewards.rules"
TRIGGERS = ROOT / "tests" / "games" / "triggers.rules"


def options(state: Any) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def choose(state: Any, *labels: str) -> None:
    for label in labels:
        state.apply_action(state.string_to_action(label))


def test_sides_of_a_cell_are_options_by_what_they_say(backend: Any) -> None:
    state = backend(REWARDS).State(1)
    choose(state, "main: visit", "goal: elm")
    assert options(state) == [
        "reward: travel with 2",
        "reward: draft",
        "reward: raise my points by 2",
    ]
    before = state.to_dict()["players"]["points"]["1"]
    choose(state, "reward: raise my points by 2")
    assert state.to_dict()["players"]["points"]["1"] == before + 2
    assert state.decision() == "main"


def test_equal_cells_are_one_effect() -> None:
    from rulec.compiler import compile_program

    program = compile_program(REWARDS)
    effects = next(domain for domain in program.domains if domain.name == "effects")
    assert len(set(effects.labels)) == effects.size
    table = next(one for one in program.tables if one.name == "towns.toll")
    assert table.values.count(table.values[1]) == 2  # birch and fir say the same
    assert table.values[0] == -1


def test_effects_nest_and_are_saved_in_the_middle(tmp_path: Path) -> None:
    slow, fast = interpreted(REWARDS), engine(REWARDS)
    deepest = 0
    for seed in range(6):
        rnd = random.Random(seed)
        a, b = slow.State(2, seed=seed), fast.State(2, seed=seed)
        while not a.is_terminal():
            stack = a.to_dict()["pending"]["stack"]
            deepest = max(deepest, len(stack))
            if len(stack) >= 2:
                for game in (slow, fast):
                    assert game.State.from_bytes(b.to_bytes()) == game.State.from_dict(a.to_dict())
                a, b = slow.State.from_dict(b.to_dict()), fast.State.from_bytes(a.to_bytes())
            assert view(a)[:-3] == view(b)[:-3]
            action = rnd.choice(a.legal_actions())
            a.apply_action(action)
            b.apply_action(action)
        assert a.scores() == b.scores()
    assert deepest >= 5


def test_what_can_not_be_done_is_not_offered(backend: Any) -> None:
    state = backend(TRIGGERS).State(2)
    choose(state, "patronage: blue")
    # `marten` could be done, but not once its price is paid.
    assert options(state) == ["visit: otter", "visit: heron", "visit: badger", "visit: adder"]


def test_listeners_come_in_the_order_of_the_file(backend: Any) -> None:
    state = backend(TRIGGERS).State(2)
    choose(state, "patronage: blue", "visit: badger")
    assert options(state) == ["rite: plant", "rite: raise my fame by 2"]
    choose(state, "rite: plant", "size: twice", "bed: blue")
    shown = state.to_dict()
    assert shown["players"]["fame"]["1"] == 2  # the first listener, for the patron's colour
    assert shown["colours"]["grown"]["blue"] == 2  # the second, which now asks
    assert state.decision() == "banner"
    choose(state, "banner: red")
    assert state.decision() == "answer"  # a third, of the event that the second emits
    choose(state, "answer: fame")
    assert state.to_dict()["players"]["fame"]["1"] == 3
    assert (state.decision(), state.decision_seat()) == ("patronage", 1)
