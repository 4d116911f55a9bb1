"""Recorded games that a referee has confirmed can be read, and played once more."""

from __future__ import annotations

from pathlib import Path

from rulec.play.trace import read_trace
from tests.backends.conftest import interpreted
from tests.referees.manifest_railways.record import RULES, begin
from tests.referees.recording import record


def test_a_recorded_game_is_played_once_more(tmp_path: Path) -> None:
    record(RULES, begin, tmp_path / "traces", games=0, positions=1, seed=1)
    (path,) = (tmp_path / "traces").glob("*.trace")
    trace = read_trace(path.name, path.read_bytes())
    assert trace.chance == "explicit"
    assert len(trace.moves) >= 25
    assert trace.start is not None
    state = interpreted(RULES).State.from_dict(trace.start)
    for move in trace.moves:
        assert move.who == ("chance" if state.current_player() < 0 else f"p{state.current_player() + 1}")
        state.play(move.label)
