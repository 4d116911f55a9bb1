"""How far a long run is: one line on a terminal, nothing anywhere else."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

    class Played(Protocol):
        """What came of games so far."""

        games: int
        decisions: int


class Bar:
    """How many of all are done, and how they are; here nobody looks at it."""

    def advance(self, done: int) -> None:
        """So many more are done."""

    def say(self, how: str) -> None:
        """What goes on besides."""


class _ShownBar(Bar):
    def __init__(self, shown: Progress, title: str, total: int) -> None:
        self._shown, self._title = shown, title
        self._task = shown.add_task(title, total=total)

    def advance(self, done: int) -> None:
        self._shown.advance(self._task, done)

    def say(self, how: str) -> None:
        self._shown.update(self._task, description=f"{self._title}, {how}" if how else self._title)


@contextmanager
def bar(title: str, total: int, stream: TextIO) -> Iterator[Bar]:
    """What is to be told how many more are done. The bar is gone when all are."""
    if not stream.isatty():
        yield Bar()
        return
    from rich.progress import Progress

    from rulec.cli.shared.output import console

    with Progress(console=console(stream), transient=True) as shown:
        yield _ShownBar(shown, title, total)


_SOON = 0.7  # seconds: what is done before that needs no word


@contextmanager
def doing(what: str) -> Iterator[Callable[[str], None]]:
    """Show a status line while a task of unknown length runs; none for a short task.

    Yields a callback for the stages of the task.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda stage: None
        return
    from rulec.cli.shared.output import console

    status = console(sys.stderr).status(f"{what} ...", spinner="line")
    timer = threading.Timer(_SOON, status.start)
    timer.start()
    try:
        yield lambda stage: status.update(f"{what}: {stage} ...")
    finally:
        timer.cancel()
        timer.join()
        status.stop()


_EVERY = 0.1  # seconds


@contextmanager
def progress(title: str, stream: TextIO) -> Iterator[Callable[[Played], None]]:
    """A function to be told of every game. The line is gone when the run is over."""
    if not stream.isatty():
        yield lambda report: None
        return
    from rulec.cli.shared.output import console

    screen = console(stream)
    with screen.status(f"{title}: starting", spinner="line") as status:
        last, before = 0.0, ""

        def tell(report: Played) -> None:
            nonlocal last, before
            now = screen.get_time()
            doing = getattr(report, "doing", "")
            if now - last >= _EVERY or doing != before:
                last, before = now, doing
                what = f"; {doing}" if doing else ""
                status.update(f"{title}: {report.games:,} games, {report.decisions:,} decisions{what}")

        yield tell
