"""Analysis of rules texts by a worker process that keeps the typed text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from rulec.studio import limits
from rulec.studio.worker.client import Worker, WorkerLost

if TYPE_CHECKING:
    from rulec.studio.server.games import Games
    from rulec.studio.server.library import Library


class Analysts:
    """Worker processes for analysis: one for requests during typing, one for examples, which take longer."""

    def __init__(self, library: Library, games: Games) -> None:
        self._library, self._games = library, games
        self._workers: dict[str, Worker] = {}

    async def ask(
        self, do: str, game: str, seconds: float = limits.ANALYSE, **arguments: Any
    ) -> dict[str, Any]:
        path = self._library.path(game)
        desk = "examples" if do == "examples" else "typing"
        worker = self._workers.get(desk)
        if worker is None or not worker.alive:
            worker = self._workers[desk] = await self._games.in_thread(lambda: Worker("analyst"))
        try:
            return await self._games.in_thread(partial(worker.ask, do, seconds, path=str(path), **arguments))
        except WorkerLost:
            self._workers.pop(desk, None)
            raise

    def close(self) -> None:
        for worker in self._workers.values():
            worker.end()
