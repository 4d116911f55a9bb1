"""`rulec selftest` ends in time, tells what it does and what it did, and goes on from there."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any, cast

import pytest

import rulec
from rulec.face import Game
from rulec.sim.selftest import run as module
from rulec.sim.selftest.plan import Report, SelftestPlan
from rulec.sim.selftest.run import selftest
from rulec.sim.tasks import Outcome
from tests.cli.tools import NIM, Cli


def nim() -> tuple[Game, Game]:
    game = cast(Game, rulec.interpret(NIM))
    return game, game


class Clock:
    """A clock that goes on by a second whenever somebody looks."""

    def __init__(self) -> None:
        self._ticks = itertools.count()

    def monotonic(self) -> float:
        return float(next(self._ticks))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulec.sim.selftest import lockstep

    ticking = Clock()
    monkeypatch.setattr(module, "time", ticking)
    monkeypatch.setattr(lockstep, "time", ticking)


def test_it_stops_when_time_is_up(clock: None) -> None:
    report = selftest(nim(), SelftestPlan(games=1_000_000, seconds=40))
    assert (report.stopped, report.ok) == ("time", True)
    assert 0 < report.decisions < 100


def test_what_was_cut_is_played_again(clock: None, tmp_path: Path) -> None:
    state = tmp_path / "done.json"
    first = selftest(nim(), SelftestPlan(games=5, seconds=20), None, None, state)
    assert first.stopped == "time"
    kept = json.loads(state.read_text())
    assert (first.games, kept["games"]) == (1, 0)  # that game was cut: it does not count as done
    rest = selftest(nim(), SelftestPlan(games=5, seconds=1e9), None, None, state)
    assert (rest.stopped, rest.games) == ("", 5 + 3 * rest.configurations)


def test_what_goes_on_is_told() -> None:
    told: list[str] = []
    two = nim()[0].CONFIGURATIONS[:1]
    plan = SelftestPlan(games=2, configurations=two)
    report = selftest(nim(), plan, announce=lambda report: told.append(report.doing))
    assert (report.stopped, report.doing, report.alone) == ("", "", 1)
    assert list(dict.fromkeys(told)) == [
        "game 0 (first) of players=2",
        "game 0 (last) of players=2",
        "game 0 (same) of players=2",
        "game 0 (random) of players=2",
        "game 1 (random) of players=2",
        "whole games of players=2",
    ]


def test_ctrl_c_keeps_what_was_compared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from rulec.sim.selftest import workers

    real, played = workers.play_match, []

    def play_match(*given: Any) -> Outcome:
        played.append(given)
        if len(played) == 4:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr(workers, "play_match", play_match)
    state = tmp_path / "done.json"
    report = selftest(nim(), SelftestPlan(games=5), None, None, state)
    assert (report.stopped, report.games) == ("interrupted", 3)
    assert json.loads(state.read_text())["games"] == 3


def test_games_of_many_configurations_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    monkeypatch.setattr(module, "_compare_playouts", lambda *given: counts.append(given[-1]))
    one = nim()[0].CONFIGURATIONS[0]
    for configurations, count in ((1, 5), (10, 2), (50, 1)):
        counts.clear()
        selftest(nim(), SelftestPlan(games=1, configurations=(one,) * configurations, stubborn=False))
        assert counts == [count] * configurations


def test_copies_on_the_interpreter_are_followed_for_a_few_decisions() -> None:
    from rulec.sim.selftest.shadow_copies import RoundTripCopies
    from rulec.sim.selftest.state_comparison import Side

    game = nim()[0]
    state = game.State(seed=1)
    slow, thorough = (
        RoundTripCopies(Side("interpreter", game), False),
        RoundTripCopies(Side("engine", game), True),
    )
    most = {slow: 0, thorough: 0}
    number = 0
    while not state.is_terminal():
        for shadows in most:
            shadows.spawn(state, number, False)
        state.apply_index(0)
        for shadows in most:
            shadows.follow(0, state, number)
            most[shadows] = max(most[shadows], len(shadows._following))
        number += 1
    assert most[slow] <= 2 < most[thorough]


def test_the_command_tells_how_to_go_on(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulec.cli.selftest import command as command

    monkeypatch.setattr(command, "open_pair", lambda path, *more: nim())
    seconds: list[float] = []
    stopped = "time"

    def tested(pair: object, plan: SelftestPlan, *more: object, **named: object) -> Report:
        seconds.append(plan.seconds)
        return Report(plan, 1, 3, 50, stopped=stopped)

    monkeypatch.setattr(module, "selftest", tested)
    ran = cli("selftest", NIM)
    assert (ran.status, seconds) == (0, [120.0])
    assert "time was up before all that is planned was compared" in ran.out
    assert f"rulec selftest {NIM} --seed 0 --seconds 0 --state done.json" in ran.out
    stopped = "interrupted"
    ran = cli("selftest", NIM, "--state", "here.json", "--seconds", "7")
    assert (ran.status, seconds[-1]) == (130, 7.0)
    assert "interrupted before" in ran.out
    assert "--state here.json" in ran.out
    cli("selftest", NIM, "--decisions", "1000")
    assert seconds[-1] == float("inf")
