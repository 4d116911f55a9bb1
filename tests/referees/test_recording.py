"""Recorded games that a referee has confirmed can be read, and played once more."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from rulec.traces.trace_text import read_trace
from tests.engines import interpreted
from tests.large import some_by_default
from tests.referees.great_western_trail import record as great_western_trail
from tests.referees.manifest_railways import record as manifest_railways
from tests.referees.railroad_revolution import record as railroad_revolution
from tests.referees.recording import record

REFEREES = [manifest_railways, great_western_trail, railroad_revolution]


@pytest.mark.parametrize("referee", some_by_default(REFEREES, 3))
def test_a_recorded_game_is_played_once_more(referee: ModuleType, tmp_path: Path) -> None:
    record(referee.RULES, referee.begin, tmp_path / "traces", games=0, positions=1, seed=2)
    (path,) = (tmp_path / "traces").glob("*.trace")
    trace = read_trace(path.name, path.read_bytes())
    assert trace.chance == "explicit"
    assert len(trace.moves) >= 20
    assert trace.start is not None
    state = interpreted(referee.RULES).State.from_dict(trace.start)
    for move in trace.moves:
        assert move.who == ("chance" if state.current_player() < 0 else f"p{state.current_player() + 1}")
        state.play(move.label)
