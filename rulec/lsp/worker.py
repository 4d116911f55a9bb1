"""Background thread for slow requests."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

_STACK: Final = 256 * 1024 * 1024
T = TypeVar("T")


class Worker:
    """Single-threaded executor: tasks run in order of submission."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None

    def submit(self, work: Callable[[], T]) -> Future[T]:
        future: Future[T] = Future()
        with self._wake:
            self._waiting.append((future, work))
            if self._thread is None:
                before = threading.stack_size(_STACK)
                self._thread = threading.Thread(target=self._run, name="rulec-lsp", daemon=True)
                self._thread.start()
                threading.stack_size(before)
            self._wake.notify()
        return future

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._waiting:
                    self._wake.wait()
                future, work = self._waiting.pop(0)
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as problem:
                future.set_exception(problem)
