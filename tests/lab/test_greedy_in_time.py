"""A greedy player whose seconds run out chooses among the options that it has tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec import facade
from rulec.policies import greedy
from rulec.policies.greedy import Greedy
from rulec.sim.policies import Players

GAMES = Path(__file__).parents[1] / "games"


class Clock:
    """A clock on which every look at it takes a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 1
        return self.now


def test_it_tries_fewer_options_and_chooses_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    state = facade.interpret(GAMES / "nim.rules").State(2, 1)
    legal = state.legal_actions()
    tried: list[int] = []
    worth = greedy._worth

    def counted(after: greedy.State, seat: int) -> greedy.Worth:
        tried.append(seat)
        return worth(after, seat)

    monkeypatch.setattr(greedy, "_worth", counted)
    Greedy().choose(state, 1, 0, legal)
    assert len(tried) >= len(legal) > 2
    tried.clear()
    monkeypatch.setattr(greedy, "time", Clock())
    assert Greedy(seconds=2.0).choose(state, 1, 0, legal) in range(len(legal))
    assert 2 <= len(tried) < len(legal)


def test_enough_time_changes_nothing() -> None:
    state = facade.interpret(GAMES / "nim.rules").State(2, 1)
    legal = state.legal_actions()
    for number in range(5):
        assert Greedy(seconds=1e9).choose(state, 1, number, legal) == Greedy().choose(state, 1, number, legal)


def test_players_hand_their_seconds_to_greedy_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float | None] = []

    def noted(self: Greedy, *_: object) -> int:
        seconds.append(self.seconds)
        return 0

    monkeypatch.setattr(Greedy, "choose", noted)
    state = facade.interpret(GAMES / "nim.rules").State(2, 1)
    Players(["greedy"], 1, seconds=3.0).choose(state, 0)
    assert seconds == [3.0]
