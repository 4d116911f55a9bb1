"""Progress display: one line on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

    class Played(Protocol):
        """Progress of games so far."""

        games: int
        decisions: int


class Bar:
    """Progress bar; this base class displays nothing."""

    def advance(self, done: int) -> None:
        """Advance by `done` units."""

    def say(self, how: str) -> None:
        """Show a status text."""


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
    """Context manager for a progress bar, removed on exit."""
    if not stream.isatty():
        yield Bar()
        return
    from rich.progress import Progress

    from rulec.cli.shared.output import console

    with Progress(console=console(stream), transient=True) as shown:
        yield _ShownBar(shown, title, total)


_SOON = 0.7  # seconds before a status is shown


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
    """Context manager for a status line of games; yields its update callback."""
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
