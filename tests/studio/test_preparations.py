"""Games are compiled ahead; the form of a game that is not compiled yet appears before it is."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
import uuid
from pathlib import Path
from typing import Any

import pytest

from rulec import facade
from rulec.compiled import Compiled
from rulec.frontend import read_heading, read_source
from rulec.interp.face import interpret
from rulec.ir.schema import make_schema
from rulec.studio.server import preparations
from rulec.studio.server.builds import Builds
from rulec.studio.server.openings import Opening
from rulec.studio.server.preparations import Preparations
from rulec.studio.worker.client import WorkerLost
from rulec.studio.worker.table import Table
from tests.studio.browser import opened

GAMES = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize("name", ["wires", "expedition", "yard", "nim"])
def test_a_heading_says_what_the_compiled_game_says(name: str) -> None:
    path = GAMES / f"{name}.rules"
    game, heading = facade.interpret(path), read_heading(read_source(path))
    assert heading is not None
    assert (heading.title, heading.players) == (game.TITLE, tuple(game.PLAYERS))
    found = {one.name: (one.text, one.default, one.values) for one in heading.options}
    assert found == {name: (one.text, one.default, tuple(one.values)) for name, one in game.OPTIONS.items()}


def test_a_heading_that_is_wrong_is_none(tmp_path: Path) -> None:
    path = tmp_path / "own.rules"
    path.write_text('game "Own"\n  players 2\noption map: country, default west\n')
    assert read_heading(read_source(path)) is None
    path.write_text("to act:\n")
    assert read_heading(read_source(path)) is None


def test_a_compilation_tells_growing_shares(tmp_path: Path) -> None:
    path = tmp_path / "nim.rules"
    path.write_text((GAMES / "nim.rules").read_text() + f"\n# {uuid.uuid4()}\n")
    told: list[tuple[str, float]] = []
    facade.interpret(path, on_stage=lambda stage, share: told.append((stage, share)))
    assert [share for _, share in told] == sorted(share for _, share in told)
    assert {"reading", "checking", "lowering"} <= {stage for stage, _ in told}
    assert told[-1][1] == 1


def test_a_schema_is_kept_with_its_program(tmp_path: Path) -> None:
    path = tmp_path / "wires.rules"
    shutil.copy(GAMES / "wires.rules", path)
    first, second = Compiled(path), Compiled(path)
    assert first.schema == second.schema == make_schema(second.program)
    assert interpret(second.program, schema=second.schema).RULES_HASH == facade.interpret(path).RULES_HASH
    stale = Compiled(path)
    assert stale.program
    path.write_text(path.read_text().replace('"Wires"', '"Other wires"'))
    assert stale.schema.title == "Wires"
    assert Compiled(path).schema.title == "Other wires"


def test_games_of_the_folder_are_compiled_ahead(folder: Path, tmp_path: Path) -> None:
    with opened(folder, tmp_path, ahead=True) as browser:
        assert 'data-ahead="yes"' in browser.get("/").text
        for _ in range(600):
            found = browser.json("/api/preparations")
            if found["of"] and found["done"] == found["of"]:
                break
            time.sleep(0.1)
        assert set(found["ready"]) == {f"here/{one.name}" for one in folder.glob("*.rules")}
        assert found["now"] == ""


def test_no_game_is_compiled_ahead_unless_wanted(browser: Any) -> None:
    assert "data-ahead" not in browser.get("/").text
    assert browser.json("/api/preparations")["of"] == 0


def test_the_form_does_not_wait_for_the_rules() -> None:
    async def course() -> None:
        opening, compiled = Opening(asyncio.get_running_loop()), asyncio.Event()

        async def compile_slowly() -> Any:
            await compiled.wait()
            return None, {"title": "Own", "back_end": "interpreter"}

        opening.task = asyncio.create_task(compile_slowly())
        opening.progress({"heading": {"title": "Own"}})
        assert await opening.about() == {"title": "Own", "ready": False}
        compiled.set()
        assert await opening.about() == {"title": "Own", "back_end": "interpreter", "ready": True}

    asyncio.run(course())


class SlowWorker:
    """A preparation that goes on until it is ended."""

    begun: list[str] = []  # noqa: RUF012
    patient = False

    def __init__(self, _: str) -> None:
        self._ended = threading.Event()

    def ask(self, _: str, __: float, path: str) -> dict[str, Any]:
        self.begun.append(path)
        if self.patient and self._ended.wait(20):
            raise WorkerLost("ended")
        return {"engine": False}

    def end(self) -> None:
        self._ended.set()


def test_a_preparation_gives_way_to_a_game_that_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparations, "Worker", SlowWorker)
    monkeypatch.setattr(preparations, "_REST", 0.0)
    monkeypatch.setattr(SlowWorker, "begun", [])
    monkeypatch.setattr(SlowWorker, "patient", True)

    async def course() -> None:
        found = Preparations(asyncio.to_thread, lambda game: game)
        running = asyncio.create_task(found.run(["a", "b"]))
        while SlowWorker.begun != ["a"]:
            await asyncio.sleep(0)
        with found.held("c"):
            monkeypatch.setattr(SlowWorker, "patient", False)
            for _ in range(100):
                await asyncio.sleep(0.001)
            assert (found.waiting, found.ready, SlowWorker.begun) == (["a", "b"], [], ["a"])
            found.opened("b")
        await running
        assert (found.ready, found.failed, SlowWorker.begun) == (["b", "a"], [], ["a", "a"])

    asyncio.run(course())


def test_an_engine_built_ahead_gives_way_to_one_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import pathlib, sys, time; time.sleep(0 if sys.argv[2] == '10' else 60)"
    monkeypatch.setattr("rulec.studio.server.builds._PROGRAM", program)

    async def course() -> None:
        order: list[str] = []
        wanted = asyncio.Event()

        async def built(path: str) -> None:
            order.append(path)
            wanted.set()

        builds = Builds(built)
        builds.want_ahead(["ahead"])
        while builds.now != "ahead":
            await asyncio.sleep(0.01)
        builds.want("wanted")
        await wanted.wait()
        assert order == ["wanted"]
        while builds.now != "ahead":  # it is begun again
            await asyncio.sleep(0.01)
        builds.close()
        await builds.closed()

    asyncio.run(course())


def test_each_stage_of_an_opening_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEC_CACHE_DIR", str(tmp_path))  # nothing is compiled yet
    told: list[dict[str, Any]] = []
    Table(told.append, lambda: False).do_open(str(GAMES / "nim.rules"))
    stages = [one["progress"] for one in told if "stage" in one["progress"]]
    names = list(dict.fromkeys(one["stage"].partition(",")[0] for one in stages))
    assert names == [
        "reading",
        "checking",
        "lowering",
        "planning",
        "keeping them for the next time",
        "laying out positions",
        "opening",
    ]
    shares = [one["share"] for one in stages]
    assert shares == sorted(shares)
