"""Background builds of engines, one at a time, while games continue on the interpreter."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable

_PROGRAM = "import os, sys; os.nice(int(sys.argv[2])); from rulec import facade; facade.load(sys.argv[1])"
_WANTED, _AHEAD = "10", "19"  # niceness


class Builds:
    """Build queue of rules files; `built` is called for each finished build."""

    def __init__(self, built: Callable[[str], Awaitable[None]]) -> None:
        self._built = built
        self._waiting: list[str] = []
        self._ahead: list[str] = []  # built while nothing else is to be built
        self.now = ""
        self._failed: set[tuple[str, float]] = set()  # with the time of the file
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    def want(self, path: str) -> None:
        """Build the engine of a game in play; a build in advance of another game gives way."""
        if path in self._waiting or (path, _time(path)) in self._failed:
            return
        self._waiting.append(path)
        if self.now in self._ahead and self.now != path:
            self._kill()
        self._go_on()

    def want_ahead(self, paths: list[str]) -> None:
        """Build engines of games that nobody plays yet."""
        self._ahead += [one for one in paths if (one, _time(one)) not in self._failed]
        self._go_on()

    def _go_on(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._waiting or self._ahead:
            path = (self._waiting or self._ahead)[0]
            when = _time(path)
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", _PROGRAM, path, _WANTED if path in self._waiting else _AHEAD,
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            self.now = path
            done = await self._process.wait()
            self._process, self.now = None, ""
            if done == -signal.SIGKILL and path not in self._waiting and self._waiting:
                continue  # ended for a game that is played
            self._waiting = [one for one in self._waiting if one != path]
            self._ahead = [one for one in self._ahead if one != path]
            if done == 0:
                await self._built(path)
            else:  # no compiler here, most often: nobody asks again before the file changes
                self._failed.add((path, when))

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)  # the compilers that it has called, too

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._kill()

    async def closed(self) -> None:
        """Wait for the process that `close` has killed."""
        if self._process is not None:
            await self._process.wait()


def _time(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0
