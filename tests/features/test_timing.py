"""Rules that run around a checkpoint, what falls back, and what is open while a game is set up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines import ROOT, engine, interpreted

TIMING = ROOT / "tests" / "games" / "timing.rules"
PHASE_B = ROOT / "tests" / "probes" / "phase_b.rules"


def test_the_rules_around_a_checkpoint_run_there(backend: Any) -> None:
    state = backend(TIMING).State.setup(at="stretch of 2", edits={"players.steps": {"1": 1, "2": 2}})
    running = state.to_dict()["pending"]["running"]
    assert running["turn.running"] == running["journey.running"] == 1
    again = backend(TIMING).State.from_dict(state.to_dict())
    assert again.to_bytes() == state.to_bytes()
    state.play("goal: mill", "road: bed")
    assert state.to_dict()["players"]["steps"]["2"] == 0


def test_what_falls_back_is_at_its_start_at_a_checkpoint(backend: Any) -> None:
    game = backend(TIMING)
    assert game.State(2).to_dict()["players"]["steps"]["1"] == 1
    fresh = game.State.setup(at="turn of 2")
    assert fresh.to_dict()["players"]["steps"]["1"] == 0
    given = game.State.setup(at="turn of 2", edits={"players.steps": {"1": 3, "2": 0}})
    assert given.to_dict()["players"]["steps"]["1"] == 3


def test_a_rule_that_is_said_to_run_must_run(backend: Any) -> None:
    game = backend(TIMING)
    position = game.State(2).to_dict()
    for level in (2, -1, 7, "1", None):
        position["pending"]["running"] = {"journey.running": level}
        with pytest.raises(ValueError, match="running"):
            game.State.from_dict(position)


def test_what_is_open_in_the_set_up_comes_from_the_seed() -> None:
    slow, fast = interpreted(PHASE_B), engine(PHASE_B)
    found = set()
    for seed in range(3):
        for chance in ("sampled", "explicit"):
            a, b = (one.State.setup(seed=seed, at="turn of 1", chance=chance) for one in (slow, fast))
            assert a.to_bytes() == b.to_bytes()
            position = a.to_dict()
            assert position["spaces"]["house"]["a2"] == "p8b"
            assert all(len(hand) == 4 for hand in position["players"]["hand"].values())
            found.add(str(position["players"]["hand"]))
    assert len(found) > 1
