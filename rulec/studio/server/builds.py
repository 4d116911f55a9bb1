"""Background builds of engines, one at a time, while games continue on the interpreter."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable

_PROGRAM = "import os, sys; os.nice(10); from rulec import facade; facade.load(sys.argv[1])"


class Builds:
    """Build queue of rules files; `built` is called for each finished build."""

    def __init__(self, built: Callable[[str], Awaitable[None]]) -> None:
        self._built = built
        self._waiting: list[str] = []
        self._failed: set[tuple[str, float]] = set()  # with the time of the file
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    def want(self, path: str) -> None:
        if path in self._waiting or (path, _time(path)) in self._failed:
            return
        self._waiting.append(path)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._waiting:
            path = self._waiting[0]
            when = _time(path)
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", _PROGRAM, path,
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            done = await self._process.wait()
            self._process = None
            self._waiting.remove(path)
            if done == 0:
                await self._built(path)
            else:  # no compiler here, most often: nobody asks again before the file changes
                self._failed.add((path, when))

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)  # the compilers that it has called, too


def _time(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0
