"""Rules that go on and on, or take all memory, stop nobody else."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from rulec.studio import limits
from rulec.studio.worker.client import Worker, WorkerLost
from tests.studio.browser import Browser, opened

GAME = "here/tic_tac_toe.rules"
ENDLESS = "mcts:1000000"  # would search for an hour


def test_an_endless_player_is_ended(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEP", 0.5)
    games = [browser.begin(GAME, "human", ENDLESS) for _ in range(3)]
    quiet = browser.begin(GAME, "human", "human")
    for game in games:
        browser.post(f"/api/play/{game}/pace", pace=0)
        browser.choose(game, "mark: b2")
    started = time.monotonic()
    assert browser.choose(quiet, "mark: b2").status_code == 200
    assert time.monotonic() - started < 60
    for game in games:
        view = browser.wait(game, lambda one: bool(one["problem"]))
        assert "did not come to an end" in view["problem"]
        assert view["moves"] == 1  # as it stood
    assert browser.view(quiet)["moves"] == 1


def test_a_killed_process_loses_no_move(browser: Browser) -> None:
    from rulec.studio.server.games import Games

    games: Games = browser.client.app.app.state.games  # type: ignore[attr-defined]
    game = browser.begin(GAME, "human", "human")
    browser.choose(game, "mark: b2")
    worker = games.get(game).worker
    assert worker is not None
    worker.end()
    assert browser.view(game)["moves"] == 1
    assert browser.choose(game, "mark: a1").status_code == 200


def test_a_process_without_its_server_ends() -> None:
    worker = Worker("table")
    worker.ask("warm", limits.OPEN)
    worker._connection.close()
    worker._process.join(10)
    assert not worker.alive


def test_a_stopped_process_is_told() -> None:
    worker = Worker("table")
    worker.ask("warm", limits.OPEN)
    worker._process.kill()
    with pytest.raises(WorkerLost, match="stopped"):
        worker.ask("warm", limits.OPEN)


RUNAWAY = """\
game "Runaway"
  players 2
  length 1000

each player has:
  points: 0 to 9

play:
  repeat 3 times:
    each player acting: turn

turn:
  choose one as move:
    quiet: set my points to 1
    endless:
      repeat 60000 times:
        repeat 60000 times:
          set my points to 2

score:
  "Points": my points
"""


def test_ten_runaway_rules_leave_the_page_alive(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "runaway.rules").write_text(RUNAWAY)
    (tmp_path / "tic_tac_toe.rules").write_text((folder / "tic_tac_toe.rules").read_text())
    with opened(tmp_path, tmp_path / "state") as browser:
        quiet = browser.begin(GAME, "human", "human")
        for _ in range(10):
            game = browser.begin("here/runaway.rules", "human", "human")
            answer = browser.choose(game, "move: endless")
            assert answer.status_code >= 400
            assert "this loops without a decision" in answer.json()["error"]
            assert browser.view(game)["moves"] == 0
            assert browser.choose(game, "move: quiet").status_code == 200
        assert browser.choose(quiet, "mark: b2").status_code == 200
        assert browser.get("/").status_code == 200


def test_a_process_has_no_more_memory_than_its_limit() -> None:
    """What a job allocates beyond it fails inside; the machine and the server keep theirs."""
    import resource

    worker = Worker("table")
    try:
        worker.ask("warm", limits.OPEN)
        of_process = resource.prlimit(worker._process.pid, resource.RLIMIT_AS)  # type: ignore[arg-type]
        assert of_process == (limits.MEMORY, limits.MEMORY)
    finally:
        worker.end()
