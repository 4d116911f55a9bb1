"""A planted fault of a pass is traced to that pass; right passes leave a game unchanged."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulec.interp.face import Game
from rulec.passes.pass_ import Pass
from rulec.passes.pipeline import PIPELINE, after_each_pass
from rulec.sim.selftest.bisection import Bisection, bisect
from rulec.sim.tasks import Task
from tests.passes.faults import ROOT, Fault, lowered, oracle
from tests.passes.legality_faults import LEGALITY_FAULTS
from tests.passes.speed_faults import SPEED_FAULTS

GAMES = 6
WELLS = ROOT / "tests/games/wells.rules"
BY_NAME = {str(one): one for one in (*LEGALITY_FAULTS, *SPEED_FAULTS)}
TRACED = (
    "redundant-checks: every check is dropped",
    "dead-stores-in-trials: nothing is decisive",
    "guard-hoisting: a hoisted guard is negated",
    "loop-exit-conditions: a loop can never be left",
    "option-preconditions: what is enough is demanded",
    "needs-search: every option of a searched decision is completable",
    "trial-order: enough is asked of groups without",
    "lookup-tables: every entry is the least",
    "tested-set-reuse: conditions before the shared one are dropped",
)


def stages(path: Path, passes: Sequence[Pass] = PIPELINE) -> list[tuple[str, Any]]:
    return [(name, Game(program)) for name, program in after_each_pass(lowered(path), passes)]


def with_fault(fault: Fault) -> tuple[Pass, ...]:
    return tuple(replace(one, run=fault.run) if one.name == fault.of else one for one in PIPELINE)


def first_difference(path: Path, after: list[tuple[str, Any]]) -> Bisection:
    """The first of some random games that differs, or the last game."""
    plain: Any = oracle(path)
    for number in range(GAMES):
        configuration = plain.CONFIGURATIONS[number % len(plain.CONFIGURATIONS)]
        task = Task(configuration, number, plain.playout_seed(0, number), "random")
        found = bisect(plain, after, task)
        if found.wrong is not None:
            break
    return found


@pytest.mark.parametrize("name", TRACED)
def test_a_fault_is_traced_to_its_pass(name: str) -> None:
    fault = BY_NAME[name]
    found = first_difference(fault.path, stages(fault.path, with_fault(fault)))
    assert found.wrong is not None
    assert found.wrong.name == fault.of
    assert found.wrong.plain != found.wrong.found


@pytest.mark.parametrize("name", ["games/classics/reversi", "tests/games/duties", "tests/games/wells"])
def test_right_passes_leave_a_game_unchanged(name: str) -> None:
    path = ROOT / f"{name}.rules"
    found = first_difference(path, stages(path))
    assert found.wrong is None
    assert found.decisions > 0
    assert (found.skipped, found.unsearchable) == (0, ())


def test_a_position_without_a_plain_answer_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the plain search gives up, its answer comes from marks and proves nothing."""
    monkeypatch.setattr("rulec.interp.oracle.MOST_TRIALS", 1)
    plain: Any = oracle(WELLS)
    found = bisect(plain, stages(WELLS), Task(plain.CONFIGURATIONS[0], 0, plain.playout_seed(0, 0), "random"))
    assert found.skipped > 0


def test_the_command_names_the_pass(cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    fault = BY_NAME["guard-hoisting: a hoisted guard is negated"]
    passes = with_fault(fault)
    right = cli("selftest", str(fault.path), "--only", "0", "--bisect")
    assert right.status == 0
    assert "this game is the same after every pass" in right.out
    monkeypatch.setattr(
        "rulec.cli.selftest.bisection.open_after_each_pass", lambda path: stages(fault.path, passes)
    )
    wrong = cli("selftest", str(fault.path), "--only", "0", "--bisect")
    assert wrong.status == 1
    assert "differs after the pass guard-hoisting" in wrong.out
    told = json.loads(cli("selftest", str(fault.path), "--only", "0", "--bisect", "--json").out)
    assert told["wrong"]["name"] == "guard-hoisting"
    assert told["number"] == 0


def test_a_game_must_be_named(cli: Callable[..., Any]) -> None:
    ran = cli("selftest", str(WELLS), "--bisect")
    assert ran.error == "error: --bisect needs the number of a game"
