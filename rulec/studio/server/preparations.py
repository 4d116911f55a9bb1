"""Games compiled ahead, one at a time with the lowest priority, while nobody opens one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, Protocol

from rulec.errors import RulecError
from rulec.studio import limits
from rulec.studio.worker.client import Worker

_REST = 2.0  # seconds after somebody has opened a game


class Threads(Protocol):
    def __call__(self, work: Callable[[], Any], /) -> Awaitable[Any]: ...


class Preparations:
    """The games to prepare, by id; `engines` is called with the likeliest ones when all are prepared."""

    def __init__(self, in_thread: Threads, path_of: Callable[[str], str]) -> None:
        self._in_thread, self._path_of = in_thread, path_of
        self.waiting: list[str] = []
        self.ready: list[str] = []
        self.failed: list[str] = []
        self.engines: set[str] = set()  # games known to have one
        self._worker: Worker | None = None
        self._now = ""  # the game that `_worker` prepares
        self._over = asyncio.Event()  # set when that is done
        self._opening = 0  # number of games that are being opened
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def total(self) -> int:
        return len(self.waiting) + len(self.ready) + len(self.failed)

    async def run(self, games: list[str]) -> None:
        """Prepare these games in order."""
        self.waiting = games[: limits.PREPARED]
        while self.waiting:
            if not self._idle.is_set():
                await self._idle.wait()
                await asyncio.sleep(_REST)
                continue
            await self._prepare(self.waiting[0])

    async def _prepare(self, game: str) -> None:
        """Prepare a game, unless the process is ended for one that somebody opens."""
        try:
            path = self._path_of(game)
            self._now, self._over = game, asyncio.Event()
            self._worker = worker = await self._in_thread(partial(Worker, "preparation"))
            if self._opening:
                return
            found = await self._in_thread(partial(worker.ask, "prepare", limits.PREPARE, path=path))
        except RulecError:
            if self._worker is not None:  # else it was ended here, and the game keeps its place
                self._done(game, self.failed)
        else:
            if found["engine"]:
                self.engines.add(game)
            self._done(game, self.ready)
        finally:
            self._end()
            self._over.set()

    def _done(self, game: str, where: list[str]) -> None:
        if game in self.waiting:
            self.waiting.remove(game)
            where.append(game)

    def opened(self, game: str) -> None:
        """Note that a game has been compiled by the process that plays it."""
        self._done(game, self.ready)

    async def hasten(self, game: str) -> None:
        """Compile a game in play; a preparation of it under way goes on."""
        if self._worker is not None and self._now == game:
            await self._over.wait()
        if game in self.ready:
            return
        worker = await self._in_thread(partial(Worker, "planning"))
        try:
            asked = partial(worker.ask, "plan", limits.PREPARE, path=self._path_of(game))
            await self._in_thread(asked)
        finally:
            worker.end()

    @contextlib.contextmanager
    def held(self, game: str) -> Iterator[None]:
        """Give way while a game is being opened, unless its own preparation is under way."""
        self._opening += 1
        self._idle.clear()
        if self._now != game:
            self._end()
        try:
            yield
        finally:
            self._opening -= 1
            if not self._opening:
                self._idle.set()

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def close(self) -> None:
        self._end()
