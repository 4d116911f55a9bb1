"""Work for other processes, which may crash or hang: either is a failure of the item, not of the run.

    for item, problem in carry_out("tests.fuzz.jobs:mutant", items): ...

A process takes one item after the other (JSON lines on a pipe). The bound is on its own processor time,
so that a busy machine is no failure; one that does not answer at all is ended after a much longer wait.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from rulec.native.translator import shared_translator

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 30  # of processor time, for one item: the largest game takes 5, and twice that on a crowded machine
PATIENCE = 300  # seconds until a process that says nothing is ended
MEMORY = 3 << 30  # bytes of one process; all games and their engines take a tenth
MOST = 10  # problems after which a run stops


class _Worker:
    def __init__(self, job: str, seconds: int, env: dict[str, str]) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        self.item: Any = None
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.workers", job, str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        )

    def give(self, item: Any) -> None:
        self.item = item
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it is dead; its silence will tell
            self.process.stdin.write(json.dumps(item).encode() + b"\n")
            self.process.stdin.flush()

    def take(self) -> str | None:
        """What it says of its item; a process that died says it by dying."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if line:
            answer: str | None = json.loads(line)
            return answer
        status = self.process.wait()
        self.errors.seek(0)
        tail = self.errors.read().decode(errors="replace")[-3000:]
        return f"the process ended with {status}\n{tail}"

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def carry_out(
    job: str, items: Sequence[Any], jobs: int = 2, seconds: int = SECONDS, env: dict[str, str] | None = None
) -> Iterator[tuple[Any, str]]:
    """The items with which something is wrong, and what."""
    waiting = list(reversed(items))
    running: dict[int, _Worker] = {}
    selector = selectors.DefaultSelector()

    def begin() -> None:
        worker = _Worker(job, seconds, env or {})
        assert worker.process.stdout is not None
        running[worker.process.stdout.fileno()] = worker
        selector.register(worker.process.stdout, selectors.EVENT_READ)
        worker.give(waiting.pop())

    def finish(number: int) -> None:
        selector.unregister(number)
        running.pop(number).end()

    found = 0
    try:
        while len(running) < jobs and waiting:
            begin()
        while running:
            ready = selector.select(max(PATIENCE, 3 * seconds))
            if not ready:
                for number, worker in list(running.items()):
                    yield worker.item, "no answer"
                    finish(number)
                return
            for key, _ in ready:
                worker = running[key.fd]
                problem = worker.take()
                if problem is not None:
                    found += 1
                    yield worker.item, problem
                if found >= MOST:
                    return
                if worker.process.poll() is not None:
                    finish(key.fd)
                    if waiting:
                        begin()
                elif waiting:
                    worker.give(waiting.pop())
                else:
                    finish(key.fd)
    finally:
        for number in list(running):
            finish(number)


class TooLong(BaseException):
    """Not an Exception, so that nothing under test can take it for an ordinary failure."""


def main() -> None:
    """A worker: items from standard input, answers to what was standard output."""
    faulthandler.enable()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    module, _, name = sys.argv[1].partition(":")
    seconds = int(sys.argv[2])
    work = getattr(importlib.import_module(module), name)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, stop)
    if "LD_PRELOAD" not in os.environ:  # a sanitizer reserves all the addresses that there are
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with shared_translator():
        for line in sys.stdin:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            problem = None
            try:
                work(json.loads(line))
            except TooLong:
                problem = f"more than {seconds} seconds of processor time"
            except Exception as error:
                problem = f"{type(error).__name__}: {str(error)[:2000]}"
            signal.setitimer(signal.ITIMER_PROF, 0)
            answers.write(json.dumps(problem) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
