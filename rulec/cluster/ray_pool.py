"""Executor of tasks on a Ray cluster, used like the processes of one machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from uuid import uuid4

from rulec.errors import RulecError
from rulec.sim.pool import Initializer

T = TypeVar("T")
R = TypeVar("R")
RETRIES = 5  # of a task whose process or node dies
_COUNTED = 2.0  # seconds for which the number of processors is taken as known
_prepared = ""  # pool whose initializer this process has run


class RayPool:
    """Processes of all nodes. Ray runs a task again if its process or node dies.

    A task has one future, which is settled once, so that nothing is counted twice.
    """

    def __init__(self, ray: Any, initializer: Initializer | None, arguments: tuple[Any, ...]) -> None:
        self._ray = ray
        self._key = uuid4().hex
        self._start = [ray.put((initializer, arguments))]  # in a list: fetched by those that need it
        self._run = ray.remote(num_cpus=1, max_retries=RETRIES)(_run)
        self._running: dict[int, Any] = {}
        self._submitted = 0
        self._jobs, self._counted = 1, 0.0

    @property
    def jobs(self) -> int:
        """Number of processors of all living nodes."""
        if time.monotonic() > self._counted + _COUNTED or not self._counted:
            self._jobs = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._counted = time.monotonic()
        return self._jobs

    def submit(self, function: Callable[[T], R], task: T) -> Future[R]:
        future: Future[R] = Future()
        future.set_running_or_notify_cancel()
        self._submitted += 1
        number = self._submitted
        reference = self._run.remote(self._key, self._start, function, task)
        self._running[number] = reference
        reference.future().add_done_callback(partial(self._settle, future, number))
        return future

    def _settle(self, future: Future[Any], number: int, answer: Future[Any]) -> None:
        self._running.pop(number, None)
        problem = answer.exception()
        if problem is None:
            future.set_result(answer.result())
        else:
            future.set_exception(self._translated(problem))

    def _translated(self, problem: BaseException) -> BaseException:
        """Error of the task itself, or of the death of its process."""
        errors = self._ray.exceptions
        if isinstance(problem, errors.RayTaskError):
            cause = getattr(problem, "cause", None)
            return cause if isinstance(cause, Exception) else RulecError(_last_line(problem))
        if isinstance(problem, errors.RayError):
            return RulecError(
                f"a task was lost {RETRIES + 1} times ({type(problem).__name__})",
                "most often there is too little memory on the nodes",
            )
        return problem

    def kill(self) -> None:
        """Cancel all running tasks."""
        for reference in list(self._running.values()):
            with suppress(Exception):  # a lost connection must not hide what ends the pool
                self._ray.cancel(reference, force=True)


def _run(key: str, start: list[Any], function: Callable[[T], R], task: T) -> R:
    """Run a task in a process of a node, which is prepared for the pool first."""
    global _prepared
    if _prepared != key:
        import ray

        initializer, arguments = ray.get(start[0])
        _prepared = ""
        if initializer is not None:
            _at_node(ray, initializer, arguments)
        _prepared = key
    return function(task)


def _at_node(ray: Any, initializer: Initializer, arguments: tuple[Any, ...]) -> None:
    """Run an initializer; its errors name the node."""
    try:
        initializer(*arguments)
    except RulecError as problem:
        node = ray.util.get_node_ip_address()
        raise RulecError(f"node {node}: {problem.message}", problem.hint) from None


def _last_line(problem: BaseException) -> str:
    lines = [line for line in str(problem).splitlines() if line.strip()]
    return lines[-1] if lines else type(problem).__name__
