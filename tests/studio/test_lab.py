"""Simulations: told as they come, cancelled, kept."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rulec import facade
from rulec.studio.worker import opening, simulation
from rulec.studio.worker.client import Worker
from rulec.studio.worker.simulation import Simulation, histogram
from tests.studio.browser import Browser

GAME = "here/tic_tac_toe.rules"


def _start(browser: Browser, **more: Any) -> Any:
    plan = {"game": GAME, "kind": "simulate", "players": 2, "options": {}, "games": 30, "ways": ["random"]}
    return browser.post("/api/lab/start", **{**plan, "seed": 1, **more})


def _ended(browser: Browser, run: str) -> dict[str, Any]:
    for _ in range(1200):
        found: dict[str, Any] = browser.json(f"/api/lab/run/{run}")
        if found["status"] != "running":
            return found
        time.sleep(0.05)
    raise AssertionError("never ended")


def test_a_simulation(browser: Browser) -> None:
    found = _ended(browser, _start(browser).json()["id"])
    assert found["status"] == "done", found["problem"]
    result = found["result"]
    assert (result["games"], result["done"]) == (30, 30)
    assert sum(result["lengths"]["counts"]) == 30
    assert 5 <= result["decisions"]["mean"] <= 9
    assert len(result["wins"]) == 2
    same = _ended(browser, _start(browser).json()["id"])["result"]
    assert {**same, "seconds": 0} == {**result, "seconds": 0}
    runs = browser.json(f"/api/lab/history/{GAME}")["runs"]
    assert [one["status"] for one in runs] == ["done", "done"]


def test_a_run_is_cancelled(browser: Browser) -> None:
    run = _start(browser, games=100_000, ways=["mcts:500"]).json()["id"]
    assert browser.post(f"/api/lab/run/{run}/cancel").json()["status"] == "cancelled"
    assert _ended(browser, run)["status"] == "cancelled"


def test_wrong_plans_are_told(browser: Browser) -> None:
    assert _start(browser, kind="anything").status_code == 400
    assert _start(browser, game="here/../x.rules").status_code == 422
    assert _ended(browser, _start(browser, ways=["nobody"]).json()["id"])["status"] == "failed"
    assert "players" in _ended(browser, _start(browser, players=7).json()["id"])["problem"]


def test_histograms_have_few_bars() -> None:
    assert histogram([]) == {"first": 0, "width": 1, "counts": []}
    assert histogram([3, 3, 5]) == {"first": 3, "width": 1, "counts": [2, 0, 1]}
    wide = histogram(list(range(1000)))
    assert len(wide["counts"]) <= 24
    assert sum(wide["counts"]) == 1000


def test_two_rules_files_are_compared(browser: Browser) -> None:
    run = _start(browser, kind="compare", other="here/nim.rules", games=20).json()["id"]
    found = _ended(browser, run)
    assert found["status"] == "done", found["problem"]
    result = found["result"]
    assert (result["titles"], result["done"]) == (["Nim", "Tic-Tac-Toe"], 20)
    decisions = next(
        one for one in result["figures"] if (one["group"], one["name"]) == ("length", "decisions")
    )
    assert (
        decisions["interval"][0]
        <= decisions["values"][1] - decisions["values"][0]
        <= decisions["interval"][1]
    )
    assert decisions["verdict"] in {"clearly more", "clearly less"}
    assert any(one["group"] == "options taken" for one in result["alone"])
    assert result["words"][0].startswith(
        "Games are shorter" if decisions["verdict"] == "clearly less" else "Games are longer"
    )


def test_a_file_beside_itself_has_no_clear_difference(browser: Browser) -> None:
    result = _ended(browser, _start(browser, kind="compare", other=GAME, games=40).json()["id"])["result"]
    assert {one["verdict"] for one in result["figures"]} <= {"no difference seen", "too few games to say"}
    assert result["alone"] == []


def test_a_comparison_tells_figures_while_it_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_OFTEN", 0.0)
    monkeypatch.setattr(simulation, "_CONTRAST", 0.0)
    told: list[dict[str, Any]] = []
    path, other = (str(folder / name) for name in ("tic_tac_toe.rules", "nim.rules"))
    Simulation(told.append).do_compare(path, other, 5, 2, {}, ["random"], 1)
    steps = [one["progress"] for one in told if "done" in one["progress"]]
    assert [one["done"] for one in steps] == [0, 1, 2, 3, 4, 5, 5]
    assert [one.get("writing", False) for one in steps] == [False] * 6 + [True]
    assert all(one["titles"] == ["Nim", "Tic-Tac-Toe"] for one in steps)
    assert "figures" not in steps[1]  # of one game there is no variance
    assert all(one["figures"] for one in steps[2:])


def test_what_to_compare_with(browser: Browser) -> None:
    rivals = browser.json(f"/api/lab/rivals/{GAME}")["rivals"]
    assert GAME not in [one["id"] for one in rivals]
    assert _start(browser, kind="compare", other="here/nothing.rules").status_code == 422
    assert _start(browser, kind="compare").status_code == 400


def test_a_run_goes_over_to_the_engine_once_it_is_built(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "nim.rules"
    engine = facade.interpret(path)
    monkeypatch.setattr(simulation, "_LOOK", 0.0)
    for module in (opening, simulation):
        monkeypatch.setattr(module, "open_engine", lambda _: None)
    found = simulation._Opened(path)
    assert found.newest() is not engine
    assert found.back_end == "interpreter"
    monkeypatch.setattr(simulation, "open_engine", lambda _: facade.interpret(folder / "tic_tac_toe.rules"))
    found.newest()
    assert found.back_end == "interpreter"
    monkeypatch.setattr(simulation, "open_engine", lambda _: engine)
    assert found.newest() is engine
    assert simulation._back_ends([found]) == "engine"


@pytest.mark.parametrize("kind", ["simulate", "compare"])
def test_a_run_has_a_report_to_save(browser: Browser, kind: str) -> None:
    run = _start(browser, kind=kind, other="here/nim.rules", games=20).json()["id"]
    found = _ended(browser, run)
    assert found["report"], found["result"].get("no_report")
    page = browser.get(f"/api/lab/run/{run}/report")
    assert "attachment" in page.headers["content-disposition"]
    command = (
        "rulec sim tic_tac_toe.rules" if kind == "simulate" else "rulec diff nim.rules tic_tac_toe.rules"
    )
    assert f"{command} -n 20 --players 2 --seats random --seed 1" in page.text


def test_a_missing_library_is_told_instead_of_the_report(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    asked: list[dict[str, Any]] = []
    found = Simulation(asked.append).do_simulate(str(folder / "nim.rules"), 3, 2, {}, ["random"], 1)
    assert "report" not in found
    assert "altair" in found["no_report"]


def test_balance_is_measured_and_reported(browser: Browser) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("altair")
    run = _start(browser, kind="balance", seconds=5).json()["id"]
    found = _ended(browser, run)
    assert found["status"] == "done", found["problem"]
    assert found["result"]["findings"]
    assert (
        "rulec balance tic_tac_toe.rules --players 2 --seconds 5"
        in browser.get(f"/api/lab/run/{run}/report").text
    )


def test_a_run_that_fails_here_ends(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise TypeError("a bug")

    monkeypatch.setattr(Worker, "ask", fail)
    found = _ended(browser, _start(browser).json()["id"])
    assert (found["status"], found["problem"]) == ("failed", "rulec failed here")
