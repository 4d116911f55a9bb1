"""Client of a worker process: requests with a time limit, after which the process is killed."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import threading
import time
from collections.abc import Callable
from functools import cache
from multiprocessing.context import BaseContext
from typing import Any

from rulec.errors import RulecError
from rulec.studio import limits
from rulec.studio.worker.process import Kind, serve

_PRELOADED = ["rulec.studio.worker.preload"]


class WorkerLost(RulecError):
    """The process was killed for its time or memory, or by the system."""


@cache
def _context() -> BaseContext:
    """Return the context of worker processes: forked from a server with their modules preloaded."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    return context


class Worker:
    """A worker process; requests of several threads are serialized."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.used = time.monotonic()
        self._lock = threading.Lock()
        self._sending = threading.Lock()
        self._busy = False
        self._connection, theirs = multiprocessing.Pipe()
        self._process = _context().Process(target=serve, args=(theirs, kind), daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()

    @property
    def alive(self) -> bool:
        return bool(self._process.is_alive())

    def ask(
        self,
        do: str,
        seconds: float,
        progress: Callable[[dict[str, Any]], None] | None = None,
        /,
        **arguments: Any,
    ) -> dict[str, Any]:
        """Return the answer to a request; raise its `error` as a `RulecError`."""
        with self._lock:
            self.used = time.monotonic()
            try:
                answer = self._exchange({"do": do, "seconds": seconds, "given": arguments}, seconds, progress)
            except (EOFError, OSError):
                self.end()
                raise WorkerLost(
                    "the process of this game was stopped", "most often the rules take too much memory"
                ) from None
            self.used = time.monotonic()
        if answer.get("lost"):
            self.end()
            raise WorkerLost(answer["error"], "the game is unchanged")
        if "error" in answer:
            raise RulecError(answer["error"], answer.get("hint", ""))
        return answer

    def _exchange(
        self, request: dict[str, Any], seconds: float, progress: Callable[[dict[str, Any]], None] | None
    ) -> dict[str, Any]:
        with self._sending:
            self._connection.send_bytes(json.dumps(request).encode())
            self._busy = True
        end = time.monotonic() + seconds
        while True:
            if not self._connection.poll(max(0.0, end - time.monotonic())):
                self.end()
                raise WorkerLost(
                    f"the rules did not come to an end within {seconds:.0f} seconds",
                    "the game is unchanged",
                )
            answer: dict[str, Any] = json.loads(self._connection.recv_bytes(limits.REPLY))
            if "progress" not in answer:
                with self._sending:
                    self._busy = False
                return answer
            if progress is not None:
                progress(answer["progress"])

    def stop(self) -> None:
        """Ask the process to answer the pending request with the results so far."""
        with self._sending, contextlib.suppress(OSError):
            if self._busy:
                self._connection.send_bytes(json.dumps({"do": "stop"}).encode())
                self._busy = False  # once is enough

    def end(self) -> None:
        """Kill the process; pending requests fail as lost."""
        if self._process.is_alive():
            self._process.kill()
        self._process.join(5)


def warm() -> None:
    """Start the fork server, so that the first game opens without delay."""
    first = Worker("table")
    try:
        first.ask("warm", limits.OPEN)
    finally:
        first.end()
