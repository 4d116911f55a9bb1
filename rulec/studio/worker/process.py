"""Main loop of a worker process: a JSON request in, a JSON answer out, until the pipe closes."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from rulec.errors import RulecError
from rulec.studio import limits

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Kind = Literal["table", "analyst", "job", "planning", "preparation"]
Answer = dict[str, Any]
Tell = Callable[[Answer], None]
Stopped = Callable[[], bool]  # whether the server has asked to end the request at hand early
_NICE = {"job": 10, "planning": 10, "preparation": 19}
_GRACE = 5.0  # seconds after the limit for the server to kill the process itself


def serve(connection: Connection, kind: Kind) -> None:
    """Answer requests `{"do": NAME, "seconds": LIMIT, "given": {...}}` until the server closes the pipe."""
    _limit(kind)

    def tell(answer: Answer) -> None:
        connection.send_bytes(json.dumps(answer).encode())

    def stopped() -> bool:
        if not connection.poll():
            return False
        connection.recv_bytes()  # nothing but a stop is sent meanwhile
        return True

    desk = _desk(kind, tell, stopped)
    while True:
        try:
            request = json.loads(connection.recv_bytes())
        except (EOFError, OSError):
            return
        if request["do"] == "stop":
            continue  # came after the answer
        # Stops even an engine in C, and a process without its server.
        signal.setitimer(signal.ITIMER_REAL, request["seconds"] + _GRACE)
        answer = _answer(desk, request["do"], request["given"])
        signal.setitimer(signal.ITIMER_REAL, 0)
        try:
            tell(answer)
        except OSError:
            return


def _limit(kind: Kind) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for which, most in (
        (resource.RLIMIT_AS, limits.MEMORY),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, limits.FILE),
    ):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(which, (most, most))
    os.nice(_NICE.get(kind, 0))  # the server has priority


def _desk(kind: Kind, tell: Tell, stopped: Stopped) -> Any:
    """Create the request handler of a worker process."""
    if kind == "analyst":
        from rulec.studio.worker.analyst import Analyst

        return Analyst()
    if kind == "job":
        from rulec.studio.worker.simulation import Simulation

        return Simulation(tell)
    if kind in ("planning", "preparation"):
        from rulec.studio.worker.preparation import Preparer

        return Preparer()
    from rulec.studio.worker.table import Table

    return Table(tell, stopped)


def _answer(desk: Any, name: str, given: dict[str, Any]) -> Answer:
    """Call the method `do_NAME` of a request; convert exceptions to error messages."""
    try:
        found: Answer = getattr(desk, f"do_{name}")(**given)
        return found
    except RulecError as problem:
        return {"error": problem.message, "hint": problem.hint}
    except MemoryError:
        return {"error": "the rules need more memory than a game may take", "hint": "", "lost": True}
    except RecursionError:
        return {"error": "the rules call each other too deeply", "hint": ""}
    except Exception as bug:
        return {"error": f"rulec failed here: {type(bug).__name__}: {bug}"[:2_000], "hint": ""}
