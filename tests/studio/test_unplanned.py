"""A game begins before its options are planned, and goes over to the planned program unnoticed."""

from __future__ import annotations

import asyncio
import pickle
import shutil
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulec.compiled import Compiled
from rulec.facade import interpret, interpret_at_once
from rulec.studio.server import preparations
from rulec.studio.server.preparations import Preparations
from rulec.studio.worker.client import WorkerLost
from rulec.studio.worker.table import Table
from tests.backends.test_plain_oracle import play
from tests.studio.browser import opened

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Rules in a folder of their own, and a cache in which nothing is compiled."""
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "games").mkdir()
    for name in ("duties", "loans", "nim"):
        shutil.copy(GAMES / f"{name}.rules", tmp_path / "games")
    return tmp_path / "games"


def table_of(path: Path) -> Table:
    """A table with a person and random players, opened at once."""
    table = Table(lambda _: None, lambda: False)
    about = table.do_open(str(path), at_once=True)
    assert about["planned"] is table.planned is False
    players = about["players"][0]
    table.do_begin(players, {}, 3, ["human", *["random"] * (players - 1)], False)
    return table


def moved(table: Table, most: int) -> None:
    for _ in range(most):
        state = table.record.state
        if state.is_terminal():
            return
        if state.current_player() in table.people:
            table.do_choose(state.legal_actions()[-1], len(table.record.moves))
        else:
            table.do_step()


@pytest.mark.parametrize("name", ["duties", "loans"])
def test_options_are_those_of_the_planned_program(empty: Path, name: str) -> None:
    path = empty / f"{name}.rules"
    unplanned, planned = interpret_at_once(path)
    assert not planned
    assert Compiled(path).kept_program is None
    marked = interpret(path)
    assert unplanned.LAYOUT_HASH == marked.LAYOUT_HASH
    assert play(_Bodies(unplanned), _Bodies(marked), 3) > 20
    assert interpret_at_once(path)[1]  # it is cached now


class _Bodies:
    """A game whose states are compared by their cells: the digest of unplanned rules is another one."""

    def __init__(self, game: Any) -> None:
        self.CONFIGURATIONS = game.CONFIGURATIONS
        self._game = game

    def State(self, **chosen: Any) -> Any:  # noqa: N802 - as games have it
        state = self._game.State(**chosen)
        return type(
            "State",
            (),
            {"__getattr__": lambda _, name: getattr(state, name), "to_bytes": lambda _: state._body()},
        )()


def test_a_search_that_takes_long_runs_the_passes(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulec.interp.face._UNPLANNED_TRIALS", 1)
    path = empty / "duties.rules"
    unplanned, _ = interpret_at_once(path)
    assert play(_Bodies(unplanned), _Bodies(interpret(path)), 1) > 20
    assert unplanned.oracle is not None
    assert unplanned.oracle.counts.given_up > 20


def test_states_of_an_unplanned_game_are_not_pickled(empty: Path) -> None:
    unplanned, _ = interpret_at_once(empty / "loans.rules")
    with pytest.raises(TypeError, match="before its options are planned"):
        pickle.dumps(unplanned.State())


def test_a_table_goes_over_to_the_planned_program(empty: Path) -> None:
    path = empty / "loans.rules"
    table = table_of(path)
    moved(table, 6)
    before, offered = table.record.state.to_dict(), table.record.state.legal_actions()
    assert table.do_plan()["moves"] == 6
    assert table.planned
    assert table.game.RULES_HASH == interpret(path).RULES_HASH
    assert table.game.oracle is None  # type: ignore[attr-defined]
    after = table.record.state.to_dict()
    assert {**before, "rules": ""} == {**after, "rules": ""}
    assert table.record.state.legal_actions() == offered


def test_a_table_keeps_the_rules_that_it_was_opened_with(empty: Path) -> None:
    path = empty / "loans.rules"
    table = table_of(path)
    unplanned = table.game
    path.write_text(path.read_text() + "\n# edited\n")
    table.do_plan()
    assert table.game is unplanned
    assert not table.planned


def unknown(path: Path) -> str:
    """The id of a game that no cache holds, not even that of the processes of an earlier test."""
    path.write_text(f"{path.read_text()}\n# {uuid.uuid4()}\n")
    return f"here/{path.name}"


def test_a_game_in_the_studio_goes_over(empty: Path, tmp_path: Path) -> None:
    path = empty / "nim.rules"
    with opened(empty, tmp_path / "state", builds=False) as browser:
        game = browser.begin(unknown(path), "human", "human")
        assert not browser.json("/api/opening/here/nim.rules")["planned"]
        label = browser.view(game)["options"][0]["label"]
        browser.choose(game, label)
        rules = interpret(path).RULES_HASH
        browser.wait(game, lambda _: rules in browser.get(f"/play/{game}/trace").text)
        found = browser.view(game)
        assert (found["moves"], len(found["log"])) == (1, 1)


def test_a_program_that_searches_waits_for_the_plan(
    empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = threading.Event()

    async def hasten(_: Preparations, __: str) -> None:
        await asyncio.to_thread(planned.wait)

    monkeypatch.setattr(Preparations, "hasten", hasten)
    with opened(empty, tmp_path / "state") as browser:
        game = unknown(empty / "nim.rules")
        at_random, searched = browser.begin(game, "random", "human"), browser.begin(game, "mcts:5", "human")
        browser.wait(at_random, lambda view: view["waits"])
        assert browser.view(searched)["moves"] == 0
        planned.set()
        browser.wait(searched, lambda view: view["waits"] and view["moves"] > 0)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """No game is planned before this is set."""
    planned = threading.Event()

    async def hasten(_: Preparations, __: str) -> None:
        while not planned.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(Preparations, "hasten", hasten)
    yield planned
    planned.set()


def test_a_saved_game_and_a_branch_go_on_at_once(empty: Path, tmp_path: Path, held: threading.Event) -> None:
    path = empty / "nim.rules"
    with opened(empty, tmp_path / "state") as browser:
        game = browser.begin(unknown(path), "human", "human")
        for _ in range(2):
            browser.choose(game, browser.view(game)["options"][0]["label"])
        branched = browser.post(f"/api/play/{game}/branch", at=1).json()["id"]
        assert browser.view(branched)["moves"] == 1
        assert browser.view(branched)["planning"]
    with opened(empty, tmp_path / "state") as browser:  # a studio started again
        assert browser.view(game)["moves"] == 2
        assert browser.view(game)["planning"]
        held.set()
        rules = interpret(path).RULES_HASH
        browser.wait(game, lambda _: rules in browser.get(f"/play/{game}/trace").text)
        assert browser.view(game)["moves"] == 2


def test_an_edited_game_goes_on_at_once(empty: Path, tmp_path: Path, held: threading.Event) -> None:
    path = empty / "nim.rules"
    with opened(empty, tmp_path / "state") as browser:
        game = browser.begin(unknown(path), "human", "human")
        browser.choose(game, browser.view(game)["options"][0]["label"])
        text = path.read_text(encoding="utf-8")
        given = {"game": f"here/{path.name}", "text": f"{text}# edited\n"}
        digest = browser.json(f"/api/text/here/{path.name}")["digest"]
        saved = browser.post("/api/rules/save", **given, digest=digest)
        assert saved.status_code == 200, saved.text
        view = browser.view(game)
        assert "goes on under the new rules" in view["note"]
        assert (view["moves"], view["planning"]) == (0, True)
        browser.choose(game, view["options"][0]["label"])
        held.set()
        browser.wait(game, lambda view: not view["planning"])
        assert browser.view(game)["moves"] == 1
        browser.choose(game, browser.view(game)["options"][0]["label"])


def test_an_edited_game_that_was_saved_before_its_plan(empty: Path) -> None:
    """Its first position carries the digest of the unplanned rules."""
    path = empty / "loans.rules"
    table = table_of(path)
    moved(table, 6)
    kept = table.do_position()
    adopted = table_of(path)
    adopted.do_adopt(kept["position"], kept["seed"], table.seats, False)
    moved(adopted, 3)
    trace, moves = adopted.do_trace()["trace"], len(adopted.record.moves)
    adopted.do_plan()
    assert adopted.planned
    again = Table(lambda _: None, lambda: False)
    assert again.do_open(str(path), at_once=True)["planned"]
    restored = again.do_restore(trace, table.seats, False)
    assert (restored["moves"], restored["note"]) == (moves, "")
    before, after = adopted.record.state.to_dict(), again.record.state.to_dict()
    assert before == after


class SlowWorker:
    """A preparation that lasts until the test lets it end."""

    begun: list[str] = []  # noqa: RUF012
    go_on = threading.Event()

    def __init__(self, kind: str) -> None:
        self.kind, self.ended = kind, False

    def ask(self, do: str, _: float, path: str) -> dict[str, Any]:
        self.begun.append(f"{do} {path}")
        while not self.go_on.wait(0.01):
            if self.ended:
                raise WorkerLost("ended")
        return {"engine": False}

    def end(self) -> None:
        self.ended = True


def test_a_click_takes_over_what_is_being_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparations, "Worker", SlowWorker)
    monkeypatch.setattr(SlowWorker, "begun", [])
    monkeypatch.setattr(SlowWorker, "go_on", threading.Event())

    async def course() -> None:
        found = Preparations(asyncio.to_thread, lambda game: game)
        running = asyncio.create_task(found.run(["a"]))
        while not SlowWorker.begun:
            await asyncio.sleep(0)
        with found.held("a"):
            hastened = asyncio.create_task(found.hasten("a"))
            await asyncio.sleep(0.05)
            SlowWorker.go_on.set()
            await hastened
        await running
        assert (found.ready, SlowWorker.begun) == (["a"], ["prepare a"])
        await found.hasten("b")  # nobody prepares it
        assert SlowWorker.begun == ["prepare a", "plan b"]

    asyncio.run(course())


def test_a_start_position_of_other_rules_tells_what_it_lost(empty: Path) -> None:
    path = empty / "nim.rules"
    text = path.read_text(encoding="utf-8")
    table = table_of(path)
    moved(table, 2)
    kept = table.do_position()
    table.do_adopt(kept["position"], kept["seed"], table.seats, False)  # its game begins at a position
    trace = table.do_trace()["trace"]
    assert table.do_restore(trace, table.seats, False)["note"] == ""
    path.write_text(text.replace("  heap:", "  skips: 0 to 3, starts 0\n  heap:"), encoding="utf-8")
    table.do_open(str(path), at_once=True)
    assert table.do_restore(trace, table.seats, False)["note"] == (
        "the position at the start is not as it was: skips"
    )
