"""Runs Cython, in a new process or in a persistent fork server.

Start-up is half of Cython's time for a small engine, and a test run builds more than a hundred.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from rulec.native.run import SECONDS, FinishedProcess, environment, judged, run_tool

TOOL = "Cython"
SCRIPT = Path(__file__).with_name("translate.py")
_COMMAND = [sys.executable, "-P", str(SCRIPT)]  # `-P`: no imports from the working folder

_kept: CythonWorker | None = None


class CythonWorker:
    """Persistent Cython process, started on first use and ended with its owner."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[str] | None = None

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            _COMMAND,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def run(self, arguments: list[str], folder: Path) -> FinishedProcess | None:
        """Run one translation; None if the process is gone or does not answer."""
        with self.lock:
            process = self.process = self.process or self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps([str(folder), arguments]) + "\n")
                process.stdin.flush()
                if not select.select([process.stdout], [], [], SECONDS)[0]:
                    raise TimeoutError
                status = int(process.stdout.readline())
                said = (folder / "cython.log").read_text(encoding="utf-8", errors="replace")
            except (OSError, ValueError):
                self.end()
                return None
        return judged(TOOL, status, said, folder)

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            with contextlib.suppress(OSError):
                self.process.communicate()
        self.process = None


@contextlib.contextmanager
def shared_translator() -> Iterator[None]:
    """Share one Cython process among all builds within the context."""
    global _kept
    if _kept is not None or not hasattr(os, "fork"):
        yield
        return
    _kept = CythonWorker()
    try:
        yield
    finally:
        _kept.end()
        _kept = None


def run_cython(arguments: list[str], folder: Path) -> FinishedProcess:
    """Run Cython in `folder`."""
    ran = _kept.run(arguments, folder) if _kept is not None else None
    return ran or run_tool([*_COMMAND, *arguments], folder, name=TOOL)
