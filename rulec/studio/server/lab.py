"""Runs of the lab: each in its own worker process, with its result stored on disk."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.errors import RulecError
from rulec.studio import limits
from rulec.studio.server.store import Store, new_id
from rulec.studio.worker.client import Worker

if TYPE_CHECKING:
    from rulec.studio.server.games import Games
    from rulec.studio.server.library import Library

_KEPT = 60


@dataclass
class LabRun:
    id: str
    kind: str
    game: str
    arguments: dict[str, Any]
    begun: float
    status: str = "running"  # done, cancelled, failed
    result: dict[str, Any] = field(default_factory=dict)
    problem: str = ""


class Lab:
    """Runs by id, the newest first."""

    def __init__(self, library: Library, games: Games, folder: Path) -> None:
        self._library, self._games = library, games
        self._folder = Store(folder / "lab").folder
        self._workers: dict[str, Worker] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.runs = {one.id: one for one in self._read()}

    def _read(self) -> list[LabRun]:
        found = []
        for path in sorted(self._folder.glob("*.json"), key=lambda one: one.stat().st_mtime)[-_KEPT:]:
            try:
                one = LabRun(**json.loads(path.read_text(encoding="utf-8")))
            except (OSError, ValueError, TypeError):
                continue
            if one.status == "running":
                one.status = "cancelled"  # ended with the studio
            found.append(one)
        return found

    def of_game(self, game: str) -> list[LabRun]:
        return sorted((one for one in self.runs.values() if one.game == game), key=lambda one: -one.begun)

    def get(self, run_id: str) -> LabRun:
        found = self.runs.get(run_id)
        if found is None:
            raise RulecError("there is no such run")
        return found

    async def start(self, kind: str, game: str, arguments: dict[str, Any]) -> LabRun:
        path = self._library.path(game)
        if len(self._workers) >= limits.JOBS:
            raise RulecError(f"{limits.JOBS} runs are going on", "wait for one, or cancel it")
        run = LabRun(new_id(), kind, game, arguments, time.time())
        self.runs[run.id] = run
        worker = self._workers[run.id] = await self._games.in_thread(lambda: Worker("job"))
        task = asyncio.get_running_loop().create_task(self._run(run, worker, path))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return run

    async def _run(self, run: LabRun, worker: Worker, path: Path) -> None:
        loop = asyncio.get_running_loop()

        def progress(found: dict[str, Any]) -> None:
            if "interpreter" in found.get("back_end", "") and "back_end" not in run.result:
                loop.call_soon_threadsafe(self._want_engines, path, run)
            run.result = found

        try:
            asked = partial(worker.ask, run.kind, limits.JOB, progress, path=str(path), **run.arguments)
            run.result = await self._games.in_thread(asked)
            run.status = "done"
        except RulecError as problem:
            if run.status == "running":
                run.status, run.problem = "failed", str(problem)
        except Exception:
            run.status, run.problem = "failed", "rulec failed here"
            raise
        finally:
            worker.end()
            self._workers.pop(run.id, None)
            self._keep(run)

    def _want_engines(self, path: Path, run: LabRun) -> None:
        """Build the engines of a run on the interpreter, which switches to them."""
        for one in dict.fromkeys((run.arguments.get("other", str(path)), str(path))):
            self._games.want_engine(one)

    def _keep(self, run: LabRun) -> None:
        path = self._folder / f"{run.id}.json"
        path.write_text(json.dumps(asdict(run)), encoding="utf-8")

    def building(self, run: LabRun) -> str:
        """Return the name of the rules file of a run whose engine is being built now."""
        now = self._games.builds.now if self._games.builds is not None else ""
        if not now or run.status != "running":
            return ""
        return (
            Path(now).name if now in (run.arguments.get("other"), str(self._library.path(run.game))) else ""
        )

    def cancel(self, run: LabRun) -> None:
        """Cancel a run; its results so far are kept."""
        worker = self._workers.get(run.id)
        if worker is not None:
            run.status = "cancelled"
            worker.end()

    def close(self) -> None:
        for worker in self._workers.values():
            worker.end()
