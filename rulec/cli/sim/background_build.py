"""Builds an engine in a background process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType

from rulec.errors import RulecError
from rulec.sim.pool import interrupts_blocked


class Building:
    """Background build of one rules file, ended with the `with` block."""

    def __init__(self, path: Path) -> None:
        context = multiprocessing.get_context("spawn")  # no inherited state, in particular no threads
        self._answers, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_build, args=(str(path), theirs), daemon=False)
        with interrupts_blocked():
            self._process.start()
        theirs.close()
        self._started = time.monotonic()

    def __enter__(self) -> Building:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.is_alive():
            try:
                os.killpg(self._process.pid or 0, signal.SIGTERM)  # including the compilers it started
            except (ProcessLookupError, PermissionError):  # no process group yet, hence no children
                self._process.terminate()
        self._process.join()
        self._answers.close()

    @property
    def running(self) -> bool:
        return self._process.is_alive()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def result(self) -> None:
        """Wait for the build and raise its error, if any."""
        try:
            message, hint = self._answers.recv()
        except EOFError:
            raise RulecError(
                "the process that built the engine was stopped by the system",
                "most often there was too little memory; `--interpreter` needs no engine",
            ) from None
        self._process.join()
        if message:
            raise RulecError(message, hint)


def _build(path: str, answers: Connection) -> None:
    """Process entry point: build in a process group of its own."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    from rulec import facade

    try:
        facade.load(path)
        answers.send(("", ""))
    except RulecError as problem:
        answers.send((problem.message, problem.hint))
    except Exception as bug:
        answers.send((f"the engine could not be built: {type(bug).__name__}: {bug}", ""))
